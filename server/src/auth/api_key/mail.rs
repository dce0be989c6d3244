//! The notice to the owner of an account that a key was made: a stranger at an open browser could make one. The job has a
//! kind of its own, so that nodes of earlier builds do not take it.

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::{AccountMail, Auth};
use crate::mail::Notice;

/// The notice that a key was made.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ApiKeyMail {
    /// The account.
    pub user: Uuid,
}

impl Job for ApiKeyMail {
    type Context = Auth;
    const KIND: &'static str = "mail.api_key";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let Some(mail) = auth.notice(self.user, Notice::ApiKeyMade).await? else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}
