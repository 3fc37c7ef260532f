"""Methods of Python's own types, the views of dicts, and loops over what itertools gives."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.calls.text_methods import TextMethods
from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.value_types import (
    INT,
    Bool,
    Bytes,
    Const,
    DictOf,
    Int,
    ListOf,
    Memo,
    Never,
    Record,
    Seq,
    SetOf,
    Text,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.compiler.native.values.mixed import is_mixed
from elagage.i18n import Message

__all__ = ["MethodCalls"]


class MethodCalls(TextMethods):
    """The builder with methods."""

    def call_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """Call a method of one of Python's own types."""
        if isinstance(value.kind, Const):
            changing = name in (
                "setdefault",
                "update",
                "pop",
                "clear",
                "append",
                "add",
                "extend",
                "insert",
                "remove",
                "popitem",
                "discard",
            )
            if changing:
                raise self.refuse(Message("a rule changes a constant: copy it first"))
            value = self.realise(value)
        kind = value.kind
        if isinstance(kind, Record) and kind.cls is not None and name == "_replace":
            positional, named, star = self.arguments(node)
            if positional or star is not None:
                raise self.refuse(Message("a call with such arguments is not compiled"))
            return self.replace_fields(value, named)
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            if name == "count":
                return self.count_fields(value, self.plain(node, 1, 1)[0])
            value = self.as_sequence(value)
            kind = value.kind
        families: list[tuple[Any, str]] = [
            (Text, "text"),
            (DictOf, "dict"),
            (SetOf, "set"),
            (ListOf, "list"),
            (Seq, "sequence"),
            (Bytes, "sequence"),
            (Memo, "memo"),
        ]
        if is_mixed(kind):
            return self.call_mixed_method(value, name, node)
        if is_int_like(kind):
            return self.call_int_method(value, name, node)
        for family, stem in families:
            if isinstance(kind, family):
                method: Callable[[Value, ast.Call], Value] | None = getattr(self, f"{stem}_{name}", None)
                if method is None and stem == "list":
                    method = getattr(self, f"sequence_{name}", None)
                if method is not None and not (isinstance(kind, ListOf) and kind.kind == "generator"):
                    return method(value, node)
        written = self.prelude_method(value, name)
        if written is not None:
            return self.call_prelude(written, node, [value])
        raise self.refuse(Message("'{code}' is not compiled for {kind}", code=name, kind=self.describe_type(kind)))

    def call_mixed_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """A method of a dict or list of unlike things."""
        if name == "copy":
            self.plain(node, 0, 0)
            return self.copy_object(value)
        if name == "get" and is_mixed(value.kind, dict):
            given = self.plain(node, 1, 2)
            default = self.realise(given[1]) if len(given) == 2 else self.none()
            known = self.known_name(value, given[0])
            if known is not None and known not in self.mixed_names(value):
                return default
            inside = self.mixed_contains(value, given[0])
            return self.choose(inside, lambda: self.mixed_item(value, given[0]), lambda: default)
        if name == "update" and is_mixed(value.kind, dict) and not node.args:
            for keyword in node.keywords:
                if keyword.arg is None:
                    raise self.refuse(Message("'{code}' is not compiled", code="**"))
                self.set_item(value, self.constant(keyword.arg), self.expression(keyword.value))
            return self.nothing()
        raise self.refuse(
            Message(
                "'{code}' is not compiled for {kind}",
                code=name,
                kind=f"{self.describe_type(value.kind)} of unlike things",
            )
        )

    def call_int_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """A method of an int."""
        self.plain(node, 0, 0)
        if name == "bit_count":
            return self.count_bits(value)
        if name == "bit_length":
            return self.bit_length(value)
        if name == "conjugate" and isinstance(value.kind, Int):
            return value
        raise self.refuse(Message("'{code}' is not compiled for {kind}", code=name, kind="int"))

    def nothing(self) -> Value:
        """What a method gives that gives nothing."""
        return self.none()

    # Sequences ------------------------------------------------------------------------------------------------------

    def count_fields(self, value: Value, wanted: Value) -> Value:
        """``count`` of a tuple of fixed shape."""
        assert isinstance(value.kind, Record)
        total = "0"
        for number, field in enumerate(value.kind.fields):
            same = self.equal(self.part(value, number, field), wanted)
            total = self.let(f"add {self.whole} {total}, {self.let(f'zext i1 {same} to {self.whole}')}")
        return Value(INT, total)

    def sequence_count(self, value: Value, node: ast.Call) -> Value:
        """``count``."""
        wanted = self.single_byte(value, self.realise(self.plain(node, 1, 1)[0]))
        pointer, length = self.span(value)
        if isinstance(self.item_type(value.kind)[0], Never):
            return self.integer(0)
        place = self.place_for(self.whole)
        self.out(f"store {self.whole} 0, ptr {place}")

        def look(index: str) -> None:
            same = self.equal(self.element(value.kind, pointer, index), wanted)
            before = self.let(f"load {self.whole}, ptr {place}")
            more = self.let(f"add {self.whole} {before}, {self.let(f'zext i1 {same} to {self.whole}')}")
            self.out(f"store {self.whole} {more}, ptr {place}")

        self.count_loop(length, look)
        return self.load(INT, place)

    def sequence_index(self, value: Value, node: ast.Call) -> Value:
        """``index``."""
        if len(node.args) > 1:
            found, low, *rest = self.plain(node, 2, 3)
            start, end = self.span(value)[1], self.span(value)[1]
            first = self.clip_index(low, start, "0")
            last = self.clip_index(rest[0], end, end) if rest else end
            at = self.find(value, self.realise(found), first, last)
            self.need(self.let(f"icmp sge i64 {at}, 0"), "ValueError")
            return self.from_word(at)
        at = self.find(value, self.single_byte(value, self.realise(self.plain(node, 1, 1)[0])))
        self.need(self.let(f"icmp sge i64 {at}, 0"), "ValueError")
        return self.from_word(at)

    def sequence_find(self, value: Value, node: ast.Call) -> Value:
        """``find`` of bytes."""
        if self.item_type(value.kind)[1] != "i8" or isinstance(self.item_type(value.kind)[0], Bool):
            raise self.refuse_value(value, "find")
        return self.from_word(self.find(value, self.single_byte(value, self.realise(self.plain(node, 1, 1)[0]))))

    # Lists ----------------------------------------------------------------------------------------------------------

    def list_append(self, value: Value, node: ast.Call) -> Value:
        """``append``."""
        self.append(value, self.settle_value(self.plain(node, 1, 1)[0]))
        return self.nothing()

    def list_appendleft(self, value: Value, node: ast.Call) -> Value:
        """``appendleft`` of a deque."""
        return self.insert_at(value, "0", self.plain(node, 1, 1)[0])

    def list_insert(self, value: Value, node: ast.Call) -> Value:
        """``insert``."""
        index, element = self.plain(node, 2, 2)
        self.need_short(index)
        at = self.clip_index(index, self.span(value)[1], "0")
        return self.insert_at(value, at, element)

    def need_short(self, index: Value) -> None:
        """Methods of lists take no index of more than 64 bits."""
        if self.whole != "i64":
            number = self.as_int(self.sure(index))
            back = self.let(f"sext i64 {self.let(f'trunc {self.whole} {number.ref} to i64')} to {self.whole}")
            self.need(self.let(f"icmp eq {self.whole} {back}, {number.ref}"), "OverflowError")

    def insert_at(self, value: Value, at: str, element: Value) -> Value:
        """Put an element between others."""
        self.append(value, self.settle_value(element))
        pointer, length = self.span(value)
        _item, text = self.item_type(value.kind)
        last = self.let(f"sub i64 {length}, 1")
        held = self.let(f"load {text}, ptr {self.address(text, pointer, last)}")
        size = self.let(f"mul i64 {self.let(f'sub i64 {last}, {at}')}, {self.size(text)}")
        source, goal = self.address(text, pointer, at), self.address(text, pointer, self.let(f"add i64 {at}, 1"))
        self.out(f"call void @llvm.memmove.p0.p0.i64(ptr {goal}, ptr {source}, i64 {size}, i1 false)")
        self.out(f"store {text} {held}, ptr {source}")
        return self.nothing()

    def list_extend(self, value: Value, node: ast.Call) -> Value:
        """``extend``."""
        self.only(node)
        source = self.expression_or_list(node.args[0])
        self.extend(value, source, node)
        return self.nothing()

    def extend(self, value: Value, source: Value, node: Any) -> None:
        """Add elements at the end; those of a list that is added to itself are taken first."""
        self.changeable(value)
        if isinstance(source.kind, ListOf) and source.kind.kind in ("list", "deque"):
            pointer, length = self.span(source)
            item, _text = self.item_type(source.kind)
            source = self.pair(Seq(item), pointer, length)
        self.each_value(source, lambda element: self.append(value, element), f"{id(node)} extend")

    def list_pop(self, value: Value, node: ast.Call) -> Value:
        """``pop``."""
        given = self.plain(node, 0, 1)
        index = given[0] if given else self.integer(-1)
        self.need_short(index)
        self.changeable(value)
        pointer, length = self.span(value)
        at = self.place_of_index(index, length)
        element = self.element(value.kind, pointer, at)
        self.remove_at(value, at)
        return element

    def list_popleft(self, value: Value, node: ast.Call) -> Value:
        """``popleft`` of a deque: its start moves."""
        self.plain(node, 0, 0)
        self.changeable(value)
        pointer, length = self.span(value)
        at = self.place_of_index(self.integer(0), length)
        element = self.element(value.kind, pointer, at)
        _item, text = self.item_type(value.kind)
        self.out(f"store ptr {self.address(text, pointer, '1')}, ptr {value.ref}")
        self.out(f"store i64 {self.let(f'sub i64 {length}, 1')}, ptr {self.header_place(value.ref, 1)}")
        room = self.let(f"load i64, ptr {self.header_place(value.ref, 2)}")
        self.out(f"store i64 {self.let(f'sub i64 {room}, 1')}, ptr {self.header_place(value.ref, 2)}")
        return element

    def list_remove(self, value: Value, node: ast.Call) -> Value:
        """``remove``."""
        at = self.find(value, self.realise(self.plain(node, 1, 1)[0]))
        self.need(self.let(f"icmp sge i64 {at}, 0"), "ValueError")
        self.remove_at(value, at)
        return self.nothing()

    def list_copy(self, value: Value, node: ast.Call) -> Value:
        """``copy``."""
        self.plain(node, 0, 0)
        return self.copy_list(value, node)

    def list_clear(self, value: Value, node: ast.Call) -> Value:
        """``clear``."""
        self.plain(node, 0, 0)
        self.changeable(value)
        self.out(f"store i64 0, ptr {self.header_place(value.ref, 1)}")
        return self.nothing()

    def list_reverse(self, value: Value, node: ast.Call) -> Value:
        """``reverse``."""
        self.plain(node, 0, 0)
        self.changeable(value)
        pointer, length = self.span(value)
        _item, text = self.item_type(value.kind)

        def swap(index: str) -> None:
            other = self.let(f"sub i64 {self.let(f'sub i64 {length}, 1')}, {index}")
            one_at, other_at = self.address(text, pointer, index), self.address(text, pointer, other)
            one, two = self.let(f"load {text}, ptr {one_at}"), self.let(f"load {text}, ptr {other_at}")
            self.out(f"store {text} {two}, ptr {one_at}")
            self.out(f"store {text} {one}, ptr {other_at}")

        self.count_loop(self.let(f"sdiv i64 {length}, 2"), swap)
        return self.nothing()

    def list_sort(self, value: Value, node: ast.Call) -> Value:
        """``sort``."""
        named = self.only(node, "key", "reverse")
        self.changeable(value)
        assert isinstance(value.kind, ListOf)
        if value.kind.kind != "list":
            raise self.refuse_value(value, "sort")
        self.sort(value, named, node)
        return self.nothing()

    # Sets -----------------------------------------------------------------------------------------------------------

    def set_add(self, value: Value, node: ast.Call) -> Value:
        """``add``."""
        self.changeable(value)
        if isinstance(value.kind, SetOf) and value.kind.frozen:
            self.fail("AttributeError")
            raise Unreached
        self.add_to_set(value, self.plain(node, 1, 1)[0])
        return self.nothing()

    def set_discard(self, value: Value, node: ast.Call) -> Value:
        """``discard``."""
        at = self.find(value, self.realise(self.plain(node, 1, 1)[0]))
        self.write_when(self.let(f"icmp sge i64 {at}, 0"), lambda: self.remove_at(value, at))
        return self.nothing()

    def set_remove(self, value: Value, node: ast.Call) -> Value:
        """``remove``."""
        at = self.find(value, self.realise(self.plain(node, 1, 1)[0]))
        self.need(self.let(f"icmp sge i64 {at}, 0"), "KeyError")
        self.remove_at(value, at)
        return self.nothing()

    def set_clear(self, value: Value, node: ast.Call) -> Value:
        """``clear``."""
        return self.list_clear(value, node)

    def set_copy(self, value: Value, node: ast.Call) -> Value:
        """``copy``."""
        self.plain(node, 0, 0)
        return self.combine_sets(ast.BitOr(), value, value, node)

    # Dicts ----------------------------------------------------------------------------------------------------------

    def dict_get(self, value: Value, node: ast.Call) -> Value:
        """``get``."""
        given = self.plain(node, 1, 2)
        kind = value.kind
        assert isinstance(kind, DictOf)
        default = self.realise(given[1]) if len(given) == 2 else self.none()
        held = kind.value.root().item
        if isinstance(held, Never):
            return default
        at = self.find(value, self.realise(given[0]))
        found = self.let(f"icmp sge i64 {at}, 0")
        return self.choose(found, lambda: self.dict_value(value, held, at), lambda: default)

    def dict_pop(self, value: Value, node: ast.Call) -> Value:
        """``pop``."""
        given = self.plain(node, 1, 2)
        kind = value.kind
        assert isinstance(kind, DictOf)
        self.changeable(value)
        at = self.find(value, self.realise(given[0]))
        held = kind.value.root().item
        found = self.let(f"icmp sge i64 {at}, 0")

        def take() -> Value:
            if isinstance(held, Never):
                raise Unreached
            taken = self.dict_value(value, held, at)
            self.remove_at(value, at)
            return taken

        if len(given) == 2:
            return self.choose(found, take, lambda: self.realise(given[1]))
        self.need(found, "KeyError")
        return take()

    def dict_copy(self, value: Value, node: ast.Call) -> Value:
        """``copy``."""
        self.plain(node, 0, 0)
        return self.copy_dict(value, node)

    def dict_update(self, value: Value, node: ast.Call) -> Value:
        """``update`` with a dict."""
        assert isinstance(value.kind, DictOf)
        if value.kind.kind == "Counter":
            return self.call_prelude(find_written("counter_update"), node, [value])
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refuse(Message("'{code}' is not compiled", code="**"))
        if node.args:
            self.dict_update_with(value, self.realise(self.expression_or_list(node.args[0])))
        for keyword in node.keywords:
            self.put_in_dict(value, self.constant(keyword.arg), self.expression(keyword.value))
        return self.nothing()

    def dict_clear(self, value: Value, node: ast.Call) -> Value:
        """``clear``."""
        return self.list_clear(value, node)

    def dict_items(self, _value: Value, node: ast.Call) -> Value:
        """``items`` where it is kept: a list of pairs, which must be used while the dict stays as it is."""
        return self.collect_list(node, node, "generator")

    dict_keys = dict_values = dict_items

    def dict_setdefault(self, value: Value, node: ast.Call) -> Value:
        """``setdefault``."""
        key, default = self.plain(node, 2, 2)
        kind = value.kind
        assert isinstance(kind, DictOf)
        key = self.realise(key)
        at = self.find(value, key)
        self.write_when(self.let(f"icmp slt i64 {at}, 0"), lambda: self.put_in_dict(value, key, default))
        return self.dict_item(value, key)

    def memo_get(self, value: Value, node: ast.Call) -> Value:
        """``get`` of a memo."""
        given = self.plain(node, 1, 2)
        memo = value.kind
        assert isinstance(memo, Memo)
        default = self.realise(given[1]) if len(given) == 2 else self.none()
        held = memo.value.root().item
        if isinstance(held, Never):
            return default
        found, place = self.memo_find(memo, given[0])
        return self.choose(found, lambda: self.load(held, place), lambda: default)

    # Loops over the library's iterators -----------------------------------------------------------------------------
