"""`python3 -m textbook_ml`: the command line, with nothing installed."""

import sys

INTERRUPTED = 130


def run() -> int:
    """Run the command line; Ctrl-C ends it with exit code 130, also while modules are loaded."""
    try:
        from textbook_ml.commands.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(run())
