"""The openings of Othello that players call by name; each line begins with f5."""

from __future__ import annotations

from elagage.i18n import Message

__all__ = ["OPENINGS"]

TIGER = "f5d6c3d3c4"
CAT = "f5d6c4d3c5"
ROSE = "f5d6c5f4e3c6d3f6e6d7"
COW = "f5f6e6d6c5"
BAT = COW + "e3e7"
HEATH = "f5f6e6d6e7"
BUFFALO = "f5f6e6d6c3"

OPENINGS: tuple[tuple[str, Message | str], ...] = (
    ("f5d6", Message("Perpendicular", context="opening")),
    ("f5f6", Message("Diagonal", context="opening")),
    ("f5f4", Message("Parallel", context="opening")),
    # Perpendicular
    (TIGER, Message("Tiger", context="opening")),
    (TIGER + "b3", "Aubrey (Tanaka)"),
    (TIGER + "f4c5b3c2", "Rose-Bill"),
    (TIGER + "f4c5b3c2e6", "Tamenori"),
    (TIGER + "f4c5b4", "Grand Central"),
    (TIGER + "f4c5b4b5c6f3e6e3", "Ishii"),
    (TIGER + "f4c5b4b5c6f3e6e3g6f6g5d7g3", Message("Tiger, main line", context="opening")),
    (TIGER + "f4e3", "Brightwell"),
    (TIGER + "f4e6", Message("Leader's Tiger", context="opening")),
    (TIGER + "f4f6", "Stephenson"),
    (TIGER + "f4f6b4", "Kung"),
    (TIGER + "f4f6f3", "Comp'Oth"),
    (TIGER + "f4f6f3e3", Message("Lightning Bolt", context="opening")),
    (TIGER + "f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7", Message("F.A.T. Draw", context="opening")),
    (TIGER + "f4f6g5", Message("No-Kung", context="opening")),
    ("f5d6c3g5", "Ganglion"),
    (CAT, Message("Cat", context="opening")),
    (CAT + "f4e3f3c2b4b3", "Berner"),
    (CAT + "f4e3f3c2c6", "Sakaguchi"),
    ("f5d6c4d3e6", Message("Italian", context="opening")),
    ("f5d6c4g5", Message("No-Cat", context="opening")),
    ("f5d6c4g5c6", Message("Swallow", context="opening")),
    ("f5d6c5f4d3", Message("Horse", context="opening")),
    ("f5d6c5f4e3d3", "Mimura"),
    ("f5d6c5f4e3c6d3f3", "Ralle"),
    ("f5d6c5f4e3c6d7", "Bhagat"),
    ("f5d6c5f4e3c6e6", "Inoue"),
    ("f5d6c5f4e3c6e6f6", "Iago"),
    ("f5d6c5f4e3c6f3", Message("Shaman (Danish)", context="opening")),
    (ROSE, Message("Rose", context="opening")),
    (ROSE + "e7", "Greenberg (Dawg)"),
    (ROSE + "g3c4", "Rose-Birth"),
    (ROSE + "g3c4b4", "Rose-Birdie (Rose-Tamenori)"),
    (ROSE + "g3c4b4c3", "Rose-Tamenori-Kling"),
    (ROSE + "g3c4g5c3b4e2", "Brightstein"),
    (ROSE + "g4", Message("Flat", context="opening")),
    (ROSE + "g4c4", Message("Rotating Flat", context="opening")),
    (ROSE + "g4c4g5c3f7d2e7f2", Message("Rotating Flat, Kling Continuation", context="opening")),
    (ROSE + "g4c4g6", "Murakami"),
    # Diagonal
    ("f5f6c4f4", Message("Semi-Wing", context="opening")),
    ("f5f6d3f4", Message("Wing", context="opening")),
    (BUFFALO, Message("Buffalo (Kenichi)", context="opening")),
    (BUFFALO + "d3", Message("Hokuriku Buffalo", context="opening")),
    (BUFFALO + "f4c6d3e3d2", Message("Tanida Buffalo", context="opening")),
    (BUFFALO + "g4c6", Message("Maruoka Buffalo", context="opening")),
    (COW, Message("Cow", context="opening")),
    (COW + "e3d3", "Rose-v-Toth"),
    (COW + "e3d3c4c3", "Landau"),
    (COW + "e3d3c4c6b5", "Maruoka"),
    (COW + "e3d3g5", "Tanida"),
    (COW + "e3d3g5d7", Message("Aircraft (Feldborg)", context="opening")),
    (COW + "e3d3g5e2b5", Message("Sailboat", context="opening")),
    (BAT, Message("Bat (Cambridge)", context="opening")),
    (BAT + "c6d7f7c7f4g6e8d8c8g5", Message("Bat, Kling Continuation", context="opening")),
    (BAT + "c7d7c6d3", Message("Melnikov (Bat, Piau Continuation)", context="opening")),
    (BAT + "c7d7c6f7", Message("Bat, second Piau Continuation", context="opening")),
    (BAT + "f4f7", Message("Bat, Kling Alternative", context="opening")),
    (COW + "f4", Message("Chimney", context="opening")),
    ("f5f6e6d6c7c6d7", "Hamilton"),
    ("f5f6e6d6c7f4", Message("Lollipop", context="opening")),
    ("f5f6e6d6d7", Message("Raccoon Dog", context="opening")),
    (HEATH, "Heath (Tobidashi)"),
    (HEATH + "f4", Message("Heath-Chimney", context="opening")),
    (HEATH + "g5c5", Message("Heath-Bat", context="opening")),
    (HEATH + "g5g4", "Iwasaki"),
    (HEATH + "g5g6e3c5c6d3c4b3", "Mimura II"),
    ("f5f6e6d6f7", Message("Snake (Peasant)", context="opening")),
    ("f5f6e6d6f7e3d7e7c6c5d3", Message("Pyramid", context="opening")),
)
"""Lines and their names; positions count, so that another order of moves leads to the same name."""
