//! How a socket joins its workspace.

use actix::Addr;
use actix_web::web::Data;
use actors::domain::ids::WorkspaceId;
use actors::domain::refusal::Refusal as StageRefusal;
use actors::wire::Hello;
use actors::{Hub, SocketEntry};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};

use crate::auth::Principal;
use crate::error::{Code, Refusal};
use crate::http::Door;

/// The request to join, until the stage answers.
pub(super) type Joining = Shared<LocalBoxFuture<'static, Result<(), NotJoined>>>;

/// Why a socket did not join.
#[derive(Clone, Debug)]
pub(super) enum NotJoined {
    /// The session in the socket's token does not belong to the token's user.
    Session,
    /// The stage refused, or the database did not answer.
    Refused(StageRefusal),
}

impl From<Refusal> for NotJoined {
    fn from(refusal: Refusal) -> Self {
        match refusal.code {
            Code::Unauthenticated => Self::Session,
            _ => Self::Refused(StageRefusal::away(1_000)),
        }
    }
}

/// Asks the stage to let a socket in.
pub(super) fn join(
    door: Data<Door>,
    hub: Addr<Hub>,
    principal: Principal,
    hello: Hello,
    workspace: WorkspaceId,
    entry: SocketEntry,
) -> Joining {
    let joining = async move {
        door.auth.check_session(principal).await?;
        let cursors = hello.cursors.unwrap_or_default();
        door.stage.join(workspace, entry, hub, cursors).await.map_err(NotJoined::Refused)
    };
    joining.boxed_local().shared()
}
