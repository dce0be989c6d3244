//! Whether a ticket passes a filter.

use std::borrow::Cow;

use time::{Date, Duration, UtcOffset};

use super::{
    language::TRUE,
    linked::Linked,
    tree::{Condition, Day, Field, Filter, Span, Want},
};
use crate::domain::{
    date::{Instant, PlainDate},
    entity::{Priority, Ticket},
    ids::UserId,
    kinds::attribute::value::FieldValue,
};

/// Who asks, and when.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The day from which relative days are counted.
    pub day: PlainDate,
    pub me: UserId,
    /// Decides the day on which an instant falls.
    pub offset: UtcOffset,
}

/// Whether the ticket passes. `linked` is how it is linked to other tickets; a filter that does not name it needs none.
pub fn holds(filter: &Filter, ticket: &Ticket, linked: &[Linked], reference: &Reference) -> bool {
    match filter {
        Filter::All(parts) => parts.iter().all(|part| holds(part, ticket, linked, reference)),
        Filter::Any(parts) => parts.iter().any(|part| holds(part, ticket, linked, reference)),
        Filter::Not(inner) => !holds(inner, ticket, linked, reference),
        Filter::Is(Condition { field, wants }) => {
            let own = own(*field, ticket, linked, reference);
            let lower = match &own {
                // Once, because a condition may name a hundred texts.
                Own::Text(text) if wants.iter().any(Want::compares_texts) => text.to_lowercase(),
                _ => String::new(),
            };
            wants.iter().any(|want| meets(&own, &lower, want, reference))
        }
    }
}

/// The first and the last day that a want allows; `None` for an open end. Years outside the calendar count as open.
pub fn days_of(from: Option<Day>, to: Option<Day>, today: PlainDate) -> (Option<Date>, Option<Date>) {
    let date = |day: Day| match day {
        Day::Date(date) => Some(date.0),
        Day::Distance(days) => today.0.checked_add(Duration::days(i64::from(days))),
    };
    (from.and_then(date), to.and_then(date))
}

/// The first and the last day of a span.
pub fn span_of(span: Span, today: PlainDate) -> (Date, Date) {
    let today = today.0;
    let first = |day: Date| day.replace_day(1).unwrap_or(day);
    let next_month = |day: Date| first(first(day) + Duration::days(32));
    match span {
        Span::Week | Span::NextWeek => {
            let monday = today - Duration::days(i64::from(today.weekday().number_days_from_monday()));
            let monday = if span == Span::Week { monday } else { monday + Duration::days(7) };
            (monday, monday + Duration::days(6))
        }
        Span::Month => (first(today), next_month(today) - Duration::days(1)),
        Span::NextMonth => (next_month(today), next_month(next_month(today)) - Duration::days(1)),
    }
}

/// A number as it was typed.
pub fn number_of(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// The value of a ticket's field.
enum Own<'t> {
    Nothing,
    Choices(Vec<String>),
    Text(Cow<'t, str>),
    Number(f64),
}

fn own<'t>(field: Field, ticket: &'t Ticket, linked: &[Linked], reference: &Reference) -> Own<'t> {
    let ids = |ids: Vec<String>| if ids.is_empty() { Own::Nothing } else { Own::Choices(ids) };
    let id = |id: Option<String>| ids(id.into_iter().collect());
    let date = |date: Option<PlainDate>| date.map_or(Own::Nothing, |date| Own::Text(date.to_string().into()));
    let instant = |at: Option<Instant>| {
        date(at.and_then(|at| Some(PlainDate(at.get().checked_to_offset(reference.offset)?.date()))))
    };
    match field {
        Field::Assignee => ids(ticket.assignees_ids.iter().map(ToString::to_string).collect()),
        Field::Completed => instant(ticket.completed_at),
        Field::CompletedBy => id(ticket.completed_by_user_id.map(|it| it.to_string())),
        Field::Component => ids(ticket.components_ids.iter().map(ToString::to_string).collect()),
        Field::Created => instant(Some(ticket.created_at)),
        Field::Creator => id(Some(ticket.created_user_id.to_string())),
        Field::Due => date(ticket.due_date),
        Field::Label => ids(ticket.labels.iter().map(ToString::to_string).collect()),
        Field::Linked => ids(linked.iter().map(|it| it.word().to_owned()).collect()),
        Field::List => ids(ticket.lists.iter().map(|place| place.list_id.to_string()).collect()),
        Field::Parent => id(ticket.parent_ticket_id.map(|it| it.to_string())),
        Field::Priority => id(ticket.priority.map(|it| priority(it).to_owned())),
        Field::Private => id(ticket.private.then(|| TRUE.to_owned())),
        Field::Reporter => id(ticket.report_by.map(|it| it.to_string())),
        Field::Sprint => id(ticket.sprint_id.map(|it| it.to_string())),
        Field::Start => date(ticket.start_date),
        Field::Status => id(Some(ticket.status_id.to_string())),
        Field::Title => Own::Text(Cow::Borrowed(&ticket.title)),
        Field::Type => id(ticket.task_type_id.map(|it| it.to_string())),
        Field::Version => ids(ticket.fix_versions_ids.iter().map(ToString::to_string).collect()),
        Field::Attribute(attribute) => match ticket.fields.get(&attribute) {
            None | Some(FieldValue::Flag(false)) => Own::Nothing,
            Some(FieldValue::Flag(true)) => id(Some(TRUE.to_owned())),
            Some(FieldValue::Number(number)) => Own::Number(*number),
            Some(FieldValue::Text(text)) => Own::Text(Cow::Borrowed(text)),
            Some(FieldValue::Options(options)) => ids(options.iter().map(ToString::to_string).collect()),
        },
    }
}

/// The word of a priority.
fn priority(priority: Priority) -> &'static str {
    match priority {
        Priority::Day => "day",
        Priority::Week => "week",
        Priority::Month => "month",
        Priority::Quarter => "quarter",
        Priority::Year => "year",
    }
}

/// Whether a value meets a want. `lower` is the value in lower case, if the want compares texts.
fn meets(own: &Own<'_>, lower: &str, want: &Want, reference: &Reference) -> bool {
    match (want, own) {
        (Want::None, own) => matches!(own, Own::Nothing),
        (Want::Any, own) => !matches!(own, Own::Nothing),
        (Want::Me, Own::Choices(ids)) => ids.contains(&reference.me.to_string()),
        (Want::Choice(id), Own::Choices(ids)) => ids.contains(id),
        (Want::Has(text), Own::Text(_)) => lower.contains(&text.to_lowercase()),
        (Want::Same(text), Own::Text(_)) => lower == text.to_lowercase(),
        (Want::Span(span), Own::Text(own)) => {
            let (first, last) = span_of(*span, reference.day);
            PlainDate::parse(own).is_some_and(|day| (first..=last).contains(&day.0))
        }
        (Want::Days { from, to }, Own::Text(own)) => {
            let (first, last) = days_of(*from, *to, reference.day);
            let is_within = |day: Date| first.is_none_or(|first| day >= first) && last.is_none_or(|last| day <= last);
            PlainDate::parse(own).is_some_and(|day| is_within(day.0))
        }
        (Want::Numbers { from, to }, Own::Number(own)) => {
            from.as_ref().is_none_or(|from| *own >= number_of(from))
                && to.as_ref().is_none_or(|to| *own <= number_of(to))
        }
        _ => false,
    }
}
