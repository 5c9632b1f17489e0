"""The five source texts as data, the notation, and the registry of equations."""
