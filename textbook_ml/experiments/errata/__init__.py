"""Errata that prove themselves: what the printed form gives, beside what is right."""
