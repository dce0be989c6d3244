//! Filters and tickets by seeded chance.

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use time::Duration;

use super::fixture::Fixture;
use crate::domain::{
    date::PlainDate,
    entity::Ticket,
    filter::{
        language::{Form, Known, Language},
        tree::{Condition, Day, Filter, Span, Want},
    },
    kinds::attribute::value::FieldValue,
};

const TEXTS: [&str; 9] = ["pier", "a \"b\" \\c", "STRASSE", "ΟΔΟΣ", "ς", "İ", "none", "x, y) or (z", "世界"];

/// A filter as reading gives it: groups are joined, and no group has one part.
pub fn filter(seed: u64, language: &Language) -> Filter {
    let mut dice = StdRng::seed_from_u64(seed);
    part(&mut dice, language, 3)
}

fn part(dice: &mut StdRng, language: &Language, depth: u32) -> Filter {
    match dice.random_range(0..if depth == 0 { 3 } else { 7 }) {
        0..=2 => Filter::Is(condition(dice, language)),
        3 => part(dice, language, depth - 1).negated(),
        turn => {
            let parts = (0..dice.random_range(2..4)).map(|_| part(dice, language, depth - 1)).collect();
            if turn % 2 == 0 { Filter::all(parts) } else { Filter::any(parts) }
        }
    }
}

fn condition(dice: &mut StdRng, language: &Language) -> Condition {
    let fields = language.fields();
    let known = &fields[dice.random_range(0..fields.len())];
    let has = known.form == Form::Text && dice.random_bool(0.5);
    let mut wants = Vec::new();
    for _ in 0..dice.random_range(1..4) {
        let want = want(dice, known, has);
        if !wants.contains(&want) {
            wants.push(want);
        }
    }
    Condition { field: known.field, wants }
}

fn want(dice: &mut StdRng, known: &Known, has: bool) -> Want {
    if !has && dice.random_ratio(1, 5) {
        return if dice.random() { Want::None } else { Want::Any };
    }
    match known.form {
        Form::Choice if known.is_of_people && dice.random_ratio(1, 4) => Want::Me,
        Form::Choice => match known.choices.get(dice.random_range(0..known.choices.len().max(1))) {
            Some(choice) => Want::Choice(choice.id.clone()),
            None => Want::Any,
        },
        Form::Text => {
            let text = TEXTS[dice.random_range(0..TEXTS.len())].to_owned();
            if has { Want::Has(text) } else { Want::Same(text) }
        }
        Form::Number => {
            let number = |dice: &mut StdRng| ["-2", "3", "3.0", "10.5", "1e3", "0"][dice.random_range(0..6)].to_owned();
            let (from, to) = bounds(dice, number);
            Want::Numbers { from, to }
        }
        Form::Date if dice.random_ratio(1, 3) => Want::Span(Span::ALL[dice.random_range(0..4)]),
        Form::Date => {
            let (from, to) = bounds(dice, |dice| match dice.random_range(0..2) {
                0 => Day::Distance(dice.random_range(-40..40)),
                _ => Day::Date(date(dice)),
            });
            Want::Days { from, to }
        }
    }
}

fn bounds<T>(dice: &mut StdRng, one: impl Fn(&mut StdRng) -> T) -> (Option<T>, Option<T>) {
    match dice.random_range(0..3) {
        0 => (Some(one(dice)), None),
        1 => (None, Some(one(dice))),
        _ => (Some(one(dice)), Some(one(dice))),
    }
}

fn date(dice: &mut StdRng) -> PlainDate {
    let start = PlainDate::parse("2026-11-25").expect("a day");
    PlainDate(start.0 + Duration::days(dice.random_range(-40..40)))
}

/// Tickets with values that the filters ask for.
pub fn tickets(seed: u64, fixture: &Fixture, count: usize) -> Vec<Ticket> {
    let mut dice = StdRng::seed_from_u64(seed);
    (0..count).map(|_| ticket(&mut dice, fixture)).collect()
}

fn ticket(dice: &mut StdRng, fixture: &Fixture) -> Ticket {
    let base = &fixture.tickets[dice.random_range(0..fixture.tickets.len())];
    let mut row = serde_json::to_value(base).expect("JSON");
    let mut put = |name: &str, value: Value| row[name] = value;
    let instant = |dice: &mut StdRng| json!(format!("{}T{:02}:30:00Z", date(dice), dice.random_range(0..24)));
    let day = |dice: &mut StdRng| if dice.random_bool(0.3) { Value::Null } else { json!(date(dice)) };
    let choices = |dice: &mut StdRng, word: &str| -> Vec<Value> {
        let known = fixture.language.fields().iter().find(|known| known.word == word).expect("a field");
        known.choices.iter().filter(|_| dice.random_bool(0.3)).map(|choice| json!(choice.id)).collect()
    };
    let words: Vec<&str> = (0..dice.random_range(1..4)).map(|_| TEXTS[dice.random_range(0..TEXTS.len())]).collect();
    put("title", json!(words.join(" ").to_lowercase()));
    put("createdAt", instant(dice));
    put("completedAt", if dice.random() { instant(dice) } else { Value::Null });
    put("startDate", day(dice));
    put("dueDate", day(dice));
    put("private", json!(dice.random_bool(0.3)));
    put("assigneesIds", json!(choices(dice, "assignee")));
    put("labels", json!(choices(dice, "label")));
    put("componentsIds", json!(choices(dice, "component")));
    put("fixVersionsIds", json!(choices(dice, "version")));
    put("reportBy", choices(dice, "reporter").pop().unwrap_or(Value::Null));
    put("completedByUserId", choices(dice, "completed-by").pop().unwrap_or(Value::Null));
    if let Some(creator) = choices(dice, "creator").pop() {
        put("createdUserId", creator);
    }
    put("taskTypeId", choices(dice, "type").pop().unwrap_or(Value::Null));
    put("sprintId", choices(dice, "sprint").pop().unwrap_or(Value::Null));
    put("priority", choices(dice, "priority").pop().unwrap_or(Value::Null));
    if let Some(status) = choices(dice, "status").pop() {
        put("statusId", status);
    }
    let places: Vec<Value> =
        choices(dice, "list").into_iter().map(|list| json!({"listId": list, "rank": "V"})).collect();
    put("lists", json!(places));
    let mut ticket: Ticket = serde_json::from_value(row).expect("a ticket");
    for known in fixture.language.fields() {
        let super::super::tree::Field::Attribute(id) = known.field else { continue };
        ticket.fields.remove(&id);
        if dice.random_bool(0.4) {
            continue;
        }
        let value = match known.form {
            Form::Text => FieldValue::Text(words.join(", ")),
            Form::Number => FieldValue::Number([-2.0, 3.0, 10.5, 1e3, 0.0][dice.random_range(0..5)]),
            Form::Date => FieldValue::Text(date(dice).to_string()),
            Form::Choice if known.choices.len() == 1 => FieldValue::Flag(true),
            Form::Choice => {
                let mut ids = choices(dice, &known.word);
                // A single select has one option.
                ids.truncate(if known.name.as_deref() == Some("Mood") { 1 } else { ids.len() });
                if ids.is_empty() {
                    continue;
                }
                serde_json::from_value(json!(ids)).expect("ids")
            }
        };
        ticket.fields.insert(id, value);
    }
    ticket
}
