// A libcuda.so.1 that runs the kernels on the processor: enough of the driver's interface for ringfft, with the limits and the
// failures that the environment asks for. Loaded in place of the driver, it lets everything above run where there is no GPU.
//
//   RINGFFT_EMULATED_BLOCKS, _THREADS, _SHARED, _MEMORY   limits of the device (2^31 - 1, 1024, 232448 bytes, 4 GiB)
//   RINGFFT_EMULATED_NO_DEVICE=1                          there is no device
//   RINGFFT_EMULATED_FAIL_LAUNCH=n, _FAIL_ALLOCATION=n, _FAIL_COPY=n   the n-th call fails, once
//   RINGFFT_EMULATED_ORDER=descending|shuffled, _SEED     order of threads and blocks
//
// Besides the driver's names: ringfft_emulated_counts(launches, live allocations, live bytes).
#include <algorithm>
#include <chrono>
#include <mutex>

#include "shim.h"

namespace {

typedef int Result;
typedef unsigned long long Pointer;
enum : Result {
    SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201, NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719,
};

std::recursive_mutex lock_of_all;
#define LOCKED std::lock_guard<std::recursive_mutex> held(lock_of_all)

uint64_t setting(const char* name, uint64_t otherwise) {
    const char* text = getenv((std::string("RINGFFT_EMULATED_") + name).c_str());
    return text ? strtoull(text, nullptr, 10) : otherwise;
}
// True at the n-th call, where the environment names n.
bool fails(const char* name, uint64_t& calls) {
    uint64_t at = setting(name, 0);
    return ++calls == at;
}

std::map<Pointer, size_t> allocations;
uint64_t launch_calls, allocation_calls, copy_calls, live_bytes;

bool inside(Pointer p, size_t bytes) {
    auto after = allocations.upper_bound(p);
    if (after == allocations.begin()) return false;
    --after;
    return p + bytes <= after->first + after->second;
}
struct Function {
    const shim::Kernel* kernel;
    uint64_t shared = 49152;
};
std::map<std::string, Function> functions;
thread_local void* current_context = nullptr;
// Memory, modules and launches belong to the context that is current in the calling thread.
#define IN_CONTEXT \
    if (!current_context) return INVALID_CONTEXT

double now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Result copied(bool valid, void* to, const void* from, size_t bytes) {
    IN_CONTEXT;
    if (fails("FAIL_COPY", copy_calls)) return ILLEGAL_ADDRESS;
    if (!valid) return INVALID_VALUE;
    memmove(to, from, bytes);
    return SUCCESS;
}

} // namespace

extern "C" {

void ringfft_emulated_counts(uint64_t* launches, uint64_t* live, uint64_t* bytes) {
    LOCKED;
    *launches = launch_calls;
    *live = allocations.size();
    *bytes = live_bytes;
}

Result cuInit(unsigned) { return setting("NO_DEVICE", 0) ? NO_DEVICE : SUCCESS; }
Result cuDriverGetVersion(int* version) { return *version = 12000, SUCCESS; }
Result cuDeviceGetCount(int* count) { return *count = setting("NO_DEVICE", 0) ? 0 : 1, SUCCESS; }
Result cuDeviceGet(int* device, int ordinal) { return *device = 0, ordinal ? INVALID_DEVICE : SUCCESS; }
Result cuDeviceGetName(char* name, int size, int) { return snprintf(name, size_t(size), "emulated device"), SUCCESS; }
Result cuDeviceTotalMem_v2(size_t* bytes, int) { return *bytes = setting("MEMORY", 4ull << 30), SUCCESS; }
Result cuDeviceGetAttribute(int* value, int attribute, int) {
    switch (attribute) {
    case 1: case 2: *value = int(setting("THREADS", 1024)); break;               // threads a block; along x
    case 5: *value = int(setting("BLOCKS", 0x7FFFFFFF)); break;                  // blocks along x
    case 8: *value = int(std::min<uint64_t>(49152, setting("SHARED", 49152))); break;
    case 97: *value = int(setting("SHARED", 232448)); break;                     // shared bytes by asking
    case 10: *value = 32; break;                                                 // lanes of a warp
    case 16: *value = 4; break;                                                  // multiprocessors
    case 75: *value = 7; break;                                                  // compute capability
    case 76: *value = 5; break;
    default: *value = 0;
    }
    return SUCCESS;
}
Result cuDevicePrimaryCtxRetain(void** context, int) { return *context = &allocations, SUCCESS; }
Result cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
Result cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return SUCCESS; }
Result cuCtxSetCurrent(void* context) { return current_context = context, SUCCESS; }
Result cuCtxGetCurrent(void** context) { return *context = current_context, SUCCESS; }
Result cuCtxGetDevice(int* device) { return *device = 0, SUCCESS; }
Result cuCtxSynchronize() { return SUCCESS; }

Result cuMemGetInfo_v2(size_t* free_bytes, size_t* total) {
    LOCKED;
    *total = setting("MEMORY", 4ull << 30);
    return *free_bytes = *total - live_bytes, SUCCESS;
}
Result cuMemAlloc_v2(Pointer* p, size_t bytes) {
    LOCKED;
    IN_CONTEXT;
    if (!bytes) return INVALID_VALUE;
    if (fails("FAIL_ALLOCATION", allocation_calls) || live_bytes + bytes > setting("MEMORY", 4ull << 30)) return OUT_OF_MEMORY;
    void* memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!memory) return OUT_OF_MEMORY;
    memset(memory, 0xA5, bytes);
    *p = reinterpret_cast<Pointer>(memory);
    allocations[*p] = bytes;
    live_bytes += bytes;
    return SUCCESS;
}
Result cuMemAllocManaged(Pointer* p, size_t bytes, unsigned) { return cuMemAlloc_v2(p, bytes); }
Result cuMemFree_v2(Pointer p) {
    LOCKED;
    IN_CONTEXT;
    auto found = allocations.find(p);
    if (found == allocations.end()) return INVALID_VALUE;
    live_bytes -= found->second;
    allocations.erase(found);
    free(reinterpret_cast<void*>(p));
    return SUCCESS;
}
Result cuMemcpyHtoD_v2(Pointer to, const void* from, size_t bytes) {
    LOCKED;
    return copied(inside(to, bytes), reinterpret_cast<void*>(to), from, bytes);
}
Result cuMemcpyDtoH_v2(void* to, Pointer from, size_t bytes) {
    LOCKED;
    return copied(inside(from, bytes), to, reinterpret_cast<void*>(from), bytes);
}
Result cuMemcpyDtoD_v2(Pointer to, Pointer from, size_t bytes) {
    LOCKED;
    return copied(inside(to, bytes) && inside(from, bytes), reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
}
Result cuMemcpyHtoDAsync_v2(Pointer to, const void* from, size_t bytes, void*) { return cuMemcpyHtoD_v2(to, from, bytes); }
Result cuMemcpyDtoHAsync_v2(void* to, Pointer from, size_t bytes, void*) { return cuMemcpyDtoH_v2(to, from, bytes); }
Result cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, size_t bytes, void*) { return cuMemcpyDtoD_v2(to, from, bytes); }
Result cuMemsetD8_v2(Pointer to, unsigned char value, size_t bytes) {
    LOCKED;
    IN_CONTEXT;
    if (!inside(to, bytes)) return INVALID_VALUE;
    return memset(reinterpret_cast<void*>(to), value, bytes), SUCCESS;
}
Result cuMemsetD8Async(Pointer to, unsigned char value, size_t bytes, void*) { return cuMemsetD8_v2(to, value, bytes); }
Result cuMemAllocHost_v2(void** p, size_t bytes) { return *p = malloc(bytes), *p ? SUCCESS : OUT_OF_MEMORY; }
Result cuMemFreeHost(void* p) { return free(p), SUCCESS; }

// The text is not compiled, but it must be there, and name what is launched.
Result cuModuleLoadData(void** module, const void* image) {
    IN_CONTEXT;
    const char* text = static_cast<const char*>(image);
    if (!text || !strstr(text, ".version")) return INVALID_IMAGE;
    *module = new std::string(text);
    return SUCCESS;
}
Result cuModuleLoadDataEx(void** module, const void* image, unsigned, void*, void*) { return cuModuleLoadData(module, image); }
Result cuModuleUnload(void* module) { return delete static_cast<std::string*>(module), SUCCESS; }
Result cuModuleGetFunction(void** function, void* module, const char* name) {
    LOCKED;
    IN_CONTEXT;
    auto found = shim::kernels().find(name);
    const std::string entry = std::string(".entry ") + name + "(";
    if (found == shim::kernels().end() || static_cast<std::string*>(module)->find(entry) == std::string::npos) return NOT_FOUND;
    Function& f = functions[name];
    f.kernel = &found->second;
    return *function = &f, SUCCESS;
}
Result cuFuncSetAttribute(void* function, int attribute, int value) {
    if (attribute != 8) return SUCCESS;
    if (value < 0 || uint64_t(value) > setting("SHARED", 232448)) return INVALID_VALUE;
    static_cast<Function*>(function)->shared = uint64_t(value);
    return SUCCESS;
}
Result cuFuncGetAttribute(int* value, int attribute, void* function) {
    return *value = attribute == 0 ? int(static_cast<Function*>(function)->kernel->threads) : 0, SUCCESS;
}
Result cuFuncSetCacheConfig(void*, int) { return SUCCESS; }
Result cuFuncSetSharedMemConfig(void*, int) { return SUCCESS; }
Result cuStreamCreate(void** stream, unsigned) { return *stream = &functions, SUCCESS; }
Result cuStreamCreateWithPriority(void** stream, unsigned, int) { return *stream = &functions, SUCCESS; }
Result cuStreamDestroy_v2(void*) { return SUCCESS; }
Result cuStreamSynchronize(void*) { return SUCCESS; }
Result cuStreamWaitEvent(void*, void*, unsigned) { return SUCCESS; }
Result cuEventCreate(void** event, unsigned) { return *event = new double(0), SUCCESS; }
Result cuEventDestroy_v2(void* event) { return delete static_cast<double*>(event), SUCCESS; }
Result cuEventRecord(void* event, void*) { return *static_cast<double*>(event) = now(), SUCCESS; }
Result cuEventSynchronize(void*) { return SUCCESS; }
Result cuEventQuery(void*) { return SUCCESS; }
Result cuEventElapsedTime(float* ms, void* from, void* to) {
    return *ms = float(*static_cast<double*>(to) - *static_cast<double*>(from)), SUCCESS;
}
Result cuGetErrorString(Result, const char** text) { return *text = "an error of the emulated driver", SUCCESS; }
Result cuGetErrorName(Result, const char** text) { return *text = "EMULATED_ERROR", SUCCESS; }

Result cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                      void*, void** parameters, void**) {
    LOCKED;
    IN_CONTEXT;
    if (fails("FAIL_LAUNCH", launch_calls)) return LAUNCH_FAILED;
    Function& f = *static_cast<Function*>(function);
    // ringfft launches in one dimension only.
    bool within = gx && gy == 1 && gz == 1 && bx && by == 1 && bz == 1 && gx <= setting("BLOCKS", 0x7FFFFFFF) &&
                  bx <= setting("THREADS", 1024) && bx <= f.kernel->threads && shared <= f.shared && shared <= setting("SHARED", 232448);
    if (!within || !parameters || !parameters[0]) return INVALID_VALUE;
    const char* order = getenv("RINGFFT_EMULATED_ORDER");
    shim::settings.order = !order ? shim::Order::Ascending : !strcmp(order, "descending") ? shim::Order::Descending : shim::Order::Shuffled;
    shim::settings.seed = setting("SEED", 1);
    std::vector<uint64_t> copy(f.kernel->bytes / 8 + 1);
    memcpy(copy.data(), parameters[0], f.kernel->bytes);
    shim::run(gx, bx, shared, [&] { f.kernel->body(copy.data()); });
    return SUCCESS;
}

} // extern "C"
