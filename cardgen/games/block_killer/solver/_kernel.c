/* The search of the solver, compiled. It does what reach.py, bound.py and search.py do, in the same order, and they say
 * why; here it only says how. Every number of the game comes from Python, as tables: see kernel.py for their order.
 *
 * The well of a look is ten 64-bit columns between columns of walls, its floor at bit FLOOR, higher rows at lower bits,
 * unknown rows at higher ones. Everything else is kept by rows.
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

/* The look is compiled twice where the system chooses by the processor: with wide registers and without. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

enum {
    WIDTH = 10,
    LANES = 12,
    WALL = 4,
    COLUMNS = LANES + 2 * WALL, /* two lanes more than columns: whole registers */
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
    MOST_SPOTS = 1024, /* four shapes, ten columns, and no two locks one above the other in 48 rows: 960 */
    PAUSES = 64
};
enum { GOES_ON, STOPPED, OUT_OF_MEMORY }; /* what every search returns besides what it found */

typedef uint64_t Columns[COLUMNS];

/* ---------------------------------------------------------------------------------------------------------------------
 * Tables kept by content: open addressing, emptied when full. The answer of a key never changes, so nothing is lost.
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

static void memo_keep(Memo *memo, uint64_t a, uint64_t b, uint64_t c, int value) {
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
 * What Python says of the game
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
    int kind, lock_kinds, cells, ways; /* of the bound */
    Way way[8];
} Block;
typedef struct {
    int attack, chain;
} Lock;
typedef struct {
    int shape, x, y;
    int spin, mini;
} Placed;
/* A placement as the search wants it: what it clears and what the rows then need. */
typedef struct {
    Needs needs;
    uint8_t shape;
    int8_t x, y;
    uint8_t spin, mini, lines, full, pad;
} Spot;
typedef struct {
    int looked, certain, count;
    Spot spots[MOST_SPOTS];
} Look;
typedef struct {
    uint64_t hash, check;
    uint64_t at;
} LookEntry;

typedef struct {
    PyObject_HEAD int spin, minis_matter;
    Block block[BLOCKS];
    int8_t corner_x[4][4], corner_y[4][4];
    int lines, chains;
    Lock *locks; /* [kind][lines][chain] */
    uint8_t row_need[1 << WIDTH];
    int need_cells[NEEDS], need_single[NEEDS],
        step_left[5][NEEDS]; /* -2: cannot take it, -1: filled, else the need left */
    int need_order[NEEDS];
    Memo bound, exact, rough;
    LookEntry *looks;
    char *kept; /* looks, one after another */
    uint64_t kept_size, kept_used;
    int busy;
} Tables;

enum { LOOKS = 1 << 16 };

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
 * Looking: see reach.py
 */

typedef struct {
    uint16_t rows[ROWS];
    int height;
} Field; /* nothing but zeros above the height */

/* Columns are worked on as many at a time as the compiler has names for. */
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

INLINE int some_lanes(const Lanes *lanes) {
    const uint64_t *each = (const uint64_t *)lanes;
    uint64_t bits = 0;
    for (int n = 0; n < AT_ONCE; n++) bits |= each[n];
    return bits != 0;
}
INLINE int some(const uint64_t *set) {
    Lanes bits = IN(set, WALL);
    for (int x = WALL + AT_ONCE; x < WALL + LANES; x += AT_ONCE) bits |= IN(set, x);
    return some_lanes(&bits);
}
INLINE int same(const uint64_t *one, const uint64_t *other) {
    Lanes bits = IN(one, WALL) ^ IN(other, WALL);
    for (int x = WALL + AT_ONCE; x < WALL + LANES; x += AT_ONCE) bits |= IN(one, x) ^ IN(other, x);
    return !some_lanes(&bits);
}
#define FALL(reached, usable) (((((usable) + (reached)) ^ (usable)) | (reached)) & (usable))

/* By hand: compilers call slow string instructions for so few bytes. */
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
/* A set moved by (dx, dy), up being towards the lower bits. */
INLINE void moved(uint64_t *to, const uint64_t *from, int dx, int dy) {
    from -= dx;
    if (dy >= 0)
        EACH(x) AT(to, x) = IN(from, x) >> dy;
    else
        EACH(x) AT(to, x) = IN(from, x) << -dy;
}

/* By shape: positions that ask about the first unknown row and were tried by a turn; and, where they are wanted, where
 * turns arrive, and where unkicked ones do. */
typedef struct {
    int arrivals;
    Columns asked[SHAPES], arrived[SHAPES], unkicked[SHAPES];
} Notes;

/* Each test is worked out from where the turn begins, with the sets of the target moved there: what was stored just now
 * and is read elsewhere makes a processor wait. */
INLINE void turn_all(const Block *block, Columns *states, Columns *usable, Columns *asks, Notes *notes, uint64_t low,
                     int careful) {
    Columns waiting[4], left, inside, asking, fit, entered, there, wider;
    uint64_t ended = careful ? ~0ull : 0;
    clear(fit), clear(asking), clear(wider);
    for (int n = 0; n < 4; n++)
        EACH(x) AT(waiting[n], x) = AT(states[n], x) & low;
    for (int going = 1; going;) {
        going = 0;
        for (int source = 0; source < 4; source++) {
            if (!some(waiting[source])) continue;
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
                    moved(there, asks[shape], -dx, -dy);
                    EACH(x) {
                        AT(fit, x) = AT(left, x) & AT(inside, x);
                        AT(asking, x) = AT(left, x) & AT(there, x);
                        AT(left, x) &= ~(AT(fit, x) | (AT(asking, x) & ended));
                    }
                    if (some(asking)) {
                        moved(there, asking, dx, dy);
                        EACH(x) AT(asked, x) |= AT(there, x);
                    }
                    if (notes->arrivals) {
                        moved(there, fit, dx, dy);
                        EACH(x) AT(notes->arrived[shape], x) |= AT(there, x);
                        if (test == 0)
                            EACH(x) AT(notes->unkicked[shape], x) |= AT(there, x);
                    }
                    moved(there, state, -dx, -dy);
                    EACH(x) AT(fit, x) &= ~AT(there, x);
                    if (some(fit)) {
                        moved(there, fit, dx, dy);
                        EACH(x) AT(entered, x) |= AT(there, x);
                    }
                    if (!some(left)) break;
                }
                if (!some(entered)) continue;
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

static int collect(Placed *found, int count, const Block *block, Columns *locked, Columns *spins, Columns *minis) {
    for (int shape = 0; shape < block->shapes; shape++)
        for (int x = 0; x < WIDTH; x++)
            for (uint64_t bits = locked[shape][WALL + x]; bits; bits &= bits - 1) {
                int bit = first_bit(bits);
                int spin = (int)(spins[shape][WALL + x] >> bit & 1), mini = (int)(minis[shape][WALL + x] >> bit & 1);
                found[count++] = (Placed){shape, x, FLOOR - bit, spin, spin && mini};
            }
    return count;
}

/* The certain placements, then the others of the filled world; returns the columns looked at. */
WIDE static int look(const Tables *tables, const Field *known, int filled, int number, Placed *found, int *certain,
                     int *count) {
    const Block *block = &tables->block[number];
    int shapes = block->shapes, height = known->height, rows = (height + ROOM + STEP - 1) / STEP * STEP;
    uint64_t board = ((1ull << rows) - 1) << (FLOOR + 1 - rows);
    Columns free_cells = {0}, asking = {0};
    for (int x = 0; x < WIDTH; x++) {
        uint64_t cells = 0;
        for (int y = 0; y < height; y++) cells |= (uint64_t)(known->rows[y] >> x & 1) << (FLOOR - y);
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
    /* A turn takes a block at most three rows down: from higher up it arrives where nothing is in the way. */
    uint64_t low = notes.arrivals ? ~0ull : ~((1ull << (FLOOR - height - 2)) - 1);
    if (block->turning) turn_all(block, states, usable, asks, &notes, low, 0);
    Columns here = {0}, below = {0};
    for (int s = 0; s < shapes; s++) {
        any_state(here, block, states, s);
        const uint64_t *inside = usable[s];
        EACH(x) AT(locked[s], x) = AT(here, x) & AT(land[s], x);
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
        EACH(x) AT(here, x) = AT(notes.asked[s], x) | (AT(here, x) << 1 & AT(asks[s], x));
        if (some(here))
            for (int n = 0; n < block->shape[s].count; n++) {
                uint64_t *to = below + block->shape[s].dx[n];
                int up = block->shape[s].dy[n];
                EACH(x) AT(to, x) |= AT(here, x) >> up;
            }
    }
    int looked = 0;
    for (int x = 0; x < WIDTH; x++) looked |= (int)(below[WALL + x] >> (FLOOR + 1) & 1) << x;
    looked &= ~filled;
    if (!looked) {
        *certain = *count = collect(found, 0, block, locked, spins, minis);
        return 0;
    }
    if (block->turning && (arrivals || tables->minis_matter)) {
        *certain = 0;
        *count = collect(found, 0, block, locked, spins, minis);
        return looked;
    }
    /* Once more, with no turn going on past a test that asked; but not where nothing needs a turn. */
    int turned = 0;
    for (int s = 0; s < shapes; s++) {
        EACH(x) AT(here, x) = AT(locked[s], x) & ~AT(reached[s], x);
        turned |= some(here);
    }
    if (turned) {
        for (int n = 0; n < block->states; n++) copy(states[n], reached[block->shape_of[n]]);
        turn_all(block, states, usable, asks, &notes, low, 1);
    }
    Columns sure[SHAPES];
    for (int s = 0; s < shapes; s++) {
        any_state(here, block, states, s);
        EACH(x) {
            AT(sure[s], x) = AT(here, x) & AT(land[s], x) & ~(AT(asks[s], x) >> 1);
            AT(locked[s], x) &= ~AT(sure[s], x);
        }
    }
    *certain = collect(found, 0, block, sure, spins, minis);
    *count = collect(found, *certain, block, locked, spins, minis);
    return looked;
}

/* A block placed above known rows, and the rows cleared that `full` says, from its lowest row up. */
static void place(Field *to, const Field *known, const Shape *shape, int x, int y, int full) {
    int height = known->height;
    *to = *known;
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

/* A look, from those kept if it is there. Valid until the next. */
static const Look *look_up(Tables *tables, const Field *known, int filled, int number) {
    Hash hash = {0, 0};
    add_field(&hash, known);
    add_hash(&hash, (uint64_t)filled << 8 | (uint64_t)number);
    hash.one = mix(hash.one, 0x94d049bb133111ebu), hash.two |= 1;
    LookEntry *entry = tables->looks + (hash.one >> 7 & (LOOKS - 1));
    if (entry->hash == hash.one && entry->check == hash.two) return (const Look *)(tables->kept + entry->at);
    if (tables->kept_used + sizeof(Look) > tables->kept_size) {
        memset(tables->looks, 0, LOOKS * sizeof *tables->looks);
        tables->kept_used = 0;
    }
    Placed placed[MOST_SPOTS];
    Look *made = (Look *)(tables->kept + tables->kept_used);
    made->looked = look(tables, known, filled, number, placed, &made->certain, &made->count);
    Needs needs = NOTHING;
    for (int y = 0; y < known->height; y++) needs = plus(needs, row_needs(tables, known->rows[y]));
    for (int n = 0; n < made->count; n++) {
        const Placed *from = placed + n;
        const Shape *shape = &tables->block[number].shape[from->shape];
        Needs then = needs;
        int full = 0;
        uint8_t lines = 0;
        for (int up = 0; up < 4; up++) {
            if (!shape->rows[up]) continue;
            int y = from->y + up, row = known->rows[y] | shape->rows[up] << from->x;
            if (y < known->height) then = minus(then, row_needs(tables, known->rows[y]));
            if (row == FULL_ROW)
                full |= 1 << up, lines++;
            else
                then = plus(then, row_needs(tables, row));
        }
        made->spots[n] = (Spot){then,
                                (uint8_t)from->shape,
                                (int8_t)from->x,
                                (int8_t)from->y,
                                (uint8_t)from->spin,
                                (uint8_t)from->mini,
                                lines,
                                (uint8_t)full,
                                0};
    }
    *entry = (LookEntry){hash.one, hash.two, tables->kept_used};
    tables->kept_used += (offsetof(Look, spots) + (size_t)made->count * sizeof(Spot) + 15) & ~(size_t)15;
    return made;
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
    const Block *what = &tables->block[block];
    uint32_t rest = blocks - block_unit(block);
    Laying laying = {tables, needs, mask_of(tables, rest), rest, chain, more_lines, what->lock_kinds, 0};
    for (int n = 0; n < what->ways; n++) lay(&laying, needs, what->way[n].parts, what->way[n].count, 0, NOTHING, 0);
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
    memo_keep(&tables->exact, needs.low, needs.high, key, best);
    return best;
}

/* How many rows can be filled, by cells; and the rows that this takes, which say it all: six bits a number of cells. */
static uint64_t caps_of(const Tables *tables, Needs needs, int cells, uint8_t *caps) {
    uint64_t taken = 0;
    int filled = 0, spent = 0;
    memset(caps, 0, (size_t)cells + 1);
    for (int n = 0; n < NEEDS; n++) {
        int need = tables->need_order[n], each = tables->need_cells[need];
        for (int count = need_count(needs, need); count; count--) {
            spent += each;
            if (spent > cells) return taken;
            filled++;
            taken += 1ull << NEED_BITS * (each - 1);
            memset(caps + spent, filled, (size_t)(cells + 1 - spent));
        }
    }
    return taken;
}

typedef struct {
    Tables *tables;
    const uint8_t *caps;
    uint64_t taken;
    int cells;
} Rough;

static int rough_rest(const Rough *rough, uint32_t blocks, int lines, int chain);

static int rough_with(const Rough *rough, uint32_t blocks, int lines, int chain, int block, int more_lines) {
    Tables *tables = rough->tables;
    const Block *what = &tables->block[block];
    uint32_t rest = blocks - block_unit(block);
    int number, cells, parts = 0, best = 0;
    size_of(tables, rest, &number, &cells);
    for (int n = 0; n < what->ways; n++)
        if (what->way[n].count > parts) parts = what->way[n].count;
    int most = rough->caps[rough->cells - cells] - lines;
    if (most > parts) most = parts;
    for (int more = 0; more <= most; more++)
        for (int kind = 0; kind < 3; kind++) {
            if (!(what->lock_kinds >> kind & 1) || (kind && !(more + more_lines))) continue;
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
    if (memo_find(memo, rough->taken, (uint64_t)rough->cells, key, &best)) return best;
    for (int b = 0; b < BLOCKS; b++)
        if (block_count(blocks, b)) {
            int value = rough_with(rough, blocks, lines, chain, b, 0);
            if (value > best) best = value;
        }
    memo_keep(memo, rough->taken, (uint64_t)rough->cells, key, best);
    return best;
}

/* What is asked of many positions in a row: blocks by kind, their mask, and the empty rows they could fill. */
typedef struct {
    uint32_t kinds;
    Needs mask, empty;
    int number, cells;
} Asking;

static Asking asking_of(const Tables *tables, uint32_t blocks) {
    Asking asking;
    asking.kinds = kinds_of(tables, blocks);
    asking.mask = mask_of(tables, blocks);
    size_of(tables, blocks, &asking.number, &asking.cells);
    asking.empty = need_unit(WIDTH - 1);
    asking.empty.low *= (uint64_t)(asking.cells / WIDTH);
    return asking;
}

/* The most that blocks can make; of `block` first, with more lines than those of its rows, unless it is negative. */
static int most(Tables *tables, const Asking *asking, Needs needs, int chain, int block, int more_lines,
                int exact_blocks) {
    needs = both(plus(needs, asking->empty), asking->mask);
    uint64_t key = (uint64_t)asking->kinds | (uint64_t)chain << 32 | (uint64_t)(block + 1) << 40 |
                   (uint64_t)more_lines << 48 | (uint64_t)exact_blocks << 56;
    int best = 0;
    if (memo_find(&tables->bound, needs.low, needs.high, key, &best)) return best;
    if (asking->number <= exact_blocks) {
        best = block < 0 ? most_exact(tables, needs, asking->kinds, chain)
                         : most_with_exact(tables, needs, asking->kinds, chain, block, more_lines);
    } else {
        uint8_t caps[64];
        Rough rough = {tables, caps, 0, asking->cells};
        rough.taken = caps_of(tables, needs, asking->cells, caps);
        best = block < 0 ? rough_rest(&rough, asking->kinds, 0, chain)
                         : rough_with(&rough, asking->kinds, 0, chain, block, more_lines);
    }
    memo_keep(&tables->bound, needs.low, needs.high, key, best);
    return best;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Positions and moves: see search.py
 */

typedef struct {
    Field known;
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

/* Placements that share everything but the place. */
typedef struct {
    Field known;
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
    PyObject *pause; /* borrowed from whoever searches */
    Form form[2 * MOST_CARDS];
    int forms, codes, blocks, least, laid_from, most_solids, solid_code, exact_blocks, start_chain;
    uint64_t start_cards;
    uint32_t start_blocks;
    long long positions, limit;
    Refutations failed, failed_ties;
    List groups, spots, waiting, order, trails, level, following, ranks;
    uint32_t *index; /* of following, by hash */
    size_t index_size;
    Step path[MOST_BLOCKS];
    int path_length, path_solids;
    int busy, pauses, raised;
    double asked;
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

/* Ask Python from time to time whether to go on. */
static int pause_for(Search *search) {
    if (++search->pauses % PAUSES) return GOES_ON;
    double now = now_seconds();
    if (now >= search->asked && now - search->asked < 0.005) return GOES_ON;
    search->asked = now;
    PyEval_RestoreThread(search->thread);
    PyObject *answer = PyObject_CallNoArgs(search->pause);
    Py_XDECREF(answer);
    search->raised = !answer;
    search->thread = PyEval_SaveThread();
    return search->raised ? STOPPED : GOES_ON;
}
/* Whether so many more positions are more than may be looked at. */
static int too_many(Search *search, size_t more) {
    if (search->positions + (long long)more <= search->limit) return GOES_ON;
    search->positions = search->limit;
    return STOPPED;
}
static int enough(Search *search) {
    int state = too_many(search, 1);
    return state ? state : pause_for(search);
}

/* Whether a cell set is among those taken: a bit for each row of each column of each shape. */
typedef uint64_t Taken[SHAPES][WIDTH];

typedef struct {
    int block, solids, garbage, clears, most_forms;
} Placing;

static int add_group(Search *search, const Placing *placing, const Field *known, int filled, uint64_t cards,
                     const uint8_t *form, int forms, const Spot *spots, int count, Taken *taken) {
    size_t first = search->spots.used;
    for (int n = 0; n < count; n++) {
        const Spot *spot = spots + n;
        if (placing->clears && !spot->lines && !placing->solids) continue;
        if (taken && (*taken)[spot->shape][spot->x] >> spot->y & 1) continue;
        Spot *to = list_add(&search->spots);
        if (!to) return OUT_OF_MEMORY;
        *to = *spot;
    }
    if (search->spots.used == first) return GOES_ON;
    Group *group = list_add(&search->groups);
    if (!group) return OUT_OF_MEMORY;
    group->known = *known;
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

static int gather_from(Search *search, const Placing *placing, const Field *known, int filled, uint64_t cards,
                       uint8_t *form, int forms, Taken *taken) {
    int state = pause_for(search);
    if (!state) state = too_many(search, search->spots.used);
    if (state) return state;
    const Look *seen = look_up(search->tables, known, filled, placing->block);
    int looked = seen->looked;
    state = add_group(search, placing, known, filled, cards, form, forms, seen->spots, seen->certain, taken);
    if (state || !looked) return state;
    state = add_group(search, placing, known, placing->solids ? 0 : filled | looked, cards, form, forms,
                      seen->spots + seen->certain, seen->count - seen->certain, taken);
    if (state || forms == placing->most_forms) return state;
    Taken sure;
    memset(sure, 0, sizeof sure);
    for (int n = 0; n < seen->certain; n++) sure[seen->spots[n].shape][seen->spots[n].x] |= 2ull << seen->spots[n].y;
    if (taken)
        for (int s = 0; s < SHAPES; s++)
            for (int x = 0; x < WIDTH; x++) sure[s][x] |= (*taken)[s][x] << 1;
    Field lower;
    memset(&lower, 0, sizeof lower);
    memcpy(lower.rows + 1, known->rows, (size_t)known->height * sizeof *known->rows);
    lower.height = known->height + 1;
    for (int n = 0; n < search->forms; n++) {
        const Form *next = search->form + n;
        if (!card_count(cards, next->code) || !(next->holes & looked) || next->holes & filled) continue;
        lower.rows[0] = (uint16_t)next->cells;
        form[forms] = (uint8_t)n;
        state =
            gather_from(search, placing, &lower, 0, cards - (1ull << CARD_BITS * next->code), form, forms + 1, &sure);
        if (state) return state;
    }
    return GOES_ON;
}

/* Every way to place a block next, as groups of spots. */
static int gather(Search *search, const Position *position, int block, int solids, int clears, int most_forms) {
    Placing placing = {block, solids, position->garbage, clears, most_forms};
    uint8_t form[MOST_CARDS + 1];
    search->groups.used = search->spots.used = 0;
    int state = gather_from(search, &placing, &position->known, position->filled, position->cards, form, 0, NULL);
    if (!state) state = too_many(search, search->spots.used);
    if (!state) search->positions += (long long)search->spots.used;
    return state;
}

static int gone_of(const Group *group, const Spot *spot) {
    int gone = 0;
    for (int n = 0; n < 4; n++) gone += (spot->full >> n & 1) && spot->y + n < group->garbage;
    return gone;
}

static Step step_of(const Group *group, const Spot *spot, int block, int solids, int kind) {
    Step step;
    memset(&step, 0, sizeof step);
    step.block = (uint8_t)block, step.shape = spot->shape, step.x = spot->x, step.y = spot->y;
    step.lines = (uint8_t)(spot->lines + solids), step.kind = (uint8_t)kind;
    step.discarded = (uint8_t)(gone_of(group, spot) + 2 * solids);
    step.filled = (uint16_t)group->filled, step.forms = (uint8_t)group->forms;
    memcpy(step.form, group->form, (size_t)group->forms);
    return step;
}

static void position_after(const Search *search, Position *after, const Group *group, const Spot *spot, int block,
                           uint32_t rest, int chain) {
    place(&after->known, &group->known, &search->tables->block[block].shape[spot->shape], spot->x, spot->y, spot->full);
    after->cards = group->cards;
    after->blocks = rest;
    after->filled = (uint16_t)group->filled;
    after->garbage = (uint8_t)(group->garbage - gone_of(group, spot));
    after->chain = (uint8_t)chain;
}

static Hash hash_of(const Position *position, int more) {
    Hash hash = {0, 0};
    add_field(&hash, &position->known);
    add_hash(&hash, position->cards);
    add_hash(&hash, (uint64_t)position->blocks | (uint64_t)position->filled << 32 | (uint64_t)position->garbage << 48 |
                        (uint64_t)position->chain << 56);
    add_hash(&hash, (uint64_t)(int64_t)more);
    hash.two |= 1;
    return hash;
}

/* Positions are kept by 128 bits of hash: two different ones of a billion fall together once in some 10^20 hands. */
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
    if (!search->least) return 1;
    int left = 0;
    for (int code = 0; code < search->codes; code++) left += card_count(cards, code);
    int missing = search->least - (search->laid_from - left);
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
 * Searching. `found` says whether the path holds an answer; it is laid from its end.
 */

/* The moves that wait from `first` on, in the order in which they are followed. */
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

/* No more cards than this can still be discarded. */
static int most_discarded(const Search *search, const Position *after) {
    const Tables *tables = search->tables;
    Needs needs = card_needs(search, after->cards);
    for (int y = 0; y < after->garbage; y++) needs = plus(needs, row_needs(tables, after->known.rows[y]));
    uint8_t caps[64];
    int number, cells;
    size_of(tables, after->blocks, &number, &cells);
    caps_of(tables, both(needs, mask_of(tables, after->blocks)), cells, caps);
    return caps[cells];
}

/* What is asked of a position: an attack; in the search for ties also cards discarded, with so many blocks at most. */
typedef struct {
    int ties, attack, discarded, blocks;
} Wanted;

static int search_for(Search *search, const Position *position, Needs needs, Wanted wanted, int solids, int depth,
                      int *found) {
    Tables *tables = search->tables;
    Refutations *failed = wanted.ties ? &search->failed_ties : &search->failed;
    int state = enough(search);
    *found = 0;
    if (state) return state;
    size_t first = search->waiting.used, orders = search->order.used;
    Asking whole = asking_of(tables, position->blocks);
    for (int block = 0; block < BLOCKS; block++) {
        if (!block_count(position->blocks, block)) continue;
        if (most(tables, &whole, needs, position->chain, tables->block[block].kind, solids, search->exact_blocks) <
            wanted.attack)
            continue;
        uint32_t rest = position->blocks - block_unit(block);
        Asking asking = asking_of(tables, rest);
        int last = !rest || wanted.blocks == 1, anything = !wanted.ties && wanted.attack <= 0 && !search->least;
        int clears = last && wanted.attack + wanted.discarded > 0;
        state = gather(search, position, block, solids, clears, anything ? 0 : MOST_CARDS + 1);
        if (state) return state;
        for (size_t g = 0; g < search->groups.used; g++) {
            const Group *group = (Group *)search->groups.items + g;
            const Spot *spots = (Spot *)search->spots.items + group->first;
            for (int n = 0; n < group->count; n++) {
                const Spot *spot = spots + n;
                int lines = spot->lines + solids, kind = lines && spot->spin ? 1 + spot->mini : 0;
                const Lock *lock = lock_of(tables, kind, lines, position->chain);
                int left = wanted.attack > lock->attack ? wanted.attack - lock->attack : 0, lay = 0;
                if (wanted.ties) {
                    int discarded = gone_of(group, spot) + 2 * solids;
                    lay = wanted.discarded > discarded ? wanted.discarded - discarded : 0;
                }
                if (!left && !lay && can_end(search, group->cards, group->filled)) {
                    search->path[depth] = step_of(group, spot, block, solids, kind);
                    search->path_length = depth + 1;
                    search->waiting.used = first;
                    *found = 1;
                    return GOES_ON;
                }
                if (last) continue;
                Needs then = plus(group->needs, spot->needs);
                int more = most(tables, &asking, then, lock->chain, -1, 0, search->exact_blocks);
                if (more < left) continue;
                Position after;
                position_after(search, &after, group, spot, block, rest, lock->chain);
                if (wanted.ties && most_discarded(search, &after) < lay) continue;
                Hash hash = hash_of(&after, wanted.ties ? left : 0);
                if (refuted(failed, hash, wanted.ties ? lay : left)) continue;
                Waiting *waiting = list_add(&search->waiting);
                if (!waiting) return OUT_OF_MEMORY;
                Step step = step_of(group, spot, block, solids, kind);
                int hope = wanted.ties ? step.discarded : lock->attack + more;
                *waiting = (Waiting){after, then, hash, step, hope, lock->attack, left, lay};
            }
        }
    }
    state = in_order(search, first, &orders);
    for (size_t n = orders; !state && !*found && n < search->order.used; n++) {
        Waiting waiting = ((Waiting *)search->waiting.items)[((Order *)search->order.items)[n].at];
        int value = wanted.ties ? waiting.lay : waiting.left;
        if (refuted(failed, waiting.hash, value)) continue;
        Wanted then = {wanted.ties, waiting.left, waiting.lay, wanted.blocks - 1};
        size_t orders_used = search->order.used, waiting_used = search->waiting.used;
        state = search_for(search, &waiting.after, waiting.needs, then, 0, depth + 1, found);
        search->order.used = orders_used, search->waiting.used = waiting_used;
        if (*found)
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
    root.cards = search->start_cards;
    if (solids) root.cards -= (uint64_t)(2 * solids) << CARD_BITS * search->solid_code;
    root.blocks = search->start_blocks;
    root.chain = (uint8_t)search->start_chain;
    return root;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The beam
 */

enum { CROWD = 50000 }; /* positions kept of one level, or four times its width, before all but the best are dropped */

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

/* The best `width` of what is followed, as orders. */
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
    if (search->following.used > CROWD && search->following.used > 4 * width) {
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

static int tell(Search *search, PyObject *report, const Step *last, int trail, int solids) {
    Step steps[MOST_BLOCKS];
    int count = 1, first = MOST_BLOCKS - 1;
    steps[first] = *last;
    for (; trail >= 0; count++) {
        const Trail *from = (Trail *)search->trails.items + trail;
        steps[--first] = from->step;
        trail = from->before;
    }
    PyEval_RestoreThread(search->thread);
    PyObject *found = steps_object(steps + first, count, solids);
    PyObject *answer = found ? PyObject_CallFunctionObjArgs(report, found, NULL) : NULL;
    Py_XDECREF(found);
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
        root->waiting.needs = card_needs(search, root->waiting.after.cards);
        root->solids = solids;
        root->trail = -1;
    }
    while (search->level.used) {
        search->following.used = 0;
        if (index_again(search)) return OUT_OF_MEMORY;
        for (size_t each = 0; each < search->level.used; each++) {
            const Followed from = ((Followed *)search->level.items)[each];
            const Position *position = &from.waiting.after;
            int solids = from.trail < 0 ? from.solids : 0;
            Asking whole = asking_of(tables, position->blocks);
            for (int block = 0; block < BLOCKS; block++) {
                if (!block_count(position->blocks, block)) continue;
                int state = enough(search);
                if (state) return state;
                if (from.now + most(tables, &whole, from.waiting.needs, position->chain, tables->block[block].kind,
                                    solids, search->exact_blocks) <=
                    attack)
                    continue;
                uint32_t rest = position->blocks - block_unit(block);
                Asking asking = asking_of(tables, rest);
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
                            state = tell(search, report, &step, from.trail, from.solids);
                            if (state) return state;
                        }
                        if (!rest) continue;
                        Waiting waiting;
                        waiting.needs = plus(group->needs, spot->needs);
                        int more = most(tables, &asking, waiting.needs, lock->chain, -1, 0, search->exact_blocks);
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
            const Followed *kept = (Followed *)search->following.items + ((Order *)search->ranks.items)[n].at;
            Trail *trail = list_add(&search->trails);
            Followed *next = list_add(&search->level);
            if (!trail || !next) return OUT_OF_MEMORY;
            *trail = (Trail){kept->waiting.step, kept->trail};
            *next = *kept;
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
    free(tables->locks), free(tables->looks), free(tables->kept);
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
    tables->looks = calloc(LOOKS, sizeof *tables->looks);
    tables->kept_size = 48u << 20;
    tables->kept = malloc(tables->kept_size);
    if (!tables->locks || !tables->looks || !tables->kept) {
        Py_DECREF(tables);
        return PyErr_NoMemory();
    }
    if (reader.wrong || reader.left) {
        Py_DECREF(tables);
        PyErr_SetString(PyExc_ValueError, "the tables are not those this kernel reads");
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
    search->start_chain = next_int(reader, 0, 1);
    search->most_solids = next_int(reader, 0, MOST_CARDS / 2);
    search->solid_code = next_int(reader, 0, MOST_CARDS);
    search->least = next_int(reader, 0, 100);
    search->laid_from = next_int(reader, 0, MOST_CARDS);
    search->exact_blocks = next_int(reader, 0, MOST_BLOCKS);
    search->failed.most = search->failed_ties.most = (uint64_t)next_int(reader, 1, 1 << 26);
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
        PyErr_SetString(PyExc_ValueError, "the hand is not one that this kernel searches");
        return NULL;
    }
    return (PyObject *)search;
}

static int begin(Search *search, PyObject *pause) {
    if (search->busy || search->tables->busy) {
        PyErr_SetString(PyExc_RuntimeError, "these tables are searched already");
        return 0;
    }
    search->busy = search->tables->busy = 1;
    search->waiting.used = search->order.used = 0;
    search->raised = 0;
    search->pause = pause;
    search->thread = PyEval_SaveThread();
    return 1;
}

/* What a search returns: what `found` says; False when it was stopped by its limit; NULL when something was raised. */
static PyObject *finish(Search *search, int state, PyObject *(*found)(Search *, int), int value) {
    PyEval_RestoreThread(search->thread);
    search->busy = search->tables->busy = 0;
    if (state == OUT_OF_MEMORY) return PyErr_NoMemory();
    if (search->raised) return NULL;
    if (state == STOPPED) Py_RETURN_FALSE;
    return found(search, value);
}
static PyObject *found_path(Search *search, int found) {
    if (!found) Py_RETURN_NONE;
    return steps_object(search->path, search->path_length, search->path_solids);
}
static PyObject *found_flag(Search *search, int flag) {
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
        Asking asking = asking_of(search->tables, root.blocks);
        Needs needs = card_needs(search, root.cards);
        for (int b = 0; b < BLOCKS; b++) {
            if (!block_count(root.blocks, b)) continue;
            int value = most(search->tables, &asking, needs, root.chain, search->tables->block[b].kind, solids,
                             search->exact_blocks);
            if (value > best) best = value;
        }
    }
    return finish(search, GOES_ON, found_flag, best);
}

/* A path to what is wanted, with the fewest solid rows. The search has begun. */
static PyObject *search_from_roots(Search *search, Wanted wanted) {
    int state = GOES_ON, found = 0;
    for (int solids = 0; !state && !found && solids <= search->most_solids; solids++) {
        Position root = root_of(search, solids);
        state = search_for(search, &root, card_needs(search, root.cards), wanted, solids, 0, &found);
        search->path_solids = solids;
    }
    return finish(search, state, found_path, found);
}

static PyObject *search_reach(PyObject *self, PyObject *args) {
    Search *search = (Search *)self;
    int target;
    PyObject *pause;
    if (!PyArg_ParseTuple(args, "iO", &target, &pause) || !begin(search, pause)) return NULL;
    return search_from_roots(search, (Wanted){0, target, 0, MOST_BLOCKS + 1});
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
    return search_from_roots(search, (Wanted){1, attack, discarded, blocks});
}

static PyObject *search_beam(PyObject *self, PyObject *args) {
    Search *search = (Search *)self;
    int width, most_forms, attack, left_out;
    PyObject *report, *pause;
    if (!PyArg_ParseTuple(args, "iiiiOO", &width, &most_forms, &attack, &left_out, &report, &pause) ||
        !begin(search, pause))
        return NULL;
    int state = beam(search, (size_t)width, most_forms, attack, report, &left_out);
    return finish(search, state, found_flag, left_out);
}

static PyObject *search_positions(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyLong_FromLongLong(((Search *)self)->positions);
}
static PyObject *search_set_limit(PyObject *self, PyObject *args) {
    if (!PyArg_ParseTuple(args, "L", &((Search *)self)->limit)) return NULL;
    Py_RETURN_NONE;
}

/* Where a block can lock above known rows: (looked, certain, [(shape, x, y, spin, mini), ...]). */
static PyObject *tables_look(PyObject *self, PyObject *args) {
    Tables *tables = (Tables *)self;
    Reader reader = {NULL, 0, 0};
    int filled, block;
    if (!PyArg_ParseTuple(args, "y#ii", &reader.bytes, &reader.left, &filled, &block)) return NULL;
    Field known;
    memset(&known, 0, sizeof known);
    for (; reader.left && known.height < ROWS - ROOM; known.height++)
        known.rows[known.height] = (uint16_t)next_int(&reader, 0, FULL_ROW);
    if (reader.wrong || reader.left || block < 0 || block >= BLOCKS) {
        PyErr_SetString(PyExc_ValueError, "no such field or block");
        return NULL;
    }
    Placed placed[MOST_SPOTS];
    int certain, count, looked = look(tables, &known, filled, block, placed, &certain, &count);
    PyObject *list = PyTuple_New(count);
    for (int n = 0; list && n < count; n++) {
        const Placed *each = placed + n;
        PyObject *item = Py_BuildValue("(iiiii)", each->shape, each->x, each->y, each->spin, each->mini);
        if (!item || PyTuple_SetItem(list, n, item)) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list ? Py_BuildValue("(iiN)", looked, certain, list) : NULL;
}

static PyMethodDef tables_methods[] = {
    {"look", tables_look, METH_VARARGS, NULL},
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
