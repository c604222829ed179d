#include "src/kernels.cuh"
typedef InOnePiece<uint64_t> GoldilocksPiece;
SMALL_RADIX_KERNELS(goldilocks, Goldilocks, GoldilocksPiece)
PASS_KERNEL(goldilocks, 3, Goldilocks, GoldilocksPiece)
PASS_KERNEL(goldilocks, 5, Goldilocks, GoldilocksPiece)
PASS_KERNEL(goldilocks, 8, Goldilocks, GoldilocksPiece)
PASS_KERNEL(goldilocks, 16, Goldilocks, GoldilocksPiece)
