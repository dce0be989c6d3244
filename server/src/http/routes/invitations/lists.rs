//! The restricted lists of an invitation.

use actors::domain::ids::{ListId, WorkspaceId};
use actors::domain::kinds::share::Level;
use actors::domain::kinds::share::invited::InvitedList;
use actors::domain::rights::Standing;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Refusal;
use crate::http::Door;
use crate::invitations::lists::{check, judge};
use crate::queries::shares::{open_among, shared_with};

/// A restricted list that an invitation shares, and what the invited person may do there.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ListOfInvitation {
    list_id: Uuid,
    #[schema(value_type = String)]
    level: Level,
}

impl From<InvitedList> for ListOfInvitation {
    fn from(InvitedList { list_id, level }: InvitedList) -> Self {
        Self { list_id: list_id.0, level }
    }
}

/// The lists of a new invitation, if the caller may share them. `mine` is what the caller may do, `given` what the role of
/// the invitation gives.
pub(super) async fn invited_lists(
    door: &Door,
    workspace: WorkspaceId,
    caller: Uuid,
    mine: Standing,
    given: Standing,
    lists: Option<Vec<ListOfInvitation>>,
) -> Result<Vec<InvitedList>, Refusal> {
    let named = lists.unwrap_or_default().into_iter();
    let named: Vec<_> = named.map(|it| InvitedList { list_id: ListId(it.list_id), level: it.level }).collect();
    if named.is_empty() {
        return Ok(named);
    }
    check(&named)?;
    let shared = shared_with(&door.db, workspace.0, caller).await?;
    let ids = named.iter().map(|it| it.list_id.0).collect();
    let open: Vec<ListId> = open_among(&door.db, workspace.0, ids).await?.into_iter().map(ListId).collect();
    judge(&named, &shared, &open, mine, given)?;
    Ok(named)
}
