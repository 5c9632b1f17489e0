"""What a question consists of: cases, judging, shrinking and diagnosis."""
