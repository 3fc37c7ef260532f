"""How a state is laid out in words: what the kernels and the table hold of it.

A state is a tuple (best a NamedTuple) of integers, truth values, and tuples of them. Each integer is a word; a tuple of
three or more integers is packed. The layout writes the little functions that take a state apart and put it together, as
text, so that the compiler sees plain code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.compiler.memory import mix, peek, poke, wrap_word
from elagage.compiler.numba_backend.packed_cells import PackedType, item, packed_from_words, packed_word, packed_words
from elagage.errors import MessageException

__all__ = ["FIELD_STEP", "SKETCHES", "Layout", "LayoutError", "layout_of"]

SKETCH = 0x1E3779B97F4A7C15
SKETCHES = 1 << 12
"""How many sketches of a state there are."""
FIELD_STEP = 4
"""How many words of a memory describe a field of a key: the least value, the mask, which key, the shift."""


class LayoutError(MessageException):
    """A state holds something that is not an integer; the message is half a sentence."""


@dataclass(frozen=True)
class Leaf:
    """A place in the state: how to reach it, what it is, and for a packed tuple how it is packed."""

    path: str
    kind: str
    count: int = 1
    bits: int = 64
    low: int = 0

    @property
    def words(self) -> int:
        return -(-self.count // (64 // self.bits)) if self.kind == "packed" else 1


@dataclass(frozen=True)
class Layout:
    """The leaves of a state in order, and the text that builds one from them."""

    leaves: tuple[Leaf, ...]
    template: str
    classes: tuple[type, ...]

    @property
    def words(self) -> int:
        """How many words a state takes."""
        return sum(leaf.words for leaf in self.leaves)

    def describe(self) -> str:
        """What distinguishes two layouts."""
        return f"{self.leaves} {self.template}"

    def flattener(self) -> Callable[[Any], list[int]]:
        """A function that gives the words of a state."""
        parts = [
            f"*packed_words({leaf.path}, {leaf.bits}, {leaf.low})" if leaf.kind == "packed" else f"int({leaf.path})"
            for leaf in self.leaves
        ]
        names: dict[str, Any] = {"packed_words": packed_words, "wrap_word": wrap_word}
        exec(
            f"def flatten(s): return [wrap_word(word) for word in ({', '.join(parts)},)]", names
        )  # the paths are ours: s[0], s[1][2]
        flatten: Callable[[Any], list[int]] = names["flatten"]
        return flatten

    def functions(self) -> dict[str, Any]:
        """The functions of a linked game that know the layout: unpack, same, save, hash; sketch, a small and quick
        hash; and pack_key, the state as a key whose fields a memory describes, or the word that does not fit its own.
        """
        names: dict[str, Any] = {"peek": peek, "poke": poke, "mix": mix, "packed_word": packed_word, "item": item}
        names |= {f"C{number}": cls for number, cls in enumerate(self.classes)}
        values, words, number = [], [], 0
        rebuilt = []
        for index, leaf in enumerate(self.leaves):
            read = [f"peek(memory, at + {number + i})" for i in range(leaf.words)]
            if leaf.kind == "packed":
                names[f"make{index}"] = packed_from_words(PackedType(leaf.count, leaf.bits, leaf.low))
                values.append(f"make{index}(({', '.join(read)},))")
                words += [f"packed_word({leaf.path}, {i})" for i in range(leaf.words)]
                rebuilt.append(leaf.path)
            else:
                values.append(f"{read[0]} != 0" if leaf.kind == "bool" else read[0])
                words.append(f"int({leaf.path})")
                rebuilt.append(f"{leaf.path} != 0" if leaf.kind == "bool" else f"int({leaf.path})")
            number += leaf.words
        differs = "".join(
            f"    if peek(memory, at + {i}) ^ data != {word}: return False\n" for i, word in enumerate(words)
        )
        text = (
            f"def unpack_state(self, memory, at): return {self.template.format(*values)}\n"
            f"def same_state(self, s): return {self.template.format(*rebuilt)}\n"
            f"def found_entry(self, s, memory, at, data):\n{differs}    return True\n"
            "def save_entry(self, s, memory, at, data):\n"
            + "".join(f"    poke(memory, at + {i}, {word} ^ data)\n" for i, word in enumerate(words))
            + "def hash_state(self, s):\n    key = 0\n"
            + "".join(f"    key = mix(key, {word})\n" for word in words)
            + "    return key\n"
        )
        text += "def pack_key(self, s, memory, fields, out, at):\n    key = 0\n    place = 0\n" + "".join(
            f"    value = {word} - peek(memory, fields + {FIELD_STEP * i})\n"
            f"    if value & ~peek(memory, fields + {FIELD_STEP * i + 1}) != 0: return {i}\n"
            f"    if peek(memory, fields + {FIELD_STEP * i + 2}) != place:\n"
            "        poke(out, at + place, key)\n        key = 0\n        place += 1\n"
            f"    key |= value << peek(memory, fields + {FIELD_STEP * i + 3})\n"
            for i, word in enumerate(words)
        )
        text += "    poke(out, at + place, key)\n    return -1\n"
        turned = " + ".join(f"({word} << {7 * i % 48})" for i, word in enumerate(words))
        text += f"def sketch_state(self, s): return ({turned}) * {SKETCH} >> 52 & {SKETCHES - 1}\n"
        exec(compile(text, "<layout of a state>", "exec"), names)  # the text is made of numbers and names of ours
        made = ("unpack_state", "same_state", "found_entry", "save_entry", "hash_state", "sketch_state", "pack_key")
        return {name: names[name] for name in made}


def layout_of(samples: list[Any], widen: int = 1) -> Layout:
    """The layout that fits all the sample states; ``widen`` multiplies the bits of packed cells."""
    leaves: list[Leaf] = []
    classes: list[type] = []

    def visit(path: str, values: list[Any]) -> str:
        first = values[0]
        if all(isinstance(value, bool) for value in values):
            leaves.append(Leaf(path, "bool"))
        elif isinstance(first, int):
            other = next((value for value in values if not isinstance(value, int)), None)
            if any(not isinstance(value, int) for value in values):
                raise LayoutError(
                    "{path} is a {kind}, not an integer", path=f"state{path[1:]}", kind=type(other).__name__
                )
            if any(not -(1 << 63) <= value < 1 << 64 for value in values):
                raise LayoutError("{path} does not fit into 64 bits", path=f"state{path[1:]}")
            leaves.append(Leaf(path, "int"))
        elif isinstance(first, tuple) and first:
            if any(type(value) is not type(first) or len(value) != len(first) for value in values):
                raise LayoutError("the tuple {path} of the state changes its length", path=f"state{path[1:]}")
            if len(first) > 2 and type(first) is tuple and all(type(cell) is int for value in values for cell in value):
                leaves.append(packed_leaf(path, [cell for value in values for cell in value], len(first), widen))
                return "{}"
            parts = [visit(f"{path}[{i}]", [value[i] for value in values]) for i in range(len(first))]
            if type(first) is tuple:
                return f"({', '.join(parts)},)"
            if type(first) not in classes:
                classes.append(type(first))
            return f"C{classes.index(type(first))}({', '.join(parts)})"
        else:
            raise LayoutError("{path} is a {kind}, not an integer", path=f"state{path[1:]}", kind=type(first).__name__)
        return "{}"

    template = visit("s", samples)
    layout = Layout(tuple(leaves), template, tuple(classes))
    if layout.words > 24:
        raise LayoutError("the state is too large ({words} words of 64 bits)", words=layout.words)
    return layout


def packed_leaf(path: str, cells: list[int], count: int, widen: int) -> Leaf:
    """The narrowest packing for these cells, times ``widen``."""
    low = min(0, *cells)
    need = max(1, (max(cells) - low).bit_length())
    bits = next(width for width in (1, 2, 4, 8, 16, 32, 64) if width >= min(64, need * widen))
    if widen > 1:  # something did not fit: perhaps it was negative
        low = min(low, -(1 << bits - 2))
    return Leaf(path, "packed", count, bits, 0 if bits == 64 else low)
