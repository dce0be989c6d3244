//! The people whom frames of presence name. A reader learns the places of people in the scopes that the reader follows.

use bytestring::ByteString;

use crate::{
    domain::ids::{ScopeId, TicketId},
    wire::{NodeFrame, PresenceMember},
};

/// People, each with the scope of their ticket. A person in no ticket, or in one that is named to no reader, has no scope.
#[derive(Debug)]
pub(crate) struct People(Vec<(PresenceMember, Option<ScopeId>)>);

impl People {
    /// `place` returns the scope of a ticket, if frames may name the ticket to the followers of this scope.
    pub(super) fn of(members: Vec<&PresenceMember>, place: impl Fn(TicketId) -> Option<ScopeId>) -> Self {
        let scope = |member: &PresenceMember| member.ticket_id.and_then(&place);
        Self(members.into_iter().map(|member| (member.clone(), scope(member))).collect())
    }

    /// The scopes of all these people's tickets, each once.
    pub(crate) fn scopes(&self) -> Vec<ScopeId> {
        let mut scopes: Vec<ScopeId> = self.0.iter().filter_map(|(_, scope)| *scope).collect();
        scopes.sort_unstable();
        scopes.dedup();
        scopes
    }

    /// The frame for readers who follow these scopes.
    pub(crate) fn frame(&self, follows: impl Fn(ScopeId) -> bool) -> ByteString {
        let mut members = self.seen(follows);
        members.sort_by_key(|member| (member.since, member.connection));
        NodeFrame::Presence { members }.encode()
    }

    /// The people without the tickets of other scopes.
    pub(super) fn seen(&self, follows: impl Fn(ScopeId) -> bool) -> Vec<PresenceMember> {
        let seen = |(member, scope): &(PresenceMember, Option<ScopeId>)| {
            let mut member = member.clone();
            if !scope.is_some_and(&follows) {
                member.ticket_id = None;
                member.field = None;
            }
            member
        };
        self.0.iter().map(seen).collect()
    }
}
