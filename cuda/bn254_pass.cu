#include "src/kernels.cuh"
typedef ByLimbs<Limbs> Bn254Piece;
SMALL_RADIX_KERNELS(bn254, Bn254Fr, Bn254Piece)
PASS_KERNEL(bn254, 3, Bn254Fr, Bn254Piece)
