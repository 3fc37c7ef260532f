"""Python's syntax: loops, expressions, calls, statements, one family a file."""

__all__: list[str] = []
