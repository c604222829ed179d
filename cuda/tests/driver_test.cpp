// The emulated driver as a program meets it: loaded by its name, a transform by its kernel's name, limits and failures.
//   driver_test LIBRARY PTX
#include <dlfcn.h>

#include <fstream>
#include <iterator>

#include "engine.h"

typedef unsigned long long Pointer;
static void* library;
template <class... A>
static int call(const char* name, A... a) {
    auto f = reinterpret_cast<int (*)(A...)>(dlsym(library, name));
    if (!f) {
        std::printf("no %s in the library\n", name);
        exit(1);
    }
    return f(a...);
}
static int wrong = 0;
static void expect(bool good, const char* what) {
    if (!good) std::printf("FAILED %s\n", what), wrong++;
}

int main(int count, char** words) {
    if (count != 3) return 2;
    library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return std::printf("%s\n", dlerror()), 1;
    std::ifstream file(words[2]);
    std::string ptx((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());

    setenv("RINGFFT_EMULATED_NO_DEVICE", "1", 1);
    expect(call("cuInit", 0u) == 100, "no device");
    unsetenv("RINGFFT_EMULATED_NO_DEVICE");
    expect(call("cuInit", 0u) == 0, "cuInit");
    void *context, *module, *function;
    call("cuDevicePrimaryCtxRetain", &context, 0);
    call("cuCtxSetCurrent", context);
    expect(call("cuModuleLoadData", &module, (const void*)"no PTX") == 200, "an image that is none");
    expect(call("cuModuleLoadData", &module, (const void*)ptx.c_str()) == 0, "the image");
    expect(call("cuModuleGetFunction", &function, module, "ringfft_goldilocks_nothing") == 500, "an unknown kernel");
    expect(call("cuModuleGetFunction", &function, module, "ringfft_goldilocks_rows") == 0, "the kernel");

    // One transform of 64 points through device memory.
    typedef HostWord<uint64_t> H;
    Engine<H, Goldilocks> g(std::vector<H>{H{0xFFFFFFFF00000001, 7, 0, 0}}, Kernels());
    const uint64_t n = 64;
    std::vector<uint64_t> x(n), y(n), expected(n);
    for (uint64_t i = 0; i < n; i++) x[i] = i * i + 1;
    for (uint64_t k = 0; k < n; k++)
        for (uint64_t j = 0; j < n; j++) expected[k] = g.moduli[0].add(expected[k], g.moduli[0].mul(x[j], g.moduli[0].root(n, j * k)));
    TileArgs a = g.rows_args(nullptr, nullptr, n, 1, false);
    a.log_lines = 0;
    Pointer data, stages, constants;
    auto upload = [&](Pointer& p, const void* from, uint64_t bytes) {
        expect(call("cuMemAlloc_v2", &p, size_t(bytes)) == 0, "allocation");
        expect(call("cuMemcpyHtoD_v2", p, from, size_t(bytes)) == 0, "copy to the device");
    };
    upload(data, x.data(), n * 8);
    upload(stages, a.stages.low, n * 8);
    upload(constants, a.field.constants, 28 * 8);
    a.lines.in = reinterpret_cast<void*>(data);
    a.lines.out = reinterpret_cast<void*>(data);
    a.stages.low = reinterpret_cast<void*>(stages);
    a.field.constants = reinterpret_cast<void*>(constants);
    void* parameters[] = {&a};
    auto launch = [&](unsigned grid, unsigned block, unsigned shared) {
        return call("cuLaunchKernel", function, grid, 1u, 1u, block, 1u, 1u, shared, (void*)nullptr, parameters, (void**)nullptr);
    };
    expect(launch(1, 2048, 512) == 1, "too many threads");
    expect(launch(1, 4, 1 << 20) == 1, "too much shared memory");
    expect(launch(0, 4, 512) == 1, "no blocks");
    setenv("RINGFFT_EMULATED_FAIL_LAUNCH", "4", 1);
    expect(launch(1, 4, 512) == 719, "the launch that fails");
    setenv("RINGFFT_EMULATED_ORDER", "shuffled", 1);
    expect(launch(1, 4, 512) == 0, "the launch");
    expect(call("cuMemcpyDtoH_v2", (void*)y.data(), data, size_t(n * 8)) == 0, "copy from the device");
    expect(y == expected, "the transform");
    expect(call("cuMemcpyDtoH_v2", (void*)y.data(), data, size_t(n * 8 + 8)) == 1, "a copy beyond the allocation");
    setenv("RINGFFT_EMULATED_MEMORY", "4096", 1);
    Pointer more;
    expect(call("cuMemAlloc_v2", &more, size_t(8192)) == 2, "out of memory");
    for (Pointer p : {data, stages, constants}) expect(call("cuMemFree_v2", p) == 0, "free");
    expect(call("cuMemFree_v2", data) == 1, "free twice");
    uint64_t launches, live, bytes;
    reinterpret_cast<void (*)(uint64_t*, uint64_t*, uint64_t*)>(dlsym(library, "ringfft_emulated_counts"))(&launches, &live, &bytes);
    expect(launches == 5 && live == 0 && bytes == 0, "counts");
    std::printf("emulated driver: %d failed\n", wrong);
    return wrong != 0;
}
