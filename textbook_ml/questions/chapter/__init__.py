"""The questions on the equations of the chapter."""

from textbook_ml.questions import import_in_order

import_in_order(__name__, __path__)
