#include "src/kernels.cuh"
#include "src/cosine.cuh"
COSINE_KERNELS(c32, float)
