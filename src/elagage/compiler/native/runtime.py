"""What compiled rules call: memory, texts, numbers and memos, as LLVM's text.

The desk ``%c`` holds: 0 where free memory begins, 1 where it ends, 2 the depth of recursion; of a failure 14 its rule,
15 where its state is written, 16 its move's word.
"""

from __future__ import annotations

__all__ = ["DESK_WORDS", "runtime"]

DESK_WORDS = 32

BASE = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.copysign.f64(double, double)
declare double @pow(double, double)
declare double @log(double)
declare double @fmod(double, double)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare {WHOLE, i1} @llvm.sadd.with.overflow.WHOLE(WHOLE, WHOLE)
declare {WHOLE, i1} @llvm.ssub.with.overflow.WHOLE(WHOLE, WHOLE)
declare {WHOLE, i1} @llvm.smul.with.overflow.WHOLE(WHOLE, WHOLE)
declare WHOLE @llvm.abs.WHOLE(WHOLE, i1)
declare WHOLE @llvm.ctpop.WHOLE(WHOLE)
declare WHOLE @llvm.ctlz.WHOLE(WHOLE, i1)
declare i64 @llvm.fptosi.sat.i64.f64(double)

define internal ptr @rt_alloc(ptr %c, i64 %size) {
  %top = load ptr, ptr %c
  %end_at = getelementptr i64, ptr %c, i64 1
  %end = load ptr, ptr %end_at
  %more = add i64 %size, 15
  %round = and i64 %more, -16
  %top_number = ptrtoint ptr %top to i64
  %end_number = ptrtoint ptr %end to i64
  %left = sub i64 %end_number, %top_number
  %fits = icmp ule i64 %round, %left
  %new = getelementptr i8, ptr %top, i64 %round
  br i1 %fits, label %yes, label %no
yes:
  store ptr %new, ptr %c
  ret ptr %top
no:
  ret ptr null
}

define internal ptr @rt_regrow(ptr %c, ptr %data, i64 %len, i64 %wanted, i64 %size) noinline {
  %bytes = mul i64 %wanted, %size
  %new = call ptr @rt_alloc(ptr %c, i64 %bytes)
  %none = icmp eq ptr %new, null
  br i1 %none, label %no, label %yes
yes:
  %used = mul i64 %len, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %data, i64 %used, i1 false)
  ret ptr %new
no:
  ret ptr null
}

define internal i1 @rt_grow(ptr %c, ptr %list, i64 %size) noinline {
  %data = load ptr, ptr %list
  %len_at = getelementptr {ptr, i64, i64, ptr}, ptr %list, i32 0, i32 1
  %cap_at = getelementptr {ptr, i64, i64, ptr}, ptr %list, i32 0, i32 2
  %len = load i64, ptr %len_at
  %cap = load i64, ptr %cap_at
  %twice = shl i64 %cap, 1
  %small = icmp slt i64 %twice, 8
  %wanted = select i1 %small, i64 8, i64 %twice
  %bytes = mul i64 %wanted, %size
  %new = call ptr @rt_alloc(ptr %c, i64 %bytes)
  %none = icmp eq ptr %new, null
  br i1 %none, label %no, label %yes
yes:
  %used = mul i64 %len, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %data, i64 %used, i1 false)
  store ptr %new, ptr %list
  store i64 %wanted, ptr %cap_at
  ret i1 true
no:
  ret i1 false
}

define internal i1 @rt_room(ptr %c, ptr %dict, i64 %key_size, i64 %value_size) noinline {
  %len_at = getelementptr {ptr, i64, i64, ptr}, ptr %dict, i32 0, i32 1
  %cap_at = getelementptr {ptr, i64, i64, ptr}, ptr %dict, i32 0, i32 2
  %values_at = getelementptr {ptr, i64, i64, ptr}, ptr %dict, i32 0, i32 3
  %len = load i64, ptr %len_at
  %cap = load i64, ptr %cap_at
  %full = icmp eq i64 %len, %cap
  br i1 %full, label %grow, label %fine
fine:
  ret i1 true
grow:
  %fits = call i1 @rt_grow(ptr %c, ptr %dict, i64 %key_size)
  br i1 %fits, label %more, label %no
more:
  %wanted = load i64, ptr %cap_at
  %bytes = mul i64 %wanted, %value_size
  %new = call ptr @rt_alloc(ptr %c, i64 %bytes)
  %none = icmp eq ptr %new, null
  br i1 %none, label %no, label %yes
yes:
  %values = load ptr, ptr %values_at
  %used = mul i64 %len, %value_size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %values, i64 %used, i1 false)
  store ptr %new, ptr %values_at
  ret i1 true
no:
  ret i1 false
}

define internal i1 @rt_sink(ptr %c, i64 %most) {
  %at = getelementptr i64, ptr %c, i64 2
  %depth = load i64, ptr %at
  %deeper = add i64 %depth, 1
  store i64 %deeper, ptr %at
  %fine = icmp slt i64 %deeper, %most
  ret i1 %fine
}

define internal void @rt_rise(ptr %c) {
  %at = getelementptr i64, ptr %c, i64 2
  %depth = load i64, ptr %at
  %less = sub i64 %depth, 1
  store i64 %less, ptr %at
  ret void
}

define internal i64 @rt_depth(ptr %c) {
  %at = getelementptr i64, ptr %c, i64 2
  %depth = load i64, ptr %at
  ret i64 %depth
}

define internal void @rt_set_depth(ptr %c, i64 %depth) {
  %at = getelementptr i64, ptr %c, i64 2
  store i64 %depth, ptr %at
  ret void
}

define internal i1 @rt_is_error(i32 %code) {
  %low = icmp slt i32 %code, 32
  %high = icmp sge i32 %code, 100
  %either = or i1 %low, %high
  ret i1 %either
}

define internal i1 @rt_same({ptr, i64} %a, {ptr, i64} %b) {
  %n = extractvalue {ptr, i64} %a, 1
  %m = extractvalue {ptr, i64} %b, 1
  %alike = icmp eq i64 %n, %m
  br i1 %alike, label %look, label %no
look:
  %p = extractvalue {ptr, i64} %a, 0
  %q = extractvalue {ptr, i64} %b, 0
  br label %head
head:
  %i = phi i64 [0, %look], [%j, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %next_byte, label %yes
next_byte:
  %x_at = getelementptr i8, ptr %p, i64 %i
  %y_at = getelementptr i8, ptr %q, i64 %i
  %x = load i8, ptr %x_at
  %y = load i8, ptr %y_at
  %same = icmp eq i8 %x, %y
  br i1 %same, label %next, label %no
next:
  %j = add i64 %i, 1
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}

define internal i1 @rt_before({ptr, i64} %a, {ptr, i64} %b) {
  %n = extractvalue {ptr, i64} %a, 1
  %m = extractvalue {ptr, i64} %b, 1
  %p = extractvalue {ptr, i64} %a, 0
  %q = extractvalue {ptr, i64} %b, 0
  %least = call i64 @llvm.smin.i64(i64 %n, i64 %m)
  %order = call i32 @memcmp(ptr %p, ptr %q, i64 %least)
  %less = icmp slt i32 %order, 0
  %same = icmp eq i32 %order, 0
  %shorter = icmp slt i64 %n, %m
  %tie = and i1 %same, %shorter
  %result = or i1 %less, %tie
  ret i1 %result
}

define internal i64 @rt_find({ptr, i64} %a, {ptr, i64} %b) {
  %n = extractvalue {ptr, i64} %a, 1
  %m = extractvalue {ptr, i64} %b, 1
  %p = extractvalue {ptr, i64} %a, 0
  %last = sub i64 %n, %m
  br label %head
head:
  %i = phi i64 [0, %0], [%j, %next]
  %more = icmp sle i64 %i, %last
  br i1 %more, label %look, label %no
look:
  %at = getelementptr i8, ptr %p, i64 %i
  %one = insertvalue {ptr, i64} undef, ptr %at, 0
  %part = insertvalue {ptr, i64} %one, i64 %m, 1
  %same = call i1 @rt_same({ptr, i64} %part, {ptr, i64} %b)
  br i1 %same, label %yes, label %next
next:
  %j = add i64 %i, 1
  br label %head
yes:
  ret i64 %i
no:
  ret i64 -1
}

define internal {ptr, i64} @rt_digits(ptr %memory, i64 %number) {
  %negative = icmp slt i64 %number, 0
  %minus = sub i64 0, %number
  %size = select i1 %negative, i64 %minus, i64 %number
  br label %head
head:
  %at = phi i64 [23, %0], [%at_next, %head]
  %left = phi i64 [%size, %0], [%left_next, %head]
  %digit = urem i64 %left, 10
  %left_next = udiv i64 %left, 10
  %low = trunc i64 %digit to i8
  %byte = add i8 %low, 48
  %place = getelementptr i8, ptr %memory, i64 %at
  store i8 %byte, ptr %place
  %at_next = sub i64 %at, 1
  %more = icmp ne i64 %left_next, 0
  br i1 %more, label %head, label %sign
sign:
  %sign_place = getelementptr i8, ptr %memory, i64 %at_next
  br i1 %negative, label %write, label %done
write:
  store i8 45, ptr %sign_place
  br label %done
done:
  %first = phi i64 [%at, %sign], [%at_next, %write]
  %start = getelementptr i8, ptr %memory, i64 %first
  %length = sub i64 24, %first
  %one = insertvalue {ptr, i64} undef, ptr %start, 0
  %two = insertvalue {ptr, i64} %one, i64 %length, 1
  ret {ptr, i64} %two
}

define internal i32 @rt_number({ptr, i64} %text, ptr %out) {
  %n = extractvalue {ptr, i64} %text, 1
  %p = extractvalue {ptr, i64} %text, 0
  %short = icmp sle i64 %n, 17
  br i1 %short, label %check, label %unknown
check:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %wrong, label %first
first:
  %c = load i8, ptr %p
  %is_minus = icmp eq i8 %c, 45
  %begin = zext i1 %is_minus to i64
  %bare = icmp eq i64 %n, %begin
  br i1 %bare, label %wrong, label %head
head:
  %i = phi i64 [%begin, %first], [%j, %next]
  %value = phi i64 [0, %first], [%sum, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %done
look:
  %at = getelementptr i8, ptr %p, i64 %i
  %byte = load i8, ptr %at
  %digit = sub i8 %byte, 48
  %fine = icmp ult i8 %digit, 10
  br i1 %fine, label %next, label %odd
next:
  %wide = zext i8 %digit to i64
  %ten = mul i64 %value, 10
  %sum = add i64 %ten, %wide
  %j = add i64 %i, 1
  br label %head
odd:
  %letter = icmp ugt i8 %byte, 57
  %ascii = icmp ult i8 %byte, 128
  %scored = icmp ne i8 %byte, 95
  %plain = and i1 %ascii, %scored
  %certain = and i1 %letter, %plain
  %dot = icmp eq i8 %byte, 46
  %surely = or i1 %certain, %dot
  br i1 %surely, label %wrong, label %unknown
done:
  %negative = sub i64 0, %value
  %result = select i1 %is_minus, i64 %negative, i64 %value
  store i64 %result, ptr %out
  ret i32 0
wrong:
  ret i32 4
unknown:
  ret i32 34
}

define internal i1 @rt_fault(ptr %c, i64 %rule) noinline {
  %at = getelementptr i64, ptr %c, i64 14
  %held = load i64, ptr %at
  %none = icmp eq i64 %held, 0
  %kept = select i1 %none, i64 %rule, i64 %held
  store i64 %kept, ptr %at
  ret i1 %none
}

define internal i64 @rt_mix1(i64 %state, i64 %word) {
  %a = xor i64 %word, 1442695040888963407
  %b = add i64 %a, %state
  %m = mul i64 %b, -2960836687051489095
  %m1 = lshr i64 %m, 31
  %m2 = xor i64 %m, %m1
  %n = mul i64 %m2, 6364136223846793005
  %r = lshr i64 %n, 30
  %f = xor i64 %n, %r
  %t = mul i64 %state, -4417276706812531889
  %g = add i64 %f, %t
  ret i64 %g
}

define internal i64 @rt_mix(i64 %state, i64 %word) {
  %a = add i64 %word, -7046029254386353131
  %b = xor i64 %a, %state
  %b1 = lshr i64 %b, 32
  %b2 = xor i64 %b, %b1
  %m = mul i64 %b2, -4658895280553007687
  %m1 = lshr i64 %m, 29
  %m2 = xor i64 %m, %m1
  %n = mul i64 %m2, -7723592293110705685
  %r = lshr i64 %n, 32
  %f = xor i64 %n, %r
  %t = mul i64 %state, 5871781006564002453
  %g = add i64 %f, %t
  ret i64 %g
}
"""


def runtime(whole: str) -> str:
    """The text for ints of this LLVM type."""
    return BASE.replace("WHOLE", whole)
