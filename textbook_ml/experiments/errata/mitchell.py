"""Mitchell's chapter: misprints and overstatements, in numbers."""

from textbook_ml.equations.parameters import full_joint_parameters
from textbook_ml.registry import Check, erratum


@erratum("ERR-M-3BILLION")
def three_billion() -> Check:
    """Thirty Boolean features need two billion parameters; only 31 pass three billion."""
    return Check(
        printed={"parameters at n = 30": "more than 3 000 000 000"},
        right={
            "parameters at n = 30": full_joint_parameters(30),
            "parameters at n = 31": full_joint_parameters(31),
            "parameters at n = 30 with three classes": full_joint_parameters(30, n_classes=3),
        },
    )
