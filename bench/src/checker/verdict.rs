//! What the checker says of a history.

use std::fmt;

use super::figures::Figures;

/// One broken invariant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    pub invariant: String,
    pub words: String,
}

/// The verdict on a history, which holds if there are no violations.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub violations: Vec<Violation>,
    pub figures: Figures,
}

impl Verdict {
    pub fn holds(&self) -> bool {
        self.violations.is_empty()
    }

    /// The invariants that were broken, each once.
    pub fn broken(&self) -> Vec<&str> {
        let mut broken: Vec<&str> = self.violations.iter().map(|it| it.invariant.as_str()).collect();
        broken.sort_unstable();
        broken.dedup();
        broken
    }

    pub(super) fn violated(&mut self, invariant: &str, words: impl Into<String>) {
        self.violations.push(Violation { invariant: invariant.to_owned(), words: words.into() });
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.holds() {
            return write!(f, "holds");
        }
        // Print only the first violations; the history has the rest.
        let first: Vec<String> =
            self.violations.iter().take(5).map(|it| format!("{}: {}", it.invariant, it.words)).collect();
        write!(f, "{} violations: {}", self.violations.len(), first.join("; "))
    }
}
