#include "src/kernels.cuh"
typedef ByLimbs<Limbs> Bls12381Piece;
SMALL_RADIX_KERNELS(bls12_381, Bls12381Fr, Bls12381Piece)
PASS_KERNEL(bls12_381, 3, Bls12381Fr, Bls12381Piece)
