//! Challenges. A challenge belongs to one browser and one purpose, is answered once, and expires. It is a row, so each node can
//! finish what another began.

use std::num::NonZeroU32;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::auth::keys::digest;
use crate::auth::{Auth, Principal};

/// How long a browser may take to answer, in seconds.
const LIFE: u32 = 600;

/// How long the library and browsers accept an answer.
pub(super) fn timeout() -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(LIFE * 1_000 - 1)
}

/// A challenge for a browser.
#[derive(Debug)]
pub struct Challenged {
    /// The challenge, in base64url.
    pub challenge: String,
    /// The domain that passkeys belong to.
    pub domain: String,
    /// How long the browser may take, in milliseconds.
    pub timeout: u32,
    /// The value of the browser's cookie.
    pub browser: String,
}

impl Challenged {
    pub(super) fn new(challenge: u128, domain: &str, browser: &BrowserSecret) -> Self {
        Self {
            // The byte order of the library.
            challenge: URL_SAFE_NO_PAD.encode(challenge.to_le_bytes()),
            domain: domain.to_owned(),
            timeout: LIFE * 1_000,
            browser: browser.text(),
        }
    }
}

/// The secret of a browser. It is kept, so that several tabs can ask at once.
pub(super) struct BrowserSecret([u8; 32]);

impl BrowserSecret {
    /// Reads the cookie; a new secret if there is none.
    pub(super) fn of(cookie: Option<&str>) -> Self {
        cookie.and_then(Self::read).unwrap_or_else(|| Self(rand::random()))
    }

    fn read(cookie: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(cookie).ok()?.try_into().ok().map(Self)
    }

    fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// What a challenge is for.
#[derive(Clone, Copy)]
pub(super) struct Purpose {
    /// True if the answer adds a passkey, false if it uses one.
    pub(super) makes: bool,
    /// The account and its session; `None` for a sign-in.
    pub(super) of: Option<Principal>,
}

impl Purpose {
    fn account(self) -> (Option<Uuid>, Option<Uuid>) {
        self.of.map(|principal| (principal.user_id, principal.session_id)).unzip()
    }
}

impl Auth {
    /// Stores a challenge, with what the answer must fit.
    pub(super) async fn keep_challenge(
        &self,
        challenge: u128,
        expected: Vec<u8>,
        browser: &BrowserSecret,
        purpose: Purpose,
    ) -> Result<(), sqlx::Error> {
        let (challenge, browser) = (digest(&challenge.to_le_bytes()), digest(&browser.0));
        let (user, session) = purpose.account();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into passkey_challenges
                         (challenge_hash, browser_hash, makes, expected, user_id, session_id, expires_at)
                     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))",
                )
                .bind(challenge)
                .bind(browser)
                .bind(purpose.makes)
                .bind(expected)
                .bind(user)
                .bind(session)
                .bind(f64::from(LIFE))
                .execute(&pool)
                .await
            })
            .await
            .map(drop)
    }

    /// Deletes a challenge, and returns what its answer must fit. Of several calls with one challenge, only one gets it. `None`
    /// if the challenge was answered, has expired, or belongs to another browser, session or purpose.
    pub(super) async fn take_challenge(
        &self,
        challenge: u128,
        browser: Option<&str>,
        purpose: Purpose,
    ) -> Result<Option<Vec<u8>>, sqlx::Error> {
        let Some(browser) = browser.and_then(BrowserSecret::read) else { return Ok(None) };
        let (challenge, browser) = (digest(&challenge.to_le_bytes()), digest(&browser.0));
        let (user, session) = purpose.account();
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "delete from passkey_challenges
                     where challenge_hash = $1 and browser_hash = $2 and makes = $3 and expires_at > now()
                       and user_id is not distinct from $4 and session_id is not distinct from $5
                     returning expected",
                )
                .bind(challenge)
                .bind(browser)
                .bind(purpose.makes)
                .bind(user)
                .bind(session)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}
