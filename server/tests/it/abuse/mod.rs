//! Attacks that others fell for, by their ids in docs/ABUSE.md; those by the socket are in `protocol`.

mod accounts;
mod input;
mod matrix;
mod pressure;
