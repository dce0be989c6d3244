//! The mail with an invitation, as a job. The job names the invitation, and holds neither the address nor the token: the
//! mail is written when it is sent, and an invitation that has ended is not sent.

use std::time::Duration;

use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::rank::still_given;
use super::state::{State, state_of};
use super::tokens::{self, Opens};
use crate::auth::Auth;
use crate::mail::{self, InvitationLetter, InvitedRole, Reader};
use crate::queries::invitations::{Stored, read, write};

const DAY: Duration = Duration::from_secs(86_400);

/// Sends the mail of an invitation.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct InvitationMail {
    workspace: Uuid,
    invitation: Uuid,
}

impl InvitationMail {
    /// The job for the mail of an invitation that is valid for some days. `owner` is the address, as a hash.
    ///
    /// # Errors
    /// A sentence for the log: this cannot happen with two ids.
    pub fn queued(workspace: Uuid, token_hash: &[u8], days: u32, owner: [u8; 32]) -> Result<NewJob, String> {
        let mut id = [0; 16];
        id.iter_mut().zip(token_hash).for_each(|(byte, hashed)| *byte = *hashed);
        let job = NewJob::new(Uuid::now_v7(), &Self { workspace, invitation: Uuid::from_bytes(id) })?;
        Ok(job.of_owner(owner).expires_after(DAY.saturating_mul(days)))
    }
}

impl Job for InvitationMail {
    type Context = (Auth, Journal);
    const KIND: &'static str = "mail.invitation";
    const PLAN: Plan = Plan {
        // About a day.
        tries: 50,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(1_800),
        time_limit: Duration::from_secs(90),
        every: None,
    };

    async fn run(self, run: Run, (auth, journal): (Auth, Journal)) -> Result<Done, Failure> {
        let found = read::by_id(journal.db(), self.workspace, self.invitation).await?;
        let Some(stored) = found.filter(|stored| state_of(stored) == State::Pending) else { return Ok(Done::Obsolete) };
        if still_given(&journal, &stored).await?.is_none() {
            return Ok(Done::Obsolete);
        }
        let (Some(to), Some(token)) = (&stored.email, token_of(&auth, &stored)) else { return Ok(Done::Obsolete) };
        let role = stored.role_name.as_deref().map_or(InvitedRole::BuiltIn(&stored.role), InvitedRole::Named);
        let mail = mail::invitation(&InvitationLetter {
            reader: Reader::at(to),
            inviter: &stored.inviter_name,
            workspace: &stored.workspace_name,
            role,
            link: &link_of(&auth, &token),
            expires_at: stored.expires_at,
        });
        match auth.deliver(mail, run.id).await {
            Ok(()) => {
                write::note_mail(journal.db(), stored.token_hash, true).await?;
                Ok(Done::Done)
            }
            Err(error) if error.lasting => {
                write::note_mail(journal.db(), stored.token_hash, false).await?;
                Err(Failure::Lasting(error.reason))
            }
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}

/// The page of an invitation.
#[must_use]
pub fn link_of(auth: &Auth, token: &str) -> String {
    format!("{}/invite/{token}", auth.site().public_url())
}

/// A new seed with its token's hash, for an invitation by mail.
#[must_use]
pub fn fresh_seed(auth: &Auth, opens: Opens) -> Option<(Uuid, Vec<u8>)> {
    let seed = Uuid::new_v4();
    let token = auth.invitation_tokens(seed).next()?;
    Some((seed, tokens::hash(&tokens::text(&token), opens)))
}

/// The token of an invitation by mail; none after the secret was changed twice.
#[must_use]
pub fn token_of(auth: &Auth, stored: &Stored) -> Option<String> {
    let mut known = auth.invitation_tokens(stored.mail_seed?).map(|token| tokens::text(&token));
    known.find(|token| tokens::hashes(token).contains(&stored.token_hash))
}
