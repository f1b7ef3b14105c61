/* P8, the limit: the least that all lines of sight take, one after the other, with everything prepared.

   The same questions as rules/tabletop/sight.py asks on level ground, in doubles, stopping at the first that blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };
static const double HAIR = 1e-6;

typedef struct { double start, end; } part;

static int by_share(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The parts of a line inside an outline, seen from a hair to one side of it; whether it runs through a corner. */
static int inside(const double *c, int n, double x, double y, double dx, double dy, int aside, part *found, int *exact)
{
    double share[MOST], side[MOST];
    int met = 0;
    for (int v = 0; v < n; v++) {
        side[v] = dx * (c[2 * v + 1] - y) - dy * (c[2 * v] - x);
        if (side[v] == 0) *exact = 1;
    }
    for (int v = 0; v < n; v++) {
        int w = v + 1 < n ? v + 1 : 0;
        if ((aside ? side[v] >= 0 : side[v] > 0) == (aside ? side[w] >= 0 : side[w] > 0)) continue;
        double ex = c[2 * w] - c[2 * v], ey = c[2 * w + 1] - c[2 * v + 1];
        double at = ((c[2 * v] - x) * ey - (c[2 * v + 1] - y) * ex) / (side[w] - side[v]);
        share[met++] = at < 0 ? 0 : at > 1 ? 1 : at;
    }
    if (met == 2) {
        found[0].start = fmin(share[0], share[1]);
        found[0].end = fmax(share[0], share[1]);
        return 1;
    }
    qsort(share, met, sizeof *share, by_share);
    for (int k = 0; k < met / 2; k++) found[k] = (part){share[2 * k], share[2 * k + 1]};
    return met / 2;
}

/* What is inside seen from both sides; parts that only a corner parts are one. */
static int common(part *some, int n, const part *others, int m, double hair)
{
    part both[MOST];
    int found = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < m; b++) {
            part one = {fmax(some[a].start, others[b].start), fmin(some[a].end, others[b].end)};
            if (one.start >= one.end) continue;
            if (found && one.start - both[found - 1].end <= hair) both[found - 1].end = one.end;
            else both[found++] = one;
        }
    memcpy(some, both, found * sizeof *both);
    return found;
}

/* Shares of the line over the base at one of its ends. bases: half width, half depth, rim, cosine, sine. */
static double under(const double *base, double dx, double dy, double length)
{
    if (base[2] > 0) return base[2] / length;
    double right = fabs(dx * base[3] - dy * base[4]), ahead = fabs(dx * base[4] + dy * base[3]);
    return fmin(right > 0 ? base[0] / right : INFINITY, ahead > 0 ? base[1] / ahead : INFINITY);
}

/* boxes: middle x, middle y, half x, half y. hidden: stands by stands, set to 1 where the line is blocked. */
void look(int stands, const double *spots, const double *bases, const unsigned char *held, int pieces, const int *first,
          const double *corners, const double *boxes, unsigned char *hidden)
{
    part found[MOST], other[MOST];
    for (int i = 0; i < stands; i++)
        for (int j = i + 1; j < stands; j++) {
            double x = spots[2 * i], y = spots[2 * i + 1], dx = spots[2 * j] - x, dy = spots[2 * j + 1] - y;
            double mx = x + dx / 2, my = y + dy / 2, hx = fabs(dx) / 2, hy = fabs(dy) / 2, length = -1;
            if (dx == 0 && dy == 0) continue;
            for (int k = 0; k < pieces; k++) {
                const double *box = boxes + 4 * k;
                if (fabs(mx - box[0]) > hx + box[2] || fabs(my - box[1]) > hy + box[3]) continue;
                if (fabs(dx * (my - box[1]) - dy * (mx - box[0])) > box[3] * 2 * hx + box[2] * 2 * hy) continue;
                if (length < 0) length = hypot(dx, dy);
                const double *c = corners + 2 * first[k];
                int n = first[k + 1] - first[k], exact = 0, blocked = 0;
                int parts = inside(c, n, x, y, dx, dy, 0, found, &exact);
                double hair = HAIR / length;
                if (exact) parts = common(found, parts, other, inside(c, n, x, y, dx, dy, 1, other, &exact), hair);
                for (int p = 0; p < parts && !blocked; p++) {
                    if (found[p].end - found[p].start <= hair) continue;
                    double here = held[i * pieces + k] ? under(bases + 5 * i, dx, dy, length) : 0;
                    double there = held[j * pieces + k] ? under(bases + 5 * j, dx, dy, length) : 0;
                    blocked = found[p].start > here + hair && found[p].end < 1 - there - hair;
                }
                if (blocked) {
                    hidden[i * stands + j] = hidden[j * stands + i] = 1;
                    break;
                }
            }
        }
}
