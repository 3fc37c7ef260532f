"""What runs in the student's process: shipped to it as text, so it needs nothing of the rest of the package."""

__all__ = ["PACKAGE"]

PACKAGE = __name__
