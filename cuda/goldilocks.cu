#include "src/kernels.cuh"
typedef InOnePiece<uint64_t> GoldilocksPiece;
TILE_KERNELS(goldilocks, , Goldilocks, GoldilocksPiece)
