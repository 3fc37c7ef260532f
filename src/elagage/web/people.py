"""Who asks: whoever is told apart from others takes turns with them, has a share of what the server can do, and keeps
games of their own.

Whoever is at this machine is the host. Others say a name once, and carry it in a cookie that is signed, with an id that
was drawn for them. A cookie that was forged, altered or left lying for too long says nothing: its bearer is nobody yet.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import os
import secrets
import tempfile
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

__all__ = [
    "DAYS", "HOST", "PERSON", "Newcomers", "Person", "Signer", "address_of", "cookie_name", "find_cookie", "person_of",
    "visitor_of",
]  # fmt: skip

PERSON = "elagage.person"
"""Where a scope holds the Person, once it is sure; what a browser merely says never gets there."""
COOKIE = "elagage_person"
VERSION = 1
DAYS = 180
"""How long a name is remembered after the last visit."""
MOST_NEWCOMERS = 100
"""People that one address brings within an hour: a class behind one address, and a few who come twice."""
KEY_BYTES = 32


@dataclass(frozen=True)
class Person:
    """Somebody who keeps things: the id is theirs alone, the name is how they are called."""

    id: str
    name: str = ""


HOST = Person("host")
"""Whoever is at this machine."""


def visitor_of(scope: Mapping[str, Any]) -> Person | None:
    """Who it is; None if nobody has said so yet."""
    found = scope.get(PERSON)
    return found if isinstance(found, Person) else None


def person_of(scope: Mapping[str, Any]) -> str:
    """The person behind a request, as searches are queued: the id of somebody from elsewhere, else the address.

    A machine can have as many addresses of IPv6 as it likes below one prefix, so the prefix is the person.

    >>> person_of({"client": ("192.168.1.9", 5)}), person_of({"client": ("2001:db8::7:8", 5)}), person_of({})
    ('192.168.1.9', '2001:db8::/64', '')
    """
    visitor = visitor_of(scope)
    return visitor.id if visitor is not None and visitor != HOST else address_of(scope.get("client"))


def address_of(client: Any) -> str:
    """The address of a client, as one person has it."""
    return shorten_address(str((client or ("", 0))[0]))


@lru_cache(4096)
def shorten_address(text: str) -> str:
    """An address of IPv4, or the prefix of one of IPv6."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


# Cookies


def cookie_name(kind: str, scope: Mapping[str, Any]) -> str:
    """What a cookie of ours is called: cookies know no ports, so its name tells servers of one machine apart."""
    return f"{kind}_{(scope.get('server') or ('', 0))[1]}"


def find_cookie(text: str, name: str) -> str:
    """The value of a cookie in a Cookie header, whatever others have put there."""
    for part in text.split(";"):
        found, _sign, value = part.strip().partition("=")
        if found == name:
            return value
    return ""


class Signer:
    """Signs who somebody is, with a key that is kept in a folder; with none, the key lasts as long as the server."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = None if folder is None else folder / "people.key"

    @cached_property
    def key(self) -> bytes:
        """The key: the one that is kept, else a new one."""
        new = secrets.token_bytes(KEY_BYTES)
        if self.path is None:
            return new
        try:
            return read_key(self.path) or keep_key(self.path, new)
        except OSError:
            return new  # nothing can be kept there, games neither

    def sign(self, person: Person) -> str:
        """What a cookie holds for a person."""
        fields = [VERSION, person.id, person.name, int(time.time())]
        payload = urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode()
        return f"{payload}.{self.seal(payload)}"

    def seal(self, payload: str) -> str:
        """The signature."""
        return hmac.new(self.key, b"elagage person " + payload.encode(), hashlib.sha256).hexdigest()

    def read(self, value: str) -> Person | None:
        """The person of a cookie; None unless it was signed here, lately."""
        payload, _point, seal = value.partition(".")
        if not value or not hmac.compare_digest(self.seal(payload).encode(), seal.encode()):
            return None
        try:
            version, ident, name, signed = json.loads(urlsafe_b64decode(payload))
        except ValueError:
            return None  # signed by another version
        days = (time.time() - signed) / 86400
        return Person(ident, name) if version == VERSION and -1 <= days <= DAYS else None

    def make_header(self, person: Person, scope: Mapping[str, Any]) -> str:
        """A Set-Cookie header for a person."""
        rules = f"Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax; Path=/"
        return f"{cookie_name(COOKIE, scope)}={self.sign(person)}; {rules}"

    def find(self, scope: Mapping[str, Any], cookies: str) -> Person | None:
        """The person of a Cookie header."""
        return self.read(find_cookie(cookies, cookie_name(COOKIE, scope)))


class Newcomers:
    """How many people an address has brought lately: a new name is a new share of the searches, so nobody gets many."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.lock = Lock()

    def admit(self, address: str) -> bool:
        """May this address bring one more person? If so, it is counted."""
        now = time.monotonic()
        with self.lock:
            lately = {place: [at for at in times if at > now - 3600] for place, times in self.times.items()}
            self.times = {place: times for place, times in lately.items() if times}
            times = self.times.setdefault(address, [])
            if len(times) >= MOST_NEWCOMERS:
                return False
            times.append(now)
        return True


def read_key(path: Path) -> bytes | None:
    """The key of a file; None if there is none, or what is there is none."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    key = content[:KEY_BYTES]
    return key if content == key + checksum(key) else None


def checksum(key: bytes) -> bytes:
    """What stands behind a key in its file."""
    return hashlib.sha256(b"elagage key" + key).digest()[:8]


def keep_key(path: Path, key: bytes) -> bytes:
    """Keep a key for its owner alone; the one that another server has kept meanwhile goes before it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="people.")  # with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key + checksum(key))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except OSError:  # there is one already, or there are no links here
            found = read_key(path)
            if found is not None:
                return found
            os.replace(name, path)
        return key
    finally:
        with suppress(OSError):
            os.unlink(name)
