"""Models of the reductions of any modulus: Shoup's products, Montgomery's, and the division of two words by one."""
import z3

from machine import Poly


def odd_modulus(m, bits):
    """Any odd number from 3 to 2^bits - 1."""
    t = m.var("t", bits - 1)
    m.assume(m.ge(t, m.num(1)))
    return t + t + m.num(1)


def shoup_quotient(m, w, p, x):
    """The quotient of w x by p, from the quotient of w 2^n, with what bounds w x less that many p."""
    n = m.n
    b = m.num(1 << n)
    quotient = m.quotient("quotient", w * b, p, n)
    rest = remainder(m, w * b, quotient, p)
    q = m.high(x * quotient, n)
    # B (w x - q p) = e x + f p, e and f what the two divisions leave.
    if not m.precise:
        m.times(w * b, quotient * p + rest, x)
        m.product(m.num(0), rest, m.num(0), x)
        m.product(rest, p - m.num(1), m.num(0), x)
        below = x * quotient - q * b
        m.product(m.num(0), below, m.num(0), p)
        m.product(below, b - m.num(1), m.num(0), p)
        m.product(m.num(0), p, x, b)
    return q


def shoup(m):
    """Modular::apply, Words::shoup, Words32::shoup: any modulus up to half of the words, any factor, any word."""
    n = m.n
    p, w, x = m.var("p", n), m.var("w", n), m.var("x", n)
    b = m.num(1 << n)
    m.assume(m.lt(w, p), m.ge(m.num(1 << n - 1), p))
    q = shoup_quotient(m, w, p, x)
    exact = w * x - q * p
    m.prove("w x - q p", *m.between(exact, m.num(0), p + p))
    m.prove("below p (1 + x/B)", m.lt(exact * b, p * b + p * x + m.num(1)))
    # wrapping_mul, wrapping_sub, as Modular::apply and Words32::shoup have it.
    r = m.wrapping_sub(m.wrapping_mul(w, x, n), m.wrapping_mul(q, p, n), n)
    m.prove("the word", m.eq(r, exact))
    reduced = m.minimum(r, m.wrapping_sub(r, p, n))
    if m.fault:
        reduced = r
    m.prove("reduced", *m.between(reduced, m.num(0), p), m.congruent(w * x, reduced, p, q, q + m.num(1)))
    # With B - p in place of p: Words::shoup, where words are longer and products are modulo B.
    r = m.low(m.wrapping_mul(w, x, n) + m.wrapping_mul(q, b - p, n), n)
    m.prove("by the negated modulus", m.eq(r, exact))


def shoup_rough(m):
    """Words64::rough: a quotient that is less by up to 2, for 4 p <= B."""
    n = m.n
    p, exact, q, off = m.var("p", n), m.var("exact", n), m.var("q", n), m.var("off", 2)
    b = m.num(1 << n)
    # What `shoup` proves of the exact quotient, and `halves_to_words` of this one.
    m.assume(m.ge(m.num(1 << n - 2), p), m.lt(m.num(0), p), m.lt(exact, p + p), m.ge(q, off))
    m.assume(m.lt(off, m.num(4 if m.fault else 3)))
    wx = exact + q * p
    rough = q - off
    if not m.precise:
        m.product(m.num(0), off, m.num(0), p)
        m.product(off, m.num(2), m.num(0), p)
    r = m.wrapping_add(m.low(wx, n), m.wrapping_mul(rough, b - p, n), n)
    m.prove("below 4 p", *m.between(wx - rough * p, m.num(0), p + p + p + p))
    m.prove("the word", m.eq(r, wx - rough * p))


def shoup_long(m):
    """Modular::apply for 2^(n-1) < m: the remainder in two words."""
    n = m.n
    p, w, x = odd_modulus(m, n), m.var("w", n), m.var("x", n)
    m.assume(m.lt(w, p))
    q = shoup_quotient(m, w, p, x)
    rest = w * x - q * p
    m.prove("u128 without borrow", *m.between(rest, m.num(0), p + p))
    reduced, borrow = m.overflowing_sub(rest, p, 2 * n)
    r = m.wrapping_add(m.low(reduced, n), m.select(borrow, m.num(0) if m.fault else p, m.num(0)), n)
    m.prove("reduced", *m.between(r, m.num(0), p), m.congruent(w * x, r, p, q, q + m.num(1)))


def remainder(m, a, q, p):
    return a - q * p if m.precise else m.rest


def montgomery(m):
    """Full and Word::montgomery, Words32::montgomery, Monty31::reduce, factor.rs montgomery: any odd modulus of so many bits."""
    n = m.n
    p, w, x = odd_modulus(m, n), m.var("w", n), m.var("x", n)
    b = m.num(1 << n)
    m.assume(m.lt(w, p))
    inverse = m.inverse("inverse", p, n)
    # factor: w p^-1 modulo B.
    factor = m.wrapping_mul(w, inverse, n)
    q = m.wrapping_mul(x, factor, n)
    if not m.precise:
        # x w and q p agree modulo B: q p = x w + B (...).
        j = multiple(m)
        equation = (inverse * p, m.num(1) + j * b)
        m.times(*equation, w * x)
        m.product(m.num(0), x, m.num(0), w)
        m.product(m.num(0), x, w, p - m.num(1))
        m.product(m.num(0), p, x, b - m.num(1))
        m.product(m.num(0), q, m.num(0), p)
        m.product(m.num(0), p, q, b - m.num(1))
        same = m.high(x * w, n) - m.high(q * p, n)
        t = w * x * j - m.high(w * inverse, n) * x * p - m.high(x * factor, n) * p
        m.prove("low words", m.eq(q * p, x * w + t * b))
        m.prove("the same low words", *m.between(t + same, m.num(0), m.num(1)))
    high, low = m.high(x * w, n), m.high(q * p, n)
    difference, borrow = m.overflowing_sub(high, low, n)
    if m.fault:
        borrow = m.lt(m.num(0), m.num(0))
    r = m.wrapping_add(difference, m.select(borrow, p, m.num(0)), n)
    m.prove("below the modulus", *m.between(r, m.num(0), p))
    m.prove("x w = r B", m.congruent(x * w, r * b, p, q, q - b))


def montgomery_sum(m):
    """Monty31::reduce: x < p B of two words, with the product by the inverse taken here."""
    n = m.n
    p, x = odd_modulus(m, n - 1), m.var("x", 2 * n)
    b = m.num(1 << n)
    m.assume(m.lt(x, p * b))
    inverse = m.inverse("inverse", p, n)
    low = m.low(x, n)
    q = m.wrapping_mul(low, inverse, n)
    if not m.precise:
        j = multiple(m)
        m.times(inverse * p, m.num(1) + j * b, low)
        m.product(m.num(0), q, m.num(0), p)
        m.product(m.num(0), p, q, b - m.num(1))
        t = low * j - m.high(low * inverse, n) * p
        m.prove("low words", m.eq(q * p, low + t * b))
        m.prove("the same low words", *m.between(t - m.high(q * p, n), m.num(0), m.num(1)))
    difference, borrow = m.overflowing_sub(m.high(x, n), m.high(q * p, n), n)
    if m.fault:
        borrow = m.lt(m.num(0), m.num(0))
    r = m.select(borrow, m.wrapping_add(difference, p, n), difference)
    m.prove("below the modulus", *m.between(r, m.num(0), p))
    m.prove("x = r B", m.congruent(x, r * b, p, q, q - b))


def multiple(m):
    """j of inverse p = 1 + j B."""
    names = [v for key in m.zero for mono, _ in key for v in mono if v.startswith("multiple")]
    return Poly({(names[0],): 1})


def newton(m):
    """The inverses: from y p = 1 + t 2^k, y (2 - p y) is one modulo 2^2k; p p = 1 modulo 8."""
    p = odd_modulus(m, 8)
    m.prove("three digits", m.eq(m.low(p * p, 3), m.num(1))) if m.precise else None
    if m.precise:
        return
    y, t = m.fresh("y"), m.fresh("t")
    for k in (3, 5, 6, 10, 12, 20, 24, 40, 48):
        c = m.num(1 << k)
        m.equation(y * p, m.num(1) + t * c)
        for factor in (y * p, t * c, m.num(1)):
            m.times(y * p, m.num(1) + t * c, factor)
        m.prove("a step", m.eq(y * (m.num(2) - p * y) * p, m.num(1) - t * t * c * c))
        y, t = m.fresh("y"), m.fresh("t")


def division(m):
    """Modular::divide_normalised and WordDivisor::divide: high B + low by a normalised divisor, high below it. The comparison is a mask
    in Modular: the high word of a difference of double words."""
    n = m.n
    d, u1, u0 = m.var("divisor", n), m.var("high", n), m.var("low", n)
    b, one = m.num(1 << n), m.num(1)
    m.assume(m.ge(d, m.num(1 << n - 1)), m.lt(u1, d))
    # floor((B^2 - 1) / d), of which the word is what is left above B.
    reciprocal = m.quotient("reciprocal", b * b - one, d, n + 1) - b
    if m.precise:
        k = b * b - (reciprocal + b) * d
    else:
        k = m.rest + one
        m.times(b * b - one, (reciprocal + b) * d + m.rest, u1)
        m.times(b * b - one, (reciprocal + b) * d + m.rest, one)
        m.product(m.num(0), u1, m.num(0), k)
        m.product(u1, d - one, m.num(0), k)
        m.product(m.num(0), d, k, d)
        m.product(m.num(0), b - d, u0, b - one)
        m.product(m.num(0), b - d, m.num(0), u0)
        m.product(m.num(0), reciprocal + b, m.num(1 << n - 1), d)
        m.product(m.num(0), reciprocal + b, d, b)
    m.prove("the reciprocal", *m.between(reciprocal, m.num(0), b))
    if not m.precise:
        m.product(m.num(0), u1, m.num(0), reciprocal)
        m.product(m.num(0), reciprocal + b, u1, d - one)
    estimate = reciprocal * u1 + u1 * b + u0
    m.prove("no carry is lost", *m.between(estimate, m.num(0), b * b))
    q0, q1 = m.low(estimate, n), m.high(estimate, n)
    if not m.precise:
        m.product(m.num(0), b - q0, m.num(1 << n - 1), d)
        m.product(m.num(0), q0, d, b)
        m.product(m.num(0), q0, m.num(0), d)
        m.product(m.num(0), b - d, m.num(0), q0)
        m.product(one, b - q0, one, b - d)
    # The remainder of q1 + 1, which may be negative, times B.
    exact = u1 * b + u0 - (q1 + one) * d
    m.prove("identity", m.eq(exact * b, u1 * k + u0 * (b - d) + q0 * d - b * d))
    m.prove("not below -d", m.ge(exact, m.num(0) - d))
    m.prove("above q0 - B", m.ge(exact, q0 - b + one))
    if not m.precise:
        # (B - d)^2 + q0 d is at most B times the greater of B - d and q0.
        greater = m.maximum(b - d, q0)
        m.product(m.num(0), d, q0, greater)
        m.product(m.num(0), b - d, b - d, greater)
        m.prove("below the greater", m.lt(exact, greater))
    else:
        m.prove("below the greater", m.lt(exact, m.maximum(b - d, q0)))
    if not m.precise:
        # A quotient of B or more would leave a dividend of B d or more: the carry c is 0 or 1, and so c d is 0 or d.
        for more, least in [(one, m.num(0)), (one + one, d)]:
            c = m.high(q1 + more, n)
            m.prove("a carry", *m.between(c, m.num(0), one + one))
            m.product(c, one, m.num(0), d)
            m.product(c, one, d, b)
            m.product(m.num(0), c, m.num(0), d)
            m.product(m.num(0), m.low(q1 + more, n), m.num(0), d)
            m.prove("a quotient below B", z3.Implies(m.ge(exact, least), m.lt(c, one)))
    quotient = m.wrapping_add(q1, one, n)
    rest = m.wrapping_sub(u0, m.wrapping_mul(quotient, d, n), n)
    if not m.precise:
        # What wraps is a multiple of B: the word of the exact remainder.
        off = wraps(m, rest, exact)
        m.prove("the word of the remainder", *m.between(off, m.num(0), one + one))
        m.prove("negative or not", m.eq(off, m.select(m.lt(exact, m.num(0)), one, m.num(0))))
    else:
        m.prove("the word of the remainder", m.eq(rest, m.low(exact, n)))
    too_great = m.lt(q0, rest)
    if m.fault:
        too_great = m.lt(q0, m.num(0))
    quotient = m.select(too_great, m.wrapping_sub(quotient, one, n), quotient)
    rest = m.select(too_great, m.wrapping_add(rest, d, n), rest)
    again = m.ge(rest, d)
    final = m.select(again, m.wrapping_add(quotient, one, n), quotient)
    rest = m.select(again, rest - d, rest)
    m.prove("the remainder", *m.between(rest, m.num(0), d))
    # u = (q1 + 1) d + exact, so these are the quotient and the remainder.
    negative, twice = m.lt(exact, m.num(0)), m.ge(exact, d)
    right = m.select(negative, exact + d, m.select(twice, exact - d, exact))
    m.prove("the right remainder", m.eq(rest, right))
    m.prove("the right quotient", m.eq(final, m.select(negative, q1, m.select(twice, q1 + one + one, q1 + one))))
    if m.precise:
        m.prove("quotient and remainder", m.eq(final * d + rest, u1 * b + u0))


def wraps(m, rest, exact):
    """(rest - exact) / B, whose terms are multiples of B."""
    terms = (rest - exact).terms
    assert all(c % (1 << m.n) == 0 for c in terms.values()), "only multiples of B"
    return Poly({mono: c >> m.n for mono, c in terms.items()})
