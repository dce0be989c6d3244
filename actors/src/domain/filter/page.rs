//! Pages of the tickets that pass a filter: their order, and where the next page begins.

use std::fmt;

use time::{Date, Month};
use uuid::Uuid;

use super::{holds::Reference, tree::Filter};
use crate::domain::{
    date::{Instant, PlainDate},
    entity::Ticket,
    ids::TicketId,
};

/// The most tickets of a page, and the number if the caller names none.
pub const MOST: usize = 200;
pub const PAGE: usize = 50;

/// What tickets are sorted by. Tickets without a value come last, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Created,
    Updated,
    Due,
    Start,
    Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub key: Key,
    pub descending: bool,
}

impl Order {
    /// The newest first.
    pub const NEWEST: Self = Self { key: Key::Created, descending: true };

    /// Reads `due`, or `-due` for the reverse.
    pub fn read(text: &str) -> Option<Self> {
        let (word, descending) = text.strip_prefix('-').map_or((text, false), |word| (word, true));
        let key = match word {
            "created" => Key::Created,
            "updated" => Key::Updated,
            "due" => Key::Due,
            "start" => Key::Start,
            "number" => Key::Number,
            _ => return None,
        };
        Some(Self { key, descending })
    }

    fn key_of(self, ticket: &Ticket) -> Option<i64> {
        match self.key {
            Key::Created => Some(micros(ticket.created_at)),
            Key::Updated => Some(micros(ticket.updated_at)),
            Key::Due => ticket.due_date.map(days),
            Key::Start => ticket.start_date.map(days),
            Key::Number => Some(ticket.number),
        }
    }
}

/// The day from which the keys of days are counted.
pub const FIRST_DAY: &str = "2000-01-01";

fn days(date: PlainDate) -> i64 {
    let first = Date::from_calendar_date(2000, Month::January, 1).unwrap_or(date.0);
    (date.0 - first).whole_days()
}

fn micros(at: Instant) -> i64 {
    i64::try_from(at.get().unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX)
}

/// A place in the order: behind a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub key: Option<i64>,
    pub id: TicketId,
}

impl Place {
    pub fn of(ticket: &Ticket, order: Order) -> Self {
        Self { key: order.key_of(ticket), id: ticket.id }
    }

    /// Reads a place as it was written.
    pub fn read(text: &str) -> Option<Self> {
        let (key, id) = text.split_once('_')?;
        let key = if key.is_empty() { None } else { Some(key.parse().ok()?) };
        Some(Self { key, id: TicketId(Uuid::try_parse(id).ok()?) })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = self.key {
            write!(f, "{key}")?;
        }
        write!(f, "_{}", self.id)
    }
}

/// A page of the tickets that pass a filter.
#[derive(Clone, Debug)]
pub struct TicketQuery {
    pub filter: Filter,
    pub reference: Reference,
    pub order: Order,
    pub after: Option<Place>,
    pub limit: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fl11_orders_and_places_are_read_as_they_are_written_and_nothing_else_is() {
        assert_eq!(Order::read("-created"), Some(Order::NEWEST));
        assert_eq!(Order::read("due"), Some(Order { key: Key::Due, descending: false }));
        for wrong in ["", "-", "--due", "Due", "title", "due; drop table tickets"] {
            assert_eq!(Order::read(wrong), None, "{wrong}");
        }
        for key in [None, Some(0), Some(-7), Some(i64::MAX)] {
            let place = Place { key, id: TicketId(Uuid::from_u128(9)) };
            assert_eq!(Place::read(&place.to_string()), Some(place));
        }
        for wrong in [
            "",
            "_",
            "7",
            "7_",
            "x_00000000-0000-0000-0000-000000000009",
            "99999999999999999999_00000000-0000-0000-0000-000000000009",
        ] {
            assert_eq!(Place::read(wrong), None, "{wrong}");
        }
    }
}
