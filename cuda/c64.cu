#include "src/kernels.cuh"
typedef ComplexRing<double> C64;
typedef InOnePiece<C64::T> C64Piece;
TILE_KERNELS(c64, , C64, C64Piece)
