// cuFFT and the copy bandwidth of this device, as the yardstick of ringfft's records. For a machine with a GPU and the toolkit:
//     nvcc -O3 -std=c++17 -o cufft cuda/bench/cufft.cu -lcufft && ./cufft [seconds a row]
// One line a row, as JSON: kind, lengths, batch, precision, the least and the median time of one execution in milliseconds, and the
// bandwidth of a copy of the same bytes measured between them. Data is on the device; times are by events, plans are not counted.
//     ./cufft accuracy [most points]
// Instead, errors over the transform's root mean square, of the inputs that `tests/gpu/accuracy.rs` takes: its rows are the same.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cufft.h>
#include <string>
#include <vector>

#define CHECK(call)                                                                  \
    do {                                                                             \
        auto status = (call);                                                        \
        if (int(status) != 0) {                                                      \
            std::fprintf(stderr, "%s:%d: status %d\n", __FILE__, __LINE__, int(status)); \
            std::exit(1);                                                            \
        }                                                                            \
    } while (0)

static double seconds_a_row = 0.3;

struct Times {
    double least, median;
    size_t runs;
};

// Warm runs until the time is spent, at least five: each between two events.
template <class F>
static Times timed(F run) {
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    for (int i = 0; i < 3; i++) run();
    std::vector<float> all;
    double spent = 0;
    while (all.size() < 5 || (spent < 1000 * seconds_a_row && all.size() < 2000)) {
        float ms;
        CHECK(cudaEventRecord(from));
        run();
        CHECK(cudaEventRecord(to));
        CHECK(cudaEventSynchronize(to));
        CHECK(cudaEventElapsedTime(&ms, from, to));
        all.push_back(ms);
        spent += ms;
    }
    CHECK(cudaEventDestroy(from));
    CHECK(cudaEventDestroy(to));
    std::sort(all.begin(), all.end());
    return {all[0], all[all.size() / 2], all.size()};
}

template <class F>
__global__ void fill(F* at, size_t n) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        at[i] = F(((i + 1) * 0x9e3779b97f4a7c15u) >> 40) / F(1 << 24) - F(0.5);
}

struct Row {
    const char* kind; // c2c, r2c
    std::vector<long long> lengths;
    long long batch;
    bool wide; // f64
};

static void measure(const Row& row) {
    long long points = row.batch, half = row.batch;
    for (size_t i = 0; i < row.lengths.size(); i++) {
        points *= row.lengths[i];
        half *= i + 1 == row.lengths.size() ? row.lengths[i] / 2 + 1 : row.lengths[i];
    }
    bool real = std::string(row.kind) == "r2c";
    size_t real_bytes = row.wide ? 8 : 4, bytes_in = size_t(points) * real_bytes * (real ? 1 : 2);
    size_t bytes_out = real ? size_t(half) * real_bytes * 2 : bytes_in, free_bytes, total;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    if (bytes_in + bytes_out > free_bytes / 2) return;
    void *in, *out;
    CHECK(cudaMalloc(&in, bytes_in));
    CHECK(cudaMalloc(&out, bytes_out));
    if (row.wide)
        fill<<<1024, 256>>>(static_cast<double*>(in), bytes_in / 8);
    else
        fill<<<1024, 256>>>(static_cast<float*>(in), bytes_in / 4);
    cufftHandle plan;
    size_t work;
    CHECK(cufftCreate(&plan));
    cufftType type = real ? (row.wide ? CUFFT_D2Z : CUFFT_R2C) : (row.wide ? CUFFT_Z2Z : CUFFT_C2C);
    std::vector<long long> lengths = row.lengths;
    if (cufftMakePlanMany64(plan, int(lengths.size()), lengths.data(), nullptr, 1, 0, nullptr, 1, 0, type, row.batch, &work) == CUFFT_SUCCESS) {
        Times copy = timed([&] { CHECK(cudaMemcpyAsync(out, in, std::min(bytes_in, bytes_out), cudaMemcpyDeviceToDevice)); });
        Times fft = timed([&] {
            if (!real && !row.wide) CHECK(cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out), CUFFT_FORWARD));
            if (!real && row.wide) CHECK(cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in), static_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD));
            if (real && !row.wide) CHECK(cufftExecR2C(plan, static_cast<cufftReal*>(in), static_cast<cufftComplex*>(out)));
            if (real && row.wide) CHECK(cufftExecD2Z(plan, static_cast<cufftDoubleReal*>(in), static_cast<cufftDoubleComplex*>(out)));
        });
        std::string text;
        for (long long n : row.lengths) text += (text.empty() ? "" : ",") + std::to_string(n);
        double gigabytes = 2e-9 * double(std::min(bytes_in, bytes_out));
        std::printf("{\"kind\":\"%s\",\"lengths\":[%s],\"batch\":%lld,\"bits\":%d,\"least_ms\":%.6f,\"median_ms\":%.6f,\"runs\":%zu,"
                    "\"copy_ms\":%.6f,\"copy_gb_s\":%.1f,\"work_bytes\":%zu}\n",
                    row.kind, text.c_str(), row.batch, row.wide ? 64 : 32, fft.least, fft.median, fft.runs, copy.least,
                    gigabytes / (1e-3 * copy.least), work);
        std::fflush(stdout);
    }
    CHECK(cufftDestroy(plan));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

// Numbers that look random, and places of the impulses of a sparse input.
static uint64_t mixed(uint64_t& state) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

template <class C>
static void execute(cufftHandle plan, C* at, int direction) {
    if constexpr (sizeof(C) == 8)
        CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(at), reinterpret_cast<cufftComplex*>(at), direction));
    else
        CHECK(cufftExecZ2Z(plan, reinterpret_cast<cufftDoubleComplex*>(at), reinterpret_cast<cufftDoubleComplex*>(at), direction));
}

// A row: the root mean square and the greatest of the errors, over the root mean square of what is expected.
template <class C, class F>
static void told(const char* what, long long n, const std::vector<C>& found, F expected) {
    double sum = 0, most = 0, size = 0;
    for (long long i = 0; i < n; i++) {
        double re, im;
        expected(i, re, im);
        double x = double(found[i].x) - re, y = double(found[i].y) - im, error = x * x + y * y;
        sum += error;
        most = std::max(most, error);
        size += re * re + im * im;
    }
    std::printf("{\"what\": \"%s\", \"where\": \"cuFFT\", \"bits\": %d, \"n\": %lld, \"rms\": %.3e, \"most\": %.3e}\n", what,
                int(4 * sizeof(C)), n, std::sqrt(sum / size), std::sqrt(most * double(n) / size));
    std::fflush(stdout);
}

template <class C>
static void accuracy(long long n) {
    const double TAU = 6.283185307179586476925286766559;
    size_t bytes = size_t(n) * sizeof(C), free_bytes, total, work;
    CHECK(cudaMemGetInfo(&free_bytes, &total));
    if (bytes > free_bytes / 8) return;
    C* at;
    CHECK(cudaMalloc(&at, bytes));
    cufftHandle plan;
    CHECK(cufftCreate(&plan));
    long long lengths[] = {n};
    cufftType type = sizeof(C) == 8 ? CUFFT_C2C : CUFFT_Z2Z;
    if (cufftMakePlanMany64(plan, 1, lengths, nullptr, 1, 0, nullptr, 1, 0, type, 1, &work) == CUFFT_SUCCESS) {
        std::vector<C> x(n), found(n);
        uint64_t state = 1;
        auto part = [&] { return double(int64_t(mixed(state))) / 9223372036854775807.0; };
        for (C& z : x) {
            double re = part(), im = part();
            z = {decltype(z.x)(re), decltype(z.y)(im)};
        }
        CHECK(cudaMemcpy(at, x.data(), bytes, cudaMemcpyHostToDevice));
        execute(plan, at, CUFFT_FORWARD);
        execute(plan, at, CUFFT_INVERSE);
        CHECK(cudaMemcpy(found.data(), at, bytes, cudaMemcpyDeviceToHost));
        for (C& z : found) z = {z.x / decltype(z.x)(n), z.y / decltype(z.y)(n)};
        told("there and back", n, found, [&](long long i, double& re, double& im) {
            re = double(x[i].x);
            im = double(x[i].y);
        });
        // Four impulses: their values are sums of four powers of the root.
        uint64_t places[4];
        state = uint64_t(n);
        for (C& z : x) z = {0, 0};
        for (uint64_t& place : places) {
            place = mixed(state) % uint64_t(n);
            x[place].x += 1;
        }
        CHECK(cudaMemcpy(at, x.data(), bytes, cudaMemcpyHostToDevice));
        execute(plan, at, CUFFT_FORWARD);
        CHECK(cudaMemcpy(found.data(), at, bytes, cudaMemcpyDeviceToHost));
        told("impulses", n, found, [&](long long k, double& re, double& im) {
            re = im = 0;
            for (uint64_t place : places) {
                double angle = TAU * (double(place * uint64_t(k) % uint64_t(n)) / double(n));
                re += std::cos(angle);
                im -= std::sin(angle);
            }
        });
    }
    CHECK(cufftDestroy(plan));
    CHECK(cudaFree(at));
}

// As `LENGTHS` of tests/gpu/accuracy.rs.
static void accuracies(long long most) {
    for (long long n : {16ll, 256ll, 4096ll, 65536ll, 1048576ll, 16777216ll, 60ll, 1000ll, 59049ll, 1953125ll, 2985984ll, 10077696ll, 101ll,
                        1009ll, 10007ll, 65537ll, 1000003ll, 8388593ll}) {
        if (n > most) continue;
        accuracy<cufftComplex>(n);
        accuracy<cufftDoubleComplex>(n);
    }
}

int main(int count, char** words) {
    if (count > 1 && std::string(words[1]) == "accuracy") {
        accuracies(count > 2 ? std::atoll(words[2]) : 1ll << 24);
        return 0;
    }
    if (count > 1) seconds_a_row = std::atof(words[1]);
    cudaDeviceProp device;
    int version, runtime;
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cufftGetVersion(&version));
    CHECK(cudaRuntimeGetVersion(&runtime));
    std::printf("{\"device\":\"%s\",\"cufft\":%d,\"runtime\":%d}\n", device.name, version, runtime);
    for (bool wide : {false, true}) {
        for (int log = 10; log <= 28; log++) measure({"c2c", {1ll << log}, 1, wide});
        for (int log = 4; log <= 20; log += 2) measure({"c2c", {1ll << log}, (1ll << 24) >> log, wide});
        for (long long n : {1009ll, 65537ll, 999983ll, 15015ll, 531441ll, 1953125ll, 6000000ll, 8388593ll, 10077696ll}) measure({"c2c", {n}, 1, wide});
        for (long long n : {60ll, 97ll, 210ll, 360ll, 1000ll, 3600ll, 4093ll}) measure({"c2c", {n}, (1ll << 24) / n, wide});
        measure({"c2c", {4096, 4096}, 1, wide});
        measure({"c2c", {1024, 16384}, 1, wide});
        measure({"c2c", {256, 256, 256}, 1, wide});
        for (int log = 10; log <= 28; log += 6) measure({"r2c", {1ll << log}, 1, wide});
    }
}
