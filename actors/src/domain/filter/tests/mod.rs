//! The filter language: reading, writing and applying filters, by hand and by seeded chance.

mod fixture;
mod random;
mod vectors;

use fixture::{fixture, known};

use super::{
    fault::{Fault, FaultKind},
    holds::holds,
    lists::within_lists,
    print::{with_ids, with_names},
    read::{read, read_stored},
    tree::Filter,
};

/// The numbers of the tickets that pass.
fn passing(text: &str) -> Vec<i64> {
    let fixture = fixture();
    let filter = read(text, &fixture.language).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let filter = within_lists(filter, &fixture.language);
    fixture
        .tickets
        .iter()
        .filter(|it| holds(&filter, it, &fixture.linked(it.id), &fixture.reference))
        .map(|it| it.number)
        .collect()
}

fn fault(text: &str) -> (FaultKind, usize) {
    let fixture = fixture();
    match read(text, &fixture.language) {
        Err(Fault { kind, at, .. }) => (kind, at),
        Ok(filter) => panic!("{text} is a filter: {filter:?}"),
    }
}

#[test]
fn fl12_a_filter_asks_how_a_ticket_is_linked_to_tickets_that_the_person_sees() {
    assert_eq!(passing("linked = blocked"), [2]);
    assert_eq!(passing("linked = blocking"), [1]);
    assert_eq!(passing("linked = dependency"), [1, 2, 3]);
    assert_eq!(passing("linked = related"), [2, 3]);
    assert_eq!(passing("linked = Duplicate"), [1, 2]);
    assert_eq!(passing("linked = none"), [4]);
    assert_eq!(passing("linked = any and linked != blocked, blocking"), [3]);
    assert_eq!(fault("linked = open"), (FaultKind::UnknownValue, 9));
}

#[test]
fn at12_a_ticket_outside_of_the_lists_of_an_attribute_has_no_value_of_it() {
    assert_eq!(passing("draught = 4"), [2]);
    assert_eq!(passing("draught != 4"), [1, 3, 4]);
    assert_eq!(passing("draught = none"), [1, 3, 4]);
    assert_eq!(passing("draught = any, none"), [1, 2, 3, 4]);
    assert_eq!(passing("draught = any and priority = any"), [2]);
}

#[test]
fn at15_a_filter_names_labels_of_the_sets_by_name_and_labels_that_have_left_them_by_id() {
    assert_eq!(passing("marks = bug"), [3]);
    assert_eq!(passing("marks = none"), [1, 2, 4]);
    let (left, text) = (known("STRASSE ΣΣ"), "marks = \"STRASSE ΣΣ\"");
    assert_eq!(fault(text), (FaultKind::UnknownValue, 8));
    assert_eq!(passing(&format!("marks = {left}")), [3]);
}

#[test]
fn fl1_a_filter_asks_for_options_texts_numbers_and_days() {
    assert_eq!(passing(""), [1, 2, 3, 4]);
    assert_eq!(passing("status = \"To do\""), [1, 2]);
    assert_eq!(passing("status = done, \"To do\" and priority = day"), [1]);
    assert_eq!(passing("priority = none"), [3, 4]);
    assert_eq!(passing("assignee = me"), [2]);
    assert_eq!(passing("assignee != me and assignee = any"), [1]);
    assert_eq!(passing("title ~ \"PIER\""), [1, 2]);
    assert_eq!(passing("title !~ pier"), [3, 4]);
    assert_eq!(passing("title = \"north pier\""), [1]);
    assert_eq!(passing("Place = shed"), [2]);
    assert_eq!(passing("\"Effort (days)\" >= 3"), [1, 2]);
    assert_eq!(passing("\"Effort (days)\" = 3..3.5"), [1]);
    assert_eq!(passing("\"Effort (days)\" != 3"), [2, 3, 4]);
    assert_eq!(passing("due = today"), [1]);
    assert_eq!(passing("due <= yesterday"), [2]);
    assert_eq!(passing("due = week, none"), [1, 3, 4]);
    assert_eq!(passing("due = -30d..2026-11-25"), [1, 2]);
    assert_eq!(passing("private = true or parent = any"), [3, 4]);
}

#[test]
fn fl2_and_binds_closer_than_or_and_not_closest() {
    assert_eq!(passing("priority = day or status = done and private = true"), [1, 3]);
    assert_eq!(passing("(priority = day or status = done) and private = true"), [3]);
    assert_eq!(passing("not priority = day and not private = true"), [2, 4]);
    assert_eq!(passing("not (priority = day or private = true)"), [2, 4]);
    assert_eq!(passing("NOT not priority = DAY"), [1]);
}

#[test]
fn fl3_a_fault_has_a_code_and_a_place() {
    for (text, kind, at) in [
        ("status", FaultKind::Unfinished, 6),
        ("status = ", FaultKind::Unfinished, 9),
        ("status = done and", FaultKind::Unfinished, 17),
        ("(status = done", FaultKind::Unfinished, 14),
        ("status = to do", FaultKind::Unexpected, 12),
        ("status = done do", FaultKind::Unexpected, 14),
        ("status == done", FaultKind::Unexpected, 8),
        ("due < today", FaultKind::Unexpected, 4),
        ("= done", FaultKind::Unexpected, 0),
        ("()", FaultKind::Unexpected, 1),
        ("status = done)", FaultKind::Unexpected, 13),
        ("title ~ \"pier", FaultKind::OpenQuote, 8),
        ("weather = good", FaultKind::UnknownField, 0),
        ("\"priority\" = day", FaultKind::UnknownField, 0),
        ("status = lost", FaultKind::UnknownValue, 9),
        ("assignee = \"me\"", FaultKind::UnknownValue, 11),
        ("status = me", FaultKind::UnknownValue, 9),
        ("assignee = \"Kim Li\"", FaultKind::AmbiguousValue, 11),
        ("status ~ done", FaultKind::WrongOperator, 7),
        ("title >= 3", FaultKind::WrongOperator, 6),
        ("\"Effort (days)\" = many", FaultKind::NotANumber, 18),
        ("\"Effort (days)\" = ..", FaultKind::NotANumber, 18),
        ("\"Effort (days)\" = NaN", FaultKind::NotANumber, 18),
        ("due = 2026-02-30", FaultKind::NotADate, 6),
        ("due >= week", FaultKind::NotADate, 7),
        ("due = 10000d", FaultKind::NotADate, 6),
        ("due >= 1d, 2d", FaultKind::TooManyValues, 11),
        ("title ~ \"  \"", FaultKind::BlankText, 8),
    ] {
        assert_eq!(fault(text), (kind, at), "{text}");
    }
    assert_eq!(fault("title ~ \"世界\" x"), (FaultKind::Unexpected, 13), "places count characters");
    let message = Fault::new(9, FaultKind::UnknownValue, "lost").message();
    assert_eq!(message, "Character 10: the field has no value “lost”.");
}

#[test]
fn fl4_a_filter_is_bounded() {
    let nested = |depth: usize| format!("{}status = done{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(passing(&nested(8)), [3]);
    assert_eq!(fault(&nested(9)), (FaultKind::TooDeep, 8));
    assert_eq!(fault(&format!("{}status = done", "not ".repeat(100_000))).0, FaultKind::TooLong);
    assert_eq!(fault(&format!("{}status = done", "not ".repeat(900))), (FaultKind::TooDeep, 32));
    let many = |count: usize| vec!["status = done"; count].join(" or ");
    assert_eq!(passing(&many(50)), [3]);
    assert_eq!(fault(&many(51)).0, FaultKind::TooManyConditions);
    assert_eq!(passing(&format!("title ~ {}", vec!["s"; 100].join(", "))), [2, 3, 4]);
    assert_eq!(fault(&format!("title ~ {}", vec!["s"; 101].join(", "))).0, FaultKind::TooManyValues);
    assert_eq!(fault(&format!("title ~ {}", "x".repeat(201))).0, FaultKind::LongText);
    assert_eq!(fault(&"x".repeat(4_001)), (FaultKind::TooLong, 4_000));
}

#[test]
fn fl5_a_name_that_is_gone_is_left_out_of_a_stored_filter() {
    let fixture = fixture();
    let gone = "00000000-0000-0000-0000-0000000000ff";
    for (text, left, count) in [
        (format!("{gone} = x"), String::new(), 1),
        (format!("status = {gone}"), String::new(), 1),
        (format!("label != {gone} and private = true"), "private = true".into(), 1),
        (format!("not (label = {gone} or {gone} ~ x)"), String::new(), 2),
        (format!("due = today or status = {gone}, {gone}"), "due = today".into(), 2),
        (format!("priority = {gone}, day"), "priority = day".into(), 1),
        ("priority = day".to_owned(), "priority = day".into(), 0),
    ] {
        let (filter, left_out) = read_stored(&text, &fixture.language);
        assert_eq!((with_ids(&filter, &fixture.language), left_out), (left, count), "{text}");
    }
    assert_eq!(read_stored("due = (", &fixture.language), (Filter::EVERY, 1));
}

#[test]
fn fl6_a_filter_is_written_with_ids_to_be_stored_and_with_names_for_people() {
    let fixture = fixture();
    let write = |text: &str| {
        let filter = read(text, &fixture.language).expect("a filter");
        (with_ids(&filter, &fixture.language), with_names(&filter, &fixture.language))
    };
    let (stored, shown) = write("STATUS = \"to DO\" or (place ~ 'x' and Place = none)");
    let (todo, place) = (known("To do"), known("Place"));
    assert_eq!(stored, format!("status = {todo} or {place} ~ \"'x'\" and {place} = none"));
    assert_eq!(shown, "status = \"To do\" or \"Place\" ~ \"'x'\" and \"Place\" = none");
    let (_, shown) = write("title ~ \"say \\\"a\\\\b\\\"\", x and due != 1d.. and due = 0d..0d and due <= -1d");
    assert_eq!(
        shown,
        "title ~ \"say \\\"a\\\\b\\\"\", \"x\" and due != tomorrow.. and due = today and due <= yesterday"
    );
    let kim = known("Kim");
    assert_eq!(write(&format!("assignee = {kim}, me")).1, format!("assignee = {kim}, me"), "two people have this name");
}

#[test]
fn fl7_reading_what_was_written_gives_the_same_filter_for_thousands_of_filters() {
    let fixture = fixture();
    for seed in 0..4_000 {
        let filter = random::filter(seed, &fixture.language);
        for text in [with_ids(&filter, &fixture.language), with_names(&filter, &fixture.language)] {
            assert_eq!(read(&text, &fixture.language).as_ref(), Ok(&filter), "seed {seed}: {text}");
        }
        assert_eq!(read_stored(&with_ids(&filter, &fixture.language), &fixture.language), (filter, 0), "seed {seed}");
    }
}

#[test]
fn fl8_days_follow_the_calendar_and_the_offset_of_the_person() {
    use super::{holds::span_of, tree::Span};
    use crate::domain::date::PlainDate;
    let day = |text: &str| PlainDate::parse(text).expect("a day");
    let span = |span, today| {
        let (first, last) = span_of(span, day(today));
        (PlainDate(first).to_string(), PlainDate(last).to_string())
    };
    let days = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(span(Span::Week, "2026-11-29"), days("2026-11-23", "2026-11-29"));
    assert_eq!(span(Span::NextWeek, "2026-11-29"), days("2026-11-30", "2026-12-06"));
    assert_eq!(span(Span::Month, "2028-02-10"), days("2028-02-01", "2028-02-29"));
    assert_eq!(span(Span::NextMonth, "2027-01-31"), days("2027-02-01", "2027-02-28"));
    let mut fixture = fixture();
    let filter = read("created = today", &fixture.language).expect("a filter");
    for (minutes, passes) in [(0, false), (120, true), (-120, false)] {
        fixture.reference.offset = time::UtcOffset::from_whole_seconds(minutes * 60).expect("an offset");
        // The first ticket was made at 23:30 UTC on the day before.
        assert_eq!(holds(&filter, &fixture.tickets[0], &[], &fixture.reference), passes, "{minutes}");
    }
}

#[test]
fn fl8_an_instant_falls_on_the_day_that_the_person_has_in_every_zone() {
    let mut fixture = fixture();
    let filter = read("created = today", &fixture.language).expect("a filter");
    let day = fixture.reference.day.0;
    let mut ticket = fixture.tickets[0].clone();
    for minutes in (-12 * 60..=14 * 60).step_by(15) {
        fixture.reference.offset = time::UtcOffset::from_whole_seconds(minutes * 60).expect("an offset");
        for quarter in -200..200 {
            let at = day.midnight().assume_utc() + time::Duration::minutes(15 * quarter);
            ticket.created_at = crate::domain::date::Instant::new(at);
            let passes = at.to_offset(fixture.reference.offset).date() == day;
            assert_eq!(holds(&filter, &ticket, &[], &fixture.reference), passes, "{at} at {minutes} minutes");
        }
    }
}
