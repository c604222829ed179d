#include "../c32.cu"
#include "../c32_cosine.cu"
#include "../c32_pass.cu"
#include "check.h"

void check_c32(const Run& run) {
    typedef Check<HostComplex<float>, C32> C;
    run(C("c32", std::vector<HostComplex<float>>(1), {TILES(c32, 8), ringfft_c32_mixed,
                       {PASS(c32, 2), PASS(c32, 3), PASS(c32, 4), PASS(c32, 5), PASS(c32, 7), PASS(c32, 8), PASS(c32, 16)},
                       ringfft_c32_map, ringfft_c32_real_values, ringfft_c32_real_halves,
                       {ringfft_c32_cosine_order, ringfft_c32_cosine_order_back, ringfft_c32_cosine_values, ringfft_c32_cosine_halves}}));
}
