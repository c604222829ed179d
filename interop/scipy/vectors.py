#!/usr/bin/env python3
"""What scipy.signal gives, as known answers: vectors/signal/*.json, read by crates/signal/tests.

    python3 vectors.py           writes the files
    python3 vectors.py --check   compares them with this SciPy, numbers within 1e-12 of the greatest
"""

import json
import sys
from pathlib import Path

import numpy as np
import scipy
from scipy import signal

DIRECTORY = Path(__file__).resolve().parents[2] / "vectors" / "signal"
ABOUT = f"scipy.signal {scipy.__version__}, numpy {np.__version__}"


def noise(count, seed):
    """Samples that are multiples of 1/256 between -4 and 4: a linear congruence, so no release changes them."""
    state, samples = seed, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        samples.append(((state >> 33) % 2048 - 1024) / 256)
    return np.array(samples)


# Our names, SciPy's windows. Our Gaussian's deviation is in units of half the window, SciPy's in samples.
WINDOWS = {
    "rectangular": lambda n, period: "boxcar",
    "bartlett": lambda n, period: "bartlett",
    "sine": lambda n, period: "cosine",
    "hann": lambda n, period: "hann",
    "hamming": lambda n, period: "hamming",
    "blackman": lambda n, period: "blackman",
    "blackman-harris": lambda n, period: "blackmanharris",
    "nuttall": lambda n, period: "nuttall",
    "flat-top": lambda n, period: "flattop",
    "kaiser:0": lambda n, period: ("kaiser", 0.0),
    "kaiser:5": lambda n, period: ("kaiser", 5.0),
    "kaiser:14.5": lambda n, period: ("kaiser", 14.5),
    "gaussian:0.4": lambda n, period: ("gaussian", 0.4 * period / 2),
    "gaussian:0.125": lambda n, period: ("gaussian", 0.125 * period / 2),
    "tukey:0": lambda n, period: ("tukey", 0.0),
    "tukey:0.25": lambda n, period: ("tukey", 0.25),
    "tukey:0.5": lambda n, period: ("tukey", 0.5),
    "tukey:1": lambda n, period: ("tukey", 1.0),
}


def window(name, n, periodic=True):
    period = n if periodic else n - 1
    return signal.get_window(WINDOWS[name](n, max(period, 1)), n, fftbins=periodic)


def numbers(values):
    return [float(f"{value:.16g}") for value in np.asarray(values, dtype=float).ravel()]


def windows():
    for name in WINDOWS:
        for n in (1, 2, 3, 8, 13):
            for form in ("periodic", "symmetric"):
                values = window(name, n, form == "periodic")
                if not np.all(np.isfinite(values)):
                    continue
                yield {"window": name, "len": n, "form": form, "values": numbers(values)}


def spectra():
    x = noise(150, 1)
    cases = [
        # window, len, hop, transform length, rate, detrend, averaging
        ("hann", 32, 16, 32, 1000.0, "mean", "mean"),
        ("hann", 32, 16, 32, 1000.0, "none", "mean"),
        ("blackman-harris", 25, 10, 25, 44100.0, "mean", "mean"),
        ("flat-top", 24, 7, 40, 1.0, "none", "mean"),
        ("kaiser:5", 21, 12, 32, 8000.0, "mean", "mean"),
        ("hamming", 32, 16, 33, 250.0, "mean", "mean"),
        ("hann", 32, 16, 32, 1000.0, "mean", "median"),
        ("hann", 32, 12, 32, 1000.0, "mean", "median"),
        ("rectangular", 16, 16, 16, 2.0, "none", "median"),
        ("rectangular", 150, 150, 150, 100.0, "none", "mean"),
        ("tukey:0.25", 150, 150, 150, 100.0, "mean", "mean"),
    ]
    for name, n, hop, nfft, rate, detrend, averaging in cases:
        for scaling in ("density", "spectrum"):
            for sides in ("one", "two"):
                _, power = signal.welch(
                    x,
                    rate,
                    window=window(name, n),
                    nperseg=n,
                    noverlap=n - hop,
                    nfft=nfft,
                    detrend="constant" if detrend == "mean" else False,
                    return_onesided=sides == "one",
                    scaling=scaling,
                    average=averaging,
                )
                yield {
                    "window": name,
                    "len": n,
                    "hop": hop,
                    "transform_len": nfft,
                    "rate": rate,
                    "detrend": detrend,
                    "averaging": averaging,
                    "scaling": scaling,
                    "sides": sides,
                    "values": numbers(power),
                }


def stfts():
    """Frames inside the signal; scipy.signal.stft divides by the window's sum, ours does not."""
    x = noise(60, 2)
    for name, n, hop, nfft in [("hann", 16, 8, 16), ("hamming", 15, 4, 15), ("sine", 12, 6, 16), ("gaussian:0.4", 9, 9, 9)]:
        w = window(name, n)
        _, _, z = signal.stft(
            x, window=w, nperseg=n, noverlap=n - hop, nfft=nfft, boundary=None, padded=False, detrend=False
        )
        values = z.T * w.sum()
        yield {
            "window": name,
            "len": n,
            "hop": hop,
            "transform_len": nfft,
            "values": numbers(np.stack([values.real, values.imag], axis=-1)),
        }


def filters():
    """firwin's taps."""
    bands = [
        ("low", [1000.0], True),
        ("high", [1000.0], False),
        ("pass", [700.0, 2100.0], False),
        ("stop", [700.0, 2100.0], True),
    ]
    for n in (1, 8, 15, 31):
        for name in ("hamming", "kaiser:5", "rectangular"):
            for band, edges, zero in bands:
                if n == 1 and band != "low" or n % 2 == 0 and band in ("high", "stop"):
                    continue
                taps = signal.firwin(n, edges, window=WINDOWS[name](n, n - 1), pass_zero=zero, fs=8000.0)
                yield {"window": name, "len": n, "band": band, "edges": edges, "rate": 8000.0, "values": numbers(taps)}


FILES = {
    "windows": (windows, None),
    "spectra": (spectra, noise(150, 1)),
    "stft": (stfts, noise(60, 2)),
    "filters": (filters, None),
}


def make(name):
    generate, samples = FILES[name]
    head = {"schema": "ringfft-signal/1", "about": ABOUT}
    if samples is not None:
        head["signal"] = [float(x) for x in samples]
    lines = [json.dumps(entry, separators=(", ", ": ")) for entry in generate()]
    text = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in head.items())
    return "{\n" + text + ',\n"vectors": [\n' + ",\n".join(lines) + "\n]\n}\n"


def same(a, b):
    a, b = json.loads(a), json.loads(b)
    if a.get("signal") != b.get("signal") or len(a["vectors"]) != len(b["vectors"]):
        return False
    for mine, theirs in zip(a["vectors"], b["vectors"]):
        x, y = np.array(mine.pop("values")), np.array(theirs.pop("values"))
        if mine != theirs or x.shape != y.shape or not np.all(np.abs(x - y) <= 1e-12 * np.max(np.abs(x))):
            return False
    return True


def main():
    check = sys.argv[1:] == ["--check"]
    failed = 0
    for name in FILES:
        path, text = DIRECTORY / f"{name}.json", make(name)
        if not check:
            path.write_text(text)
        elif not same(path.read_text(), text):
            print(f"FAILED {path.name} is not what {ABOUT} gives")
            failed += 1
    if check:
        print(f"vectors: {len(FILES) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
