"""`python3 -m textbook_ml`: the command line, with nothing installed."""

import sys

INTERRUPTED, NO_MEMORY = 130, 2


def run() -> int:
    """Run the command line; Ctrl-C ends it with exit code 130, also while modules are loaded.

    If memory runs out while modules are loaded, a message says so.
    """
    try:
        from textbook_ml.commands.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        print("not enough memory to load the package. Fix: free some memory", file=sys.stderr)
        return NO_MEMORY


if __name__ == "__main__":
    sys.exit(run())
