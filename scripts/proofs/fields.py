"""Models of the reductions of fixed primes: Goldilocks and 2^31 - 1."""


def constants(m):
    """p = 2^n - 2^h + 1 and e = 2^h - 1 for h = n/2."""
    h = m.n // 2
    return h, m.num((1 << m.n) - (1 << h) + 1), m.num((1 << h) - 1)


def new(m, x, p):
    """rings/goldilocks.rs, Goldilocks::new"""
    return m.select(m.ge(x, p), x - p, x)


def goldilocks_sums(m):
    """rings/goldilocks.rs: new, plus, minus, negated, for all residues."""
    n, (_, p, _) = m.n, constants(m)
    a, b, x = m.var("a", n), m.var("b", n), m.var("x", n)
    m.assume(m.lt(a, p), m.lt(b, p))
    r = new(m, x, p)
    m.prove("new", *m.between(r, m.num(0), p), m.congruent(x, r, p, m.num(0), m.num(1)))
    difference, borrow = m.overflowing_sub(a, m.fits("p - b", p - b, n), n)
    if m.fault:
        borrow = m.lt(m.num(0), m.num(0))
    r = m.select(borrow, m.wrapping_add(difference, p, n), difference)
    m.prove("plus", *m.between(r, m.num(0), p), m.congruent(a + b, r, p, m.num(0), m.num(1)))
    difference, borrow = m.overflowing_sub(a, b, n)
    r = m.select(borrow, m.wrapping_add(difference, p, n), difference)
    m.prove("minus", *m.between(r, m.num(0), p), m.congruent(a + p, r + b, p, m.num(0), m.num(1)))
    r = m.select(m.eq(a, m.num(0)), m.num(0), p - a)
    m.prove("negated", *m.between(r, m.num(0), p), m.congruent(a + r, m.num(0), p, m.num(0), m.num(1)))


def goldilocks_reduce(m):
    """rings/goldilocks.rs, reduce: every number of two words, so every product."""
    n, (h, p, e) = m.n, constants(m)
    x = m.var("x", 2 * n)
    low, high = m.low(x, n), m.high(x, n)
    sum, borrow = m.overflowing_sub(low, m.high(high, h), n)
    sum = m.select(borrow, sum - e, sum)
    m.fits("sum -= E", sum, n)
    product = m.fits("(high & E) * E", m.low(high, h) * e, n)
    sum, carry = m.overflowing_add(sum, product, n)
    if not m.fault:
        sum = m.select(carry, sum + e, sum)
    m.fits("sum += E", sum, n)
    r = new(m, sum, p)
    # 2^n = p + e, and 2^(3n/2) + 1 = (2^h + 1) p.
    near = m.low(high, h) + m.high(high, h) * m.num((1 << h) + 1)
    m.prove("reduce", *m.between(r, m.num(0), p),
            m.congruent(x, r, p, *[near + m.num(c) for c in (-1, 0, 1, 2)]))


def plus(m, a, b, k, e):
    """kernel/ntt/goldilocks.rs, Word::plus"""
    sum, carry = m.overflowing_add(a, b, k)
    return m.wrapping_add(sum, m.select(carry, m.num(0) if m.fault == "carry" else e, m.num(0)), k)


def minus(m, a, b, k, e):
    """kernel/ntt/goldilocks.rs, Word::minus"""
    difference, borrow = m.overflowing_sub(a, b, k)
    return m.wrapping_sub(difference, m.select(borrow, e, m.num(0)), k)


def plus_in_lanes(m, a, b, k, e):
    """kernel/ntt/words_avx512.rs, Carrying::plus: the carry is a comparison."""
    sum = m.wrapping_add(a, b, k)
    return m.select(m.lt(sum, b), m.wrapping_add(sum, e, k), sum)


def minus_in_lanes(m, a, b, k, e):
    """kernel/ntt/words_avx512.rs, Carrying::minus"""
    difference = m.wrapping_sub(a, b, k)
    return m.select(m.lt(a, b), m.wrapping_sub(difference, e, k), difference)


def canonical(m, x, k, e):
    """kernel/ntt/goldilocks.rs, Word::canonical"""
    return m.minimum(x, m.wrapping_add(x, e, k))


def goldilocks_vectors(m):
    """kernel/ntt/goldilocks.rs, Gold: butterfly, canonical, of every word; with one word and in lanes."""
    n, (_, p, e) = m.n, constants(m)
    a, b = m.var("a", n), m.var("b", n)
    c = canonical(m, b, n, e)
    m.prove("canonical", *m.between(c, m.num(0), p), m.congruent(b, c, p, m.num(0), m.num(1)))
    b = c
    for add, subtract in [(plus, minus), (plus_in_lanes, minus_in_lanes)]:
        r = add(m, a, b, n, e)
        m.prove("a + b", m.congruent(a + b, r, p, m.num(0), m.num(1)))
        r = subtract(m, a, b, n, e)
        m.prove("a - b", m.congruent(a + p, r + b, p, m.num(0), m.num(1)))


def goldilocks_fold(m):
    """kernel/ntt/goldilocks.rs, Gold: what mul makes of the two words of a product by a residue, and no other."""
    n, (h, p, e) = m.n, constants(m)
    low, high = m.var("low", n), m.var("high", n)
    # x w < 2^n p.
    m.assume(m.lt(high, p))
    few = [m.num(c) for c in (-1, 0, 1)]
    r = minus(m, low, m.high(high, h), n, e)
    r = plus(m, r, m.low(high, h) * e, n, e)
    near = m.low(high, h) + m.high(high, h) * m.num((1 << h) + 1)
    m.prove("mul", m.congruent(low + high * m.num(1 << n), r, p, *[near + c for c in few]))


def goldilocks_shifts(m):
    """kernel/ntt/goldilocks.rs, Gold: rotate by 2^24, 2^48 and 2^72, of every word."""
    n, (h, p, e) = m.n, constants(m)
    # An eighth of a word: 8 of 64.
    k, x = n // 8, m.var("x", n)
    few = [m.num(c) for c in (-1, 0, 1)]
    known = len(m.facts)
    r = plus(m, m.low(x * m.num(1 << 3 * k), n), m.low(m.high(x, 5 * k), h) * e, n, e)
    m.prove("rotate by 2^24", m.congruent(x * m.num(1 << 3 * k), r, p, *[m.high(x, 5 * k) + c for c in few]))
    del m.facts[known:]
    m.reset()
    r = minus(m, m.low(x * m.num(1 << 6 * k), n), m.high(x, 6 * k), n, e)
    r = plus(m, r, m.low(m.high(x, 2 * k), h) * e, n, e)
    near = m.low(m.high(x, 2 * k), h) + m.high(x, 6 * k) * m.num((1 << h) + 1)
    m.prove("rotate by 2^48", m.congruent(x * m.num(1 << 6 * k), r, p, *[near + c for c in few]))
    del m.facts[known:]
    m.reset()
    left = m.low(x * m.num(1 << k), n)
    # The low half of it is that of x without its upper bits: the quotients differ by nothing.
    off = m.high(x * m.num(1 << k), n) * m.num(1 << h) + m.high(left, h) - m.high(x, 3 * k)
    m.prove("the low half", *m.between(off, m.num(0), m.num(1)))
    r = minus(m, m.low(left, h) * e, m.high(x, 3 * k), n, e)
    if m.fault:
        r = m.wrapping_sub(m.low(left, h) * e, m.high(x, 3 * k), n)
    near = m.low(x, 3 * k) * m.num(1 << k) + m.high(x, 3 * k) * m.num((1 << h) + 1)
    m.prove("rotate by 2^72", m.congruent(x * m.num(1 << 9 * k), r, p, *[near + c for c in few]))


def halves_to_words(m):
    """kernel/ntt/words_avx512.rs: full, high and rough from four products of halves, for all words."""
    n, h = m.n, m.n // 2
    x, y = m.var("x", n), m.var("y", n)
    (x0, x1), (y0, y1) = [(m.low(v, h), m.high(v, h)) for v in (x, y)]
    most = m.num((1 << h) - 1)
    for a in (x0, x1):
        for b in (y0, y1):
            m.product(m.num(0), a, m.num(0), b)
            m.product(a, most, m.num(0), b)
            m.product(m.num(0), a, b, most)
            m.product(a, most, b, most)
    low = x0 * y0
    first, second, above = x1 * y0, x0 * y1, x1 * y1
    a = m.fits("a", first + m.high(low, h), n)
    b = m.fits("b", second + (m.num(0) if m.fault else m.low(a, h)), n)
    high = m.fits("high", above + m.high(a, h) + m.high(b, h), n)
    # Even halves of `low`, odd ones from the even ones of `b`.
    low = m.low(low, h) + m.low(b, h) * m.num(1 << h)
    m.prove("full", m.eq(low + high * m.num(1 << n), x * y))
    inner = m.fits("inner", m.high(first, h) + m.high(second, h), n)
    r = m.fits("rough", above + inner, n)
    m.prove("rough", m.ge(high, r), m.ge(r + m.num(2), high))


def mersenne(m):
    """rings/m31.rs: new, plus, minus, times, negated, for p = 2^(n-1) - 1."""
    n, k = m.n, m.n - 1
    p = m.num((1 << k) - 1)
    a, b, x, product = m.var("a", n), m.var("b", n), m.var("x", 2 * n), m.var("product", 2 * n)
    m.assume(m.lt(a, p), m.lt(b, p), m.ge(m.num(((1 << k) - 2) ** 2), product))

    def below_twice(y):
        m.prove("n < 2 p", *m.between(y, m.num(0), p + p))
        difference = m.wrapping_sub(y, p, n)
        if m.fault:
            return y
        return m.select(m.lt(difference, y), difference, y)

    def proved(what, value, r, *near):
        m.prove(what, *m.between(r, m.num(0), p), m.congruent(value, r, p, *[k + m.num(c) for k in near for c in (0, 1)]))

    once = m.fits("new", m.low(x, k) + m.high(x, k), 2 * n)
    proved("new", x, below_twice(m.fits("new", m.low(once, k) + m.high(once, k), n)), m.high(x, k) + m.high(once, k))
    proved("plus", a + b, below_twice(m.fits("a + b", a + b, n)), m.num(0))
    r = below_twice(m.fits("a + (p - b)", a + p - b, n))
    m.prove("minus", *m.between(r, m.num(0), p), m.congruent(a + p, r + b, p, m.num(0), m.num(1)))
    # Any product of two residues is at most (p - 1)^2.
    r = below_twice(m.fits("times", m.low(product, k) + m.high(product, k), n))
    proved("times", product, r, m.high(product, k))
    r = below_twice(m.fits("negated", p - a, n))
    m.prove("negated", *m.between(r, m.num(0), p), m.congruent(a + r, m.num(0), p, m.num(0), m.num(1)))
