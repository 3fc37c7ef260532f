"""Who asks: whoever is told apart from others takes turns with them, and has a share of what the server can do."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

__all__ = ["NAME", "address_of", "person_of"]

NAME = "elagage.person"
"""Where a scope holds the name of a person, once it is sure; what a browser merely says never gets there."""


def person_of(scope: Mapping[str, Any]) -> str:
    """The person behind a request: a name that is sure, else the address.

    A machine can have as many addresses of IPv6 as it likes below one prefix, so the prefix is the person.

    >>> person_of({"client": ("192.168.1.9", 5)}), person_of({"client": ("2001:db8::7:8", 5)}), person_of({})
    ('192.168.1.9', '2001:db8::/64', '')
    """
    name = scope.get(NAME)
    return str(name) if name else address_of(scope.get("client"))


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
