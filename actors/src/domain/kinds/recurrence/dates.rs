//! The dates of a recurrence. Plain days: neither a clock nor a zone changes them.

use time::{Date, Duration, Month, Weekday, util::days_in_month};

use super::{CountedFrom, Period, Recurrence};
use crate::domain::date::PlainDate;

impl Recurrence {
    /// The day on which the next ticket is due; `None` if the recurrence has ended. It is later than the due date of this
    /// ticket. Days that had passed when this ticket was completed are left out (RC3).
    pub fn next_due(&self, due: Option<PlainDate>, completed: PlainDate) -> Option<PlainDate> {
        if self.times.is_some_and(|times| self.occurrence >= times) {
            return None;
        }
        let mut day = match self.counted_from {
            CountedFrom::DueDate => due.unwrap_or(completed).0,
            CountedFrom::Completion => completed.0,
        };
        let is_over = |day: Date| due.is_none_or(|due| day > due.0) && day >= completed.0;
        loop {
            day = self.day_after(day)?;
            if !PlainDate::YEARS.contains(&day.year()) || self.ends_on.is_some_and(|end| day > end.0) {
                return None;
            }
            if is_over(day) {
                return Some(PlainDate(day));
            }
        }
    }

    /// The first day of the pattern after a day. The periods are counted from that day.
    pub(super) fn day_after(&self, day: Date) -> Option<Date> {
        let interval = i64::from(self.interval.max(1));
        match self.period {
            Period::Day => day.checked_add(Duration::days(interval)),
            Period::Week => self.day_of_week_after(day, interval),
            Period::Month => self.day_of_month_after(day, interval),
            Period::Year => self.day_of_month_after(day, interval * 12),
        }
    }

    fn day_of_week_after(&self, day: Date, interval: i64) -> Option<Date> {
        let today = i64::from(day.weekday().number_from_monday());
        let mut days: Vec<i64> = self.weekdays.iter().map(|it| i64::from(*it)).collect();
        if days.is_empty() {
            days.push(today);
        }
        let later = days.iter().filter(|it| **it > today).min();
        let first = days.iter().min().copied().unwrap_or(today);
        let ahead = later.map_or(interval * 7 + first - today, |it| it - today);
        day.checked_add(Duration::days(ahead))
    }

    fn day_of_month_after(&self, day: Date, months: i64) -> Option<Date> {
        // The day may still come in the month of the day itself: the ticket was due before its usual day.
        let [this, next] = [0, months].map(|ahead| self.day_in_month(day, ahead));
        this.filter(|it| *it > day).or(next)
    }

    /// The day of the pattern in the month that lies some months ahead.
    fn day_in_month(&self, day: Date, ahead: i64) -> Option<Date> {
        let months = i64::from(day.year()) * 12 + i64::from(u8::from(day.month())) - 1 + ahead;
        let year = i32::try_from(months.div_euclid(12)).ok()?;
        let month = Month::try_from(u8::try_from(months.rem_euclid(12) + 1).ok()?).ok()?;
        let length = days_in_month(month, year);
        let wanted = match (self.nth, self.weekdays.first()) {
            (Some(nth), Some(weekday)) => nth_weekday(year, month, nth, *weekday)?,
            _ => self.month_day.and_then(|it| u8::try_from(it).ok()).unwrap_or_else(|| day.day()).min(length),
        };
        Date::from_calendar_date(year, month, wanted).ok()
    }
}

/// The day of the nth weekday of a month; -1 is the last one.
fn nth_weekday(year: i32, month: Month, nth: i32, weekday: i32) -> Option<u8> {
    let number = |day: Weekday| i32::from(day.number_from_monday());
    let length = i32::from(days_in_month(month, year));
    let first = number(Date::from_calendar_date(year, month, 1).ok()?.weekday());
    let earliest = 1 + (weekday - first).rem_euclid(7);
    let day = if nth < 0 { earliest + (length - earliest) / 7 * 7 } else { earliest + (nth - 1) * 7 };
    u8::try_from(day).ok().filter(|day| i32::from(*day) <= length)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};
    use uuid::Uuid;

    use super::*;
    use crate::domain::{
        date::Instant,
        ids::{RecurrenceId, TicketId, UserId},
    };

    fn every(interval: i32, period: Period) -> Recurrence {
        Recurrence {
            id: RecurrenceId(Uuid::nil()),
            ticket_id: TicketId(Uuid::nil()),
            period,
            interval,
            weekdays: Vec::new(),
            month_day: None,
            nth: None,
            counted_from: CountedFrom::DueDate,
            ends_on: None,
            times: None,
            occurrence: 1,
            created_user_id: UserId(Uuid::nil()),
            created_at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
        }
    }

    fn day(text: &str) -> PlainDate {
        PlainDate::parse(text).expect("a day")
    }

    /// The dates of a rule, each completed on its due date.
    fn dates(rule: &Recurrence, from: &str, count: usize) -> Vec<String> {
        let next = |due: &PlainDate| rule.next_due(Some(*due), *due);
        std::iter::successors(Some(day(from)), next).skip(1).take(count).map(|it| it.to_string()).collect()
    }

    #[test]
    fn rc2_each_period_has_its_dates() {
        let weekdays = |days: &[i32], rule: Recurrence| Recurrence { weekdays: days.to_vec(), ..rule };
        let nth = |n: i32, weekday: i32, rule: Recurrence| Recurrence { nth: Some(n), ..weekdays(&[weekday], rule) };
        let on = |day: i32, rule: Recurrence| Recurrence { month_day: Some(day), ..rule };
        let table = [
            (every(1, Period::Day), "2028-02-28", ["2028-02-29", "2028-03-01", "2028-03-02"]),
            (every(10, Period::Day), "2026-12-28", ["2027-01-07", "2027-01-17", "2027-01-27"]),
            (every(1, Period::Week), "2026-11-25", ["2026-12-02", "2026-12-09", "2026-12-16"]),
            // Monday and Thursday, every second week.
            (weekdays(&[1, 4], every(2, Period::Week)), "2026-11-23", ["2026-11-26", "2026-12-07", "2026-12-10"]),
            (on(31, every(1, Period::Month)), "2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30"]),
            (every(1, Period::Month), "2026-11-15", ["2026-12-15", "2027-01-15", "2027-02-15"]),
            (on(20, every(1, Period::Month)), "2026-11-15", ["2026-11-20", "2026-12-20", "2027-01-20"]),
            // The second Tuesday, and the last Friday.
            (nth(2, 2, every(1, Period::Month)), "2026-11-10", ["2026-12-08", "2027-01-12", "2027-02-09"]),
            (nth(-1, 5, every(3, Period::Month)), "2026-11-27", ["2027-02-26", "2027-05-28", "2027-08-27"]),
            (every(1, Period::Year), "2026-11-25", ["2027-11-25", "2028-11-25", "2029-11-25"]),
            (on(29, every(1, Period::Year)), "2028-02-29", ["2029-02-28", "2030-02-28", "2031-02-28"]),
            (nth(4, 4, every(1, Period::Year)), "2026-11-26", ["2027-11-25", "2028-11-23", "2029-11-22"]),
        ];
        for (rule, from, expected) in table {
            assert_eq!(dates(&rule, from, 3), expected, "{rule:?}");
        }
        // The 29th comes back in leap years.
        assert_eq!(dates(&on(29, every(1, Period::Year)), "2031-02-28", 1), ["2032-02-29"]);
    }

    #[test]
    fn rc3_days_that_had_passed_at_completion_are_left_out() {
        let weekly = every(1, Period::Week);
        let late = weekly.next_due(Some(day("2026-11-02")), day("2026-11-25"));
        assert_eq!(late, Some(day("2026-11-30")));
        let early = weekly.next_due(Some(day("2026-11-30")), day("2026-11-25"));
        assert_eq!(early, Some(day("2026-12-07")));
        let by_completion = Recurrence { counted_from: CountedFrom::Completion, ..weekly };
        assert_eq!(by_completion.next_due(Some(day("2026-11-02")), day("2026-11-25")), Some(day("2026-12-02")));
        // Completed before its due date: the next date is later than that due date all the same.
        assert_eq!(by_completion.next_due(Some(day("2026-12-20")), day("2026-11-25")), Some(day("2026-12-23")));
        assert_eq!(by_completion.next_due(None, day("2026-11-25")), Some(day("2026-12-02")));
    }

    #[test]
    fn rc4_a_recurrence_ends_on_its_day_or_after_its_number() {
        let until = Recurrence { ends_on: Some(day("2026-12-09")), ..every(1, Period::Week) };
        assert_eq!(dates(&until, "2026-11-25", 5), ["2026-12-02", "2026-12-09"]);
        let thrice = Recurrence { times: Some(3), occurrence: 3, ..every(1, Period::Week) };
        assert_eq!(thrice.next_due(Some(day("2026-11-25")), day("2026-11-25")), None);
        let second = Recurrence { occurrence: 2, ..thrice };
        assert!(second.next_due(Some(day("2026-11-25")), day("2026-11-25")).is_some());
        assert_eq!(every(999, Period::Year).next_due(Some(day("2600-01-01")), day("2600-01-01")), None);
    }

    #[test]
    fn rc2_any_next_date_is_later_fits_its_rule_and_keeps_its_end() {
        let mut random = StdRng::seed_from_u64(12);
        for n in 0..20_000 {
            let period = [Period::Day, Period::Week, Period::Month, Period::Year][random.random_range(0..4)];
            let mut rule = every(random.random_range(1..=40), period);
            match period {
                Period::Week => rule.weekdays = (1..=7).filter(|_| random.random_bool(0.4)).collect(),
                Period::Month | Period::Year if random.random_bool(0.5) => {
                    rule.nth = Some([1, 2, 3, 4, -1][random.random_range(0..5)]);
                    rule.weekdays = vec![random.random_range(1..=7)];
                }
                Period::Month | Period::Year if random.random_bool(0.7) => {
                    rule.month_day = Some(random.random_range(1..=31));
                }
                _ => {}
            }
            let some_day = |random: &mut StdRng| {
                let first = Date::from_calendar_date(2020, Month::January, 1).expect("a day");
                PlainDate(first + Duration::days(random.random_range(0..15_000)))
            };
            rule.counted_from = if random.random_bool(0.5) { CountedFrom::DueDate } else { CountedFrom::Completion };
            rule.ends_on = random.random_bool(0.3).then(|| some_day(&mut random));
            let due = random.random_bool(0.8).then(|| some_day(&mut random));
            let completed = some_day(&mut random);
            let Some(next) = rule.next_due(due, completed) else {
                assert!(rule.ends_on.is_some(), "{n}: {rule:?} has no next date after {due:?}, {completed:?}");
                continue;
            };
            let told = format!("{n}: {rule:?}, {due:?}, {completed:?}: {next}");
            assert!(due.is_none_or(|due| next > due) && next >= completed, "{told}");
            assert!(rule.ends_on.is_none_or(|end| next <= end), "{told}");
            let weekday = i32::from(next.0.weekday().number_from_monday());
            assert!(rule.weekdays.is_empty() || rule.weekdays.contains(&weekday), "{told}");
            let (day, length) = (next.0.day(), days_in_month(next.0.month(), next.0.year()));
            match rule.nth {
                Some(-1) => assert!(day + 7 > length, "{told}"),
                Some(nth) => assert_eq!((i32::from(day) - 1) / 7 + 1, nth, "{told}"),
                None => {
                    let wanted = rule.month_day.map(|it| it.min(i32::from(length)));
                    assert!(wanted.is_none_or(|wanted| i32::from(day) == wanted), "{told}");
                }
            }
        }
    }
}
