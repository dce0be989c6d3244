//! The checker of every history. It is pure: the same history always gets the same verdict.
//!
//! The checker trusts no statement of a node. It uses what clients requested, what sockets received, and what the
//! database holds at the end. Each rule names its invariant.

mod commands;
mod figures;
mod journal;
mod rights;
mod states;
mod streams;
mod texts;
mod verdict;

#[cfg(test)]
mod tests;

use crate::history::{Entry, History};
pub use figures::Figures;
pub use verdict::{Verdict, Violation};

/// Judges a history.
pub fn check(history: &History) -> Verdict {
    let mut verdict = Verdict::default();
    let streams = journal::read(history, &mut verdict);
    commands::check(history, &streams, &mut verdict);
    streams::check(history, &streams, &mut verdict);
    states::check(history, &streams, &mut verdict);
    texts::check(history, &mut verdict);
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
