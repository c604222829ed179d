//! Subfields.

use super::defaults;
use ringfft::{
    algebra::Roots,
    rings::{BinaryField, Embedding, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, binary},
};

/// A homomorphism onto the subfield of the right degree, and back.
fn embeds<S: BinaryField, L: BinaryField>() {
    let embedding = Embedding::<S, L>::new().unwrap();
    let elements: Vec<S> =
        std::iter::successors(Some(S::GENERATOR), |&a| Some(a.squared() * a + S::GENERATOR)).take(12).collect();
    assert!(embedding.embed(S::ZERO) == L::ZERO && embedding.embed(S::ONE) == L::ONE);
    for &a in &elements {
        for &b in &elements {
            assert_eq!(embedding.embed(a + b), embedding.embed(a) + embedding.embed(b));
            assert_eq!(embedding.embed(a * b), embedding.embed(a) * embedding.embed(b));
        }
        let image = embedding.embed(a);
        assert!(image.is_in_subfield(S::BITS) && image.frobenius(S::BITS % L::BITS) == image);
        assert_eq!(embedding.restrict(image), Some(a));
    }
    let mut outside = L::GENERATOR;
    for _ in 0..40 {
        outside = outside.squared() * L::GENERATOR + L::ONE;
        assert_eq!(embedding.restrict(outside).is_some(), outside.is_in_subfield(S::BITS), "{outside}");
    }
    // The image of the Cantor basis is a Cantor basis and spans what the Cantor basis spans; the first three vectors agree.
    let small = binary::<S>().cantor_basis(S::BITS).unwrap();
    let large = binary::<L>().cantor_basis(S::BITS).unwrap();
    let images: Vec<L> = small.iter().map(|&beta| embedding.embed(beta)).collect();
    assert!(images.windows(2).all(|pair| pair[1].squared() + pair[1] == pair[0]));
    assert_eq!(images[..3], large[..3]);
    assert!(large.iter().all(|&beta| embedding.restrict(beta).is_some()));
    // The tower, by its relations.
    let (mut all, mut image_of_all) = (S::ONE, L::ONE);
    for _ in 0..S::BITS.ilog2() {
        let (t, image) = (S::solve_quadratic(all).unwrap(), L::solve_quadratic(image_of_all).unwrap());
        assert_eq!(embedding.embed(t), image);
        (all, image_of_all) = (all * t, image_of_all * image);
    }
}

fn composes<A: BinaryField, B: BinaryField, C: BinaryField>() {
    let (first, second) = (Embedding::<A, B>::new().unwrap(), Embedding::<B, C>::new().unwrap());
    let direct = Embedding::<A, C>::new().unwrap();
    for i in 0..A::BITS {
        let a = A::from_bits(1 << i);
        assert_eq!(second.embed(first.embed(a)), direct.embed(a), "{a}");
    }
}

#[test]
fn embeddings() {
    embeds::<Gf2p8, Gf2p8>();
    embeds::<Gf2p8, Gf2p16>();
    embeds::<Gf2p8, Gf2p16Leopard>();
    embeds::<Gf2p8, Gf2p32>();
    embeds::<Gf2p8, Gf2p64>();
    embeds::<Gf2p8, Gf2p128>();
    embeds::<Gf2p16, Gf2p16Leopard>();
    embeds::<Gf2p16Leopard, Gf2p16>();
    embeds::<Gf2p16, Gf2p32>();
    embeds::<Gf2p16Leopard, Gf2p128>();
    embeds::<Gf2p32, Gf2p64>();
    embeds::<Gf2p32, Gf2p128>();
    embeds::<Gf2p64, Gf2p128>();
    composes::<Gf2p8, Gf2p16, Gf2p32>();
    composes::<Gf2p8, Gf2p32, Gf2p128>();
    composes::<Gf2p16Leopard, Gf2p16, Gf2p64>();
    composes::<Gf2p16, Gf2p16Leopard, Gf2p16>();
    composes::<Gf2p32, Gf2p64, Gf2p128>();
    // No embedding maps more than the first three canonical vectors to their like.
    let embedding = Embedding::<Gf2p8, Gf2p16>::new().unwrap();
    let image = embedding.embed(binary::<Gf2p8>().cantor_basis(4).unwrap()[3]);
    let canonical = binary::<Gf2p16>().cantor_basis(4).unwrap()[3];
    assert!((0..8).all(|i| image.frobenius(i) != canonical));
    assert_eq!(embedding.embed(Gf2p8::new(2)), Gf2p16::new(0x50f3));
    for a in (0..=255).map(Gf2p8::new) {
        assert_eq!(Embedding::<Gf2p8, Gf2p8>::new().unwrap().embed(a), a);
    }
    let error = Embedding::<Gf2p16, Gf2p8>::new().unwrap_err().to_string();
    assert!(error.contains("GF(2^16)") && error.contains("GF(2^8)") && error.contains("power of two"), "{error}");
    assert!(Embedding::<defaults::Gf2p12, Gf2p128>::new().is_err());
    assert!(Embedding::<Gf2p8, defaults::Gf2p12>::new().is_err());
}
