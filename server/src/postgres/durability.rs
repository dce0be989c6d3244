//! How safely the private database stores commits.

/// How safely the database stores commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// What was committed outlives a power cut.
    Durable,
    /// It does not. For tests alone.
    Fast,
}
