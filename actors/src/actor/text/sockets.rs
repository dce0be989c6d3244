//! The sockets of a text: who has joined, what each may do, and what each is sent.

use std::sync::atomic::Ordering;

use actix::{Context, Recipient};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use uuid::Uuid;

use super::{
    actor::{TextActor, first_document},
    open::{Member, Open},
};
use crate::{
    actor::messages::{TextJoin, TextTo, ToHub},
    bus::BusMessage,
    domain::{
        ids::{ScopeId, UserId},
        rights::Narrowing,
    },
    journal::{JournalError, StoredTail, StoredText, TextSight},
    wire::{TextAnswer, TextCode},
};

/// The limit of sockets of one text at a node.
const SOCKETS: usize = 500;
/// The epoch of a page without a copy.
const NO_COPY: Uuid = Uuid::nil();

/// What the database says about a person who wants to join.
enum Entry {
    /// The ticket is not there, or the person may not see it.
    Hidden,
    /// The text was not open here. None if its ticket has gone meanwhile.
    Opened(ScopeId, TextSight, Option<StoredText>),
    /// The text was open. None if it has another epoch now.
    Open(ScopeId, TextSight, Option<StoredTail>),
}

impl TextActor {
    pub(super) fn join(&mut self, join: TextJoin, ctx: &mut Context<Self>) {
        if let Some((code, wait_ms)) = self.ended {
            return self.refuse_join(&join, code, wait_ms);
        }
        if self.members.len() >= SOCKETS && !self.members.contains_key(&join.connection) {
            return self.refuse_join(&join, TextCode::TooMany, 0);
        }
        let (journal, workspace, ticket, user) = (self.journal.clone(), self.workspace, self.ticket, join.user);
        let known = self.open.as_ref().map(|open| (open.epoch, open.seq));
        let read = async move {
            let Some((scope, sights)) = journal.text_sights(workspace, ticket, vec![user], Narrowing::NONE).await?
            else {
                return Ok(Entry::Hidden);
            };
            let sight = sights.get(&user).copied().unwrap_or(TextSight::Nothing);
            Ok::<_, JournalError>(match known {
                // A text is opened only for a person who may read it.
                _ if sight == TextSight::Nothing => Entry::Hidden,
                None => Entry::Opened(scope, sight, journal.open_text(workspace, ticket, first_document).await?),
                // The page may know text that another node has stored a moment ago.
                Some((epoch, seq)) => {
                    Entry::Open(scope, sight, journal.text_after(workspace, ticket, epoch, seq).await?)
                }
            })
        };
        self.then(read, ctx, move |actor, entry, ctx| actor.enter(join, entry, ctx));
    }

    fn enter(&mut self, join: TextJoin, entry: Result<Entry, JournalError>, ctx: &mut Context<Self>) {
        let (scope, sight) = match entry {
            Ok(Entry::Hidden) => return self.refuse_join(&join, TextCode::NotFound, 0),
            Ok(Entry::Opened(scope, sight, stored)) => {
                self.opened(stored);
                (scope, sight)
            }
            Ok(Entry::Open(scope, sight, Some(tail))) => {
                self.caught_up(tail);
                (scope, sight)
            }
            Ok(Entry::Open(_, _, None)) => {
                self.end(TextCode::Gone, 0);
                return self.refuse_join(&join, TextCode::Gone, 0);
            }
            Err(_) => return self.refuse_join(&join, TextCode::Unavailable, 1_000),
        };
        if let Some((code, wait_ms)) = self.ended {
            return self.refuse_join(&join, code, wait_ms);
        }
        if self.has_moved_to(scope) {
            return self.check_all_rights(ctx, move |actor, _| actor.admit(join, scope, sight));
        }
        self.admit(join, scope, sight);
    }

    /// Notes the scope of the ticket. If it is another one, everybody's rights are to be checked before anything else is
    /// sent.
    pub(super) fn has_moved_to(&mut self, scope: ScopeId) -> bool {
        let moved = |open: &mut Open| std::mem::replace(&mut open.scope, scope) != scope;
        self.open.as_mut().is_some_and(moved)
    }

    fn admit(&mut self, join: TextJoin, scope: ScopeId, sight: TextSight) {
        let Some(open) = &self.open else { return self.refuse_join(&join, TextCode::Unavailable, 1_000) };
        let has_copy = join.epoch.0 != NO_COPY;
        let same_epoch = join.epoch == open.epoch;
        let known: &[u8] = if same_epoch { &join.state_vector } else { &[0] };
        let update = match open.document.diff(known) {
            Ok(update) => update,
            Err(fault) => return self.refuse_join(&join, fault.into(), 0),
        };
        let answer = TextAnswer::Joined {
            epoch: open.epoch,
            may_edit: sight == TextSight::Edits,
            other_epoch: has_copy && !same_epoch,
            state_vector: &open.document.state_vector(),
            update: &update,
        };
        let frame = answer.encode(self.ticket);
        let join_hub = join.hub.clone();
        let member = Member {
            user: join.user,
            hub: join.hub,
            sight,
            last: 0,
            refused: None,
            waiting: (0, 0),
            state: Bytes::new(),
        };
        self.waiting.retain(|it| it.connection != join.connection);
        if self.members.insert(join.connection, member).is_none() {
            self.figures.sockets.fetch_add(1, Ordering::Relaxed);
        }
        let (to, instead) = (vec![join.connection], Some(self.come_again()));
        join_hub.do_send(ToHub::Text(TextTo { scope: Some(scope), to, frame, instead }));
        self.show_others(join.connection);
    }

    fn refuse_join(&self, join: &TextJoin, code: TextCode, wait_ms: u32) {
        let frame = TextAnswer::Refused { number: 0, code, wait_ms }.encode(self.ticket);
        join.hub.do_send(ToHub::Text(TextTo { scope: None, to: vec![join.connection], frame, instead: None }));
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        if let Some(member) = self.members.remove(&connection) {
            self.figures.sockets.fetch_sub(1, Ordering::Relaxed);
            self.waiting.retain(|it| it.connection != connection);
            if !member.state.is_empty() {
                self.tell_seen(connection, member.user, &Bytes::new());
            }
        }
    }

    /// Sends a frame to one socket.
    pub(super) fn send_to(&self, connection: Uuid, scope: Option<ScopeId>, frame: Bytes) {
        if let Some(member) = self.members.get(&connection) {
            member.hub.do_send(ToHub::Text(TextTo { scope, to: vec![connection], frame, instead: None }));
        }
    }

    /// For a socket that does not follow the scope of the ticket yet, and lacks a frame of the text.
    fn come_again(&self) -> Bytes {
        TextAnswer::Left { code: TextCode::Unavailable, wait_ms: 1_000 }.encode(self.ticket)
    }

    /// Sends an update to all sockets but one.
    pub(super) fn send_update(&self, but: Option<Uuid>, scope: ScopeId, update: &[u8]) {
        let frame = TextAnswer::Updated(update).encode(self.ticket);
        self.send_to_others(but, scope, &frame, Some(self.come_again()));
    }

    /// Sends a frame to all sockets but one. Only followers of the scope get it.
    fn send_to_others(&self, but: Option<Uuid>, scope: ScopeId, frame: &Bytes, instead: Option<Bytes>) {
        let mut by_hub: Vec<(&Recipient<ToHub>, Vec<Uuid>)> = Vec::new();
        for (connection, member) in self.members.iter().filter(|(connection, _)| Some(**connection) != but) {
            match by_hub.iter_mut().find(|(hub, _)| **hub == member.hub) {
                Some((_, to)) => to.push(*connection),
                None => by_hub.push((&member.hub, vec![*connection])),
            }
        }
        for (hub, to) in by_hub {
            hub.do_send(ToHub::Text(TextTo { scope: Some(scope), to, frame: frame.clone(), instead: instead.clone() }));
        }
    }

    pub(super) fn send_all_away(&mut self, code: TextCode, wait_ms: u32) {
        for connection in self.members.keys().copied().collect::<Vec<_>>() {
            self.send_away(connection, code, wait_ms);
        }
    }

    fn send_away(&mut self, connection: Uuid, code: TextCode, wait_ms: u32) {
        self.send_to(connection, None, TextAnswer::Left { code, wait_ms }.encode(self.ticket));
        self.leave(connection);
    }

    /// Reads the people's rights from the database, tells their pages about changes (TX11), and then runs `next`.
    pub(super) fn check_rights(
        &mut self,
        users: Vec<UserId>,
        ctx: &mut Context<Self>,
        next: impl FnOnce(&mut Self, &mut Context<Self>) + 'static,
    ) {
        if self.open.is_none() {
            return;
        }
        if users.is_empty() {
            return next(self, ctx);
        }
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let rights = async move { journal.text_sights(workspace, ticket, users, Narrowing::NONE).await };
        self.then(rights, ctx, move |actor, rights, ctx| match rights {
            Ok(Some((scope, sights))) => {
                for (user, sight) in sights {
                    actor.set_sight(user, sight);
                }
                if actor.has_moved_to(scope) {
                    return actor.check_all_rights(ctx, next);
                }
                next(actor, ctx);
            }
            Ok(None) => actor.end(TextCode::NotFound, 0),
            // Without known rights, the text must end.
            Err(error) => actor.fail(&error),
        });
    }

    pub(super) fn check_all_rights(
        &mut self,
        ctx: &mut Context<Self>,
        next: impl FnOnce(&mut Self, &mut Context<Self>) + 'static,
    ) {
        let mut users: Vec<UserId> = self.members.values().map(|member| member.user).collect();
        users.sort_unstable();
        users.dedup();
        self.check_rights(users, ctx, next);
    }

    pub(super) fn set_sight(&mut self, user: UserId, sight: TextSight) {
        let theirs = self.members.iter_mut().filter(|(_, member)| member.user == user && member.sight != sight);
        let mut changed = Vec::new();
        for (connection, member) in theirs {
            let could_edit = member.may_edit();
            member.sight = sight;
            changed.push((*connection, could_edit != member.may_edit(), member.may_edit()));
        }
        for (connection, differs, may_edit) in changed {
            if sight == TextSight::Nothing {
                self.send_away(connection, TextCode::NotFound, 0);
            } else if differs {
                self.send_to(connection, None, TextAnswer::Rights { may_edit }.encode(self.ticket));
            }
        }
    }

    /// What a person does in the text. Never stored; only editors are shown.
    pub(super) fn aware(&mut self, connection: Uuid, state: Bytes) {
        let Some(member) = self.members.get_mut(&connection).filter(|member| member.may_edit()) else { return };
        member.state = state.clone();
        let user = member.user;
        self.tell_seen(connection, user, &state);
    }

    fn tell_seen(&self, connection: Uuid, user: UserId, state: &Bytes) {
        self.show(connection, user, state);
        self.bus.publish(BusMessage::TextSeen {
            workspace: self.workspace,
            ticket: self.ticket,
            connection,
            user_id: user,
            state: BASE64_STANDARD.encode(state),
        });
    }

    fn show(&self, connection: Uuid, user: UserId, state: &Bytes) {
        if let Some(open) = &self.open {
            let frame = TextAnswer::Seen { connection, user, state }.encode(self.ticket);
            self.send_to_others(Some(connection), open.scope, &frame, None);
        }
    }

    /// Shows a new socket who is here already.
    fn show_others(&self, to: Uuid) {
        let Some(open) = &self.open else { return };
        let here = self.members.iter().map(|(connection, member)| (*connection, member.user, &member.state));
        let elsewhere = self.elsewhere.0.iter().map(|(connection, (_, user, state))| (*connection, *user, state));
        for (connection, user, state) in here.chain(elsewhere) {
            if connection != to && !state.is_empty() {
                let frame = TextAnswer::Seen { connection, user, state }.encode(self.ticket);
                self.send_to(to, Some(open.scope), frame);
            }
        }
    }

    pub(super) fn seen_elsewhere(&mut self, node: Uuid, connection: Uuid, user: UserId, state: Bytes) {
        if state.is_empty() {
            self.elsewhere.0.remove(&connection);
        } else if self.elsewhere.0.len() < SOCKETS || self.elsewhere.0.contains_key(&connection) {
            self.elsewhere.0.insert(connection, (node, user, state.clone()));
        }
        self.show(connection, user, &state);
    }

    pub(super) fn node_gone(&mut self, node: Uuid) {
        let gone: Vec<(Uuid, UserId)> = self
            .elsewhere
            .0
            .iter()
            .filter(|(_, (at, _, _))| *at == node)
            .map(|(connection, (_, user, _))| (*connection, *user))
            .collect();
        for (connection, user) in gone {
            self.elsewhere.0.remove(&connection);
            self.show(connection, user, &Bytes::new());
        }
    }
}
