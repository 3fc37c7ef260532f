"""From plain rules to native code. The only package that knows the backend; it knows nothing of search.

Importing this much needs no backend: the modules that do are imported by whoever runs compiled code.
"""

from elagage.compiler.fallback import CannotCompile, is_available, prefer_compiled

__all__ = ["CannotCompile", "is_available", "prefer_compiled"]
