#include "shim.h"

#include <algorithm>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace shim {
namespace {

const uint32_t NOBODY = ~0u, WARP = 32;
#if defined(__SANITIZE_ADDRESS__)
const size_t STACK = 256 << 10;
#else
const size_t STACK = 64 << 10;
#endif

struct Fiber {
#if defined(__x86_64__)
    void* stack_pointer;
#else
    ucontext_t context;
#endif
    bool done;
    uint32_t shared_count, global_count; // accesses since the last barrier
};

// The last writer and reader of a 4-byte cell of shared memory, and the barriers before.
struct Cell {
    uint32_t writer = NOBODY, reader = NOBODY;
    uint64_t written = 0, read = 0;
    bool many_readers = false;
};

struct Access {
    uint64_t group, at;
    uint32_t lane, size;
    bool shared;
};

std::vector<Fiber> fibers;
std::vector<char> stacks;
std::vector<uint64_t> memory; // aligned
std::vector<Cell> cells;
std::vector<Access> accesses;
uint64_t memory_size, epoch;
uint32_t current, live, arrived;
const std::function<void()>* body;

#if defined(__x86_64__)
void* scheduler_stack;
extern "C" void ringfft_shim_switch(void** save, void* load);
__asm__(".text\n.globl ringfft_shim_switch\n.type ringfft_shim_switch,@function\nringfft_shim_switch:\n"
        "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\nmovq %rsp,(%rdi)\nmovq %rsi,%rsp\n"
        "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n");
void to_scheduler() { ringfft_shim_switch(&fibers[current].stack_pointer, scheduler_stack); }
void to_fiber(uint32_t i) { ringfft_shim_switch(&scheduler_stack, fibers[i].stack_pointer); }
#else
ucontext_t scheduler;
void to_scheduler() { swapcontext(&fibers[current].context, &scheduler); }
void to_fiber(uint32_t i) { swapcontext(&scheduler, &fibers[i].context); }
#endif

void next_epoch() {
    arrived = 0;
    epoch++;
    for (Fiber& f : fibers) f.shared_count = f.global_count = 0;
}

void entry() {
    (*body)();
    fibers[current].done = true;
    live--;
    if (live && arrived) fail("a thread ended while others wait at a barrier");
    to_scheduler();
}

void prepare(uint32_t i) {
    Fiber& f = fibers[i];
    f.done = false;
    f.shared_count = f.global_count = 0;
    char* stack = stacks.data() + i * STACK;
#if defined(__x86_64__)
    void** top = reinterpret_cast<void**>(reinterpret_cast<uintptr_t>(stack + STACK) & ~uintptr_t(15));
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(&entry);
    for (int k = 0; k < 6; k++) *--top = nullptr;
    f.stack_pointer = top;
#else
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stack;
    f.context.uc_stack.ss_size = STACK;
    f.context.uc_link = nullptr;
    makecontext(&f.context, &entry, 0);
#endif
}

uint64_t random_state;
uint32_t random_below(uint32_t n) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return uint32_t((random_state >> 33) % n);
}

void arrange(std::vector<uint32_t>& order) {
    uint32_t n = uint32_t(order.size());
    for (uint32_t i = 0; i < n; i++) order[i] = settings.order == Order::Descending ? n - 1 - i : i;
    if (settings.order == Order::Shuffled)
        for (uint32_t i = n; i > 1; i--) std::swap(order[i - 1], order[random_below(i)]);
}

void note(uint64_t at, uint64_t size, bool shared) {
    if (!settings.counting) return;
    Fiber& f = fibers[current];
    uint64_t ordinal = shared ? f.shared_count++ : f.global_count++;
    accesses.push_back({(epoch << 32 | uint64_t(current / WARP) << 20 | ordinal) << 1 | shared, at, current % WARP, uint32_t(size), shared});
}

// Wavefronts of one warp's request: parts of 8 bytes go by half warps, of 16 by quarters; a bank gives 4 bytes at a time.
void count_shared(const Access* a, size_t n) {
    uint32_t lanes = a->size <= 4 ? 32 : a->size == 8 ? 16 : 8;
    for (uint32_t first = 0; first < WARP; first += lanes) {
        std::vector<std::vector<uint64_t>> banks(32);
        for (size_t i = 0; i < n; i++) {
            if (a[i].lane < first || a[i].lane >= first + lanes) continue;
            for (uint32_t byte = 0; byte < a[i].size; byte += 4) {
                uint64_t word = (a[i].at + byte) / 4;
                auto& bank = banks[word % 32];
                if (std::find(bank.begin(), bank.end(), word) == bank.end()) bank.push_back(word);
            }
        }
        size_t most = 0;
        for (auto& bank : banks) most = std::max(most, bank.size());
        if (most) counts.shared_extra += most - 1;
    }
    counts.shared_requests++;
}

void count_global(const Access* a, size_t n) {
    std::vector<uint64_t> sectors, places;
    for (size_t i = 0; i < n; i++) {
        for (uint64_t s = a[i].at / 32; s <= (a[i].at + a[i].size - 1) / 32; s++) sectors.push_back(s);
        places.push_back(a[i].at);
    }
    for (auto* v : {&sectors, &places}) {
        std::sort(v->begin(), v->end());
        v->erase(std::unique(v->begin(), v->end()), v->end());
    }
    counts.global_requests++;
    counts.sectors += sectors.size();
    counts.bytes += places.size() * a->size;
}

void count_accesses() {
    std::stable_sort(accesses.begin(), accesses.end(), [](const Access& x, const Access& y) { return x.group < y.group; });
    for (size_t i = 0, j; i < accesses.size(); i = j) {
        for (j = i; j < accesses.size() && accesses[j].group == accesses[i].group; j++) {}
        if (accesses[i].shared) count_shared(&accesses[i], j - i);
        else count_global(&accesses[i], j - i);
    }
    accesses.clear();
}

char* shared_bytes(uint64_t offset, uint64_t size) {
    if (offset + size > memory_size) fail("shared memory beyond what the launch asked for");
    return reinterpret_cast<char*>(memory.data()) + offset;
}

} // namespace

void fail(const char* what) {
    std::fprintf(stderr, "shim: %s (block %u of %u, thread %u of %u)\n", what, block_index.x, grid_size.x, thread_index.x, block_size.x);
    std::fflush(nullptr);
    std::_Exit(3); // on a fiber's stack: nothing may be torn down
}

void barrier() {
    uint64_t before = epoch;
    if (fibers.size() != live) fail("a barrier that not all threads reach");
    if (++arrived == live) next_epoch();
    else {
        uint32_t me = current;
        while (epoch == before) to_scheduler();
        thread_index.x = me;
    }
}

void* shared_read(uint64_t offset, uint64_t size) {
    char* at = shared_bytes(offset, size);
    note(offset, size, true);
    for (uint64_t c = offset / 4; c < (offset + size + 3) / 4; c++) {
        Cell& cell = cells[c];
        if (cell.writer == NOBODY) fail("shared memory read before it was written");
        if (cell.written == epoch && cell.writer != current) fail("race: read of what another thread wrote since the barrier");
        cell.many_readers = cell.read == epoch && cell.reader != NOBODY && (cell.many_readers || cell.reader != current);
        cell.reader = current;
        cell.read = epoch;
    }
    return at;
}

void* shared_write(uint64_t offset, uint64_t size) {
    char* at = shared_bytes(offset, size);
    note(offset, size, true);
    for (uint64_t c = offset / 4; c < (offset + size + 3) / 4; c++) {
        Cell& cell = cells[c];
        if (cell.writer != NOBODY && cell.written == epoch && cell.writer != current) fail("race: two threads write one place");
        if (cell.reader != NOBODY && cell.read == epoch && (cell.many_readers || cell.reader != current))
            fail("race: write of what another thread read since the barrier");
        cell.writer = current;
        cell.written = epoch;
    }
    return at;
}

void global_access(const void* at, uint64_t size) { note(reinterpret_cast<uintptr_t>(at), size, false); }

void run(uint32_t grid, uint32_t block, uint64_t shared_size, const std::function<void()>& what) {
    body = &what;
    random_state = settings.seed;
    if (fibers.size() != block) fibers.resize(block);
    if (stacks.size() < block * STACK) stacks.resize(block * STACK);
    grid_size.x = grid;
    block_size.x = block;
    memory_size = shared_size;
    std::vector<uint32_t> blocks(grid), threads(block);
    arrange(blocks);
    for (uint32_t b : blocks) {
        block_index.x = b;
        memory.assign(shared_size / 8 + 2, 0xA5A5A5A5A5A5A5A5ull);
        cells.assign(shared_size / 4 + 2, Cell());
        epoch = 1;
        arrived = 0;
        live = block;
        for (uint32_t i = 0; i < block; i++) prepare(i);
        uint32_t idle = 0;
        while (live) {
            uint64_t before = epoch;
            uint32_t were = live;
            arrange(threads);
            for (uint32_t i : threads) {
                if (fibers[i].done) continue;
                current = thread_index.x = i;
                to_fiber(i);
            }
            idle = epoch == before && live == were ? idle + 1 : 0;
            if (idle > 2) fail("threads wait at a barrier that others never reach");
        }
        count_accesses();
    }
}

} // namespace shim
