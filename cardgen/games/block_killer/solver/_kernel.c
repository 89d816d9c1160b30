/* The search of the solver in C. It does the same as open_placements.py, bound.py and search.py, in the same order;
 * these explain why. Every number of the game comes from Python, as tables: see kernel.py for their order.
 *
 * Sets of positions are ten 64-bit columns between columns of walls. The floor is at bit FLOOR, higher rows are at
 * lower bits, unknown rows at higher ones. All other data are stored by rows.
 */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(_MSC_VER)
#include <intrin.h>
#define INLINE static __forceinline
static int first_bit(uint64_t bits) {
    unsigned long at;
    _BitScanForward64(&at, bits);
    return (int)at;
}
#else
#define INLINE static inline __attribute__((always_inline))
#define first_bit(bits) __builtin_ctzll(bits)
#endif

/* find_placements is compiled twice, with and without wide registers, if the system can choose by the processor. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

enum {
    WIDTH = 10,
    LANES = 12,
    WALL = 4,
    COLUMNS = LANES + 2 * WALL, /* two more than columns, to fill registers */
    FLOOR = 48,
    ROOM = 8,
    STEP = 4,
    DEPTH = 4,
    ROWS = 48,
    BLOCKS = 8,
    SHAPES = 4,
    KICKS = 5,
    NEEDS = 14,
    NEED_BITS = 6,
    NEED_MASK = 63,
    LOW_NEEDS = 10,
    BLOCK_BITS = 4,
    CARD_BITS = 4,
    DIGIT = 15,
    MOST_CARDS = 12,
    MOST_BLOCKS = 7,
    IMMOBILE = 0,
    THREE_CORNER = 1,
    ANY = 2,
    NEVER = 3,
    FULL_ROW = 1023,
    MOST_SPOTS = 1024, /* four shapes, ten columns, and in 48 rows no two locks directly above each other: 960 */
    PAUSES = 64
};
enum { GOES_ON, STOPPED, OUT_OF_MEMORY }; /* the result of every search function */

typedef uint64_t Columns[COLUMNS];

/* ---------------------------------------------------------------------------------------------------------------------
 * Hash tables with open addressing, emptied when full. The value of a key never changes, so entries can be dropped.
 */

typedef struct {
    uint64_t a, b, c;
    int32_t value;
    int32_t used;
} MemoEntry;
typedef struct {
    MemoEntry *entries;
    uint64_t size, count, most;
} Memo;

INLINE uint64_t mix(uint64_t value, uint64_t factor) {
    value *= factor;
    return value ^ value >> 32;
}

INLINE uint64_t memo_hash(uint64_t a, uint64_t b, uint64_t c) {
    return mix(mix(mix(a ^ 0x243f6a8885a308d3u, 0x9e3779b97f4a7c15u) ^ b, 0xbf58476d1ce4e5b9u) ^ c,
               0x94d049bb133111ebu);
}

static int memo_resize(Memo *memo, uint64_t size) {
    MemoEntry *old = memo->entries;
    uint64_t old_size = memo->size;
    MemoEntry *entries = calloc(size, sizeof *entries);
    if (!entries) return 0;
    for (uint64_t n = 0; old && n < old_size; n++) {
        if (!old[n].used) continue;
        uint64_t at = memo_hash(old[n].a, old[n].b, old[n].c) & (size - 1);
        while (entries[at].used) at = (at + 1) & (size - 1);
        entries[at] = old[n];
    }
    free(old);
    memo->entries = entries;
    memo->size = size;
    return 1;
}

INLINE int memo_find(const Memo *memo, uint64_t a, uint64_t b, uint64_t c, int *value) {
    if (!memo->size) return 0;
    for (uint64_t at = memo_hash(a, b, c) & (memo->size - 1);; at = (at + 1) & (memo->size - 1)) {
        const MemoEntry *entry = memo->entries + at;
        if (!entry->used) return 0;
        if (entry->a == a && entry->b == b && entry->c == c) {
            *value = entry->value;
            return 1;
        }
    }
}

static void memo_store(Memo *memo, uint64_t a, uint64_t b, uint64_t c, int value) {
    if (memo->count * 2 >= memo->size) {
        if (memo->size >= memo->most || !memo_resize(memo, memo->size ? memo->size * 2 : 1 << 12)) {
            if (!memo->size) return;
            memset(memo->entries, 0, memo->size * sizeof *memo->entries);
            memo->count = 0;
        }
    }
    uint64_t at = memo_hash(a, b, c) & (memo->size - 1);
    while (memo->entries[at].used) {
        MemoEntry *entry = memo->entries + at;
        if (entry->a == a && entry->b == b && entry->c == c) {
            entry->value = value;
            return;
        }
        at = (at + 1) & (memo->size - 1);
    }
    memo->entries[at] = (MemoEntry){a, b, c, value, 1};
    memo->count++;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The tables of the game, made by Python
 */

typedef struct {
    uint64_t low, high;
} Needs;
typedef struct {
    int count;
    int8_t dx[4], dy[4];
    uint16_t rows[4];
} Shape;
typedef struct {
    int target, count;
    int8_t dx[KICKS], dy[KICKS];
} Turn;
typedef struct {
    int count;
    int parts[4];
} Way;
typedef struct {
    int shapes, states, turning, shape_of[4];
    Shape shape[SHAPES];
    Turn turn[4][2];
    int kind, lock_kinds, cells, ways; /* for the bound */
    Way way[8];
} Block;
typedef struct {
    int attack, chain;
} Lock;
typedef struct {
    int shape, x, y;
    int spin, mini;
} Placed;
/* A placement with the rows that it clears and the needs of the rows after it. */
typedef struct {
    Needs needs;
    uint8_t shape;
    int8_t x, y;
    uint8_t spin, mini, lines, full, pad;
} Spot;
typedef struct {
    int tested_columns, certain, count;
    Spot spots[MOST_SPOTS];
} Placements;
typedef struct {
    uint64_t hash, check;
    uint64_t at;
} PlacementsEntry;

typedef struct {
    PyObject_HEAD int spin, minis_matter;
    Block block[BLOCKS];
    int8_t corner_x[4][4], corner_y[4][4];
    int lines, chains;
    Lock *locks; /* [kind][lines][chain] */
    uint8_t row_need[1 << WIDTH];
    int need_cells[NEEDS], need_single[NEEDS],
        step_left[5][NEEDS]; /* -2: too few cells, -1: filled, else the remaining need */
    int need_order[NEEDS];
    Memo bound, exact, rough;
    PlacementsEntry *slots;
    char *cache; /* placements, one entry after another */
    uint64_t cache_size, cache_used;
    int busy;
} Tables;

enum { CACHE_SLOTS = 1 << 16 };

static const Needs NOTHING = {0, 0};

INLINE Needs need_unit(int need) {
    Needs unit = NOTHING;
    if (need < LOW_NEEDS)
        unit.low = 1ull << NEED_BITS * need;
    else
        unit.high = 1ull << NEED_BITS * (need - LOW_NEEDS);
    return unit;
}
INLINE Needs plus(Needs a, Needs b) { return (Needs){a.low + b.low, a.high + b.high}; }
INLINE Needs minus(Needs a, Needs b) { return (Needs){a.low - b.low, a.high - b.high}; }
INLINE Needs both(Needs a, Needs b) { return (Needs){a.low & b.low, a.high & b.high}; }
INLINE int need_count(Needs needs, int need) {
    return need < LOW_NEEDS ? (int)(needs.low >> NEED_BITS * need & NEED_MASK)
                            : (int)(needs.high >> NEED_BITS * (need - LOW_NEEDS) & NEED_MASK);
}
INLINE Needs row_needs(const Tables *tables, int row) {
    int need = tables->row_need[row];
    return need < NEEDS ? need_unit(need) : NOTHING;
}
INLINE const Lock *lock_of(const Tables *tables, int kind, int lines, int chain) {
    return tables->locks + (kind * tables->lines + lines) * tables->chains + chain;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Placements above unknown rows: see open_placements.py
 */

typedef struct {
    uint16_t rows[ROWS];
    int height;
} Field; /* rows above the height are 0 */

/* Several columns are processed at a time if the compiler has vectors. */
#if defined(__GNUC__)
typedef uint64_t Lanes __attribute__((vector_size(32), aligned(8), may_alias));
enum { AT_ONCE = 4 };
#else
typedef uint64_t Lanes;
enum { AT_ONCE = 1 };
#endif
#define EACH(x) for (int x = WALL; x < WALL + LANES; x += AT_ONCE)
#define AT(set, x) (*(Lanes *)((set) + (x)))
#define IN(set, x) (*(const Lanes *)((set) + (x)))

INLINE int any_lane_bits(const Lanes *lanes) {
    const uint64_t *values = (const uint64_t *)lanes;
    uint64_t bits = 0;
    for (int n = 0; n < AT_ONCE; n++) bits |= values[n];
    return bits != 0;
}
INLINE int any_bits(const uint64_t *set) {
    Lanes bits = IN(set, WALL);
    for (int x = WALL + AT_ONCE; x < WALL + LANES; x += AT_ONCE) bits |= IN(set, x);
    return any_lane_bits(&bits);
}
INLINE int same(const uint64_t *one, const uint64_t *other) {
    Lanes bits = IN(one, WALL) ^ IN(other, WALL);
    for (int x = WALL + AT_ONCE; x < WALL + LANES; x += AT_ONCE) bits |= IN(one, x) ^ IN(other, x);
    return !any_lane_bits(&bits);
}
#define FALL(reached, usable) (((((usable) + (reached)) ^ (usable)) | (reached)) & (usable))

/* Loops, because compilers use slow string instructions for so few bytes. */
INLINE void clear(uint64_t *set) {
    Lanes nothing = IN(set, 0) ^ IN(set, 0);
    for (int x = 0; x < COLUMNS; x += AT_ONCE) AT(set, x) = nothing;
}
INLINE void copy(uint64_t *to, const uint64_t *from) {
    for (int x = 0; x < COLUMNS; x += AT_ONCE) AT(to, x) = IN(from, x);
}

INLINE void fits(uint64_t *where, const uint64_t *cells, const Shape *shape) {
    EACH(x) AT(where, x) = IN(cells + shape->dx[0], x) << shape->dy[0];
    for (int n = 1; n < shape->count; n++) {
        const uint64_t *from = cells + shape->dx[n];
        int up = shape->dy[n];
        EACH(x) AT(where, x) &= IN(from, x) << up;
    }
}
INLINE void slide(uint64_t *reached, const uint64_t *usable) {
    Columns wider;
    clear(wider);
    for (;;) {
        EACH(x) {
            Lanes inside = IN(usable, x), wide = (IN(reached, x) | IN(reached, x - 1) | IN(reached, x + 1)) & inside;
            AT(wider, x) = FALL(wide, inside);
        }
        if (same(wider, reached)) return;
        EACH(x) AT(reached, x) = IN(wider, x);
    }
}
/* Move a set by (dx, dy). Up is towards the lower bits. */
INLINE void moved(uint64_t *to, const uint64_t *from, int dx, int dy) {
    from -= dx;
    if (dy >= 0)
        EACH(x) AT(to, x) = IN(from, x) >> dy;
    else
        EACH(x) AT(to, x) = IN(from, x) << -dy;
}

/* By shape: tested positions that depend on the first unknown row; and, if `arrivals` is set, the positions after turns
 * and those after unkicked turns. */
typedef struct {
    int arrivals;
    Columns asked[SHAPES], arrived[SHAPES], unkicked[SHAPES];
} Notes;

/* Each test is computed at the place where the turn begins, with the sets of the target shifted to it: a processor
 * waits if it reads data at another offset just after storing them. */
INLINE void turn_all(const Block *block, Columns *states, Columns *usable, Columns *asks, Notes *notes, uint64_t low,
                     int careful) {
    Columns waiting[4], left, inside, asking, fit, entered, shifted, wider;
    uint64_t ended = careful ? ~0ull : 0;
    clear(fit), clear(asking), clear(wider);
    for (int n = 0; n < 4; n++)
        EACH(x) AT(waiting[n], x) = AT(states[n], x) & low;
    for (int going = 1; going;) {
        going = 0;
        for (int source = 0; source < 4; source++) {
            if (!any_bits(waiting[source])) continue;
            Columns fresh;
            copy(fresh, waiting[source]), clear(waiting[source]);
            going = 1;
            for (int way = 0; way < 2; way++) {
                const Turn *turn = &block->turn[source][way];
                int target = turn->target, shape = block->shape_of[target];
                uint64_t *state = states[target], *asked = notes->asked[shape];
                copy(left, fresh), clear(entered);
                for (int test = 0; test < turn->count; test++) {
                    int dx = turn->dx[test], dy = turn->dy[test];
                    moved(inside, usable[shape], -dx, -dy);
                    moved(shifted, asks[shape], -dx, -dy);
                    EACH(x) {
                        AT(fit, x) = AT(left, x) & AT(inside, x);
                        AT(asking, x) = AT(left, x) & AT(shifted, x);
                        AT(left, x) &= ~(AT(fit, x) | (AT(asking, x) & ended));
                    }
                    if (any_bits(asking)) {
                        moved(shifted, asking, dx, dy);
                        EACH(x) AT(asked, x) |= AT(shifted, x);
                    }
                    if (notes->arrivals) {
                        moved(shifted, fit, dx, dy);
                        EACH(x) AT(notes->arrived[shape], x) |= AT(shifted, x);
                        if (test == 0)
                            EACH(x) AT(notes->unkicked[shape], x) |= AT(shifted, x);
                    }
                    moved(shifted, state, -dx, -dy);
                    EACH(x) AT(fit, x) &= ~AT(shifted, x);
                    if (any_bits(fit)) {
                        moved(shifted, fit, dx, dy);
                        EACH(x) AT(entered, x) |= AT(shifted, x);
                    }
                    if (!any_bits(left)) break;
                }
                if (!any_bits(entered)) continue;
                EACH(x) AT(wider, x) = AT(state, x) | AT(entered, x);
                slide(wider, usable[shape]);
                EACH(x) {
                    AT(waiting[target], x) |= AT(wider, x) ^ AT(state, x);
                    AT(state, x) = AT(wider, x);
                }
            }
        }
    }
}

INLINE void any_state(uint64_t *to, const Block *block, Columns *states, int shape) {
    copy(to, states[shape]);
    if (block->states > block->shapes)
        EACH(x) AT(to, x) |= AT(states[shape + block->shapes], x);
}

static int collect(Placed *placed, int count, const Block *block, Columns *locked, Columns *spins, Columns *minis) {
    for (int shape = 0; shape < block->shapes; shape++)
        for (int x = 0; x < WIDTH; x++)
            for (uint64_t bits = locked[shape][WALL + x]; bits; bits &= bits - 1) {
                int bit = first_bit(bits);
                int spin = (int)(spins[shape][WALL + x] >> bit & 1), mini = (int)(minis[shape][WALL + x] >> bit & 1);
                placed[count++] = (Placed){shape, x, FLOOR - bit, spin, spin && mini};
            }
    return count;
}

/* Find the certain placements, then the others of the filled world. Returns the unknown columns they depend on. */
WIDE static int find_placements(const Tables *tables, const Field *field, int filled, int number, Placed *placed,
                                int *certain, int *count) {
    const Block *block = &tables->block[number];
    int shapes = block->shapes, height = field->height, rows = (height + ROOM + STEP - 1) / STEP * STEP;
    uint64_t board = ((1ull << rows) - 1) << (FLOOR + 1 - rows);
    Columns free_cells = {0}, asking = {0};
    for (int x = 0; x < WIDTH; x++) {
        uint64_t cells = 0;
        for (int y = 0; y < height; y++) cells |= (uint64_t)(field->rows[y] >> x & 1) << (FLOOR - y);
        free_cells[WALL + x] = board & ~cells;
        asking[WALL + x] = free_cells[WALL + x] | 7ull << (FLOOR + 2) | (uint64_t)(~filled >> x & 1) << (FLOOR + 1);
    }
    Columns usable[SHAPES], land[SHAPES], asks[SHAPES], reached[SHAPES], states[4], locked[SHAPES], spins[SHAPES],
        minis[SHAPES];
    for (int s = 0; s < shapes; s++)
        clear(usable[s]), clear(asks[s]), clear(reached[s]), clear(spins[s]), clear(minis[s]);
    uint64_t seeds = (2ull << (FLOOR - height)) - 1;
    for (int s = 0; s < shapes; s++) {
        fits(usable[s], free_cells, &block->shape[s]);
        fits(asks[s], asking, &block->shape[s]);
        EACH(x) {
            Lanes inside = AT(usable[s], x);
            AT(land[s], x) = inside & ~(inside >> 1);
            AT(asks[s], x) &= ~inside;
            Lanes top = inside & seeds;
            AT(reached[s], x) = FALL(top, inside);
        }
        if (!same(reached[s], usable[s])) slide(reached[s], usable[s]);
    }
    Notes notes;
    int three = tables->spin == THREE_CORNER && block->turning && number == 4;
    int arrivals = tables->spin == ANY || three;
    notes.arrivals = arrivals || tables->minis_matter;
    for (int s = 0; s < shapes; s++) clear(notes.asked[s]), clear(notes.arrived[s]), clear(notes.unkicked[s]);
    for (int n = 0; n < block->states; n++) copy(states[n], reached[block->shape_of[n]]);
    /* A turn moves a block at most three rows down, so turns from higher positions only lead to reached ones. */
    uint64_t low = notes.arrivals ? ~0ull : ~((1ull << (FLOOR - height - 2)) - 1);
    if (block->turning) turn_all(block, states, usable, asks, &notes, low, 0);
    Columns positions = {0}, below = {0};
    for (int s = 0; s < shapes; s++) {
        any_state(positions, block, states, s);
        const uint64_t *inside = usable[s];
        EACH(x) AT(locked[s], x) = AT(positions, x) & AT(land[s], x);
        if (block->turning && tables->spin == IMMOBILE)
            EACH(x)
                AT(spins[s], x) = AT(locked[s], x) & ~AT(inside, x - 1) & ~AT(inside, x + 1) & ~(AT(inside, x) << 1);
        else if (block->turning && arrivals)
            EACH(x) AT(spins[s], x) = AT(locked[s], x) & AT(notes.arrived[s], x);
        if (three) {
            Columns corner[4];
            for (int n = 0; n < 4; n++) {
                memset(corner[n], 0, sizeof(Columns));
                moved(corner[n], free_cells, -tables->corner_x[s][n], -tables->corner_y[s][n]);
                for (int x = 0; x < WIDTH; x++) {
                    int to = x + tables->corner_x[s][n], up = tables->corner_y[s][n];
                    if (to >= 0 && to < WIDTH)
                        below[WALL + to] |= up >= 0 ? locked[s][WALL + x] >> up : locked[s][WALL + x] << -up;
                }
            }
            EACH(x) {
                Lanes a = ~AT(corner[0], x), b = ~AT(corner[1], x), c = ~AT(corner[2], x), d = ~AT(corner[3], x);
                AT(spins[s], x) &= (a & b & (c | d)) | (c & d & (a | b));
            }
        }
        if (tables->minis_matter)
            EACH(x) AT(minis[s], x) = AT(spins[s], x) & ~AT(notes.unkicked[s], x);
        EACH(x) AT(positions, x) = AT(notes.asked[s], x) | (AT(positions, x) << 1 & AT(asks[s], x));
        if (any_bits(positions))
            for (int n = 0; n < block->shape[s].count; n++) {
                uint64_t *to = below + block->shape[s].dx[n];
                int up = block->shape[s].dy[n];
                EACH(x) AT(to, x) |= AT(positions, x) >> up;
            }
    }
    int tested_columns = 0;
    for (int x = 0; x < WIDTH; x++) tested_columns |= (int)(below[WALL + x] >> (FLOOR + 1) & 1) << x;
    tested_columns &= ~filled;
    if (!tested_columns) {
        *certain = *count = collect(placed, 0, block, locked, spins, minis);
        return 0;
    }
    if (block->turning && (arrivals || tables->minis_matter)) {
        *certain = 0;
        *count = collect(placed, 0, block, locked, spins, minis);
        return tested_columns;
    }
    /* Search again, if any lock needs a turn; now a turn ends at a test that depends on an unknown cell. */
    int turned = 0;
    for (int s = 0; s < shapes; s++) {
        EACH(x) AT(positions, x) = AT(locked[s], x) & ~AT(reached[s], x);
        turned |= any_bits(positions);
    }
    if (turned) {
        for (int n = 0; n < block->states; n++) copy(states[n], reached[block->shape_of[n]]);
        turn_all(block, states, usable, asks, &notes, low, 1);
    }
    Columns certain_locks[SHAPES];
    for (int s = 0; s < shapes; s++) {
        any_state(positions, block, states, s);
        EACH(x) {
            AT(certain_locks[s], x) = AT(positions, x) & AT(land[s], x) & ~(AT(asks[s], x) >> 1);
            AT(locked[s], x) &= ~AT(certain_locks[s], x);
        }
    }
    *certain = collect(placed, 0, block, certain_locks, spins, minis);
    *count = collect(placed, *certain, block, locked, spins, minis);
    return tested_columns;
}

/* Place a block above the known rows, and clear the rows of `full`, whose bits begin at the block's lowest row. */
static void place(Field *to, const Field *field, const Shape *shape, int x, int y, int full) {
    int height = field->height;
    *to = *field;
    for (int n = 0; n < 4; n++)
        if (shape->rows[n]) {
            to->rows[y + n] |= (uint16_t)(shape->rows[n] << x);
            if (y + n >= height) height = y + n + 1;
        }
    for (int n = 3; n >= 0; n--)
        if (full >> n & 1) {
            memmove(to->rows + y + n, to->rows + y + n + 1, (size_t)(height - y - n - 1) * sizeof *to->rows);
            to->rows[--height] = 0;
        }
    to->height = height;
}

typedef struct {
    uint64_t one, two;
} Hash;

INLINE void add_hash(Hash *hash, uint64_t value) {
    hash->one = mix(hash->one ^ value, 0x9e3779b97f4a7c15u);
    hash->two = mix((hash->two ^ value) + 0x632be59bd9b4e019u, 0xd6e8feb86659fd93u);
}
INLINE void add_field(Hash *hash, const Field *field) {
    for (int y = 0; y < field->height; y += 4) {
        uint64_t four;
        memcpy(&four, field->rows + y, sizeof four);
        add_hash(hash, four);
    }
    add_hash(hash, (uint64_t)field->height);
}

/* The placements of a block, from the cache if possible. Valid until the next call. */
static const Placements *cached_placements(Tables *tables, const Field *field, int filled, int number) {
    Hash hash = {0, 0};
    add_field(&hash, field);
    add_hash(&hash, (uint64_t)filled << 8 | (uint64_t)number);
    hash.one = mix(hash.one, 0x94d049bb133111ebu), hash.two |= 1;
    PlacementsEntry *entry = tables->slots + (hash.one >> 7 & (CACHE_SLOTS - 1));
    if (entry->hash == hash.one && entry->check == hash.two) return (const Placements *)(tables->cache + entry->at);
    if (tables->cache_used + sizeof(Placements) > tables->cache_size) {
        memset(tables->slots, 0, CACHE_SLOTS * sizeof *tables->slots);
        tables->cache_used = 0;
    }
    Placed placed[MOST_SPOTS];
    Placements *placements = (Placements *)(tables->cache + tables->cache_used);
    placements->tested_columns =
        find_placements(tables, field, filled, number, placed, &placements->certain, &placements->count);
    Needs needs = NOTHING;
    for (int y = 0; y < field->height; y++) needs = plus(needs, row_needs(tables, field->rows[y]));
    for (int n = 0; n < placements->count; n++) {
        const Placed *from = placed + n;
        const Shape *shape = &tables->block[number].shape[from->shape];
        Needs needs_after = needs;
        int full = 0;
        uint8_t lines = 0;
        for (int up = 0; up < 4; up++) {
            if (!shape->rows[up]) continue;
            int y = from->y + up, row = field->rows[y] | shape->rows[up] << from->x;
            if (y < field->height) needs_after = minus(needs_after, row_needs(tables, field->rows[y]));
            if (row == FULL_ROW)
                full |= 1 << up, lines++;
            else
                needs_after = plus(needs_after, row_needs(tables, row));
        }
        placements->spots[n] = (Spot){needs_after,
                                (uint8_t)from->shape,
                                (int8_t)from->x,
                                (int8_t)from->y,
                                (uint8_t)from->spin,
                                (uint8_t)from->mini,
                                lines,
                                (uint8_t)full,
                                0};
    }
    *entry = (PlacementsEntry){hash.one, hash.two, tables->cache_used};
    tables->cache_used += (offsetof(Placements, spots) + (size_t)placements->count * sizeof(Spot) + 15) & ~(size_t)15;
    return placements;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The bound: see bound.py
 */

INLINE int block_count(uint32_t blocks, int block) { return (int)(blocks >> BLOCK_BITS * block & DIGIT); }
INLINE uint32_t block_unit(int block) { return 1u << BLOCK_BITS * block; }

static uint32_t kinds_of(const Tables *tables, uint32_t blocks) {
    uint32_t kinds = 0;
    for (int b = 0; b < BLOCKS; b++) kinds += (uint32_t)block_count(blocks, b) << BLOCK_BITS * tables->block[b].kind;
    return kinds;
}
static void size_of(const Tables *tables, uint32_t blocks, int *number, int *cells) {
    *number = *cells = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int count = block_count(blocks, b);
        *number += count;
        *cells += count * tables->block[b].cells;
    }
}
static Needs mask_of(const Tables *tables, uint32_t blocks) {
    int number, cells;
    Needs mask = NOTHING;
    size_of(tables, blocks, &number, &cells);
    for (int need = 0; need < NEEDS; need++)
        if (tables->need_cells[need] <= (tables->need_single[need] ? number : cells)) {
            Needs unit = need_unit(need);
            mask.low |= unit.low * NEED_MASK, mask.high |= unit.high * NEED_MASK;
        }
    return mask;
}

static int most_exact(Tables *tables, Needs needs, uint32_t blocks, int chain);

typedef struct {
    Tables *tables;
    Needs needs, mask;
    uint32_t rest;
    int chain, more_lines, kinds, best;
} Laying;

static void lay(Laying *laying, Needs needs, const int *parts, int count, int first, Needs filled, int lines) {
    Tables *tables = laying->tables;
    if (!count) {
        int all = lines + laying->more_lines;
        Needs left = both(plus(needs, filled), laying->mask);
        for (int kind = 0; kind < 3; kind++) {
            if (!(laying->kinds >> kind & 1) || (kind && !all)) continue;
            const Lock *lock = lock_of(tables, kind, all, laying->chain);
            int value = lock->attack + (laying->rest ? most_exact(tables, left, laying->rest, lock->chain) : 0);
            if (value > laying->best) laying->best = value;
        }
        return;
    }
    int part = parts[0], equal = count > 1 && parts[1] == part, lost = 1;
    while (lost < count && parts[lost] == part) lost++;
    lay(laying, needs, parts + lost, count - lost, 0, filled, lines);
    for (int need = first; need < NEEDS; need++) {
        int left = tables->step_left[part][need];
        if (left == -2 || !need_count(needs, need)) continue;
        lay(laying, minus(needs, need_unit(need)), parts + 1, count - 1, equal ? need : 0,
            left < 0 ? filled : plus(filled, need_unit(left)), left < 0 ? lines + 1 : lines);
    }
}

static int most_with_exact(Tables *tables, Needs needs, uint32_t blocks, int chain, int block, int more_lines) {
    const Block *data = &tables->block[block];
    uint32_t rest = blocks - block_unit(block);
    Laying laying = {tables, needs, mask_of(tables, rest), rest, chain, more_lines, data->lock_kinds, 0};
    for (int n = 0; n < data->ways; n++) lay(&laying, needs, data->way[n].parts, data->way[n].count, 0, NOTHING, 0);
    return laying.best;
}

static int most_exact(Tables *tables, Needs needs, uint32_t blocks, int chain) {
    uint64_t key = (uint64_t)blocks | (uint64_t)chain << 32;
    int best = 0;
    if (memo_find(&tables->exact, needs.low, needs.high, key, &best)) return best;
    for (int b = 0; b < BLOCKS; b++)
        if (block_count(blocks, b)) {
            int value = most_with_exact(tables, needs, blocks, chain, b, 0);
            if (value > best) best = value;
        }
    memo_store(&tables->exact, needs.low, needs.high, key, best);
    return best;
}

/* The most rows that can be filled, by number of cells. Returns how many rows of each need are filled, six bits each,
 * which identify the result. */
static uint64_t caps_of(const Tables *tables, Needs needs, int cells, uint8_t *caps) {
    uint64_t rows_by_cells = 0;
    int filled = 0, spent = 0;
    memset(caps, 0, (size_t)cells + 1);
    for (int n = 0; n < NEEDS; n++) {
        int need = tables->need_order[n], row_cells = tables->need_cells[need];
        for (int count = need_count(needs, need); count; count--) {
            spent += row_cells;
            if (spent > cells) return rows_by_cells;
            filled++;
            rows_by_cells += 1ull << NEED_BITS * (row_cells - 1);
            memset(caps + spent, filled, (size_t)(cells + 1 - spent));
        }
    }
    return rows_by_cells;
}

typedef struct {
    Tables *tables;
    const uint8_t *caps;
    uint64_t rows_by_cells;
    int cells;
} Rough;

static int rough_rest(const Rough *rough, uint32_t blocks, int lines, int chain);

static int rough_with(const Rough *rough, uint32_t blocks, int lines, int chain, int block, int more_lines) {
    Tables *tables = rough->tables;
    const Block *data = &tables->block[block];
    uint32_t rest = blocks - block_unit(block);
    int number, cells, parts = 0, best = 0;
    size_of(tables, rest, &number, &cells);
    for (int n = 0; n < data->ways; n++)
        if (data->way[n].count > parts) parts = data->way[n].count;
    int most = rough->caps[rough->cells - cells] - lines;
    if (most > parts) most = parts;
    for (int more = 0; more <= most; more++)
        for (int kind = 0; kind < 3; kind++) {
            if (!(data->lock_kinds >> kind & 1) || (kind && !(more + more_lines))) continue;
            const Lock *lock = lock_of(tables, kind, more + more_lines, chain);
            int value = lock->attack + rough_rest(rough, rest, lines + more, lock->chain);
            if (value > best) best = value;
        }
    return best;
}

static int rough_rest(const Rough *rough, uint32_t blocks, int lines, int chain) {
    if (!blocks) return 0;
    Memo *memo = &rough->tables->rough;
    uint64_t key = (uint64_t)blocks | (uint64_t)chain << 32 | (uint64_t)lines << 40;
    int best = 0;
    if (memo_find(memo, rough->rows_by_cells, (uint64_t)rough->cells, key, &best)) return best;
    for (int b = 0; b < BLOCKS; b++)
        if (block_count(blocks, b)) {
            int value = rough_with(rough, blocks, lines, chain, b, 0);
            if (value > best) best = value;
        }
    memo_store(memo, rough->rows_by_cells, (uint64_t)rough->cells, key, best);
    return best;
}

/* The inputs of the bound that many positions share: blocks by kind, their mask, and the empty rows they could fill. */
typedef struct {
    uint32_t kinds;
    Needs mask, empty;
    int number, cells;
} BoundInput;

static BoundInput bound_input(const Tables *tables, uint32_t blocks) {
    BoundInput input;
    input.kinds = kinds_of(tables, blocks);
    input.mask = mask_of(tables, blocks);
    size_of(tables, blocks, &input.number, &input.cells);
    input.empty = need_unit(WIDTH - 1);
    input.empty.low *= (uint64_t)(input.cells / WIDTH);
    return input;
}

/* The most attack of blocks; `block` is placed first and clears `more_lines` more lines, unless it is negative. */
static int most(Tables *tables, const BoundInput *input, Needs needs, int chain, int block, int more_lines,
                int exact_blocks) {
    needs = both(plus(needs, input->empty), input->mask);
    uint64_t key = (uint64_t)input->kinds | (uint64_t)chain << 32 | (uint64_t)(block + 1) << 40 |
                   (uint64_t)more_lines << 48 | (uint64_t)exact_blocks << 56;
    int best = 0;
    if (memo_find(&tables->bound, needs.low, needs.high, key, &best)) return best;
    if (input->number <= exact_blocks) {
        best = block < 0 ? most_exact(tables, needs, input->kinds, chain)
                         : most_with_exact(tables, needs, input->kinds, chain, block, more_lines);
    } else {
        uint8_t caps[64];
        Rough rough = {tables, caps, 0, input->cells};
        rough.rows_by_cells = caps_of(tables, needs, input->cells, caps);
        best = block < 0 ? rough_rest(&rough, input->kinds, 0, chain)
                         : rough_with(&rough, input->kinds, 0, chain, block, more_lines);
    }
    memo_store(&tables->bound, needs.low, needs.high, key, best);
    return best;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Positions and moves: see search.py
 */

typedef struct {
    Field field;
    uint64_t cards;
    uint32_t blocks;
    uint16_t filled;
    uint8_t garbage, chain;
} Position;
typedef struct {
    uint8_t block, shape, forms, lines, kind, discarded;
    int8_t x, y;
    uint16_t filled;
    uint8_t form[MOST_CARDS];
} Step;
typedef struct {
    int cells, holes, code, turned;
    Needs need;
} Form;
typedef struct {
    uint64_t one, two;
    int32_t value, used;
} Refuted;
typedef struct {
    Refuted *entries;
    uint64_t size, count, most;
} Refutations;

/* Placements that share everything except their cells. */
typedef struct {
    Field field;
    uint64_t cards;
    Needs needs;
    int filled, garbage, forms, first, count;
    uint8_t form[MOST_CARDS];
} Group;
typedef struct {
    Position after;
    Needs needs;
    Hash hash;
    Step step;
    int more, attack, left, lay;
} Waiting;
typedef struct {
    int one, two, at;
} Order;
typedef struct {
    Waiting waiting;
    int now, rank, solids, trail;
} Followed;
typedef struct {
    Step step;
    int before;
} Trail;

typedef struct {
    void *items;
    size_t size, used, room;
} List;

typedef struct {
    PyObject_HEAD Tables *tables;
    PyObject *pause; /* borrowed from the caller of the search */
    Form form[2 * MOST_CARDS];
    int forms, codes, blocks, least_garbage, hand_size, most_solids, solid_code, exact_blocks, start_chain;
    Field start_field;
    uint64_t start_cards;
    uint32_t start_blocks;
    long long positions, limit;
    Refutations failed, failed_ties;
    List groups, spots, waiting, order, trails, level, following, ranks;
    uint32_t *index; /* of `following`, by hash */
    size_t index_size;
    Step path[MOST_BLOCKS];
    int path_length, path_solids;
    int busy, pauses, raised;
    double last_pause;
    PyThreadState *thread;
} Search;

static void *list_add(List *list) {
    if (list->used == list->room) {
        size_t room = list->room ? list->room * 2 : 64;
        void *items = realloc(list->items, room * list->size);
        if (!items) return NULL;
        list->items = items;
        list->room = room;
    }
    return (char *)list->items + list->used++ * list->size;
}

INLINE int card_count(uint64_t cards, int code) { return (int)(cards >> CARD_BITS * code & DIGIT); }

static Needs card_needs(const Search *search, uint64_t cards) {
    Needs needs = NOTHING;
    for (int n = 0; n < search->forms; n++) {
        const Form *form = search->form + n;
        if (form->turned) continue;
        int count = card_count(cards, form->code);
        needs.low += (uint64_t)count * form->need.low, needs.high += (uint64_t)count * form->need.high;
    }
    return needs;
}

static double now_seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Call the pause function of Python from time to time. It raises to stop the search. */
static int pause_for(Search *search) {
    if (++search->pauses % PAUSES) return GOES_ON;
    double now = now_seconds();
    if (now >= search->last_pause && now - search->last_pause < 0.005) return GOES_ON;
    search->last_pause = now;
    PyEval_RestoreThread(search->thread);
    PyObject *answer = PyObject_CallNoArgs(search->pause);
    Py_XDECREF(answer);
    search->raised = !answer;
    search->thread = PyEval_SaveThread();
    return search->raised ? STOPPED : GOES_ON;
}
/* Stop if so many more positions are beyond the limit. */
static int check_limit(Search *search, size_t more) {
    if (search->positions + (long long)more <= search->limit) return GOES_ON;
    search->positions = search->limit;
    return STOPPED;
}
static int check_stop(Search *search) {
    int state = check_limit(search, 1);
    return state ? state : pause_for(search);
}

/* A set of placements: a bit for each row of each column of each shape. */
typedef uint64_t CellSet[SHAPES][WIDTH];

typedef struct {
    int block, solids, garbage, clears, most_forms;
} Placing;

static int add_group(Search *search, const Placing *placing, const Field *field, int filled, uint64_t cards,
                     const uint8_t *form, int forms, const Spot *spots, int count, CellSet *excluded) {
    size_t first = search->spots.used;
    for (int n = 0; n < count; n++) {
        const Spot *spot = spots + n;
        if (placing->clears && !spot->lines && !placing->solids) continue;
        if (excluded && (*excluded)[spot->shape][spot->x] >> spot->y & 1) continue;
        Spot *to = list_add(&search->spots);
        if (!to) return OUT_OF_MEMORY;
        *to = *spot;
    }
    if (search->spots.used == first) return GOES_ON;
    Group *group = list_add(&search->groups);
    if (!group) return OUT_OF_MEMORY;
    group->field = *field;
    group->cards = cards;
    group->needs = card_needs(search, cards);
    group->filled = filled;
    group->garbage = placing->garbage + forms;
    group->forms = forms;
    memcpy(group->form, form, (size_t)forms);
    group->first = (int)first;
    group->count = (int)(search->spots.used - first);
    return GOES_ON;
}

static int gather_from(Search *search, const Placing *placing, const Field *field, int filled, uint64_t cards,
                       uint8_t *form, int forms, CellSet *excluded) {
    int state = pause_for(search);
    if (!state) state = check_limit(search, search->spots.used);
    if (state) return state;
    const Placements *placements = cached_placements(search->tables, field, filled, placing->block);
    int tested_columns = placements->tested_columns;
    state = add_group(search, placing, field, filled, cards, form, forms, placements->spots, placements->certain,
                      excluded);
    if (state || !tested_columns) return state;
    state = add_group(search, placing, field, placing->solids ? 0 : filled | tested_columns, cards, form, forms,
                      placements->spots + placements->certain, placements->count - placements->certain, excluded);
    if (state || forms == placing->most_forms) return state;
    CellSet certain_cells;
    memset(certain_cells, 0, sizeof certain_cells);
    for (int n = 0; n < placements->certain; n++) {
        const Spot *spot = placements->spots + n;
        certain_cells[spot->shape][spot->x] |= 2ull << spot->y;
    }
    if (excluded)
        for (int s = 0; s < SHAPES; s++)
            for (int x = 0; x < WIDTH; x++) certain_cells[s][x] |= (*excluded)[s][x] << 1;
    Field lower;
    memset(&lower, 0, sizeof lower);
    memcpy(lower.rows + 1, field->rows, (size_t)field->height * sizeof *field->rows);
    lower.height = field->height + 1;
    for (int n = 0; n < search->forms; n++) {
        const Form *next = search->form + n;
        if (!card_count(cards, next->code) || !(next->holes & tested_columns) || next->holes & filled) continue;
        lower.rows[0] = (uint16_t)next->cells;
        form[forms] = (uint8_t)n;
        state =
            gather_from(search, placing, &lower, 0, cards - (1ull << CARD_BITS * next->code), form, forms + 1,
                        &certain_cells);
        if (state) return state;
    }
    return GOES_ON;
}

/* Find every way to place a block next, as groups of spots. */
static int gather(Search *search, const Position *position, int block, int solids, int clears, int most_forms) {
    Placing placing = {block, solids, position->garbage, clears, most_forms};
    uint8_t form[MOST_CARDS + 1];
    search->groups.used = search->spots.used = 0;
    int state = gather_from(search, &placing, &position->field, position->filled, position->cards, form, 0, NULL);
    if (!state) state = check_limit(search, search->spots.used);
    if (!state) search->positions += (long long)search->spots.used;
    return state;
}

static int count_cleared_cards(const Group *group, const Spot *spot) {
    int cleared_cards = 0;
    for (int n = 0; n < 4; n++) cleared_cards += (spot->full >> n & 1) && spot->y + n < group->garbage;
    return cleared_cards;
}

static Step step_of(const Group *group, const Spot *spot, int block, int solids, int kind) {
    Step step;
    memset(&step, 0, sizeof step);
    step.block = (uint8_t)block, step.shape = spot->shape, step.x = spot->x, step.y = spot->y;
    step.lines = (uint8_t)(spot->lines + solids), step.kind = (uint8_t)kind;
    step.discarded = (uint8_t)(count_cleared_cards(group, spot) + 2 * solids);
    step.filled = (uint16_t)group->filled, step.forms = (uint8_t)group->forms;
    memcpy(step.form, group->form, (size_t)group->forms);
    return step;
}

static void position_after(const Search *search, Position *after, const Group *group, const Spot *spot, int block,
                           uint32_t rest, int chain) {
    place(&after->field, &group->field, &search->tables->block[block].shape[spot->shape], spot->x, spot->y, spot->full);
    after->cards = group->cards;
    after->blocks = rest;
    after->filled = (uint16_t)group->filled;
    after->garbage = (uint8_t)(group->garbage - count_cleared_cards(group, spot));
    after->chain = (uint8_t)chain;
}

static Hash hash_of(const Position *position, int more) {
    Hash hash = {0, 0};
    add_field(&hash, &position->field);
    add_hash(&hash, position->cards);
    add_hash(&hash, (uint64_t)position->blocks | (uint64_t)position->filled << 32 | (uint64_t)position->garbage << 48 |
                        (uint64_t)position->chain << 56);
    add_hash(&hash, (uint64_t)(int64_t)more);
    hash.two |= 1;
    return hash;
}

/* Positions are identified by 128 bits of hash: among a billion, two collide once in about 10^20 hands. */
static Refuted *refuted_at(const Refutations *table, Hash hash) {
    if (!table->size) return NULL;
    uint64_t at = hash.one & (table->size - 1);
    while (table->entries[at].used && (table->entries[at].one != hash.one || table->entries[at].two != hash.two))
        at = (at + 1) & (table->size - 1);
    return table->entries + at;
}
static int refuted(const Refutations *table, Hash hash, int value) {
    const Refuted *entry = refuted_at(table, hash);
    return entry && entry->used && entry->value <= value;
}
static int refute(Refutations *table, Hash hash, int value) {
    if (table->count > table->most) {
        memset(table->entries, 0, table->size * sizeof *table->entries);
        table->count = 0;
    }
    if (table->count * 2 >= table->size) {
        Refutations larger = {NULL, table->size ? table->size * 2 : 1 << 12, table->count, table->most};
        larger.entries = calloc(larger.size, sizeof *larger.entries);
        if (!larger.entries) return OUT_OF_MEMORY;
        for (uint64_t n = 0; n < table->size; n++)
            if (table->entries[n].used)
                *refuted_at(&larger, (Hash){table->entries[n].one, table->entries[n].two}) = table->entries[n];
        free(table->entries);
        *table = larger;
    }
    Refuted *entry = refuted_at(table, hash);
    table->count += !entry->used;
    *entry = (Refuted){hash.one, hash.two, value, 1};
    return GOES_ON;
}

static int can_end(const Search *search, uint64_t cards, int filled) {
    if (!search->least_garbage) return 1;
    int left = 0;
    for (int code = 0; code < search->codes; code++) left += card_count(cards, code);
    int missing = search->least_garbage - (search->hand_size - left);
    if (missing <= 0) return 1;
    if (missing > left) return 0;
    for (int n = 0; n < search->forms; n++)
        if (card_count(cards, search->form[n].code) && !(search->form[n].holes & filled)) return 1;
    return 0;
}

static int compare_orders(const void *a, const void *b) {
    const Order *one = a, *other = b;
    if (one->one != other->one) return one->one > other->one ? -1 : 1;
    if (one->two != other->two) return one->two > other->two ? -1 : 1;
    return one->at < other->at ? -1 : one->at > other->at;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Searching. `has_path` is set if the path has a result. The path is written from its end.
 */

/* Sort the waiting moves from `first` on in the order in which they are followed. */
static int in_order(Search *search, size_t first, size_t *orders) {
    *orders = search->order.used;
    for (size_t n = first; n < search->waiting.used; n++) {
        const Waiting *waiting = (Waiting *)search->waiting.items + n;
        Order *order = list_add(&search->order);
        if (!order) return OUT_OF_MEMORY;
        *order = (Order){waiting->more, waiting->attack, (int)n};
    }
    size_t count = search->order.used - *orders;
    if (count) qsort((Order *)search->order.items + *orders, count, sizeof(Order), compare_orders);
    return GOES_ON;
}

/* An upper bound of the cards that can still be discarded. */
static int most_discarded(const Search *search, const Position *after) {
    const Tables *tables = search->tables;
    Needs needs = card_needs(search, after->cards);
    for (int y = 0; y < after->garbage; y++) needs = plus(needs, row_needs(tables, after->field.rows[y]));
    uint8_t caps[64];
    int number, cells;
    size_of(tables, after->blocks, &number, &cells);
    caps_of(tables, both(needs, mask_of(tables, after->blocks)), cells, caps);
    return caps[cells];
}

/* The target of a search: an attack; in the search for ties also discarded cards, with at most so many blocks. */
typedef struct {
    int ties, attack, discarded, blocks;
} Target;

static int search_for(Search *search, const Position *position, Needs needs, Target target, int solids, int depth,
                      int *has_path) {
    Tables *tables = search->tables;
    Refutations *failed = target.ties ? &search->failed_ties : &search->failed;
    int state = check_stop(search);
    *has_path = 0;
    if (state) return state;
    size_t first = search->waiting.used, orders = search->order.used;
    BoundInput input = bound_input(tables, position->blocks);
    for (int block = 0; block < BLOCKS; block++) {
        if (!block_count(position->blocks, block)) continue;
        if (most(tables, &input, needs, position->chain, tables->block[block].kind, solids, search->exact_blocks) <
            target.attack)
            continue;
        uint32_t rest = position->blocks - block_unit(block);
        BoundInput input_after = bound_input(tables, rest);
        int last = !rest || target.blocks == 1;
        int any_move_ends = !target.ties && target.attack <= 0 && !search->least_garbage;
        int clears = last && target.attack + target.discarded > 0;
        state = gather(search, position, block, solids, clears, any_move_ends ? 0 : MOST_CARDS + 1);
        if (state) return state;
        for (size_t g = 0; g < search->groups.used; g++) {
            const Group *group = (Group *)search->groups.items + g;
            const Spot *spots = (Spot *)search->spots.items + group->first;
            for (int n = 0; n < group->count; n++) {
                const Spot *spot = spots + n;
                int lines = spot->lines + solids, kind = lines && spot->spin ? 1 + spot->mini : 0;
                const Lock *lock = lock_of(tables, kind, lines, position->chain);
                int left = target.attack > lock->attack ? target.attack - lock->attack : 0, lay = 0;
                if (target.ties) {
                    int discarded = count_cleared_cards(group, spot) + 2 * solids;
                    lay = target.discarded > discarded ? target.discarded - discarded : 0;
                }
                if (!left && !lay && can_end(search, group->cards, group->filled)) {
                    search->path[depth] = step_of(group, spot, block, solids, kind);
                    search->path_length = depth + 1;
                    search->waiting.used = first;
                    *has_path = 1;
                    return GOES_ON;
                }
                if (last) continue;
                Needs needs_after = plus(group->needs, spot->needs);
                int more = most(tables, &input_after, needs_after, lock->chain, -1, 0, search->exact_blocks);
                if (more < left) continue;
                Position after;
                position_after(search, &after, group, spot, block, rest, lock->chain);
                if (target.ties && most_discarded(search, &after) < lay) continue;
                Hash hash = hash_of(&after, target.ties ? left : 0);
                if (refuted(failed, hash, target.ties ? lay : left)) continue;
                Waiting *waiting = list_add(&search->waiting);
                if (!waiting) return OUT_OF_MEMORY;
                Step step = step_of(group, spot, block, solids, kind);
                int order_value = target.ties ? step.discarded : lock->attack + more;
                *waiting = (Waiting){after, needs_after, hash, step, order_value, lock->attack, left, lay};
            }
        }
    }
    state = in_order(search, first, &orders);
    for (size_t n = orders; !state && !*has_path && n < search->order.used; n++) {
        Waiting waiting = ((Waiting *)search->waiting.items)[((Order *)search->order.items)[n].at];
        int value = target.ties ? waiting.lay : waiting.left;
        if (refuted(failed, waiting.hash, value)) continue;
        Target target_after = {target.ties, waiting.left, waiting.lay, target.blocks - 1};
        size_t orders_used = search->order.used, waiting_used = search->waiting.used;
        state = search_for(search, &waiting.after, waiting.needs, target_after, 0, depth + 1, has_path);
        search->order.used = orders_used, search->waiting.used = waiting_used;
        if (*has_path)
            search->path[depth] = waiting.step;
        else if (!state)
            state = refute(failed, waiting.hash, value);
    }
    search->order.used = orders, search->waiting.used = first;
    return state;
}

static Position root_of(const Search *search, int solids) {
    Position root;
    memset(&root, 0, sizeof root);
    root.field = search->start_field;
    root.cards = search->start_cards;
    if (solids) root.cards -= (uint64_t)(2 * solids) << CARD_BITS * search->solid_code;
    root.blocks = search->start_blocks;
    root.chain = (uint8_t)search->start_chain;
    return root;
}

static Needs root_needs(const Search *search, const Position *root) {
    Needs needs = card_needs(search, root->cards);
    for (int y = 0; y < root->field.height; y++) needs = plus(needs, row_needs(search->tables, root->field.rows[y]));
    return needs;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The beam
 */

/* A level keeps so many positions, or four times its width, before all but the best are dropped. */
enum { MOST_IN_LEVEL = 50000 };

static size_t index_at(const Search *search, Hash hash) {
    const Followed *following = search->following.items;
    size_t at = hash.one & (search->index_size - 1);
    while (search->index[at]) {
        const Hash *other = &following[search->index[at] - 1].waiting.hash;
        if (other->one == hash.one && other->two == hash.two) break;
        at = (at + 1) & (search->index_size - 1);
    }
    return at;
}

static int index_again(Search *search) {
    if (search->following.used * 2 >= search->index_size || !search->index) {
        size_t size = search->index_size ? search->index_size : 1 << 12;
        while (search->following.used * 2 >= size) size *= 2;
        uint32_t *index = malloc(size * sizeof *index);
        if (!index) return OUT_OF_MEMORY;
        free(search->index);
        search->index = index;
        search->index_size = size;
    }
    memset(search->index, 0, search->index_size * sizeof *search->index);
    for (size_t n = 0; n < search->following.used; n++)
        search->index[index_at(search, ((Followed *)search->following.items)[n].waiting.hash)] = (uint32_t)n + 1;
    return GOES_ON;
}

/* Sort the positions of the next level and keep the best `width`, as orders. */
static int rank(Search *search, size_t width) {
    search->ranks.used = 0;
    for (size_t n = 0; n < search->following.used; n++) {
        const Followed *followed = (Followed *)search->following.items + n;
        Order *order = list_add(&search->ranks);
        if (!order) return OUT_OF_MEMORY;
        *order = (Order){followed->rank, followed->now, (int)n};
    }
    if (search->ranks.used) qsort(search->ranks.items, search->ranks.used, sizeof(Order), compare_orders);
    if (search->ranks.used > width) search->ranks.used = width;
    return GOES_ON;
}

static int compare_places(const void *a, const void *b) { return ((const Order *)a)->at - ((const Order *)b)->at; }

static int follow(Search *search, const Waiting *waiting, int now, int more, int solids, int trail, size_t width,
                  int *left_out) {
    size_t at = index_at(search, waiting->hash);
    Followed followed = {*waiting, now, 2 * now + more, solids, trail};
    if (search->index[at]) {
        Followed *old = (Followed *)search->following.items + search->index[at] - 1;
        if (now > old->now) *old = followed;
        return GOES_ON;
    }
    Followed *to = list_add(&search->following);
    if (!to) return OUT_OF_MEMORY;
    *to = followed;
    search->index[at] = (uint32_t)search->following.used;
    if (search->following.used > MOST_IN_LEVEL && search->following.used > 4 * width) {
        if (rank(search, width)) return OUT_OF_MEMORY;
        qsort(search->ranks.items, search->ranks.used, sizeof(Order), compare_places);
        Followed *items = search->following.items;
        for (size_t n = 0; n < search->ranks.used; n++) items[n] = items[((Order *)search->ranks.items)[n].at];
        search->following.used = search->ranks.used;
        *left_out = 1;
        return index_again(search);
    }
    return search->following.used * 2 >= search->index_size ? index_again(search) : GOES_ON;
}

static PyObject *steps_object(const Step *steps, int count, int solids) {
    PyObject *path = PyTuple_New(count);
    for (int n = 0; path && n < count; n++) {
        const Step *step = steps + n;
        PyObject *item =
            Py_BuildValue("(iiiiiiiiy#)", step->block, step->shape, step->x, step->y, step->lines, step->kind,
                          step->discarded, step->filled, (const char *)step->form, (Py_ssize_t)step->forms);
        if (!item || PyTuple_SetItem(path, n, item)) {
            Py_DECREF(path);
            return NULL;
        }
    }
    return path ? Py_BuildValue("(iN)", solids, path) : NULL;
}

static int report_play(Search *search, PyObject *report, const Step *last, int trail, int solids) {
    Step steps[MOST_BLOCKS];
    int count = 1, first = MOST_BLOCKS - 1;
    steps[first] = *last;
    for (; trail >= 0; count++) {
        const Trail *from = (Trail *)search->trails.items + trail;
        steps[--first] = from->step;
        trail = from->before;
    }
    PyEval_RestoreThread(search->thread);
    PyObject *play = steps_object(steps + first, count, solids);
    PyObject *answer = play ? PyObject_CallFunctionObjArgs(report, play, NULL) : NULL;
    Py_XDECREF(play);
    Py_XDECREF(answer);
    search->raised = !answer;
    search->thread = PyEval_SaveThread();
    return search->raised ? STOPPED : GOES_ON;
}

static int beam(Search *search, size_t width, int most_forms, int attack, PyObject *report, int *left_out) {
    Tables *tables = search->tables;
    search->level.used = search->trails.used = 0;
    for (int solids = 0; solids <= search->most_solids; solids++) {
        Followed *root = list_add(&search->level);
        if (!root) return OUT_OF_MEMORY;
        memset(root, 0, sizeof *root);
        root->waiting.after = root_of(search, solids);
        root->waiting.needs = root_needs(search, &root->waiting.after);
        root->solids = solids;
        root->trail = -1;
    }
    while (search->level.used) {
        search->following.used = 0;
        if (index_again(search)) return OUT_OF_MEMORY;
        for (size_t number = 0; number < search->level.used; number++) {
            const Followed from = ((Followed *)search->level.items)[number];
            const Position *position = &from.waiting.after;
            int solids = from.trail < 0 ? from.solids : 0;
            BoundInput input = bound_input(tables, position->blocks);
            for (int block = 0; block < BLOCKS; block++) {
                if (!block_count(position->blocks, block)) continue;
                int state = check_stop(search);
                if (state) return state;
                if (from.now + most(tables, &input, from.waiting.needs, position->chain, tables->block[block].kind,
                                    solids, search->exact_blocks) <=
                    attack)
                    continue;
                uint32_t rest = position->blocks - block_unit(block);
                BoundInput input_after = bound_input(tables, rest);
                state = gather(search, position, block, solids, !rest && attack >= from.now, most_forms);
                if (state) return state;
                for (size_t g = 0; g < search->groups.used; g++) {
                    const Group *group = (Group *)search->groups.items + g;
                    const Spot *spots = (Spot *)search->spots.items + group->first;
                    for (int n = 0; n < group->count; n++) {
                        const Spot *spot = spots + n;
                        int lines = spot->lines + solids, kind = lines && spot->spin ? 1 + spot->mini : 0;
                        const Lock *lock = lock_of(tables, kind, lines, position->chain);
                        int now = from.now + lock->attack;
                        if (now > attack && can_end(search, group->cards, group->filled)) {
                            Step step = step_of(group, spot, block, solids, kind);
                            attack = now;
                            state = report_play(search, report, &step, from.trail, from.solids);
                            if (state) return state;
                        }
                        if (!rest) continue;
                        Waiting waiting;
                        waiting.needs = plus(group->needs, spot->needs);
                        int more = most(tables, &input_after, waiting.needs, lock->chain, -1, 0, search->exact_blocks);
                        if (now + more <= attack) continue;
                        position_after(search, &waiting.after, group, spot, block, rest, lock->chain);
                        waiting.hash = hash_of(&waiting.after, from.solids);
                        waiting.step = step_of(group, spot, block, solids, kind);
                        waiting.more = waiting.attack = waiting.left = waiting.lay = 0;
                        state = follow(search, &waiting, now, more, from.solids, from.trail, width, left_out);
                        if (state) return state;
                    }
                }
            }
        }
        *left_out |= search->following.used > width;
        if (rank(search, width)) return OUT_OF_MEMORY;
        search->level.used = 0;
        for (size_t n = 0; n < search->ranks.used; n++) {
            const Followed *followed = (Followed *)search->following.items + ((Order *)search->ranks.items)[n].at;
            Trail *trail = list_add(&search->trails);
            Followed *next = list_add(&search->level);
            if (!trail || !next) return OUT_OF_MEMORY;
            *trail = (Trail){followed->waiting.step, followed->trail};
            *next = *followed;
            next->trail = (int)search->trails.used - 1;
        }
    }
    return GOES_ON;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Python objects
 */

typedef struct {
    const char *bytes;
    Py_ssize_t left;
    int wrong;
} Reader;

static int next_int(Reader *reader, int least, int most) {
    int32_t value;
    if (reader->left < (Py_ssize_t)sizeof value) {
        reader->wrong = 1;
        return least;
    }
    memcpy(&value, reader->bytes, sizeof value);
    reader->bytes += sizeof value;
    reader->left -= (Py_ssize_t)sizeof value;
    if (value < least || value > most) {
        reader->wrong = 1;
        return least;
    }
    return value;
}

static void read_block(Reader *reader, Block *block) {
    block->shapes = next_int(reader, 1, SHAPES);
    block->states = next_int(reader, 1, 4);
    block->turning = next_int(reader, 0, 1);
    block->kind = next_int(reader, 0, BLOCKS - 1);
    block->lock_kinds = next_int(reader, 1, 7);
    block->cells = next_int(reader, 1, 4);
    for (int n = 0; n < 4; n++) block->shape_of[n] = next_int(reader, 0, SHAPES - 1);
    for (int s = 0; s < block->shapes; s++) {
        Shape *shape = &block->shape[s];
        shape->count = next_int(reader, 1, 4);
        for (int n = 0; n < shape->count; n++) {
            shape->dx[n] = (int8_t)next_int(reader, 0, 3);
            shape->dy[n] = (int8_t)next_int(reader, 0, 3);
            shape->rows[shape->dy[n]] |= (uint16_t)(1 << shape->dx[n]);
        }
    }
    for (int n = 0; block->turning && n < 8; n++) {
        Turn *turn = &block->turn[n / 2][n % 2];
        turn->target = next_int(reader, 0, 3);
        turn->count = next_int(reader, 1, KICKS);
        for (int test = 0; test < turn->count; test++) {
            turn->dx[test] = (int8_t)next_int(reader, -WALL, WALL);
            turn->dy[test] = (int8_t)next_int(reader, -8, 8);
        }
    }
    block->ways = next_int(reader, 1, 8);
    for (int n = 0; n < block->ways; n++) {
        block->way[n].count = next_int(reader, 1, 4);
        for (int part = 0; part < block->way[n].count; part++) block->way[n].parts[part] = next_int(reader, 1, 4);
    }
}

static void read_tables(Reader *reader, Tables *tables) {
    tables->spin = next_int(reader, IMMOBILE, NEVER);
    tables->minis_matter = next_int(reader, 0, 1);
    tables->lines = next_int(reader, 1, 64);
    tables->chains = next_int(reader, 1, 64);
    for (int b = 0; b < BLOCKS; b++) read_block(reader, &tables->block[b]);
    for (int n = 0; n < 16; n++) {
        tables->corner_x[n / 4][n % 4] = (int8_t)next_int(reader, -WALL, WALL);
        tables->corner_y[n / 4][n % 4] = (int8_t)next_int(reader, -WALL, WALL);
    }
    for (int need = 0; need < NEEDS; need++) {
        tables->need_cells[need] = next_int(reader, 1, WIDTH);
        tables->need_single[need] = next_int(reader, 0, 1);
    }
    for (int part = 1; part <= 4; part++)
        for (int need = 0; need < NEEDS; need++) tables->step_left[part][need] = next_int(reader, -2, NEEDS - 1);
    for (int n = 0; n < NEEDS; n++) tables->need_order[n] = next_int(reader, 0, NEEDS - 1);
    for (int row = 0; row < 1 << WIDTH; row++) tables->row_need[row] = (uint8_t)next_int(reader, 0, NEEDS);
    int locks = 3 * tables->lines * tables->chains;
    tables->locks = calloc((size_t)locks, sizeof *tables->locks);
    for (int n = 0; tables->locks && n < locks; n++) {
        tables->locks[n].attack = next_int(reader, 0, 1 << 20);
        tables->locks[n].chain = next_int(reader, 0, tables->chains + 1);
    }
}

static void release(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc free_self = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_self(self);
    Py_DECREF(type);
}

static void tables_dealloc(PyObject *self) {
    Tables *tables = (Tables *)self;
    free(tables->locks), free(tables->slots), free(tables->cache);
    free(tables->bound.entries), free(tables->exact.entries), free(tables->rough.entries);
    release(self);
}

static PyObject *tables_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    Reader reader = {NULL, 0, 0};
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "y#", &reader.bytes, &reader.left)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Tables *tables = (Tables *)allocate(type, 0);
    if (!tables) return NULL;
    read_tables(&reader, tables);
    tables->bound.most = tables->exact.most = 1 << 20;
    tables->rough.most = 1 << 19;
    tables->slots = calloc(CACHE_SLOTS, sizeof *tables->slots);
    tables->cache_size = 48u << 20;
    tables->cache = malloc(tables->cache_size);
    if (!tables->locks || !tables->slots || !tables->cache) {
        Py_DECREF(tables);
        return PyErr_NoMemory();
    }
    if (reader.wrong || reader.left) {
        Py_DECREF(tables);
        PyErr_SetString(PyExc_ValueError, "these are not tables of this kernel");
        return NULL;
    }
    return (PyObject *)tables;
}

static void read_search(Reader *reader, Search *search) {
    search->forms = next_int(reader, 0, 2 * MOST_CARDS);
    for (int n = 0; n < search->forms; n++) {
        Form *form = search->form + n;
        form->cells = next_int(reader, 0, FULL_ROW);
        form->holes = FULL_ROW & ~form->cells;
        form->code = next_int(reader, 0, MOST_CARDS - 1);
        form->turned = next_int(reader, 0, 1);
        form->need = need_unit(next_int(reader, 0, NEEDS - 1));
    }
    search->codes = next_int(reader, 0, MOST_CARDS);
    for (int code = 0; code < search->codes; code++)
        search->start_cards |= (uint64_t)next_int(reader, 0, MOST_CARDS) << CARD_BITS * code;
    for (int b = 0; b < BLOCKS; b++)
        search->start_blocks |= (uint32_t)next_int(reader, 0, MOST_BLOCKS) << BLOCK_BITS * b;
    search->start_chain = next_int(reader, 0, 63);
    search->most_solids = next_int(reader, 0, MOST_CARDS / 2);
    search->solid_code = next_int(reader, 0, MOST_CARDS);
    search->least_garbage = next_int(reader, 0, 100);
    search->hand_size = next_int(reader, 0, MOST_CARDS);
    search->exact_blocks = next_int(reader, 0, MOST_BLOCKS);
    search->failed.most = search->failed_ties.most = (uint64_t)next_int(reader, 1, 1 << 26);
    search->start_field.height = next_int(reader, 0, ROWS - ROOM);
    for (int y = 0; y < search->start_field.height; y++)
        search->start_field.rows[y] = (uint16_t)next_int(reader, 0, FULL_ROW - 1);
}

static PyTypeObject *tables_type, *search_type;

static void search_dealloc(PyObject *self) {
    Search *search = (Search *)self;
    List *lists[] = {&search->groups, &search->spots, &search->waiting,   &search->order,
                     &search->trails, &search->level, &search->following, &search->ranks};
    for (size_t n = 0; n < sizeof lists / sizeof *lists; n++) free(lists[n]->items);
    free(search->failed.entries), free(search->failed_ties.entries), free(search->index);
    Py_XDECREF((PyObject *)search->tables);
    release(self);
}

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    Reader reader = {NULL, 0, 0};
    PyObject *tables;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!y#", tables_type, &tables, &reader.bytes, &reader.left)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Search *search = (Search *)allocate(type, 0);
    if (!search) return NULL;
    Py_INCREF(tables);
    search->tables = (Tables *)tables;
    search->limit = INT64_MAX;
    search->groups.size = sizeof(Group), search->spots.size = sizeof(Spot), search->waiting.size = sizeof(Waiting);
    search->order.size = search->ranks.size = sizeof(Order), search->trails.size = sizeof(Trail);
    search->level.size = search->following.size = sizeof(Followed);
    read_search(&reader, search);
    int number = 0, chains = search->tables->chains;
    for (int b = 0; b < BLOCKS; b++) number += block_count(search->start_blocks, b);
    if (reader.wrong || reader.left || number > MOST_BLOCKS || search->start_chain + 2 * number > chains) {
        Py_DECREF(search);
        PyErr_SetString(PyExc_ValueError, "the kernel cannot search this hand");
        return NULL;
    }
    return (PyObject *)search;
}

static int begin(Search *search, PyObject *pause) {
    if (search->busy || search->tables->busy) {
        PyErr_SetString(PyExc_RuntimeError, "a search with these tables is running already");
        return 0;
    }
    search->busy = search->tables->busy = 1;
    search->waiting.used = search->order.used = 0;
    search->raised = 0;
    search->pause = pause;
    search->thread = PyEval_SaveThread();
    return 1;
}

/* Return the result of a search: that of `make_result`; False if it was stopped by its limit; NULL after an
 * exception. */
static PyObject *finish(Search *search, int state, PyObject *(*make_result)(Search *, int), int value) {
    PyEval_RestoreThread(search->thread);
    search->busy = search->tables->busy = 0;
    if (state == OUT_OF_MEMORY) return PyErr_NoMemory();
    if (search->raised) return NULL;
    if (state == STOPPED) Py_RETURN_FALSE;
    return make_result(search, value);
}
static PyObject *path_result(Search *search, int has_path) {
    if (!has_path) Py_RETURN_NONE;
    return steps_object(search->path, search->path_length, search->path_solids);
}
static PyObject *flag_result(Search *search, int flag) {
    (void)search;
    return PyLong_FromLong(flag);
}

static PyObject *search_most(PyObject *self, PyObject *nothing) {
    Search *search = (Search *)self;
    int best = 0;
    (void)nothing;
    if (!begin(search, NULL)) return NULL;
    for (int solids = 0; solids <= search->most_solids; solids++) {
        Position root = root_of(search, solids);
        BoundInput input = bound_input(search->tables, root.blocks);
        Needs needs = root_needs(search, &root);
        for (int b = 0; b < BLOCKS; b++) {
            if (!block_count(root.blocks, b)) continue;
            int value = most(search->tables, &input, needs, root.chain, search->tables->block[b].kind, solids,
                             search->exact_blocks);
            if (value > best) best = value;
        }
    }
    return finish(search, GOES_ON, flag_result, best);
}

/* Search a path to the target with the fewest solid rows. `begin` was called before. */
static PyObject *search_from_roots(Search *search, Target target) {
    int state = GOES_ON, has_path = 0;
    for (int solids = 0; !state && !has_path && solids <= search->most_solids; solids++) {
        Position root = root_of(search, solids);
        state = search_for(search, &root, root_needs(search, &root), target, solids, 0, &has_path);
        search->path_solids = solids;
    }
    return finish(search, state, path_result, has_path);
}

static PyObject *search_reach(PyObject *self, PyObject *args) {
    Search *search = (Search *)self;
    int target;
    PyObject *pause;
    if (!PyArg_ParseTuple(args, "iO", &target, &pause) || !begin(search, pause)) return NULL;
    return search_from_roots(search, (Target){0, target, 0, MOST_BLOCKS + 1});
}

static PyObject *search_reach_tie(PyObject *self, PyObject *args) {
    Search *search = (Search *)self;
    int attack, discarded, blocks;
    PyObject *pause;
    if (!PyArg_ParseTuple(args, "iiiO", &attack, &discarded, &blocks, &pause)) return NULL;
    if (blocks < 1) Py_RETURN_NONE;
    if (!begin(search, pause)) return NULL;
    if (search->failed_ties.count) memset(search->failed_ties.entries, 0, search->failed_ties.size * sizeof(Refuted));
    search->failed_ties.count = 0;
    return search_from_roots(search, (Target){1, attack, discarded, blocks});
}

static PyObject *search_beam(PyObject *self, PyObject *args) {
    Search *search = (Search *)self;
    int width, most_forms, attack, left_out;
    PyObject *report, *pause;
    if (!PyArg_ParseTuple(args, "iiiiOO", &width, &most_forms, &attack, &left_out, &report, &pause) ||
        !begin(search, pause))
        return NULL;
    int state = beam(search, (size_t)width, most_forms, attack, report, &left_out);
    return finish(search, state, flag_result, left_out);
}

static PyObject *search_positions(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyLong_FromLongLong(((Search *)self)->positions);
}
static PyObject *search_set_limit(PyObject *self, PyObject *args) {
    if (!PyArg_ParseTuple(args, "L", &((Search *)self)->limit)) return NULL;
    Py_RETURN_NONE;
}

/* The placements of a block above known rows: (tested columns, certain, [(shape, x, y, spin, mini), ...]). */
static PyObject *tables_find(PyObject *self, PyObject *args) {
    Tables *tables = (Tables *)self;
    Reader reader = {NULL, 0, 0};
    int filled, block;
    if (!PyArg_ParseTuple(args, "y#ii", &reader.bytes, &reader.left, &filled, &block)) return NULL;
    Field field;
    memset(&field, 0, sizeof field);
    for (; reader.left && field.height < ROWS - ROOM; field.height++)
        field.rows[field.height] = (uint16_t)next_int(&reader, 0, FULL_ROW);
    if (reader.wrong || reader.left || block < 0 || block >= BLOCKS) {
        PyErr_SetString(PyExc_ValueError, "no such field or block");
        return NULL;
    }
    Placed placed[MOST_SPOTS];
    int certain, count, tested_columns = find_placements(tables, &field, filled, block, placed, &certain, &count);
    PyObject *list = PyTuple_New(count);
    for (int n = 0; list && n < count; n++) {
        const Placed *placement = placed + n;
        PyObject *item = Py_BuildValue("(iiiii)", placement->shape, placement->x, placement->y, placement->spin,
                                       placement->mini);
        if (!item || PyTuple_SetItem(list, n, item)) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list ? Py_BuildValue("(iiN)", tested_columns, certain, list) : NULL;
}

static PyMethodDef tables_methods[] = {
    {"find", tables_find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyMethodDef search_methods[] = {
    {"most", search_most, METH_NOARGS, NULL},
    {"reach", search_reach, METH_VARARGS, NULL},
    {"reach_tie", search_reach_tie, METH_VARARGS, NULL},
    {"beam", search_beam, METH_VARARGS, NULL},
    {"positions", search_positions, METH_NOARGS, NULL},
    {"set_limit", search_set_limit, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot tables_slots[] = {
    {Py_tp_new, tables_new},
    {Py_tp_dealloc, tables_dealloc},
    {Py_tp_methods, tables_methods},
    {0, NULL},
};
static PyType_Slot search_slots[] = {
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {0, NULL},
};
static PyType_Spec tables_spec = {"cardgen.games.block_killer.solver._kernel.Tables", sizeof(Tables), 0,
                                  Py_TPFLAGS_DEFAULT, tables_slots};
static PyType_Spec search_spec = {"cardgen.games.block_killer.solver._kernel.Search", sizeof(Search), 0,
                                  Py_TPFLAGS_DEFAULT, search_slots};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_kernel", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    tables_type = (PyTypeObject *)PyType_FromSpec(&tables_spec);
    search_type = (PyTypeObject *)PyType_FromSpec(&search_spec);
    if (!tables_type || !search_type || PyModule_AddObjectRef(module, "Tables", (PyObject *)tables_type) ||
        PyModule_AddObjectRef(module, "Search", (PyObject *)search_type)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
