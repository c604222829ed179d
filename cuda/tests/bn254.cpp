#include "../bn254.cu"
#include "../bn254_pass.cu"
#include "check.h"

void check_bn254(const Run& run) {
    Kernels kernels = {TILES(bn254, 8), ringfft_bn254_mixed, {PASS(bn254, 2), PASS(bn254, 3), PASS(bn254, 4)}, ringfft_bn254_map, nullptr, nullptr};
    Check<HostWide, Bn254Fr> check("bn254", std::vector<HostWide>{HostWide({{0x43E1F593F0000001, 0x2833E84879B97091, 0xB85045B68181585D, 0x30644E72E131A029}}, 5, 9 << 20)}, kernels);
    run(check);
}
