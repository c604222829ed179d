//! ringfft beside its peers, binius64's additive transform over GF(2^128) among them.

use binius_field::{BinaryField128bGhash, PackedBinaryGhash4x128b};
use binius_math::{
    FieldBuffer,
    ntt::{AdditiveNTT, DomainContext, NeighborsLastSingleThread, domain_context::GaoMateerPreExpanded},
};
use peers::{AdditivePeer, Contestant};
use ringfft::rings::Gf2p128;
use std::process::ExitCode;

/// log2 of the length up to which a part is done breadth first; 6, 10 and 12 differ by at most a tenth.
const LOG_BASE: usize = 10;

fn main() -> ExitCode {
    peers::main(|log_len| vec![binius64(log_len as usize)])
}

/// Its fastest width, four elements to a vector, and its table of twiddles.
fn binius64(log_len: usize) -> AdditivePeer {
    let domain = GaoMateerPreExpanded::generate(log_len);
    let basis = domain.subspace(log_len).basis().iter().map(|&beta| u128::from(beta)).collect();
    let ntt = NeighborsLastSingleThread { domain_context: domain, log_base_len: LOG_BASE };
    let values = FieldBuffer::<PackedBinaryGhash4x128b>::zeros(log_len);
    AdditivePeer { name: "binius64, width 4", run: Box::new(Binius { ntt, values }), basis }
}

struct Binius {
    ntt: NeighborsLastSingleThread<GaoMateerPreExpanded<BinaryField128bGhash>>,
    values: FieldBuffer<PackedBinaryGhash4x128b>,
}

impl Contestant<Gf2p128> for Binius {
    fn load(&mut self, input: &[Gf2p128], _work: &mut [Gf2p128]) {
        for (i, x) in input.iter().enumerate() {
            self.values.set(i, x.bits().into());
        }
    }

    fn run(&mut self, _work: &mut [Gf2p128]) {
        self.ntt.forward_transform(self.values.to_mut(), 0, 0);
    }

    fn store(&mut self, work: &mut [Gf2p128]) {
        for (x, value) in work.iter_mut().zip(self.values.iter_scalars()) {
            *x = Gf2p128::new(value.into());
        }
    }
}
