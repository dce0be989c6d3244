//! Plain dates and instants.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::{Date, OffsetDateTime};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::words;

/// An instant with milliseconds, RFC 3339 in UTC on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct Instant(#[serde(with = "time::serde::rfc3339")] OffsetDateTime);

impl Instant {
    /// Cuts to whole milliseconds, which is what the database, the wire and memory all keep.
    pub fn new(at: OffsetDateTime) -> Self {
        let at = at.to_offset(time::UtcOffset::UTC);
        let millis = at.millisecond();
        Self(at.replace_millisecond(millis).unwrap_or(at))
    }

    pub fn get(self) -> OffsetDateTime {
        self.0
    }

    /// Milliseconds since 1970; instants before it count as 0.
    pub fn millis(self) -> u64 {
        u64::try_from(self.0.unix_timestamp_nanos() / 1_000_000).unwrap_or(0)
    }

    /// Whole seconds from `earlier` to here, never below 0.
    pub fn seconds_since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).whole_seconds().max(0)
    }
}

/// A calendar day, `YYYY-MM-DD`, with no time and no zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, TS, ToSchema)]
#[ts(type = "string")]
pub struct PlainDate(pub Date);

impl PlainDate {
    /// The years that a plan can mean; any other year is a typing error.
    pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=2999;

    /// Reads `YYYY-MM-DD` of a day that exists.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |range: std::ops::Range<usize>| -> Option<u16> {
            let part = text.get(range)?;
            part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let month = time::Month::try_from(u8::try_from(number(5..7)?).ok()?).ok()?;
        let day = u8::try_from(number(8..10)?).ok()?;
        let date = Date::from_calendar_date(i32::from(number(0..4)?), month, day).ok()?;
        Self::YEARS.contains(&date.year()).then_some(Self(date))
    }

    /// The first instant after the day, in UTC.
    pub fn end(self) -> Instant {
        let next = self.0.next_day().unwrap_or(self.0);
        Instant::new(next.midnight().assume_utc())
    }
}

impl std::fmt::Display for PlainDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0.year(), u8::from(self.0.month()), self.0.day())
    }
}

impl Serialize for PlainDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlainDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom(words::DATE_EXPECTED))
    }
}
