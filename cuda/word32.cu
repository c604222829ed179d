#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> Word32Piece;
TILE_KERNELS(word32, , Word<uint32_t>, Word32Piece)
