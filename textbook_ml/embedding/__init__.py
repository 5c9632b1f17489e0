"""The wing of the embedder: models for places where this package cannot go."""
