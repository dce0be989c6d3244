//! How safely the private database stores commits.

/// How safely the database stores commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Commits survive a power cut.
    Durable,
    /// A power cut may lose commits, and the password is hashed only once. For tests alone.
    Fast,
}
