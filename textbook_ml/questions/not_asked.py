"""Equations that are no questions, each with the reason."""

from collections.abc import Mapping

NOT_ASKED: Mapping[str, str] = {
    "weather_joint": "a table of the text, not a computation",
}
