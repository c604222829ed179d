#include "../bls12_381.cu"
#include "../bls12_381_pass.cu"
#include "check.h"

void check_bls12_381(const Run& run) {
    Kernels kernels = {TILES(bls12_381, 8), ringfft_bls12_381_mixed, {PASS(bls12_381, 2), PASS(bls12_381, 3), PASS(bls12_381, 4)}, ringfft_bls12_381_map, nullptr, nullptr};
    Check<HostWide, Bls12381Fr> check("bls12_381", std::vector<HostWide>{HostWide({{0xFFFFFFFF00000001, 0x53BDA402FFFE5BFE, 0x3339D80809A1D805, 0x73EDA753299D7D48}}, 7, 3 << 20)}, kernels);
    run(check);
}
