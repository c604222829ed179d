// Element by element: products, scales and weights of what stays on the device, and copies from one layout to another.
#pragma once
#include "hook.cuh"

template <class R>
FN void map(const MapArgs& a) {
    uint32_t n = uint32_t(a.n);
    uint64_t all = a.lines.count * n;
    for (uint64_t f = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; f < all; f += uint64_t(gridDim.x) * blockDim.x) {
        uint32_t line = all >> 32 ? uint32_t(f / n) : uint32_t(f) / n, i = uint32_t(f) - line * n;
        Digits d = a.lines.digits(line);
        uint32_t modulus = modulus_of(a.field, d);
        R r = R::open(a.field, modulus);
        last_write(r, a.lines, a.last, d, i, modulus, first_read(r, a.lines, a.first, d, i, modulus));
    }
}
