//! When a mail leaves (NT6, NT7): after a burst, with the digest, and never in quiet hours. A push message waits for no digest
//! (NT13).

use jiff::{Zoned, civil::Date, civil::Weekday, tz::TimeZone};
use time::{Duration, OffsetDateTime};

use crate::domain::{
    kinds::preferences::{Digest, Preferences, QuietHours},
    time_zone::{instant, local},
};

/// How long a mail waits for more news after the first.
pub const BURST: Duration = Duration::minutes(2);

/// How long a push message waits. A person who has the ticket open reads the change in this time, and gets no message.
pub const PUSH_BURST: Duration = Duration::seconds(10);

/// When the push message leaves that the first news begins now.
pub fn push_departure(preferences: &Preferences, now: OffsetDateTime) -> OffsetDateTime {
    after_quiet(preferences, now + PUSH_BURST)
}

/// When the mail leaves that the first news begins now.
pub fn departure(preferences: &Preferences, now: OffsetDateTime) -> OffsetDateTime {
    let zone = preferences.time_zone.as_deref();
    let at = match preferences.digest {
        Digest::Off => now + BURST,
        digest => next_digest(&local(now, zone), digest, preferences.digest_hour).unwrap_or(now + BURST),
    };
    after_quiet(preferences, at)
}

/// The day in the zone of a person who is reminded at an hour; none before that hour (NT10).
pub fn reminds_today(zone: Option<&str>, hour: i32, now: OffsetDateTime) -> Option<time::Date> {
    let here = local(now, zone);
    if i32::from(here.hour()) < hour {
        return None;
    }
    let (day, month) = (u8::try_from(here.day()).ok()?, u8::try_from(here.month()).ok()?);
    time::Date::from_calendar_date(i32::from(here.year()), time::Month::try_from(month).ok()?, day).ok()
}

/// The moment itself, or the end of the quiet hours that it is in.
pub fn after_quiet(preferences: &Preferences, at: OffsetDateTime) -> OffsetDateTime {
    let Some(QuietHours { from, to }) = preferences.quiet_hours else { return at };
    let here = local(at, preferences.time_zone.as_deref());
    let hour = i32::from(here.hour());
    let is_quiet = if from < to { (from..to).contains(&hour) } else { hour >= from || hour < to };
    if !is_quiet {
        return at;
    }
    let day = if hour < to { Some(here.date()) } else { here.date().tomorrow().ok() };
    day.and_then(|day| at_hour(day, to, here.time_zone())).unwrap_or(at)
}

fn next_digest(now: &Zoned, digest: Digest, hour: i32) -> Option<OffsetDateTime> {
    let mut day = now.date();
    // A week has one of each day, and the hour of today may have passed.
    for _ in 0..8 {
        let leaves = match digest {
            Digest::Off => false,
            Digest::Daily => true,
            Digest::Weekdays => !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday),
            Digest::Weekly => day.weekday() == Weekday::Monday,
        };
        let at = at_hour(day, hour, now.time_zone())?;
        if leaves && at > instant(now) {
            return Some(at);
        }
        day = day.tomorrow().ok()?;
    }
    None
}

/// An hour of a day. An hour that the clocks skip is the one after it.
fn at_hour(day: Date, hour: i32, zone: &TimeZone) -> Option<OffsetDateTime> {
    let at = day.at(i8::try_from(hour).ok()?, 0, 0, 0).to_zoned(zone.clone()).ok()?;
    Some(instant(&at))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::{
        date::Instant,
        ids::{UserId, WorkspaceId},
    };

    fn preferences(zone: &str) -> Preferences {
        let at = Instant::new(datetime!(2030-01-01 0:00 UTC));
        let chosen = Preferences::new(WorkspaceId(Uuid::nil()), UserId(Uuid::nil()), at);
        Preferences { time_zone: Some(zone.to_owned()), ..chosen }
    }

    #[test]
    fn nt6_a_mail_leaves_two_minutes_after_the_first_news() {
        let now = datetime!(2030-05-01 12:00 UTC);
        assert_eq!(departure(&preferences("Europe/Berlin"), now), now + Duration::minutes(2));
    }

    #[test]
    fn nt7_a_digest_leaves_at_its_hour_in_the_time_zone_of_the_person() {
        // 1 May 2030 is a Wednesday; Berlin is at UTC+2, and Auckland at UTC+12.
        let now = datetime!(2030-05-01 12:00 UTC);
        for (zone, digest, hour, leaves) in [
            ("Europe/Berlin", Digest::Daily, 15, datetime!(2030-05-01 13:00 UTC)),
            ("Europe/Berlin", Digest::Daily, 14, datetime!(2030-05-02 12:00 UTC)),
            ("Europe/Berlin", Digest::Weekdays, 8, datetime!(2030-05-02 6:00 UTC)),
            ("Europe/Berlin", Digest::Weekly, 8, datetime!(2030-05-06 6:00 UTC)),
            ("Pacific/Auckland", Digest::Daily, 8, datetime!(2030-05-01 20:00 UTC)),
            ("Mars/Olympus", Digest::Daily, 13, datetime!(2030-05-01 13:00 UTC)),
        ] {
            let chosen = Preferences { digest, digest_hour: hour, ..preferences(zone) };
            assert_eq!(departure(&chosen, now), leaves, "{zone} {digest:?} {hour}");
        }
        let friday = Preferences { digest: Digest::Weekdays, ..preferences("Europe/Berlin") };
        assert_eq!(departure(&friday, datetime!(2030-05-03 12:00 UTC)), datetime!(2030-05-06 6:00 UTC));
    }

    #[test]
    fn nt7_a_digest_keeps_its_hour_when_the_clocks_change() {
        let chosen = Preferences { digest: Digest::Daily, digest_hour: 8, ..preferences("Europe/Berlin") };
        // The clocks go forward on 31 March 2030, and at 2 o'clock there is no half past two.
        assert_eq!(departure(&chosen, datetime!(2030-03-30 12:00 UTC)), datetime!(2030-03-31 6:00 UTC));
        assert_eq!(departure(&chosen, datetime!(2030-03-29 12:00 UTC)), datetime!(2030-03-30 7:00 UTC));
        let skipped = Preferences { digest_hour: 2, ..chosen };
        assert_eq!(departure(&skipped, datetime!(2030-03-30 12:00 UTC)), datetime!(2030-03-31 1:00 UTC));
    }

    #[test]
    fn nt10_a_reminder_is_of_the_day_that_the_person_has_from_their_hour_on() {
        let now = datetime!(2030-05-01 22:30 UTC);
        for (zone, hour, day) in [
            ("UTC", 8, Some(time::macros::date!(2030 - 05 - 01))),
            ("Europe/Berlin", 0, Some(time::macros::date!(2030 - 05 - 02))),
            ("Europe/Berlin", 8, None),
            ("Pacific/Auckland", 10, Some(time::macros::date!(2030 - 05 - 02))),
        ] {
            assert_eq!(reminds_today(Some(zone), hour, now), day, "{zone} {hour}");
        }
    }

    #[test]
    fn nt13_a_push_message_leaves_after_ten_seconds_whatever_the_digest_and_after_quiet_hours() {
        let digest = Preferences { digest: Digest::Weekly, ..preferences("Europe/Berlin") };
        let now = datetime!(2030-05-01 12:00 UTC);
        assert_eq!(push_departure(&digest, now), datetime!(2030-05-01 12:00:10 UTC));
        let quiet = Preferences { quiet_hours: Some(QuietHours { from: 13, to: 16 }), ..digest };
        assert_eq!(push_departure(&quiet, now), datetime!(2030-05-01 14:00 UTC));
    }

    #[test]
    fn nt8_quiet_hours_move_a_mail_to_their_end_across_midnight_as_well() {
        let night = Some(QuietHours { from: 19, to: 8 });
        let noon = Some(QuietHours { from: 12, to: 14 });
        for (quiet_hours, now, leaves) in [
            (night, datetime!(2030-05-01 16:00 UTC), datetime!(2030-05-01 16:02 UTC)),
            (night, datetime!(2030-05-01 17:00 UTC), datetime!(2030-05-02 6:00 UTC)),
            (night, datetime!(2030-05-01 23:30 UTC), datetime!(2030-05-02 6:00 UTC)),
            (night, datetime!(2030-05-02 5:59:30 UTC), datetime!(2030-05-02 6:01:30 UTC)),
            (noon, datetime!(2030-05-01 11:30 UTC), datetime!(2030-05-01 12:00 UTC)),
            (noon, datetime!(2030-05-01 12:00 UTC), datetime!(2030-05-01 12:02 UTC)),
        ] {
            let chosen = Preferences { quiet_hours, ..preferences("Europe/Berlin") };
            assert_eq!(departure(&chosen, now), leaves, "{now}");
            let digest = Preferences { digest: Digest::Daily, digest_hour: 20, ..chosen };
            let local = i32::from(local(departure(&digest, now), Some("Europe/Berlin")).hour());
            assert_eq!(local, if quiet_hours == night { 8 } else { 20 });
        }
    }

    /// From UTC-12 to UTC+14, with clocks that change by an hour, by half an hour, and around Ramadan.
    const ZONES: [&str; 12] = [
        "Etc/GMT+12",
        "America/St_Johns",
        "America/New_York",
        "America/Sao_Paulo",
        "Africa/Casablanca",
        "Europe/Berlin",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "Pacific/Auckland",
        "Etc/GMT-14",
        "Pacific/Kiritimati",
    ];

    /// Every ninth hour of a year, a little later each time, so that all hours of the day come up.
    fn moments() -> impl Iterator<Item = OffsetDateTime> {
        (0..365 * 3).map(|step| datetime!(2030-01-01 0:17 UTC) + Duration::minutes(step * 487))
    }

    /// The hour that a clock shows at this moment, or the skipped hour that it stands for.
    fn shows(at: OffsetDateTime, hour: i32, zone: &str) -> bool {
        let here = local(at, Some(zone));
        let asked = here.date().at(i8::try_from(hour).expect("an hour"), 0, 0, 0);
        let skipped = asked.to_zoned(here.time_zone().clone()).expect("a moment").datetime() != asked;
        i32::from(here.hour()) == hour && here.minute() == 0 || skipped
    }

    #[test]
    fn nt7_in_every_zone_and_on_every_day_a_digest_leaves_at_its_hour_within_a_day() {
        for (zone, hour) in ZONES.iter().flat_map(|zone| [0, 2, 3, 8, 23].map(|hour| (zone, hour))) {
            let chosen = Preferences { digest: Digest::Daily, digest_hour: hour, ..preferences(zone) };
            for now in moments() {
                let leaves = departure(&chosen, now);
                assert!(leaves > now && leaves <= now + Duration::hours(25), "{zone} {hour}: {leaves} at {now}");
                assert!(shows(leaves, hour, zone), "{zone} {hour}: {leaves}");
            }
        }
    }

    #[test]
    fn nt8_in_every_zone_and_on_every_day_nothing_leaves_in_quiet_hours() {
        for zone in ZONES {
            for (from, to) in [(22, 7), (0, 3), (2, 3), (12, 14)] {
                let chosen = Preferences { quiet_hours: Some(QuietHours { from, to }), ..preferences(zone) };
                for now in moments() {
                    let leaves = after_quiet(&chosen, now);
                    let hour = i32::from(local(leaves, Some(zone)).hour());
                    let quiet = if from < to { (from..to).contains(&hour) } else { hour >= from || hour < to };
                    assert!(!quiet, "{zone} {from} to {to}: {leaves} at {now}");
                    assert!(leaves >= now && leaves <= now + Duration::hours(11), "{zone}: {leaves} at {now}");
                }
            }
        }
    }

    #[test]
    fn nt10_in_every_zone_a_person_is_reminded_on_each_day_of_their_calendar_once() {
        for zone in ZONES {
            let days: std::collections::BTreeSet<_> =
                moments().filter_map(|now| reminds_today(Some(zone), 0, now)).collect();
            let (first, last) = (*days.first().expect("a day"), *days.last().expect("a day"));
            assert_eq!(i64::try_from(days.len()).expect("few"), (last - first).whole_days() + 1, "{zone} skips a day");
        }
    }
}
