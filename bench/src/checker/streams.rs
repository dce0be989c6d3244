//! The frames of each socket: INV-4 (one order for all), INV-5 (the frames match the journal), INV-7 (no silent gap),
//! INV-8 (nothing after a right was lost), INV-9 (no event of a scope that is not theirs), INV-10 (no client falls behind
//! what it has received or was promised). docs/FAULTS.md defines the numbers.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::journal::Streams;
use super::rights::Rights;
use super::verdict::Verdict;
use crate::history::{Entry, Followed, History, Received};

/// A socket and its position in each scope.
struct Socket {
    client: u32,
    user: Uuid,
    places: BTreeMap<Uuid, Place>,
}

#[derive(Clone, Copy)]
struct Place {
    epoch: Uuid,
    seq: i64,
}

/// How far a client was when it asked for the first of the snapshots that have not come yet.
#[derive(Default)]
struct Floors {
    awaited: usize,
    by_scope: BTreeMap<(Uuid, Uuid), i64>,
}

#[derive(Default)]
struct Watch {
    sockets: BTreeMap<u32, Socket>,
    /// By scope, epoch and seq: the command and the checksum of the event that the first client received.
    truth: BTreeMap<(Uuid, Uuid, i64), (Uuid, u64)>,
    /// By client, scope and epoch: the highest seq that the client received or was acked.
    seen: BTreeMap<(u32, Uuid, Uuid), i64>,
    /// By client: how far it was in each scope when it asked for a snapshot that has not come yet, and which may not be older.
    /// A client that gains a scope asks for that scope while the snapshot of all others may still be on its way.
    floors: BTreeMap<u32, Floors>,
    /// By user: the scope and seq of the event that removed their right.
    removed: BTreeMap<Uuid, (Uuid, i64)>,
    /// By client: the end of its session, and the time after which it may receive nothing.
    ended: BTreeMap<u32, (u64, u64)>,
    /// What the journal says of everybody's rights, if the history names them.
    rights: Rights,
}

pub(super) fn check(history: &History, streams: &Streams, verdict: &mut Verdict) {
    let mut watch = Watch { rights: Rights::read(history), ..Watch::default() };
    // By scope: the place in the history of its last restore.
    let mut begun: BTreeMap<Uuid, usize> = BTreeMap::new();
    for (place, entry) in history.entries.iter().enumerate() {
        match entry {
            Entry::Removed { user, scope, seq, .. } => {
                watch.removed.insert(*user, (*scope, *seq));
            }
            Entry::Restored { scope, .. } => {
                begun.insert(*scope, place);
            }
            _ => {}
        }
    }
    for (place, entry) in history.entries.iter().enumerate() {
        match entry {
            Entry::Welcomed { at, client, user, socket, scopes, .. } => {
                watch.welcomed(*at, *client, *user, *socket, scopes, verdict);
            }
            Entry::Frame { at, socket, scope, from, to, events } => {
                watch.frame(*at, *socket, *scope, (*from, *to), events, verdict);
            }
            Entry::Follow { socket, scope, epoch, seq, .. } => {
                watch.follow(*socket, *scope, (*epoch, *seq), verdict);
            }
            Entry::Unfollow { socket, scope, .. } => watch.unfollow(*socket, *scope, verdict),
            Entry::Asked { client, .. } => watch.asked(*client),
            Entry::Adopted { client, socket, cursors, .. } => {
                for (scope, (epoch, seq)) in cursors {
                    watch.adopted(*client, *scope, *epoch, *seq, verdict);
                    if let Some(socket) = watch.sockets.get(socket) {
                        watch.rights.check_snapshot(socket.user, *scope, *seq, verdict);
                    }
                }
                if let Some(floors) = watch.floors.get_mut(client) {
                    floors.awaited = floors.awaited.saturating_sub(1);
                }
            }
            Entry::Acked { client, scope, seq, .. } => {
                // A restore ends the promises of the epoch before it.
                let of_this_epoch = begun.get(scope).is_none_or(|begun| place > *begun);
                if let Some(stream) = streams.get(scope).filter(|_| of_this_epoch) {
                    watch.promise(*client, *scope, stream.epoch, *seq);
                }
            }
            Entry::SessionEnded { at, client, within } => {
                watch.ended.entry(*client).or_insert((*at, at + within));
                verdict.figures.heard_after_end.get_or_insert(0);
            }
            _ => {}
        }
    }
    for ((scope, epoch, seq), (command, _)) in &watch.truth {
        let Some(stream) = streams.get(scope).filter(|stream| stream.epoch == *epoch) else { continue };
        let stored = usize::try_from(seq - 1).ok().and_then(|place| stream.events.get(place));
        if stored != Some(&(*seq, *command)) {
            verdict
                .violated("INV-5", format!("{command} was sent as {seq} of {scope}, where the journal has {stored:?}"));
        }
    }
}

impl Watch {
    fn welcomed(&mut self, at: u64, client: u32, user: Uuid, socket: u32, scopes: &[Followed], verdict: &mut Verdict) {
        self.check_follows(at, client, verdict);
        self.floors.remove(&client);
        let mut places = BTreeMap::new();
        for it in scopes {
            if it.delta {
                self.rights.check_resume(user, it.scope, it.from, verdict);
            } else {
                self.rights.check_live(user, it.scope, it.from, verdict);
            }
            places.insert(it.scope, Place { epoch: it.epoch, seq: it.from });
        }
        if let Some((scope, seq)) = self.removed.get(&user)
            && scopes.iter().any(|it| it.scope == *scope && it.seq > *seq)
        {
            verdict.figures.after_revocation += 1;
            verdict.violated("INV-8", format!("{user} was welcomed after {seq}, which removed their right"));
        }
        self.sockets.insert(socket, Socket { client, user, places });
    }

    fn follow(&mut self, number: u32, scope: Uuid, (epoch, seq): (Uuid, i64), verdict: &mut Verdict) {
        let Some(socket) = self.sockets.get_mut(&number) else {
            return verdict.violated("INV-9", format!("socket {number} follows {scope} before its welcome"));
        };
        let (client, user) = (socket.client, socket.user);
        self.rights.check_live(user, scope, seq, verdict);
        if socket.places.insert(scope, Place { epoch, seq }).is_some() {
            verdict.violated("INV-9", format!("socket {number} gained {scope}, which it follows"));
        }
        // The snapshot of the scope is never behind this seq.
        self.promise(client, scope, epoch, seq);
    }

    fn unfollow(&mut self, number: u32, scope: Uuid, verdict: &mut Verdict) {
        let place = self.sockets.get_mut(&number).and_then(|socket| socket.places.remove(&scope));
        if place.is_none() {
            verdict.violated("INV-9", format!("socket {number} lost {scope}, which it does not follow"));
        }
    }

    fn frame(
        &mut self,
        at: u64,
        number: u32,
        scope: Uuid,
        run: (i64, i64),
        events: &[Received],
        verdict: &mut Verdict,
    ) {
        let (from, to) = run;
        let Some(socket) = self.sockets.get_mut(&number) else {
            return verdict.violated("INV-9", format!("socket {number} was sent events before its welcome"));
        };
        let (client, user) = (socket.client, socket.user);
        let Some(place) = socket.places.get_mut(&scope) else {
            return verdict.violated("INV-9", format!("{user} was sent events of {scope}, which is not theirs"));
        };
        if from > place.seq {
            verdict.figures.holes += 1;
            verdict.violated(
                "INV-7",
                format!("socket {number} stands at {} of {scope} and was sent {from} to {to}", place.seq),
            );
        } else if from < place.seq {
            verdict.violated(
                "INV-4",
                format!("socket {number} stands at {} of {scope} and went back to {from}", place.seq),
            );
        }
        if !events.iter().map(|event| event.seq).eq(from + 1..=to) {
            verdict.violated(
                "INV-4",
                format!("a frame of {scope} from {from} to {to} has a gap, a duplicate or a wrong order"),
            );
        }
        place.seq = to;
        let epoch = place.epoch;
        for event in events {
            self.rights.check_event(user, scope, event.seq, verdict);
            let truth = self.truth.entry((scope, epoch, event.seq)).or_insert((event.command, event.sum));
            if *truth != (event.command, event.sum) {
                verdict.violated("INV-4", format!("{} of {scope} is two different events", event.seq));
            }
        }
        if let Some((removed, seq)) = self.removed.get(&user)
            && *removed == scope
            && to > *seq
        {
            verdict.figures.after_revocation += 1;
            verdict
                .violated("INV-8", format!("{user} was sent {to} of {scope} after {seq}, which removed their right"));
        }
        verdict.figures.deliveries += events.len() as u64;
        self.check_follows(at, client, verdict);
        self.promise(client, scope, epoch, to);
    }

    fn check_follows(&self, at: u64, client: u32, verdict: &mut Verdict) {
        let Some((ended, silent_from)) = self.ended.get(&client) else { return };
        let longest = verdict.figures.heard_after_end.get_or_insert(0);
        *longest = (*longest).max(at.saturating_sub(*ended));
        if at > *silent_from {
            verdict.violated("INV-8", format!("client {client} was served after the end of its session"));
        }
    }

    fn promise(&mut self, client: u32, scope: Uuid, epoch: Uuid, seq: i64) {
        let seen = self.seen.entry((client, scope, epoch)).or_insert(seq);
        *seen = (*seen).max(seq);
    }

    fn asked(&mut self, client: u32) {
        let of_client = self.seen.iter().filter(|((known, ..), _)| *known == client);
        let floors = self.floors.entry(client).or_default();
        if floors.awaited == 0 {
            floors.by_scope = of_client.map(|((_, scope, epoch), seq)| ((*scope, *epoch), *seq)).collect();
        }
        floors.awaited += 1;
    }

    fn adopted(&mut self, client: u32, scope: Uuid, epoch: Uuid, seq: i64, verdict: &mut Verdict) {
        let floor = self.floors.get(&client).and_then(|floors| floors.by_scope.get(&(scope, epoch)));
        if let Some(floor) = floor
            && seq < *floor
        {
            let words = format!("client {client} was at {floor} of {scope} and got a snapshot at {seq}");
            verdict.violated("INV-10", words);
        }
        self.promise(client, scope, epoch, seq);
    }
}
