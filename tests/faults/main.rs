//! Faults: memory that is refused, threads that panic, products that are wrong.
#![allow(unsafe_code)]

mod allocator;
mod fragile;
mod memory;
mod products;
mod scenarios;
mod services;
mod threads;
