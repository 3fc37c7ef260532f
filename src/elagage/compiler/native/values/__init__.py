"""Values in the text of a function: their types, conversions, arithmetic, containers."""

__all__: list[str] = []
