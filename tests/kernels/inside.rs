//! Private parts by themselves: see [`inside`].

use ringfft::inside;

macro_rules! held {
    ($($(#[$meta:meta])* $($module:ident)::+: $name:ident;)*) => { $(
        $(#[$meta])*
        #[test]
        fn $name() {
            inside::$name();
        }
    )* };
}

ringfft::each_inside!(held);
