"""Model files of earlier versions: every later version reads and rewrites them.

Weights of iterative fits depend on the exponential function of one system: another path to the
maximum, or another mathematical library, may give other last digits.
"""

import json
from pathlib import Path

import pytest

from tests.models_support import EXAMPLES, assert_same_model, model_classes

GOLDEN = Path(__file__).with_name("golden")
CLASSES = {model.__name__: model for model in model_classes()}


@pytest.mark.parametrize("name", CLASSES)
def test_a_file_of_the_first_format_is_still_read(name: str) -> None:
    """The file has the first example of its model, exact to the last bit for closed forms."""
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    example = next(e for e in EXAMPLES if e.model.__name__ == name)
    model = example.model.from_json(text)
    if example.unique:
        assert_same_model(example, model, example.fitted())
    else:  # a perceptron of another version may find another separating line
        assert model.predict(example.rows) == list(example.labels)
    written = json.loads(model.to_json())
    assert written.pop("fingerprint")
    assert written == json.loads(text)
