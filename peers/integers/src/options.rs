//! Options that all programs have.

use crate::{Result, contest::Budget};
use clap::Args;
use std::{path::PathBuf, time::Duration};

/// Options that all programs have.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Threads of ours and of the peers that have them. The peers without threads run for one thread alone
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Peers to measure, by the names in the table: all that are found unless named; `none` for ours alone
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    pub peer: Vec<String>,
    /// Appends every timing to this file, after a head that names machine, versions and commit
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Milliseconds of samples of one contestant in one row
    #[arg(long, default_value_t = 60, value_name = "MS")]
    pub ms: u64,
    /// A peer leaves the curve when one product takes more milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    pub limit: u64,
}

impl Common {
    /// Returns the length of the contest of one row.
    pub fn budget(&self) -> Budget {
        Budget { time: Duration::from_millis(self.ms), limit: Duration::from_millis(self.limit) }
    }

    /// Returns whether a peer is measured.
    pub fn wants(&self, name: &str) -> bool {
        self.peer.is_empty() || self.peer.iter().any(|peer| peer == name)
    }

    /// Checks the names of peers and sets up the threads of ours.
    ///
    /// # Errors
    /// Returns an error for a name that no peer has, and if threads cannot be made.
    pub fn start(&self, known: &[&str]) -> Result<()> {
        if let Some(name) = self.peer.iter().find(|name| *name != "none" && !known.contains(&name.as_str())) {
            return Err(format!("no peer is called {name:?}: there are {}, and none", known.join(", ")).into());
        }
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.threads)).build_global()?;
        Ok(())
    }

    /// Opens a library if one of its peers is wanted. Where it is absent, a line on standard error says so.
    pub fn open<T>(&self, names: &[&str], open: impl FnOnce() -> Result<T>) -> Option<T> {
        if !names.iter().any(|name| self.wants(name)) {
            return None;
        }
        open().map_err(|error| eprintln!("without {}: {error}", names.join(", "))).ok()
    }
}
