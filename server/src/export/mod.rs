//! Files that people download and open in other programs.

pub mod csv;
