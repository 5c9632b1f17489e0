"""Derivations, experiments, exercises, errata and figures of the source texts."""
