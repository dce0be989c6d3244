//! The answer of a provider, which the browser brings back. Each answer is used once.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::apple;
use super::attempt::{Attempt, hash_of_state};
use super::begin::answers_by_form;
use super::claims::Identity;
use super::fault::Fault;
use super::provider::{Exchange, Provider};
use crate::auth::{Auth, Principal};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// What a provider has answered.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct ProviderAnswer {
    /// The code, unless the provider refused.
    pub code: Option<String>,
    /// The issuer that answers (RFC 9207).
    pub iss: Option<String>,
    /// Why the provider refused.
    pub error: Option<String>,
    /// From Apple, at the first sign-in: the name, as JSON.
    pub user: Option<String>,
}

/// A code is a credential for some minutes.
impl std::fmt::Debug for ProviderAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderAnswer").finish_non_exhaustive()
    }
}

/// The stored row of a sign-in.
#[derive(sqlx::FromRow)]
struct Sent {
    provider: String,
    issuer: String,
    redirect_uri: String,
    answer: Option<Vec<u8>>,
}

/// A person, and the provider that identified them.
pub(super) struct Identified<'a> {
    pub(super) provider: &'a Provider,
    pub(super) identity: Identity,
    /// The address that the browser has returned to.
    pub(super) redirect_uri: String,
}

impl Auth {
    /// Keeps an answer that came as a form from another site, and so without cookies. The browser then asks for it. Only the
    /// first answer to a state counts.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn keep_answer(&self, state: &str, answer: &ProviderAnswer) -> Result<(), Refusal> {
        let Some(hash) = hash_of_state(state) else { return Ok(()) };
        let json = serde_json::to_vec(answer).map_err(|_| Code::Malformed)?;
        let sealed = self.inner.keys.sealed_answer(&hash, &json).ok_or(Code::Internal)?;
        let by_form = self.inner.hosted.providers.iter().filter(|provider| answers_by_form(provider));
        let by_form: Vec<String> = by_form.map(|provider| provider.config.id.clone()).collect();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "update hosted_sign_ins set answer = $2
                     where state_hash = $1 and answer is null and expires_at > now() and provider = any($3)",
                )
                .bind(hash)
                .bind(sealed)
                .bind(by_form)
                .execute(&pool)
                .await
            })
            .await?;
        Ok(())
    }

    /// The person that an answer names. The state cannot be used again, even if the answer is refused.
    ///
    /// # Errors
    /// `gone` for a state that was used, has expired, or belongs to another browser, session or purpose; `forbidden` if the
    /// provider has refused or its answer is not valid; `unavailable` if the provider does not answer in time.
    pub(super) async fn identified(
        &self,
        state: &str,
        browser: Option<&str>,
        links: Option<&Principal>,
        answer: ProviderAnswer,
    ) -> Result<Identified<'_>, Refusal> {
        let invalid = || Refusal::new(Code::Gone).message(words::OAUTH_STATE);
        let attempt = browser.and_then(|browser| Attempt::read(state, browser, links.is_some())).ok_or_else(invalid)?;
        let Sent { provider, issuer, redirect_uri, answer: sealed } =
            self.take(&attempt, links).await?.ok_or_else(invalid)?;
        let provider = self.provider(&provider)?;
        let answer = match sealed {
            Some(sealed) => self.opened(&attempt, &sealed).ok_or_else(invalid)?,
            // No form has arrived, so the answer in the address does not come from the provider.
            None if answers_by_form(provider) => return Err(invalid()),
            None => answer,
        };
        if issuer != provider.config.issuer {
            return Err(invalid());
        }
        if let Some(error) = answer.error {
            return Err(refused_by(provider, &error));
        }
        let identity = self.exchange(provider, &attempt, &redirect_uri, answer).await;
        let identity = identity.map_err(|fault| self.refused(provider, fault))?;
        Ok(Identified { provider, identity, redirect_uri })
    }

    async fn exchange(
        &self,
        provider: &Provider,
        attempt: &Attempt,
        redirect_uri: &str,
        answer: ProviderAnswer,
    ) -> Result<Identity, Fault> {
        let metadata = provider.metadata().await?;
        let is_named = answer.iss.as_deref() == Some(metadata.issuer.as_str());
        let may_be_unnamed = answer.iss.is_none() && !metadata.authorization_response_iss_parameter_supported;
        if !is_named && !may_be_unnamed {
            return Err(Fault::Answer("the answer names another issuer"));
        }
        let code = answer.code.ok_or(Fault::Answer("the answer has no code"))?;
        let (verifier, nonce) = (attempt.verifier(), attempt.nonce());
        let now = self.inner.tokens.now();
        let mut identity =
            provider.identify(&Exchange { code: &code, verifier: &verifier, nonce: &nonce, redirect_uri, now }).await?;
        if let Some(user) = answer.user.as_deref().filter(|_| answers_by_form(provider)) {
            (identity.firstname, identity.lastname) = apple::name_of(user);
        }
        Ok(identity)
    }

    /// Takes the row of a sign-in. Of several calls with one state, one gets the row.
    async fn take(&self, attempt: &Attempt, links: Option<&Principal>) -> Result<Option<Sent>, sqlx::Error> {
        let (state_hash, browser_hash) = (attempt.state_hash(), attempt.browser_hash());
        let (user, session): (Option<Uuid>, Option<Uuid>) =
            links.map(|principal| (principal.user_id, principal.session_id)).unzip();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "delete from hosted_sign_ins
                     where state_hash = $1 and browser_hash = $2 and expires_at > now()
                       and user_id is not distinct from $3 and session_id is not distinct from $4
                     returning provider, issuer, redirect_uri, answer",
                )
                .bind(state_hash)
                .bind(browser_hash)
                .bind(user)
                .bind(session)
                .fetch_optional(&pool)
                .await
            })
            .await
    }

    fn opened(&self, attempt: &Attempt, sealed: &[u8]) -> Option<ProviderAnswer> {
        serde_json::from_slice(&self.inner.keys.opened_answer(&attempt.state_hash(), sealed)?).ok()
    }
}

/// The refusal if the provider, or the person at the provider, has refused.
fn refused_by(provider: &Provider, error: &str) -> Refusal {
    let is_word = error.len() <= 64 && error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let reason = if is_word { error } else { "(unreadable)" };
    tracing::info!(provider = provider.config.id, reason, "a provider of hosted sign-in has refused a person");
    let name = &provider.config.name;
    let declined = matches!(error, "access_denied" | "user_cancelled_authorize");
    let message = if declined { words::provider_declined(name) } else { words::provider_refused(name) };
    Refusal::new(Code::Forbidden).message(message)
}
