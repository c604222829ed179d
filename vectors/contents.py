"""Which rings, conventions and lengths the known answers hold."""

from binary import Binary

GOLDILOCKS = (1 << 64) - (1 << 32) + 1
BABYBEAR = 15 * (1 << 27) + 1
KOALABEAR = 127 * (1 << 24) + 1
BLS12_381_R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
BN254_R = 21888242871839275222246405745257275088548364400416034343698204186575808495617
PALLAS_P = 0x40000000000000000000000000000000224698FC094CF91B992D30ED00000001
VESTA_P = 0x40000000000000000000000000000000224698FC0994A8DD8C46EB2100000001

# Published constants: roots of order 2^s, and cube roots of unity.
GOLDILOCKS_PLONKY3 = 0x185629DCDA58878C
GOLDILOCKS_WINTERFELL = 7277203076849721926
BABYBEAR_PLONKY3 = 0x1A427A41
BABYBEAR_RISC0 = 137
KOALABEAR_PLONKY3 = 0x6AC49F88
BN254_HALO2 = 0x03DDB9F5166D18B798865EA93DD31F743215CF6DD39329C8D34F1ED960C37C9C
BN254_ARKWORKS = 19103219067921713944291392827692070036145651957329286315305642004821462161904
BLS12_381_ARKWORKS = 10238227357739495823651030575849232062558860180284477541189508159991286009131
PALLAS_ROOT = 0x2BCE74DEAC30EBDA362120830561F81AEA322BF2B7BB7584BDAD6FABD87EA32F
VESTA_ROOT = 0x2DE6A9B8746D3F589E5C4DFD492AE26E9BB97EA3C106F049A70E2C1102B6D05F
BN254_ZETA = 0x30644E72E131A029048B6E193FD84104CC37A73FEC2BC5E9B8CA0B2D36636F23
PALLAS_ZETA = 0x12CCCA834ACDBA712CAAD5DC57AAB1B01D1F8BD237AD31491DAD5EBDFDFE4AB9
VESTA_ZETA = 0x06819A58283E528E511DB4D81CF70F5A0FED467D47C033AF2AA9D2E050AA0E4F

LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 27]


def two_adic(modulus, root):
    """Roots of powers of two from the one of order 2^s, squared."""
    s = (modulus - 1 & 1 - modulus).bit_length() - 1
    assert pow(root, 1 << s, modulus) == 1 and pow(root, 1 << s - 1, modulus) == modulus - 1

    def of(n):
        k = n.bit_length() - 1
        return pow(root, 1 << s - k, modulus) if n == 1 << k and k <= s else None

    return of


def power_of_two(n):
    return n & n - 1 == 0


def power_of_three(n):
    return 3**20 % n == 0


def standard(file, long, lengths=LENGTHS, most=16):
    """Every length with a root; orders, cosets and scales at some; `most` is the longest of the variants."""
    ring = file.ring
    lengths = [n for n in [*lengths, long] if ring.root(n) is not None]
    for n in lengths:
        file.dft(n)
        file.dft(n, "inverse")
        if power_of_two(n) and n > 2:
            file.dft(n, order="bit-reversed")
            file.dft(n, "inverse", order="bit-reversed")
        if n in (2, 3, 4, 6, 8, 9):
            file.dft(n, "inverse", scale="none")
        if n in (1, 3, 4, 6, 8, 16) and n <= most:
            coset = ring.coset(file.stream(f"coset of {n}"))
            file.dft(n, coset=coset)
            file.dft(n, "inverse", coset=coset)
        if n in (8, 16) and n <= most:
            file.dft(n, order="conjugate-pair")
            file.dft(n, scale="forward")
            file.dft(n, root=ring.power(ring.root(n), 3), tag="other-root")
        if power_of_three(n) and n > 1:
            file.dft(n, order="ternary-reversed")
            file.dft(n, order="ternary-conjugate")
    negacyclic = [n for n in (1, 2, 3, 4, 6, 8, 16) if n <= most and ring.root(2 * n) is not None]
    for n in negacyclic:
        file.negacyclic(n)
    for n in negacyclic:
        if power_of_two(n) and n > 2:
            file.negacyclic(n, "bit-reversed")
            file.incomplete(n, 2)
    for n in (1, 2, 3, 5, 6, 7, 8, 9, 11, 13):
        if n <= most and ring.root(1 << (n - 1).bit_length()) is not None:
            file.truncated(n)


def domains(file, lengths, coset, *, reverse=False):
    """What a proof system asks: a subgroup, its coset, both ways; a low-degree extension."""
    for n in lengths:
        for order in ["natural", "bit-reversed"] if reverse and n > 2 else ["natural"]:
            file.dft(n, order=order)
            file.dft(n, "inverse", order=order)
            if n > 1:
                file.dft(n, order=order, coset=coset)
                file.dft(n, "inverse", order=order, coset=coset)
            if n == 16:
                file.dft(n, order=order, coset=coset, pad=8, tag="extension-of-8")


def complexes(file, lengths):
    for n in lengths:
        file.dft(n)
        file.dft(n, "inverse")
        if n in (2, 3, 8, 12, 16):
            for scale in ["unitary", "forward", "none"]:
                for direction in ["forward", "inverse"]:
                    if (scale, direction) != ("none", "forward"):
                        file.dft(n, direction, scale=scale)
        if n in (8, 16):
            file.dft(n, order="bit-reversed")
            file.dft(n, order="conjugate-pair")
        if n in (9, 27):
            file.dft(n, order="ternary-reversed")
            file.dft(n, order="ternary-conjugate")
        if n in (3, 8):
            coset = file.ring.coset(None)
            file.dft(n, coset=coset)
            file.dft(n, "inverse", coset=coset)


def least_power_of_two(ring, k):
    """The least power of two that is a principal root of order n, if any."""

    def of(n):
        return next((1 << e for e in range(1, 2 * k) if ring.is_principal(pow(2, e, ring.modulus), n)), None)

    return of


def contents(File, Integers, Complexes):
    found = []

    def file(ring, convention, about):
        found.append(File(ring, convention, about))
        return found[-1]

    numpy = "numpy.fft.fft and ifft: w = exp(-2 pi i/n); norm 'backward' is scale inverse, 'ortho' unitary, 'forward' forward"
    complexes(file(Complexes("c64", 53), "numpy", numpy), [*LENGTHS, 10, 11, 13, 15, 25, 30, 36, 64, 81, 256])
    complexes(file(Complexes("c32", 24), "numpy", numpy), [1, 2, 3, 4, 5, 8, 15, 27, 64])

    ours = "w = g^((p-1)/n), g the generator"
    for name, modulus, generator, long in [
        ("goldilocks", GOLDILOCKS, 7, 64),
        ("babybear", BABYBEAR, 31, 64),
        ("koalabear", KOALABEAR, 3, 64),
        ("mod:17", 17, 3, 64),
        ("mod:257", 257, 3, 256),
        ("mod:998244353", 998244353, 3, 64),
        ("mod:149299201", 149299201, 23, 81),
    ]:
        standard(file(Integers(name, modulus, generator), "ringfft", ours), long)
    for name, modulus, generator in [("bls12-381-fr", BLS12_381_R, 7), ("bn254-fr", BN254_R, 5)]:
        standard(file(Integers(name, modulus, generator), "ringfft", ours), 32, [1, 2, 3, 4, 6, 8, 9], 8)
    composite = Integers("mod:65", 65, roots=lambda n: {2: 64, 4: 8}.get(n))
    standard(file(composite, "ringfft", "a ring with zero divisors; w = 8 of order 4, given by the caller"), 4, [1, 2])
    for k in [64, 65]:
        ring = Integers(f"fermat:{k}", (1 << k) + 1)
        ring.roots = least_power_of_two(ring, k)
        shifts = file(ring, "ringfft", f"Z/(2^{k} + 1); w is the least power of two that is a principal root of order n")
        standard(shifts, 64)
        if k == 64:
            root_of_two = (1 << 3 * k // 4) - (1 << k // 4)
            shifts.dft(256, root=root_of_two, tag="root-of-two")

    m31 = file(Integers("m31", (1 << 31) - 1), "ringfft", "the circle x^2 + y^2 = 1; its generator is (2, 1268011823)")
    for n in [1, 2, 4, 8, 16, 64]:
        m31.circle(n)

    group = "Radix2EvaluationDomain: group_gen = TWO_ADIC_ROOT_OF_UNITY squared; coset offset = GENERATOR"
    for name, modulus, generator, root in [
        ("bls12-381-fr", BLS12_381_R, 7, BLS12_381_ARKWORKS),
        ("bn254-fr", BN254_R, 5, BN254_ARKWORKS),
    ]:
        ring = Integers(name, modulus, generator, two_adic(modulus, root))
        domains(file(ring, "arkworks", group), [1, 2, 4, 8, 16], generator)

    best_fft = "best_fft: omega = ROOT_OF_UNITY squared; the extended domain is the coset by ZETA, a cube root of unity"
    for name, modulus, generator, root, zeta in [
        ("bn254-fr", BN254_R, 7, BN254_HALO2, BN254_ZETA),
        ("pallas-base", PALLAS_P, 5, PALLAS_ROOT, PALLAS_ZETA),
        ("vesta-base", VESTA_P, 5, VESTA_ROOT, VESTA_ZETA),
    ]:
        assert pow(zeta, 3, modulus) == 1 != zeta
        ring = Integers(name, modulus, generator, two_adic(modulus, root))
        domains(file(ring, "halo2", best_fft), [2, 8, 64] if name == "bn254-fr" else [2, 4, 8, 16], zeta)

    subgroup = "TwoAdicSubgroupDft: two_adic_generator; coset shift = GENERATOR; bit-reversed rows as committed"
    for name, modulus, generator, root in [
        ("goldilocks", GOLDILOCKS, 7, GOLDILOCKS_PLONKY3),
        ("babybear", BABYBEAR, 31, BABYBEAR_PLONKY3),
        ("koalabear", KOALABEAR, 3, KOALABEAR_PLONKY3),
    ]:
        ring = Integers(name, modulus, generator, two_adic(modulus, root))
        domains(file(ring, "plonky3", subgroup), [1, 2, 4, 8, 16, 64], generator, reverse=True)

    ring = Integers("goldilocks", GOLDILOCKS, 7, two_adic(GOLDILOCKS, GOLDILOCKS_WINTERFELL))
    winterfell = file(ring, "winterfell", "fft and get_root_of_unity of the f64 field; domain offset = GENERATOR")
    domains(winterfell, [2, 8, 64], 7)
    ring = Integers("babybear", BABYBEAR, None, two_adic(BABYBEAR, BABYBEAR_RISC0))
    domains(file(ring, "risc0", "ROU_FWD, the root 137 of order 2^27 squared; shift 3"), [2, 8, 64], 3)

    kem = file(Integers("mod:3329", 3329), "fips-203", "ML-KEM: the NTT modulo t^2 - 17^(2 BitRev7(k) + 1)")
    kem.incomplete(256, 2, 17)
    dsa = file(Integers("mod:8380417", 8380417), "fips-204", "ML-DSA: the NTT at 1753^(2 BitRev8(k) + 1)")
    dsa.negacyclic(256, "bit-reversed", 1753)

    cantor = "values at sums of the Cantor basis: b_0 = 1, b_(j+1) the root with bit 0 clear of y^2 + y = b_j"
    for name, modulus in BINARY:
        ring = Binary(name, modulus)
        additive(file(ring, "ringfft", cantor))
    bits = Binary("gf2", 0b11)
    bits.text = lambda a: f"{a:#x}"
    products = file(bits, "ringfft", "products of polynomials over GF(2), bit i the coefficient of x^i")
    products.multiply([(1, 1), (8, 8), (63, 65), (64, 64), (200, 3), (257, 511), (1000, 1000), (4096, 70), (6000, 5000)])
    return found


BINARY = [
    ("gf2:8", 0x11B),
    ("gf2:16", 0x1002B),
    ("gf2:16/1002d", 0x1002D),
    ("gf2:32", 1 << 32 | 0x8D),
    ("gf2:64", 1 << 64 | 0x1B),
    ("gf2:128", 1 << 128 | 0x87),
]


def additive(file):
    ring = file.ring
    for n in [1, 2, 3, 4, 5, 7, 8, 11, 16, 32]:
        dimension = (n - 1).bit_length()
        basis = ring.cantor_basis(dimension)
        file.additive(n, basis)
        if n in (1, 4, 7, 16):
            file.additive(n, basis, coset=ring.draw(file.stream(f"coset of {n}"), 1)[0])
            file.additive(n, basis, coefficients="novel")
        if n in (4, 8, 16):
            file.additive(n, [1 << i for i in range(dimension)], tag="powers-of-x")
