"""Models of the ranges tight, free and canonical of residues.rs, for every modulus of each class."""


def trim(m, x, c, n):
    """Word::trim, Words32::reduce: x.min(x.wrapping_sub(c))"""
    return m.minimum(x, m.wrapping_sub(x, c, n))


def difference(m, a, b, p, n):
    """Word::difference, Words32::sub_or_add, and Modular::difference, whose mask is the high word of a difference of double words: ones
    for a borrow, else zero."""
    difference, borrow = m.overflowing_sub(a, b, n)
    return m.wrapping_add(difference, m.select(borrow, m.num(0) if m.fault else p, m.num(0)), n)


def near(m, what, x, r, p, bound):
    """r = x modulo p for -4 p < x - r < 8 p, and in [0, bound)."""
    lift = p + p + p + p
    m.prove(what, *m.between(r, m.num(0), bound), m.congruent(x + lift, r + lift, p, *[m.num(c) for c in range(-4, 8)]))


def modulus(m, bits):
    p = m.var("p", bits)
    m.assume(m.ge(p, m.num(1)))
    return p


def room_for_four(m):
    """lazy.rs, FOUR, and small.rs, Below30: p up to a quarter of the words."""
    n = m.n
    p = modulus(m, n)
    m.assume(m.ge(m.num(1 << n - (1 if m.fault else 2)), p))
    two, four = p + p, p + p + p + p
    a, b, x = m.var("a", n), m.var("b", n), m.var("x", n)
    m.assume(m.lt(a, two), m.lt(b, two), m.lt(x, four))
    near(m, "a + b", a + b, m.fits("a + b", a + b, n), p, four)
    less = m.fits("2 p - b", two - b, n)
    near(m, "a - b", a + two - b, m.fits("a + (2 p - b)", a + less, n), p, four)
    near(m, "a - b of 32 bits", a + two - b, m.fits("a + 2 p", a + two, n) - b, p, four)
    reduced = trim(m, x, two, n)
    near(m, "reduced", x, reduced, p, two)
    near(m, "canonical", x, trim(m, reduced, p, n), p, p)
    # A word that enters in two parts.
    near(m, "entered", a + b, trim(m, a + b, two, n), p, two)


def room_for_two(m):
    """lazy.rs, not FOUR, and small.rs, Below31: p up to half of the words."""
    n = m.n
    p = modulus(m, n)
    m.assume(m.ge(m.num(1 << n - (0 if m.fault else 1)), p))
    two = p + p
    a, b, x = m.var("a", n), m.var("b", n), m.var("x", n)
    m.assume(m.lt(a, p), m.lt(b, p), m.lt(x, two))
    near(m, "a + b", a + b, m.fits("a + b", a + b, n), p, two)
    less = m.fits("p - b", p - b, n)
    near(m, "a - b", a + p - b, m.fits("a + (p - b)", a + less, n), p, two)
    near(m, "reduced", x, trim(m, x, p, n), p, p)


def room_for_one(m):
    """full.rs, small.rs, Below32, and Modular::sum and difference: any p of so many bits."""
    n = m.n
    p = modulus(m, n)
    a, b, x = m.var("a", n), m.var("b", n), m.var("x", n)
    m.assume(m.lt(a, p), m.lt(b, p), m.lt(x, p + p))
    near(m, "a + b", a + b, difference(m, a, m.fits("p - b", p - b, n), p, n), p, p)
    near(m, "a - b", a + p - b, difference(m, a, b, p, n), p, p)
    near(m, "entered", x, difference(m, x, p, p, n), p, p)


def signed(m):
    """signed.rs: raise and lower of words with a sign, p one bit shorter than words, as the greater of two without."""
    n = m.n
    p, b = m.var("p", n), m.num(1 << n)
    m.assume(m.ge(p, m.num(1 << n - 2)), m.lt(p, m.num(1 << n - 1)))
    s, t = m.var("s", n + 1), m.var("t", n + 1)
    # s from -2 p to -1 and t from -p to p - 1, as words.
    s, t = s - p - p, t - p
    m.assume(m.lt(s, m.num(0)), m.lt(t, p))
    word = b + s
    r = m.maximum(word, m.wrapping_add(word, p, n))
    near(m, "raised", s + p + p + p, r - b + p, p, p)
    word = m.select(m.lt(t, m.num(0)), b + t, t)
    r = m.maximum(word, m.wrapping_sub(word, p, n)) if not m.fault else word
    near(m, "lowered", t + p + p, r - b + p, p, p)


def nearest(m):
    """signed.rs: nearest, of -p <= x < 0 and a factor whose w' is the integer nearest to w B/p, in two digits with a sign."""
    n, h = m.n, m.n // 2
    half, zero = m.num(1 << h - 1), m.num(0)
    b = m.num(1 << n)
    p = m.var("p", n)
    m.assume(m.ge(p, m.num(1 << n - 2)), m.lt(p, m.num(1 << n - 1)))
    x = zero - m.var("x", n) - m.num(1)
    m.assume(m.ge(x, zero - p))
    w = m.var("w", n) - m.num(1 << n - 1)
    w1, w0 = m.var("above", h) - half, m.var("below", h) - half
    error = w * b - (w1 * m.num(1 << h) + w0) * p
    # -p/2 < w <= p/2, and w' is nearest.
    m.assume(m.lt(zero - p, w + w), m.ge(p, w + w), m.ge(error + error, zero - p), m.ge(p, error + error))
    x1 = m.high(x + half, h)
    x0 = x - x1 * m.num(1 << h)
    # The least upper digit comes with a lower one that is positive, so that no sum leaves its word: two cases.
    least = m.num(1) - half
    if not m.precise and m.case:
        m.assume(m.ge(x1, least))
        for u in (x1 - least, zero - least - x1):
            m.product(zero, u, zero, half + w0)
            m.product(zero, u, zero, half - w0)
    elif not m.precise:
        m.assume(m.lt(x1, least))
        for u in (x1 + half, zero - half - x1):
            m.product(zero, u, zero, half + w0)
        m.product(zero, x0, zero, half - m.num(1) - w1)
        m.product(zero, x0, zero, half + w1)
    if not m.precise:
        for a in (x0, x1):
            for c in (w0, w1):
                for u, v in [(a + half, c + half), (half - a, c + half), (a + half, half - c), (half - a, half - c)]:
                    m.product(zero, u, zero, v)
        m.product(zero, zero - x, zero, p - error - error)
        m.product(zero, zero - x, zero, p + error + error)
        m.product(zero, p + x, zero, p)
        m.product(zero, b - m.num(2) - p - p, zero, p)
    first = x1 * w0 + half - m.num(1)
    inner = first + x0 * w1
    for what, number in [("a product and a half", first), ("their sum", inner)]:
        m.prove(what, *m.between(number, m.num(-(1 << n - 1)), m.num(1 << n - 1)))
    q = x1 * w1 + m.high(inner, h)
    if m.fault:
        q = x1 * w1
    below = x0 * w0 + (m.low(inner, h) - half + m.num(1)) * m.num(1 << h)
    if not m.precise:
        m.product(zero, b + b + b - below * m.num(4), zero, p)
        m.product(zero, b + b + b + below * m.num(4), zero, p)
    rest = x * w - q * p
    m.prove("between -p and p", m.lt(zero - p, rest), m.lt(rest, p))
    r = m.wrapping_sub(m.low(x * w, n), m.low(q * p, n), n)
    if m.precise:
        m.prove("the word", m.eq(r, m.low(rest, n)))


def nearest_cases(case):
    def model(m):
        m.case = case
        nearest(m)
    model.__doc__ = nearest.__doc__
    return model
