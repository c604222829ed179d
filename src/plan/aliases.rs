//! Short names of plans that are stored in a field or returned.

use super::Plan;
use crate::{
    algebra::Std,
    rings::{Modular, Modular32, MontgomeryWords, ViaWords},
};
use num_complex::Complex;

/// A plan over complex numbers with parts of type `T`.
///
/// ```
/// use ringfft::plan::{ComplexPlan, Plan};
///
/// struct Filter {
///     plan: ComplexPlan<f32>,
/// }
///
/// let filter = Filter { plan: Plan::new(480)? };
/// assert_eq!(filter.plan.len(), 480);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub type ComplexPlan<T> = Plan<Complex<T>>;

/// A plan over a field of the crate `ff` 0.14.
///
/// ```
/// use bls12_381::Scalar;
/// use ringfft::{plan::{FfPlan, Plan}, rings::ff};
///
/// struct Prover {
///     plan: FfPlan<Scalar>,
/// }
///
/// let prover = Prover { plan: Plan::over(ff(), 1 << 10)? };
/// assert_eq!(prover.plan.len(), 1 << 10);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[cfg(feature = "ff014")]
#[cfg_attr(docsrs, doc(cfg(feature = "ff014")))]
pub type FfPlan<F> = Plan<F, Std<F, crate::rings::ViaFf>>;

/// A plan over a field of the crate `ff` 0.13.
///
/// [`FfPlan`] has an example; this is its twin for the older release, with `rings::ff013`.
#[cfg(feature = "ff013")]
#[cfg_attr(docsrs, doc(cfg(feature = "ff013")))]
pub type Ff013Plan<F> = Plan<F, Std<F, crate::rings::ViaFf013>>;

/// A plan over the field of another crate whose words the adapter `A` converts.
///
/// [`MontgomeryWords`] has an example of an adapter.
pub type WordsPlan<A> = Plan<<A as MontgomeryWords>::Field, Std<<A as MontgomeryWords>::Field, ViaWords<A>>>;

/// A plan over residues modulo a number below `2^64` that is known at run time.
///
/// ```
/// use ringfft::{plan::{ModularPlan, Plan}, rings::Modular};
///
/// let plans: Vec<ModularPlan> =
///     [257, 769].into_iter().map(|q| Plan::over(Modular::new(q)?, 64)).collect::<ringfft::Result<_>>()?;
/// assert_eq!(plans[1].module().modulus(), 769);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub type ModularPlan = Plan<u64, Modular>;

/// A plan over residues modulo a number below `2^32` that is known at run time.
///
/// [`ModularPlan`] has an example.
pub type Modular32Plan = Plan<u32, Modular32>;
