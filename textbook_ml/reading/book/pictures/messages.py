"""Two models of text: what each word of a message contributes to the log odds of spam."""

from math import log

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.event_models import bernoulli_pmf, multinomial_event
from textbook_ml.plots import Bars, Figure, Panels
from textbook_ml.reading.book.pictures._picture import Picture, Scene, Slider, State
from textbook_ml.reading.book.stories._examples import OCCURS, WORDS

VOCABULARY = tuple(WORDS[1])


def draw(state: State) -> Scene:
    """Draw the contributions of the words in both models."""
    numbers = {word: int(state[word]) for word in VOCABULARY}
    message = [word for word, number in numbers.items() for _ in range(number)]
    occurs = [
        log(bernoulli_pmf(min(number, 1), spam) / bernoulli_pmf(min(number, 1), other))
        for number, spam, other in zip(numbers.values(), *OCCURS.values())
    ]
    counts = [
        log(multinomial_event([word] * number, WORDS[1]))
        - log(multinomial_event([word] * number, WORDS[0]))
        for word, number in numbers.items()
    ]
    models = {"which words occur": occurs, "how often": counts}
    spam = [sigmoid(sum(parts)) for parts in models.values()]
    text = " ".join(message) or "(empty)"
    return Scene(
        Panels(
            title=f"“{text}”",
            description=(
                f"The message “{text}” is spam with probability {spam[0]:.3f} in the Bernoulli "
                f"model and {spam[1]:.3f} in the multinomial model."
            ),
            figures=[
                Figure(
                    f"{name}: P(spam) = {p:.3f}", f"Contributions in the model {name}.",
                    "log odds of spam", "word", [Bars(VOCABULARY, parts)], x_range=(-4.5, 4.5),
                )
                for (name, parts), p in zip(models.items(), spam)
            ],
        )
    )  # fmt: skip


PICTURE = Picture(
    page="event_models",
    title="Write a message",
    about=(
        "What each word adds to the log odds of spam, in the Bernoulli model (left) and in the "
        "multinomial model (right). Choose how often each word occurs."
    ),
    notice=(
        "On the left, an absent word has a bar and a repeated word does not get a longer one. On "
        "the right, an absent word has no bar and a repeated word gets a longer one."
    ),
    controls={
        word: Slider(f"number of “{word}”", 0, 4, 1, start)
        for word, start in zip(VOCABULARY, (2, 1, 0))
    },
    draw=draw,
)
