"""The small tables that come with the package."""
