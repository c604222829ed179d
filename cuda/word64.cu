#include "src/kernels.cuh"
typedef InOnePiece<uint64_t> Word64Piece;
TILE_KERNELS(word64, , Word<uint64_t>, Word64Piece)
