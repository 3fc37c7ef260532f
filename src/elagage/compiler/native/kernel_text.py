"""What the kernels share, and counting lines of play, as LLVM's text.

``HASOVER`` says whether the rules tell by themselves that a game is over (if not, it is when there is no move), ``HASORDER`` whether they order
moves. An error of a rule leaves at once, with its rule and ply on the desk; code 1000 means that the search was told to stop.
"""

from __future__ import annotations

__all__ = ["COUNT_TEXT"]

COUNT_TEXT = """
define internal i64 @word(ptr %c, i64 %number) {
  %at = getelementptr i64, ptr %c, i64 %number
  %held = load i64, ptr %at
  ret i64 %held
}

define internal void @count(ptr %c, i64 %number) {
  %at = getelementptr i64, ptr %c, i64 %number
  %held = load i64, ptr %at
  %more = add i64 %held, 1
  store i64 %more, ptr %at
  ret void
}

define internal i32 @fault(ptr %c, i32 %code, i64 %rule, i64 %ply) noinline {
  %ply_at = getelementptr i64, ptr %c, i64 13
  %rule_at = getelementptr i64, ptr %c, i64 14
  store i64 %ply, ptr %ply_at
  store i64 %rule, ptr %rule_at
  ret i32 %code
}

define internal i1 @must_stop(ptr %c) {
  %nodes = call i64 @word(ptr %c, i64 4)
  %more = add i64 %nodes, 1
  %at = getelementptr i64, ptr %c, i64 4
  store i64 %more, ptr %at
  %limit = call i64 @word(ptr %c, i64 5)
  %over = icmp sge i64 %nodes, %limit
  %low = and i64 %more, 255
  %now = icmp eq i64 %low, 0
  br i1 %now, label %look, label %done
look:
  %flag_at = getelementptr i64, ptr %c, i64 3
  %flag = load volatile i64, ptr %flag_at
  %told = icmp ne i64 %flag, 0
  %either = or i1 %told, %over
  ret i1 %either
done:
  ret i1 %over
}

define internal void @step(ptr %c, i64 %ply, i64 %index) {
  %path_at = getelementptr i64, ptr %c, i64 16
  %path = load ptr, ptr %path_at
  %at = getelementptr i64, ptr %path, i64 %ply
  store i64 %index, ptr %at
  ret void
}

define internal i32 @perft(ptr %c, STATE %s, i64 %depth, i64 %ended, i64 %ply, ptr %out) {
  %flag = alloca i1
  %moves = alloca {ptr, i64}
  %child = alloca STATE
  %part = alloca i64
  %mark = load ptr, ptr %c
  %stop = call i1 @must_stop(ptr %c)
  br i1 %stop, label %stopped, label %begin
stopped:
  ret i32 1000
begin:
  store i64 1, ptr %out
  %leaf = icmp eq i64 %depth, 0
  br i1 %leaf, label %done, label %inner
inner:
  %ask = icmp eq i64 HASOVER, 1
  br i1 %ask, label %over, label %list
over:
  %e1 = call i32 @k_over(ptr %c, STATE %s, ptr %flag)
  %ok1 = icmp eq i32 %e1, 0
  br i1 %ok1, label %is_over, label %bad1
bad1:
  %f1 = call i32 @fault(ptr %c, i32 %e1, i64 2, i64 %ply)
  ret i32 %f1
is_over:
  store i64 %ended, ptr %out
  %o = load i1, ptr %flag
  br i1 %o, label %done, label %list
list:
  %e2 = call i32 @k_moves(ptr %c, STATE %s, ptr %moves)
  %ok2 = icmp eq i32 %e2, 0
  br i1 %ok2, label %listed, label %bad2
bad2:
  %f2 = call i32 @fault(ptr %c, i32 %e2, i64 3, i64 %ply)
  ret i32 %f2
listed:
  %all = load {ptr, i64}, ptr %moves
  %data = extractvalue {ptr, i64} %all, 0
  %n = extractvalue {ptr, i64} %all, 1
  %none = icmp eq i64 %n, 0
  %ends = select i1 %ask, i64 0, i64 %ended
  br i1 %none, label %empty, label %some
empty:
  store i64 %ends, ptr %out
  br label %done
some:
  store i64 %n, ptr %out
  %last = icmp eq i64 %depth, 1
  br i1 %last, label %done, label %walk
walk:
  %mark2 = load ptr, ptr %c
  %less = sub i64 %depth, 1
  %below = add i64 %ply, 1
  br label %head
head:
  %i = phi i64 [0, %walk], [%j, %next]
  %sum = phi i64 [0, %walk], [%total, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %turn, label %finish
turn:
  call void @step(ptr %c, i64 %ply, i64 %i)
  %move_at = getelementptr MOVE, ptr %data, i64 %i
  %move = load MOVE, ptr %move_at
  %e3 = call i32 @k_play(ptr %c, STATE %s, MOVE %move, ptr %child)
  %ok3 = icmp eq i32 %e3, 0
  br i1 %ok3, label %played, label %bad3
bad3:
  %f3 = call i32 @fault(ptr %c, i32 %e3, i64 4, i64 %ply)
  ret i32 %f3
played:
  %t = load STATE, ptr %child
  %e4 = call i32 @perft(ptr %c, STATE %t, i64 %less, i64 %ended, i64 %below, ptr %part)
  %ok4 = icmp eq i32 %e4, 0
  br i1 %ok4, label %next, label %bad4
bad4:
  ret i32 %e4
next:
  %count = load i64, ptr %part
  %total = add i64 %sum, %count
  store ptr %mark2, ptr %c
  %j = add i64 %i, 1
  br label %head
finish:
  store i64 %sum, ptr %out
  br label %done
done:
  store ptr %mark, ptr %c
  ret i32 0
}

define i32 @e_perft(ptr %c, ptr %state, i64 %depth, i64 %ended, ptr %out) {
  %s = load STATE, ptr %state
  %e = call i32 @perft(ptr %c, STATE %s, i64 %depth, i64 %ended, i64 0, ptr %out)
  ret i32 %e
}
"""
