"""Arithmetic for the known answers: integers modulo m, and complex numbers in fixed point. Standard library only."""

import math
import struct

MASK = (1 << 64) - 1


class Stream:
    """splitmix64, seeded with the FNV-1a hash of a text: the same numbers on every machine."""

    def __init__(self, text):
        self.state = 0xCBF29CE484222325
        for byte in text.encode():
            self.state = (self.state ^ byte) * 0x100000001B3 & MASK

    def word(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, bound):
        wide = 0
        for _ in range(bound.bit_length() // 64 + 2):
            wide = wide << 64 | self.word()
        return wide % bound


def prime_divisors(n):
    """The primes that divide n, by trial division."""
    found, q = [], 2
    while n > 1:
        if n % q == 0:
            found.append(q)
            while n % q == 0:
                n //= q
        q += 1
    return found


class Integers:
    """The integers modulo m. `generator` generates the units, if m is prime."""

    def __init__(self, name, modulus, generator=None, roots=None):
        self.name, self.modulus, self.generator, self.roots = name, modulus, generator, roots
        self.zero, self.one = 0, 1

    def add(self, a, b):
        return (a + b) % self.modulus

    def sub(self, a, b):
        return (a - b) % self.modulus

    def mul(self, a, b):
        return a * b % self.modulus

    def power(self, a, e):
        return pow(a, e, self.modulus)

    def inverse(self, a):
        return pow(a, -1, self.modulus)

    def integer(self, n):
        return n % self.modulus

    def is_principal(self, w, n):
        """The definition: w^n = 1, and the sum over j < n of w^(jk) is zero for 0 < k < n. And n is a unit."""
        if pow(w, n, self.modulus) != 1 or math.gcd(n, self.modulus) != 1:
            return False
        return all(sum(pow(w, j * k, self.modulus) for j in range(n)) % self.modulus == 0 for k in range(1, n))

    def root(self, n):
        """The convention's root of order n, or None."""
        if n == 1:
            return 1
        if self.roots is not None:
            return self.roots(n)
        if (self.modulus - 1) % n:
            return None
        return pow(self.generator, (self.modulus - 1) // n, self.modulus)

    def draw(self, stream, count):
        """Elements of every size: random ones, and among longer lists the extremes."""
        values = [stream.below(self.modulus) for _ in range(count)]
        if count >= 4:
            values[1], values[count - 1] = self.modulus - 1, 0
        return values

    def coset(self, stream):
        while True:
            c = 2 + stream.below(self.modulus - 3)
            if math.gcd(c, self.modulus) == 1:
                return c

    def text(self, a):
        return str(a)


BITS = 320  # binary places of the fixed-point numbers


def arctan_of_inverse(q):
    """arctan(1/q) in fixed point, by its series."""
    power, total, k = (1 << BITS + 64) // q, 0, 0
    while power:
        total += (-1) ** k * (power // (2 * k + 1))
        power //= q * q
        k += 1
    return total


def unit(k, n):
    """exp(-2 pi i k/n) in fixed point: pi by Machin's formula, the exponential by its series."""
    k %= n
    exact = {0: (1, 0), n / 4: (0, -1), n / 2: (-1, 0), 3 * n / 4: (0, 1)}.get(k)
    if exact:
        return (exact[0] << BITS, exact[1] << BITS)
    one = 1 << BITS + 64
    pi = 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))
    angle, term, parts, j = 2 * pi * k // n, one, [0, 0, 0, 0], 0
    while term:
        parts[j % 4] += term
        j += 1
        term = (term * angle >> BITS + 64) // j
    # exp(-i t) = sum (-i)^j t^j/j!: real 1 . -1 ., imaginary . -1 . 1.
    return (parts[0] - parts[2] >> 64, parts[3] - parts[1] >> 64)


class Complexes:
    """Complex numbers in fixed point, printed as the nearest floats of `digits` binary digits."""

    modulus = generator = None

    def __init__(self, name, digits):
        self.name, self.digits = name, digits
        self.zero, self.one = (0, 0), (1 << BITS, 0)
        self.units = {}

    def add(self, a, b):
        return (a[0] + b[0], a[1] + b[1])

    def sub(self, a, b):
        return (a[0] - b[0], a[1] - b[1])

    def mul(self, a, b):
        return (a[0] * b[0] - a[1] * b[1] >> BITS, a[0] * b[1] + a[1] * b[0] >> BITS)

    def integer(self, n):
        return (n << BITS, 0)

    def inverse(self, a):
        norm = a[0] * a[0] + a[1] * a[1]
        return ((a[0] << 2 * BITS) // norm, (-a[1] << 2 * BITS) // norm)

    def inverse_root(self, n):
        """1/sqrt(n)."""
        return (math.isqrt((1 << 2 * BITS) // n), 0)

    def unit_power(self, k, n):
        if (k % n, n) not in self.units:
            self.units[k % n, n] = unit(k, n)
        return self.units[k % n, n]

    def draw(self, stream, count):
        """Multiples of 1/256 between -8 and 8: exact floats."""
        part = lambda: stream.below(4097) - 2048 << BITS - 8
        return [(part(), part()) for _ in range(count)]

    def coset(self, stream):
        return (5 << BITS - 2, -1 << BITS - 1)

    def nearest(self, x):
        """The float nearest to a fixed-point number, ties to even; what is below 2^-200 is a zero."""
        size = abs(x)
        if size >> BITS - 200 == 0:
            return 0.0
        shift = max(size.bit_length() - self.digits, 0)
        quotient, rest = size >> shift, size & ((1 << shift) - 1)
        half = 1 << shift >> 1
        if shift and (rest > half or rest == half and quotient & 1):
            quotient += 1
        return math.copysign(math.ldexp(quotient, shift - BITS), x)

    def part(self, x):
        value = self.nearest(x)
        if self.digits == 53:
            return repr(value)
        for places in range(1, 10):
            short = float(f"{value:.{places}g}")
            if struct.unpack("f", struct.pack("f", short))[0] == value:
                return repr(short)
        raise ValueError(value)

    def text(self, a):
        return f"{self.part(a[0])} {self.part(a[1])}"
