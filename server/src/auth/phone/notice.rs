//! The notice by mail that the phone number of an account was changed. An account without an address
//! gets a text message instead ([`ChangeText`](super::ChangeText)).

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::{AccountMail, Auth};
use crate::mail::Notice;

/// The notice. The job has a kind of its own, so that nodes of earlier builds do not take it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct NumberMail {
    /// The account.
    pub(super) user: Uuid,
}

impl Job for NumberMail {
    type Context = Auth;
    const KIND: &'static str = "mail.phone_number";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let Some(mail) = auth.notice(self.user, Notice::NumberChanged).await? else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}
