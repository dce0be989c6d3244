//! Beginning a session.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::keys::digest;
use super::user::User;
use super::{Auth, Requester};
use crate::error::{Code, Refusal};

/// The most sessions of an account; a new session ends the oldest.
const SESSIONS: i64 = 100;

/// The answer to a sign-in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The id. It is never in the body.
    #[serde(skip)]
    pub id: Uuid,
    /// For `Authorization: Bearer`.
    pub access_token: String,
    /// Seconds for which it counts.
    pub expires_in: u64,
    /// Who signed in.
    pub user: User,
    /// For the cookie, never for the body.
    #[serde(skip)]
    pub refresh_token: RefreshToken,
    /// For the cookie by which accounts remember this device; `None` to leave the cookie as it is.
    #[serde(skip)]
    pub remembered: Option<String>,
}

/// A refresh token, as the cookie holds it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RefreshToken(String);

impl RefreshToken {
    /// A new random token.
    fn random() -> Self {
        Self::from_bytes(&rand::random::<[u8; 32]>())
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a cookie's value.
    pub(super) fn bytes(text: &str) -> Option<[u8; 32]> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
    }

    /// The cookie's value.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(hidden)")
    }
}

/// What a session keeps of the provider where the person has signed in.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosted {
    /// Where the browser ends the session at the provider.
    pub(super) sign_out_url: Option<String>,
}

impl Auth {
    /// Begins a session for a user whose identity was checked. `password` is the stored password that was checked, or that
    /// the account had when a provider named the user.
    ///
    /// # Errors
    /// `wrong_credentials` if the password was changed, the second factor was turned on or off, or the account was
    /// deleted or disabled since the check.
    pub(super) async fn begin(
        &self,
        user: User,
        password: Option<String>,
        hosted: Option<Hosted>,
        from: &Requester,
    ) -> Result<Session, Refusal> {
        let session_id = Uuid::now_v7();
        let refresh_token = RefreshToken::random();
        let bytes = RefreshToken::bytes(refresh_token.reveal()).ok_or(Code::Internal)?;
        let (user_id, hash) = (user.id, digest(&bytes));
        let (address, browser) = (from.address(), from.browser());
        let sign_out_url = hosted.and_then(|hosted| hosted.sign_out_url);
        let life = self.inner.lives.refresh.min(self.inner.lives.session).as_secs_f64();
        let begun: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "with begun as (
                         insert into sessions (id, user_id, expires_at, seen_at, address, device, sign_out_url)
                         select $1, id, now() + make_interval(secs => $3), now(), $6, $7, $9
                         from users where id = $2 and deleted_at is null and disabled_at is null
                           and ($8::text is null or password_hash = $8)
                         -- The lock waits for a change of the account that is in progress. A later change waits for
                         -- this statement, and finds the session.
                         for share
                         returning id, expires_at
                     ),
                     oldest as (
                         update sessions set revoked_at = now()
                         where exists (select from begun) and id in (
                             select id from sessions
                             where user_id = $2 and revoked_at is null and expires_at > now()
                             order by created_at desc offset $5
                         )
                     )
                     insert into refresh_tokens (hash, session_id, expires_at)
                     select $4, id, expires_at from begun",
                )
                .bind(session_id)
                .bind(user_id)
                .bind(life)
                .bind(hash)
                .bind(SESSIONS - 1)
                .bind(address)
                .bind(browser)
                .bind(password)
                .bind(sign_out_url)
                .execute(&pool)
                .await
            })
            .await;
        if begun?.rows_affected() == 0 {
            return Err(Code::WrongCredentials.into());
        }
        self.session(user, session_id, refresh_token)
    }

    /// The answer for a session that continues.
    pub(super) fn session(
        &self,
        user: User,
        session_id: Uuid,
        refresh_token: RefreshToken,
    ) -> Result<Session, Refusal> {
        self.inner.session_users.note(session_id, user.id);
        Ok(Session {
            id: session_id,
            access_token: self.inner.tokens.issue(user.id, session_id)?,
            expires_in: self.inner.lives.access.as_secs(),
            user,
            refresh_token,
            remembered: None,
        })
    }
}
