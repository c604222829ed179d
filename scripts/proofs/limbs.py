"""Models of the 256-bit engine: five limbs of k bits (52 in Rust), B = 2^5k, a prime between B/512 and B/32."""
import z3

COUNT = 5


def value(m, limbs):
    total = m.num(0)
    for i, limb in enumerate(limbs):
        total = total + limb * m.num(1 << m.n * i)
    return total


def limbs(m, name, known=True):
    """Five limbs, each in [0, 2^k)."""
    return [m.var(f"{name}{i}", m.n) for i in range(COUNT)]


def prime(m):
    """p with the limbs of B - p."""
    k, negated = m.n, limbs(m, "negated")
    p = m.num(1 << 5 * k) - value(m, negated)
    m.assume(m.lt(m.num(1 << 5 * k - 9), p), m.lt(p, m.num(1 << 5 * k - 5)))
    return p, negated


def bounded(m, a, b):
    """What both halves of the product of two limbs rest on."""
    most = m.num((1 << m.n) - 1)
    m.product(m.num(0), a, m.num(0), b)
    m.product(m.num(0), a, b, most)
    m.product(a, most, m.num(0), most)


def low(m, c, a, b):
    return c + m.low(a * b, m.n)


def high(m, c, a, b):
    return c + m.high(a * b, m.n)


def divisible(m, poly):
    """A polynomial whose coefficients are multiples of B, over B."""
    b = 1 << 5 * m.n
    assert all(c % b == 0 for c in poly.terms.values()), "multiples of B"
    return type(poly)({mono: c // b for mono, c in poly.terms.items()})


def carries(m):
    """limbs.rs: carried and cut, of limbs with a sign whose value is in [0, B)."""
    k = m.n
    x = [m.var(f"x{i}", k + 9) - m.num(1 << k + 8) for i in range(COUNT)]
    total = value(m, x)
    m.assume(*m.between(total, m.num(0), m.num(1 << 5 * k)))
    y = list(x)
    for i in range(COUNT - 1):
        y[i + 1] = y[i + 1] + (m.num(0) if m.fault else m.high(y[i], k))
    for i, limb in enumerate(y):
        m.prove("a signed word", *m.between(limb, m.num(-(1 << k + 10)), m.num(1 << k + 10)))
    m.prove("the uppermost", *m.between(y[4], m.num(0), m.num(1 << k)))
    y[:4] = [m.low(limb, k) for limb in y[:4]]
    m.prove("the same value", m.eq(value(m, y), total))


def multiply(m, exact):
    """limbs.rs: multiply, for any x in [0, B), whose limbs carries have cut, any w below p and w' = floor(w B/p)."""
    k, zero = m.n, m.num(0)
    b = m.num(1 << 5 * k)
    p, negated = prime(m)
    x, w, quotient = limbs(m, "x"), limbs(m, "w"), limbs(m, "quotient")
    vx, vw, vq = value(m, x), value(m, w), value(m, quotient)
    rest = vw * b - vq * p
    m.assume(m.lt(vw, p), *m.between(rest, zero, p))
    if exact:
        # Precise products take values below B/2: their quotient may be off by a little more than what rounding takes.
        m.assume(m.lt(vx, m.num(1 << 5 * k - 1)))
    if not m.precise:
        for a in x:
            for c in quotient + w:
                bounded(m, a, c)
    q = [zero] * (2 * COUNT)
    for i in range(COUNT):
        for j in range(COUNT):
            if i + j >= (4 if exact else 5):
                q[i + j] = low(m, q[i + j], x[i], quotient[j])
            if i + j >= (3 if exact else 4):
                q[i + j + 1] = high(m, q[i + j + 1], x[i], quotient[j])
    r = [zero] * COUNT
    for i in range(COUNT):
        for j in range(COUNT):
            if i + j < COUNT:
                r[i + j] = low(m, r[i + j], x[i], w[j])
            if i + j + 1 < COUNT:
                r[i + j + 1] = high(m, r[i + j + 1], x[i], w[j])
    # What the columns left out hold of x w', and so how far q is off.
    columns = value(m, q[5:])
    if not exact:
        m.prove("columns of the quotient", *m.between(vx * vq - columns * b, zero, m.num(10) * b))
    limb = []
    for i in range(COUNT):
        if i > 0 or exact:
            q[i + 5] = q[i + 5] + (zero if m.fault and i == 1 else m.high(q[i + 4], k))
        m.prove("a word of the quotient", *m.between(q[i + 5], zero, m.num(1 << k + 5)))
        limb.append(m.low(q[i + 5], k))
        if not m.precise:
            for c in negated:
                bounded(m, limb[i], c)
        for j in range(COUNT):
            if i + j < COUNT:
                r[i + j] = low(m, r[i + j], limb[i], negated[j])
            if i + j + 1 < COUNT:
                r[i + j + 1] = high(m, r[i + j + 1], limb[i], negated[j])
    vr, off = value(m, limb), vx * vq - value(m, limb) * b
    most = 2 if exact else 11
    error = b + m.num(8 << 4 * k) if exact else m.num(10) * b
    if not m.precise:
        # q is at most x w'/B, so below B.
        m.product(zero, vx, vq, b - m.num(1))
        m.product(zero, b - m.num(1), vx, b - m.num(1))
        m.prove("nothing above", *m.between(m.high(q[9], k), zero, m.num(1)))
        m.prove("how far the quotient is off", *m.between(off, zero, error))
        m.product(zero, rest, zero, vx)
        m.product(rest, p - m.num(1), zero, vx)
        m.product(zero, off, zero, p)
        m.product(off, error - m.num(1), zero, p)
        m.product(zero, p, vx, m.num(1 << 5 * k - 1) if exact else b)
    rest = vx * vw - vr * p
    m.prove("x w - q p", *m.between(rest, zero, m.num(most) * p))
    for column in r:
        m.prove("a sum of half products", *m.between(column, zero, m.num(1 << k + 5)))
    carry = m.high(r[0], k)
    for i in range(1, 4):
        carry = m.high(r[i] + carry, k)
    r[4] = m.low(r[4] + carry, k) - carry
    if m.precise:
        m.prove("the value", m.eq(value(m, r), rest))
    else:
        m.prove("limbs of the result", *m.between(value(m, r), zero, b))
        m.prove("the value", *m.between(divisible(m, value(m, r) - rest), zero, m.num(1)))


def rough(m):
    multiply(m, False)


def precise(m):
    multiply(m, True)


def settle(m):
    """limbs.rs: settle, with the greatest multiple of p up to j B/8 in place of the table's entry j."""
    k = m.n
    b, p = m.num(1 << 5 * k), m.var("p", 5 * k)
    x, multiple = m.var("x", 5 * k), m.var("multiple", 5 * k)
    index = m.high(x, 5 * k - 3)
    corner = index * m.num(1 << 5 * k - 3)
    m.assume(m.lt(m.num(0), p), m.ge(corner, multiple), m.lt(corner, multiple + p + (p if m.fault else m.num(0))))
    m.prove("settled", *m.between(index, m.num(0), m.num(8)))
    m.prove("settled", *m.between(x - multiple, m.num(0), m.num(1 << 5 * k - 3) + p))


def reduce(m):
    """limbs.rs: reduce, Barrett's quotient from the uppermost limb: q = floor(floor(x/2^4k) floor(2^(5k+s)/p) / 2^(k+s)), s = 32."""
    k, zero = m.n, m.num(0)
    s = min(32, k - 9)
    b = m.num(1 << 5 * k)
    p, negated = prime(m)
    x, upper = m.var("x", 4 * k), m.var("upper", k)
    total = x + upper * m.num(1 << 4 * k)
    quotient = m.var("quotient", s + 9)
    rest = m.num(1 << 5 * k + s) - quotient * p
    m.assume(*m.between(rest, zero, p))
    q = m.high(m.high(upper * quotient, k), s if not m.fault else s - 1)
    if not m.precise:
        bounded(m, upper, quotient)
        m.product(zero, upper, zero, rest)
        m.product(zero, m.num(1 << k) - upper, zero, p - rest)
        m.product(upper, m.num(1 << k), zero, p)
        m.product(zero, rest, upper, m.num(1 << k))
        below = upper * quotient - q * m.num(1 << k + s)
        m.prove("two divisions are one", *m.between(below, zero, m.num(1 << k + s)))
        m.product(zero, below, zero, p)
        m.product(below, m.num(1 << k + s), zero, p)
    exact = total - q * p
    m.prove("below 2 p", *m.between(exact, zero, p + p))
    m.prove("a limb", *m.between(q, zero, m.num(1 << k)))
    # x + q (B - p) modulo B, limb by limb; the four lower limbs of x as one number here.
    if not m.precise:
        for c in negated:
            bounded(m, q, c)
    r = [x, zero, zero, zero, upper]
    for i in range(COUNT):
        r[i] = low(m, r[i], q, negated[i])
        if i + 1 < COUNT:
            r[i + 1] = high(m, r[i + 1], q, negated[i])
    result = m.low(value(m, r), 5 * k)
    if m.precise:
        m.prove("the value", m.eq(result, exact))
    else:
        m.prove("the value", *m.between(divisible(m, result - exact), zero, m.num(1)))


def halve(m):
    """limbs.rs: halve, x/2^h for 8 <= h < k: with m = -x/p mod 2^h the value (x + m p)/2^h, and its limbs."""
    k, zero, h = m.n, m.num(0), m.shift
    p0 = odd(m)
    inverse = m.inverse("inverse", p0, k, -1)
    above = m.var("above", 4 * k)
    p = p0 + above * m.num(1 << k)
    x0, rest = m.var("x0", k), m.var("rest", 4 * k)
    x = x0 + rest * m.num(1 << k)
    product = m.low(x0 * inverse, k)
    factor = m.low(product, h) if not m.fault else m.low(product + m.num(1), h)
    if not m.precise:
        j = next(v for key in m.zero for mono, _ in key for v in mono if v.startswith("multiple"))
        m.times(inverse * p0, m.num(-1) + type(p)({(j,): 1 << k}), x0)
        m.product(zero, factor, zero, p)
        m.product(zero, m.num(1 << h) - m.num(1) - factor, zero, p)
    total = x + factor * p
    # 2^h divides it: the quotient is floor, and nothing is left.
    if not m.precise:
        hint = divided(m, total, h, j, x0, inverse, p0)
        m.prove("nothing is left", *m.between(hint - m.high(total, h), m.num(0), m.num(1)))
    m.prove("2^h divides", m.eq(m.low(total, h), zero))
    m.prove("below x/2^h + p", m.lt(m.high(total, h) * m.num(1 << h), x + p * m.num(1 << h)))


def odd(m):
    t = m.var("t", m.n - 1)
    return t + t + m.num(1)


def divided(m, total, h, j, x0, inverse, p0):
    """(x + m p)/2^h as a polynomial, where inverse p0 = -1 + j 2^k."""
    k = m.n
    jj = type(total)({(j,): 1})
    # x0 inverse p0 = -x0 + x0 j 2^k takes the place of what factor p holds of it.
    poly = total - x0 * inverse * p0 + (jj * x0 * m.num(1 << k) - x0)
    assert all(c % (1 << h) == 0 for c in poly.terms.values()), "a multiple of 2^h"
    return type(total)({mono: c >> h for mono, c in poly.terms.items()})


def halves(h):
    def model(m):
        m.shift = h
        halve(m)
    model.__doc__ = halve.__doc__
    return model


def product(m):
    """product.rs: montgomery, x y/B modulo p, limb by limb: below x y/B + p, limbs below 2^(k+5)."""
    k, zero = m.n, m.num(0)
    b = m.num(1 << 5 * k)
    p0 = odd(m)
    inverse = m.inverse("inverse", p0, k, -1)
    p = [p0] + limbs(m, "p")[1:]
    m.assume(m.lt(p0, m.num(1 << k)))
    x, y = limbs(m, "x"), limbs(m, "y")
    if not m.precise:
        j = next(v for key in m.zero for mono, _ in key for v in mono if v.startswith("multiple"))
        jj = type(p0)({(j,): 1})
        for a in x:
            for c in y:
                bounded(m, a, c)
    t, factors = [zero] * (2 * COUNT), []
    for i in range(COUNT):
        for j in range(COUNT):
            t[i + j] = low(m, t[i + j], x[i], y[j])
            t[i + j + 1] = high(m, t[i + j + 1], x[i], y[j])
        here = m.low(t[i], k)
        f = m.low(here * inverse, k)
        factors.append(f)
        if not m.precise:
            m.times(inverse * p0, m.num(-1) + jj * m.num(1 << k), here)
            for c in p:
                bounded(m, f, c)
        for j in range(COUNT):
            t[i + j] = low(m, t[i + j], f, p[j])
            t[i + j + 1] = high(m, t[i + j + 1], f, p[j])
        m.prove("a sum of half products", *m.between(t[i], zero, m.num(1 << k + 5)))
        if not m.precise:
            # t_i is a multiple of 2^k: the quotient as a polynomial.
            poly = t[i] - here * inverse * p0 + (jj * here * m.num(1 << k) - here)
            assert all(c % (1 << k) == 0 for c in poly.terms.values()), "a multiple of 2^k"
            poly = type(poly)({mono: c >> k for mono, c in poly.terms.items()})
            m.prove("limb i is clear", *m.between(poly - m.high(t[i], k), zero, m.num(1)))
        m.prove("limb i is clear", m.eq(m.low(t[i], k), zero))
        t[i + 1] = t[i + 1] + (zero if m.fault and i == 2 else m.high(t[i], k))
    for limb in t[5:]:
        m.prove("a limb of the result", *m.between(limb, zero, m.num(1 << k + 5)))
    vf = value(m, factors)
    m.prove("x y + m p", m.eq(value(m, t[5:]) * b, value(m, x) * value(m, y) + vf * value(m, p)))
    if not m.precise:
        m.product(zero, b - m.num(1) - vf, zero, value(m, p))
    m.prove("below x y/B + p", m.lt(value(m, t[5:]) * b, value(m, x) * value(m, y) + b * value(m, p)))


def to_words(m):
    """limbs.rs: the last subtraction of to_words, of values below 2 p."""
    k = m.n
    p, x = m.var("p", 5 * k), [m.var(f"x{i}", k) for i in range(COUNT)]
    total = value(m, x)
    m.assume(m.lt(total, p + p))
    # Where p's limbs are subtracted, the uppermost limb of the difference, all carries propagated, has its sign.
    sign = m.high(total - p, 4 * k)
    keep = m.select(m.lt(sign, m.num(1 if m.fault else 0)), m.num(0), p)
    m.prove("the residue", *m.between(total - keep, m.num(0), p))
