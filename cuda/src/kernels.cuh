// The kernels of one ring. Names are ringfft_RING_KERNEL; each takes one structure of args.cuh by value.
//
// rows         lines contiguous in memory, read and written along the line
// columns      lines side by side, read and written across
// rows_across  read along the line, written across: the transposing last step of a four-step transform
// convolve     rows, with a product by a spectrum and the inverse transform in the same launch
// mixed        rows of any length with small factors
// map          element by element: products, weights, other layouts
// real_values, real_halves (complex): between the values of a real sequence and those of its halves
// passN        one Stockham pass of radix N
#pragma once
#include "complex.cuh"
#include "goldilocks.cuh"
#include "map.cuh"
#include "mixed.cuh"
#include "monty31.cuh"
#include "pass.cuh"
#include "real.cuh"
#include "tile.cuh"
#include "wide.cuh"
#include "word.cuh"

const int TILE_THREADS = 512, PASS_THREADS = 256;

#if DEVICE_CODE
#define REGISTERED(KERNEL, THREADS)
#else // by name, for the emulated driver
#define REGISTERED(KERNEL, THREADS) static const shim::Registration registration_##KERNEL(#KERNEL, KERNEL, THREADS);
#endif
// At least BLOCKS blocks a multiprocessor: without saying so the assembler saves registers for more, and spills.
#define BOUNDED_KERNEL(RING, NAME, ARGS, THREADS, BLOCKS, BODY) \
    extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) ringfft_##RING##_##NAME(const ARGS a) { BODY(a); } \
    REGISTERED(ringfft_##RING##_##NAME, THREADS)
#define KERNEL(RING, NAME, ARGS, THREADS, BODY) BOUNDED_KERNEL(RING, NAME, ARGS, THREADS, 1, BODY)

// Two blocks hide more of the wait for memory than a few spilled registers cost; but not along lines of complex numbers in single
// precision, which spill most. Of 256 bits a product needs its registers.
template <class R>
struct Blocks {
    static const int ACROSS = sizeof(typename R::T) > 16 ? 1 : 2, ALONG = ACROSS;
};
template <>
struct Blocks<ComplexRing<float>> {
    static const int ACROSS = 2, ALONG = 1;
};

#define TILE_KERNELS(RING, SUFFIX, R, ...) \
    BOUNDED_KERNEL(RING, rows##SUFFIX, TileArgs, TILE_THREADS, Blocks<R>::ALONG, (tile<R, __VA_ARGS__, false, false, false>)) \
    BOUNDED_KERNEL(RING, columns##SUFFIX, TileArgs, TILE_THREADS, Blocks<R>::ACROSS, (tile<R, __VA_ARGS__, true, true, false>)) \
    BOUNDED_KERNEL(RING, rows_across##SUFFIX, TileArgs, TILE_THREADS, Blocks<R>::ACROSS, (tile<R, __VA_ARGS__, false, true, false>)) \
    KERNEL(RING, convolve##SUFFIX, TileArgs, TILE_THREADS, (tile<R, __VA_ARGS__, false, false, true>))

#define PASS_KERNEL(RING, N, R, ...) KERNEL(RING, pass##N, PassArgs, PASS_THREADS, (pass<R, __VA_ARGS__, N>))

#define SMALL_RADIX_KERNELS(RING, R, ...) \
    KERNEL(RING, mixed, MixedArgs, PASS_THREADS, (mixed<R>)) \
    KERNEL(RING, map, MapArgs, PASS_THREADS, (map<R>)) \
    PASS_KERNEL(RING, 2, R, __VA_ARGS__) PASS_KERNEL(RING, 4, R, __VA_ARGS__)

#define REAL_KERNELS(RING, F) \
    KERNEL(RING, real_values, RealArgs, PASS_THREADS, (real_values<F, false>)) \
    KERNEL(RING, real_halves, RealArgs, PASS_THREADS, (real_values<F, true>))
