//! Who may call the routes of a workspace's invitations.

use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Standing;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::invitations::rank::may_invite;

/// The rights of a caller who may invite people to a workspace.
pub(super) async fn inviter(door: &Door, workspace: Uuid, caller: Caller) -> Result<Standing, Refusal> {
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(caller.user_id), caller.narrowing).await?;
    if may_invite(standing) { Ok(standing) } else { Err(Code::Forbidden.into()) }
}
