#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> Word32Piece;
SMALL_RADIX_KERNELS(word32, Word<uint32_t>, Word32Piece)
PASS_KERNEL(word32, 3, Word<uint32_t>, Word32Piece)
PASS_KERNEL(word32, 5, Word<uint32_t>, Word32Piece)
PASS_KERNEL(word32, 7, Word<uint32_t>, Word32Piece)
PASS_KERNEL(word32, 8, Word<uint32_t>, Word32Piece)
PASS_KERNEL(word32, 16, Word<uint32_t>, Word32Piece)
