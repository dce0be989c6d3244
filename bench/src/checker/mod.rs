//! The checker of every history. It is pure: the same history always gets the same verdict.
//!
//! The checker trusts no statement of a node. It uses what clients requested, what sockets received, and what the
//! database holds at the end. Each rule names its invariant.

mod commands;
mod figures;
mod states;
mod streams;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use uuid::Uuid;

use crate::history::{Entry, History};
pub use figures::Figures;

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

    fn violated(&mut self, invariant: &str, words: impl Into<String>) {
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

/// A stream as the database holds it at the end.
struct Stream<'a> {
    epoch: Uuid,
    head: i64,
    events: &'a [(i64, Uuid)],
}

type Streams<'a> = BTreeMap<Uuid, Stream<'a>>;

/// Judges a history.
pub fn check(history: &History) -> Verdict {
    let mut verdict = Verdict::default();
    let streams = journal(history, &mut verdict);
    commands::check(history, &streams, &mut verdict);
    streams::check(history, &streams, &mut verdict);
    states::check(history, &streams, &mut verdict);
    for entry in &history.entries {
        if let Entry::Counted { invariant, words, count, most } = entry
            && count > most
        {
            verdict.violated(invariant, format!("{words}: {count}, at most {most}"));
        }
    }
    figures::gather(history, &mut verdict.figures);
    verdict
}

/// INV-4, INV-5: the journal has no gap and no duplicate, and ends at the head of its stream.
fn journal<'a>(history: &'a History, verdict: &mut Verdict) -> Streams<'a> {
    let mut streams = Streams::new();
    for entry in &history.entries {
        let Entry::Journal { scope, epoch, head, events } = entry else { continue };
        let whole = events.iter().map(|(seq, _)| *seq).eq(1..=*head);
        if !whole {
            verdict.violated("INV-4", format!("the journal of {scope} is not 1 to {head} without gaps and duplicates"));
        }
        streams.insert(*scope, Stream { epoch: *epoch, head: *head, events });
    }
    if streams.is_empty() {
        verdict.violated("INV-5", "the history holds no journal");
    }
    streams
}
