"""The code that is added to a submission, to call edited versions of its functions.

Many edits of a function are compiled at once: each place becomes a choice between its own text and
the texts that may replace it, and a list of numbers says which text is used in a call.

    return total / len(xs)      return total / ((len(xs)) if not picks[3] else (len(xs) - 1))

A request is a tuple, written by `marshal`: a mode, the name of the function to call, and more.

    start, f, cases                   forget the last search, and keep these cases
    more, f, cases                    keep more cases
    shapes, f, name, code, case       the kinds of the values of all expressions of a function
    codes, f, case, name, codes       the results of edited functions in one case
    many, f, case, name, code, edits, choices     the results of edits, or of several at a time
    every, f, name, code, cases       the results of one function in several cases

An edit is a pair: the positions of the replaced parts, and the new text. The answer to `codes` and
`many` is a list of different values, and for each edit the index of its value; −1 if the call
raised an exception or changed its arguments. An answer is cut short if the calls take long. Each
answer ends with the processor time that it took.

The student's code can change all of this, and then loses only the hint.
"""

from functools import cache
from inspect import getsource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

CALLER, RECORDER = "call_of_an_edited_function", "value_of_an_expression"
FEW_TURNS, MOST_TURNS = 2_000, 1_000_000  # of `while` loops, in a call of many and of one
TICK = 0.02  # seconds of processor time; a call that takes two of them is ended
PAUSE = 0.1  # seconds of processor time after which an answer is sent
LARGEST = 30_000  # characters of the values of an answer


class CallsOfEditedFunctions:
    """The edited functions of a submission; `scope` contains the names of the submission.

    Only the source of this class is added to a submission, so annotations are texts.
    """

    def __init__(
        self,
        scope: "dict[str, Any]",
        turns: "tuple[int, int]",
        tick: float,
        pause: float,
        largest: int,
    ) -> None:
        import math
        from marshal import loads
        from time import process_time

        scope.setdefault("math", math)
        self.scope, self.own = scope, dict(scope)
        self.loads, self.clock = loads, process_time
        self.tick, self.pause, self.largest = tick, pause, largest
        self.few_turns, self.most_turns = turns
        self.turns, self.limit = 0, 0  # of the `while` loops of a call
        self.made: dict[str, Any] = {}  # edited functions by their code
        self.cases: list[tuple[Any, ...]] = []
        self.picks: list[int] = []  # for each place, the number of the text that is used
        self.kinds: dict[int, str] = {}  # of the values of expressions
        self.number, self.number_at_tick, self.calling = 0, -1, False
        self.function = ""

    def answer(self, request: str) -> "list[Any]":
        """Return the answer to a request, and its processor time."""
        start = self.clock()
        mode, function, *data = self.loads(bytes.fromhex(request))
        self.function = function
        self.reset()
        result = getattr(self, mode)(*data)
        return [result, self.clock() - start]

    def start(self, cases: "Sequence[tuple[Any, ...]]") -> None:
        """Forget the last search, and keep these cases."""
        self.made.clear()
        self.cases[:] = cases

    def more(self, cases: "Sequence[tuple[Any, ...]]") -> None:
        """Keep more cases."""
        self.cases.extend(cases)

    def shapes(self, name: str, text: str, case: int) -> "list[str]":
        """Return the kinds of the values of all expressions of a function in one case."""
        self.put(name, text)
        self.kinds.clear()
        try:
            self.call(case, repr(self.cases[case]), self.most_turns)
        except Exception:
            self.kinds.setdefault(0, "")
        return [self.kinds.get(number, "") for number in range(max(self.kinds, default=-1) + 1)]

    def codes(self, case: int, name: str, texts: "Sequence[str]") -> "list[Any]":
        """Return the results of edited functions in one case."""
        return self.results(case, texts, lambda text: self.put(name, text))

    def many(
        self, case: int, name: str, text: str, edits: "Sequence[Any]", choices: "Sequence[Any]"
    ) -> "list[Any]":
        """Return the results of edits of a function, or of several edits at a time."""
        whole, uses = self.with_choices(text, edits)
        self.put(name, whole)

        def pick(numbers: "Sequence[int]") -> None:
            self.picks[:] = [0] * len(self.picks)
            for number in numbers:
                for place, text_number in uses[number]:
                    self.picks[place] = text_number

        return self.results(case, choices or [(n,) for n in range(len(edits))], pick)

    def every(self, name: str, text: str, numbers: "Sequence[int]") -> "list[Any]":
        """Return the results of one function in several cases, or the names of exceptions."""
        self.put(name, text)
        found: list[Any] = []
        start, size = self.clock(), 0
        for number in numbers:
            try:
                found.append(self.call(number, repr(self.cases[number]), self.most_turns))
                size += len(repr(found[-1]))
            except Exception as error:
                kind = type(error)
                home = "" if kind.__module__ in ("builtins", "submission") else kind.__module__
                found.append(f"{home}.{kind.__qualname__}".lstrip("."))
            if size > self.largest or self.clock() - start > self.pause:
                break
        return found

    def results(
        self, case: int, edited: "Iterable[Any]", prepare: "Callable[[Any], None]"
    ) -> "list[Any]":
        """Return the different values of edited functions, and for each function an index."""
        values: list[Any] = []
        known: dict[str, int] = {}
        numbers, size, start, before = [], 0, self.clock(), repr(self.cases[case])
        self.watch(self.tick)
        for one in edited:
            try:
                prepare(one)
                [value] = self.call(case, before, self.few_turns)
                text = repr(value)
                if text not in known:
                    known[text] = len(values)
                    values.append(value)
                    size += len(text)
                numbers.append(known[text])
            except Exception:
                numbers.append(-1)
            if size > self.largest or self.clock() - start > self.pause:
                break
        self.watch(0.0)
        return [values, numbers]

    def call(self, case: int, before: str, turns: int) -> "list[Any]":
        """Return the value of a call in a list, with a second item if it changed arguments."""
        copies = self.copied(self.cases[case])
        self.turns, self.limit = 0, turns
        self.number += 1
        self.calling = True
        try:
            value = self.scope[self.function](*copies)
        finally:
            self.calling = False
        return [value] if repr(copies) == before else [value, "changed"]

    def copied(self, value: "Any") -> "Any":
        """Return a copy of an argument."""
        if type(value) in (list, tuple):
            return type(value)([self.copied(part) for part in value])
        if type(value) is dict:
            return {key: self.copied(part) for key, part in value.items()}
        return value

    def reset(self) -> None:
        """Define the student's own functions again."""
        self.scope.update(self.own)

    def put(self, name: str, text: str) -> None:
        """Define an edited function in place of the student's own."""
        if text not in self.made:
            exec(compile(self.with_turns(text), "<edit>", "exec"), self.scope)
            self.made[text] = self.scope[name]
        self.scope[name] = self.made[text]

    def with_turns(self, text: str) -> str:
        """Return the code with a limit on the turns of `while` loops."""
        lines = text.split("\n")
        for number, line in enumerate(lines):
            words = line.lstrip()
            if words.startswith("while ") and words.endswith(":"):
                indent = line[: len(line) - len(words)]
                lines[number] = f"{indent}while turn_of_a_loop() and ({words[6:-1]}):"
        return "\n".join(lines)

    def turn(self) -> bool:
        """Count a turn of a `while` loop; raise an exception if there were too many."""
        self.turns += 1
        if self.turns > self.limit:
            raise TimeoutError("a loop of an edited function does not end")
        return True

    def with_choices(self, text: str, edits: "Sequence[Any]") -> "tuple[str, list[Any]]":
        """Return the code with a choice at each place, and the choices that each edit needs."""
        code, uses = text.encode(), []
        places: dict[Any, list[str]] = {}
        for spans, new in edits:
            for span in spans:
                places.setdefault(span, []).append(new)
            uses.append([(span, len(places[span])) for span in spans])
        order = sorted(places, key=lambda span: (span[0], -span[1]))
        numbers = {span: number for number, span in enumerate(order)}
        waiting = order[::-1]

        def part(start: int, end: int) -> str:
            parts = []
            while waiting and waiting[-1][0] < end:
                span = waiting.pop()
                place = numbers[span]
                parts.append(code[start : span[0]].decode())
                own, new = part(*span), self.choice(place, places[span], 1)
                parts.append(f"(({own}) if not texts_of_the_places[{place}] else {new})")
                start = span[1]
            return "".join(parts) + code[start:end].decode()

        self.picks[:] = [0] * len(order)
        return part(0, len(code)), [[(numbers[span], n) for span, n in use] for use in uses]

    def choice(self, place: int, texts: "Sequence[str]", first: int) -> str:
        """Return an expression that is one of these texts, numbered from `first`."""
        if len(texts) == 1:
            return f"({texts[0]})"
        half = len(texts) // 2
        one = self.choice(place, texts[:half], first)
        other = self.choice(place, texts[half:], first + half)
        return f"({one} if texts_of_the_places[{place}] < {first + half} else {other})"

    def watch(self, seconds: float) -> None:
        """Start a timer that ends long calls; with 0 seconds, stop it."""
        if not self.tick:
            return
        try:
            from _signal import ITIMER_PROF, SIGPROF, setitimer, signal  # type: ignore

            if seconds:
                signal(SIGPROF, self.end_long_call)
            setitimer(ITIMER_PROF, seconds, seconds)
        except (ImportError, OSError, ValueError):  # on Windows, or not in the main thread
            self.tick = 0.0

    def end_long_call(self, signal: int, frame: "Any") -> None:
        """Raise an exception if this call was already running at the last tick."""
        is_long, self.number_at_tick = self.number == self.number_at_tick, self.number
        if is_long and self.calling:
            raise TimeoutError("a call of an edited function does not end")

    def value_of_an_expression(self, number: int, value: "Any") -> "Any":
        """Return the value, after its kind has been noted."""
        if number not in self.kinds:
            self.kinds[number] = self.shape(value)
        return value

    def shape(self, value: "Any") -> str:
        """Return the kind of a value, as a short text."""
        for kind, name in ((bool, "b"), (int, "i"), (float, "f"), (str, "s")):
            if isinstance(value, kind):
                return name
        if isinstance(value, (list, tuple)):
            return "L" + (self.shape(value[0]) if value else "")
        if isinstance(value, dict):
            return "D" + (self.shape(next(iter(value.values()))) if value else "")
        return "o"


@cache
def added_code() -> str:
    """Return the code that is added to a submission: this class, and the names that edits use."""
    limits = f"({FEW_TURNS}, {MOST_TURNS}), {TICK}, {PAUSE}, {LARGEST}"
    return f"""{getsource(CallsOfEditedFunctions)}

calls_of_edited_functions = CallsOfEditedFunctions(globals(), {limits})
{CALLER} = calls_of_edited_functions.answer
{RECORDER} = calls_of_edited_functions.value_of_an_expression
texts_of_the_places = calls_of_edited_functions.picks
turn_of_a_loop = calls_of_edited_functions.turn
calls_of_edited_functions.own.update(globals())
"""
