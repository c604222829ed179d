#include "../babybear.cu"
#include "../babybear_pass.cu"
#include "check.h"

void check_babybear(const Run& run) {
    Kernels kernels = {TILES(babybear, 4), ringfft_babybear_mixed, {PASS(babybear, 2), PASS(babybear, 3), PASS(babybear, 4), PASS(babybear, 5), PASS(babybear, 8), PASS(babybear, 16)}, ringfft_babybear_map, nullptr, nullptr};
    Check<HostWord<uint32_t>, BabyBear> check("babybear", std::vector<HostWord<uint32_t>>{HostWord<uint32_t>{0x78000001, 31, 32, 32}}, kernels);
    run(check);
}
