//! What sign-ups and changes of accounts share: a code that is mailed to an address or sent to a number, its limits, and the
//! order of its checks.

use std::time::Duration;

use actors::jobs::{Job, NewJob};
use rand::seq::IndexedRandom;
use sqlx::PgConnection;
use uuid::Uuid;

use super::keys::digest;
use super::{Auth, Requester, input};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// How long a code is valid.
pub(super) const CODE_LIFE: Duration = Duration::from_secs(15 * 60);
/// Attempts allowed for each code that was mailed.
const MOST_ATTEMPTS: i32 = 5;
/// The most mails for one request, the first included. Each mail allows a few guesses at its code.
pub(super) const MAILS: i32 = 5;
/// The alphabet of references, without letters and digits that look alike.
const REFERENCE_LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/// A request that waits for its code: a sign-up, or a change of an account.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Random and secret: only the page that made the request knows it.
    pub id: Uuid,
    /// Short; shown on that page and in the mail.
    pub reference: String,
}

impl Pending {
    pub(super) fn new() -> Self {
        Self { id: Uuid::new_v4(), reference: random_reference() }
    }
}

/// Two mails or text messages, of which a request sends one.
pub(super) struct Letters {
    code: NewJob,
    carried: Carried,
    /// The message that says why there is no code.
    note: NewJob,
}

impl Letters {
    /// Queues one of the two. Returns the hashes to store: `Some(None)` if the message has no code, `None` if no message was
    /// queued.
    pub(super) async fn store(
        self,
        has_code: bool,
        tx: &mut PgConnection,
    ) -> Result<Option<Option<Carried>>, sqlx::Error> {
        let stored = if has_code { self.code } else { self.note }.store(tx).await?;
        if !stored {
            tracing::warn!("a message was dropped: too many messages to its recipient are queued");
        }
        Ok(stored.then_some(has_code.then_some(self.carried)))
    }
}

/// The hashes of the secrets that a mail carries.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    pub(super) code_hash: [u8; 32],
    /// The hash of the token in the link. Only the mail of a sign-up has a link.
    pub(super) link_hash: [u8; 32],
}

/// The stored state of a request, after an attempt at its code was counted.
pub(super) struct Attempted<'a> {
    /// `None` if no mail has carried a code.
    pub(super) code_hash: Option<&'a [u8]>,
    /// Includes this attempt.
    pub(super) attempts: i32,
    /// False if the request was used or has expired.
    pub(super) live: bool,
}

impl Auth {
    /// Both mails of a request; `None` if the requester has caused too many mails to the address.
    pub(super) async fn letters<M: Job>(
        &self,
        request: Uuid,
        letters: (&M, &M),
        email_key: &str,
        from: &Requester,
    ) -> Result<Option<Letters>, Refusal> {
        if !self.inner.guesses.may_mail(email_key, from).await? {
            tracing::warn!("a mail was dropped: its requester has caused too many mails to this address");
            return Ok(None);
        }
        self.uncounted_letters(request, letters, email_key).map(Some)
    }

    /// Both messages of a request to an address or a number. The caller must have counted the message against the limits.
    pub(super) fn uncounted_letters<M: Job>(
        &self,
        request: Uuid,
        (code, note): (&M, &M),
        recipient: &str,
    ) -> Result<Letters, Refusal> {
        let id = Uuid::now_v7();
        let keys = &self.inner.keys;
        let carried =
            Carried { code_hash: keys.code(request, &keys.new_code(id)), link_hash: digest(&keys.link_token(id)) };
        let job = |message: &M| Ok::<_, Refusal>(self.mail_job(id, message, recipient)?.expires_after(CODE_LIFE));
        Ok(Letters { code: job(code)?, carried, note: job(note)? })
    }

    /// Checks a code. Does not spend the code.
    ///
    /// # Errors
    /// `validation_failed` for a wrong code; `gone` for the right code of a request that was used or has expired.
    pub(super) fn judge_code(&self, request: Uuid, code: &str, attempted: Attempted<'_>) -> Result<(), Refusal> {
        // Checked before the hash, because a request without a code must get the same answers as one with a code.
        if attempted.attempts > MOST_ATTEMPTS {
            return Err(Refusal::invalid("code", words::TOO_MANY_CODES));
        }
        if !attempted.code_hash.is_some_and(|hash| self.inner.keys.is_code(hash, request, code)) {
            return Err(input::wrong_code());
        }
        if attempted.live { Ok(()) } else { Err(Code::Gone.into()) }
    }
}

/// Queues the mail of a request. With `of_account`, a code is mailed if an account has the address; otherwise, if none
/// has. Returns the hashes to store: `Some(None)` if the mail has no code, `None` if no mail was queued. Only a mailed code
/// is stored, so every few guesses at a code send the address's owner another mail.
pub(super) async fn store_letter(
    letters: Option<Letters>,
    of_account: bool,
    email_key: &str,
    tx: &mut PgConnection,
) -> Result<Option<Option<Carried>>, sqlx::Error> {
    let Some(letters) = letters else { return Ok(None) };
    let is_known: bool = sqlx::query_scalar("select exists (select from users where email_key = $1)")
        .bind(email_key)
        .fetch_one(&mut *tx)
        .await?;
    letters.store(is_known == of_account, tx).await
}

/// Four random letters and digits. They distinguish a person's own few requests and are no secret.
fn random_reference() -> String {
    let mut random = rand::rng();
    (0..4).filter_map(|_| REFERENCE_LETTERS.choose(&mut random)).map(|letter| char::from(*letter)).collect()
}
