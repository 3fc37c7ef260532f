"""An own compiler for rules written in plain Python: types seen and inferred, LLVM's text, native code that is
checked against the rules.
"""

__all__: list[str] = []
