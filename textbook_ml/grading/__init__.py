"""The wing of the teacher: what students hand in is run apart, judged here, and reported."""
