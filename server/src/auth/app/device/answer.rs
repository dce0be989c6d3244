//! A person enters the user code of a program, and allows or denies access.

use std::net::IpAddr;

use actors::domain::capability::CapabilitySet;
use uuid::Uuid;

use super::user_code::UserCode;
use crate::auth::account::lock_account;
use crate::auth::api_key::lock_member;
use crate::auth::app::registered::App;
use crate::auth::guesses::Counted;
use crate::auth::{Auth, Principal};
use crate::error::Refusal;
use crate::words::apps as words;

/// How long a program has to fetch the answer, in seconds.
const TO_FETCH: i32 = 2 * 60;

/// The request of a program, found by its user code.
pub struct DeviceRequest {
    /// The app.
    pub app: App,
    /// The capabilities that the app asks for.
    pub wanted: CapabilitySet,
    /// The user code in the form that the program shows.
    pub user_code: String,
    /// The network address of the program.
    pub asked_from: Option<IpAddr>,
    hash: Vec<u8>,
    counted: Counted,
}

#[derive(sqlx::FromRow)]
struct Row {
    hash: Vec<u8>,
    app_id: Uuid,
    wanted: Vec<String>,
    asked_from: Option<String>,
}

impl Auth {
    /// Finds the request of a program by its user code, and counts a guess. The caller must check that the person is a
    /// member of the app's workspace before it calls [`Auth::take_back_guess`].
    ///
    /// # Errors
    /// `validation_failed` on `userCode` for a code that is wrong, was answered or has expired; `rate_limited` after too many
    /// guesses, even for the right code.
    pub async fn device_request(
        &self,
        principal: &Principal,
        text: &str,
        network: &str,
    ) -> Result<DeviceRequest, Refusal> {
        let code = UserCode::parse(text).ok_or_else(wrong_user_code)?;
        let counted = self.inner.guesses.at_user_code(principal.user_id, network).await?;
        let hashes: Vec<[u8; 32]> = self.inner.keys.user_codes(code.letters()).collect();
        let found: Result<Option<Row>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select hash, app_id, wanted, host(asked_from) as asked_from from app_device_codes
                     where user_hash = any($1) and answered_at is null and spent_at is null and expires_at > now()",
                )
                .bind(hashes)
                .fetch_optional(&pool)
                .await
            })
            .await;
        let Some(Row { hash, app_id, wanted, asked_from }) = found? else {
            return Err(wrong_user_code());
        };
        // The requests of a removed app stay in the table.
        let app = self.app(&app_id.to_string()).await?.ok_or_else(wrong_user_code)?;
        Ok(DeviceRequest {
            app,
            wanted: CapabilitySet::named(&wanted),
            user_code: code.shown(),
            asked_from: asked_from.and_then(|address| address.parse().ok()),
            hash,
            counted,
        })
    }

    /// Removes a right code from the counted guesses.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_back_guess(&self, request: &DeviceRequest) -> Result<(), Refusal> {
        self.inner.guesses.forget(request.counted).await
    }

    /// Stores the answer of a person. A request can be answered once. `has` are the capabilities of the person. `allowed` are
    /// the words of the capabilities that the page showed, or `None` if the person denied access. The app gets only
    /// capabilities that were shown, that it asks for and that the person has.
    ///
    /// # Errors
    /// `validation_failed` on `userCode` if the request was already answered, if the code has expired in the meantime, or if
    /// the person has just left.
    pub async fn answer_device(
        &self,
        principal: &Principal,
        request: DeviceRequest,
        has: CapabilitySet,
        allowed: Option<&[String]>,
    ) -> Result<(), Refusal> {
        let DeviceRequest { hash, wanted, app, .. } = request;
        let workspace = app.workspace_id;
        let words: Option<Vec<String>> = allowed.map(|shown| {
            let capabilities = wanted.and(has).and(CapabilitySet::named(shown));
            capabilities.iter().map(|it| it.word().to_owned()).collect()
        });
        let person = principal.user_id;
        let answered: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // A removal and a change of the password wait for these locks, and then find the answer.
                if !lock_account(person, &mut tx).await? || !lock_member(workspace, person, &mut tx).await? {
                    return Ok(false);
                }
                let answered = sqlx::query(
                    "update app_device_codes
                     set user_hash = null, answered_at = now(), user_id = $2, capabilities = $3,
                         expires_at = now() + make_interval(secs => $4)
                     where hash = $1 and answered_at is null and spent_at is null and expires_at > now()",
                )
                .bind(hash)
                .bind(words.is_some().then_some(person))
                .bind(words)
                .bind(f64::from(TO_FETCH))
                .execute(&mut *tx)
                .await?;
                tx.commit().await?;
                Ok(answered.rows_affected() == 1)
            })
            .await;
        if answered? { Ok(()) } else { Err(wrong_user_code()) }
    }
}

/// The same refusal for every code without an open request, so that the answer does not reveal why the code was refused.
#[must_use]
pub fn wrong_user_code() -> Refusal {
    Refusal::invalid("userCode", words::WRONG_USER_CODE)
}
