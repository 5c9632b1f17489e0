"""Look up an equation of the source texts: its formula, its code and its errata."""
