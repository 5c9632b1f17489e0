"""The questions on whole algorithms; they come after those on the chapter."""

from importlib import import_module

from textbook_ml.questions import import_in_order

import_module("textbook_ml.questions.chapter")
import_in_order(__name__, __path__)
