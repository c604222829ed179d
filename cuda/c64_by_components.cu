#include "src/kernels.cuh"
typedef ComplexRing<double> C64;
typedef ByComponents<C64::T, double> C64Components;
TILE_KERNELS(c64, _by_components, C64, C64Components)
