"""What was learned and how: one file for each model."""
