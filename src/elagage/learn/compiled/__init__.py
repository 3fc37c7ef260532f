"""What learning runs as kernels: games of a player against itself, and what is seen in their positions."""

from elagage.learn.compiled.self_play import extract_features, play_games

__all__ = ["extract_features", "play_games"]
