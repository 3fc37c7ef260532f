"""The address by which somebody on another machine comes to this server."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any

from elagage.web.security import host_name, is_loopback

__all__ = ["find_reachable_name", "make_invitation"]


def find_reachable_name() -> str:
    """An address of this machine that others in its network can use; without a network, its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of nobody; nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def make_invitation(scope: Mapping[str, Any], token: str) -> str:
    """The address for others: the one by which whoever asks came, unless that is one of this machine alone."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get("host", "")
    if is_loopback(host_name(host)):
        _name, colon, port = host.rpartition(":")
        host = find_reachable_name() + (colon + port if port.isdecimal() else "")
    return f"http://{host}/?token={token}"
