"""The questions on whole algorithms."""
