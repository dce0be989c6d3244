//! The figures of a history.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use uuid::Uuid;

use crate::history::{Entry, History};

/// The figures of one run. Times are in milliseconds, percentiles are (p50, p99, max).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub acked: u64,
    pub refused: u64,
    /// Commands that were sent more than once before their answer.
    pub sent_again: u64,
    pub lost: u64,
    pub doubled: u64,
    pub unsettled: u64,
    pub holes: u64,
    pub after_revocation: u64,
    /// The longest time, in milliseconds, for which a client received frames after the end of its session. None if no
    /// session ended.
    pub heard_after_end: Option<u64>,
    pub deliveries: u64,
    /// Clients and nodes whose final state was compared.
    pub observers: u64,
    pub acks: (u64, u64, u64),
    /// From the end of a socket to the next welcome.
    pub back: (u64, u64, u64),
    /// From the end of the last fault until a client has everything.
    pub convergence: (u64, u64, u64),
    pub closes: BTreeMap<String, u64>,
    /// Pieces of text that people have typed into one text, and those that nodes have acknowledged.
    pub typed: u64,
    pub kept: u64,
}

pub(super) fn gather(history: &History, figures: &mut Figures) {
    let mut invoked: BTreeMap<Uuid, u64> = BTreeMap::new();
    let mut sent: BTreeMap<Uuid, u64> = BTreeMap::new();
    let mut acked: BTreeSet<Uuid> = BTreeSet::new();
    let mut refused: BTreeSet<Uuid> = BTreeSet::new();
    let mut closed: BTreeMap<u32, u64> = BTreeMap::new();
    let (mut acks, mut back, mut convergence) = (Vec::new(), Vec::new(), Vec::new());
    let mut healed = 0;
    for entry in &history.entries {
        match entry {
            Entry::Invoked { at, command, .. } => {
                invoked.insert(*command, *at);
            }
            Entry::Sent { command, .. } => *sent.entry(*command).or_insert(0) += 1,
            Entry::Acked { at, command, .. } => {
                let first = acked.insert(*command);
                acks.extend(first.then(|| at.saturating_sub(invoked.get(command).copied().unwrap_or(*at))));
            }
            Entry::Refused { command, .. } => {
                refused.insert(*command);
            }
            Entry::Closed { at, client, code, .. } => {
                closed.entry(*client).or_insert(*at);
                let code = code.map_or_else(|| "cut".to_owned(), |code| code.to_string());
                *figures.closes.entry(code).or_insert(0) += 1;
            }
            Entry::Welcomed { at, client, .. } => {
                if let Some(since) = closed.remove(client) {
                    back.push(at.saturating_sub(since));
                }
            }
            Entry::Healed { at } => healed = *at,
            Entry::Settled { at, .. } => convergence.push(at.saturating_sub(healed)),
            _ => {}
        }
    }
    figures.acked = acked.len() as u64;
    figures.refused = refused.len() as u64;
    figures.sent_again = sent.values().filter(|times| **times > 1).count() as u64;
    figures.acks = spread(acks);
    figures.back = spread(back);
    figures.convergence = spread(convergence);
}

/// Returns p50, p99 and the maximum.
pub fn spread(mut samples: Vec<u64>) -> (u64, u64, u64) {
    samples.sort_unstable();
    let at = |hundredth: usize| {
        let place = (samples.len() * hundredth / 100).min(samples.len().saturating_sub(1));
        samples.get(place).copied().unwrap_or(0)
    };
    (at(50), at(99), at(100))
}

impl Figures {
    /// The counts that are zero in a good run without closed sockets, as text; empty if all are.
    pub fn remarks(&self) -> Vec<String> {
        let counts = [("lost", self.lost), ("doubled", self.doubled), ("refused", self.refused), ("gaps", self.holes)];
        let mut remarks: Vec<String> =
            counts.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{count} {name}")).collect();
        if !self.closes.is_empty() {
            let closes: Vec<String> = self.closes.iter().map(|(code, count)| format!("{count} × {code}")).collect();
            remarks.push(format!("sockets closed {}", closes.join(", ")));
        }
        if self.typed > 0 {
            remarks.push(format!("{} of {} pieces of text acknowledged", self.kept, self.typed));
        }
        remarks.extend(self.heard_after_end.map(|ms| format!("ended sessions received frames for {ms} ms")));
        remarks
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acked, refused, sent_again, lost, doubled, holes, deliveries, observers, .. } = self;
        write!(f, "{acked} acked, lost {lost}, doubled {doubled}, refused {refused}, sent again {sent_again}, ")?;
        write!(
            f,
            "{deliveries} deliveries, gaps {holes}; acks p50 {} / p99 {} / max {} ms",
            self.acks.0, self.acks.1, self.acks.2
        )?;
        if !self.closes.is_empty() {
            let closes: Vec<String> = self.closes.iter().map(|(code, count)| format!("{count} × {code}")).collect();
            write!(
                f,
                "; sockets closed {}, reconnect p50 {} / p99 {} ms",
                closes.join(", "),
                self.back.0,
                self.back.1
            )?;
        }
        if let Some(ms) = self.heard_after_end {
            write!(f, "; ended sessions received frames for {ms} ms")?;
        }
        let (p50, p99, most) = self.convergence;
        write!(f, "; {observers} agree, convergence p50 {p50} / p99 {p99} / max {most} ms")
    }
}
