// What a launch is told. Each kernel takes one of these structures by value; the host side mirrors them field by field.
//
// A *line* is one transform of a launch. Lines, and what a launch counts else, number fewer than 2^31; a number has three digits,
//     line = a + wide_a (b + wide_b c),
// and a place in memory is a linear form in them and in the index within the line. `c` is the member of the batch.
#pragma once
#include "platform.cuh"

struct Digits {
    uint32_t a, b, c;
};

// index * stride + a * step_a + b * step_b + c * step_c, in elements: a data index, or a position in the whole transform.
struct View {
    uint64_t stride, step_a, step_b, step_c;
    FN uint64_t of(const Digits& d, uint32_t index) const {
        return index * stride + d.a * step_a + d.b * step_b + d.c * step_c;
    }
};

// Powers x^e as low[e] if `high` is null, else low[e mod 2^shift] high[e / 2^shift]. Tables of modulus m begin m steps later.
struct Powers {
    const void* low;
    const void* high;
    uint64_t low_step, high_step;
    uint64_t shift;
};

// What is done to a value when it is read first or written last, in this order when reading; when writing, the parts are
// exchanged first. `at` gives the position in the whole transform.
struct Hook {
    enum : uint32_t {
        LIMIT = 1,    // positions from `limit` on: zero when read, not written when written
        WEIGHTS = 2,  // times weights^position
        OTHER = 4,    // times other[data index]
        OTHER_AT = 8, // times other[position]
        SWAP = 16,    // exchange real and imaginary part: the inverse map is the forward map between two exchanges
    };
    uint64_t kind;
    uint64_t limit;
    View at;
    Powers weights;
    const void* other;
    uint64_t other_step; // OTHER_AT: from modulus to modulus
};

// Constants of the small transforms: 16 powers of the 16th root (0 where there is none), then for R = 3, 5, 7 the
// (w^j + w^-j)/2 and then the (w^j - w^-j)/2, j = 1 ... (R-1)/2.
struct Field {
    const void* constants;
    uint64_t constants_step;
    const void* moduli;     // run-time moduli: an array of their descriptions
    uint64_t group, moduli_count; // member c of the batch has modulus (c / group) mod moduli_count
    uint64_t inverse;       // rings whose small transforms have no table: turn them round
};

// Where the lines of a launch are.
struct Lines {
    const void* in;
    void* out;
    View read, write;
    uint64_t count;
    uint64_t wide_a, wide_b;
    // A line is a member of the batch.
    FN bool is_whole() const { return wide_a == 1 && wide_b == 1; }
    FN Digits digits(uint32_t line) const {
        if (is_whole()) return {0, 0, line};
        const uint32_t a = uint32_t(wide_a) - 1, b = uint32_t(wide_b) - 1;
        if (!((a + 1) & a) && !((b + 1) & b)) { // powers of two
            const uint32_t rest = line >> __popc(a);
            return {line & a, rest & b, rest >> __popc(b)};
        }
        uint32_t rest = line / uint32_t(wide_a);
        return {line % uint32_t(wide_a), rest % uint32_t(wide_b), rest / uint32_t(wide_b)};
    }
};

// Whole lines of 2^log_n elements in registers and shared memory, 2^log_lines of them a block.
// `stages` (n elements): entry i s + q, 1 <= i < R, q < s, is w_(sR)^(iq), for each stage of radix R after s.
struct TileArgs {
    Lines lines;
    Hook first, last;
    Field field, back;      // `back`, `back_stages`: the inverse transform of a convolution
    Powers stages, back_stages;
    Powers twist;           // four-step: times twist^(index * a)
    Hook middle;            // convolution: what is done to the values between the two transforms
    uint64_t twist_when;    // 0 never, 1 after reading, 2 before writing
    uint64_t log_n, log_lines;
    uint64_t middle_swap;   // convolution: the inverse is the forward map between two exchanges
};

// Whole lines of any length, ping-pong in shared memory.
struct MixedArgs {
    Lines lines;
    Hook first, last;
    Field field;
    Powers stages;
    uint64_t n, per_block;
    uint64_t radices;       // four bits each, first stage lowest; 0 ends the list
};

// Element by element, n of them a line: the first hook, then the last.
struct MapArgs {
    Lines lines;
    Hook first, last;
    Field field;
    uint64_t n;
};

// Between n complex values and the n + 1 first values of 2n reals; `twiddles` of the root of order 2n.
struct RealArgs {
    Lines lines;
    Powers twiddles;
    uint64_t n;
};

// One pass of radix R after s = product of the radices before, over global memory.
struct PassArgs {
    Lines lines;
    Hook first, last;
    Field field;
    Powers twiddles;        // of the n-th root
    uint64_t n, s;
    uint64_t per_block;     // butterflies a block; a multiple of s if s < COALESCED, so that writes can be exchanged
};

// Every field is eight bytes, so that any compiler lays them out alike.
static_assert(sizeof(View) == 32 && sizeof(Powers) == 40 && sizeof(Hook) == 104 && sizeof(Field) == 48 && sizeof(Lines) == 104, "layout");
static_assert(sizeof(TileArgs) == 664 && sizeof(MixedArgs) == 424 && sizeof(PassArgs) == 424, "layout");
static_assert(sizeof(MapArgs) == 368 && sizeof(RealArgs) == 152, "layout");
