#!/usr/bin/env python3
"""Writes the known answers: one JSON file for each ring and convention, and their digests.

    python3 vectors/generate.py            writes the files beside this one
    python3 vectors/generate.py --check    compares them, byte for byte; exit status 1 if any differs

Everything is computed from the definitions of README.md in integers or in fixed point of 320 binary places, without a
fast algorithm and without the crate. Python 3.8 or later, standard library only.
"""

import hashlib
import json
import pathlib
import sys

from binary import novel_value, point, product
from rings import Complexes, Integers, Stream

SCHEMA = "ringfft-vectors/1"
HERE = pathlib.Path(__file__).resolve().parent


# Orders: position j holds the value with index order[j].


def bit_reversed(n):
    return [0] if n == 1 else (lambda s: [2 * e for e in s] + [2 * e + 1 for e in s])(bit_reversed(n // 2))


def conjugate_pair(n):
    if n < 4:
        return list(range(n))
    half, quarter = conjugate_pair(n // 2), conjugate_pair(n // 4)
    return [2 * e for e in half] + [1 + 4 * e for e in quarter] + [(4 * e - 1) % n for e in quarter]


def ternary_reversed(n):
    return [0] if n == 1 else [3 * e + r for r in range(3) for e in ternary_reversed(n // 3)]


def ternary_conjugate(n):
    return [0] if n == 1 else [(3 * e + r) % n for r in (0, 1, -1) for e in ternary_conjugate(n // 3)]


ORDERS = {
    "natural": lambda n: list(range(n)),
    "bit-reversed": bit_reversed,
    "conjugate-pair": conjugate_pair,
    "ternary-reversed": ternary_reversed,
    "ternary-conjugate": ternary_conjugate,
}


# The maps, by their definitions.


def evaluate(ring, coefficients, point):
    """Horner's rule."""
    value = ring.zero
    for coefficient in reversed(coefficients):
        value = ring.add(ring.mul(value, point), coefficient)
    return value


def powers(ring, w, n):
    """w^0, ..., w^(n-1); for complex numbers each by itself."""
    if w is None:
        return [ring.unit_power(k, n) for k in range(n)]
    return [ring.power(w, k) for k in range(n)]


def forward(ring, x, w, c):
    """f(c w^k), k = 0, 1, ..."""
    return [evaluate(ring, x, ring.mul(c, point)) for point in powers(ring, w, len(x))]


def inverse(ring, values, w, c):
    """n times the coefficients: c^-j times the sum over k of X_k w^(-jk)."""
    n = len(values)
    points = powers(ring, w, n)
    shift, result = ring.one, []
    for j in range(n):
        total = ring.zero
        for k in range(n):
            total = ring.add(total, ring.mul(values[k], points[-j * k % n]))
        result.append(ring.mul(shift, total))
        shift = ring.mul(shift, ring.inverse(c))
    return result


def scaled(ring, values, scale, direction):
    n = len(values)
    if scale == "unitary":
        factor = ring.inverse_root(n)
    elif scale == direction:
        factor = ring.inverse(ring.integer(n))
    else:
        return values
    return [ring.mul(factor, value) for value in values]


def remainder(ring, x, degree, constant):
    """f modulo t^degree - constant."""
    return [evaluate(ring, x[i::degree], constant) for i in range(degree)]


# The circle x^2 + y^2 = 1 over Z/(2^31 - 1), whose group has 2^31 points.

M31 = (1 << 31) - 1
CIRCLE_GENERATOR = (2, 1268011823)


def circle_add(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % M31, (a[0] * b[1] + a[1] * b[0]) % M31)


def circle_point(n):
    """The generator, doubled until its order is n."""
    point, order = CIRCLE_GENERATOR, 1 << 31
    while order > n:
        point, order = circle_add(point, point), order // 2
    return point


def circle_value(x, point):
    """The sum of x_i times the basis function i: y^(bit 0) X_1^(bit 1) X_2^(bit 2) ..., X_1 = x, X_(t+1) = 2 X_t^2 - 1."""
    factors, double = [point[1]], point[0]
    while 1 << len(factors) < len(x):
        factors.append(double)
        double = (2 * double * double - 1) % M31
    total = 0
    for i, coefficient in enumerate(x):
        for bit, factor in enumerate(factors):
            if i >> bit & 1:
                coefficient = coefficient * factor % M31
        total += coefficient
    return total % M31


class File:
    """The vectors of one ring and convention."""

    def __init__(self, ring, convention, about):
        self.ring, self.convention, self.about, self.vectors = ring, convention, about, []

    @property
    def name(self):
        ring = self.ring.name.replace(":", "-").replace("/", "-")
        return f"{ring}.{self.convention}.json"

    def stream(self, what):
        return Stream(f"{self.ring.name} {self.convention} {what}")

    def push(self, what, transform, direction, fields, x, y):
        text = self.ring.text
        vector = {"id": what, "transform": transform, "direction": direction, "len": len(x), **fields}
        self.vectors.append({**vector, "input": [text(a) for a in x], "output": [text(a) for a in y]})

    def dft(self, n, direction="forward", order="natural", scale="inverse", coset=None, root=None, tag="", pad=0):
        ring = self.ring
        w = None if ring.modulus is None else ring.root(n) if root is None else root
        what = "-".join(filter(None, ["dft", direction, str(n), order, scale, "coset" if coset else "", tag]))
        x = ring.draw(self.stream(what), n - pad) + [ring.zero] * pad
        c = ring.one if coset is None else coset
        permutation = ORDERS[order](n)
        if direction == "forward":
            values = scaled(ring, forward(ring, x, w, c), scale, direction)
            y = [values[e] for e in permutation]
        else:
            natural = [None] * n
            for value, e in zip(x, permutation):
                natural[e] = value
            y = scaled(ring, inverse(ring, natural, w, c), scale, direction)
        fields = {"order": order, "scale": scale}
        if w is not None:
            fields["root"] = ring.text(w)
        if coset is not None:
            fields["coset"] = ring.text(coset)
        self.push(what, "dft", direction, fields, x, y)

    def both(self, transform, n, fields, of):
        """A map without a closed inverse: the inverse's vector is the forward one, turned."""
        what = f"{transform}-{n}" + ("-" + fields["order"] if "order" in fields else "")
        x = self.ring.draw(self.stream(what), n)
        y = of(x)
        self.push(f"{what}-forward", transform, "forward", fields, x, y)
        self.push(f"{what}-inverse", transform, "inverse", fields, y, x)

    def negacyclic(self, n, order="natural", root=None):
        """f(v^(2k+1)), v of order 2n."""
        ring, v = self.ring, root or self.ring.root(2 * n)
        points = [ring.power(v, 2 * e + 1) for e in ORDERS[order](n)]
        fields = {"order": order, "scale": "inverse", "root": ring.text(v)}
        self.both("negacyclic", n, fields, lambda x: [evaluate(ring, x, point) for point in points])

    def incomplete(self, n, degree, root=None):
        """f modulo t^degree - v^(2k+1), v of order 2n/degree, k in bit-reversed order."""
        ring, v = self.ring, root or self.ring.root(2 * n // degree)
        constants = [ring.power(v, 2 * e + 1) for e in bit_reversed(n // degree)]
        fields = {"order": "bit-reversed", "scale": "inverse", "root": ring.text(v), "degree": degree}
        of = lambda x: [part for constant in constants for part in remainder(ring, x, degree, constant)]
        self.both("incomplete-negacyclic", n, fields, of)

    def truncated(self, n):
        """f(w^r), w of order N, the next power of two, r the bit reversal among N."""
        ring, size = self.ring, 1 << (n - 1).bit_length()
        w = ring.root(size)
        points = [ring.power(w, e) for e in bit_reversed(size)[:n]]
        fields = {"order": "truncated", "scale": "inverse", "root": ring.text(w)}
        self.both("truncated", n, fields, lambda x: [evaluate(ring, x, point) for point in points])

    def circle(self, n):
        """The values at the points (2k+1) P, P of order 2n."""
        step = circle_point(2 * n)
        twice, points = circle_add(step, step), [step]
        while len(points) < n:
            points.append(circle_add(points[-1], twice))
        fields = {"order": "natural", "scale": "inverse", "root": [str(step[0]), str(step[1])]}
        self.both("circle", n, fields, lambda x: [circle_value(x, point) for point in points])

    def additive(self, n, basis, coset=None, coefficients="monomial", tag=""):
        """f(coset + p_k), p_k the sum of the basis vectors over the bits of k."""
        ring, shift = self.ring, coset or 0
        points = [shift ^ point(basis, k) for k in range(n)]
        what = "-".join(filter(None, ["additive", str(n), coefficients, "coset" if coset is not None else "", tag]))
        x = ring.draw(self.stream(what), n)
        if coefficients == "novel":
            y = [novel_value(ring, basis, x, p) for p in points]
        else:
            y = [evaluate(ring, x, p) for p in points]
        fields = {"order": "natural", "coefficients": coefficients, "basis": [ring.text(beta) for beta in basis]}
        if coset is not None:
            fields["coset"] = ring.text(coset)
        self.push(f"{what}-forward", "additive", "forward", fields, x, y)
        self.push(f"{what}-inverse", "additive", "inverse", fields, y, x)

    def multiply(self, lengths):
        """Carry-less products."""
        stream = self.stream("products")
        for a_bits, b_bits in lengths:
            a, b = stream.below(1 << a_bits) | 1 << a_bits - 1, stream.below(1 << b_bits) | 1 << b_bits - 1
            vector = {"id": f"product-{a_bits}-{b_bits}", "transform": "product", "len": a_bits + b_bits - 1}
            self.vectors.append({**vector, "input": [hex(a), hex(b)], "output": [hex(product(a, b))]})

    def text(self):
        ring = self.ring
        head = {"schema": SCHEMA, "ring": ring.name, "convention": self.convention, "about": self.about}
        if ring.modulus is not None:
            head["modulus"] = ring.text(ring.modulus)
        if ring.generator is not None:
            head["generator"] = str(ring.generator)
        lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
        vectors = ",\n".join(json.dumps(vector) for vector in self.vectors)
        return "{\n" + "\n".join(lines) + '\n"vectors": [\n' + vectors + "\n]\n}\n"


def files():
    from contents import contents

    return contents(File, Integers, Complexes)


def main():
    wanted = {file.name: file.text() for file in files()}
    digests = [f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(wanted.items())]
    wanted["SHA256SUMS"] = "".join(digests)
    if sys.argv[1:] == ["--check"]:
        there = {path.name for path in HERE.glob("*.json")} | {"SHA256SUMS"}
        differing = sorted(there ^ set(wanted))
        differing += sorted(name for name in there & set(wanted) if (HERE / name).read_bytes() != wanted[name].encode())
        print("\n".join(f"differs: {name}" for name in differing) or f"{len(wanted)} files are as computed")
        return 1 if differing else 0
    for name, text in wanted.items():
        (HERE / name).write_bytes(text.encode())
    print(f"{len(wanted)} files, {sum(map(len, wanted.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
