//! Who may call the routes of a workspace's invitations.

use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Standing;
use uuid::Uuid;

use crate::auth::Principal;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::invitations::rank::may_invite;

/// The rights of a caller who may invite people to a workspace.
pub(super) async fn inviter(door: &Door, workspace: Uuid, principal: Principal) -> Result<Standing, Refusal> {
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(principal.user_id)).await?;
    if may_invite(standing) { Ok(standing) } else { Err(Code::Forbidden.into()) }
}
