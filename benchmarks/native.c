/* The other side of benchmarks/native.py: Connect 4 and Othello in plain C, counting positions and searching with bare alpha-beta.
   The algorithms are those of engine/fixed.py, the boards those of games/connect4.py and games/othello.py.

   usage: native connect4|othello perft|alphabeta DEPTH        prints: answer nodes seconds (of CPU time) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
enum { INFINITE = 0x7fffffff, WIN = 1 << 30 };
static u64 nodes;

/* Connect 4, 7 x 6: one bit a cell, column by column, one empty bit above each column. */
typedef struct { u64 own, mask; int ply, won; } C4;

static inline int aligned(u64 d) {
  u64 m = d & (d >> 7);
  if (m & (m >> 14)) return 1;
  m = d & (d >> 1);
  if (m & (m >> 2)) return 1;
  m = d & (d >> 8);
  if (m & (m >> 16)) return 1;
  m = d & (d >> 6);
  return (m & (m >> 12)) != 0;
}
static inline C4 c4_play(C4 s, int column) {
  u64 other = s.own ^ s.mask, mask = s.mask | (s.mask + (1ULL << (column * 7)));
  C4 next = {other, mask, s.ply + 1, aligned(other ^ mask)};
  return next;
}
static inline int c4_legal(C4 s, int column) { return !(s.mask >> (column * 7 + 5) & 1); }
static inline int c4_over(C4 s) { return s.won || s.ply == 42; }

/* The estimate of games/connect4.py: cells that would complete four, and nearness to the middle. */
static const u64 BOARD = 0x3f | 0x3fULL << 7 | 0x3fULL << 14 | 0x3fULL << 21 | 0x3fULL << 28 | 0x3fULL << 35 | 0x3fULL << 42;
static inline u64 c4_threats(u64 d, u64 mask) {
  u64 found = (d << 1) & (d << 2) & (d << 3);
  for (int step = 6; step <= 8; step++) {
    u64 pairs = (d << step) & (d << 2 * step);
    found |= (pairs & (d << 3 * step)) | (pairs & (d >> step));
    pairs = (d >> step) & (d >> 2 * step);
    found |= (pairs & (d >> 3 * step)) | (pairs & (d << step));
  }
  return found & BOARD & ~mask;
}
static inline int c4_estimate(C4 s) {
  u64 other = s.own ^ s.mask;
  int value = 10 * (__builtin_popcountll(c4_threats(s.own, s.mask)) - __builtin_popcountll(c4_threats(other, s.mask)));
  u64 column = 0x3f;
  for (int number = 0; number < 7; number++, column <<= 7) {
    int weight = number < 6 - number ? number : 6 - number;
    value += weight * (__builtin_popcountll(s.own & column) - __builtin_popcountll(other & column));
  }
  return value;
}
static u64 c4_perft(C4 s, int depth) {
  if (c4_over(s)) return 0;
  u64 count = 0;
  for (int column = 0; column < 7; column++)
    if (c4_legal(s, column)) count += depth == 1 ? 1 : c4_perft(c4_play(s, column), depth - 1);
  return count;
}
static int c4_search(C4 s, int depth, int alpha, int beta) {
  nodes++;
  if (c4_over(s)) return s.won ? -WIN : 0;
  if (depth <= 0) return c4_estimate(s);
  int best = -INFINITE;
  for (int column = 0; column < 7; column++) {
    if (!c4_legal(s, column)) continue;
    int value = -c4_search(c4_play(s, column), depth - 1, -beta, -alpha);
    if (value > best) {
      best = value;
      if (best > alpha) alpha = best;
      if (best >= beta) break;
    }
  }
  return best;
}

/* Othello, 8 x 8. */
typedef struct { u64 own, other; } Ot;
static const u64 LEFT = 0xfefefefefefefefeULL, RIGHT = 0x7f7f7f7f7f7f7f7fULL;

static inline u64 up(u64 x, int k) { return k == 0 ? x << 1 & LEFT : k == 1 ? x << 8 : k == 2 ? x << 9 & LEFT : x << 7 & RIGHT; }
static inline u64 down(u64 x, int k) { return k == 0 ? x >> 1 & RIGHT : k == 1 ? x >> 8 : k == 2 ? x >> 9 & RIGHT : x >> 7 & LEFT; }
static inline u64 targets(u64 own, u64 other) {
  u64 found = 0;
  for (int k = 0; k < 4; k++) {
    u64 run = up(own, k) & other;
    for (int i = 0; i < 5; i++) run |= up(run, k) & other;
    found |= up(run, k);
    run = down(own, k) & other;
    for (int i = 0; i < 5; i++) run |= down(run, k) & other;
    found |= down(run, k);
  }
  return found & ~(own | other);
}
static inline u64 flips(u64 own, u64 other, int move) {
  u64 taken = 0, start = 1ULL << move;
  for (int k = 0; k < 4; k++) {
    u64 run = 0, x = up(start, k);
    while (x & other) { run |= x; x = up(x, k); }
    if (x & own) taken |= run;
    run = 0; x = down(start, k);
    while (x & other) { run |= x; x = down(x, k); }
    if (x & own) taken |= run;
  }
  return taken;
}
static inline Ot ot_play(Ot s, int move) {
  u64 taken = flips(s.own, s.other, move);
  Ot next = {s.other ^ taken, s.own | taken | 1ULL << move};
  return next;
}
static const u64 CORNERS = 0x8100000000000081ULL, EDGES = 0x7e8181818181817eULL, CENTRE = 0x007e7e7e7e7e7e00ULL;
static inline int ot_estimate(Ot s) {
  return 20 * (__builtin_popcountll(s.own & CORNERS) - __builtin_popcountll(s.other & CORNERS))
       + 5 * (__builtin_popcountll(s.own & EDGES) - __builtin_popcountll(s.other & EDGES))
       + (__builtin_popcountll(s.own & CENTRE) - __builtin_popcountll(s.other & CENTRE));
}
static u64 ot_perft(Ot s, int depth) {
  u64 open = targets(s.own, s.other), count = 0;
  if (!open) {
    if (!targets(s.other, s.own)) return 0;
    Ot passed = {s.other, s.own};
    return depth == 1 ? 1 : ot_perft(passed, depth - 1);
  }
  if (depth == 1) return __builtin_popcountll(open);
  for (; open; open &= open - 1) count += ot_perft(ot_play(s, __builtin_ctzll(open)), depth - 1);
  return count;
}
static int ot_search(Ot s, int depth, int alpha, int beta) {
  nodes++;
  u64 open = targets(s.own, s.other);
  if (!open && !targets(s.other, s.own)) {
    int difference = __builtin_popcountll(s.own) - __builtin_popcountll(s.other), empty = 64 - __builtin_popcountll(s.own | s.other);
    return difference > 0 ? WIN + difference + empty : difference < 0 ? -WIN + difference - empty : 0;
  }
  if (depth <= 0) return ot_estimate(s);
  if (!open) {
    Ot passed = {s.other, s.own};
    return -ot_search(passed, depth - 1, -beta, -alpha);
  }
  int best = -INFINITE;
  for (; open; open &= open - 1) {
    int value = -ot_search(ot_play(s, __builtin_ctzll(open)), depth - 1, -beta, -alpha);
    if (value > best) {
      best = value;
      if (best > alpha) alpha = best;
      if (best >= beta) break;
    }
  }
  return best;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int depth = atoi(argv[3]), perft = !strcmp(argv[2], "perft");
  long long answer;
  clock_t start = clock();
  if (!strcmp(argv[1], "connect4")) {
    C4 s = {0, 0, 0, 0};
    answer = perft ? (long long)c4_perft(s, depth) : c4_search(s, depth, -INFINITE, INFINITE);
  } else {
    Ot s = {1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36};
    answer = perft ? (long long)ot_perft(s, depth) : ot_search(s, depth, -INFINITE, INFINITE);
  }
  printf("%lld %llu %.6f\n", answer, (unsigned long long)(perft ? (u64)answer : nodes), (double)(clock() - start) / CLOCKS_PER_SEC);
  return 0;
}
