"""The questions on the equations of the chapter."""
