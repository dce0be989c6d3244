//! Reads cells as values, by simple rules.

use actix_web::http::Uri;
use actors::domain::{
    date::{Instant, PlainDate},
    entity::Priority,
    kinds::import::order::ImportStatus,
    limits,
};
use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, format_description::well_known::Rfc3339};

/// The most bytes of a page's address.
const MOST_ADDRESS: usize = 2_000;

/// The words that databases and spreadsheets write into an empty cell.
pub(super) fn is_nothing(cell: &str) -> bool {
    let cell = cell.trim();
    cell.is_empty() || cell == "NULL"
}

/// Whether a spreadsheet would take the text for a formula. Troupe never evaluates formulas.
pub(super) fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@']) && cell.len() > 1
}

/// The names in a cell, separated by commas, semicolons, bars or line ends.
pub(super) fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([',', ';', '|', '\n', '\r']).map(str::trim).filter(|name| !name.is_empty())
}

/// `None` if the status is an unknown word.
pub(super) fn status(cell: &str) -> Option<ImportStatus> {
    Some(match plain(cell).as_str() {
        "open" | "todo" | "new" | "backlog" | "opened" | "reopened" | "selectedfordevelopment" => ImportStatus::Open,
        "done" | "closed" | "resolved" | "completed" | "complete" | "fixed" | "merged" => ImportStatus::Completed,
        "canceled" | "cancelled" | "wontfix" | "wontdo" | "rejected" | "abandoned" | "declined" | "duplicate"
        | "invalid" => ImportStatus::Canceled,
        _ => return None,
    })
}

/// `None` if the priority is an unknown word.
pub(super) fn priority(cell: &str) -> Option<Priority> {
    Some(match plain(cell).as_str() {
        "day" | "blocker" | "critical" | "highest" | "urgent" | "p0" => Priority::Day,
        "week" | "high" | "major" | "p1" => Priority::Week,
        "month" | "medium" | "normal" | "p2" => Priority::Month,
        "quarter" | "low" | "minor" | "p3" => Priority::Quarter,
        "year" | "lowest" | "trivial" | "p4" => Priority::Year,
        _ => return None,
    })
}

/// The address of a page, http or https. `None` if the cell holds anything else, which a link must not lead to.
pub(super) fn address(cell: &str) -> Option<String> {
    let cell = cell.trim();
    let uri: Uri = cell.parse().ok()?;
    let is_page = matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
    (is_page && cell.len() <= MOST_ADDRESS).then(|| cell.to_owned())
}

fn plain(cell: &str) -> String {
    cell.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A number with a decimal point, if an attribute may hold it. A comma is not read: it means thousands to some people, and
/// decimals to others.
pub(super) fn decimal(cell: &str) -> Option<f64> {
    let cell = cell.trim();
    let plain = cell.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number: f64 = plain.then(|| cell.parse().ok())??;
    (number.is_finite() && number.abs() <= limits::FIELD_NUMBER).then_some(number)
}

/// What a cell says of a checkbox.
pub(super) fn flag(cell: &str) -> Option<bool> {
    match plain(cell).as_str() {
        "true" | "yes" | "y" | "x" | "1" | "on" | "checked" => Some(true),
        "false" | "no" | "n" | "0" | "off" | "unchecked" => Some(false),
        _ => None,
    }
}

/// A calendar day. A time behind the day is dropped.
pub(super) fn date(cell: &str) -> Option<PlainDate> {
    let (date, _) = when(cell)?;
    PlainDate::YEARS.contains(&date.year()).then_some(PlainDate(date))
}

/// An instant; in UTC if the cell names no zone, at midnight if it names no time.
pub(super) fn instant(cell: &str) -> Option<Instant> {
    let at = match OffsetDateTime::parse(cell.trim(), &Rfc3339) {
        Ok(at) => at,
        Err(_) => {
            let (date, time) = when(cell)?;
            PrimitiveDateTime::new(date, time.unwrap_or(Time::MIDNIGHT)).assume_utc()
        }
    };
    (1970..=2999).contains(&at.year()).then(|| Instant::new(at))
}

/// `2023-07-04`, `2023/07/04`, `04/Jul/23`, each perhaps with a time. `04/07/23` is not read: its day and month cannot
/// be told apart.
fn when(cell: &str) -> Option<(Date, Option<Time>)> {
    let cell = cell.trim();
    let (day, rest) = match cell.split_once([' ', 'T', 't']) {
        Some((day, rest)) => (day, rest.trim()),
        None => (cell, ""),
    };
    let parts: Vec<&str> = day.split(['-', '/']).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let (year, month, day) = match number(second) {
        Some(month) if first.len() == 4 => (number(first)?, Month::try_from(u8::try_from(month).ok()?).ok()?, third),
        Some(_) => return None,
        None => {
            let year = number(third)?;
            (if third.len() == 2 { 2_000 + year } else { year }, month(second)?, first)
        }
    };
    let date = Date::from_calendar_date(i32::from(year), month, u8::try_from(number(day)?).ok()?).ok()?;
    let time = if rest.is_empty() { None } else { Some(clock(rest)?) };
    Some((date, time))
}

fn number(text: &str) -> Option<u16> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

fn month(name: &str) -> Option<Month> {
    const NAMES: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let short = name.get(..3)?.to_lowercase();
    let at = NAMES.iter().position(|name| *name == short)?;
    Month::try_from(u8::try_from(at + 1).ok()?).ok()
}

/// `10:15`, `10:15:30.5Z`, `10:15 AM`.
fn clock(text: &str) -> Option<Time> {
    let upper = text.to_ascii_uppercase();
    let (digits, shift) = match upper.strip_suffix("AM") {
        Some(rest) => (rest, Some(0)),
        None => upper.strip_suffix("PM").map_or((upper.as_str(), None), |rest| (rest, Some(12))),
    };
    let digits = digits.trim().split(['Z', '+', '-', '.']).next()?;
    let mut parts = digits.split(':').map(|part| u8::try_from(number(part)?).ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    let hour = match shift {
        Some(shift) if (1..=12).contains(&hour) => hour % 12 + shift,
        Some(_) => return None,
        None => hour,
    };
    Time::from_hms(hour, minute, second).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_the_ways_that_mean_one_day() {
        for text in ["2023-07-04", "2023/7/4", " 2023-07-04T10:15:00Z ", "04/Jul/23", "4-July-2023 10:15 PM"] {
            assert_eq!(date(text).map(|date| date.to_string()).as_deref(), Some("2023-07-04"), "{text}");
        }
    }

    #[test]
    fn what_could_mean_two_days_or_none_is_no_date() {
        for text in ["", "04/07/2023", "7.4.2023", "2023-02-30", "tomorrow", "45111", "1899-12-31", "2023-07-04 25:00"]
        {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn an_instant_keeps_its_zone_and_its_afternoon() {
        for (text, expected) in [
            ("2023-07-04T12:15:00+02:00", "2023-07-04T10:15:00Z"),
            ("2023-07-04 10:15", "2023-07-04T10:15:00Z"),
            ("04/Jul/23 12:15 AM", "2023-07-04T00:15:00Z"),
            ("04/Jul/23 1:15 PM", "2023-07-04T13:15:00Z"),
            ("2023-07-04", "2023-07-04T00:00:00Z"),
        ] {
            let expected = OffsetDateTime::parse(expected, &Rfc3339).map(Instant::new).ok();
            assert_eq!(instant(text), expected, "{text}");
        }
    }

    #[test]
    fn words_of_other_tools_are_understood() {
        assert_eq!(status("Won't Fix"), Some(ImportStatus::Canceled));
        assert_eq!(status("DONE"), Some(ImportStatus::Completed));
        assert_eq!(status("To Do"), Some(ImportStatus::Open));
        assert_eq!(status("Waiting for Godot"), None);
        assert_eq!(priority("Blocker"), Some(Priority::Day));
        assert_eq!(priority("whatever"), None);
    }
}
