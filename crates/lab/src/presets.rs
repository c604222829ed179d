//! The experiments of the sources as a table: tasks, algorithms and axes.
//!
//! # Source
//! Figures of \[Govindaraju 2008\] are numbered as there; \[Moreland-Angel 2003\], \[Bainville 2010\], \[Mateer 2008\],
//! \[Johnson-Frigo 2007\] and \[Frigo-Johnson 2005\] as in `papers/bibliography.md`.

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The subject, as a title.
    pub title: &'static str,
    /// The article or program, with the table or figure.
    pub source: &'static str,
    /// The axes of the source.
    pub axes: &'static str,
    /// The departures from the source.
    pub differences: &'static str,
    /// The parts.
    pub parts: &'static [Part],
    /// `true` if values stay in each algorithm's own order.
    pub native_order: bool,
}

/// Tasks with the algorithms that run on each.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Rings and lengths.
    pub tasks: &'static [&'static str],
    /// The elements of all transforms of a call; 0 for one transform.
    pub total: usize,
    /// The algorithms.
    pub algorithms: &'static [&'static str],
}

const fn single(tasks: &'static [&'static str], algorithms: &'static [&'static str]) -> Part {
    Part { tasks, total: 0, algorithms }
}

const fn batched(tasks: &'static [&'static str], total: usize, algorithms: &'static [&'static str]) -> Part {
    Part { tasks, total, algorithms }
}

/// The rate that the articles on graphics processors plot.
const RATE: &str = "GFlop/s, 5 n log2 n operations over the time, against log2 n";
/// The departure common to all repetitions on a processor.
const PROCESSOR: &str = "runs on the processor; the source compares graphics processors, CUFFT and MKL";

/// The preset of a run without tasks.
pub const DEFAULT: Preset = Preset {
    name: "default",
    title: "Transforms over three rings",
    source: "ringfft",
    axes: "nanoseconds over n log2 n, ratio to the planner's choice and rate, against log2 n",
    differences: "a sample of rings and algorithms; `ringfft compare --help` says how to choose others",
    parts: &[
        single(&["c64:2^4..2^18/2"], &["auto", "stockham", "split-radix", "tangent", "radix-8", "mixed-radix"]),
        single(&["goldilocks:2^4..2^18/2"], &["auto", "stockham", "twisted", "radix-4", "mixed-radix"]),
        single(&["bls12-381-fr:2^4..2^14/2"], &["auto", "stockham", "twisted", "radix-4", "mixed-radix"]),
        single(&["c64:60,100,360,1000,1009,5040,10007"], &["auto", "bluestein", "mixed-radix"]),
    ],
    native_order: false,
};

/// The experiments of the sources.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "govindaraju-11",
        title: "Single transforms of powers of two",
        source: "[Govindaraju 2008], figure 11",
        axes: RATE,
        differences: PROCESSOR,
        parts: &[single(&["c32:2^1..2^24"], &["auto", "stockham"])],
        native_order: false,
    },
    Preset {
        name: "govindaraju-12",
        title: "Batched transforms of powers of two",
        source: "[Govindaraju 2008], figure 12",
        axes: "GFlop/s against log2 n, with 2^23/n transforms in a call",
        differences: PROCESSOR,
        parts: &[batched(&["c32:2^1..2^23"], 1 << 23, &["auto"])],
        native_order: false,
    },
    Preset {
        name: "govindaraju-13",
        title: "Batched transforms of six lengths",
        source: "[Govindaraju 2008], figure 13, the lengths of Volkov and Kazian",
        axes: "GFlop/s of batched transforms, a column a length",
        differences: "runs on the processor; the number of transforms in a call is not printed there, and 2^22/n here",
        parts: &[batched(&["c32:8,16,64,256,512,1024"], 1 << 22, &["auto", "stockham"])],
        native_order: false,
    },
    Preset {
        name: "govindaraju-14",
        title: "Transforms in two dimensions, square and rectangular",
        source: "[Govindaraju 2008], figure 14, top and bottom",
        axes: "GFlop/s against log2 n of n by n arrays; against log2 of the first side of arrays of 2^24 points",
        differences: "runs on the processor; several arrays in a call, the middle of the figure, are left out",
        parts: &[single(
            &[
                "c32:2^1x2^1..2^12x2^12",
                "c32:2x8388608,8x2097152,32x524288,128x131072,512x32768,2048x8192",
                "c32:8192x2048,32768x512,131072x128,524288x32,2097152x8,8388608x2",
            ],
            &["auto"],
        )],
        native_order: false,
    },
    Preset {
        name: "govindaraju-15",
        title: "Batched transforms of lengths 2^i 3^j 5^k",
        source: "[Govindaraju 2008], figure 15",
        axes: "GFlop/s against n, with 2^24/n transforms in a call; i, j and k above 0",
        differences: "runs on the processor; a sample of the lengths, 2^22 points in a call",
        parts: &[batched(
            &[
                "c32:30,60,90,120,150,180,240,270,360,450,480,540,600,720,900,1080,1350,1500,1800,2160,2700,3600,4500",
                "c32:5400,6750,8640,10800,13500,16200,21600,27000,40500,54000,81000,108000,162000,270000,405000,810000",
            ],
            1 << 22,
            &["auto", "stockham", "mixed-radix"],
        )],
        native_order: false,
    },
    Preset {
        name: "govindaraju-16",
        title: "Batched transforms of prime lengths",
        source: "[Govindaraju 2008], figure 16, bottom",
        axes: "GFlop/s against log2 n, n the largest prime below 2^i, with 2^24/n transforms in a call",
        differences: "runs on the processor; i up to 20, and 2^20 points in a call",
        parts: &[batched(
            &["c32:2,3,7,13,31,61,127,251,509,1021,2039,4093,8191,16381,32749,65521,131071,262139,524287,1048573"],
            1 << 20,
            &["auto", "bluestein", "rader"],
        )],
        native_order: false,
    },
    Preset {
        name: "govindaraju-17",
        title: "Errors",
        source: "[Govindaraju 2008], figure 17",
        axes: "the error against log2 n: powers of two, mixed radices, small primes, large primes",
        differences: "errors are relative, in the Euclidean norm, against a longer precision, up to 2^18; the source prints the \
                      root mean square error",
        parts: &[
            single(&["c32:2^1..2^18"], &["auto", "stockham", "split-radix"]),
            single(&["c32:30,60,150,360,900,2700,6750,16200,40500,108000"], &["auto", "mixed-radix"]),
            single(
                &["c32:7,13,31,61,127,251,509,1021,2039,4093,8191,16381,32749,65521,131071"],
                &["auto", "bluestein"],
            ),
        ],
        native_order: false,
    },
    Preset {
        name: "govindaraju-18",
        title: "Batched transforms by one radix",
        source: "[Govindaraju 2008], figure 18",
        axes: "GFlop/s against log2 n for radices 2, 4 and 8 over powers of two, 3 over powers of three, 5 over powers of five",
        differences: "runs on the processor in textbook code; 2^20 points in a call",
        parts: &[
            batched(&["c32:2^3..2^18"], 1 << 20, &["stockham/2", "stockham/4", "stockham/8"]),
            batched(&["c32:3^2..3^11"], 1 << 20, &["stockham/3"]),
            batched(&["c32:5^1..5^8"], 1 << 20, &["stockham/5"]),
        ],
        native_order: false,
    },
    Preset {
        name: "moreland-angel-table-3",
        title: "Filtering of images",
        source: "[Moreland-Angel 2003], table 3",
        axes: "frames a second against the side of the image: forward, product and inverse",
        differences: "one channel of real numbers on the processor, where the source draws four on a graphics processor; the time of a frame \
                      instead of the rate",
        parts: &[single(&["c32:128x128,256x256,512x512,1024x1024"], &["filter", "real", "auto"])],
        native_order: false,
    },
    Preset {
        name: "bainville",
        title: "Radices and tables of twiddles",
        source: "[Bainville 2010], kernels of higher radix",
        axes: "time against log2 n for radices 2, 4, 8 and 16; twiddles computed, tabled, and in two levels",
        differences: "radix 16 runs as mixed radix; the tables are compared over residues, whose kernels have them in two levels \
                      and partly recomputed; there is no kernel that computes every twiddle",
        parts: &[
            single(&["c32:2^4..2^20/2"], &["stockham/2", "stockham/4", "stockham/8", "mixed-radix/16"]),
            single(&["goldilocks:2^10..2^20/2"], &["auto", "auto+two-level", "auto+recomputed"]),
            single(&["bls12-381-fr:2^10..2^18/2"], &["auto", "auto+two-level", "auto+recomputed"]),
        ],
        native_order: false,
    },
    Preset {
        name: "mateer",
        title: "Operation counts of all transforms of the dissertation",
        source: "[Mateer 2008]",
        axes: "operations against log2 n, or log3 n, over complex numbers and over a field of characteristic 2",
        differences: "operations are counted, and times stand beside them",
        parts: &[
            single(
                &["c64:2^1..2^12"],
                &[
                    "classical",
                    "twisted",
                    "radix-4",
                    "twisted-radix-4",
                    "radix-8",
                    "twisted-radix-8",
                    "split-radix",
                    "tangent",
                ],
            ),
            single(&["c64:3^1..3^7"], &["radix-3", "twisted-radix-3", "twisted-radix-3-complex"]),
            single(&["goldilocks:2^1..2^10"], &["classical", "twisted", "split-radix", "truncated", "negacyclic"]),
            single(
                &["gf2:16:2^1..2^10"],
                &["cantor", "gao-mateer", "gathen-gerhard", "gao-mateer-general", "novel-basis"],
            ),
        ],
        native_order: true,
    },
    Preset {
        name: "johnson-frigo",
        title: "The tangent transform against split radix",
        source: "[Johnson-Frigo 2007], table I and figure 2",
        axes: "operations on real numbers against log2 n, and their ratio",
        differences: "operations are counted up to 2^12, and times stand beside them; errors too",
        parts: &[single(&["c64:2^1..2^16"], &["split-radix", "tangent", "twisted"])],
        native_order: true,
    },
    Preset {
        name: "benchfft",
        title: "Speed and accuracy as benchFFT shows them",
        source: "benchFFT, [Frigo-Johnson 2005]",
        axes: "5 n log2 n operations over the time, and the relative error in the Euclidean norm, against n: powers of two, other \
               lengths, two dimensions",
        differences: "the minimum and the median are both given; other lengths are a sample",
        parts: &[
            single(&["c64:2^1..2^20", "c32:2^1..2^20"], &["auto"]),
            single(
                &["c64:6,9,12,15,18,24,36,80,108,210,504,1000,1960,4725,10368,27000,75600,165375,362880"],
                &["auto"],
            ),
            single(&["c64:2^2x2^2..2^10x2^10", "c32:2^2x2^2..2^10x2^10"], &["auto", "real"]),
        ],
        native_order: false,
    },
];

/// Returns the preset with this name, if there is one.
pub fn preset(name: &str) -> Option<&'static Preset> {
    static DEFAULTS: Preset = DEFAULT;
    PRESETS.iter().chain([&DEFAULTS]).find(|preset| preset.name == name)
}
