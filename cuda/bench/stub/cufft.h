// The part of the CUDA runtime and of cuFFT that cufft.cu calls, declared by hand from their public manuals so that a C++ compiler can
// check that file where there is no toolkit (scripts/gpu-shim bench). Nothing here is ever linked.
#pragma once
#include <cstddef>

#define __global__
struct Dimensions { // of a grid
    unsigned x, y, z;
};
extern const Dimensions blockIdx, blockDim, gridDim, threadIdx;

enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUstream_st* cudaStream_t;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
};
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);
cudaError_t cudaMalloc(void**, size_t);
template <class T>
cudaError_t cudaMalloc(T** at, size_t bytes) { return cudaMalloc(reinterpret_cast<void**>(at), bytes); }
cudaError_t cudaFree(void*);
cudaError_t cudaMemset(void*, int, size_t);
cudaError_t cudaMemGetInfo(size_t*, size_t*);
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
cudaError_t cudaRuntimeGetVersion(int*);
cudaError_t cudaGetLastError();

enum cufftResult { CUFFT_SUCCESS };
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
struct cufftComplex {
    float x, y;
};
struct cufftDoubleComplex {
    double x, y;
};
cufftResult cufftCreate(cufftHandle*);
cufftResult cufftDestroy(cufftHandle);
cufftResult cufftGetVersion(int*);
cufftResult cufftMakePlanMany64(cufftHandle, int, long long*, long long*, long long, long long, long long*, long long, long long, cufftType,
                                long long, size_t*);
cufftResult cufftExecC2C(cufftHandle, cufftComplex*, cufftComplex*, int);
cufftResult cufftExecZ2Z(cufftHandle, cufftDoubleComplex*, cufftDoubleComplex*, int);
cufftResult cufftExecR2C(cufftHandle, cufftReal*, cufftComplex*);
cufftResult cufftExecD2Z(cufftHandle, cufftDoubleReal*, cufftDoubleComplex*);
