//! Sends a browser to a provider.

use url::Url;
use uuid::Uuid;

use super::attempt::Attempt;
use super::fault::Fault;
use super::metadata::Metadata;
use super::provider::Provider;
use super::redirect::redirect_for;
use crate::auth::{Auth, Principal, Requester};
use crate::config::ClientSecret;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// How long a person may stay at the provider, in seconds.
const LIFE: f64 = 600.0;

/// A sign-in that was begun.
#[derive(Debug)]
pub struct Begun {
    /// The address at the provider.
    pub url: String,
    /// The value of the browser's cookie.
    pub browser: String,
}

/// The browser that begins a sign-in.
#[derive(Clone, Copy)]
pub struct Browser<'a> {
    /// The origin of the page; it was checked.
    pub origin: Option<&'a str>,
    /// The value of the cookie of an earlier sign-in.
    pub secret: Option<&'a str>,
}

impl Auth {
    /// The ids and names of the providers, in the order of the buttons.
    pub fn providers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inner.hosted.providers.iter().map(|it| (it.config.id.as_str(), it.config.name.as_str()))
    }

    /// Begins a sign-in or a sign-up at a provider.
    ///
    /// # Errors
    /// `not_found` for an unknown provider; `unavailable` if the provider does not answer.
    pub async fn begin_hosted(&self, provider: &str, browser: Browser<'_>) -> Result<Begun, Refusal> {
        self.send_to(provider, browser, None).await
    }

    /// Begins to link an identity at a provider with the account of the caller.
    ///
    /// # Errors
    /// As [`Auth::begin_hosted`]; `validation_failed` on `password`; `rate_limited`.
    pub async fn begin_link(
        &self,
        principal: &Principal,
        password: String,
        provider: &str,
        (browser, from): (Browser<'_>, &Requester),
    ) -> Result<Begun, Refusal> {
        self.prove(principal, password, from).await?;
        self.send_to(provider, browser, Some(*principal)).await
    }

    async fn send_to(&self, provider: &str, browser: Browser<'_>, links: Option<Principal>) -> Result<Begun, Refusal> {
        let provider = self.provider(provider)?;
        let metadata = provider.metadata().await.map_err(|fault| self.refused(provider, fault))?;
        let redirect_uri =
            redirect_for(&self.inner.hosted.redirects, browser.origin.unwrap_or(self.site().public_url()));
        let attempt = Attempt::new(browser.secret, links.is_some());
        let url = address(provider, &metadata, &attempt, &redirect_uri)
            .ok_or_else(|| self.refused(provider, Fault::Answer("its authorization endpoint is no address")))?;
        let (id, issuer) = (provider.config.id.clone(), provider.config.issuer.clone());
        let (state_hash, browser_hash) = (attempt.state_hash(), attempt.browser_hash());
        let (user, session): (Option<Uuid>, Option<Uuid>) =
            links.map(|principal| (principal.user_id, principal.session_id)).unzip();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into hosted_sign_ins
                         (state_hash, browser_hash, provider, issuer, redirect_uri, user_id, session_id, expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))",
                )
                .bind(state_hash)
                .bind(browser_hash)
                .bind(id)
                .bind(issuer)
                .bind(redirect_uri)
                .bind(user)
                .bind(session)
                .bind(LIFE)
                .execute(&pool)
                .await
            })
            .await?;
        Ok(Begun { url: url.into(), browser: attempt.browser() })
    }

    /// The provider with an id.
    pub(super) fn provider(&self, id: &str) -> Result<&Provider, Refusal> {
        let known = self.inner.hosted.providers.iter().find(|provider| provider.config.id == id);
        known.ok_or_else(|| Refusal::new(Code::NotFound).message(words::NO_PROVIDER))
    }

    pub(super) fn refused(&self, provider: &Provider, fault: Fault) -> Refusal {
        fault.refusal(&provider.config.id, &provider.config.name)
    }
}

/// The address at the provider, with everything that the answer must fit.
fn address(provider: &Provider, metadata: &Metadata, attempt: &Attempt, redirect_uri: &str) -> Option<Url> {
    let mut url = Url::parse(&metadata.authorization_endpoint).ok()?;
    let mut query = url.query_pairs_mut();
    query
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.config.client_id)
        .append_pair("redirect_uri", redirect_uri)
        .append_pair("scope", &provider.config.scopes)
        .append_pair("state", &attempt.state())
        .append_pair("nonce", &attempt.nonce())
        .append_pair("code_challenge", &attempt.challenge())
        .append_pair("code_challenge_method", "S256");
    if answers_by_form(provider) {
        query.append_pair("response_mode", "form_post");
    }
    drop(query);
    Some(url)
}

/// Whether the provider sends its answer as a form. Apple insists on it.
pub(super) fn answers_by_form(provider: &Provider) -> bool {
    matches!(provider.config.secret, ClientSecret::Apple(_))
}
