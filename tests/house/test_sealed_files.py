"""What is kept in the cache folder opens only if it is what was written there, by this user, under this name."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

from elagage import sealed_files
from elagage.sealed_files import (
    BrokenSeal,
    FolderProblem,
    clear_sealed,
    read_sealed,
    seal_file,
    try_out,
    usable_folder,
)

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of another kind")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of our own, with two files."""
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    seal_file("objects", "one", b"first content")
    seal_file("objects", "two", b"second content")
    return tmp_path / "objects"


def test_what_was_kept_is_read(folder):
    assert read_sealed("objects", "one") == b"first content"
    assert read_sealed("objects", "none") is None
    assert oct(folder.stat().st_mode)[-3:] == "700"
    assert sorted(path.name for path in folder.iterdir()) == ["one", "secret", "two"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data + b"!",
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: data[:20] + bytes([data[20] ^ 128]) + data[21:],
        lambda data: data[:-3] + bytes([data[-3] ^ 4]) + data[-2:],
        lambda data: data.replace(b"sealed 1", b"sealed 2"),
    ],
)
def test_what_is_damaged_opens_no_more_and_goes(folder, damage):
    path = folder / "one"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BrokenSeal, match="damaged"):
        read_sealed("objects", "one")
    assert read_sealed("objects", "one") is None
    assert read_sealed("objects", "two") == b"second content"


def test_a_file_in_the_place_of_another_opens_no_more(folder):
    (folder / "one").write_bytes((folder / "two").read_bytes())
    with pytest.raises(BrokenSeal):
        read_sealed("objects", "one")


def test_a_file_from_another_folder_opens_no_more(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path / "other"))
    seal_file("objects", "one", b"first content")
    (tmp_path / "other" / "objects" / "one").write_bytes((folder / "one").read_bytes())
    with pytest.raises(BrokenSeal):
        read_sealed("objects", "one")


@pytest.mark.parametrize("secret", [b"", b"short", b"x" * 32])
def test_another_secret_opens_nothing_and_seals_anew(folder, secret):
    (folder / "secret").write_bytes(secret)
    with pytest.raises(BrokenSeal):
        read_sealed("objects", "one")
    seal_file("objects", "one", b"again")
    assert read_sealed("objects", "one") == b"again"


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(folder, mode):
    folder.chmod(mode)
    with pytest.raises(FolderProblem, match="others can write"):
        read_sealed("objects", "one")
    with pytest.raises(FolderProblem, match="others can write"):
        seal_file("objects", "three", b"")


@posix
def test_a_folder_of_somebody_else_is_not_used(folder, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with pytest.raises(FolderProblem, match="somebody else"):
        read_sealed("objects", "one")


def test_what_a_process_died_of_is_not_loaded_again(folder):
    text = """
        import os, signal
        from elagage.sealed_files import read_sealed, try_out
        assert read_sealed("objects", "one")
        with try_out("objects", "one"):
            os.abort()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, check=False)
    assert done.returncode != 0
    with pytest.raises(BrokenSeal, match="died"):
        read_sealed("objects", "one")
    assert read_sealed("objects", "one") is None
    seal_file("objects", "one", b"made anew")
    assert read_sealed("objects", "one") == b"made anew"


def test_what_others_are_trying_at_the_moment_is_no_sign_of_death(folder):
    with try_out("objects", "one"):
        assert read_sealed("objects", "one") == b"first content"
        assert list((folder / "trying").iterdir())
    assert not list((folder / "trying").iterdir())


def test_a_folder_has_a_bound(folder, monkeypatch):
    monkeypatch.setattr(sealed_files, "LARGEST", 3000)
    for number in range(8):
        seal_file("objects", f"more{number}", bytes(1000))
        os.utime(folder / f"more{number}", (number, number))
    kept = sorted(path.name for path in folder.iterdir() if path.name.startswith("more"))
    assert 1 <= len(kept) <= 3
    assert read_sealed("objects", "more7") == bytes(1000)


def test_it_can_be_cleared(folder):
    assert clear_sealed("objects") > 20
    assert list(folder.iterdir()) == []
    assert clear_sealed("nothing of this kind") == 0
    assert usable_folder("objects") == folder
