//! The methods of [`Accelerated`](super::Accelerated) that rings with kernels pass on, each signature once.

/// `$method(self, arguments) { body }` for each method as the trait has it.
macro_rules! methods {
    ($($method:ident($($argument:ident),*) $body:block)*) => {
        $(crate::plan::methods::methods!(@ $method($($argument),*) $body);)*
    };
    (@ identity($this:ident) $body:block) => {
        fn identity(&$this) -> Option<::alloc::string::String> $body
    };
    (@ instruction_sets($this:ident) $body:block) => {
        fn instruction_sets(&$this) -> &'static [$crate::plan::Isa] $body
    };
    (@ packed($this:ident, $len:ident, $order:ident, $resources:ident) $body:block) => {
        fn packed(
            &$this,
            $len: usize,
            $order: $crate::order::Order,
            $resources: $crate::plan::Resources,
        ) -> Option<$crate::Result<$crate::plan::PackedShape>> $body
    };
    (@ packed_over_any_root($this:ident) $body:block) => {
        fn packed_over_any_root(&$this) -> bool $body
    };
    (@ packed_bytes($this:ident, $shape:ident, $coset:ident) $body:block) => {
        fn packed_bytes(&$this, $shape: &$crate::plan::PackedShape, $coset: bool) -> Option<u64> $body
    };
    (@ more_scratch($this:ident, $recipe:ident, $resources:ident) $body:block) => {
        fn more_scratch(&$this, $recipe: &$crate::plan::Recipe, $resources: $crate::plan::Resources) -> usize $body
    };
    (@ kept_len($this:ident, $recipe:ident, $resources:ident) $body:block) => {
        fn kept_len(&$this, $recipe: &$crate::plan::Recipe, $resources: $crate::plan::Resources) -> usize $body
    };
    (@ engine($this:ident, $recipe:ident, $domain:ident, $resources:ident) $body:block) => {
        fn engine(
            &$this,
            $recipe: &$crate::plan::Recipe,
            $domain: &$crate::algebra::Domain<Self>,
            $resources: $crate::plan::Resources,
        ) -> $crate::Result<$crate::plan::engine::Engine<Self>> $body
    };
    (@ folded_engine($this:ident, $recipe:ident, $domain:ident, $factors:ident, $resources:ident) $body:block) => {
        fn folded_engine(
            &$this,
            $recipe: &$crate::plan::Recipe,
            $domain: &$crate::algebra::Domain<Self>,
            $factors: $crate::plan::Factors<'_, Self>,
            $resources: $crate::plan::Resources,
        ) -> $crate::Result<Option<$crate::plan::Folded<Self>>> $body
    };
    (@ column_shape($this:ident, $recipe:ident, $width:ident, $resources:ident) $body:block) => {
        fn column_shape(
            &$this,
            $recipe: &$crate::plan::Recipe,
            $width: usize,
            $resources: $crate::plan::Resources,
        ) -> Option<$crate::plan::ColumnShape> $body
    };
    (@ columns($this:ident, $recipe:ident, $domain:ident, $factors:ident, $width:ident, $resources:ident) $body:block) => {
        fn columns(
            &$this,
            $recipe: &$crate::plan::Recipe,
            $domain: &$crate::algebra::Domain<Self>,
            $factors: $crate::plan::Factors<'_, Self>,
            $width: usize,
            $resources: $crate::plan::Resources,
        ) -> $crate::Result<$crate::plan::factors::MaybeColumns<Self>> $body
    };
    (@ products($this:ident) $body:block) => {
        fn products(&$this) -> Option<::alloc::boxed::Box<dyn $crate::algebra::Convolver<Self>>> $body
    };
}
pub(super) use methods;

/// `$with` of the fields whose elements are words with kernels: the one list of them.
macro_rules! word_fields {
    ($with:ident) => { $with!(Goldilocks BabyBear KoalaBear) };
}
pub(super) use word_fields;
