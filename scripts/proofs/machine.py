"""Two machines that run one model of a function: bit vectors of any width, and integers of a fixed one.

A model is a Python function over a machine `m`. It performs the operations of the Rust text, one by one and in the same order, and
states what must hold. `Bits` holds bit vectors: what z3 proves there is bit-precise, for all inputs of that width at once. `Integers`
holds polynomials over integer variables: every truncation is a division with remainder whose quotient is a variable, and what z3
decides is linear arithmetic over the monomials. Products that a proof needs are hints, each of which is checked: `times` multiplies
a known equation by a polynomial, `product` the two sides of inequalities that z3 has proved before. A monomial is a variable like
any other to z3, so `unsat` is a proof; a counterexample there might not be one, and so controls run on `Bits`.
"""
import itertools
import time

import numpy as np
import z3

LIMIT = 120_000  # milliseconds a query


class Failure(Exception):
    """A statement that does not hold, or that z3 did not decide."""


class Machine:
    def __init__(self, n, fault=None):
        self.n, self.fault = n, fault
        self.proved = 0
        self.facts, self.goals, self.case = [], [], None

    def check(self, what, goal):
        solver = z3.SolverFor("QF_BV") if isinstance(self, Bits) else z3.Solver()
        solver.set("timeout", LIMIT)
        solver.add(*self.facts)
        solver.add(z3.Not(goal))
        result = solver.check()
        if result == z3.unsat:
            self.proved += 1
        elif result == z3.sat:
            raise Failure(f"{what}: {self.example(solver.model())}")
        else:
            raise Failure(f"{what}: undecided within {LIMIT // 1000} s")

    def prove(self, what, *goals):
        """States that all goals hold, and uses them from here on; of a model that is broken it remembers them."""
        if self.fault:
            self.goals.extend((what, goal) for goal in goals)
            return
        for goal in goals:
            self.check(what, goal)
        self.facts.extend(goals)

    def assume(self, *facts):
        """The ranges and the preconditions."""
        self.facts.extend(facts)

    def consistent(self):
        """Something satisfies all that is assumed, so that what is proved says anything."""
        solver = z3.Solver()
        solver.set("timeout", LIMIT)
        solver.add(*self.facts)
        if solver.check() == z3.unsat:
            raise Failure("the assumptions contradict one another")

    def counterexample(self):
        """Inputs of a broken model for which something that it states does not hold."""
        solver = z3.SolverFor("QF_BV")
        solver.set("timeout", LIMIT)
        solver.add(*self.facts)
        solver.add(z3.Or(*[z3.Not(goal) for _, goal in self.goals]))
        if solver.check() != z3.sat:
            raise Failure("the broken model was not found out")
        model = solver.model()
        wrong = next(what for what, goal in self.goals if z3.is_false(model.eval(goal, model_completion=True)))
        return f"{wrong}: {self.example(model)}"

    # Operations of Rust, on words of k bits.
    def wrapping_add(self, a, b, k):
        return self.low(a + b, k)

    def wrapping_sub(self, a, b, k):
        return self.low(a - b, k)

    def wrapping_mul(self, a, b, k):
        return self.low(a * b, k)

    def overflowing_add(self, a, b, k):
        return self.low(a + b, k), self.ge(self.high(a + b, k), self.num(1))

    def overflowing_sub(self, a, b, k):
        return self.low(a - b, k), self.lt(self.high(a - b, k), self.num(0))

    def fits(self, what, x, k):
        """A sum, difference or product that must be a word: the checked operators of Rust."""
        self.prove(what, self.ge(x, self.num(0)), self.lt(x, self.num(1 << k)))
        return x

    def minimum(self, a, b):
        return self.select(self.lt(a, b), a, b)

    def maximum(self, a, b):
        return self.select(self.lt(a, b), b, a)

    def between(self, x, low, high):
        """low <= x < high"""
        return [self.ge(x, low), self.lt(x, high)]


class Bits(Machine):
    """Numbers with a sign in so many bits that nothing of the model leaves them."""

    precise = True

    def __init__(self, n, fault=None, width=None):
        super().__init__(n, fault)
        self.width = width or 4 * n + 4
        self.inputs = []

    def num(self, x):
        return z3.BitVecVal(x, self.width)

    def var(self, name, bits):
        x = z3.BitVec(name, bits)
        self.inputs.append(x)
        return z3.ZeroExt(self.width - bits, x)

    def low(self, x, k):
        return z3.ZeroExt(self.width - k, z3.Extract(k - 1, 0, x))

    def high(self, x, k):
        return x >> k

    def select(self, c, a, b):
        return z3.If(c, a, b)

    def lt(self, a, b):
        return a < b

    def ge(self, a, b):
        return a >= b

    def eq(self, a, b):
        return a == b

    def congruent(self, a, b, p, *_):
        """Of numbers that are not negative."""
        return z3.URem(a, p) == z3.URem(b, p)

    def times(self, *_):
        pass

    def reset(self):
        pass

    def product(self, *_):
        pass

    def quotient(self, name, a, p, bits):
        """floor(a / p)"""
        return z3.UDiv(a, p)

    def inverse(self, name, p, k, sign=1):
        """sign/p modulo 2^k, of odd p."""
        x = self.var(name, k)
        self.assume(self.low(x * p, k) == self.num(sign % (1 << k)))
        return x

    def example(self, model):
        return ", ".join(f"{x} = {model.eval(x, model_completion=True)}" for x in self.inputs)


class All(Machine):
    """All inputs of a short width, one after another in the first variable and at once in the others."""

    precise = True

    def __init__(self, n, first, fault=None):
        super().__init__(n, fault)
        self.first, self.axis, self.inputs = first, 0, {}
        self.true = np.bool_(True)
        self.case = None

    def num(self, x):
        return np.int64(x)

    def var(self, name, bits):
        self.inputs[name] = None
        if len(self.inputs) == 1:
            return np.int64(self.first)
        self.axis += 1
        return np.arange(1 << bits, dtype=np.int64).reshape((-1,) + (1,) * (2 - self.axis))

    def assume(self, *facts):
        for fact in facts:
            self.true = self.true & fact

    def prove(self, what, *goals):
        for goal in goals:
            if np.any(self.true & ~goal):
                raise Failure(f"{what}, first input {self.first}")
            self.proved += 1

    def consistent(self):
        pass

    def low(self, x, k):
        return x & ((1 << k) - 1)

    def high(self, x, k):
        return x >> k

    def select(self, c, a, b):
        return np.where(c, a, b)

    def lt(self, a, b):
        return np.less(a, b)

    def ge(self, a, b):
        return np.greater_equal(a, b)

    def eq(self, a, b):
        return np.equal(a, b)

    def congruent(self, a, b, p, *_):
        return (a - b) % np.maximum(p, 1) == 0

    def times(self, *_):
        pass

    product = reset = times

    def quotient(self, name, a, p, bits):
        return a // np.maximum(p, 1)

    def inverse(self, name, p, k, sign=1):
        return np.int64(sign * pow(int(p), -1, 1 << k) % (1 << k))


class Poly:
    """An integer polynomial: monomials, sorted tuples of variables, with their coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms):
        self.terms = {m: c for m, c in terms.items() if c}

    def __add__(self, other):
        terms = dict(self.terms)
        for m, c in other.terms.items():
            terms[m] = terms.get(m, 0) + c
        return Poly(terms)

    def __neg__(self):
        return Poly({m: -c for m, c in self.terms.items()})

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        terms = {}
        for (m, c), (k, d) in itertools.product(self.terms.items(), other.terms.items()):
            key = tuple(sorted(m + k))
            terms[key] = terms.get(key, 0) + c * d
        return Poly(terms)

    def key(self):
        return tuple(sorted(self.terms.items()))


class Integers(Machine):
    """Polynomials over integer variables."""

    precise = False

    def __init__(self, n, fault=None):
        super().__init__(n, fault)
        self.count, self.cut, self.zero = 0, {}, set()

    def num(self, x):
        return Poly({(): x})

    def reset(self):
        """Forgets quotients whose facts were taken away."""
        self.cut = {}

    def fresh(self, name):
        self.count += 1
        return Poly({(f"{name}#{self.count}",): 1})

    def z(self, x):
        parts = [c * z3.Int("*".join(m)) if m else z3.IntVal(c) for m, c in x.terms.items()]
        return z3.Sum(parts) if parts else z3.IntVal(0)

    def var(self, name, bits):
        x = self.fresh(name)
        self.assume(*self.between(x, self.num(0), self.num(1 << bits)))
        return x

    def high(self, x, k):
        """floor(x / 2^k)"""
        key = (x.key(), k)
        if key not in self.cut:
            if set(x.terms) <= {()}:
                self.cut[key] = self.num(x.terms.get((), 0) >> k)
            else:
                h = self.fresh("high")
                self.cut[key] = h
                self.assume(*self.between(x - h * self.num(1 << k), self.num(0), self.num(1 << k)))
        return self.cut[key]

    def low(self, x, k):
        """x modulo 2^k"""
        return x - self.high(x, k) * self.num(1 << k)

    def select(self, c, a, b):
        r = self.fresh("select")
        self.assume(z3.Implies(c, self.eq(r, a)), z3.Implies(z3.Not(c), self.eq(r, b)))
        return r

    def lt(self, a, b):
        return self.z(a - b) < 0

    def ge(self, a, b):
        return self.z(a - b) >= 0

    def eq(self, a, b):
        return self.z(a - b) == 0

    def congruent(self, a, b, p, *witnesses):
        """The difference is one of the multiples."""
        return z3.Or(*[self.eq(a - b, p * k) for k in witnesses])

    def equation(self, a, b):
        """Assumes a = b, which hints may multiply."""
        self.zero.add((a - b).key())
        self.assume(self.eq(a, b))

    def times(self, a, b, factor):
        """Of the equation a = b, that with both sides times the factor."""
        assert (a - b).key() in self.zero, "an equation that was assumed"
        self.assume(self.eq(a * factor, b * factor))

    def product(self, a, b, c, d):
        """From a <= b and c <= d, which are proved first: (b - a)(d - c) >= 0."""
        self.prove("a factor of a hint", self.ge(b, a), self.ge(d, c))
        self.assume(self.z((b - a) * (d - c)) >= 0)

    def quotient(self, name, a, p, bits):
        """floor(a / p)"""
        q = self.var(name, bits)
        self.rest = self.fresh("rest")
        self.equation(a, q * p + self.rest)
        self.assume(*self.between(self.rest, self.num(0), p))
        return q

    def inverse(self, name, p, k, sign=1):
        """sign/p modulo 2^k, of odd p."""
        x, j = self.var(name, k), self.fresh("multiple")
        self.equation(x * p, self.num(sign) + j * self.num(1 << k))
        return x

    def example(self, model):
        return "no proof: " + ", ".join(f"{d} = {model[d]}" for d in model.decls()[:12])


def run(model, make, **options):
    """Runs a model on a machine; how many statements were proved, and the seconds."""
    start = time.monotonic()
    machine = make(**options)
    model(machine)
    machine.consistent()
    return machine.proved, time.monotonic() - start


def run_all(model, n, first):
    """Runs a model for all inputs of n bits, with the first variable in a range."""
    start = time.monotonic()
    proved = [run(model, All, n=n, first=value)[0] for value in first]
    return proved[0], time.monotonic() - start


def break_it(model, n, width, fault):
    """Finds inputs that a broken model fails for."""
    machine = Bits(n, fault, width)
    model(machine)
    return machine.counterexample()
