"""The package, or a part of it, as one file."""
