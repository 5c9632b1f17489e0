"""The chapter's claims, run."""
