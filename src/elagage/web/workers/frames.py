"""What server and workers say to each other over pipes: a line of JSON, then as many bytes as it says.

Nothing is unpickled, and nothing is longer than it may be: a worker that writes something else is not believed.
"""

from __future__ import annotations

import json
from typing import IO, Any

__all__ = ["MOST_BYTES", "Frame", "read_frame", "write_frame"]

Frame = tuple[dict[str, Any], bytes]
MOST_LINE = 4096
MOST_BYTES = 48_000_000


def write_frame(stream: IO[bytes], header: dict[str, Any], body: bytes = b"") -> None:
    """Say something."""
    line = json.dumps({**header, "size": len(body)}).encode()
    stream.write(line + b"\n" + body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Frame | None:
    """What was said; None where nothing more will come, or where it makes no sense."""
    try:
        line = stream.readline(MOST_LINE)
        header = json.loads(line) if line.endswith(b"\n") else None
        if not isinstance(header, dict) or not 0 <= (size := int(header.get("size", -1))) <= MOST_BYTES:
            return None
        body = stream.read(size)
    except (OSError, ValueError, TypeError, OverflowError, RecursionError):
        return None
    return (header, body) if len(body) == size else None
