#include "../koalabear.cu"
#include "../koalabear_pass.cu"
#include "check.h"

void check_koalabear(const Run& run) {
    Kernels kernels = {TILES(koalabear, 4), ringfft_koalabear_mixed, {PASS(koalabear, 2), PASS(koalabear, 4), PASS(koalabear, 8), PASS(koalabear, 16)}, ringfft_koalabear_map, nullptr, nullptr};
    Check<HostWord<uint32_t>, KoalaBear> check("koalabear", std::vector<HostWord<uint32_t>>{HostWord<uint32_t>{0x7F000001, 3, 32, 32}}, kernels);
    run(check);
}
