//! Which modules a plan can be made for, and which of them may share tables.

use super::methods::methods;
use crate::{
    Result,
    algebra::{Action, Convolver, Domain, Roots, Subspace},
    conv::ThroughRing,
    dft::Transform,
    kernel::isa::Isa,
    order::Order,
    plan::{ColumnShape, Columns, Factors, Folded, PackedShape, Recipe, TwiddleMemory},
    rings::{Acted, Rows},
};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Resources {
    /// Threads, at least 1.
    pub threads: usize,
    /// The instruction set; [`Isa::Auto`] takes the best there is.
    pub isa: Isa,
    /// What the tables of kernels for residues hold.
    pub twiddles: TwiddleMemory,
}

/// A module that plans can be made for.
///
/// Every method has a default, so a ring of your own joins with one empty line:
///
/// ```
/// # use ringfft::{Error, Result, algebra::{Action, Module, Ring, Roots}, plan::Plan};
/// # #[derive(Clone)]
/// # struct MyRing;
/// # impl Module for MyRing {
/// #     type Element = u8;
/// #     fn zero(&self) -> u8 { 0 }
/// #     fn add_assign(&self, a: &mut u8, b: &u8) { *a = (*a + *b) % 5 }
/// #     fn sub_assign(&self, a: &mut u8, b: &u8) { *a = (*a + 5 - *b) % 5 }
/// # }
/// # impl Ring for MyRing {
/// #     fn name(&self) -> String { "the integers modulo 5".into() }
/// #     fn one(&self) -> u8 { 1 }
/// #     fn mul_assign(&self, a: &mut u8, b: &u8) { *a = *a * *b % 5 }
/// #     fn is_zero(&self, a: &u8) -> bool { *a == 0 }
/// #     fn inverse(&self, a: &u8) -> Option<u8> { (1..5).find(|b| a * b % 5 == 1) }
/// # }
/// # impl Action for MyRing {
/// #     type Scalars = Self;
/// #     type Twiddle = u8;
/// #     fn scalars(&self) -> &Self { self }
/// #     fn prepare(&self, scalar: &u8) -> u8 { *scalar }
/// #     fn apply(&self, x: &mut u8, w: &u8) { self.mul_assign(x, w) }
/// # }
/// # impl Roots for MyRing {
/// #     fn root(&self, n: usize) -> Result<u8> {
/// #         let missing = || Error::NoRoot { ring: self.name(), order: n, possible: "1, 2 and 4".into() };
/// #         [1, 4, 0, 2].get(n.wrapping_sub(1)).copied().filter(|&w| w != 0).ok_or_else(missing)
/// #     }
/// # }
/// impl ringfft::plan::Accelerated for MyRing {}
///
/// let mut x = [1, 2, 3, 4];
/// Plan::over(MyRing, 4)?.forward(&mut x)?;
/// assert_eq!(x, [0, 4, 3, 2]);
/// # Ok::<(), Error>(())
/// ```
pub trait Accelerated: Action<Scalars: Roots> {
    /// Whether plans of powers of two run kernels of the ring's own. Without the feature `variants`, the engines that the planner
    /// takes for powers of two elsewhere are then not compiled for it; the general engine, Stockham's, serves them.
    const OWN_POWERS_OF_TWO: bool = false;

    /// Text that tells this module from every other value of its type, so that a
    /// [`Planner`](super::Planner) may share tables between plans. `None` (the default) shares nothing, and
    /// [`Resident`](super::Resident) vectors over a ring with data of its own then only hold their elements: plans and other vectors
    /// refuse them.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The ring's own products of polynomials as a way to make cyclic convolutions, where they are faster than
    /// Karatsuba's method in rings without roots of unity; `None` is the default.
    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        None
    }

    /// The instruction sets besides words alone that engines of this module can be asked to use; none by default.
    fn instruction_sets(&self) -> &'static [Isa] {
        &[]
    }

    /// The kernel in vector lanes that is fastest for this length and order of the values, where the module has any in this
    /// order; none by default.
    fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
        let _ = (len, order, resources);
        None
    }

    /// Whether those kernels take every root of unity of the length; by default only the ring's own.
    fn packed_over_any_root(&self) -> bool {
        false
    }

    /// The kernels that the model of cost compares, with the nanoseconds it gives them, fastest first; none by default.
    fn packed_candidates(&self, len: usize, order: Order, resources: Resources) -> Vec<(PackedShape, f64)> {
        let _ = (len, order, resources);
        Vec::new()
    }

    /// Bytes of the tables of such a kernel, on a coset that it computes or not, and of the workspace that a plan keeps; by
    /// default what twiddles and scratch are counted to take.
    fn packed_bytes(&self, shape: &PackedShape, coset: bool) -> Option<u64> {
        let _ = (shape, coset);
        None
    }

    /// Elements of scratch that engines of this module need beside those that the recipe says; none by default.
    fn more_scratch(&self, recipe: &Recipe, resources: Resources) -> usize {
        let _ = (recipe, resources);
        0
    }

    /// Elements that engines which are no kernels in lanes keep room for, beside tables and scratch; none by default.
    fn kept_len(&self, recipe: &Recipe, resources: Resources) -> usize {
        let _ = (recipe, resources);
        0
    }

    /// The engine of `recipe` over the powers of a root; by default the generic one.
    ///
    /// # Errors
    /// Those of the recipe's algorithms.
    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, resources: Resources) -> Result<Arc<dyn Transform<Self>>> {
        super::engine::build(recipe, domain, resources.threads)
    }

    /// The engine of `recipe` over the powers of a root, with the coset in its tables and perhaps the scale, where there is one;
    /// by default none, and the plan multiplies.
    ///
    /// # Errors
    /// As [`engine`](Accelerated::engine).
    fn folded_engine(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        factors: Factors<'_, Self>,
        resources: Resources,
    ) -> Result<Option<Folded<Self>>> {
        let _ = (recipe, domain, factors, resources);
        Ok(None)
    }

    /// What [`columns`](Accelerated::columns) of `width` columns takes, where there is one; `None` by default, and the plan
    /// transposes.
    fn column_shape(&self, recipe: &Recipe, width: usize, resources: Resources) -> Option<ColumnShape> {
        let _ = (recipe, width, resources);
        None
    }

    /// What transforms the columns of a matrix where they lie, as `recipe` would transform each.
    ///
    /// # Errors
    /// As [`engine`](Accelerated::engine).
    fn columns(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        factors: Factors<'_, Self>,
        width: usize,
        resources: Resources,
    ) -> Result<Option<Box<dyn Columns<Self>>>> {
        let _ = (recipe, domain, factors, width, resources);
        Ok(None)
    }

    /// The engine of `recipe` over the points of a subspace.
    ///
    /// A binary field returns [`additive_engine`](super::additive_engine), or something faster that computes the same.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) where the module offers no additive transforms, which is the
    /// default; else those of the recipe's algorithm.
    fn additive_engine(
        &self,
        recipe: &Recipe,
        points: &Subspace<Self>,
        resources: Resources,
    ) -> Result<Arc<dyn Transform<Self>>> {
        let _ = resources;
        self.additive_engine_over(recipe, points)
    }

    /// The textbook's engine of `recipe` over the points of a subspace, for this module or one made of it, whose scalars are
    /// the same: rows, for instance.
    ///
    /// A binary field returns [`additive_engine`](super::additive_engine); so only modules over binary fields compile it.
    ///
    /// # Errors
    /// As [`additive_engine`](Accelerated::additive_engine).
    fn additive_engine_over<M: Accelerated>(
        &self,
        recipe: &Recipe,
        points: &Subspace<M>,
    ) -> Result<Arc<dyn Transform<M>>> {
        let _ = recipe;
        Err(super::additive::refused(points.module()))
    }
}

impl<T: crate::rings::Real> Accelerated for crate::rings::ComplexRing<T> {
    const OWN_POWERS_OF_TWO: bool = super::complex::is_native::<T>();

    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn instruction_sets(&self) -> &'static [Isa] {
        super::complex::instruction_sets::<T>()
    }

    fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
        super::complex::shape::<T>(len, order, resources)
    }

    fn packed_candidates(&self, len: usize, order: Order, resources: Resources) -> Vec<(PackedShape, f64)> {
        super::complex::candidates::<T>(len, order, resources)
    }

    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, resources: Resources) -> Result<Arc<dyn Transform<Self>>> {
        super::complex::engine(recipe, domain, resources)
    }
}

/// The rings of words known at run time.
macro_rules! residues {
    ($ring:ty, $lanes:path) => {
        impl Accelerated for $ring {
            const OWN_POWERS_OF_TWO: bool = true;

            // The engine here, so that it is compiled in this crate.
            methods! {
                identity(self) { Some(self.modulus().to_string()) }
                instruction_sets(self) { super::residues::INSTRUCTION_SETS }
                packed(self, len, order, resources) { super::residues::shape(len, order, resources, $lanes) }
                packed_over_any_root(self) { true }
                engine(self, recipe, domain, resources) { super::residues::engine(recipe, domain, resources) }
                folded_engine(self, recipe, domain, factors, resources) {
                    super::residues::folded(recipe, domain, factors, resources)
                }
                column_shape(self, recipe, width, resources) {
                    super::residue_columns::column_shape(self, recipe, width, resources)
                }
                columns(self, recipe, domain, factors, width, resources) {
                    super::residue_columns::columns(recipe, domain, factors, width, resources)
                }
                products(self) { Some(Box::new(ThroughRing::new(*self))) }
            }
        }
    };
}

residues!(crate::rings::Modular, crate::kernel::ntt::lanes);
residues!(crate::rings::Modular32, crate::kernel::ntt::small_lanes);

impl Accelerated for crate::rings::Fermat {
    fn identity(&self) -> Option<String> {
        Some(self.exponent().to_string())
    }

    // Here, so that it is compiled in this crate.
    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, resources: Resources) -> Result<Arc<dyn Transform<Self>>> {
        super::engine::build(recipe, domain, resources.threads)
    }
}

impl<F: crate::rings::BinaryField> Accelerated for crate::algebra::Std<F, crate::rings::ViaBinary> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }

    fn instruction_sets(&self) -> &'static [Isa] {
        &[Isa::Pclmul, Isa::Avx2, Isa::Avx512]
    }

    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, _: Resources) -> Result<Arc<dyn Transform<Self>>> {
        super::binary::odd_engine(recipe, domain)
    }

    fn additive_engine(
        &self,
        recipe: &Recipe,
        points: &Subspace<Self>,
        resources: Resources,
    ) -> Result<Arc<dyn Transform<Self>>> {
        match super::binary::engine(recipe, points, resources) {
            Some(fast) => fast,
            None => super::binary::textbook(recipe, points),
        }
    }

    fn additive_engine_over<M: Accelerated>(
        &self,
        recipe: &Recipe,
        points: &Subspace<M>,
    ) -> Result<Arc<dyn Transform<M>>> {
        super::additive_engine(recipe, points)
    }
}

impl<M: Accelerated> Accelerated for Rows<M> {
    fn additive_engine_over<N: Accelerated>(
        &self,
        recipe: &Recipe,
        points: &Subspace<N>,
    ) -> Result<Arc<dyn Transform<N>>> {
        self.module().additive_engine_over(recipe, points)
    }
}

impl<G, S> Accelerated for Acted<G, S>
where
    Acted<G, S>: Action<Scalars: Roots>,
    G: Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
}
