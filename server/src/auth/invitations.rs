//! What invitations need from the module of accounts: tokens for mails, and counters.

use uuid::Uuid;

use super::Auth;
use crate::error::Refusal;
use crate::mail::{Mail, Undelivered};

impl Auth {
    /// The possible tokens of an invitation by mail, the present one first. After a rotation of the secret, the invitation
    /// may still have the token of the secret before.
    pub fn invitation_tokens(&self, seed: Uuid) -> impl Iterator<Item = [u8; 32]> {
        self.inner.keys.invitation_tokens(seed)
    }

    /// Counts mails with invitations, and refuses all of them if they are too many.
    ///
    /// # Errors
    /// `rate_limited`.
    pub async fn count_invitations(&self, inviter: Uuid, workspace: Uuid, email_keys: &[&str]) -> Result<(), Refusal> {
        self.inner.guesses.count_invitations(inviter, workspace, email_keys).await
    }

    /// Refuses a network that has named too many unknown tokens of invitations.
    ///
    /// # Errors
    /// `rate_limited`.
    pub async fn may_name_invitation(&self, network: &str) -> Result<(), Refusal> {
        self.inner.guesses.may_name_token(network).await
    }

    /// Counts an unknown token of an invitation.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn unknown_invitation(&self, network: &str) -> Result<(), Refusal> {
        self.inner.guesses.unknown_token(network).await
    }

    /// The owner of the queued mails to an address.
    #[must_use]
    pub fn owner_of_mails(&self, email_key: &str) -> [u8; 32] {
        self.inner.keys.mails_to(email_key)
    }

    /// Delivers a mail, once.
    ///
    /// # Errors
    /// Why the mail was not delivered.
    pub async fn deliver(&self, mail: Mail, id: Uuid) -> Result<(), Undelivered> {
        self.inner.mailer.deliver(mail, id).await
    }
}
