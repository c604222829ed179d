#include "src/kernels.cuh"
#include "src/cosine.cuh"
COSINE_KERNELS(c64, double)
