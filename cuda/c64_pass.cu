#include "src/kernels.cuh"
typedef ComplexRing<double> C64;
typedef InOnePiece<C64::T> C64Piece;
SMALL_RADIX_KERNELS(c64, C64, C64Piece)
PASS_KERNEL(c64, 3, C64, C64Piece)
PASS_KERNEL(c64, 5, C64, C64Piece)
PASS_KERNEL(c64, 7, C64, C64Piece)
PASS_KERNEL(c64, 8, C64, C64Piece)
PASS_KERNEL(c64, 16, C64, C64Piece)
REAL_KERNELS(c64, double)
