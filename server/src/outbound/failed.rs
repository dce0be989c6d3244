//! Why a request has no answer.

/// Why there is no answer. No variant tells what a machine of the internal network has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The URL, or an address of its host, may not be asked for.
    Refused,
    /// The host has no address, or does not take connections, or its TLS or HTTP cannot be read.
    Unreachable,
    /// The time was not enough.
    Slow,
}
