// Launches through a CUDA driver, real or emulated, in place of the shim: the tests' buffers are then managed memory.
#include <dlfcn.h>

#include <fstream>
#include <iterator>

#include "shim.h"

namespace shim {
namespace {

void* library = nullptr;
std::string ptx_folder;
std::map<const void*, void*> functions; // by the kernel compiled here
std::map<std::string, void*> modules;
bool timing = false;

template <class... A>
int call(const char* name, A... a) {
    auto f = reinterpret_cast<int (*)(A...)>(dlsym(library, name));
    if (!f) {
        std::fprintf(stderr, "the driver has no %s\n", name);
        std::exit(4);
    }
    return f(a...);
}
template <class... A>
void must(const char* name, A... a) {
    if (int error = call(name, a...)) {
        std::fprintf(stderr, "%s: error %d of the driver\n", name, error);
        std::exit(4);
    }
}

// The module of a kernel: the longest file name that, with more after it, begins the kernel's name, or a pass's own file.
void* function_of(const void* kernel) {
    void*& found = functions[kernel];
    if (found) return found;
    for (const auto& entry : kernels()) {
        if (entry.second.compiled_here != kernel) continue;
        std::string ring = entry.first.substr(8); // after ringfft_
        for (size_t end = ring.size(); (end = ring.rfind('_', end - 1)) != std::string::npos && end > 0;)
            for (const char* part : {"", "_pass", "_cosine"}) {
                std::string name = ring.substr(0, end) + part;
                if (!modules.count(name)) {
                    std::ifstream file(ptx_folder + "/" + name + ".ptx");
                    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
                    void* module = nullptr;
                    if (!text.empty()) must("cuModuleLoadData", &module, static_cast<const void*>(text.c_str()));
                    modules[name] = module;
                }
                if (modules[name] && call("cuModuleGetFunction", &found, modules[name], entry.first.c_str()) == 0) {
                    must("cuFuncSetAttribute", found, 8, 65536);
                    return found;
                }
            }
        std::fprintf(stderr, "no module has %s\n", entry.first.c_str());
        std::exit(4);
    }
    fail("a kernel without a name");
}

} // namespace

void use_driver(const std::string& name, const std::string& folder) {
    library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::fprintf(stderr, "%s\n", dlerror());
        std::exit(77);
    }
    ptx_folder = folder;
    void* context;
    int device;
    char text[256] = "";
    must("cuInit", 0u);
    must("cuDeviceGet", &device, 0);
    must("cuDeviceGetName", text, 255, device);
    must("cuDevicePrimaryCtxRetain", &context, device);
    must("cuCtxSetCurrent", context);
    std::printf("device: %s\n", text);
}

bool on_driver() { return library != nullptr; }

void* allocate(size_t bytes) {
    bytes = (bytes + 256) / 256 * 256;
    if (!library) return aligned_alloc(256, bytes);
    unsigned long long at = 0;
    must("cuMemAllocManaged", &at, bytes, 1u);
    return reinterpret_cast<void*>(at);
}

void release(void* at) {
    if (!library) return std::free(at);
    must("cuMemFree_v2", reinterpret_cast<unsigned long long>(at));
}

void driver_launch(const void* kernel, uint32_t grid, uint32_t block, uint64_t shared_bytes, const void* args) {
    void* function = function_of(kernel);
    void* parameters[] = {const_cast<void*>(args)};
    must("cuLaunchKernel", function, grid, 1u, 1u, block, 1u, 1u, unsigned(shared_bytes), static_cast<void*>(nullptr), parameters,
         static_cast<void**>(nullptr));
    if (!timing) must("cuCtxSynchronize");
}

double driver_time(int runs, const std::function<void()>& work) {
    void *from, *to;
    float least = 1e30f, ms;
    must("cuEventCreate", &from, 0u);
    must("cuEventCreate", &to, 0u);
    work(); // pages move, modules are loaded
    timing = true;
    for (int i = 0; i < runs; i++) {
        must("cuEventRecord", from, static_cast<void*>(nullptr));
        work();
        must("cuEventRecord", to, static_cast<void*>(nullptr));
        must("cuEventSynchronize", to);
        must("cuEventElapsedTime", &ms, from, to);
        if (ms < least) least = ms;
    }
    timing = false;
    must("cuEventDestroy_v2", from);
    must("cuEventDestroy_v2", to);
    return least;
}

} // namespace shim
