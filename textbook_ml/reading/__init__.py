"""For a reader with the book open: find an equation, read it, see its errata."""
