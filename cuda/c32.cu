#include "src/kernels.cuh"
typedef ComplexRing<float> C32;
typedef InOnePiece<C32::T> C32Piece;
TILE_KERNELS(c32, , C32, C32Piece)
