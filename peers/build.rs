//! With the feature `gf2x`: links the gf2x that `get_gf2x.sh` built, or the one in `GF2X_DIR`.

use std::{env, path::PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=GF2X_DIR");
    if env::var_os("CARGO_FEATURE_GF2X").is_none() {
        return;
    }
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let lib = env::var_os("GF2X_DIR").map_or(here.join("ext/gf2x"), PathBuf::from).join("lib");
    assert!(
        lib.join("libgf2x.so").exists(),
        "{} has no libgf2x.so: run get_gf2x.sh, or set GF2X_DIR to an installed gf2x that was built with PCLMUL",
        lib.display()
    );
    println!("cargo:rustc-link-search=native={}", lib.display());
    println!("cargo:rustc-link-lib=dylib=gf2x");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
}
