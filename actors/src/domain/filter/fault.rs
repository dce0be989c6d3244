//! Why a text is no filter.

use crate::words;

/// What is wrong with a text, and where. `at` counts the characters before the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: usize,
    pub kind: FaultKind,
    /// The part of the text that is meant; may be empty.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Something else should stand here.
    Unexpected,
    /// The text ends too early.
    Unfinished,
    OpenQuote,
    UnknownField,
    UnknownValue,
    /// Several options have this name.
    AmbiguousValue,
    /// The field cannot be compared in this way.
    WrongOperator,
    NotANumber,
    NotADate,
    BlankText,
    LongText,
    TooDeep,
    TooManyConditions,
    TooManyValues,
    TooLong,
}

impl FaultKind {
    /// The stable name of the fault, the same in the web app.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unexpected => "unexpected",
            Self::Unfinished => "unfinished",
            Self::OpenQuote => "openQuote",
            Self::UnknownField => "unknownField",
            Self::UnknownValue => "unknownValue",
            Self::AmbiguousValue => "ambiguousValue",
            Self::WrongOperator => "wrongOperator",
            Self::NotANumber => "notANumber",
            Self::NotADate => "notADate",
            Self::BlankText => "blankText",
            Self::LongText => "longText",
            Self::TooDeep => "tooDeep",
            Self::TooManyConditions => "tooManyConditions",
            Self::TooManyValues => "tooManyValues",
            Self::TooLong => "tooLong",
        }
    }
}

impl Fault {
    pub fn new(at: usize, kind: FaultKind, what: impl Into<String>) -> Self {
        Self { at, kind, what: what.into() }
    }

    /// The fault in words, for a refusal.
    pub fn message(&self) -> String {
        words::filter_fault(self.kind.code(), self.at + 1, &self.what)
    }
}
