"""Alpha-beta with a table, for the player to move, in floats, as LLVM's text. The names in capitals are those of ``kernel_text.py``."""

from __future__ import annotations

__all__ = ["SEARCH_TEXT"]

SEARCH_TEXT = """
define internal ptr @pv(ptr %c, i64 %ply) {
  %at = getelementptr i64, ptr %c, i64 15
  %lines = load ptr, ptr %at
  %offset = mul i64 %ply, PLIES
  %line = getelementptr i64, ptr %lines, i64 %offset
  ret ptr %line
}

define internal i32 @leaf(ptr %c, STATE %s, i1 %max, i64 %rule, i64 %ply, ptr %out) {
  %is_final = icmp eq i64 %rule, 5
  br i1 %is_final, label %final, label %estimate
final:
  %e1 = call i32 @k_final(ptr %c, STATE %s, ptr %out)
  br label %got
estimate:
  call void @count(ptr %c, i64 7)
  %e2 = call i32 @k_heuristic(ptr %c, STATE %s, ptr %out)
  br label %got
got:
  %e = phi i32 [%e1, %final], [%e2, %estimate]
  %ok = icmp eq i32 %e, 0
  br i1 %ok, label %fine, label %bad
bad:
  %f = call i32 @fault(ptr %c, i32 %e, i64 %rule, i64 %ply)
  ret i32 %f
fine:
  call void @count(ptr %c, i64 6)
  %value = load double, ptr %out
  %minus = fneg double %value
  %mine = select i1 %max, double %value, double %minus
  store double %mine, ptr %out
  ret i32 0
}

define internal i32 @search(ptr %c, STATE %s, i1 %max, i64 %depth, double %alpha0, double %beta, i64 %ply, ptr %out) {
  %flag = alloca i1
  %moves = alloca {ptr, i64}
  %child = alloca STATE
  %part = alloca double
  %best_at = alloca double
  %alpha_at = alloca double
  %best_move = alloca i64
  %hash_move = alloca i64
  %key_at = alloca i64
  %mark = load ptr, ptr %c
  %line = call ptr @pv(ptr %c, i64 %ply)
  store i64 -1, ptr %line
  %stop = call i1 @must_stop(ptr %c)
  br i1 %stop, label %stopped, label %begin
stopped:
  ret i32 1000
begin:
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
  %o = load i1, ptr %flag
  br i1 %o, label %ended, label %is_leaf
is_leaf:
  %at_end = icmp eq i64 %depth, 0
  br i1 %at_end, label %judge, label %list
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
  br i1 %none, label %ended, label %some
ended:
  %e5 = call i32 @leaf(ptr %c, STATE %s, i1 %max, i64 5, i64 %ply, ptr %out)
  store ptr %mark, ptr %c
  ret i32 %e5
judge:
  %e6 = call i32 @leaf(ptr %c, STATE %s, i1 %max, i64 6, i64 %ply, ptr %out)
  store ptr %mark, ptr %c
  ret i32 %e6
some:
  %is_last = icmp eq i64 %depth, 0
  br i1 %is_last, label %judge, label %inner
inner:
  store i64 -1, ptr %hash_move
  store i64 0, ptr %key_at
  %estimates = call i64 @word(ptr %c, i64 7)
  %mask = call i64 @word(ptr %c, i64 12)
  %table_at = getelementptr i64, ptr %c, i64 11
  %table = load ptr, ptr %table_at
  %deep = icmp sge i64 %depth, 2
  br i1 %deep, label %probe, label %prepare
probe:
  %key = call i64 @k_hash(STATE %s)
  store i64 %key, ptr %key_at
  %slot = and i64 %key, %mask
  %slot4 = shl i64 %slot, 2
  %entry = getelementptr i64, ptr %table, i64 %slot4
  %held = load i64, ptr %entry
  %hit = icmp eq i64 %held, %key
  br i1 %hit, label %found, label %prepare
found:
  %meta_at = getelementptr i64, ptr %entry, i64 2
  %meta = load i64, ptr %meta_at
  %move_of = lshr i64 %meta, 16
  store i64 %move_of, ptr %hash_move
  %depth_of = lshr i64 %meta, 4
  %depth_low = and i64 %depth_of, 4095
  %as_deep = icmp eq i64 %depth_low, %depth
  br i1 %as_deep, label %usable, label %prepare
usable:
  %value_at = getelementptr i64, ptr %entry, i64 1
  %value = load double, ptr %value_at
  %bound = and i64 %meta, 3
  %exact = icmp eq i64 %bound, 0
  %lower = icmp eq i64 %bound, 1
  %above = fcmp oge double %value, %beta
  %under = fcmp ole double %value, %alpha0
  %cut_low = and i1 %lower, %above
  %upper = icmp eq i64 %bound, 2
  %cut_high = and i1 %upper, %under
  %a1 = or i1 %exact, %cut_low
  %use = or i1 %a1, %cut_high
  br i1 %use, label %answer, label %prepare
answer:
  %guess = and i64 %meta, 4
  %has_guess = icmp ne i64 %guess, 0
  br i1 %has_guess, label %note, label %give
note:
  call void @count(ptr %c, i64 7)
  br label %give
give:
  call void @count(ptr %c, i64 10)
  store i64 %move_of, ptr %line
  %line1 = getelementptr i64, ptr %line, i64 1
  store i64 -1, ptr %line1
  store double %value, ptr %out
  store ptr %mark, ptr %c
  ret i32 0
prepare:
  %bytes = shl i64 %n, 4
  %ranks = call ptr @rt_alloc(ptr %c, i64 %bytes)
  %no_room = icmp eq ptr %ranks, null
  br i1 %no_room, label %bad0, label %rank_all
bad0:
  %f0 = call i32 @fault(ptr %c, i32 33, i64 3, i64 %ply)
  ret i32 %f0
rank_all:
  %order = getelementptr i64, ptr %ranks, i64 %n
  %first_move = load i64, ptr %hash_move
  br label %rank_head
rank_head:
  %ri = phi i64 [0, %rank_all], [%rj, %rank_done]
  %rmore = icmp slt i64 %ri, %n
  br i1 %rmore, label %rank, label %walk
rank:
  store double 0.0, ptr %part
  %has_order = icmp eq i64 HASORDER, 1
  br i1 %has_order, label %ask_rank, label %ranked
ask_rank:
  %rmark = load ptr, ptr %c
  %rmove_at = getelementptr MOVE, ptr %data, i64 %ri
  %rmove = load MOVE, ptr %rmove_at
  call void @step(ptr %c, i64 %ply, i64 %ri)
  %e7 = call i32 @k_order(ptr %c, STATE %s, MOVE %rmove, ptr %part)
  store ptr %rmark, ptr %c
  %ok7 = icmp eq i32 %e7, 0
  br i1 %ok7, label %ranked, label %bad7
bad7:
  %f7 = call i32 @fault(ptr %c, i32 %e7, i64 7, i64 %ply)
  ret i32 %f7
ranked:
  %rank_raw = load double, ptr %part
  %is_first = icmp eq i64 %ri, %first_move
  %rank_value = select i1 %is_first, double 0x7FEFFFFFFFFFFFFF, double %rank_raw
  br label %insert
insert:
  %k = phi i64 [%ri, %ranked], [%kl, %shift]
  %k_some = icmp sgt i64 %k, 0
  br i1 %k_some, label %compare, label %rank_done
compare:
  %kl = sub i64 %k, 1
  %left_at = getelementptr double, ptr %ranks, i64 %kl
  %left = load double, ptr %left_at
  %smaller = fcmp olt double %left, %rank_value
  br i1 %smaller, label %shift, label %rank_done
shift:
  %right_at = getelementptr double, ptr %ranks, i64 %k
  store double %left, ptr %right_at
  %ol_at = getelementptr i64, ptr %order, i64 %kl
  %ol = load i64, ptr %ol_at
  %or_at = getelementptr i64, ptr %order, i64 %k
  store i64 %ol, ptr %or_at
  br label %insert
rank_done:
  %goal = phi i64 [%k, %insert], [%k, %compare]
  %goal_at = getelementptr double, ptr %ranks, i64 %goal
  store double %rank_value, ptr %goal_at
  %order_at = getelementptr i64, ptr %order, i64 %goal
  store i64 %ri, ptr %order_at
  %rj = add i64 %ri, 1
  br label %rank_head
walk:
  %mark2 = load ptr, ptr %c
  %less = sub i64 %depth, 1
  %below = add i64 %ply, 1
  store double %alpha0, ptr %alpha_at
  br label %head
head:
  %i = phi i64 [0, %walk], [%j, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %turn, label %finish
turn:
  %number_at = getelementptr i64, ptr %order, i64 %i
  %number = load i64, ptr %number_at
  call void @step(ptr %c, i64 %ply, i64 %number)
  %move_at = getelementptr MOVE, ptr %data, i64 %number
  %move = load MOVE, ptr %move_at
  %e3 = call i32 @k_play(ptr %c, STATE %s, MOVE %move, ptr %child)
  %ok3 = icmp eq i32 %e3, 0
  br i1 %ok3, label %played, label %bad3
bad3:
  %f3 = call i32 @fault(ptr %c, i32 %e3, i64 4, i64 %ply)
  ret i32 %f3
played:
  %t = load STATE, ptr %child
  %e8 = call i32 @k_max(ptr %c, STATE %t, ptr %flag)
  %ok8 = icmp eq i32 %e8, 0
  br i1 %ok8, label %turned, label %bad8
bad8:
  %f8 = call i32 @fault(ptr %c, i32 %e8, i64 1, i64 %below)
  ret i32 %f8
turned:
  %whose = load i1, ptr %flag
  %same = icmp eq i1 %whose, %max
  %alpha = load double, ptr %alpha_at
  %minus_alpha = fneg double %alpha
  %minus_beta = fneg double %beta
  %a = select i1 %same, double %alpha, double %minus_beta
  %b = select i1 %same, double %beta, double %minus_alpha
  %e4 = call i32 @search(ptr %c, STATE %t, i1 %whose, i64 %less, double %a, double %b, i64 %below, ptr %part)
  %ok4 = icmp eq i32 %e4, 0
  br i1 %ok4, label %valued, label %bad4
bad4:
  ret i32 %e4
valued:
  %raw = load double, ptr %part
  %minus_raw = fneg double %raw
  %v = select i1 %same, double %raw, double %minus_raw
  %is_zero = icmp eq i64 %i, 0
  %before = load double, ptr %best_at
  %better = fcmp ogt double %v, %before
  %take = or i1 %is_zero, %better
  br i1 %take, label %improve, label %next
improve:
  store double %v, ptr %best_at
  store i64 %number, ptr %best_move
  store i64 %number, ptr %line
  %rest = call ptr @pv(ptr %c, i64 %below)
  br label %copy
copy:
  %p = phi i64 [0, %improve], [%q, %copied]
  %from_at = getelementptr i64, ptr %rest, i64 %p
  %from = load i64, ptr %from_at
  %q = add i64 %p, 1
  %to_at = getelementptr i64, ptr %line, i64 %q
  store i64 %from, ptr %to_at
  %end = icmp eq i64 %from, -1
  br i1 %end, label %window, label %copied
copied:
  br label %copy
window:
  %raise = fcmp ogt double %v, %alpha
  br i1 %raise, label %lift, label %cut_test
lift:
  store double %v, ptr %alpha_at
  br label %cut_test
cut_test:
  %cut = fcmp oge double %v, %beta
  br i1 %cut, label %cut_off, label %next
cut_off:
  %left_over = sub i64 %n, %i
  %any_left = icmp sgt i64 %left_over, 1
  br i1 %any_left, label %count_cut, label %finish
count_cut:
  %kind = select i1 %max, i64 9, i64 8
  call void @count(ptr %c, i64 %kind)
  br label %finish
next:
  store ptr %mark2, ptr %c
  %j = add i64 %i, 1
  br label %head
finish:
  store ptr %mark, ptr %c
  %result = load double, ptr %best_at
  store double %result, ptr %out
  br i1 %deep, label %remember, label %done
remember:
  %key2 = load i64, ptr %key_at
  %slot2 = and i64 %key2, %mask
  %slot8 = shl i64 %slot2, 2
  %entry2 = getelementptr i64, ptr %table, i64 %slot8
  store i64 %key2, ptr %entry2
  %value2_at = getelementptr i64, ptr %entry2, i64 1
  store double %result, ptr %value2_at
  %fails_low = fcmp ole double %result, %alpha0
  %fails_high = fcmp oge double %result, %beta
  %b0 = select i1 %fails_low, i64 2, i64 0
  %b1 = select i1 %fails_high, i64 1, i64 %b0
  %estimates2 = call i64 @word(ptr %c, i64 7)
  %guessed = icmp ne i64 %estimates, %estimates2
  %b2 = select i1 %guessed, i64 4, i64 0
  %b3 = or i64 %b1, %b2
  %d1 = shl i64 %depth, 4
  %b4 = or i64 %b3, %d1
  %chosen = load i64, ptr %best_move
  %m1 = shl i64 %chosen, 16
  %b5 = or i64 %b4, %m1
  %meta2_at = getelementptr i64, ptr %entry2, i64 2
  store i64 %b5, ptr %meta2_at
  br label %done
done:
  ret i32 0
}

define i32 @e_search(ptr %c, ptr %state, i64 %depth, double %alpha, double %beta, ptr %out) {
  %flag = alloca i1
  %s = load STATE, ptr %state
  %e = call i32 @k_max(ptr %c, STATE %s, ptr %flag)
  %ok = icmp eq i32 %e, 0
  br i1 %ok, label %go, label %bad
bad:
  %f = call i32 @fault(ptr %c, i32 %e, i64 1, i64 0)
  ret i32 %f
go:
  %max = load i1, ptr %flag
  %r = call i32 @search(ptr %c, STATE %s, i1 %max, i64 %depth, double %alpha, double %beta, i64 0, ptr %out)
  ret i32 %r
}
"""
