//! Elements that take no space, and rows of uneven length.

use ringfft::{
    Result,
    algebra::{Action, Module, Ring, Roots, Scalar},
    plan::{Accelerated, Algorithm, Layout, Plan, Threads},
    rings::{Modular, Rows},
};

/// The ring with one element, which takes no space.
#[derive(Clone)]
pub(super) struct Zero;

impl Module for Zero {
    type Element = ();

    fn zero(&self) {}

    fn add_assign(&self, _: &mut (), _: &()) {}

    fn sub_assign(&self, _: &mut (), _: &()) {}
}

impl Ring for Zero {
    fn name(&self) -> String {
        "the ring with one element".into()
    }

    fn one(&self) {}

    fn mul_assign(&self, _: &mut (), _: &()) {}

    fn is_zero(&self, _: &()) -> bool {
        true
    }

    fn inverse(&self, _: &()) -> Option<()> {
        Some(())
    }
}

impl Action for Zero {
    type Scalars = Zero;
    type Twiddle = ();

    fn scalars(&self) -> &Zero {
        self
    }

    fn prepare(&self, _: &Scalar<Self>) {}

    fn apply(&self, _: &mut (), _: &()) {}
}

impl Roots for Zero {
    fn root(&self, _: usize) -> Result<()> {
        Ok(())
    }
}

impl Accelerated for Zero {}

#[test]
fn elements_of_size_zero() -> Result<()> {
    for algorithm in Algorithm::ALL
        .iter()
        .copied()
        .filter(|algorithm| algorithm.is_dft() && algorithm.exists_over(&Zero) && algorithm.exists_for(8))
    {
        for n in [1, 2, 3, 8, 9, 100, 1024].into_iter().filter(|&n| algorithm.exists_for(n)) {
            for layout in [Layout::Rows, Layout::Columns] {
                for threads in [Threads::AtMost(1), Threads::Auto] {
                    let plan = Plan::builder(Zero, n)
                        .algorithm(algorithm)
                        .batch(3, layout)
                        .threads(threads)
                        .coset(())
                        .build()?;
                    assert_eq!(plan.bytes(), 0);
                    let mut values = vec![(); 3 * n];
                    plan.forward(&mut values)?;
                    plan.inverse(&mut values)?;
                    assert!(plan.forward(&mut values[1..]).is_err());
                }
            }
        }
    }
    Ok(())
}

/// Rows shorter or longer than announced count as continued by zeros.
#[test]
fn ragged_rows() -> Result<()> {
    let ring = Modular::new(17)?;
    for algorithm in Algorithm::ALL
        .iter()
        .copied()
        .filter(|algorithm| algorithm.is_dft() && algorithm.exists_over(&ring) && algorithm.exists_for(4))
    {
        let plan = Plan::builder(Rows::new(ring, 2), 4).algorithm(algorithm).build()?;
        let mut rows = vec![vec![1, 5], vec![], vec![3, 7, 11, 2], vec![4]];
        plan.forward(&mut rows)?;
        for (column, x) in [[1, 0, 3, 4], [5, 0, 7, 0], [0, 0, 11, 0], [0, 0, 2, 0]].into_iter().enumerate() {
            let mut truth = x;
            Plan::over(ring, 4)?.forward(&mut truth)?;
            let found: Vec<u64> = rows.iter().map(|row| row.get(column).copied().unwrap_or(0)).collect();
            assert_eq!(found, truth, "{algorithm}, column {column}");
        }
        plan.inverse(&mut rows)?;
        assert_eq!(rows[0][..2], [1, 5]);
    }
    Ok(())
}
