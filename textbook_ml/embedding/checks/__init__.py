"""Checks of exported files and of the package on this platform."""
