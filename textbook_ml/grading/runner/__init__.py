"""Run student code in isolated worker processes."""
