#include "src/kernels.cuh"
typedef ByLimbs<Limbs> Bn254Piece;
TILE_KERNELS(bn254, , Bn254Fr, Bn254Piece)
