//! The functions of the driver that `cust` names, with the types that `cust_raw` gives them. [`shim`](super::shim) defines them;
//! `cuGetErrorString` is not among them, because it must not fail.

/// `$with! { fn name(a: type, ...); ... }`
macro_rules! driver_functions {
    ($with:ident) => {
        $with! {
            fn cuArray3DCreate_v2(a: *mut CUarray, b: *const CUDA_ARRAY3D_DESCRIPTOR);
            fn cuArray3DGetDescriptor_v2(a: *mut CUDA_ARRAY3D_DESCRIPTOR, b: CUarray);
            fn cuArrayDestroy(a: CUarray);
            fn cuCtxCreate_v2(a: *mut CUcontext, b: c_uint, c: CUdevice);
            fn cuCtxDestroy_v2(a: CUcontext);
            fn cuCtxGetApiVersion(a: CUcontext, b: *mut c_uint);
            fn cuCtxGetCacheConfig(a: *mut CUfunc_cache);
            fn cuCtxGetCurrent(a: *mut CUcontext);
            fn cuCtxGetDevice(a: *mut CUdevice);
            fn cuCtxGetFlags(a: *mut c_uint);
            fn cuCtxGetLimit(a: *mut usize, b: CUlimit);
            fn cuCtxGetSharedMemConfig(a: *mut CUsharedconfig);
            fn cuCtxGetStreamPriorityRange(a: *mut c_int, b: *mut c_int);
            fn cuCtxPopCurrent_v2(a: *mut CUcontext);
            fn cuCtxPushCurrent_v2(a: CUcontext);
            fn cuCtxSetCacheConfig(a: CUfunc_cache);
            fn cuCtxSetCurrent(a: CUcontext);
            fn cuCtxSetLimit(a: CUlimit, b: usize);
            fn cuCtxSetSharedMemConfig(a: CUsharedconfig);
            fn cuCtxSynchronize();
            fn cuDestroyExternalMemory(a: CUexternalMemory);
            fn cuDeviceGet(a: *mut CUdevice, b: c_int);
            fn cuDeviceGetAttribute(a: *mut c_int, b: CUdevice_attribute, c: CUdevice);
            fn cuDeviceGetCount(a: *mut c_int);
            fn cuDeviceGetName(a: *mut c_char, b: c_int, c: CUdevice);
            fn cuDeviceGetUuid(a: *mut CUuuid, b: CUdevice);
            fn cuDevicePrimaryCtxRelease_v2(a: CUdevice);
            fn cuDevicePrimaryCtxReset_v2(a: CUdevice);
            fn cuDevicePrimaryCtxRetain(a: *mut CUcontext, b: CUdevice);
            fn cuDevicePrimaryCtxSetFlags_v2(a: CUdevice, b: c_uint);
            fn cuDeviceTotalMem_v2(a: *mut usize, b: CUdevice);
            fn cuDriverGetVersion(a: *mut c_int);
            fn cuEventCreate(a: *mut CUevent, b: c_uint);
            fn cuEventDestroy_v2(a: CUevent);
            fn cuEventElapsedTime(a: *mut f32, b: CUevent, c: CUevent);
            fn cuEventQuery(a: CUevent);
            fn cuEventRecord(a: CUevent, b: CUstream);
            fn cuEventSynchronize(a: CUevent);
            fn cuExternalMemoryGetMappedBuffer(
                a: *mut CUdeviceptr, b: CUexternalMemory, c: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC
            );
            fn cuFuncGetAttribute(a: *mut c_int, b: CUfunction_attribute, c: CUfunction);
            fn cuFuncSetAttribute(a: CUfunction, b: CUfunction_attribute, c: c_int);
            fn cuFuncSetCacheConfig(a: CUfunction, b: CUfunc_cache);
            fn cuFuncSetSharedMemConfig(a: CUfunction, b: CUsharedconfig);
            fn cuGraphAddKernelNode(
                a: *mut CUgraphNode, b: CUgraph, c: *const CUgraphNode, d: usize, e: *const CUDA_KERNEL_NODE_PARAMS
            );
            fn cuGraphCreate(a: *mut CUgraph, b: c_uint);
            fn cuGraphDebugDotPrint(a: CUgraph, b: *const c_char, c: c_uint);
            fn cuGraphDestroy(a: CUgraph);
            fn cuGraphGetEdges(a: CUgraph, b: *mut CUgraphNode, c: *mut CUgraphNode, d: *mut usize);
            fn cuGraphGetNodes(a: CUgraph, b: *mut CUgraphNode, c: *mut usize);
            fn cuGraphKernelNodeGetParams(a: CUgraphNode, b: *mut CUDA_KERNEL_NODE_PARAMS);
            fn cuGraphNodeGetType(a: CUgraphNode, b: *mut CUgraphNodeType);
            fn cuImportExternalMemory(a: *mut CUexternalMemory, b: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC);
            fn cuInit(a: c_uint);
            fn cuLaunchHostFunc(a: CUstream, b: CUhostFn, c: *mut c_void);
            fn cuLaunchKernel(
                a: CUfunction, b: c_uint, c: c_uint, d: c_uint, e: c_uint, f: c_uint, g: c_uint, h: c_uint,
                i: CUstream, j: *mut *mut c_void, k: *mut *mut c_void
            );
            fn cuLinkAddData_v2(
                a: CUlinkState, b: CUjitInputType, c: *mut c_void, d: usize, e: *const c_char, f: c_uint,
                g: *mut CUjit_option, h: *mut *mut c_void
            );
            fn cuLinkComplete(a: CUlinkState, b: *mut *mut c_void, c: *mut usize);
            fn cuLinkCreate_v2(a: c_uint, b: *mut CUjit_option, c: *mut *mut c_void, d: *mut CUlinkState);
            fn cuLinkDestroy(a: CUlinkState);
            fn cuMemAdvise(a: CUdeviceptr, b: usize, c: CUmem_advise, d: CUdevice);
            fn cuMemAllocAsync(a: *mut CUdeviceptr, b: usize, c: CUstream);
            fn cuMemAllocHost_v2(a: *mut *mut c_void, b: usize);
            fn cuMemAllocManaged(a: *mut CUdeviceptr, b: usize, c: c_uint);
            fn cuMemAlloc_v2(a: *mut CUdeviceptr, b: usize);
            fn cuMemFreeAsync(a: CUdeviceptr, b: CUstream);
            fn cuMemFreeHost(a: *mut c_void);
            fn cuMemFree_v2(a: CUdeviceptr);
            fn cuMemGetInfo_v2(a: *mut usize, b: *mut usize);
            fn cuMemPrefetchAsync(a: CUdeviceptr, b: usize, c: CUdevice, d: CUstream);
            fn cuMemcpy2D_v2(a: *const CUDA_MEMCPY2D);
            fn cuMemcpyAtoH_v2(a: *mut c_void, b: CUarray, c: usize, d: usize);
            fn cuMemcpyDtoDAsync_v2(a: CUdeviceptr, b: CUdeviceptr, c: usize, d: CUstream);
            fn cuMemcpyDtoD_v2(a: CUdeviceptr, b: CUdeviceptr, c: usize);
            fn cuMemcpyDtoHAsync_v2(a: *mut c_void, b: CUdeviceptr, c: usize, d: CUstream);
            fn cuMemcpyDtoH_v2(a: *mut c_void, b: CUdeviceptr, c: usize);
            fn cuMemcpyHtoA_v2(a: CUarray, b: usize, c: *const c_void, d: usize);
            fn cuMemcpyHtoDAsync_v2(a: CUdeviceptr, b: *const c_void, c: usize, d: CUstream);
            fn cuMemcpyHtoD_v2(a: CUdeviceptr, b: *const c_void, c: usize);
            fn cuMemsetD16Async(a: CUdeviceptr, b: c_ushort, c: usize, d: CUstream);
            fn cuMemsetD16_v2(a: CUdeviceptr, b: c_ushort, c: usize);
            fn cuMemsetD32Async(a: CUdeviceptr, b: c_uint, c: usize, d: CUstream);
            fn cuMemsetD32_v2(a: CUdeviceptr, b: c_uint, c: usize);
            fn cuMemsetD8Async(a: CUdeviceptr, b: c_uchar, c: usize, d: CUstream);
            fn cuMemsetD8_v2(a: CUdeviceptr, b: c_uchar, c: usize);
            fn cuModuleGetFunction(a: *mut CUfunction, b: CUmodule, c: *const c_char);
            fn cuModuleGetGlobal_v2(a: *mut CUdeviceptr, b: *mut usize, c: CUmodule, d: *const c_char);
            fn cuModuleLoad(a: *mut CUmodule, b: *const c_char);
            fn cuModuleLoadData(a: *mut CUmodule, b: *const c_void);
            fn cuModuleLoadDataEx(
                a: *mut CUmodule, b: *const c_void, c: c_uint, d: *mut CUjit_option, e: *mut *mut c_void
            );
            fn cuModuleUnload(a: CUmodule);
            fn cuOccupancyAvailableDynamicSMemPerBlock(a: *mut usize, b: CUfunction, c: c_int, d: c_int);
            fn cuOccupancyMaxActiveBlocksPerMultiprocessor(a: *mut c_int, b: CUfunction, c: c_int, d: usize);
            fn cuOccupancyMaxPotentialBlockSize(
                a: *mut c_int, b: *mut c_int, c: CUfunction, d: CUoccupancyB2DSize, e: usize, f: c_int
            );
            fn cuStreamCreateWithPriority(a: *mut CUstream, b: c_uint, c: c_int);
            fn cuStreamDestroy_v2(a: CUstream);
            fn cuStreamGetFlags(a: CUstream, b: *mut c_uint);
            fn cuStreamGetPriority(a: CUstream, b: *mut c_int);
            fn cuStreamSynchronize(a: CUstream);
            fn cuStreamWaitEvent(a: CUstream, b: CUevent, c: c_uint);
            fn cuSurfObjectCreate(a: *mut CUsurfObject, b: *const CUDA_RESOURCE_DESC);
            fn cuSurfObjectDestroy(a: CUsurfObject);
            fn cuSurfObjectGetResourceDesc(a: *mut CUDA_RESOURCE_DESC, b: CUsurfObject);
            fn cuTexObjectCreate(
                a: *mut CUtexObject, b: *const CUDA_RESOURCE_DESC, c: *const CUDA_TEXTURE_DESC,
                d: *const CUDA_RESOURCE_VIEW_DESC
            );
            fn cuTexObjectDestroy(a: CUtexObject);
            fn cuTexObjectGetResourceDesc(a: *mut CUDA_RESOURCE_DESC, b: CUtexObject);
            fn cuTexObjectGetResourceViewDesc(a: *mut CUDA_RESOURCE_VIEW_DESC, b: CUtexObject);
        }
    };
}
pub(super) use driver_functions;
