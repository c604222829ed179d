#include "src/kernels.cuh"
typedef ByLimbs<Limbs> Bls12381Piece;
TILE_KERNELS(bls12_381, , Bls12381Fr, Bls12381Piece)
