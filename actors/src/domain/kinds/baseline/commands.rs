//! The commands for baselines. As with saved views, people make, rename and delete their own baselines. For shared
//! ones, they need `editLists` in the scope of the baseline.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Baseline;
use crate::domain::{
    capability::Capability,
    change::Write,
    date::Instant,
    decider::{Act, Decider},
    entity::{Entity, EntityKind},
    ids::{BaselineId, ListId, ScopeId, UserId},
    kinds::{named::taken, patch::given},
    limits,
    refusal::Refusal,
    scope::personal_scope,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct BaselineCreate {
    pub baseline_id: BaselineId,
    pub name: String,
    pub personal: bool,
    pub list_id: Option<ListId>,
    /// A moment in the past. If absent, the moment of the decision.
    pub taken_at: Option<Instant>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct BaselineUpdate {
    pub baseline_id: BaselineId,
    pub patch: BaselinePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct BaselinePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct BaselineDelete {
    pub baseline_id: BaselineId,
}

impl Act for BaselineCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists).filter(|_| !self.personal)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.baseline_id;
        if let Some(list) = self.list_id {
            decider.list(list, "listId")?;
        }
        let home = decider.home_of_baseline(self.personal, self.list_id)?;
        decider.room_for_baseline(home, self.list_id)?;
        if decider.world.tables.baselines.contains_key(&id) {
            return Err(taken("baselineId"));
        }
        let taken_at = self.taken_at.map_or(decider.at, |at| Instant::new(at.get()));
        if taken_at > decider.at {
            return Err(Refusal::invalid("takenAt", words::BASELINE_AHEAD));
        }
        let name = limits::line("name", &self.name, limits::NAME_CHARS)?;
        let (personal, list_id, created_user_id) = (self.personal, self.list_id, decider.by);
        let baseline = Baseline { id, name, personal, list_id, created_user_id, taken_at };
        decider.put_baseline(home, Write::create(Entity::Baseline(baseline)));
        Ok(())
    }
}

impl Act for BaselineUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.baseline(self.baseline_id)?;
        let mut after = before.clone();
        if let Some(name) = &self.patch.name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
        }
        decider.put_baseline(scope, Write::update(Entity::Baseline(before), Entity::Baseline(after)));
        Ok(())
    }
}

impl Act for BaselineDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, baseline) = decider.baseline(self.baseline_id)?;
        decider.put_baseline(scope, Write::delete(Entity::Baseline(baseline)));
        Ok(())
    }
}

impl Decider<'_> {
    /// A baseline that the person may change, with its scope.
    fn baseline(&self, id: BaselineId) -> Result<(ScopeId, Baseline), Refusal> {
        let scope = self.world.home_of(EntityKind::Baseline, id.0);
        let known = self.world.tables.baselines.get(&id).filter(|_| self.world.sees(self.by, scope));
        let found = known.cloned().ok_or_else(|| Refusal::not_found(words::NO_BASELINE).with_field("baselineId"))?;
        if found.personal {
            self.need_person()?;
        } else {
            self.allow_in(Capability::EditLists, scope, words::NO_BASELINE)?;
        }
        Ok((scope, found))
    }

    /// The scope in which the person may put a baseline: their own, that of the list, or that of the workspace.
    fn home_of_baseline(&self, personal: bool, list: Option<ListId>) -> Result<ScopeId, Refusal> {
        let world = self.world;
        if personal {
            self.need_person()?;
            return Ok(personal_scope(world.workspace.id, self.by));
        }
        let scope = list.map_or(world.scope(), |list| world.home_of(EntityKind::List, list.0));
        self.allow_in(Capability::EditLists, scope, words::NO_LIST)?;
        Ok(scope)
    }

    fn room_for_baseline(&self, scope: ScopeId, list: Option<ListId>) -> Result<(), Refusal> {
        let beside = self.baselines_in(scope);
        limits::room_for(beside.clone().count(), limits::BASELINES)?;
        limits::room_for(beside.filter(|it| it.list_id == list).count(), limits::BASELINES_OF_PLACE)
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    fn put_baseline(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
