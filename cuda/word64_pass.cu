#include "src/kernels.cuh"
typedef InOnePiece<uint64_t> Word64Piece;
SMALL_RADIX_KERNELS(word64, Word<uint64_t>, Word64Piece)
PASS_KERNEL(word64, 3, Word<uint64_t>, Word64Piece)
PASS_KERNEL(word64, 5, Word<uint64_t>, Word64Piece)
PASS_KERNEL(word64, 7, Word<uint64_t>, Word64Piece)
PASS_KERNEL(word64, 8, Word<uint64_t>, Word64Piece)
PASS_KERNEL(word64, 16, Word<uint64_t>, Word64Piece)
