//! Pictures: the packed transform of the library, its source, and the command line from outside.

mod commands;
mod hostile;
mod library;
mod pictures;
mod source;
