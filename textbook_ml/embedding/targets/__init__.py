"""One writer of source code for each target language."""
