//! Judges the history of a simulated text.

use std::collections::{BTreeMap, BTreeSet};

use actors::domain::ids::Epoch;
use actors::domain::rich_text::RichText;
use actors::text::TextSight;

use super::history::Entry;

/// A node reads the rights in the statement before it stores (TX10). The way back of that answer and the way out of the
/// next question take at most this long together.
const STATEMENTS: u64 = 400;
/// Frames may reach a person for a second after the loss of a right (TX11), and for the time of the statements that were
/// running.
const REVOKED: u64 = 1_000 + 3 * STATEMENTS;

/// The rules that the checker judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// All copies of people who may read are equal to the stored document, and nothing waits for an ack.
    Converged,
    /// An acked update was stored before the ack, and is part of the document.
    Acked,
    /// A person had the right to edit when the update was stored.
    Rights,
    /// No word is in the text twice.
    Once,
    /// Once a person has lost the right, their sockets get no frames with text or carets. They never get updates that were
    /// stored after the loss.
    Revoked,
    /// The description is the text of the document.
    Described,
    /// What another writer has added to the description is in the document.
    Outside,
    /// A document that loses its history keeps its text.
    Replaced,
}

/// What a person could do, and since when.
struct Sights(BTreeMap<usize, Vec<(u64, TextSight)>>);

impl Sights {
    fn of(history: &[Entry]) -> Self {
        let mut sights: BTreeMap<usize, Vec<(u64, TextSight)>> = BTreeMap::new();
        for entry in history {
            if let Entry::Sight { at, person, sight } = entry {
                sights.entry(*person).or_default().push((*at, *sight));
            }
        }
        Self(sights)
    }

    /// True if `holds` was true of the person's sight at some time between the two.
    fn held(&self, person: usize, from: u64, to: u64, holds: impl Fn(TextSight) -> bool) -> bool {
        let of_person = self.0.get(&person).map(Vec::as_slice).unwrap_or_default();
        of_person.iter().enumerate().any(|(nth, (at, sight))| {
            let until = of_person.get(nth + 1).map_or(u64::MAX, |next| next.0);
            holds(*sight) && *at <= to && until >= from
        })
    }

    fn now(&self, person: usize) -> TextSight {
        self.0.get(&person).and_then(|of_person| of_person.last()).map_or(TextSight::Nothing, |it| it.1)
    }
}

/// The broken rules of a history, with what broke them.
pub fn check(history: &[Entry]) -> Vec<(Rule, String)> {
    let sights = Sights::of(history);
    let mut broken = Vec::new();
    stored(history, &sights, &mut broken);
    acked(history, &mut broken);
    frames(history, &sights, &mut broken);
    settled(history, &sights, &mut broken);
    broken
}

type Broken = Vec<(Rule, String)>;

fn stored(history: &[Entry], sights: &Sights, broken: &mut Broken) {
    for entry in history {
        match entry {
            Entry::Stored { at, by, seq, .. } => {
                let edits = |sight| sight == TextSight::Edits;
                if !sights.held(*by, at.saturating_sub(STATEMENTS), *at, edits) {
                    broken.push((Rule::Rights, format!("at {at}, update {seq} of person {by} was stored")));
                }
            }
            Entry::Replaced { at, before, after } if before != after => {
                broken.push((Rule::Replaced, format!("at {at}, {before:?} became {after:?}")));
            }
            _ => {}
        }
    }
}

/// The number, the epoch and the bytes of an update that a page has sent.
type SentUpdate<'a> = (u32, Epoch, &'a [u8]);

fn acked(history: &[Entry], broken: &mut Broken) {
    let mut stored: BTreeSet<(Epoch, &[u8])> = BTreeSet::new();
    let mut sent: BTreeMap<(usize, u64), Vec<SentUpdate>> = BTreeMap::new();
    for entry in history {
        match entry {
            Entry::Stored { epoch, update, .. } => drop(stored.insert((*epoch, update))),
            Entry::Sent { page, join, number, epoch, update, .. } => {
                sent.entry((*page, *join)).or_default().push((*number, *epoch, update));
            }
            Entry::Acked { at, page, join, number } => {
                let of_join = sent.get(&(*page, *join)).map(Vec::as_slice).unwrap_or_default();
                for (_, epoch, update) in of_join.iter().filter(|(sent, ..)| sent <= number) {
                    if !stored.contains(&(*epoch, *update)) {
                        broken.push((Rule::Acked, format!("at {at}, page {page} has an ack of what is not stored")));
                    }
                }
            }
            _ => {}
        }
    }
    let Some(Entry::Document { epoch, encoded, text, .. }) = history.last() else { return };
    // Applying an update again does not change a document that already has it.
    let mut document = RichText::load(encoded, []).expect("the stored document can be read");
    for (_, update) in stored.iter().filter(|(of, _)| of == epoch) {
        if document.take_stored(update).is_err() || document.markdown() != text {
            return broken.push((Rule::Acked, "the document lacks an update that was stored".into()));
        }
    }
}

fn frames(history: &[Entry], sights: &Sights, broken: &mut Broken) {
    let mut stored: BTreeMap<&[u8], u64> = BTreeMap::new();
    let reads = |sight| sight != TextSight::Nothing;
    for entry in history {
        match entry {
            Entry::Stored { at, update, .. } => drop(stored.entry(update).or_insert(*at)),
            // The home of the ticket was read with the description, two statements before.
            Entry::StoredOutside { at, update: Some(update), .. } => {
                stored.entry(update).or_insert(at.saturating_sub(2 * STATEMENTS));
            }
            Entry::Compacted { at, snapshot, .. } => drop(stored.entry(snapshot).or_insert(*at)),
            Entry::Frame { at, node, person, kind, update } => {
                if !sights.held(*person, at.saturating_sub(REVOKED), *at, reads) {
                    let words = format!("at {at}, node {node} sent {kind:#x} to person {person}");
                    broken.push((Rule::Revoked, words));
                }
                let since = update.as_ref().and_then(|update| stored.get(update.as_slice()));
                if let Some(since) =
                    since.filter(|since| !sights.held(*person, since.saturating_sub(STATEMENTS), *at, reads))
                {
                    let words = format!("at {at}, node {node} sent person {person} what was stored at {since}");
                    broken.push((Rule::Revoked, words));
                }
            }
            _ => {}
        }
    }
}

fn settled(history: &[Entry], sights: &Sights, broken: &mut Broken) {
    let Some(Entry::Document { text: stored, description, .. }) = history.last() else {
        return broken.push((Rule::Converged, "there is no document at the end".into()));
    };
    if stored != description {
        broken.push((Rule::Described, format!("the description is {description:?}, the text {stored:?}")));
    }
    let mut versions = String::new();
    let mut last_restore = 0;
    for entry in history {
        match entry {
            Entry::Restored { at, version, .. } => {
                versions.push_str(version);
                last_restore = *at;
            }
            Entry::Settled { page, person, text, waits } => {
                let may_read = sights.now(*person) != TextSight::Nothing;
                let edits = sights.now(*person) == TextSight::Edits;
                if may_read && text.as_ref() != Some(stored) {
                    let words = format!("page {page} shows {text:?}, stored is {stored:?}");
                    broken.push((Rule::Converged, words));
                }
                if edits && *waits > 0 {
                    broken.push((Rule::Converged, format!("{waits} edits of page {page} have no ack")));
                }
                if !may_read && text.is_some() {
                    broken.push((Rule::Revoked, format!("page {page} still has a copy")));
                }
            }
            _ => {}
        }
    }
    for word in stored.split_whitespace().collect::<BTreeSet<_>>() {
        let is_typed = word.len() > 2 && word.starts_with('k') && word.ends_with('k');
        if is_typed && !versions.contains(word) && stored.split_whitespace().filter(|it| *it == word).count() > 1 {
            broken.push((Rule::Once, format!("{word} is in the text twice: {stored:?}")));
        }
    }
    for entry in history {
        if let Entry::Outside { at, word } = entry
            && *at >= last_restore
            && !stored.contains(word.as_str())
        {
            broken.push((Rule::Outside, format!("{word} is not in {stored:?}")));
        }
    }
}
