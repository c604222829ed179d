#include "../word64.cu"
#include "../word64_pass.cu"
#include "check.h"

void check_word64(const Run& run) {
    Kernels kernels = {TILES(word64, 8), ringfft_word64_mixed, {PASS(word64, 2), PASS(word64, 3), PASS(word64, 4), PASS(word64, 5), PASS(word64, 7), PASS(word64, 8), PASS(word64, 16)}, ringfft_word64_map, nullptr, nullptr};
    Check<HostWord<uint64_t>, Word<uint64_t>> check("word64", std::vector<HostWord<uint64_t>>{HostWord<uint64_t>{4611686018401566721, 13, 0, 64}, HostWord<uint64_t>{4611686018311249921, 17, 0, 64}, HostWord<uint64_t>{1125899906826241, 22, 0, 64}}, kernels);
    check.g.group = 2;
    run(check);
}
