/* IDA* on the 15-puzzle with Manhattan distance, the quickest that we could write by hand: the board is one word, a slide is
   tried in each of the four directions unless it undoes the last one, and what is left of the threshold follows each slide.
   Prints nodes, seconds of CPU time and the threshold.

   puzzle LIMIT t0 t1 ... t15        tile t belongs in cell t, 0 is the blank                                              */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static signed char gain[16][4][16]; /* by blank, direction and tile: what a slide adds to g + h, 0 or 2 */
static long nodes, limit;
static int excess;

static int dive(uint64_t board, int blank, int before, int left, int h) {
    if (++nodes > limit) return 2;
    if (h == 0) return 1;
#define SLIDE(way, step)                                                                                               \
    if (blank + step != before) {                                                                                      \
        int cell = blank + step;                                                                                       \
        uint64_t tile = board >> 4 * cell & 15;                                                                        \
        int more = gain[blank][way][tile];                                                                             \
        if (left >= more) {                                                                                            \
            int answer = dive(board ^ tile << 4 * cell ^ tile << 4 * blank, cell, blank, left - more, h + more - 1);    \
            if (answer) return answer;                                                                                 \
        } else if (more - left < excess)                                                                               \
            excess = more - left;                                                                                      \
    }
    if (blank >= 4) SLIDE(0, -4)
    if (blank & 3) SLIDE(1, -1)
    if ((blank & 3) != 3) SLIDE(2, 1)
    if (blank < 12) SLIDE(3, 4)
    return 0;
}

static int far(int tile, int cell) {
    return tile == 0 ? 0 : abs(tile / 4 - cell / 4) + abs(tile % 4 - cell % 4);
}

int main(int count, char **texts) {
    static const int steps[4] = {-4, -1, 1, 4};
    int blank = 0, h = 0;
    uint64_t board = 0;
    if (count != 18) return 2;
    limit = atol(texts[1]);
    for (int cell = 0; cell < 16; cell++) {
        int tile = atoi(texts[cell + 2]);
        board |= (uint64_t)tile << 4 * cell;
        if (tile == 0) blank = cell;
        h += far(tile, cell);
        for (int way = 0; way < 4; way++)
            for (int other = 1; other < 16; other++)
                gain[cell][way][other] = 1 + far(other, cell) - far(other, cell + steps[way]);
    }
    clock_t began = clock();
    int threshold = h;
    for (;;) {
        excess = 1000;
        if (dive(board, blank, -9, threshold - h, h)) break;
        threshold += excess;
    }
    printf("%ld %f %d\n", nodes, (double)(clock() - began) / CLOCKS_PER_SEC, threshold);
    return 0;
}
