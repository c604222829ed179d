"""Binary fields for the known answers: polynomials over GF(2) as integers, bit i the coefficient of x^i."""


def product(a, b):
    """Carry-less."""
    total = 0
    while b:
        if b & 1:
            total ^= a
        a, b = a << 1, b >> 1
    return total


def remainder(a, b):
    while a.bit_length() >= b.bit_length():
        a ^= b << a.bit_length() - b.bit_length()
    return a


class Binary:
    """GF(2)[x] modulo an irreducible polynomial."""

    generator, zero, one = None, 0, 1

    def __init__(self, name, modulus):
        self.name, self.modulus, self.degree = name, modulus, modulus.bit_length() - 1

    def add(self, a, b):
        return a ^ b

    def mul(self, a, b):
        return remainder(product(a, b), self.modulus)

    def draw(self, stream, count):
        values = [stream.below(1 << self.degree) for _ in range(count)]
        if count >= 4:
            values[1], values[count - 1] = (1 << self.degree) - 1, 0
        return values

    def text(self, a):
        return f"{a:#x}"

    def solve(self, c):
        """The root with bit 0 clear of y^2 + y = c, by elimination; None if there is none."""
        rows = {}
        for i in range(1, self.degree):
            y = 1 << i
            image = self.mul(y, y) ^ y
            while image and image.bit_length() in rows:
                other = rows[image.bit_length()]
                image, y = image ^ other[0], y ^ other[1]
            if image:
                rows[image.bit_length()] = (image, y)
        y = 0
        while c:
            if c.bit_length() not in rows:
                return None
            other = rows[c.bit_length()]
            c, y = c ^ other[0], y ^ other[1]
        return y

    def cantor_basis(self, dimension):
        basis = [1]
        while len(basis) < dimension:
            basis.append(self.solve(basis[-1]))
        return basis[:dimension]


def point(basis, j):
    total = 0
    for i, vector in enumerate(basis):
        if j >> i & 1:
            total ^= vector
    return total


def vanishing(ring, basis, b, x):
    """The product of x + v over the span of the first b vectors."""
    total = ring.one
    for q in range(1 << b):
        total = ring.mul(total, x ^ point(basis[:b], q))
    return total


def novel_value(ring, basis, coefficients, x):
    """The sum of c_i X_i(x); X_i is the product of s_b(x)/s_b(beta_b) over the bits b of i. Cantor: s_b(beta_b) = 1."""
    assert all(vanishing(ring, basis, b, beta) == 1 for b, beta in enumerate(basis))
    factors = [vanishing(ring, basis, b, x) for b in range(len(basis))]
    total = ring.zero
    for i, coefficient in enumerate(coefficients):
        for b, factor in enumerate(factors):
            if i >> b & 1:
                coefficient = ring.mul(coefficient, factor)
        total ^= coefficient
    return total
