"""What learning runs as kernels: games of a player against itself, and what is seen in their positions."""

__all__: list[str] = []
