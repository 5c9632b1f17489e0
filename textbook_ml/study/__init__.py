"""Experiments, exercises, errata and figures of the source texts."""
