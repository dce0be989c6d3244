//! Signs people in with a passkey. User verification makes it two factors: the device, and the person's finger, face or PIN.

use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::{
    DiscoverableAuthentication16, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
};

use super::answer::Assertion;
use super::challenge::{BrowserSecret, Challenged, Purpose, timeout};
use super::check::{Stored, check, user_of};
use super::mail::{News, PasskeyMail};
use super::party::Party;
use crate::auth::{Auth, Browser, Principal, Requester, Session, user};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// A person who has used a passkey.
pub(super) struct Used {
    pub(super) user: Uuid,
    password_hash: String,
}

impl Auth {
    /// The relying party for a page of this origin.
    pub(super) fn party(&self, page: Option<&str>) -> Result<Party, Refusal> {
        Party::of(&self.inner.site, page)
    }

    /// Begins a sign-in with any passkey of the device.
    ///
    /// # Errors
    /// `conflict` if browsers cannot use passkeys at this address.
    pub async fn begin_passkey_sign_in(&self, browser: Browser<'_>) -> Result<Challenged, Refusal> {
        self.ask_for_passkey(browser, None).await
    }

    /// Signs a person in with a passkey. No code is needed.
    ///
    /// # Errors
    /// `gone` for an invalid challenge; `wrong_credentials` for everything else that is wrong with the answer.
    pub async fn sign_in_with_passkey(
        &self,
        assertion: Assertion,
        browser: Option<&str>,
        from: &Requester,
    ) -> Result<Session, Refusal> {
        let Used { user, password_hash } = self.use_passkey(assertion, browser, None).await?;
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, user).await }).await?;
        let user = user.ok_or_else(refused)?;
        self.begin(user, Some(password_hash), None, from).await.map_err(|refusal| match refusal.code {
            // The account was changed since the passkey was checked.
            Code::WrongCredentials => expired(),
            _ => refusal,
        })
    }

    /// Asks a browser for the signature of a passkey.
    pub(super) async fn ask_for_passkey(
        &self,
        browser: Browser<'_>,
        of: Option<Principal>,
    ) -> Result<Challenged, Refusal> {
        let party = self.party(browser.origin)?;
        let secret = BrowserSecret::of(browser.secret);
        let mut options = DiscoverableCredentialRequestOptions::passkey(&party.id);
        options.0.timeout = timeout();
        let challenge = options.0.challenge.as_data();
        let (expected, _) = options.start_ceremony().map_err(|error| internal(&error))?;
        let expected = expected.encode().map_err(|error| internal(&error))?;
        self.keep_challenge(challenge, expected, &secret, Purpose { makes: false, of }).await?;
        Ok(Challenged::new(challenge, party.id.as_ref(), &secret))
    }

    /// Checks the signature of a passkey, and notes its use. Spends the challenge, also if the answer is refused.
    ///
    /// # Errors
    /// `gone` for an invalid challenge; `wrong_credentials` for everything else: no answer tells whether a passkey is known.
    pub(super) async fn use_passkey(
        &self,
        assertion: Assertion,
        browser: Option<&str>,
        of: Option<Principal>,
    ) -> Result<Used, Refusal> {
        let party = self.party(None)?;
        let (challenge, answer) = assertion.read().ok_or_else(refused)?;
        let expected = self.take_challenge(challenge, browser, Purpose { makes: false, of }).await?;
        let expected = expected.ok_or_else(expired)?;
        let expected = DiscoverableAuthenticationServerState::decode(&expected).map_err(|error| internal(&error))?;
        let user = user_of(&answer);
        let stored = self.stored_passkey(&answer, user).await?;
        let checked = check(&party, expected, &answer, stored.as_ref());
        let (stored, next) = match (stored, checked) {
            (Some(stored), Ok(next)) => (stored, next),
            (Some(stored), Err(AuthCeremonyErr::SignatureCounter)) => {
                // The signature is right, so someone has a copy of the key.
                tracing::warn!(%user, passkey = %stored.id, "a passkey was refused because its counter has gone back");
                self.tell_of_passkey(PasskeyMail { user, news: News::Copied }).await?;
                return Err(refused());
            }
            (Some(stored), Err(error)) => {
                tracing::info!(%user, passkey = %stored.id, %error, "a passkey was refused");
                return Err(refused());
            }
            (None, _) => return Err(refused()),
        };
        if of.is_some_and(|principal| principal.user_id != user) {
            return Err(refused());
        }
        // Of several answers with the same counter, only one is accepted.
        let used = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("update passkeys set state = $3, used_at = now() where id = $1 and state = $2")
                    .bind(stored.id)
                    .bind(stored.state)
                    .bind(next)
                    .execute(&pool)
                    .await
            })
            .await;
        let used: Result<_, sqlx::Error> = used;
        if used?.rows_affected() == 0 {
            return Err(expired());
        }
        Ok(Used { user, password_hash: stored.password_hash })
    }

    async fn stored_passkey(
        &self,
        answer: &DiscoverableAuthentication16,
        user: Uuid,
    ) -> Result<Option<Stored>, sqlx::Error> {
        let credential: Vec<u8> = answer.raw_id().as_ref().to_vec();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select p.id, p.public_key, p.state, u.password_hash
                     from passkeys p join users u on u.id = p.user_id
                     where p.credential_id = $1 and p.user_id = $2 and u.deleted_at is null and u.disabled_at is null",
                )
                .bind(credential)
                .bind(user)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}

/// The one answer for every passkey that does not sign a person in.
fn refused() -> Refusal {
    Refusal::new(Code::WrongCredentials).message(words::PASSKEY_REFUSED)
}

/// The answer for a challenge that is not valid.
pub(super) fn expired() -> Refusal {
    Refusal::new(Code::Gone).message(words::PASSKEY_EXPIRED)
}

pub(super) fn internal(error: &dyn std::error::Error) -> Refusal {
    tracing::error!(%error, "a passkey could not be asked for");
    Code::Internal.into()
}
