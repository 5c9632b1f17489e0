"""The search for the line of a mistake: edits of the student's function, and what they change."""
