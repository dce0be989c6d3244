//! The order of saved views: the shared views of a list or a page have one order, and the views of each person another.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{OwnPage, SavedView};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::Entity,
    ids::{ListId, SavedViewId, ScopeId, UserId},
    kinds::named::rank_behind,
    rank::Rank,
    refusal::Refusal,
};
use crate::words;

/// The views that share one order: the views of one list or page in one scope.
#[derive(Clone, Copy)]
pub(super) struct Siblings {
    pub scope: ScopeId,
    pub list: Option<ListId>,
    pub page: Option<OwnPage>,
}

impl Siblings {
    fn holds(self, view: &SavedView) -> bool {
        view.list_id == self.list && view.page == self.page
    }
}

/// Moves a view after another view of the same list or page and the same scope, or to the first position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SavedViewMove {
    pub saved_view_id: SavedViewId,
    pub after: Option<SavedViewId>,
}

impl Act for SavedViewMove {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.saved_view(self.saved_view_id)?;
        let siblings = Siblings { scope, list: before.list_id, page: before.page };
        let rank = decider.rank_behind_view(siblings, self.after, before.id)?;
        let after = SavedView { rank: Some(rank), ..before.clone() };
        decider.put_view(scope, Write::update(Entity::SavedView(before), Entity::SavedView(after)));
        Ok(())
    }
}

impl Decider<'_> {
    /// The rank behind all siblings.
    pub(super) fn rank_of_last_view(&self, siblings: Siblings) -> Rank {
        let beside = self.views_in(siblings.scope).filter(|it| siblings.holds(it));
        Rank::between(beside.filter_map(|it| it.rank.as_ref()).max(), None)
    }

    /// The rank behind one of the siblings, or before all of them. Views of earlier builds have no rank: each gets one in the
    /// same event, because nothing can be put behind a view without a rank.
    ///
    /// # Errors
    /// `not_found`, with the field `after`.
    pub(super) fn rank_behind_view(
        &mut self,
        siblings: Siblings,
        after: Option<SavedViewId>,
        moving: SavedViewId,
    ) -> Result<Rank, Refusal> {
        let beside = self.views_in(siblings.scope).filter(|it| siblings.holds(it) && it.id != moving);
        let (mut unranked, ranked): (Vec<SavedView>, Vec<SavedView>) =
            beside.cloned().partition(|it| it.rank.is_none());
        unranked.sort_by_key(|it| it.id);
        let known = ranked.iter().filter_map(|it| Some((it.id, it.rank.as_ref()?)));
        let given = Rank::spread(None, known.clone().map(|(_, rank)| rank).min(), unranked.len());
        let all = known.chain(unranked.iter().map(|it| it.id).zip(&given));
        let rank = rank_behind(all, after, moving, words::NO_VIEW)?;
        for (before, rank) in unranked.into_iter().zip(given) {
            let after = SavedView { rank: Some(rank), ..before.clone() };
            self.put_view(siblings.scope, Write::update(Entity::SavedView(before), Entity::SavedView(after)));
        }
        Ok(rank)
    }
}
