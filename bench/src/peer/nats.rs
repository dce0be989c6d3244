//! What clients of NATS say, with and without streams.

/// How a client introduces itself.
pub(super) const CONNECT: &str = r#"CONNECT {"verbose":false,"pedantic":false}"#;
