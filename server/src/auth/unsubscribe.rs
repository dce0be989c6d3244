//! Signed addresses that end the mails of one person about one workspace, for people who are not signed in (RFC 8058).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::Auth;

/// Two ids and a signature.
const BYTES: usize = 64;

impl Auth {
    /// The address that ends the mails of a person about a workspace. It is good for ever, as old mails are opened late.
    #[must_use]
    pub fn unsubscribe_address(&self, workspace: Uuid, user: Uuid) -> String {
        let signature = self.inner.keys.unsubscribe(workspace, user);
        let token = [&workspace.as_bytes()[..], &user.as_bytes()[..], &signature[..]].concat();
        format!("{}/unsubscribe/{}", self.inner.site.public_url(), URL_SAFE_NO_PAD.encode(token))
    }

    /// The workspace and the person of such an address; none if it was not made here.
    #[must_use]
    pub fn unsubscribes(&self, token: &str) -> Option<(Uuid, Uuid)> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == BYTES)?;
        let (workspace, rest) = bytes.split_at_checked(16)?;
        let (user, signature) = rest.split_at_checked(16)?;
        let (workspace, user) = (Uuid::from_slice(workspace).ok()?, Uuid::from_slice(user).ok()?);
        self.inner.keys.is_unsubscribe(signature, workspace, user).then_some((workspace, user))
    }

    /// Whether mails can be sent at all.
    #[must_use]
    pub fn has_mailer(&self) -> bool {
        !matches!(self.inner.mailer, crate::mail::Mailer::None)
    }
}
