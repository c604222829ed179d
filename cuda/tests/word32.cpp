#include "../word32.cu"
#include "../word32_pass.cu"
#include "check.h"

void check_word32(const Run& run) {
    Kernels kernels = {TILES(word32, 4), ringfft_word32_mixed, {PASS(word32, 2), PASS(word32, 3), PASS(word32, 4), PASS(word32, 5), PASS(word32, 7), PASS(word32, 8), PASS(word32, 16)}, ringfft_word32_map, nullptr, nullptr};
    Check<HostWord<uint32_t>, Word<uint32_t>> check("word32", std::vector<HostWord<uint32_t>>{HostWord<uint32_t>{2146959361, 19, 0, 32}, HostWord<uint32_t>{2128896001, 13, 0, 32}, HostWord<uint32_t>{268369921, 23, 0, 32}}, kernels);
    check.g.group = 2;
    run(check);
}
