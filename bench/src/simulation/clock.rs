//! The virtual clock.

use actors::domain::date::Instant;

/// The start of the virtual clock: milliseconds since 1970.
pub const START: u64 = 1_900_000_000_000;

/// The instant this many milliseconds after 1970.
pub fn instant(millis: u64) -> Instant {
    let nanos = i128::from(millis) * 1_000_000;
    Instant::new(time::OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(time::OffsetDateTime::UNIX_EPOCH))
}
