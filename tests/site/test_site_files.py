"""The folder of ``elagage site``, and where Pyodide comes from."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from elagage.errors import FileError
from elagage.web.site import find_pyodide, pyodide_files, write_site
from elagage.web.site.site_files import make_archive

NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def make_tarball(names=NEEDED):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as files:
        for name in [*names, "../outside.js", "console.html"]:
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(name)
            files.addfile(entry, io.BytesIO(name.encode()))
    return content.getvalue()


@pytest.fixture
def pyodide(tmp_path):
    """A folder that looks like Pyodide."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in NEEDED:
        (folder / name).write_text(name)
    return folder


@pytest.fixture
def offered(monkeypatch, tmp_path):
    """An archive of ours as the one that is fetched; what was asked for."""
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path / "cache"))
    asked = []

    def offer(archive, digest_of=None, npm=True):
        def fetch():
            asked.append("npm")
            if not npm:
                raise FileNotFoundError("npm")
            return archive

        monkeypatch.setattr(pyodide_files, "DIGEST", hashlib.sha512(digest_of or archive).hexdigest())
        monkeypatch.setattr(pyodide_files, "fetch_by_npm", fetch)
        return asked

    return offer


def test_pyodide_is_fetched_once_and_only_what_is_needed(offered, tmp_path):
    asked, waits = offered(make_tarball()), []
    found = find_pyodide(None, lambda: waits.append(1))
    assert sorted(path.name for path in found.iterdir()) == sorted(NEEDED)
    assert find_pyodide(None, lambda: waits.append(1)) == found
    assert (asked, waits) == (["npm"], [1])
    assert not list(tmp_path.rglob("outside.js"))
    assert [path.name for path in found.parent.iterdir()] == [pyodide_files.VERSION]


def test_without_npm_it_is_not_fetched(offered):
    asked = offered(make_tarball(), npm=False)
    with pytest.raises(FileError, match=r"npm.*--pyodide"):
        find_pyodide()
    assert asked == ["npm"]


def test_another_archive_is_not_opened(offered):
    offered(make_tarball(), digest_of=b"another one")
    with pytest.raises(FileError, match=r"checksum.*--pyodide"):
        find_pyodide()


def test_without_a_network_one_sentence_says_what_to_do(monkeypatch, tmp_path, run):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pyodide_files.shutil, "which", lambda _name: None)
    code, _printed, told = run("site", str(tmp_path / "site"))
    assert code == 2
    assert "--pyodide" in told
    assert told.count("\n") == 2  # that it is being fetched, and that it can't be


def test_a_folder_without_pyodide_is_refused(tmp_path, pyodide, run):
    (pyodide / "pyodide.asm.wasm").unlink()
    code, _printed, told = run("site", str(tmp_path / "site"), "--pyodide", str(pyodide))
    assert code == 2
    assert "pyodide.asm.wasm is missing" in told
    assert not (tmp_path / "site").exists()


def test_older_versions_are_taken_too(tmp_path, pyodide):
    (pyodide / "pyodide.asm.mjs").rename(pyodide / "pyodide.asm.js")
    write_site(tmp_path / "site", find_pyodide(pyodide))
    assert (tmp_path / "site" / "pyodide" / "pyodide.asm.js").read_text() == "pyodide.asm.mjs"


def test_the_folder_is_written_again_but_never_over_other_things(tmp_path, pyodide):
    folder = tmp_path / "site"
    first = write_site(folder, pyodide)
    assert write_site(folder, pyodide) == first
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("all of it")
    with pytest.raises(FileError, match="holds other files"):
        write_site(other, pyodide)
    assert [path.name for path in other.iterdir()] == ["thesis.txt"]


def test_a_file_in_the_way_is_one_sentence(tmp_path, pyodide):
    (tmp_path / "site").write_text("a file")
    with pytest.raises(FileError, match=r"can't be written: .*\."):
        write_site(tmp_path / "site", pyodide)


def test_every_address_is_relative_and_every_script_is_called_js(tmp_path, pyodide):
    written = write_site(tmp_path / "site", pyodide)
    assert not [path for path in written if path.suffix == ".mjs"]
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'src="/' not in page
    assert 'href="/' not in page
    assert "Content-Security-Policy" in page


def test_the_archive_is_the_same_each_time_and_holds_what_answers():
    archive = make_archive()
    assert archive == make_archive()
    names = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert "elagage/web/site/page_worker.py" in names
    assert "elagage/locale/fr/LC_MESSAGES/elagage.mo" in names
    assert not [name for name in names if Path(name).suffix in (".po", ".ttf", ".pyc")]
