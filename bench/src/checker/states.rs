//! The final states: all are equal (INV-6), and equal to the commands applied in the journal's order (INV-1, INV-2,
//! INV-5: each field has the value of its last writer, each comment counts once).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use super::journal::Streams;
use super::rights::Rights;
use super::verdict::Verdict;
use crate::history::{Effect, Entry, History, Reading};

pub(super) fn check(history: &History, streams: &Streams, verdict: &mut Verdict) {
    let mut agreed: BTreeMap<Uuid, (Reading, String)> = BTreeMap::new();
    let mut observers = 0_u64;
    let (rights, mut users) = (Rights::read(history), BTreeMap::new());
    for entry in &history.entries {
        match entry {
            Entry::Welcomed { client, user, .. } => drop(users.insert(*client, *user)),
            Entry::Settled { client, scopes, .. } => {
                if let Some(user) = users.get(client) {
                    rights.check_end(*client, *user, scopes.keys().copied().collect(), verdict);
                }
            }
            _ => {}
        }
        let (who, scopes) = match entry {
            Entry::Settled { client, scopes, .. } => (format!("client {client}"), scopes),
            Entry::Snapshot { node, scopes, .. } => (format!("node {node}'s snapshot"), scopes),
            _ => continue,
        };
        observers += 1;
        for (scope, reading) in scopes {
            let Some(stream) = streams.get(scope) else {
                verdict.violated("INV-6", format!("{who} follows {scope}, which the database does not know"));
                continue;
            };
            if (reading.epoch, reading.seq) != (stream.epoch, stream.head) {
                verdict.violated(
                    "INV-6",
                    format!("{who} stands at {} of {scope}, whose head is {}", reading.seq, stream.head),
                );
                continue;
            }
            let (known, first) = agreed.entry(*scope).or_insert_with(|| (*reading, who.clone()));
            if known != reading {
                verdict.violated("INV-6", format!("{who} and {first} disagree about {scope} at {}", reading.seq));
            }
        }
    }
    verdict.figures.observers = observers;
    if !history.entries.iter().any(|entry| matches!(entry, Entry::Snapshot { .. })) {
        verdict.violated("INV-6", "the history holds no fresh snapshot");
    }
    check_fields(history, streams, verdict);
}

/// A value, the command that wrote it, and the scope of that command.
type Written = (Value, Uuid, Uuid);

/// The expected state: the effects of all commands in the journal's order.
#[derive(Default)]
struct Expected {
    /// The last write by ticket and field. Two scopes have no common order, so nothing is expected of a field that was
    /// written in both.
    fields: BTreeMap<(Uuid, String), Option<Written>>,
    comments: BTreeMap<Uuid, i64>,
}

fn check_fields(history: &History, streams: &Streams, verdict: &mut Verdict) {
    let effects: BTreeMap<Uuid, &Effect> = history
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Invoked { command, effect, .. } => Some((*command, effect)),
            _ => None,
        })
        .collect();
    let mut expected = Expected::default();
    for (scope, stream) in streams {
        for (_, command) in stream.events {
            if let Some(effect) = effects.get(command) {
                expected.take(*scope, *command, effect);
            }
        }
    }
    for entry in &history.entries {
        let Entry::Snapshot { node, tickets, .. } = entry else { continue };
        // A snapshot holds only what its reader may see, so judge only the tickets in it.
        for ((ticket, field), written) in &expected.fields {
            let (Some((value, writer, _)), Some(row)) = (written, tickets.get(ticket)) else { continue };
            if row.get(field) != Some(value) {
                let words =
                    format!("node {node} shows {field} of {ticket} as {:?}, {writer} wrote {value}", row.get(field));
                verdict.violated("INV-1", words);
            }
        }
        for (ticket, count) in &expected.comments {
            let Some(row) = tickets.get(ticket) else { continue };
            if row.get("comments") != Some(&json!(count)) {
                verdict.violated(
                    "INV-2",
                    format!("{ticket} has {:?} comments, of {count} that were made", row.get("comments")),
                );
            }
        }
    }
}

impl Expected {
    fn take(&mut self, scope: Uuid, command: Uuid, effect: &Effect) {
        let mut set = |ticket: Uuid, field: &str, value: Value| {
            let written =
                self.fields.entry((ticket, field.to_owned())).or_insert_with(|| Some((Value::Null, command, scope)));
            let here = written.as_ref().is_some_and(|(.., known)| *known == scope);
            *written = here.then_some((value, command, scope));
        };
        match effect {
            Effect::Create { ticket, title } => set(*ticket, "title", json!(title)),
            Effect::Set { tickets, field, value } => {
                tickets.iter().for_each(|ticket| set(*ticket, field, value.clone()));
            }
            Effect::Comment { ticket } => *self.comments.entry(*ticket).or_insert(0) += 1,
            Effect::Other => {}
        }
    }
}
