//! The person's answer to an app.

use actors::domain::capability::CapabilitySet;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;
use uuid::Uuid;

use super::fault::Fault;
use super::question::{AppRequest, Question};
use super::redirect;
use super::registered::App;
use crate::auth::account::lock_account;
use crate::auth::api_key::lock_member;
use crate::auth::keys::digest;
use crate::auth::{Auth, Principal};
use crate::error::{Code, Refusal};
use crate::words::apps as words;

/// The life of a code, in seconds.
const LIFE: i32 = 60;

/// The outcome of a request: a question to the person, or an address that the browser must open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The capabilities that the app asks for and the person has.
    Ask(CapabilitySet),
    /// The redirect URL, with a code or an error.
    Return(String),
}

impl Auth {
    /// Reads the request of an app. `has` are the capabilities of the person.
    ///
    /// # Errors
    /// `validation_failed` if the redirect URL is not registered for the app. The browser is then not redirected.
    pub fn read_app_request(
        &self,
        app: &App,
        wanted: &str,
        request: &AppRequest,
        has: CapabilitySet,
    ) -> Result<Answered, Refusal> {
        let redirect = address_of(app, wanted)?;
        Ok(match request.read(&app.capabilities) {
            Ok(question) => Answered::Ask(question.capabilities.and(has)),
            Err(fault) => Answered::Return(self.tells(redirect, request, fault)),
        })
    }

    /// Takes the answer of the person, and returns the redirect URL with a code or an error. `allowed` are the words of
    /// the capabilities that the page showed, or `None` if the person denied access. The app gets only capabilities that
    /// were shown, that it asks for and that the person has. The code replaces an unused code of the person for this app.
    ///
    /// # Errors
    /// As [`Auth::read_app_request`]; `not_found` if the person has just left; `unavailable` when the database does not
    /// answer.
    pub async fn answer_app(
        &self,
        principal: &Principal,
        app: &App,
        wanted: &str,
        request: &AppRequest,
        has: CapabilitySet,
        allowed: Option<&[String]>,
    ) -> Result<String, Refusal> {
        let redirect = address_of(app, wanted)?;
        let question = match request.read(&app.capabilities) {
            Ok(question) => question,
            Err(fault) => return Ok(self.tells(redirect, request, fault)),
        };
        let Some(shown) = allowed else { return Ok(self.tells(redirect, request, Fault::DENIED)) };
        let Question { capabilities, challenge } = question;
        let capabilities = capabilities.and(has).and(CapabilitySet::named(shown));
        let code = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        let hash = digest(code.as_bytes());
        let (user, app_id, workspace, to) = (principal.user_id, app.id, app.workspace_id, wanted.to_owned());
        let words: Vec<String> = capabilities.iter().map(|it| it.word().to_owned()).collect();
        let stored: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // A removal and a change of the password wait for these locks, and then find the code.
                if !lock_account(user, &mut tx).await? || !lock_member(workspace, user, &mut tx).await? {
                    return Ok(false);
                }
                sqlx::query("delete from app_codes where user_id = $1 and app_id = $2 and spent_at is null")
                    .bind(user)
                    .bind(app_id)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query(
                    "insert into app_codes
                         (hash, app_id, workspace_id, user_id, redirect, challenge, capabilities, expires_at)
                     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))",
                )
                .bind(hash)
                .bind(app_id)
                .bind(workspace)
                .bind(user)
                .bind(to)
                .bind(challenge)
                .bind(words)
                .bind(f64::from(LIFE))
                .execute(&mut *tx)
                .await?;
                tx.commit().await?;
                Ok(true)
            })
            .await;
        if !stored? {
            return Err(Refusal::new(Code::NotFound).message(words::NO_APP));
        }
        Ok(self.returns(redirect, request, &[("code", code.as_str())]))
    }

    fn tells(&self, redirect: Url, request: &AppRequest, fault: Fault) -> String {
        let Fault { word, description } = fault;
        self.returns(redirect, request, &[("error", word.as_str()), ("error_description", description)])
    }

    /// The redirect URL with the parameters, the app's `state`, if it is not too long, and the issuer (RFC 9207).
    fn returns(&self, mut to: Url, request: &AppRequest, parameters: &[(&str, &str)]) -> String {
        to.query_pairs_mut().extend_pairs(parameters);
        if let Some(state) = request.echoed_state() {
            to.query_pairs_mut().append_pair("state", state);
        }
        to.query_pairs_mut().append_pair("iss", self.site().public_url());
        to.into()
    }
}

fn address_of(app: &App, wanted: &str) -> Result<Url, Refusal> {
    let found = redirect::named(wanted, &app.redirects);
    found.ok_or_else(|| Refusal::new(Code::ValidationFailed).field("redirectUri").message(words::NOT_REGISTERED))
}

/// Deletes all codes of a person, used or not, and the device codes that the person has allowed.
pub(in crate::auth) async fn end_codes_of(user: Uuid, tx: &mut sqlx::PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from app_codes where user_id = $1").bind(user).execute(&mut *tx).await?;
    sqlx::query("delete from app_device_codes where user_id = $1").bind(user).execute(tx).await.map(drop)
}
