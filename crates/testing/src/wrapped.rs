//! A field around another, which stands for fields of other crates in tests.

#[doc(hidden)]
pub use {ff, rand_core, subtle};

/// Implements `ff::Field`, release 0.14, for the type `$name`, a tuple struct around the field `$inner`. It stands for
/// a field of another crate in tests. The type must derive `Clone`, `Copy`, `Debug`, `Default`, `PartialEq` and `Eq`.
/// The caller implements `ff::PrimeField`, which defines its bytes and constants.
#[doc(hidden)]
#[macro_export]
macro_rules! wrapped_field {
    ($name:ident, $inner:ty) => {
        $crate::wrapped_field! { @operators $name:
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
        }
        $crate::wrapped_field! { @folds $name: Sum sum; Product product; }

        impl ::core::ops::Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                $name(-self.0)
            }
        }

        impl From<u64> for $name {
            fn from(n: u64) -> Self {
                $name(n.into())
            }
        }

        impl $crate::wrapped::subtle::ConditionallySelectable for $name {
            fn conditional_select(a: &Self, b: &Self, choice: $crate::wrapped::subtle::Choice) -> Self {
                $name(<$inner>::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl $crate::wrapped::subtle::ConstantTimeEq for $name {
            fn ct_eq(&self, other: &Self) -> $crate::wrapped::subtle::Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl $crate::wrapped::ff::Field for $name {
            const ZERO: Self = $name(<$inner as $crate::wrapped::ff::Field>::ZERO);
            const ONE: Self = $name(<$inner as $crate::wrapped::ff::Field>::ONE);

            fn try_random<R: $crate::wrapped::rand_core::TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
                <$inner>::try_random(rng).map($name)
            }

            fn square(&self) -> Self {
                $name(self.0.square())
            }

            fn double(&self) -> Self {
                $name(self.0.double())
            }

            fn invert(&self) -> $crate::wrapped::subtle::CtOption<Self> {
                self.0.invert().map($name)
            }

            fn sqrt_ratio(num: &Self, div: &Self) -> ($crate::wrapped::subtle::Choice, Self) {
                let (is_square, root) = <$inner>::sqrt_ratio(&num.0, &div.0);
                (is_square, $name(root))
            }
        }
    };
    (@operators $name:ident: $($op:ident $f:ident $assign:ident $g:ident;)*) => { $(
        impl ::core::ops::$op for $name {
            type Output = Self;
            fn $f(self, other: Self) -> Self {
                $name(::core::ops::$op::$f(self.0, other.0))
            }
        }
        impl ::core::ops::$op<&$name> for $name {
            type Output = Self;
            fn $f(self, other: &Self) -> Self {
                $name(::core::ops::$op::$f(self.0, other.0))
            }
        }
        impl ::core::ops::$assign for $name {
            fn $g(&mut self, other: Self) {
                ::core::ops::$assign::$g(&mut self.0, other.0);
            }
        }
        impl ::core::ops::$assign<&$name> for $name {
            fn $g(&mut self, other: &Self) {
                ::core::ops::$assign::$g(&mut self.0, other.0);
            }
        }
    )* };
    (@folds $name:ident: $($fold:ident $f:ident;)*) => { $(
        impl ::core::iter::$fold for $name {
            fn $f<I: Iterator<Item = Self>>(items: I) -> Self {
                $name(items.map(|x| x.0).$f())
            }
        }
        impl<'a> ::core::iter::$fold<&'a $name> for $name {
            fn $f<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                $name(items.map(|x| x.0).$f())
            }
        }
    )* };
}
pub use wrapped_field;
