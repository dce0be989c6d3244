//! The stage of Troupe: rules, actors, journal and bus. Knows no HTTP.

pub mod domain;
