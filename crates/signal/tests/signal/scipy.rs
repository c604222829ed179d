//! The known answers of `vectors/signal`, made by `interop/scipy/vectors.py`.

use super::near;
use ringfft_signal::{Averaging, Band, Detrend, Fir, Form, Framing, Scaling, Sides, Stft, Welch, Window};
use serde_json::Value;
use std::fs;

fn file(name: &str) -> Value {
    let path = format!("{}/../../vectors/signal/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["schema"], "ringfft-signal/1");
    file
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn vectors(file: &Value) -> &[Value] {
    file["vectors"].as_array().unwrap()
}

fn window(vector: &Value) -> Window {
    vector["window"].as_str().unwrap().parse().unwrap()
}

fn size(vector: &Value, key: &str) -> usize {
    vector[key].as_u64().unwrap() as usize
}

#[test]
fn windows() {
    let file = file("windows");
    for vector in vectors(&file) {
        let form = if vector["form"] == "periodic" { Form::Periodic } else { Form::Symmetric };
        let found: Vec<f64> = window(vector).values(size(vector, "len"), form).unwrap();
        let expected = floats(&vector["values"]);
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-14), "{vector} {found:?}");
        let narrow: Vec<f32> = window(vector).values(size(vector, "len"), form).unwrap();
        assert!(narrow.iter().zip(&found).all(|(&a, &b)| a == b as f32), "{vector}");
    }
    assert!(vectors(&file).len() >= 12 * 8);
}

#[test]
fn spectra() {
    let file = file("spectra");
    let signal = floats(&file["signal"]);
    for vector in vectors(&file) {
        let builder = Welch::builder(size(vector, "len"))
            .window(window(vector))
            .hop(size(vector, "hop"))
            .transform_len(size(vector, "transform_len"))
            .rate(vector["rate"].as_f64().unwrap())
            .detrend(if vector["detrend"] == "mean" { Detrend::Mean } else { Detrend::None })
            .averaging(if vector["averaging"] == "mean" { Averaging::Mean } else { Averaging::Median })
            .scaling(if vector["scaling"] == "density" { Scaling::Density } else { Scaling::Spectrum })
            .sides(if vector["sides"] == "one" { Sides::One } else { Sides::Two });
        let found = builder.build().unwrap().estimate(&signal).unwrap();
        assert!(near(&found, &floats(&vector["values"]), 1e-13), "{vector} {found:?}");
    }
    assert_eq!(vectors(&file).len(), 44);
}

#[test]
fn short_time_transforms() {
    let file = file("stft");
    let signal = floats(&file["signal"]);
    for vector in vectors(&file) {
        let builder = Stft::builder(size(vector, "len")).window(window(vector)).hop(size(vector, "hop"));
        let stft = builder.transform_len(size(vector, "transform_len")).framing(Framing::Inside).build().unwrap();
        let found: Vec<f64> = stft.forward(&signal).unwrap().iter().flat_map(|z| [z.re, z.im]).collect();
        assert!(near(&found, &floats(&vector["values"]), 1e-13), "{vector} {found:?}");
    }
    assert_eq!(vectors(&file).len(), 4);
}

#[test]
fn filters() {
    let file = file("filters");
    for vector in vectors(&file) {
        let edges = floats(&vector["edges"]);
        let band = match (vector["band"].as_str().unwrap(), &edges[..]) {
            ("low", &[to]) => Band::Low { to },
            ("high", &[from]) => Band::High { from },
            ("pass", &[from, to]) => Band::Pass { from, to },
            ("stop", &[from, to]) => Band::Stop { from, to },
            _ => panic!("{vector}"),
        };
        let rate = vector["rate"].as_f64().unwrap();
        let filter = Fir::<f64>::new(size(vector, "len"), band, rate, window(vector)).unwrap();
        assert!(near(filter.taps(), &floats(&vector["values"]), 1e-13), "{vector} {filter:?}");
    }
    assert!(vectors(&file).len() >= 30);
}
