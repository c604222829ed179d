#include "src/kernels.cuh"
typedef InOnePiece<uint32_t> BabyBearPiece;
SMALL_RADIX_KERNELS(babybear, BabyBear, BabyBearPiece)
PASS_KERNEL(babybear, 3, BabyBear, BabyBearPiece)
PASS_KERNEL(babybear, 5, BabyBear, BabyBearPiece)
PASS_KERNEL(babybear, 8, BabyBear, BabyBearPiece)
PASS_KERNEL(babybear, 16, BabyBear, BabyBearPiece)
