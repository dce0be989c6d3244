//! The sockets of a text: how they join and leave.

use bytes::Bytes;
use uuid::Uuid;

use super::{
    effect::{Counted, Effect, Question, Sent},
    host::Host,
    input::Join,
    member::{Load, Member},
    next::{Next, Then},
    state::TextCore,
    stored::{Sights, TextSight},
};
use crate::{
    domain::{ids::ScopeId, rights::Narrowing},
    wire::{TextAnswer, TextCode},
};

/// The limit of sockets of one text at a node.
pub(super) const SOCKETS: usize = 500;
/// The epoch of a page without a copy.
const NO_COPY: Uuid = Uuid::nil();

impl<H: Host> TextCore<H> {
    pub(super) fn join(&mut self, join: Join<H>) {
        if let Some((code, wait_ms)) = self.ended {
            return self.refuse_join(&join, code, wait_ms);
        }
        if self.members.len() >= SOCKETS && !self.members.contains_key(&join.connection) {
            return self.refuse_join(&join, TextCode::TooMany, 0);
        }
        let users = vec![join.user];
        self.ask(Question::Sights { users, narrowing: Narrowing::NONE }, Next::Enter(join));
    }

    /// A text is opened only for a person who may read it.
    pub(super) fn enter(&mut self, join: Join<H>, sights: Option<(ScopeId, Sights)>) {
        let sight = sights.and_then(|(scope, sights)| Some((scope, sights.get(&join.user).copied()?)));
        let (scope, sight) = match sight {
            None | Some((_, TextSight::Nothing)) => return self.refuse_join(&join, TextCode::NotFound, 0),
            Some(known) => known,
        };
        match &self.open {
            None => self.ask(Question::Open, Next::EnterOpened(join, scope, sight)),
            // The page may know text that another node has stored a moment ago.
            Some(open) => {
                let (epoch, seq) = (open.epoch, open.seq);
                self.ask(Question::After { epoch, seq }, Next::EnterCaughtUp(join, scope, sight));
            }
        }
    }

    /// The document is open and up to date.
    pub(super) fn entered(&mut self, join: Join<H>, scope: ScopeId, sight: TextSight, host: &H) {
        if let Some((code, wait_ms)) = self.ended {
            return self.refuse_join(&join, code, wait_ms);
        }
        if self.update_scope(scope) {
            return self.check_all_rights(Then::Admit(join, scope, sight), host);
        }
        self.admit(join, scope, sight);
    }

    pub(super) fn admit(&mut self, join: Join<H>, scope: ScopeId, sight: TextSight) {
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
        let hub = join.hub.clone();
        let member = Member {
            user: join.user,
            hub: join.hub,
            sight,
            last: 0,
            refused: None,
            waiting: Load::default(),
            state: Bytes::new(),
        };
        self.waiting.retain(|it| it.connection != join.connection);
        if self.members.insert(join.connection, member).is_none() {
            self.count(Counted::Joined, 1);
        }
        let (to, instead) = (vec![join.connection], Some(self.come_again()));
        self.emit(Effect::Send(hub, Sent { scope: Some(scope), to, frame, instead }));
        self.show_others(join.connection);
    }

    pub(super) fn refuse_join(&mut self, join: &Join<H>, code: TextCode, wait_ms: u32) {
        let frame = TextAnswer::Refused { number: 0, code, wait_ms }.encode(self.ticket);
        let sent = Sent { scope: None, to: vec![join.connection], frame, instead: None };
        self.emit(Effect::Send(join.hub.clone(), sent));
    }

    pub(super) fn leave(&mut self, connection: Uuid) {
        if let Some(member) = self.members.remove(&connection) {
            self.count(Counted::Left, 1);
            self.waiting.retain(|it| it.connection != connection);
            if !member.state.is_empty() {
                self.tell_seen(connection, member.user, &Bytes::new());
            }
        }
    }
}
