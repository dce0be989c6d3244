//! Time zones of people: the days and hours of their calendars. The database of zones is part of the program, so that all
//! nodes know the same ones.

use jiff::{Timestamp, Zoned, tz::TimeZone};
use time::OffsetDateTime;

/// The longest name of a zone.
const LONGEST: usize = 64;

/// The name of a zone as the IANA database writes it, if there is such a zone.
pub fn known(name: &str) -> Option<String> {
    if name.len() > LONGEST {
        return None;
    }
    TimeZone::get(name).ok()?.iana_name().map(str::to_owned)
}

/// A moment in a person's zone; in UTC if no zone is chosen or a later build has chosen one that this build does not know.
pub fn local(at: OffsetDateTime, zone: Option<&str>) -> Zoned {
    let zone = zone.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    Timestamp::from_second(at.unix_timestamp()).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone)
}

/// The moment as an instant, to the second.
pub fn instant(zoned: &Zoned) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(zoned.timestamp().as_second()).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nt1_a_zone_is_known_by_its_name_in_the_iana_database() {
        assert_eq!(known("europe/berlin").as_deref(), Some("Europe/Berlin"));
        assert_eq!(known("UTC").as_deref(), Some("UTC"));
        for name in ["", "Mars/Olympus", "+02:00", "../etc/passwd", "Europe/Berlin\0", &"a".repeat(65)] {
            assert_eq!(known(name), None, "{name:?}");
        }
    }
}
