//! Exchanges an authorization code for an API key, once.

use uuid::Uuid;

use super::fault::{Fault, Word};
use super::given::{Given, Granted, Statements};
use super::question::verifies;
use crate::auth::Auth;
use crate::auth::keys::digest;
use crate::error::Refusal;
use crate::queries::audit::Author;
use crate::words::apps as words;

const CODES: Statements = Statements {
    spend: "update app_codes set spent_at = now() where hash = $1 and spent_at is null",
    given_key: "select key_id from app_codes where hash = $1",
    keep_key: "update app_codes set key_id = $2 where hash = $1",
};

/// The parameters of a call for a key.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// `grant_type`
    pub grant_type: Option<String>,
    /// `code`
    pub code: Option<String>,
    /// `redirect_uri`
    pub redirect_uri: Option<String>,
    /// `client_id`
    pub client_id: Option<String>,
    /// `code_verifier`
    pub code_verifier: Option<String>,
}

/// A stored code, and whether it has expired.
#[derive(Clone, Debug, sqlx::FromRow)]
struct GivenCode {
    app_id: Uuid,
    workspace_id: Uuid,
    user_id: Uuid,
    redirect: String,
    challenge: String,
    capabilities: Vec<String>,
    has_expired: bool,
}

/// The parameters of a complete call.
struct Shown {
    code: [u8; 32],
    redirect: String,
    app: Uuid,
    verifier: String,
}

impl Exchange {
    fn read(self) -> Result<Shown, Fault> {
        let Self { grant_type, code, redirect_uri, client_id, code_verifier } = self;
        let missing = Fault::new(Word::InvalidRequest, words::PARAMETER_MISSING);
        match grant_type.as_deref() {
            Some("authorization_code") => {}
            Some(_) => return Err(Fault::new(Word::UnsupportedGrantType, words::GRANT_TYPE_UNKNOWN)),
            None => return Err(missing),
        }
        let (Some(code), Some(redirect), Some(client), Some(verifier)) = (code, redirect_uri, client_id, code_verifier)
        else {
            return Err(missing);
        };
        let app = client.parse().map_err(|_| Fault::NO_CLIENT)?;
        Ok(Shown { code: digest(code.as_bytes()), redirect, app, verifier })
    }
}

impl GivenCode {
    fn is_for(&self, shown: &Shown) -> bool {
        !self.has_expired
            && self.app_id == shown.app
            && self.redirect == shown.redirect
            && verifies(&shown.verifier, &self.challenge)
    }
}

impl Auth {
    /// Gives an app a key for a code. The first complete call with a code uses it up, even if the call is refused. A
    /// second call ends the key, because someone else may have read the code.
    ///
    /// # Errors
    /// When the database does not answer. The inner error describes the mistake in the call.
    pub async fn exchange_code(&self, call: Exchange, author: Author) -> Result<Result<Granted, Fault>, Refusal> {
        let shown = match call.read() {
            Ok(shown) => shown,
            Err(fault) => return Ok(Err(fault)),
        };
        let (hash, app) = (shown.code, shown.app);
        let found: Result<(Option<GivenCode>, bool), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let code = sqlx::query_as(
                    "select app_id, workspace_id, user_id, redirect, challenge, capabilities,
                         expires_at <= now() as has_expired
                     from app_codes where hash = $1",
                )
                .bind(hash)
                .fetch_optional(&pool)
                .await?;
                let is_app = sqlx::query_scalar("select exists (select from apps where id = $1)");
                Ok((code, is_app.bind(app).fetch_one(&pool).await?))
            })
            .await;
        let (code, is_app) = found?;
        let Some(code) = code else {
            return Ok(Err(if is_app { Fault::NOT_VALID } else { Fault::NO_CLIENT }));
        };
        let is_right = code.is_for(&shown);
        let GivenCode { app_id: app, workspace_id: workspace, user_id: person, capabilities, .. } = code;
        self.give_key(Given { statements: &CODES, hash, app, workspace, person, capabilities }, is_right, author).await
    }
}
