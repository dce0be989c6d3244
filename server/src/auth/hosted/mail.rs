//! The notice to the owner of an account that an identity was linked. The job has a kind of its own, so that nodes of earlier
//! builds do not take it.

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::{AccountMail, Auth, user};
use crate::error::Refusal;
use crate::mail::Notice;

/// The notice that an identity was linked.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct HostedMail {
    /// The account.
    pub user: Uuid,
}

impl Job for HostedMail {
    type Context = Auth;
    const KIND: &'static str = "mail.hosted";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let Some(mail) = auth.notice(self.user, Notice::AccountLinked).await? else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}

impl Auth {
    /// Queues the notice, unless the hourly limit of notices is used up.
    pub(super) async fn tell_of_link(&self, notice: HostedMail) -> Result<(), Refusal> {
        let id = notice.user;
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        let Some(user) = user else { return Ok(()) };
        let email_key = user.email.to_ascii_lowercase();
        self.tell(notice, &email_key).await
    }
}
