//! `ringfft list`.

use crate::{
    args::ListArgs,
    failure::Outcome,
    output::Output,
    report::Report,
    settings::{Settings, instruction_sets},
};
use ringfft::{
    integer::Engine,
    order::Order,
    plan::{Algorithm, Device},
};
use serde_json::{Value, json};
use std::fmt::Write;

/// Name, elements, orders of the roots of unity, root of order `n`.
const RINGS: [[&str; 4]; 18] = [
    ["c32", "complex numbers of f32", "any", "exp(-2 pi i/n)"],
    ["c64", "complex numbers of f64", "any", "exp(-2 pi i/n)"],
    ["goldilocks", "residues modulo 2^64 - 2^32 + 1", "divisors of p - 1, powers of two up to 2^32", "7^((p-1)/n)"],
    ["babybear", "residues modulo 2^31 - 2^27 + 1", "divisors of p - 1, powers of two up to 2^27", "31^((p-1)/n)"],
    ["koalabear", "residues modulo 2^31 - 2^24 + 1", "divisors of p - 1, powers of two up to 2^24", "3^((p-1)/n)"],
    ["m31", "residues modulo 2^31 - 1", "divisors of p - 1; circle: powers of two up to 2^30", "7^((p-1)/n)"],
    ["bls12-381-fr", "the scalar field of BLS12-381", "divisors of p - 1, powers of two up to 2^32", "7^((p-1)/n)"],
    ["bn254-fr", "the scalar field of BN254", "divisors of p - 1, powers of two up to 2^28", "5^((p-1)/n)"],
    ["mod:P", "residues modulo an odd P below 2^64", "divisors of P - 1", "g^((P-1)/n), g the least primitive root"],
    ["mod:P@W", "residues modulo an odd P below 2^64, composite too", "n with W^n = 1, W principal", "W"],
    ["mod32:P", "mod:P or mod:P@W with P below 2^32 in words of 32 bits", "as mod:P", "as mod:P"],
    ["gf2:8", "GF(2^8) modulo 0x11b", "additive: powers of two up to 2^8", "Cantor basis"],
    ["gf2:16", "GF(2^16) modulo 0x1002b", "additive: powers of two up to 2^16", "Cantor basis"],
    [
        "gf2:16/1002d",
        "GF(2^16) modulo 0x1002d, the field of Leopard codes",
        "additive: powers of two up to 2^16",
        "Cantor basis",
    ],
    ["gf2:32", "GF(2^32) modulo x^32+x^7+x^3+x^2+1", "additive: powers of two up to 2^32", "Cantor basis"],
    ["gf2:64", "GF(2^64) modulo x^64+x^4+x^3+x+1", "additive: every power of two", "Cantor basis"],
    ["gf2:128", "GF(2^128) modulo x^128+x^7+x^2+x+1", "additive: every power of two", "Cantor basis"],
    ["fermat:K", "residues modulo 2^K + 1", "powers of two dividing 2K; 4K where 4 divides K", "2^(2K/n)"],
];

/// Runs the verb.
pub(crate) fn run(args: &ListArgs) -> Outcome<()> {
    let settings = Settings::with_device(&args.common)?;
    let text = if settings.json { format!("{:#}\n", report().json()) } else { text() };
    Output::report()?.write(|out| out.write_all(text.as_bytes()))
}

fn report() -> Report {
    let rings: Vec<Value> = RINGS
        .iter()
        .map(|[name, elements, orders, root]| json!({"name": name, "elements": elements, "root_orders": orders, "root": root}))
        .collect();
    let algorithms: Vec<Value> = Algorithm::ALL
        .iter()
        .copied()
        .chain([Algorithm::Packed])
        .map(|algorithm| {
            json!({
                "name": algorithm.name(),
                "native_order": algorithm.native_order().to_string(),
                "lengths": algorithm.lengths(),
            })
        })
        .collect();
    Report::new("list")
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("rings", rings)
        .with("product_rings", json!(["z", "gf2"]))
        .with("algorithms", algorithms)
        .with("orders", Order::ALL.iter().map(|order| order.name()).collect::<Vec<_>>())
        .with("engines", Engine::ALL.iter().map(|engine| engine.name()).collect::<Vec<_>>())
        .with("instruction_sets", json!(instruction_sets()))
        .with("cuda_devices", json!(Device::available().unwrap_or_default()))
}

fn text() -> String {
    // Writing to a string cannot fail.
    let mut text = String::from("rings (name, elements, orders of roots of unity, the root of order n)\n");
    for [name, elements, orders, root] in RINGS {
        let _ = writeln!(text, "  {name:<13} {elements}; {orders}; {root}");
    }
    let _ = writeln!(text, "  {:<13} integers, for convolve and poly multiply", "z");
    let _ = writeln!(text, "  {:<13} bits, a polynomial as one hexadecimal number, for poly multiply", "gf2");
    text.push_str("algorithms (name, lengths, native order of the values)\n");
    for algorithm in Algorithm::ALL.iter().copied().chain([Algorithm::Packed]) {
        let (name, order) = (algorithm.name(), algorithm.native_order());
        let _ = writeln!(text, "  {name:<23} {}; {order}", algorithm.lengths());
    }
    text.push_str("  auto                    the planner's choice\n");
    let _ = writeln!(
        text,
        "engines of multiply\n  {}",
        Engine::ALL.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(", ")
    );
    let _ = writeln!(text, "instruction sets\n  {}", instruction_sets().join(", "));
    let devices = Device::available().map_or_else(|why| format!("none: {why}"), |names| names.join("\n  "));
    let _ = writeln!(text, "CUDA devices\n  {devices}");
    text
}
