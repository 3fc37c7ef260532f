"""What is seen on the boards of games whose rules say so themselves, for learned evaluations."""

from elagage.games.shapes import othello_shapes

__all__ = ["othello_shapes"]
