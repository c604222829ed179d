//! The text of \[Moreland-Angel 2003\]: its tables, its equations, and the places that need a correction.

use crate::library::{image, naive};
use num_complex::Complex;
use ringfft::{
    Error,
    plan::Scale,
    real::{Packed2d, PackedSpectrum},
};
use ringfft_testing::{FragmentMachine, Fragments, Program, equation_10};

const MIB: u64 = 1 << 20;

fn machine(rows: usize, cols: usize, image: &[f64]) -> FragmentMachine {
    FragmentMachine::new(rows, cols, image).unwrap()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn table_2_for_a_million_pixels() {
    let form = Fragments::closed_form(1024, 1024).unwrap();
    let printed = [
        (Program::Fft, 1_132_462_080, 1920, 640),
        (Program::Untangle, 4_194_288, 32, 16),
        (Program::Scale, 1_050_624, 16, 16),
        (Program::Tangle, 1_048_572, 32, 16),
        (Program::Pass, 0, 16, 16),
        (Program::Multiply, 69_206_016, 64, 16),
    ];
    // The source's megabytes are 2^20 bytes, rounded.
    let megabytes = |bytes: u64| (bytes + MIB / 2) / MIB;
    for (program, arithmetic, read, written) in printed {
        assert_eq!(form.arithmetic(program), arithmetic, "{program:?}");
        assert_eq!((megabytes(form.read(program)), megabytes(form.written(program))), (read, written), "{program:?}");
    }
    assert_eq!(form.total(Fragments::arithmetic), 1_207_961_580);
    assert_eq!((megabytes(form.total(Fragments::read)), megabytes(form.total(Fragments::written))), (2080, 720));
}

#[test]
fn the_schedule_runs_as_often_as_table_1_says_and_filters() {
    for (rows, cols) in [(2, 2), (2, 8), (8, 2), (4, 4), (16, 8), (32, 64)] {
        let pixels = rows * cols;
        let (picture, impulse) = (image(1, pixels), image(2, pixels));
        let mut response = machine(rows, cols, &impulse);
        response.forward();
        let mut machine = machine(rows, cols, &picture);
        machine.forward();
        machine.multiply(response.texture()).unwrap();
        machine.inverse();
        assert_eq!(machine.fragments(), Fragments::closed_form(rows, cols).unwrap(), "{rows} x {cols}");
        // Both spectra carry 1/(M N), the convolution theorem takes one.
        let expected: Vec<f64> = (0..pixels)
            .map(|at| {
                let (y, x) = (at / cols, at % cols);
                let other = |k: usize| (y + rows - k / cols) % rows * cols + (x + cols - k % cols) % cols;
                (0..pixels).map(|k| picture[k] * impulse[other(k)]).sum::<f64>() / pixels as f64
            })
            .collect();
        assert!(close(machine.texture(), &expected), "{rows} x {cols}");
    }
}

#[test]
fn the_library_packs_as_figure_2() {
    for (rows, cols) in [(2, 2), (4, 2), (2, 16), (8, 8), (16, 32)] {
        let picture = image(3, rows * cols);
        let mut machine = machine(rows, cols, &picture);
        machine.forward();
        let mut values = picture.clone();
        Packed2d::builder(rows, cols).scale(Scale::FORWARD).build().unwrap().forward(&mut values).unwrap();
        assert!(close(&values, machine.texture()), "{rows} x {cols}");
    }
}

#[test]
fn equation_10_as_printed_for_even_sizes() {
    for (rows, cols) in [(2, 2), (4, 4), (6, 4), (4, 10), (12, 6)] {
        let picture = image(4, rows * cols);
        let expected = naive(rows, cols, &picture);
        let mut values = picture.clone();
        Packed2d::new(rows, cols).unwrap().forward(&mut values).unwrap();
        let view = PackedSpectrum::new(rows, cols, &values).unwrap();
        for v in 0..rows {
            for u in 0..cols {
                let printed = equation_10(&values, rows, cols, u, v);
                assert!((printed - expected[v * cols + u]).norm() < 1e-12, "{rows} x {cols}: u = {u}, v = {v}");
                assert_eq!(printed, view.get(v as isize, u as isize));
            }
        }
    }
}

/// The source has even sizes only. Its equations hold for odd ones as they are printed, where `M/2` and `N/2` are real
/// numbers: no index equals them. Rounded down, as a program would, they are wrong.
#[test]
fn halves_in_equations_9_and_10_are_real_numbers() {
    let rounded_down = |a: &[f64], cols: usize, u: usize| {
        let (n, half) = (cols, cols / 2);
        let re = if u <= half { a[u] } else { a[n - u] };
        let im = match u {
            u if u == 0 || u == half => 0.0,
            u if u < half => -a[n - u],
            _ => a[u],
        };
        Complex::new(re, im)
    };
    for cols in [3, 5, 9] {
        let picture = image(5, cols);
        let expected = naive(1, cols, &picture);
        let mut values = picture.clone();
        Packed2d::new(1, cols).unwrap().forward(&mut values).unwrap();
        let right = |found: Complex<f64>, u: usize| (found - expected[u]).norm() < 1e-12;
        assert!((0..cols).all(|u| right(equation_10(&values, 1, cols, u, 0), u)));
        assert!(!(0..cols).all(|u| right(rounded_down(&values, cols, u), u)));
    }
    for (rows, cols) in [(3, 4), (4, 3), (5, 7)] {
        let picture = image(6, rows * cols);
        let expected = naive(rows, cols, &picture);
        let mut values = picture.clone();
        Packed2d::new(rows, cols).unwrap().forward(&mut values).unwrap();
        let all = (0..rows * cols)
            .all(|at| (equation_10(&values, rows, cols, at % cols, at / cols) - expected[at]).norm() < 1e-12);
        assert!(all, "{rows} x {cols}");
    }
}

/// Section 4: "the only two exceptions are u = 0 and u = N/2". There is one where N is odd, and there are four, two or one
/// in an image.
#[test]
fn exceptions_to_the_symmetry_depend_on_parity() {
    for (rows, cols) in [(1, 8), (1, 7), (8, 8), (8, 7), (7, 8), (7, 7)] {
        let picture = image(7, rows * cols);
        let real = naive(rows, cols, &picture).iter().filter(|value| value.im.abs() < 1e-12).count();
        assert_eq!(real, [1, 2][usize::from(rows % 2 == 0)] * [1, 2][usize::from(cols % 2 == 0)], "{rows} x {cols}");
    }
}

/// Equation (9) speaks of a two-dimensional array of size N; it is a list.
#[test]
fn equation_9_packs_a_list() {
    // 3 + 2 cos(2 pi x/8) + 4 sin(2 pi 2x/8) + (-1)^x, divided by N as equation (1) does.
    let wave = |x: usize| {
        let turn = std::f64::consts::TAU * x as f64 / 8.0;
        3.0 + 2.0 * turn.cos() + 4.0 * (2.0 * turn).sin() + [1.0, -1.0][x % 2]
    };
    let mut values: Vec<f64> = (0..8).map(wave).collect();
    Packed2d::builder(1, 8).scale(Scale::FORWARD).build().unwrap().forward(&mut values).unwrap();
    // F(0) = 3, F(1) = 1, F(2) = -2i, F(4) = 1; A[6] = -Im F(2).
    assert!(close(&values, &[3.0, 1.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0]));
}

/// Section 3 writes `P_(i,p)^e[u] = P_(i,p)[2u]`. The spectrum of the even samples is not every second value of the
/// spectrum: that is the spectrum of the sum of both halves of the samples.
#[test]
fn the_even_half_is_not_every_second_value() {
    let x = image(8, 8);
    let spectrum = naive(1, 8, &x);
    let even = naive(1, 4, &[x[0], x[2], x[4], x[6]]);
    let folded = naive(1, 4, &[x[0] + x[4], x[1] + x[5], x[2] + x[6], x[3] + x[7]]);
    for u in 0..4 {
        assert!((spectrum[2 * u] - folded[u]).norm() < 1e-12);
        assert!((spectrum[2 * u] - even[u]).norm() > 1e-3);
    }
}

/// Section 5: the inverse differs from the forward transform by the order of the steps, tangling and the scale. It also
/// needs the conjugate roots; without them the image comes back rotated by half a turn.
#[test]
fn the_inverse_needs_the_conjugate_roots() {
    for (rows, cols) in [(4, 4), (8, 16)] {
        let picture = image(9, rows * cols);
        let mut right = machine(rows, cols, &picture);
        right.forward();
        right.inverse();
        assert!(close(right.texture(), &picture));
        let mut printed = machine(rows, cols, &picture);
        printed.forward();
        printed.inverse_as_printed();
        let turned: Vec<f64> =
            (0..rows * cols).map(|at| picture[(rows - at / cols) % rows * cols + (cols - at % cols) % cols]).collect();
        assert!(close(printed.texture(), &turned));
        assert!(!close(printed.texture(), &picture));
    }
}

/// Table 1 has `M N + 2 N` fragments for Scale and for Pass. Every fragment is written once in the pass of the rows and once in that
/// of the columns, `2 M N` together with the `M N - 4` of Untangle or Tangle, so `M N + 4` would do: the table has
/// columns 0 and M/2 scaled and untangled both.
#[test]
fn scale_and_pass_need_fewer_fragments_than_table_1_has() {
    for (rows, cols) in [(4, 8), (1024, 1024)] {
        let form = Fragments::closed_form(rows, cols).unwrap();
        let pixels = (rows * cols) as u64;
        for (first, second) in [(Program::Untangle, Program::Scale), (Program::Tangle, Program::Pass)] {
            let twice = form.of(first) + form.of(second) - 2 * pixels;
            assert_eq!(twice, 2 * rows as u64 - 4);
            assert_eq!(form.of(second) - twice, pixels + 4);
        }
    }
}

/// The worked example of `papers/packed2d.md`.
#[test]
fn the_page_computes_its_example() {
    let picture = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0, 8.0, 9.0, 7.0, 9.0, 3.0];
    let mut values = picture;
    Packed2d::new(4, 4).unwrap().forward(&mut values).unwrap();
    let mut rows = picture;
    rows.chunks_exact_mut(4).for_each(|row| Packed2d::new(1, 4).unwrap().forward(row).unwrap());
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../papers/packed2d.md")).unwrap();
    let line =
        |row: &[f64]| row.iter().map(|value| format!("{value:.0}")).collect::<Vec<_>>().join(" ").replace("-0", "0");
    for y in 0..4 {
        let [image, row, packed] = [&picture[..], &rows, &values].map(|all| line(&all[4 * y..4 * y + 4]));
        let found = page.lines().find(|found| found.starts_with(&format!("| {y} |"))).unwrap();
        assert!(
            found.contains(&format!("| {image} |")) && found.ends_with(&format!("| {row} | {packed} |")),
            "{found}"
        );
    }
    let view = PackedSpectrum::new(4, 4, &values).unwrap();
    assert!((view.get(1, 1) - Complex::new(0.0, -8.0)).norm() < 1e-12);
    assert!((view.get(3, 0) - Complex::new(-12.0, -6.0)).norm() < 1e-12);
}

#[test]
fn schedules_have_powers_of_two() {
    for (rows, cols) in [(1, 4), (4, 1), (0, 4), (12, 4), (4, 6)] {
        assert!(matches!(Fragments::closed_form(rows, cols).unwrap_err(), Error::Length { .. }));
        assert!(FragmentMachine::new(rows, cols, &vec![0.0; rows * cols]).is_err());
    }
    assert!(matches!(Fragments::closed_form(1 << 60, 1 << 60).unwrap_err(), Error::Memory { .. }));
    assert!(matches!(FragmentMachine::new(4, 4, &[0.0]).err(), Some(Error::SliceLength { .. })));
    assert!(machine(2, 2, &[0.0; 4]).multiply(&[0.0]).is_err());
}
