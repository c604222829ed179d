#include "src/kernels.cuh"
typedef ComplexRing<float> C32;
typedef ByComponents<C32::T, float> C32Components;
TILE_KERNELS(c32, _by_components, C32, C32Components)
