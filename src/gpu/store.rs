//! The tables of a transform in the memory of a device, equal ones once.

use super::{
    args::{Field, Hook, Powers, View},
    driver::{Driver, Memory},
    host::{Table, Tables},
    source::Name,
};
use crate::Result;
use alloc::{sync::Arc, vec::Vec};
use std::collections::HashMap;

/// The key of a table: its kind, whether it is of the inverse root, and the direction.
pub(crate) type Key = (Table, bool, bool);

/// Tables under construction: equal ones once.
pub(crate) struct Store<'a> {
    driver: &'a Arc<Driver>,
    host: &'a dyn Tables,
    group: u64,
    /// Addresses of the tables that are made.
    pub(crate) made: HashMap<Key, u64>,
    pub(crate) held: Vec<Memory>,
    pub(crate) bytes: u64,
}

impl<'a> Store<'a> {
    /// Creates an empty store. `group` is the number of members of a batch that share a modulus, one after the other.
    pub(crate) fn new(driver: &'a Arc<Driver>, host: &'a dyn Tables, group: u64) -> Self {
        Store { driver, host, group, made: HashMap::new(), held: Vec::new(), bytes: 0 }
    }

    pub(crate) fn address(&mut self, table: Table, turned: bool, inverse: bool) -> Result<u64> {
        let key = (table, turned, inverse);
        if let Some(&address) = self.made.get(&key) {
            return Ok(address);
        }
        let bytes = self.host.table(&key.0, turned, inverse)?;
        let memory = Memory::holding(self.driver, &bytes)?;
        self.bytes += bytes.len() as u64;
        let address = memory.address();
        self.made.insert(key, address);
        self.held.push(memory);
        Ok(address)
    }

    /// Returns the address of a table of powers of a root, which depends on the direction only by being turned.
    fn of_root(&mut self, table: Table, turned: bool) -> Result<u64> {
        self.address(table, turned, false)
    }

    /// Returns all powers of the root of this order, in two tables.
    pub(crate) fn powers(&mut self, order: u64, turned: bool) -> Result<Powers> {
        let shift = u64::from(order.next_power_of_two().ilog2()).div_ceil(2);
        let (low, high) = (1 << shift, order.div_ceil(1 << shift));
        Ok(Powers {
            low: self.of_root(Table::Powers { order, step: 1, count: low }, turned)?,
            high: self.of_root(Table::Powers { order, step: low, count: high }, turned)?,
            steps: [low, high],
            shift,
        })
    }

    pub(crate) fn stages(&mut self, radices: Vec<u64>, turned: bool) -> Result<Powers> {
        let n = radices.iter().product();
        Ok(Powers { low: self.of_root(Table::Stages(radices), turned)?, steps: [n, 0], ..Powers::default() })
    }

    pub(crate) fn field(&mut self, turned: bool) -> Result<Field> {
        let words = matches!(self.host.kernels(), Name::Word32 | Name::Word64);
        Ok(Field {
            constants: self.of_root(Table::Constants, turned)?,
            constants_step: 28,
            moduli: if words { self.of_root(Table::Moduli, false)? } else { 0 },
            group: self.group,
            moduli_count: self.host.moduli(),
            inverse: turned.into(),
        })
    }

    /// Sets the factors of a direction that are not the transform's: on the first read, or the last write.
    pub(crate) fn factors(&mut self, hook: &mut Hook, n: u64, inverse: bool, last: bool) -> Result<()> {
        let coset = self.host.is_on_coset() && last == inverse;
        // With the coset's powers where they are; else on the side where nothing is cut off.
        let side = if self.host.is_on_coset() { last } else { last != inverse };
        let scaled = side && self.host.is_scaled(inverse);
        if coset {
            let shift = u64::from(n.next_power_of_two().ilog2()).div_ceil(2);
            let (low, high) = (1 << shift, n.div_ceil(1 << shift));
            hook.weights = Powers {
                low: self.address(Table::Coset { step: 1, count: low, scaled }, false, inverse)?,
                high: self.address(Table::Coset { step: low, count: high, scaled: false }, false, inverse)?,
                steps: [low, high],
                shift,
            };
        } else if scaled {
            hook.weights =
                Powers { low: self.address(Table::Scale, false, inverse)?, steps: [1, 0], ..Powers::default() };
            // Every position is position 0.
            hook.at = View::default();
        } else {
            return Ok(());
        }
        hook.kind |= Hook::WEIGHTS;
        Ok(())
    }
}
