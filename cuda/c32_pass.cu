#include "src/kernels.cuh"
typedef ComplexRing<float> C32;
typedef InOnePiece<C32::T> C32Piece;
SMALL_RADIX_KERNELS(c32, C32, C32Piece)
PASS_KERNEL(c32, 3, C32, C32Piece)
PASS_KERNEL(c32, 5, C32, C32Piece)
PASS_KERNEL(c32, 7, C32, C32Piece)
PASS_KERNEL(c32, 8, C32, C32Piece)
PASS_KERNEL(c32, 16, C32, C32Piece)
REAL_KERNELS(c32, float)
