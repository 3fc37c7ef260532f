/* The other side of benchmarks/native.py: Connect 4 and Othello in plain C, counting positions and searching with bare alpha-beta.
   The algorithms are those of search/compiled/alphabeta.py and perft.py, the trees and their order the same; the rest is as fast as we know how.

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
static const u64 BOTTOM = 1 | 1ULL << 7 | 1ULL << 14 | 1ULL << 21 | 1ULL << 28 | 1ULL << 35 | 1ULL << 42, BOARD = 0x3f * BOTTOM;

static inline int aligned(u64 d) {
  u64 across = d & d >> 7, up = d & d >> 1, rising = d & d >> 8, falling = d & d >> 6;
  return ((across & across >> 14) | (up & up >> 2) | (rising & rising >> 16) | (falling & falling >> 12)) != 0;
}
/* The estimate of games/connect4.py: cells that would complete four, and nearness to the middle. */
static inline u64 threats(u64 d, u64 mask) {
  u64 found = d << 1 & d << 2 & d << 3;
  for (int step = 6; step <= 8; step++) {
    u64 pairs = d << step & d << 2 * step;
    found |= pairs & (d << 3 * step | d >> step);
    pairs = d >> step & d >> 2 * step;
    found |= pairs & (d >> 3 * step | d << step);
  }
  return found & BOARD & ~mask;
}
static inline int c4_estimate(u64 own, u64 mask) {
  u64 other = own ^ mask;
  int value = 10 * (__builtin_popcountll(threats(own, mask)) - __builtin_popcountll(threats(other, mask)));
  for (int weight = 1; weight < 4; weight++) {
    u64 columns = 0x3fULL << 7 * weight | 0x3fULL << 7 * (6 - weight);
    value += weight * (__builtin_popcountll(own & columns) - __builtin_popcountll(other & columns));
  }
  return value;
}
static u64 c4_perft(u64 own, u64 mask, int ply, int depth) {
  if (aligned(own ^ mask) || ply == 42) return 0;
  u64 cells = (mask + BOTTOM) & BOARD, count = 0;
  if (depth == 1) return __builtin_popcountll(cells);
  for (; cells; cells &= cells - 1) count += c4_perft(own ^ mask, mask | (cells & -cells), ply + 1, depth - 1);
  return count;
}
static int c4_search(u64 own, u64 mask, int ply, int depth, int alpha, int beta) {
  nodes++;
  if (aligned(own ^ mask)) return -WIN;
  if (ply == 42) return 0;
  if (depth <= 0) return c4_estimate(own, mask);
  int best = -INFINITE;
  for (u64 cells = (mask + BOTTOM) & BOARD; cells; cells &= cells - 1) {
    int value = -c4_search(own ^ mask, mask | (cells & -cells), ply + 1, depth - 1, -beta, -alpha);
    if (value > best) {
      best = value;
      if (best > alpha) alpha = best;
      if (best >= beta) break;
    }
  }
  return best;
}

/* Othello, 8 x 8. Moves by parallel prefix: runs of the other's discs double in each of eight directions, four of them side by side in
   the lanes of a vector. A move takes, on each of eight rays from its square, what lies before the nearest square that is not the
   other's, if that one is our own. */
typedef struct { u64 own, other; } Ot;
typedef u64 v4 __attribute__((vector_size(32)));
static u64 rays[64][8] __attribute__((aligned(64))); /* four that go up in the order of the bits, then four that go down */

static void make_rays(void) {
  static const int right[4] = {1, 0, 1, -1}, below[4] = {0, 1, 1, 1};
  for (int square = 0; square < 64; square++)
    for (int k = 0; k < 8; k++) {
      int sign = k < 4 ? 1 : -1, x = square % 8, y = square / 8;
      for (;;) {
        x += sign * right[k & 3];
        y += sign * below[k & 3];
        if (x < 0 || x > 7 || y < 0 || y > 7) break;
        rays[square][k] |= 1ULL << (8 * y + x);
      }
    }
}
static inline u64 any(v4 v) { return (v[0] | v[1]) | (v[2] | v[3]); }
static inline u64 targets(u64 own, u64 other) {
  const v4 step = {1, 8, 9, 7}, inner = {0x7e7e7e7e7e7e7e7eULL, ~0ULL, 0x7e7e7e7e7e7e7e7eULL, 0x7e7e7e7e7e7e7e7eULL};
  v4 run = other & inner, up = run & (own & ~(v4){0}) << step, down = run & (own & ~(v4){0}) >> step;
  v4 ups = run & run << step, downs = ups >> step;
  up |= run & up << step;
  down |= run & down >> step;
  up |= ups & up << 2 * step;
  down |= downs & down >> 2 * step;
  up |= ups & up << 2 * step;
  down |= downs & down >> 2 * step;
  return any(up << step | down >> step) & ~(own | other);
}
static inline u64 flips(u64 own, u64 other, int move) {
  v4 ray = *(const v4 *)rays[move], open = ray & ~other, hit = open & -open & own, taken = ray & (hit + (v4)(hit != 0));
  u64 lower = 0;
  for (int k = 4; k < 8; k++) {
    u64 below = rays[move][k] & ~other, last = 0x8000000000000000ULL >> __builtin_clzll(below | 1) & below & own;
    lower |= rays[move][k] & -(last << 1);
  }
  return any(taken) | lower;
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
  make_rays();
  clock_t start = clock();
  if (!strcmp(argv[1], "connect4")) {
    answer = perft ? (long long)c4_perft(0, 0, 0, depth) : c4_search(0, 0, 0, depth, -INFINITE, INFINITE);
  } else {
    Ot s = {1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36};
    answer = perft ? (long long)ot_perft(s, depth) : ot_search(s, depth, -INFINITE, INFINITE);
  }
  printf("%lld %llu %.6f\n", answer, (unsigned long long)(perft ? (u64)answer : nodes), (double)(clock() - start) / CLOCKS_PER_SEC);
  return 0;
}
