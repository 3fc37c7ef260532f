"""What is seen on the boards of games whose rules say so themselves, for learned evaluations."""

__all__: list[str] = []
