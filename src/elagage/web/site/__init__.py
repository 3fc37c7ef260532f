"""The web app as a folder of files: the same page, over the same Python, inside a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.web.site.pyodide_files import find_pyodide
    from elagage.web.site.site_files import write_site

__all__ = ["find_pyodide", "write_site"]

export_lazily(__name__, {"find_pyodide": "pyodide_files", "write_site": "site_files"})
