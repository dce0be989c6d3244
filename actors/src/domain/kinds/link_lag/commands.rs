//! A person who may edit one of the two tickets of a link may set its lag and its kind.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{LinkEnds, LinkLag};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind, LinkKind},
    ids::{LinkId, ScopeId, UserId},
    kinds::patch::given,
    limits,
    refusal::{Refusal, RefusalCode},
    scope::personal_scope,
    world::World,
};
use crate::words;

/// Sets the lag of a link in days, its kind, or both. An absent field stays as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkLagSet {
    pub link_id: LinkId,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub days: Option<i32>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub ends: Option<LinkEnds>,
}

impl Act for LinkLagSet {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        let link = world.index.link(self.link_id);
        touches.tickets.extend(link.into_iter().flat_map(|(_, link)| [link.from_ticket_id, link.to_ticket_id]));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        decider.decision.relies_on_scopes = true;
        let known = decider.world.index.link(self.link_id);
        let seen = known.filter(|(scope, _)| decider.world.sees(decider.by, *scope)).cloned();
        let (scope, link) = seen.ok_or_else(|| Refusal::not_found(words::NO_LINK))?;
        decider.edits_one_of([link.from_ticket_id, link.to_ticket_id])?;
        if link.kind != LinkKind::Blocks {
            return Err(Refusal::new(RefusalCode::Conflict, words::ONLY_BLOCKS_LAG));
        }
        let id = LinkLag::id_of(link.id);
        let before = decider.world.tables.link_lags.get(&id).cloned();
        let (known_days, known_ends) = before.as_ref().map_or((0, None), |it| (it.days, it.ends));
        let days = self.days.unwrap_or(known_days);
        if days.unsigned_abs() > limits::LAG_DAYS.unsigned_abs() {
            return Err(Refusal::invalid("days", words::most_days(limits::LAG_DAYS)));
        }
        let ends = self.ends.map_or(known_ends, |ends| Some(ends).filter(|it| *it != LinkEnds::FinishToStart));
        let row = LinkLag { id, link_id: link.id, days, ends };
        match before {
            _ if days == 0 && ends.is_none() => decider.delete_lag(link.id),
            Some(before) => decider.put_lag(scope, Write::update(Entity::LinkLag(before), Entity::LinkLag(row))),
            None => decider.put_lag(scope, Write::create(Entity::LinkLag(row))),
        }
        Ok(())
    }
}

impl Decider<'_> {
    /// Deletes the lag of a link that goes.
    pub(in crate::domain) fn delete_lag(&mut self, link: LinkId) {
        let id = LinkLag::id_of(link);
        if let Some(row) = self.world.tables.link_lags.get(&id).cloned() {
            let scope = self.world.home_of(EntityKind::LinkLag, id.0);
            self.put_lag(scope, Write::delete(Entity::LinkLag(row)));
        }
    }

    /// Brings the lag of a link into the new home of the link.
    pub(in crate::domain) fn move_lag(&mut self, link: LinkId, to: ScopeId) {
        let id = LinkLag::id_of(link);
        if let Some(row) = self.world.tables.link_lags.get(&id).cloned() {
            self.delete_lag(link);
            self.put_lag(to, Write::create(Entity::LinkLag(row)));
        }
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    fn put_lag(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
