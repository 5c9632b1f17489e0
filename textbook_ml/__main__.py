"""`python3 -m textbook_ml`: the command line, with nothing installed."""

import sys

from textbook_ml.cli import main

sys.exit(main())
