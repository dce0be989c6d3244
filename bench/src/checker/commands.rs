//! The outcome of each command: INV-1 (an acknowledged edit is stored), INV-2 (stored once), INV-3 (a refused edit is
//! not stored, an unknown one wholly or not at all), INV-13 (every command has an answer).

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::journal::Streams;
use super::rights::Rights;
use super::verdict::Verdict;
use crate::history::{Effect, Entry, History};

#[derive(Default)]
struct Fate<'a> {
    client: u32,
    acked: Option<(Uuid, i64)>,
    refused: Option<&'a str>,
    abandoned: bool,
    /// A restore went back behind this command.
    taken_back: bool,
    /// The command may have asked for the present state (CM4): acknowledged, without an event.
    may_change_nothing: bool,
}

pub(super) fn check(history: &History, streams: &Streams, verdict: &mut Verdict) {
    let rights = Rights::read(history);
    let mut users: BTreeMap<u32, Uuid> = BTreeMap::new();
    let mut fates: BTreeMap<Uuid, Fate> = BTreeMap::new();
    for entry in &history.entries {
        match entry {
            Entry::Welcomed { client, user, .. } => drop(users.insert(*client, *user)),
            Entry::Invoked { client, command, effect, .. } => {
                let fate = fates.entry(*command).or_default();
                (fate.client, fate.may_change_nothing) = (*client, *effect == Effect::Other);
            }
            Entry::Acked { command, scope, seq, .. } => {
                let fate = fates.entry(*command).or_default();
                let place = (*scope, *seq);
                if fate.acked.is_some_and(|known| known != place) {
                    verdict.violated("INV-2", format!("{command} was acknowledged at two places"));
                }
                if let Some(code) = fate.refused {
                    verdict.violated("INV-3", format!("{command} was refused ({code}) and acknowledged"));
                }
                fate.acked = Some(place);
            }
            Entry::Refused { command, code, .. } => {
                let fate = fates.entry(*command).or_default();
                if fate.acked.is_some() {
                    verdict.violated("INV-3", format!("{command} was acknowledged and refused ({code})"));
                }
                fate.refused = Some(code);
            }
            Entry::Restored { scope, seq, .. } => {
                for fate in fates.values_mut() {
                    if fate.acked.is_some_and(|(there, place)| there == *scope && place > *seq) {
                        (fate.acked, fate.taken_back) = (None, true);
                    }
                }
            }
            Entry::Abandoned { command, .. } => fates.entry(*command).or_default().abandoned = true,
            _ => {}
        }
    }
    let stored = stored(streams, verdict);
    for (command, fate) in &fates {
        let there = stored.get(command);
        match fate {
            Fate { acked: Some(place), .. } => match there {
                None if fate.may_change_nothing => {}
                None => {
                    verdict.figures.lost += 1;
                    verdict.violated("INV-1", format!("{command} was acknowledged and is not in the journal"));
                }
                // A person who gives up their own sight of a scope gets the answer in a scope that they still follow.
                Some(places)
                    if users
                        .get(&fate.client)
                        .is_some_and(|user| places.iter().all(|it| rights.is_lost_by(*user, *it))) => {}
                Some(places) if !places.contains(place) => {
                    verdict
                        .violated("INV-2", format!("{command} was acknowledged at {place:?} and stands at {places:?}"));
                }
                Some(_) => {}
            },
            Fate { refused: Some(code), .. } => {
                if there.is_some() {
                    verdict.violated("INV-3", format!("{command} was refused ({code}) and is in the journal"));
                }
            }
            Fate { abandoned: true, .. } | Fate { taken_back: true, .. } => {}
            Fate { .. } => {
                verdict.figures.unsettled += 1;
                verdict.violated("INV-13", format!("{command} has no answer"));
            }
        }
    }
}

/// The places of each command. A scope holds a command at most once.
fn stored(streams: &Streams, verdict: &mut Verdict) -> BTreeMap<Uuid, BTreeSet<(Uuid, i64)>> {
    let mut stored: BTreeMap<Uuid, BTreeSet<(Uuid, i64)>> = BTreeMap::new();
    for (scope, stream) in streams {
        for (seq, command) in stream.events {
            let places = stored.entry(*command).or_default();
            if places.iter().any(|(known, _)| known == scope) {
                verdict.figures.doubled += 1;
                verdict.violated("INV-2", format!("{command} is in {scope} twice"));
            }
            places.insert((*scope, *seq));
        }
    }
    stored
}
