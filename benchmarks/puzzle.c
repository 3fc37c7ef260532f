/* IDA* on the 15-puzzle with Manhattan distance, as one writes it in C: the board is changed in place, the distance follows
   each slide, and the slide that would undo the last one is left out. Prints nodes, seconds of CPU time and the threshold.

   puzzle LIMIT t0 t1 ... t15        tile t belongs in cell t, 0 is the blank                                              */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int tiles[16], near[16][5], far[16][16];
static long nodes, limit;
static int threshold, excess;

static int dive(int blank, int before, int g, int h) {
    if (++nodes > limit) return 2;
    if (h == 0) return 1;
    for (int i = 0; near[blank][i] >= 0; i++) {
        int cell = near[blank][i];
        if (cell == before) continue;
        int tile = tiles[cell], rest = h + far[tile][blank] - far[tile][cell];
        if (g + 1 + rest > threshold) {
            if (g + 1 + rest < excess) excess = g + 1 + rest;
            continue;
        }
        tiles[blank] = tile;
        tiles[cell] = 0;
        int answer = dive(cell, blank, g + 1, rest);
        if (answer) return answer;
        tiles[cell] = tile;
        tiles[blank] = 0;
    }
    return 0;
}

int main(int count, char **texts) {
    int blank = 0, h = 0;
    if (count != 18) return 2;
    limit = atol(texts[1]);
    for (int cell = 0; cell < 16; cell++) {
        int row = cell / 4, column = cell % 4, n = 0;
        if (row > 0) near[cell][n++] = cell - 4;
        if (column > 0) near[cell][n++] = cell - 1;
        if (column < 3) near[cell][n++] = cell + 1;
        if (row < 3) near[cell][n++] = cell + 4;
        near[cell][n] = -1;
        for (int tile = 1; tile < 16; tile++)
            far[tile][cell] = abs(tile / 4 - row) + abs(tile % 4 - column);
    }
    for (int cell = 0; cell < 16; cell++) {
        tiles[cell] = atoi(texts[cell + 2]);
        if (tiles[cell] == 0) blank = cell;
        h += far[tiles[cell]][cell];
    }
    clock_t began = clock();
    threshold = h;
    for (;;) {
        excess = 1000;
        if (dive(blank, -1, 0, h)) break;
        threshold = excess;
    }
    printf("%ld %f %d\n", nodes, (double)(clock() - began) / CLOCKS_PER_SEC, threshold);
    return 0;
}
