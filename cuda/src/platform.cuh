// What the kernels need of a compiler: qualifiers, words, global and shared memory. One text for a device and for the host shim.
#pragma once
#if defined(__CUDACC_RTC__)
typedef unsigned char uint8_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long long int64_t;
#define DEVICE_CODE 1
#elif defined(__CUDACC__)
#include <cstdint>
#define DEVICE_CODE 1
#else
#include "../shim/shim.h"
#define DEVICE_CODE 0
#endif

#define FN __device__ __forceinline__
#if DEVICE_CODE
#define CALLED_FN __device__ __noinline__
#else
#define CALLED_FN inline __attribute__((noinline))
#endif

#if DEVICE_CODE
template <class T>
FN T load(const T* from) {
    return *from;
}
// Of a table, which no kernel writes: through the read-only cache.
template <class T>
FN T fetch(const T* from) {
    T x;
    if constexpr (sizeof(T) == 4) {
        *reinterpret_cast<unsigned int*>(&x) = __ldg(reinterpret_cast<const unsigned int*>(from));
    } else if constexpr (sizeof(T) == 8) {
        *reinterpret_cast<uint2*>(&x) = __ldg(reinterpret_cast<const uint2*>(from));
    } else {
#pragma unroll
        for (int i = 0; i < int(sizeof(T) / 16); i++)
            reinterpret_cast<uint4*>(&x)[i] = __ldg(reinterpret_cast<const uint4*>(from) + i);
    }
    return x;
}
template <class T>
FN void store(T* to, const T& value) {
    *to = value;
}
// The block's dynamic shared memory as an array. Static shared memory is never used: the shim could not poison it.
template <class T>
struct Shared {
    T* at;
    FN Shared() {
        extern __shared__ __align__(16) unsigned char shared_bytes[];
        at = reinterpret_cast<T*>(shared_bytes);
    }
    FN T get(uint32_t i) const { return at[i]; }
    FN void put(uint32_t i, const T& value) const { at[i] = value; }
};
#define BARRIER() __syncthreads()
#else
template <class T>
inline T load(const T* from) {
    shim::global_access(from, sizeof(T));
    return *from;
}
template <class T>
inline T fetch(const T* from) {
    return *from;
}
template <class T>
inline void store(T* to, const T& value) {
    shim::global_access(to, sizeof(T));
    *to = value;
}
template <class T>
struct Shared {
    T get(uint32_t i) const { return *static_cast<T*>(shim::shared_read(uint64_t(i) * sizeof(T), sizeof(T))); }
    void put(uint32_t i, const T& value) const { *static_cast<T*>(shim::shared_write(uint64_t(i) * sizeof(T), sizeof(T))) = value; }
};
#define BARRIER() shim::barrier()
#endif

template <bool B, class X, class Y>
struct Choose {
    typedef X type;
};
template <class X, class Y>
struct Choose<false, X, Y> {
    typedef Y type;
};
