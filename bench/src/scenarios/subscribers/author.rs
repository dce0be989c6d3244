//! The author of the comments.

use std::time::{Duration, Instant};

use serde_json::json;
use uuid::Uuid;

use crate::client::Socket;
use crate::node::Failure;

const TEXT: &str = "The lights of the second act are too dark, so I have moved them closer to the stage.";
/// How long the follower and the job may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);
/// The pause between looks at the database.
pub(super) const LOOK: Duration = Duration::from_millis(2);

/// Where the author comes in. A socket that waits too long is closed, so each step opens one.
pub(super) struct Door {
    pub(super) addr: String,
    pub(super) token: String,
    pub(super) workspace: String,
}

impl Door {
    pub(super) async fn open(&self) -> Result<Socket, Failure> {
        Socket::open(&self.addr, &self.token, &self.workspace).await
    }
}

/// Comments, and returns the comment with the time to the ack.
pub(super) async fn comment(author: &mut Socket, ticket: Uuid) -> Result<(Uuid, Duration), Failure> {
    let (comment, start) = (Uuid::now_v7(), Instant::now());
    let command = json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": TEXT});
    author.carry_out(command).await?;
    Ok((comment, start.elapsed()))
}
