"""The folder of a page without a server: our page and scripts, our Python in an archive, and Pyodide.

Every address in it is relative, so it can lie anywhere on a web space; and no file has an ending that an old server
would not know, so modules are called .js.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import elagage
from elagage.errors import FileError
from elagage.web.page_words import STATIC, make_french_module, make_index, make_module
from elagage.web.site.pyodide_files import LIBRARY, LOADER, LOCK, WASM, check_pyodide, find_runtime
from elagage.web.workers.kinds import ROUTES, SWIFT

__all__ = ["POLICY", "make_archive", "write_site"]

PACKAGE = Path(elagage.__file__).parent
ASSETS = PACKAGE / "figures" / "pages" / "assets"
LEFT_OUT = ("cli/*", "*.po", "*.ttf", "web/static/*", "*__pycache__/*", "compiler/native/*", "compiler/numba_backend/*")
"""What no page needs: native code, the command line, fonts of PDF files, and what lies beside the archive already."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' blob:; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
MARK = "elagage.zip"
"""The file by which a folder is known as one of ours."""
TRANSPORT = 'export * from "./in_page/transport.js";\n'
OLD = (1980, 1, 1, 0, 0, 0)
"""The time of every file of the archive, so that the same sources make the same archive."""


def write_site(folder: Path, pyodide: Path) -> list[Path]:
    """Write all of it; the files that were written. A folder with other things in it is refused."""
    check_pyodide(pyodide)
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
            raise FileError("{folder} holds other files: name a new folder, or an empty one.", folder=folder)
        folder.mkdir(parents=True, exist_ok=True)
        written = [write_text(folder / "index.html", make_page()), *write_scripts(folder / "static")]
        archive = folder / MARK
        archive.write_bytes(make_archive())
        return [*written, archive, *copy_pyodide(pyodide, folder / "pyodide")]
    except OSError as error:
        raise FileError(
            "{path} can't be written: {problem}.", path=error.filename or folder, problem=error.strerror or str(error)
        ) from None


def make_page() -> str:
    """The page, which may ask for nothing outside its own folder."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return make_index().replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)


def write_scripts(folder: Path) -> list[Path]:
    """The scripts and styles of the page, and what the server makes of the catalogue and its own tables."""
    shutil.copytree(STATIC, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("index.html", "__pycache__"))
    shutil.copytree(ASSETS, folder / "page", dirs_exist_ok=True)
    write_text(folder / "french.js", make_french_module())
    write_text(folder / "transport.js", TRANSPORT)
    write_text(folder / "in_page" / "kinds.js", make_module({"kinds": ROUTES, "swift": SWIFT}))
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def make_archive() -> bytes:
    """Our Python, as far as a page needs it."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            inside = path.relative_to(PACKAGE)
            if path.is_file() and not any(fnmatch(inside.as_posix(), pattern) for pattern in LEFT_OUT):
                entry = zipfile.ZipInfo(f"elagage/{inside.as_posix()}", OLD)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
    return content.getvalue()


def copy_pyodide(source: Path, folder: Path) -> list[Path]:
    """Pyodide's files; its modules are called .js, which every server knows for a script."""
    folder.mkdir(exist_ok=True)
    runtime = find_runtime(source)
    assert runtime is not None
    names = {LOADER: "pyodide.js", runtime.name: "pyodide.asm.js", WASM: WASM, LIBRARY: LIBRARY, LOCK: LOCK}
    return [Path(shutil.copyfile(source / name, folder / copy)) for name, copy in names.items()]


def write_text(path: Path, text: str) -> Path:
    """Write a file, with the line ends of the web."""
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
