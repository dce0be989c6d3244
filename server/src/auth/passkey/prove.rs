//! Proves with a passkey that the person who uses a session owns the account. For an account without a password, this takes the
//! place of the password.

use super::answer::Assertion;
use super::challenge::Challenged;
use crate::auth::{Auth, Browser, Principal};
use crate::error::{Code, Refusal};

/// How long a proof counts, in seconds.
const COUNTS: f64 = 300.0;

impl Auth {
    /// Asks the person who uses a session for a passkey.
    ///
    /// # Errors
    /// `conflict` if browsers cannot use passkeys at this address.
    pub async fn begin_proof(&self, principal: &Principal, browser: Browser<'_>) -> Result<Challenged, Refusal> {
        self.ask_for_passkey(browser, Some(*principal)).await
    }

    /// Stores in the session that its owner has used a passkey.
    ///
    /// # Errors
    /// `gone` for an invalid challenge; `validation_failed` for everything else that is wrong with the answer.
    pub async fn prove_with_passkey(
        &self,
        principal: &Principal,
        assertion: Assertion,
        browser: Option<&str>,
    ) -> Result<(), Refusal> {
        let used = self.use_passkey(assertion, browser, Some(*principal)).await;
        used.map_err(|refusal| match refusal.code {
            // The caller is signed in, so the answer is not 401.
            Code::WrongCredentials => Refusal::invalid("signature", refusal.message),
            _ => refusal,
        })?;
        let session = principal.session_id;
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query("update sessions set proven_at = now() where id = $1").bind(session).execute(&pool).await
            })
            .await?;
        Ok(())
    }

    /// Whether the owner of a session has used a passkey a short time ago.
    pub(in crate::auth) async fn is_proven(&self, principal: &Principal) -> Result<bool, sqlx::Error> {
        let (session, user) = (principal.session_id, principal.user_id);
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select exists (select from sessions where id = $1 and user_id = $2
                                    and proven_at > now() - make_interval(secs => $3))",
                )
                .bind(session)
                .bind(user)
                .bind(COUNTS)
                .fetch_one(&pool)
                .await
            })
            .await
    }
}
