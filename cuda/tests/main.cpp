// The kernels under the shim against the definition: main [RING ...] [--long] [--quick] [--seed N]
// The same on a device, through a driver's library and the compiled kernels: main --driver LIBRARY PTX-FOLDER ...; with --time, times instead.
//
// Default: every family over every ring to 2^10 in all orders of threads and blocks, then once to 2^12, with bank conflicts and
// sectors counted. --quick: to 2^8, in all orders.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "check.h"

#define RINGS(X) X(c32) X(c64) X(goldilocks) X(babybear) X(koalabear) X(word32) X(word64) X(bls12_381) X(bn254)
#define DECLARE(RING) void check_##RING(const Run&);
RINGS(DECLARE)

int main(int count, char** words) {
    Run orders, longer;
    longer.all_orders = longer.counting = false;
    longer.longest = 1 << 12;
    bool quick = false;
    std::vector<std::string> chosen;
    for (int i = 1; i < count; i++) {
        std::string word = words[i];
        if (word == "--quick") quick = true;
        else if (word == "--long") longer.longest = 1 << 14;
        else if (word == "--seed" && i + 1 < count) orders.seed = longer.seed = strtoull(words[++i], nullptr, 10);
        else if (word == "--time") orders.timed = true;
        else if (word == "--driver" && i + 2 < count) {
            shim::use_driver(words[i + 1], words[i + 2]);
            orders.all_orders = false; // a device has its own
            i += 2;
        } else chosen.push_back(word);
    }
    if (quick) orders.longest = 1 << 8;
    bool any = false;
#define CHECK(RING) \
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), #RING) != chosen.end()) { \
        any = true; \
        auto start = std::chrono::steady_clock::now(); \
        uint64_t before = report.passed, launches = shim::launches; \
        check_##RING(orders); \
        if (!quick && !orders.timed) check_##RING(longer); \
        double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); \
        std::printf("%s: %llu checks passed, %llu launches, %.1f s\n", #RING, (unsigned long long)(report.passed - before), \
                    (unsigned long long)(shim::launches - launches), seconds); \
        std::fflush(stdout); \
    }
    RINGS(CHECK)
    if (!any) {
        std::printf("no such ring\n");
        return 2;
    }
    std::printf("%llu passed, %llu failed\n", (unsigned long long)report.passed, (unsigned long long)report.failed);
    return report.failed != 0;
}
