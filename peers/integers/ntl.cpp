// Polynomials of NTL behind C functions, for src/libraries/ntl.rs. get_ntl.sh compiles it.
#include <NTL/ZZ_pX.h>
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

using namespace NTL;

typedef unsigned long word;

enum Operation { PRODUCT, DIVIDE, GREATEST };

struct Task {
    virtual ~Task() {}
    virtual void run() = 0;
    // Returns the number of words that were written, at most `room`.
    virtual long read(word *out, long room) const = 0;
};

static ZZ integer(const word *words, long n) { return ZZFromBytes(reinterpret_cast<const unsigned char *>(words), n * sizeof(word)); }

static void put(zz_p &x, const word *words, long) { x = to_zz_p(static_cast<long>(words[0])); }
static void put(ZZ_p &x, const word *words, long n) { x = to_ZZ_p(integer(words, n)); }
static void get(word *words, const zz_p &x, long) { words[0] = static_cast<word>(rep(x)); }
static void get(word *words, const ZZ_p &x, long n)
{
    BytesFromZZ(reinterpret_cast<unsigned char *>(words), rep(x), n * sizeof(word));
}

template <class Polynomial> struct Pair : Task {
    Operation operation;
    long words;
    Polynomial a, b, c, d;

    static void fill(Polynomial &f, const word *residues, long n, long words)
    {
        f.rep.SetLength(n);
        for (long i = 0; i < n; i++)
            put(f.rep[i], residues + i * words, words);
        f.normalize();
    }

    void run()
    {
        switch (operation) {
        case PRODUCT: mul(c, a, b); break;
        case DIVIDE: DivRem(c, d, a, b); break;
        case GREATEST: GCD(c, a, b); break;
        }
    }

    static word *write(const Polynomial &f, long words, word *out, const word *end)
    {
        for (long i = 0; i <= deg(f) && out + words <= end; i++, out += words)
            get(out, f.rep[i], words);
        return out;
    }

    long read(word *out, long room) const
    {
        const word *end = out + room;
        word *next = write(c, words, out, end);
        if (operation == DIVIDE)
            next = write(d, words, next, end);
        return next - out;
    }
};

template <class Polynomial> static Task *made(int operation, long words, const word *a, long n, const word *b, long m)
{
    Pair<Polynomial> *pair = new Pair<Polynomial>;
    pair->operation = static_cast<Operation>(operation);
    pair->words = words;
    Pair<Polynomial>::fill(pair->a, a, n, words);
    Pair<Polynomial>::fill(pair->b, b, m, words);
    return pair;
}

// The modulus is that of this thread until the next call.
extern "C" void *peers_ntl_task(int operation, const word *p, long words, const word *a, long n, const word *b, long m)
{
    if (words == 1 && p[0] >> NTL_SP_NBITS == 0) {
        zz_p::init(static_cast<long>(p[0]));
        return made<zz_pX>(operation, words, a, n, b, m);
    }
    ZZ_p::init(integer(p, words));
    return made<ZZ_pX>(operation, words, a, n, b, m);
}

extern "C" void peers_ntl_run(void *task) { static_cast<Task *>(task)->run(); }

extern "C" long peers_ntl_read(const void *task, word *out, long room) { return static_cast<const Task *>(task)->read(out, room); }

extern "C" void peers_ntl_delete(void *task) { delete static_cast<Task *>(task); }

extern "C" const char *peers_ntl_version() { return NTL_VERSION; }
