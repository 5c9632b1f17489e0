"""The executable edition of one chapter: generative and discriminative classifiers.

`__all__` lists the core: the names that README.md and docs/python.md introduce. You can import
every other public name from here as well. `__init__.pyi` lists all of them with their modules, for
type checkers and for `__getattr__`, which loads a name when it is first used.
"""

__version__ = "0.2.0"

__all__ = [
    "BernoulliNaiveBayes",
    "CategoricalNaiveBayes",
    "Classifier",
    "Dataset",
    "ExponentialNaiveBayes",
    "FullJointBayes",
    "GaussianDiscriminantAnalysis",
    "GaussianNaiveBayes",
    "IndicatorRegression",
    "LaplaceNaiveBayes",
    "LinearSVM",
    "LogisticRegression",
    "MixedNaiveBayes",
    "MultinomialNaiveBayes",
    "NormalPrior",
    "Perceptron",
    "PoissonNaiveBayes",
    "QuadraticDiscriminantAnalysis",
    "SoftmaxRegression",
    "TextbookError",
    "TextbookWarning",
    "as_estimator",
    "bayes_rule",
    "categorical_laplace",
    "categorical_mle",
    "check",
    "compare",
    "cross_validate",
    "expected_failed_checks",
    "gnb_to_logistic",
    "read_csv",
    "sigmoid",
    "tokens",
    "train_test_split",
    "variance_mle",
    "variance_mvue",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module, when it is first used."""
    # Imported here, not above: Ctrl-C while a package is loaded cannot be caught inside it.
    from importlib import import_module
    from sys import modules

    module = modules_of_names().get(name)
    if module is None:
        message = f"module 'textbook_ml' has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=modules[__name__])
    globals()[name] = found = getattr(import_module(module), name)
    return found


def __dir__() -> list[str]:
    return sorted({"__all__", "__version__", *modules_of_names()})


def modules_of_names() -> dict[str, str]:
    """Return the module of each public name, from the stub; the loader also reads a zip file."""
    stub = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode("utf-8")
    modules = {}
    for block in stub.split("\nfrom ")[1:]:
        module, _, body = block.partition(" import (")
        module = __name__ + module.removeprefix("textbook_ml")  # a bundle has its own name
        modules |= dict.fromkeys(body.partition(")")[0].split()[::3], module)  # NAME as NAME, …
    return modules
