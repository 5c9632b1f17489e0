"""The same tasks with other libraries; each function returns a function that runs the task.

Preparing a task raises ImportError if its library is not installed.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

SKLEARN, NLTK, RIVER, AIMA, MLXTEND = "scikit-learn", "NLTK", "river", "aima", "mlxtend"
Run = Callable[[], object]
Rows = Sequence[Any]
Labels = Sequence[Any]


def estimator(path: str) -> Any:
    """Return a class of scikit-learn by its dotted name."""
    module, name = path.rsplit(".", 1)
    return getattr(import_module(f"sklearn.{module}"), name)


def sklearn_fit(path: str, rows: Rows, labels: Labels) -> Run:
    """Fit an estimator to lists."""
    model = estimator(path)
    return lambda: model().fit(rows, labels)


def sklearn_predict(path: str, rows: Rows, labels: Labels) -> Run:
    """Predict all rows of a list in one call."""
    model = estimator(path)().fit(rows, labels)
    return lambda: model.predict(rows)


def sklearn_one_by_one(path: str, rows: Rows, labels: Labels, some: Rows) -> Run:
    """Predict some rows, one call for each."""
    model = estimator(path)().fit(rows, labels)
    return lambda: [model.predict_proba([row]) for row in some]


def sklearn_text_fit(documents: Sequence[str], labels: Labels) -> Run:
    """Fit from raw strings: count the words, then learn."""
    vectoriser, model = estimator("feature_extraction.text.CountVectorizer"), multinomial()
    return lambda: model().fit(vectoriser().fit_transform(documents), labels)


def sklearn_text_predict(documents: Sequence[str], labels: Labels) -> Run:
    """Predict the classes of texts."""
    vectoriser = estimator("feature_extraction.text.CountVectorizer")()
    model = multinomial()().fit(vectoriser.fit_transform(documents), labels)
    return lambda: model.predict(vectoriser.transform(documents))


def multinomial() -> Any:
    """Return scikit-learn's pipeline of word counts and multinomial naive Bayes."""
    return estimator("naive_bayes.MultinomialNB")


def river_predict(name: str, rows: Sequence[Mapping[Any, Any]], labels: Labels, some: Rows) -> Run:
    """Learn all rows one by one, as river does, and predict some of them."""
    model = getattr(import_module("river.naive_bayes"), name)()
    for row, label in zip(rows, labels):
        model.learn_one(row, label)
    return lambda: [model.predict_one(row) for row in some]


def aima_predict(rows: Rows, labels: Labels, some: Rows) -> Run:
    """Train on rows that end in their label, and predict some of them."""
    learning = import_module("aima3.learning")
    examples = [[*row, label] for row, label in zip(rows, labels)]
    model = learning.NaiveBayesLearner(learning.DataSet(examples=examples), continuous=False)
    return lambda: [model(row) for row in some]


def nltk_predict(rows: Sequence[Mapping[Any, Any]], labels: Labels, some: Rows) -> Run:
    """Train on dictionaries of features, and predict some of them."""
    trainer = import_module("nltk.classify").NaiveBayesClassifier
    model = trainer.train(list(zip(rows, labels)))
    return lambda: model.classify_many(some)


def mlxtend_logistic(rows: Rows, labels: Labels, epochs: int) -> Run:
    """Fit by gradient descent on all rows, with the largest safe step size and λ = 1."""
    learner = import_module("mlxtend.classifier").LogisticRegression
    array = import_module("numpy").array
    table, classes = array(rows), array(labels)
    return lambda: learner(eta=1 / 1909, epochs=epochs, l2_lambda=1.0).fit(table, classes)
