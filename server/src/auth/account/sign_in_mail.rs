//! The mails of a sign-in by a mailed code, as jobs. The jobs have a kind of their own: nodes of earlier builds would mail
//! the code as one for a new address.

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::{AccountMail, Auth};

/// A mail of a sign-in by a mailed code.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase")]
pub enum SignInMail {
    /// The code.
    Code {
        /// The request.
        request: Uuid,
    },
    /// The hint that no account has the address.
    NoAccount {
        /// The request.
        request: Uuid,
    },
}

impl Job for SignInMail {
    type Context = Auth;
    const KIND: &'static str = "mail.sign_in";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let mail = match self {
            Self::Code { request } => auth.request_mail(request, run.id).await?,
            Self::NoAccount { request } => auth.no_code_mail(request).await?,
        };
        let Some(mail) = mail else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}
