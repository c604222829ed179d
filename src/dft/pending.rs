//! TEMPORARY
#![allow(missing_docs, clippy::all)]
use super::Transform;
use crate::{Error, Result, algebra::*, order::Order};
use alloc::sync::Arc;
use core::marker::PhantomData;
fn no<T>() -> Result<T> { Err(Error::Unsupported { what: "pending".into() }) }
macro_rules! pending { ($($name:ident($($arg:ty),*)),*) => { $(
pub struct $name<M: Module>(PhantomData<fn() -> M>);
impl<M: Action> $name<M> { pub fn new(_: &Domain<M>, $(_: $arg),*) -> Result<Self> { no() } }
impl<M: Action> Transform<M> for $name<M> {
 fn len(&self) -> usize { 0 }
 fn order(&self) -> Order { Order::Natural }
 fn scratch_len(&self) -> usize { 0 }
 fn forward(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
 fn inverse_unscaled(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
}
)* } }
type T<M> = Arc<dyn Transform<M>>;
pending!{ Tangent(), Radix3(), TwistedRadix3(), TwistedRadix3Complex(), GoodThomas(T<M>, T<M>), FourStep(T<M>, T<M>), SixStep(T<M>, T<M>) }
pub struct Circle<M: Module>(PhantomData<fn() -> M>);
impl<M: Action> Circle<M> { pub fn new(_: M, _: usize) -> Result<Self> { no() } }
impl<M: Action> Transform<M> for Circle<M> {
 fn len(&self) -> usize { 0 }
 fn order(&self) -> Order { Order::Natural }
 fn scratch_len(&self) -> usize { 0 }
 fn forward(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
 fn inverse_unscaled(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
}
pub struct MixedRadix<M: Module>(PhantomData<fn() -> M>);
impl<M: Action> MixedRadix<M> { pub fn with_radices(_: &Domain<M>, _: &[usize]) -> Result<Self> { no() } }
impl<M: Action> Transform<M> for MixedRadix<M> {
 fn len(&self) -> usize { 0 }
 fn order(&self) -> Order { Order::Natural }
 fn scratch_len(&self) -> usize { 0 }
 fn forward(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
 fn inverse_unscaled(&self, _: &mut [M::Element], _: &mut [M::Element]) -> Result<()> { no() }
}
