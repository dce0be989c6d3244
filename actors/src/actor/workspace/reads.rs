//! The reads and commits that the core asks for.

use std::collections::HashMap;

use actix::Addr;
use bytes::Bytes;

use super::host::{Tools, commit_failure, failure};
use crate::{
    actor::{messages::Lend, ticket::TicketActor},
    domain::{
        change::Event,
        ids::{ScopeId, TicketId, UserId},
    },
    journal::{Journal, JournalError},
    sync::{Head, LoadedTickets, MAX_DELTA_BYTES, ScopePosition},
    wire::encode_event,
    workspace::{Backlog, Failure, Found, Round, RoundEnd, Step, Wanted},
};

/// The page size for events that the world lacks. Each page is delivered before the next page is read, because two
/// pages would not fit into the outbox of a socket.
const PAGE: i64 = 1_000;
/// The page size for events that are missing in a feed. All sockets receive such a page at once. A page that is larger
/// than an outbox would make every reader look slow.
const GAP_PAGE: i64 = 250;
/// The page size for events that one socket has missed. Each event may be as large as a frame.
const BACKLOG_PAGE: i64 = 250;

/// Runs a round to its end.
pub(super) async fn run_round(tools: Tools, round: Box<Round<Tools>>) -> RoundEnd<Tools> {
    let mut step = round.step(&tools);
    loop {
        step = match step {
            Step::Open(mut round, scopes) => {
                answer(&mut round);
                let opened = tools.journal.open_streams(tools.workspace, scopes).await;
                round.opened(opened.map_err(|error| failure(&error)), &tools)
            }
            Step::Fetch(mut round, wanted) => {
                answer(&mut round);
                let fetched = fetch(&tools, wanted).await;
                round.fetched(fetched.map_err(|error| failure(&error)), &tools)
            }
            Step::Commit(mut round, batch) => {
                answer(&mut round);
                let committed = tools.journal.commit(&batch).await;
                return round.committed(&batch, committed.map_err(|error| commit_failure(&error)));
            }
            Step::End(end) => return end,
        }
    }
}

fn answer(round: &mut Round<Tools>) {
    for (reply, answer) in round.take_early_answers() {
        // The caller may be gone.
        let _ = reply.send(answer);
    }
}

/// Tickets come from their actors if they are on stage. The other rows come from the journal in one read.
async fn fetch(tools: &Tools, wanted: Wanted) -> Result<LoadedTickets, JournalError> {
    let Wanted { tickets, activities, reactions, subscriptions } = wanted;
    let mut lent = Vec::new();
    let mut missing: Vec<TicketId> = Vec::new();
    for id in tickets {
        let ticket: Option<Addr<TicketActor>> = tools.tickets.borrow().get(id).cloned();
        match ticket {
            Some(addr) => match addr.send(Lend).await {
                Ok(Some(state)) => lent.push(state),
                _ => missing.push(id),
            },
            None => missing.push(id),
        }
    }
    let mut fetched = LoadedTickets::default();
    if !(missing.is_empty() && activities.is_empty() && reactions.is_empty() && subscriptions.is_empty()) {
        fetched = tools.journal.load_tickets(tools.workspace, missing, activities, reactions, subscriptions).await?;
    }
    // First, because the ticket of an activity may have been read from the journal as well.
    lent.append(&mut fetched.tickets);
    fetched.tickets = lent;
    Ok(fetched)
}

/// Reads the journal's events after these seqs, one page for each scope. One read of all heads comes first, because a
/// workspace has as many scopes as members. Events after these heads are left to the next read: a commons event that takes
/// a right may come before them, and be missing here.
pub(super) async fn found_after(journal: Journal, applied: HashMap<ScopeId, i64>) -> Result<Found, Failure> {
    let read = async {
        let mut found = Vec::new();
        for Head { scope, seq, .. } in journal.heads(applied.keys().copied().collect()).await? {
            let from = applied.get(&scope).copied().unwrap_or(seq);
            if seq > from {
                found.push((scope, journal.events_since(scope, from, seq, PAGE).await?));
            }
        }
        Ok(found)
    };
    read.await.map_err(|error: JournalError| failure(&error))
}

/// A page of missing events.
pub(super) async fn gap(journal: Journal, scope: ScopeId, from: i64, to: i64) -> Result<Vec<Event>, Failure> {
    journal.events_since(scope, from, to, GAP_PAGE).await.map_err(|error| failure(&error))
}

/// Opens a personal stream if asked to, and reads what a socket has missed.
pub(super) async fn backlog(
    tools: Tools,
    user: UserId,
    open: bool,
    missed: Vec<(ScopeId, i64, i64)>,
) -> Result<(Option<ScopePosition>, Backlog), Failure> {
    let read = async {
        let journal = &tools.journal;
        let opened = if open { Some(journal.open_personal_stream(tools.workspace, user).await?) } else { None };
        let mut backlog = Backlog::new();
        for (scope, from, to) in missed {
            backlog.insert(scope, replay(journal, scope, from, to).await?);
        }
        Ok((opened, backlog))
    };
    read.await.map_err(|error: JournalError| failure(&error))
}

/// The journal's events in `(from, to]`, encoded; `None` if it does not hold them all, or if they are too many.
async fn replay(journal: &Journal, scope: ScopeId, from: i64, to: i64) -> Result<Option<Vec<Bytes>>, JournalError> {
    let (mut at, mut bytes, mut events) = (from, 0, Vec::new());
    while at < to {
        let page = journal.events_since(scope, at, to, BACKLOG_PAGE).await?;
        if page.is_empty() {
            return Ok(None);
        }
        for event in &page {
            let encoded = encode_event(event);
            bytes += encoded.len();
            if event.seq != at + 1 || bytes > MAX_DELTA_BYTES {
                return Ok(None);
            }
            at = event.seq;
            events.push(encoded);
        }
    }
    Ok(Some(events))
}
