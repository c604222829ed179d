// Products of zz_pX behind C functions, for src/libraries.rs. get_ntl.sh compiles it.
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

using namespace NTL;

struct Product {
    zz_pX a, b, c;
};

static void fill(zz_pX &f, const unsigned long *residues, long n)
{
    f.rep.SetLength(n);
    for (long i = 0; i < n; i++)
        f.rep[i] = to_zz_p(static_cast<long>(residues[i]));
    f.normalize();
}

// The modulus is that of this thread until the next call.
extern "C" void *peers_ntl_new(const unsigned long *a, const unsigned long *b, long n, unsigned long p)
{
    zz_p::init(static_cast<long>(p));
    Product *product = new Product;
    fill(product->a, a, n);
    fill(product->b, b, n);
    return product;
}

extern "C" void peers_ntl_multiply(void *state)
{
    Product *product = static_cast<Product *>(state);
    mul(product->c, product->a, product->b);
}

extern "C" void peers_ntl_read(const void *state, unsigned long *residues, long n)
{
    const Product *product = static_cast<const Product *>(state);
    for (long i = 0; i < n; i++)
        residues[i] = static_cast<unsigned long>(rep(coeff(product->c, i)));
}

extern "C" void peers_ntl_delete(void *state) { delete static_cast<Product *>(state); }

// Moduli have at most so many bits.
extern "C" int peers_ntl_bits() { return NTL_SP_NBITS; }

extern "C" const char *peers_ntl_version() { return NTL_VERSION; }
