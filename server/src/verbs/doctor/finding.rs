//! The findings of `troupe doctor`.

use std::fmt;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Good,
    /// Works now, but may fail later, or for some users.
    Note,
    Wrong,
}

/// One check and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub state: State,
    pub what: &'static str,
    pub says: String,
}

impl Finding {
    pub fn good(what: &'static str, says: impl Into<String>) -> Self {
        Self { state: State::Good, what, says: says.into() }
    }

    pub fn note(what: &'static str, says: impl Into<String>) -> Self {
        Self { state: State::Note, what, says: says.into() }
    }

    pub fn wrong(what: &'static str, says: impl Into<String>) -> Self {
        Self { state: State::Wrong, what, says: says.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Good => "good ",
            State::Note => "note ",
            State::Wrong => "WRONG",
        };
        write!(f, "{state}  {:<10} {}", self.what, self.says)
    }
}
