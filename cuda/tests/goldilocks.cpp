#include "../goldilocks.cu"
#include "../goldilocks_pass.cu"
#include "check.h"

void check_goldilocks(const Run& run) {
    Kernels kernels = {TILES(goldilocks, 8), ringfft_goldilocks_mixed, {PASS(goldilocks, 2), PASS(goldilocks, 3), PASS(goldilocks, 4), PASS(goldilocks, 5), PASS(goldilocks, 8), PASS(goldilocks, 16)}, ringfft_goldilocks_map, nullptr, nullptr};
    Check<HostWord<uint64_t>, Goldilocks> check("goldilocks", std::vector<HostWord<uint64_t>>{HostWord<uint64_t>{0xFFFFFFFF00000001, 7, 0, 0}}, kernels);
    run(check);
}
