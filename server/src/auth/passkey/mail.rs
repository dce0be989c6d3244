//! The notices to the owner of an account about passkeys. The job has a kind of its own, so that nodes of earlier builds do not
//! take it.

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::{AccountMail, Auth, user};
use crate::error::Refusal;
use crate::mail::Notice;

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum News {
    /// A passkey was added.
    Added,
    /// A passkey was removed.
    Removed,
    /// A passkey was used whose counter has gone back: someone may have a copy.
    Copied,
    /// The password was removed.
    PasswordRemoved,
}

/// A notice about passkeys.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PasskeyMail {
    /// The account.
    pub(super) user: Uuid,
    /// What has happened.
    pub(super) news: News,
}

impl Job for PasskeyMail {
    type Context = Auth;
    const KIND: &'static str = "mail.passkey";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let what = match self.news {
            News::Added => Notice::PasskeyAdded,
            News::Removed => Notice::PasskeyRemoved,
            News::Copied => Notice::PasskeyCopied,
            News::PasswordRemoved => Notice::PasswordRemoved,
        };
        let Some(mail) = auth.notice(self.user, what).await? else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}

impl Auth {
    /// Queues a notice, unless the hourly limit of notices is used up.
    pub(super) async fn tell_of_passkey(&self, notice: PasskeyMail) -> Result<(), Refusal> {
        let id = notice.user;
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        let Some(user) = user else { return Ok(()) };
        self.tell(notice, &user.email.to_ascii_lowercase()).await
    }
}
