//! A filter as a tree.

use crate::domain::{date::PlainDate, ids::AttributeId};

/// Which tickets are meant. A group without members is not made, except an empty `All`, which means every ticket.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Is(Condition),
}

/// A ticket passes if the value of its field meets one of the wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub field: Field,
    pub wants: Vec<Want>,
}

/// A field of a ticket that a filter may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    Assignee,
    Completed,
    CompletedBy,
    Component,
    Created,
    Creator,
    Due,
    Label,
    Linked,
    List,
    Parent,
    Priority,
    Private,
    Reporter,
    Sprint,
    Start,
    Status,
    Title,
    Type,
    Version,
    Attribute(AttributeId),
}

/// What a condition wants of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// No value.
    None,
    /// A value, whichever it is.
    Any,
    /// The person who asks.
    Me,
    /// An option: the id of a row, or a word such as `week` for a priority.
    Choice(String),
    /// A text that contains this one, in any case.
    Has(String),
    /// This text, in any case.
    Same(String),
    /// A day of a span that follows the calendar.
    Span(Span),
    /// A day between two, both included. A bound that is missing is open.
    Days { from: Option<Day>, to: Option<Day> },
    /// A number between two, both included, as they were typed.
    Numbers { from: Option<String>, to: Option<String> },
}

impl Want {
    /// True if the want compares texts, which the database cannot do by the same rules.
    pub fn compares_texts(&self) -> bool {
        matches!(self, Self::Has(_) | Self::Same(_))
    }
}

/// A day of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    Date(PlainDate),
    /// So many days after the day on which the filter is applied.
    Distance(i16),
}

/// Days that follow the calendar. Weeks begin on Monday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    Week,
    NextWeek,
    Month,
    NextMonth,
}

impl Span {
    pub const ALL: [Self; 4] = [Self::Week, Self::NextWeek, Self::Month, Self::NextMonth];

    pub fn word(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::NextWeek => "next-week",
            Self::Month => "month",
            Self::NextMonth => "next-month",
        }
    }
}

impl Filter {
    /// The filter that every ticket passes.
    pub const EVERY: Self = Self::All(Vec::new());

    pub fn is_every(&self) -> bool {
        matches!(self, Self::All(parts) if parts.is_empty())
    }

    /// The tickets that pass all of the parts: one part alone is itself, and groups of the same sort are joined.
    pub fn all(parts: Vec<Self>) -> Self {
        let joined = parts.into_iter().flat_map(|part| match part {
            Self::All(inner) => inner,
            other => vec![other],
        });
        single(joined.collect()).unwrap_or_else(Self::All)
    }

    /// The tickets that pass at least one of the parts.
    pub fn any(parts: Vec<Self>) -> Self {
        let joined = parts.into_iter().flat_map(|part| match part {
            Self::Any(inner) => inner,
            other => vec![other],
        });
        single(joined.collect()).unwrap_or_else(Self::Any)
    }

    /// The tickets that do not pass.
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// True if a condition names the field.
    pub fn names(&self, field: Field) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.names(field)),
            Self::Not(inner) => inner.names(field),
            Self::Is(condition) => condition.field == field,
        }
    }
}

/// The only part, or all parts if there is not exactly one.
fn single(mut parts: Vec<Filter>) -> Result<Filter, Vec<Filter>> {
    match parts.len() {
        1 => Ok(parts.remove(0)),
        _ => Err(parts),
    }
}
