use ringfft::{
    Error,
    integer::Signed,
    matrix::{self, Integers},
    rings::Modular,
};

#[test]
fn shapes_that_do_not_fit_are_refused() {
    for (rows, columns) in [(0, 1), (1, 0), (0, 0)] {
        assert!(matches!(Integers::new(rows, columns, vec![]), Err(Error::Length { len: 0, .. })));
    }
    assert!(matches!(
        Integers::new(2, 3, vec![Signed::default(); 5]),
        Err(Error::SliceLength { expected: 6, found: 5, .. })
    ));
    assert!(matches!(Integers::new(usize::MAX, 3, vec![]), Err(Error::Length { .. })));
    let matrix = |rows, columns| Integers::new(rows, columns, vec![Signed::from(1); rows * columns]).unwrap();
    assert!(matches!(matrix(2, 3).multiply(&matrix(2, 3)), Err(Error::SliceLength { expected: 3, found: 2, .. })));
    let ring = Modular::new(101).unwrap();
    let ones = [1; 6];
    for shape in [[0, 3, 2], [2, 0, 3], [2, 3, 0]] {
        assert!(matches!(matrix::multiply(&ring, shape, &ones, &ones), Err(Error::Length { len: 0, .. })));
    }
    assert!(matches!(
        matrix::multiply(&ring, [2, 3, 3], &ones, &ones),
        Err(Error::SliceLength { expected: 9, found: 6, .. })
    ));
    assert!(matches!(matrix::multiply(&ring, [usize::MAX, 2, 3], &ones, &ones), Err(Error::Length { .. })));
    let polynomials = vec![vec![1u64]; 6];
    assert!(matches!(
        matrix::multiply_polynomials(&ring, [2, 2, 3], &polynomials, &polynomials),
        Err(Error::SliceLength { expected: 4, found: 6, .. })
    ));
    assert!(matches!(
        matrix::multiply_integer_polynomials([1, 1, 1], &[], &[vec![1]]),
        Err(Error::SliceLength { expected: 1, found: 0, .. })
    ));
}

#[test]
fn products_beyond_memory_are_refused() {
    // A column by a row whose product needs 2^47 bytes: more than addresses reach.
    let long = vec![1u64; 1 << 22];
    let ring = Modular::new(101).unwrap();
    assert!(matches!(matrix::multiply(&ring, [1 << 22, 1, 1 << 22], &long, &long), Err(Error::Memory { .. })));
    let ones = vec![Signed::from(1); 1 << 18];
    let column = Integers::new(1 << 18, 1, ones.clone()).unwrap();
    let row = Integers::new(1, 1 << 18, ones).unwrap();
    assert_eq!(row.multiply(&column).unwrap().entries(), [Signed::from(1 << 18)]);
}
