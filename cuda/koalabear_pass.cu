#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> KoalaBearPiece;
SMALL_RADIX_KERNELS(koalabear, KoalaBear, KoalaBearPiece)
PASS_KERNEL(koalabear, 8, KoalaBear, KoalaBearPiece)
PASS_KERNEL(koalabear, 16, KoalaBear, KoalaBearPiece)
