//! Recipes and shapes that cannot be run: refused as text, by the check, and where a plan is asked for.

use ringfft::{
    Error, Result,
    algebra::{Domain, Subspace},
    dft::Chirp,
    order::Order,
    plan::{
        Accelerated, Algorithm, Builder, Convolution, Isa, Job, Layout, Needs, PackedShape, Plan, Points, Recipe,
        Resources,
    },
    rings::{BabyBear, Bn254Fr, ComplexRing, Gf2p8, Gf2p16, Goldilocks, Modular, Modular32, binary, native},
};

/// What the check takes is read back, however deep.
#[test]
fn deep_recipes_are_read_back() -> Result<()> {
    let two = || Box::new(Recipe::Stockham { len: 2, radices: vec![2] });
    let mut recipe = *two();
    for depth in 2..=40 {
        recipe = Recipe::FourStep { columns: two(), rows: Box::new(recipe) };
        let read = recipe.to_string().parse::<Recipe>();
        assert_eq!(recipe.check().is_ok(), depth <= 32, "{depth}");
        assert_eq!(read.ok(), recipe.check().ok().map(|()| recipe.clone()), "{depth}");
    }
    let longest = PackedShape::Columns { lanes: 1, columns: vec![1; 120], rows: vec![2] };
    assert_eq!(longest.to_string().parse::<PackedShape>().is_ok(), longest.check().is_ok());
    Ok(())
}

/// A coset under a reordering is in the tables of the kernel, or the plan multiplies by it.
#[test]
fn bytes_count_the_coset_of_reordered_kernels() -> Result<()> {
    let ring = native::<Bn254Fr>();
    let builder = Plan::builder(ring, 1 << 12).order(Order::ConjugatePair);
    let coset = builder.clone().coset(Bn254Fr::new(5));
    let bytes = coset.bytes()?;
    assert!(bytes > builder.bytes()?);
    assert_eq!(coset.build()?.bytes(), bytes);
    Ok(())
}

#[test]
fn recipes_that_make_no_sense() -> Result<()> {
    let ring = Modular::new(17)?;
    let lists: [&[usize]; 7] = [&[0, 8], &[8, 0], &[3], &[2, 2], &[8, 8], &[1, 8], &[usize::MAX, 2]];
    for radices in lists {
        let recipe = Recipe::Stockham { len: 8, radices: radices.to_vec() };
        let outcome = Plan::builder(ring, 8).recipe(recipe).build();
        assert!(matches!(outcome, Err(Error::Length { .. } | Error::Memory { .. })), "{radices:?}: {outcome:?}");
    }
    for recipe in [
        Recipe::plain(Algorithm::Classical, 16),
        Recipe::plain(Algorithm::Naive, 0),
        Recipe::plain(Algorithm::Twisted, 7),
    ] {
        assert!(Plan::builder(ring, 8).recipe(recipe).build().is_err());
    }
    // Factors that are no multiples of 8, and values in the wrong order.
    let leaf = |len| Box::new(Recipe::plain(Algorithm::Twisted, len));
    for (columns, rows) in [(8, 8), (1, 8), (usize::MAX, 2), (1 << 32, 1 << 32)] {
        let recipe = Recipe::FourStep { columns: leaf(columns), rows: leaf(rows) };
        let len = recipe.len();
        assert!(Plan::builder(Modular::new(257)?, len).recipe(recipe).build().is_err(), "{columns} x {rows}");
    }
    let six = Recipe::Reorder { order: Order::Natural, inner: Box::new(Recipe::plain(Algorithm::Classical, 6)) };
    assert!(matches!(Plan::builder(ring, 6).recipe(six).build(), Err(Error::Length { len: 6, .. })));
    Ok(())
}

/// What text may not say, a recipe made by hand may not be either: one check for both.
#[test]
fn parts_that_do_not_fit() {
    let plain = |algorithm, len| Box::new(Recipe::plain(algorithm, len));
    let (naive, deep) = (
        |len| plain(Algorithm::Naive, len),
        |depth: usize| {
            let inside = |inner, _| Recipe::Reorder { order: Order::Natural, inner: Box::new(inner) };
            (0..depth).fold(Recipe::plain(Algorithm::Naive, 4), inside)
        },
    );
    let reorder = |order, inner| Recipe::Reorder { order, inner };
    let through = |recipe| Convolution::Transform(recipe);
    let columns = |inner| Recipe::Columns { width: 4, lanes: 4, inner };
    let single = || Box::new(Recipe::Packed { shape: PackedShape::Single { len: 4 } });
    let bluestein = |len, convolution| Recipe::Bluestein { len, chirp: Chirp::Triangular, convolution };
    let rader = |len, convolution| Recipe::Rader { len, convolution };
    // Over a root of twice its length.
    let karatsuba = Convolution::Karatsuba { len: 4 };
    let symmetric = Recipe::Bluestein { len: 4, chirp: Chirp::Symmetric, convolution: karatsuba };
    for recipe in [
        Recipe::plain(Algorithm::Stockham, 8),
        Recipe::plain(Algorithm::Negacyclic, 3),
        Recipe::plain(Algorithm::Negacyclic, 24),
        Recipe::plain(Algorithm::Negacyclic, 1 << 63),
        Recipe::plain(Algorithm::Truncated, usize::MAX),
        Recipe::plain(Algorithm::DepthFirst, 32),
        Recipe::Stockham { len: 6, radices: vec![6] },
        Recipe::Stockham { len: 6, radices: vec![2, 1, 3] },
        Recipe::MixedRadix { len: 6, radices: vec![2, 2] },
        Recipe::MixedRadix { len: 6, radices: vec![6, 1] },
        Recipe::GoodThomas { columns: naive(2), rows: naive(4) },
        Recipe::GoodThomas { columns: naive(1), rows: naive(6) },
        Recipe::GoodThomas { columns: naive(3), rows: plain(Algorithm::Classical, 4) },
        Recipe::FourStep { columns: naive(4), rows: naive(1) },
        Recipe::FourStep { columns: naive(1 << 32), rows: naive(1 << 32) },
        Recipe::FourStep { columns: naive(4), rows: single() },
        Recipe::FourStep { columns: plain(Algorithm::Circle, 2), rows: naive(2) },
        Recipe::FourStep { columns: Box::new(columns(naive(4))), rows: naive(4) },
        Recipe::SixStep { columns: naive(3), rows: Box::new(reorder(Order::Natural, plain(Algorithm::Negacyclic, 4))) },
        Recipe::SixStep { columns: naive(3), rows: plain(Algorithm::AdditiveNaive, 4) },
        rader(6, Convolution::Karatsuba { len: 5 }),
        rader(7, Convolution::Karatsuba { len: 5 }),
        rader(7, Convolution::Ring { len: 7 }),
        rader(7, through(naive(10))),
        rader(7, through(plain(Algorithm::Negacyclic, 16))),
        rader(2, through(plain(Algorithm::Circle, 1))),
        bluestein(1, through(plain(Algorithm::AdditiveNaive, 1))),
        Recipe::FourStep { columns: Box::new(symmetric), rows: naive(3) },
        bluestein(0, Convolution::Karatsuba { len: 0 }),
        bluestein(5, Convolution::Karatsuba { len: 6 }),
        bluestein(5, through(naive(8))),
        bluestein(5, through(naive(5))),
        bluestein(usize::MAX, through(naive(9))),
        Recipe::Packed { shape: PackedShape::Direct { lanes: 0, len: 5 } },
        Recipe::FromNovel { inner: naive(4) },
        Recipe::FromNovel { inner: Box::new(Recipe::FromNovel { inner: plain(Algorithm::NovelBasis, 4) }) },
        Recipe::FromNovel { inner: Box::new(reorder(Order::BitReversed, plain(Algorithm::NovelBasis, 4))) },
        Recipe::FromNovel { inner: plain(Algorithm::NovelBasis, 5) },
        columns(Box::new(columns(naive(4)))),
        columns(Box::new(reorder(Order::Natural, Box::new(columns(naive(4)))))),
        columns(plain(Algorithm::Negacyclic, 3)),
        Recipe::Columns { width: 0, lanes: 4, inner: naive(4) },
        Recipe::Columns { width: 4, lanes: 0, inner: naive(4) },
        reorder(Order::BitReversed, naive(6)),
        reorder(Order::TernaryReversed, naive(6)),
        reorder(Order::Natural, plain(Algorithm::Truncated, 6)),
        reorder(Order::Truncated, naive(6)),
        reorder(Order::Natural, plain(Algorithm::Negacyclic, 3)),
        reorder(Order::Natural, Box::new(columns(naive(4)))),
        deep(32),
    ] {
        let (text, len) = (recipe.to_string(), recipe.len());
        assert!(recipe.check().is_err(), "{text}");
        assert!(matches!(text.parse::<Recipe>(), Err(Error::Parse { .. })), "{text}");
        let built = Plan::builder(ComplexRing::<f64>::new(), len).recipe(recipe.clone());
        assert!(built.choose().is_err() && built.bytes().is_err() && built.build().is_err(), "{text}");
        assert!(Plan::builder(binary::<Gf2p8>(), len).recipe(recipe).build().is_err(), "{text}");
    }
    let fit = [
        Recipe::plain(Algorithm::Negacyclic, 32),
        Recipe::Stockham { len: 1, radices: vec![] },
        rader(2, Convolution::Karatsuba { len: 1 }),
        rader(7, through(naive(6))),
        rader(7, through(naive(11))),
        bluestein(5, through(naive(9))),
        bluestein(5, Convolution::Ring { len: 5 }),
        Recipe::FourStep { columns: Box::new(reorder(Order::Natural, plain(Algorithm::Classical, 4))), rows: naive(3) },
        reorder(Order::BitReversed, single()),
        reorder(Order::Truncated, plain(Algorithm::Truncated, 6)),
        Recipe::FromNovel { inner: plain(Algorithm::AdditiveTruncated, 5) },
        columns(plain(Algorithm::Negacyclic, 32)),
        deep(31),
    ];
    for recipe in fit {
        assert!(recipe.check().is_ok(), "{recipe}");
        assert_eq!(recipe.to_string().parse::<Recipe>().ok(), Some(recipe));
    }
}

/// The kernels need a power of two, and so does the definition of a negacyclic transform by a tree.
#[test]
fn negacyclic_transforms_of_other_lengths() -> Result<()> {
    fn refused<R: Accelerated>(ring: R, len: usize) {
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let recipe = Recipe::plain(Algorithm::Negacyclic, len);
            let reordered = Recipe::Reorder { order: Order::Natural, inner: Box::new(recipe.clone()) };
            for recipe in [recipe.clone(), reordered, Recipe::Columns { width: 16, lanes: 8, inner: Box::new(recipe) }]
            {
                let builder = Builder::new(ring.clone(), len).recipe(recipe.clone()).isa(isa);
                for builder in [builder.clone(), builder.batch(16, Layout::Columns)] {
                    let outcome = builder.build().map(|_| ());
                    assert!(matches!(outcome, Err(Error::Length { what: "negacyclic", .. })), "{recipe}: {outcome:?}");
                }
            }
        }
        assert!(matches!(format!("negacyclic({len})").parse::<Recipe>(), Err(Error::Parse { .. })));
    }
    for len in [3, 24] {
        refused(Modular::new(12_289)?, len);
        refused(Modular32::new(7_340_033)?, len);
        refused(native::<Goldilocks>(), len);
        refused(native::<BabyBear>(), len);
        refused(ComplexRing::<f64>::new(), len);
    }
    Ok(())
}

/// Engines that are asked without a plan, which has checked: an error, and nothing else.
#[test]
fn recipes_behind_the_back_of_a_plan() -> Result<()> {
    fn refused<R: Accelerated>(ring: &R) {
        let plain = |algorithm, len| Recipe::plain(algorithm, len);
        let negacyclic = plain(Algorithm::Negacyclic, 24);
        let columns = Recipe::Columns { width: 16, lanes: 8, inner: Box::new(negacyclic.clone()) };
        let shape = |lanes, len| Recipe::Packed { shape: PackedShape::Residues { lanes, len, natural: true } };
        let lanes = PackedShape::Lanes { lanes: 8, columns: vec![8, 4], rows: vec![8] };
        let (kernels, resources) = (ring.kernels().unwrap(), Resources::default());
        for (recipe, order) in [
            (plain(Algorithm::Negacyclic, 3), 6),
            (negacyclic, 48),
            (columns, 48),
            (shape(8, 48), 48),
            (shape(usize::MAX, 64), 64),
            (shape(1, 32), 64),
            (Recipe::Packed { shape: lanes.clone() }, 256),
            (Recipe::Packed { shape: PackedShape::Direct { lanes: 8, len: 12 } }, 24),
            (Recipe::Stockham { len: 64, radices: vec![2] }, 64),
            (Recipe::Rader { len: 7, convolution: Convolution::Karatsuba { len: 5 } }, 7),
        ] {
            assert!(
                kernels.column_shape(ring, &recipe, 16, resources).is_none_or(|_| recipe.check().is_ok()),
                "{recipe}"
            );
            let _ = kernels.needs(ring, &recipe, false, resources);
            let Ok(domain) = Domain::new(ring.clone(), order) else { continue };
            assert!(kernels.build(&Job::new(&recipe, &Points::Powers(domain), resources)).is_err(), "{recipe}");
        }
    }
    refused(&Modular::new(12_289)?);
    refused(&Modular32::new(12_289)?);
    refused(&native::<Goldilocks>());
    refused(&native::<BabyBear>());
    refused(&native::<Bn254Fr>());
    refused(&ComplexRing::<f64>::new());
    // In characteristic 2: another subspace than the recipe's.
    let field = binary::<Gf2p16>();
    let rader = Recipe::Rader { len: 5, convolution: Convolution::Karatsuba { len: 3 } };
    let (kernels, resources) =
        (field.kernels().ok_or(Error::Contract { what: "a binary field has kernels" })?, Resources::default());
    assert!(kernels.build(&Job::new(&rader, &Points::Powers(Domain::new(field, 5)?), resources)).is_err());
    let points = Points::Subspace(Subspace::new(field, 10)?, Domain::new(field, 1)?);
    for len in [8, 512, 1000, 2048] {
        let novel = Recipe::plain(Algorithm::NovelBasis, len);
        for recipe in [Recipe::FromNovel { inner: Box::new(novel.clone()) }, novel] {
            assert!(kernels.build(&Job::new(&recipe, &points, resources)).is_err(), "{recipe}");
        }
    }
    Ok(())
}

/// Lanes belong to an instruction set.
#[test]
fn lanes_of_another_instruction_set() -> Result<()> {
    for (lanes, len) in [(4, 256), (8, 256), (16, 256)] {
        let recipe = Recipe::Packed { shape: PackedShape::Residues { lanes, len, natural: true } };
        let scalar = |builder: Builder<_>| builder.isa(Isa::Scalar).build().map(|_| ());
        assert!(scalar(Plan::builder(Modular32::new(7_340_033)?, len).recipe(recipe.clone())).is_err(), "{recipe}");
        let words = Plan::builder(Modular::new(12_289)?, len).recipe(recipe.clone()).isa(Isa::Scalar);
        assert!(words.build().is_err(), "{recipe}");
    }
    Ok(())
}

/// In characteristic 2 a convolution is not what a transform of another length would make of it.
#[test]
fn convolutions_in_characteristic_2() -> Result<()> {
    let through = Convolution::Transform(Box::new(Recipe::MixedRadix { len: 15, radices: vec![5, 3] }));
    for (convolution, is_built) in [(through, false), (Convolution::Karatsuba { len: 5 }, true)] {
        let recipe = Recipe::Bluestein { len: 5, chirp: Chirp::Triangular, convolution };
        let built = Plan::builder(binary::<Gf2p16>(), 5).recipe(recipe.clone()).build();
        assert!(built.is_ok() == is_built, "{recipe}: {built:?}");
    }
    Ok(())
}

/// No number that a recipe can hold is too large for its methods.
#[test]
fn numbers_beyond_counting() {
    for len in [0, 1 << 63, usize::MAX / 2, usize::MAX] {
        for &algorithm in Algorithm::ALL {
            let recipe = Recipe::plain(algorithm, len);
            let _ = (recipe.twiddle_count(), recipe.scratch_len(usize::MAX), recipe.tree(), recipe.root_order());
            for j in [0, 1, usize::MAX / 2, usize::MAX] {
                let _ = recipe.exponent(j);
            }
        }
    }
}

/// Shapes made by hand: an error wherever they are taken.
#[test]
fn kernels_that_do_not_exist() {
    let columns = |lanes, columns: &[usize], rows: &[usize]| PackedShape::Columns {
        lanes,
        columns: columns.to_vec(),
        rows: rows.to_vec(),
    };
    let lanes = |lanes, columns: &[usize], rows: &[usize]| PackedShape::Lanes {
        lanes,
        columns: columns.to_vec(),
        rows: rows.to_vec(),
    };
    let pairs = |lanes, columns: &[usize], rows: &[usize]| PackedShape::Pairs {
        lanes,
        columns: columns.to_vec(),
        rows: rows.to_vec(),
    };
    let rader = |len, inner| PackedShape::Rader { len, inner: Box::new(inner) };
    let bluestein = |len, inner| PackedShape::Bluestein { len, inner: Box::new(inner) };
    let rows = |len, inner| PackedShape::Rows { len, inner: Box::new(inner) };
    let row = |len| PackedShape::Direct { lanes: 8, len };
    let mut shapes = vec![
        PackedShape::Direct { lanes: 8, len: 1025 },
        PackedShape::Single { len: 17 },
        PackedShape::Codelet { lanes: 8, columns: 2, rows: 2 },
        PackedShape::Codelet { lanes: 4, columns: usize::MAX, rows: 1 },
        columns(8, &[], &[8]),
        columns(8, &[8], &[]),
        columns(8, &[7], &[8]),
        columns(8, &[8], &[7]),
        columns(8, &[17], &[8]),
        columns(8, &[8, 17], &[8]),
        columns(8, &[8, 14, 2], &[8]),
        columns(8, &[8, 131, 2], &[8]),
        columns(8, &[0], &[8]),
        columns(8, &[usize::MAX, 2], &[8]),
        lanes(8, &[], &[8]),
        lanes(8, &[8], &[]),
        lanes(8, &[4], &[8]),
        lanes(16, &[8], &[16]),
        lanes(8, &[8], &[4]),
        lanes(8, &[8], &[16]),
        lanes(8, &[8, 2], &[8, 8]),
        // Rows of one radix behind columns of several.
        lanes(8, &[8, 4], &[8]),
        lanes(4, &[8, 8], &[4]),
        lanes(1, &[8, 4], &[4]),
        pairs(8, &[8], &[8, 8, 8]),
        pairs(16, &[8], &[8, 8]),
        pairs(2, &[16], &[8, 4]),
        pairs(8, &[16], &[8, 4]),
        pairs(4, &[11], &[8]),
        pairs(2, &[45], &[8]),
        pairs(1, &[8], &[8]),
        pairs(2, &[4], &[8]),
        pairs(2, &[8], &[4]),
        pairs(4, &[8, 8], &[8]),
        pairs(4, &[8], &[8, 8, 8, 8]),
        pairs(usize::MAX, &[], &[]),
        PackedShape::Reversed { lanes: 4, len: 8 },
        PackedShape::Reversed { lanes: 8, len: 48 },
        PackedShape::Reversed { lanes: 1, len: 2 },
        PackedShape::Residues { lanes: 8, len: 32, natural: true },
        PackedShape::Residues { lanes: 1, len: 1, natural: true },
        PackedShape::Residues { lanes: 1, len: 24, natural: false },
        rader(65, columns(8, &[8], &[8])),
        rader(73, columns(8, &[8], &[8])),
        rader(0, columns(8, &[8], &[8])),
        rader(17, PackedShape::Reversed { lanes: 4, len: 16 }),
        rader(73, columns(8, &[9], &[2, 4, 1, 1, 17])),
        bluestein(33, columns(8, &[8], &[8])),
        bluestein(usize::MAX, columns(8, &[8], &[8])),
        bluestein(8, PackedShape::Residues { lanes: 4, len: 16, natural: true }),
        bluestein(8, columns(8, &[17], &[8])),
        rows(17, row(17)),
        rows(33, row(17)),
        rows(11 * 17, row(17)),
        rows(4096 * 17, row(17)),
        rows(30, row(15)),
        rows(0, row(17)),
        rows(17, row(0)),
        rows(usize::MAX, row(17)),
        rows(34, row(1025)),
        rows(2 * 1025, row(1025)),
        rows(128, columns(8, &[8], &[8])),
        rows(68, rows(34, row(17))),
        rows(34, rader(17, columns(8, &[8], &[8]))),
    ];
    for wrong in [0, 2, 3, 5, 32, usize::MAX] {
        shapes.extend([
            // Two lanes have 31, and 4 by 9.
            PackedShape::Direct { lanes: wrong, len: if wrong == 2 { 33 } else { 31 } },
            PackedShape::Codelet { lanes: wrong, columns: 4, rows: if wrong == 2 { 17 } else { 9 } },
            columns(wrong, &[8], &[8]),
            lanes(wrong, &[8], &[8]),
            PackedShape::Reversed { lanes: wrong, len: 64 },
            PackedShape::Residues { lanes: wrong, len: 64, natural: true },
        ]);
    }
    for len in [0, (1 << 40) + 1, 1 << 41, usize::MAX] {
        shapes.extend([
            PackedShape::Direct { lanes: 8, len },
            PackedShape::Single { len },
            PackedShape::Reversed { lanes: 8, len },
            PackedShape::Residues { lanes: 8, len, natural: true },
            rader(len, columns(8, &[8], &[8])),
            bluestein(len, columns(8, &[8], &[8])),
            columns(8, &[8, len], &[8]),
        ]);
    }
    for shape in shapes {
        assert!(matches!(shape.check(), Err(Error::Parse { .. })), "{shape}");
        assert!(shape.to_string().parse::<PackedShape>().is_err(), "{shape}");
        assert_eq!(
            (shape.table_len(), shape.scratch_len(1), shape.scratch_len(usize::MAX)),
            (None, None, None),
            "{shape}"
        );
        let recipe = Recipe::Packed { shape: shape.clone() };
        let builder = Plan::builder(ComplexRing::<f64>::new(), shape.len()).recipe(recipe.clone());
        assert!(builder.bytes().is_err() && builder.build().is_err(), "{shape}");
        let words = Plan::builder(native::<Goldilocks>(), shape.len()).recipe(recipe);
        assert!(words.bytes().is_err() && words.build().is_err(), "{shape}");
        let field = native::<Bn254Fr>();
        let needs = field.kernels().unwrap().needs(&field, &Recipe::Packed { shape }, false, Resources::default());
        assert_eq!(needs, Needs::default());
    }
}
