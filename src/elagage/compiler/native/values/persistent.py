"""Tables that last from call to call: memos of the rules' own, and what ``lru_cache`` keeps.

Each has a function of its own that finds a key, and one that makes room for it. Keys and values are copied out of the
memory that is emptied after each move; only those that nobody can change are taken.
"""

from __future__ import annotations

from elagage.compiler.native.module import Specialised
from elagage.compiler.native.value_types import (
    Bool,
    Bytes,
    EnumOf,
    Float,
    Int,
    Maybe,
    Record,
    Seq,
    Text,
    Type,
)  # fmt: skip
from elagage.compiler.native.values.arithmetic import Arithmetic
from elagage.compiler.native.values.builder import Value

__all__ = ["MOST_ENTRIES", "Persistent"]

MOST_ENTRIES = 1 << 20
"""A table that holds so many takes no more: what it lacks is calculated again."""


class Persistent(Arithmetic):
    """The builder with tables that last."""

    def persist(self, value: Value) -> Value:
        """A copy of a value that lasts."""
        kind = value.kind
        if isinstance(kind, Record):
            parts = [self.persist(self.part(value, number, field)) for number, field in enumerate(kind.fields)]
            return self.record(kind, parts)
        if isinstance(kind, Maybe) and not isinstance(kind.item, Int | Bool | Float | EnumOf):
            return self.choose(
                self.word(value, 0),
                lambda: self.convert(self.persist(self.part(value, 1, kind.item)), kind),
                lambda: self.convert(self.none(), kind),
            )
        if not isinstance(kind, Text | Bytes | Seq):
            return value
        item, text = self.item_type(kind)
        pointer, length = self.span(value)
        memory = self.let(f"call ptr @calloc(i64 {self.let(f'add i64 {length}, 1')}, i64 {self.size(text)})")
        self.need(self.let(f"icmp ne ptr {memory}, null"), "memory")
        if not isinstance(kind, Seq):
            self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {memory}, ptr {pointer}, i64 {length}, i1 false)")
            return self.pair(kind, memory, length)

        def copy(index: str) -> None:
            element = self.load(item, self.address(text, pointer, index))
            self.store(self.persist(element), self.address(text, memory, index))

        self.count_loop(length, copy)
        return self.pair(kind, memory, length)

    def write_table(self, name: str, key: Type, held: Type) -> None:
        """The functions of a table: ``@NAME_find`` gives the place of a key's value or null, ``@NAME_put`` a place
        for it.
        """
        if f"table {name}" in self.module.helpers:
            return
        self.module.helpers[f"table {name}"] = ""
        key_text, held_text = self.llvm(key), self.llvm(held)
        entry = f"{{i64, i64, {key_text}, {held_text}}}"
        slot = self.inner(f"@{name}_slot")
        same = slot.equal(Value(key, "%there"), Value(key, "%k"))
        texts = [
            f"@{name} = internal global {{ptr, i64, i64}} zeroinitializer",
            SLOT.replace("BODY", "\n".join([*slot.lines, f"  br i1 {same}, label %done, label %next"])).replace(
                "PLACES", "\n".join(slot.places)
            ),
        ]
        finder = self.inner(f"@{name}_find")
        texts.append(FIND.replace("BODY", "\n".join([*finder.places, *finder.lines])))
        hasher = self.inner(f"@{name}_hash")
        hashed = hasher.hash_value(Value(key, "%k"))
        texts.append(
            f"define internal i64 @{name}_hash({key_text} %k) {{\n"
            + "\n".join([*hasher.places, *hasher.lines, f"  ret i64 {hashed}", "}"])
        )
        keeper = self.inner(f"@{name}_keep")
        keeper.places.append("  %error = alloca i32")
        kept = keeper.persist(Value(key, "%k"))
        keeper.store(kept, "%goal")
        texts.append(
            f"define internal i32 @{name}_keep(ptr %c, {key_text} %k, ptr %goal) {{\n"
            + "\n".join([*keeper.places, *keeper.lines, "  ret i32 0", *keeper.tail, "}"])
        )
        texts += [PUT.replace("MOST", str(MOST_ENTRIES)), LOCK]
        text = "\n".join(texts)
        for old, new in (("TABLE", name), ("ENTRY", entry), ("KEY", key_text)):
            text = text.replace(old, new)
        self.module.helpers[f"table {name}"] = text

    def inner(self, name: str) -> Persistent:
        """A builder for a function that belongs to this module, and can't leave with an error of the rules."""
        made = type(self)(self.module, Specialised(self.spec.code, [], [], name))
        made.in_helper = True
        return made

    def table_find(self, name: str, key: Value, held: Type) -> str:
        """The place of the value under a key, or null."""
        self.write_table(name, key.kind, held)
        return self.let(f"call ptr @{name}_find({self.llvm(key.kind)} {key.ref})")

    def table_put(self, name: str, key: Value, value: Value, *, must: bool = False, lock: bool = False) -> None:
        """Keep a value under a key, if there is room; ``must``: leave if there is none; ``lock``: others may do so
        too.
        """
        self.write_table(name, key.kind, value.kind)
        kept = self.persist(value)
        if lock:
            self.out(f"call void @{name}_lock()")
        place = self.let(f"call ptr @{name}_put(ptr %c, {self.llvm(key.kind)} {key.ref})")
        there = self.let(f"icmp ne ptr {place}, null")
        if must:
            self.need(there, "memory")
        yes, after = self.label(), self.label()
        self.branch(there, yes, after)
        self.start(yes)
        self.store(kept, place)
        self.go(after)
        self.start(after)
        if lock:
            self.out(f"call void @{name}_unlock()")


SLOT = """define internal ptr @TABLE_slot(ptr %entries, i64 %mask, KEY %k, i64 %hash) {
PLACES
  br label %head
head:
  %i = phi i64 [%hash, %0], [%j, %next]
  %at = and i64 %i, %mask
  %entry = getelementptr ENTRY, ptr %entries, i64 %at
  %used = load i64, ptr %entry
  %free = icmp eq i64 %used, 0
  br i1 %free, label %done, label %look
look:
  %hash_at = getelementptr ENTRY, ptr %entry, i32 0, i32 1
  %other = load i64, ptr %hash_at
  %alike = icmp eq i64 %other, %hash
  br i1 %alike, label %compare, label %next
compare:
  %key_at = getelementptr ENTRY, ptr %entry, i32 0, i32 2
  %there = load KEY, ptr %key_at
BODY
next:
  %j = add i64 %i, 1
  br label %head
done:
  ret ptr %entry
}"""

FIND = """define internal ptr @TABLE_find(KEY %k) {
BODY
  %entries = load ptr, ptr @TABLE
  %none = icmp eq ptr %entries, null
  br i1 %none, label %no, label %look
look:
  %mask_at = getelementptr {ptr, i64, i64}, ptr @TABLE, i32 0, i32 1
  %mask = load i64, ptr %mask_at
  %hash = call i64 @TABLE_hash(KEY %k)
  %entry = call ptr @TABLE_slot(ptr %entries, i64 %mask, KEY %k, i64 %hash)
  %used = load i64, ptr %entry
  %free = icmp eq i64 %used, 0
  br i1 %free, label %no, label %yes
yes:
  %value = getelementptr ENTRY, ptr %entry, i32 0, i32 3
  ret ptr %value
no:
  ret ptr null
}"""

PUT = """define internal ptr @TABLE_put(ptr %c, KEY %k) noinline {
  %mask_at = getelementptr {ptr, i64, i64}, ptr @TABLE, i32 0, i32 1
  %count_at = getelementptr {ptr, i64, i64}, ptr @TABLE, i32 0, i32 2
  %entries = load ptr, ptr @TABLE
  %mask = load i64, ptr %mask_at
  %count = load i64, ptr %count_at
  %none = icmp eq ptr %entries, null
  %twice = shl i64 %count, 1
  %full = icmp sge i64 %twice, %mask
  %grow = or i1 %none, %full
  br i1 %grow, label %larger, label %place
larger:
  %doubled = shl i64 %mask, 1
  %more = or i64 %doubled, 255
  %size = add i64 %more, 1
  %end = getelementptr ENTRY, ptr null, i64 1
  %bytes = ptrtoint ptr %end to i64
  %new = call ptr @calloc(i64 %size, i64 %bytes)
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %no, label %copy
copy:
  br i1 %none, label %swap, label %each
each:
  %i = phi i64 [0, %copy], [%j, %after]
  %old = getelementptr ENTRY, ptr %entries, i64 %i
  %used = load i64, ptr %old
  %is_free = icmp eq i64 %used, 0
  br i1 %is_free, label %after, label %move
move:
  %old_hash_at = getelementptr ENTRY, ptr %old, i32 0, i32 1
  %old_hash = load i64, ptr %old_hash_at
  br label %seek
seek:
  %s = phi i64 [%old_hash, %move], [%t, %seek]
  %t = add i64 %s, 1
  %goal_number = and i64 %s, %more
  %goal = getelementptr ENTRY, ptr %new, i64 %goal_number
  %taken = load i64, ptr %goal
  %is_taken = icmp ne i64 %taken, 0
  br i1 %is_taken, label %seek, label %put
put:
  call void @llvm.memcpy.p0.p0.i64(ptr %goal, ptr %old, i64 %bytes, i1 false)
  br label %after
after:
  %j = add i64 %i, 1
  %last = icmp ugt i64 %j, %mask
  br i1 %last, label %drop, label %each
drop:
  call void @free(ptr %entries)
  br label %swap
swap:
  store ptr %new, ptr @TABLE
  store i64 %more, ptr %mask_at
  br label %place
place:
  %now = load ptr, ptr @TABLE
  %now_mask = load i64, ptr %mask_at
  %hash = call i64 @TABLE_hash(KEY %k)
  %entry = call ptr @TABLE_slot(ptr %now, i64 %now_mask, KEY %k, i64 %hash)
  %occupied = load i64, ptr %entry
  %fresh = icmp eq i64 %occupied, 0
  br i1 %fresh, label %add, label %done
add:
  %many = icmp uge i64 %count, MOST
  br i1 %many, label %no, label %keep
keep:
  %key_at = getelementptr ENTRY, ptr %entry, i32 0, i32 2
  %wrong = call i32 @TABLE_keep(ptr %c, KEY %k, ptr %key_at)
  %lost = icmp ne i32 %wrong, 0
  br i1 %lost, label %no, label %count_up
count_up:
  store i64 1, ptr %entry
  %hash_at = getelementptr ENTRY, ptr %entry, i32 0, i32 1
  store i64 %hash, ptr %hash_at
  %raised = add i64 %count, 1
  store i64 %raised, ptr %count_at
  br label %done
done:
  %value = getelementptr ENTRY, ptr %entry, i32 0, i32 3
  ret ptr %value
no:
  ret ptr null
}"""

LOCK = """@TABLE_held = internal global i32 0

define internal void @TABLE_lock() noinline {
  br label %try
try:
  %pair = cmpxchg ptr @TABLE_held, i32 0, i32 1 acquire monotonic
  %got = extractvalue {i32, i1} %pair, 1
  br i1 %got, label %done, label %try
done:
  ret void
}

define internal void @TABLE_unlock() {
  store atomic i32 0, ptr @TABLE_held release, align 4
  ret void
}"""
