"""The results of a grading as text, HTML, CSV, JSON and XML."""
