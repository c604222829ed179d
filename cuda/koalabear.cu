#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> KoalaBearPiece;
TILE_KERNELS(koalabear, , KoalaBear, KoalaBearPiece)
