#!/usr/bin/env python3
"""The command line of ringfft beside scipy.fft and scipy.signal: check.py [--strict] PROGRAM.

Prints a line for each comparison that fails, a line for each that this build cannot make, and `N passed, M failed`.
"""

import io
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy
import scipy.fft
from scipy import signal
from scipy.io import wavfile

from vectors import WINDOWS, window

RNG = np.random.default_rng(1)
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 30, 31, 64, 97, 100, 210, 256, 257, 1000, 1009, 1024, 4096, 5040]


class Refused(Exception):
    """The program says that it lacks this."""


class Checks:
    def __init__(self, program):
        self.program, self.passed, self.failed, self.skipped = program, 0, 0, 0

    def run(self, *arguments, data=b""):
        done = subprocess.run([self.program, *map(str, arguments)], input=data, capture_output=True)
        if done.returncode != 0:
            raise Refused(done.stderr.decode().strip())
        return done.stdout

    def array(self, *arguments, data):
        """The result for an array, both as npy, flat."""
        file = io.BytesIO()
        np.save(file, data)
        return np.load(io.BytesIO(self.run(*arguments, "--format", "npy", data=file.getvalue()))).ravel()

    def compare(self, name, found, expected, tolerance=1e-12):
        """Relative to the norm."""
        try:
            found = np.asarray(found())
        except Refused as refusal:
            lacks = "in this build" in str(refusal)
            self.skipped += lacks
            self.failed += not lacks
            print("SKIPPED" if lacks else "FAILED", name, refusal)
            return
        expected = np.asarray(expected).ravel()
        good = found.shape == expected.shape
        distance = np.linalg.norm(found - expected) if good else np.inf
        good = good and distance <= tolerance * max(np.linalg.norm(expected), 1e-300)
        self.passed += bool(good)
        if not good:
            self.failed += 1
            print("FAILED", name, f"shapes {found.shape} {expected.shape}, distance {distance}")


def noise(*shape):
    return RNG.standard_normal(shape)


def complex_noise(*shape):
    return noise(*shape) + 1j * noise(*shape)


def transforms(check):
    for n in LENGTHS:
        z = complex_noise(n)
        for ring, kind, tolerance in [("c64", np.complex128, 1e-13), ("c32", np.complex64, 2e-5)]:
            x, base = z.astype(kind), ("transform", "--ring", ring, "-")
            check.compare(f"{ring} fft {n}", lambda: check.array(*base, data=x), scipy.fft.fft(x), tolerance)
            inverse = (*base, "--inverse")
            check.compare(f"{ring} ifft {n}", lambda: check.array(*inverse, data=x), scipy.fft.ifft(x), tolerance)
        unitary = ("transform", "--ring", "c64", "-", "--scale", "unitary")
        check.compare(f"unitary {n}", lambda: check.array(*unitary, data=z), scipy.fft.fft(z, norm="ortho"), 1e-13)


def real_transforms(check):
    for n in LENGTHS:
        x = noise(n)
        base = ("transform", "--ring", "c64", "-", "--kind")
        check.compare(f"r2c {n}", lambda: check.array(*base, "r2c", data=x), scipy.fft.rfft(x), 1e-13)
        back = lambda: check.array(*base, "c2r", "--shape", n, data=scipy.fft.rfft(x))
        check.compare(f"c2r {n}", back, x, 1e-13)
        for name, kind in itertools.product(("dct", "dst"), (1, 2, 3, 4)):
            if name == "dct" and kind == 1 and n == 1:
                continue
            expected = getattr(scipy.fft, name)(x, kind)
            found = lambda: check.array(*base, f"{name}{kind}", data=x)
            check.compare(f"{name}{kind} {n}", found, expected, 1e-12)
            expected = getattr(scipy.fft, "i" + name)(x, kind)
            found = lambda: check.array(*base, f"{name}{kind}", "--inverse", data=x)
            check.compare(f"i{name}{kind} {n}", found, expected, 1e-12)


def several_dimensions(check):
    for shape, axes in [
        ((4, 6), (0, 1)),
        ((4, 6), (0,)),
        ((4, 6), (1,)),
        ((17, 30), (0, 1)),
        ((3, 5, 8), (0, 1, 2)),
        ((3, 5, 8), (0, 2)),
        ((64, 48), (1, 0)),
        ((2, 3, 4, 5), (1, 3)),
    ]:
        z = complex_noise(*shape)
        options = ("--shape", "x".join(map(str, shape)), "--axes", ",".join(map(str, axes)))
        found = lambda: check.array("transform", "--ring", "c64", "-", *options, data=z.ravel())
        check.compare(f"fftn {shape} {axes}", found, scipy.fft.fftn(z, axes=axes), 1e-13)
        if axes[-1] != len(shape) - 1:
            continue
        x = noise(*shape)
        values = scipy.fft.rfftn(x, axes=axes)
        found = lambda: check.array("transform", "--ring", "c64", "-", "--kind", "r2c", *options, data=x.ravel())
        check.compare(f"rfftn {shape} {axes}", found, values, 1e-13)
        back = lambda: check.array("transform", "--ring", "c64", "-", "--kind", "c2r", *options, data=values.ravel())
        check.compare(f"irfftn {shape} {axes}", back, x, 1e-13)


def convolutions(check):
    with tempfile.TemporaryDirectory() as directory:
        for n, m in [(1, 1), (5, 3), (64, 64), (1000, 37), (777, 1024)]:
            a, b = complex_noise(n), complex_noise(m)
            paths = [Path(directory) / name for name in ("a.npy", "b.npy")]
            for path, array in zip(paths, (a, b)):
                np.save(path, array)
            convolve = lambda kind: np.load(
                io.BytesIO(check.run("convolve", "--ring", "c64", "--kind", kind, "--format", "npy", *paths))
            )
            check.compare(f"convolve {n} {m}", lambda: convolve("linear"), signal.convolve(a, b), 1e-12)
            # Ours does not conjugate.
            check.compare(f"correlate {n} {m}", lambda: convolve("correlate"), signal.correlate(a, b.conj()), 1e-12)
            if n == m:
                expected = scipy.fft.ifft(scipy.fft.fft(a) * scipy.fft.fft(b))
                check.compare(f"cyclic {n}", lambda: convolve("cyclic"), expected, 1e-12)


def table(check, *arguments, data=b""):
    return np.load(io.BytesIO(check.run("spectrum", *arguments, "--format", "npy", data=data)))


def sounds(directory):
    """Files of every kind of samples, two channels, with their samples between -1 and 1."""
    t = np.arange(20000) / 8000
    tones = np.stack([0.3 * np.sin(2 * np.pi * 1234.5 * t), 0.2 * np.sign(np.sin(2 * np.pi * 100 * t))], axis=1)
    x = tones + 0.01 * noise(*tones.shape)
    kinds = {
        "u8": (np.round(x * 127 + 128).astype(np.uint8), lambda y: (y - 128.0) / 128),
        "s16": (np.round(x * 32767).astype(np.int16), lambda y: y / 2.0**15),
        "s32": (np.round(x * 2147483000).astype(np.int32), lambda y: y / 2.0**31),
        "f32": (x.astype(np.float32), lambda y: y.astype(float)),
        "f64": (x, lambda y: y),
    }
    for name, (samples, scaled) in kinds.items():
        path = Path(directory) / f"{name}.wav"
        wavfile.write(path, 8000, samples)
        yield name, path, scaled(wavfile.read(path)[1])


def spectra(check):
    with tempfile.TemporaryDirectory() as directory:
        for name, path, samples in sounds(directory):
            for channel, x in [("1", samples[:, 0]), ("2", samples[:, 1]), ("mix", samples.mean(axis=1))]:
                for scaling in ("density", "spectrum"):
                    arguments = (path, "--channel", channel, "--scale", scaling, "--length", 1000, "--hop", 300)
                    f, p = signal.welch(x, 8000, nperseg=1000, noverlap=700, scaling=scaling)
                    expected = np.stack([f, p], axis=1)
                    found = lambda: table(check, *arguments)
                    check.compare(f"welch {name} {channel} {scaling}", lambda: found()[:, 1], p, 1e-12)
                    check.compare(f"frequencies {name} {channel}", lambda: found()[:, 0], expected[:, 0], 1e-15)
    x = noise(5000)
    text = "\n".join(map(repr, map(float, x))).encode()
    for name, n in itertools.product(WINDOWS, (16, 255, 1024)):
        options = ("-", "--rate", 250, "--window", name, "--length", n)
        w = window(name, n)
        for average in ("mean", "median"):
            _, p = signal.welch(x, 250, window=w, nperseg=n, noverlap=n - (n + 1) // 2, average=average)
            found = lambda: table(check, *options, "--average", average, data=text)[:, 1]
            check.compare(f"welch {name} {n} {average}", found, p, 1e-12)
        _, p = signal.welch(x, 250, window=w, nperseg=n, noverlap=n - 7, detrend=False)
        found = lambda: table(check, *options, "--hop", 7, "--detrend", "none", "--scale", "db", data=text)[:, 1]
        check.compare(f"decibels {name} {n}", found, 10 * np.log10(p), 1e-12)
    for n in (1, 2, 3, 100, 997, 5000):
        _, p = signal.periodogram(x[:n], 250, detrend=False)
        data = text[: len("\n".join(map(repr, map(float, x[:n]))))]
        options = ("-", "--rate", 250, "--window", "rectangular", "--length", n, "--detrend", "none")
        check.compare(f"periodogram {n}", lambda: table(check, *options, data=data)[:, 1], p, 1e-12)


def main():
    arguments = sys.argv[1:]
    strict = "--strict" in arguments
    check = Checks([argument for argument in arguments if argument != "--strict"][0])
    print(f"ringfft beside SciPy {scipy.__version__}, NumPy {np.__version__}")
    for part in (transforms, real_transforms, several_dimensions, convolutions, spectra):
        before = check.passed
        part(check)
        print(f"{part.__name__}: {check.passed - before} passed")
    if check.skipped:
        print(f"SKIPPED: {check.skipped} comparisons of what this build lacks")
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(1 if check.failed or strict and check.skipped else 0)


if __name__ == "__main__":
    main()
