// CUDA kernels on a CPU: one fiber a thread, a barrier gives way to the next fiber, blocks run one after another.
//
// Threads and blocks run in ascending, descending or shuffled order. Shared memory is poisoned for each block, and every access
// to it is checked: bounds, reads of what was not written, and races (two threads at one place without a barrier between, one of
// them writing). With `counting`, the accesses of a warp are put together and bank conflicts and 32-byte sectors counted.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads, blocks)
#define threadIdx shim::thread_index
#define blockIdx shim::block_index
#define blockDim shim::block_size
#define gridDim shim::grid_size

inline uint32_t __popc(uint32_t x) { return uint32_t(__builtin_popcount(x)); }
inline uint32_t __umulhi(uint32_t x, uint32_t y) { return uint32_t(uint64_t(x) * y >> 32); }
inline uint64_t __umul64hi(uint64_t x, uint64_t y) { return uint64_t(static_cast<unsigned __int128>(x) * y >> 64); }

namespace shim {

struct Index {
    uint32_t x;
};
inline Index thread_index, block_index, block_size, grid_size;

enum class Order { Ascending, Descending, Shuffled };

// What one launch did.
struct Counts {
    uint64_t shared_requests = 0, shared_extra = 0;       // warp requests; wavefronts above the least possible
    uint64_t global_requests = 0, sectors = 0, bytes = 0; // sectors touched, and bytes asked for
    double efficiency() const { return sectors ? double(bytes) / (32.0 * double(sectors)) : 1.0; }
};

struct Settings {
    Order order = Order::Ascending;
    uint64_t seed = 1;
    bool counting = false;
    uint32_t most_blocks = 0; // 0: no limit
    uint32_t most_threads = 1024;
    uint64_t most_shared = 232448;
};
inline Settings settings;
inline Counts counts;
inline uint64_t launches = 0;

[[noreturn]] void fail(const char* what);
void barrier();
void* shared_read(uint64_t offset, uint64_t size);
void* shared_write(uint64_t offset, uint64_t size);
void global_access(const void* at, uint64_t size);
void run(uint32_t grid, uint32_t block, uint64_t shared_bytes, const std::function<void()>& body);

// Kernels by name: how the emulated driver finds them.
struct Kernel {
    uint64_t bytes; // of the one parameter
    uint32_t threads;
    std::function<void(const void*)> body;
    const void* compiled_here;
};
inline std::map<std::string, Kernel>& kernels() {
    static std::map<std::string, Kernel> all;
    return all;
}
struct Registration {
    template <class Args>
    Registration(const char* name, void (*kernel)(const Args), uint32_t threads) {
        kernels()[name] = {sizeof(Args), threads, [kernel](const void* args) { kernel(*static_cast<const Args*>(args)); },
                           reinterpret_cast<const void*>(kernel)};
    }
};

// The same programs on a driver: once `use_driver` has found one, memory comes from it and launches go to it, by kernel name.
void use_driver(const std::string& library, const std::string& folder_of_ptx);
bool on_driver();
void* allocate(size_t bytes);
void release(void* at);
void driver_launch(const void* kernel, uint32_t grid, uint32_t block, uint64_t shared_bytes, const void* args);
// Milliseconds of the launches in `work`, the least of `runs`.
double driver_time(int runs, const std::function<void()>& work);

template <class Args>
void launch(void (*kernel)(const Args), uint64_t grid, uint32_t block, uint64_t shared_bytes, const Args& args) {
    launches++;
    if (settings.most_blocks && grid > settings.most_blocks) grid = settings.most_blocks;
    if (grid == 0 || block == 0 || block > settings.most_threads || shared_bytes > settings.most_shared)
        fail("a launch beyond the device's limits");
    if (on_driver()) return driver_launch(reinterpret_cast<const void*>(kernel), uint32_t(grid), block, shared_bytes, &args);
    run(uint32_t(grid), block, shared_bytes, [&] { kernel(args); });
}

} // namespace shim
