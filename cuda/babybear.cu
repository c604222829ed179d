#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> BabyBearPiece;
TILE_KERNELS(babybear, , BabyBear, BabyBearPiece)
