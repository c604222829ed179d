#include "../c64.cu"
#include "../c64_cosine.cu"
#include "../c64_pass.cu"
#include "check.h"

void check_c64(const Run& run) {
    typedef Check<HostComplex<double>, C64> C;
    run(C("c64", std::vector<HostComplex<double>>(1), {TILES(c64, 16), ringfft_c64_mixed,
                       {PASS(c64, 2), PASS(c64, 3), PASS(c64, 4), PASS(c64, 5), PASS(c64, 7), PASS(c64, 8), PASS(c64, 16)},
                       ringfft_c64_map, ringfft_c64_real_values, ringfft_c64_real_halves,
                       {ringfft_c64_cosine_order, ringfft_c64_cosine_order_back, ringfft_c64_cosine_values, ringfft_c64_cosine_halves}}));
}
