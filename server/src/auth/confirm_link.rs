//! Confirming an address by the link that was mailed to it (CL1 to CL6 of docs/IDENTITY.md).
//!
//! The link creates the user and begins no session. The page that signed up asks from time to time whether the user exists. A
//! session then begins, in the browser that signed up and in no other.

use std::fmt::Write as _;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::PgPool;
use uuid::Uuid;

use super::confirm::{Made, make_user};
use super::input::Email;
use super::keys::{LinkToken, digest};
use super::session::Session;
use super::user::{self, User};
use super::{Auth, Invited, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// How often a page may ask, for each mail. It asks 36 times.
const MOST_QUESTIONS: i32 = 60;
/// How long a page is told to wait if it has asked too often. A new mail resets the count.
const LATER: Duration = Duration::from_secs(60);

/// The secret of a browser that has signed up, in a cookie that scripts cannot read.
pub struct BrowserSecret([u8; 32]);

impl BrowserSecret {
    /// The secret that a browser holds, or a new one. A browser keeps its secret, so that several tabs can wait at once.
    #[must_use]
    pub fn of(cookie: Option<&str>) -> Self {
        cookie.and_then(Self::read).unwrap_or_else(|| Self(rand::random()))
    }

    fn read(cookie: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(cookie).ok()?.try_into().ok().map(Self)
    }

    /// The value of the cookie.
    #[must_use]
    pub fn cookie(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub(super) fn hash(&self) -> [u8; 32] {
        digest(&self.0)
    }
}

/// The answer to a page that waits until its sign-up is confirmed.
#[derive(Debug)]
pub enum Waited {
    /// The sign-up was not confirmed yet, or does not exist.
    Waiting,
    /// The sign-up was confirmed, but this call begins no session.
    Confirmed,
    /// The sign-up was confirmed, and this browser is signed in.
    SignedIn(Box<Session>),
}

/// The address of the page that confirms. The token is behind the `#`, which browsers do not send, so it is in no log. The page
/// shows the reference before it confirms.
pub(super) fn link_of(public_url: &str, reference: &str, token: &LinkToken) -> String {
    let mut link = format!("{public_url}/signup/link#{reference}-");
    for byte in token {
        let _ = write!(link, "{byte:02x}");
    }
    link
}

/// The bytes of a token of 64 hexadecimal digits.
fn token_of(text: &str) -> Option<LinkToken> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    let byte = |pair: &[u8; 2]| {
        let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
        u8::try_from(high? << 4 | low?).ok()
    };
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

impl Auth {
    /// Creates the user of the sign-up whose mail carried this token. Begins no session. Returns the id if the user joins
    /// workspaces by the domain of the address: only if `browser` is the secret of the browser that signed up. In another
    /// browser, a person may have confirmed the sign-up of a stranger, who knows the password of the account.
    ///
    /// # Errors
    /// `gone` if the token is not valid, was used, was replaced or has expired; `forbidden` if the settings no longer allow the
    /// sign-up.
    pub async fn confirm_by_link(&self, token: &str, browser: Option<&str>) -> Result<Option<Uuid>, Refusal> {
        let gone = || Refusal::new(Code::Gone).message(words::LINK_NOT_VALID);
        let hash = digest(&token_of(token).ok_or_else(gone)?);
        let browser = browser.and_then(BrowserSecret::read).map(|browser| browser.hash());
        let found = self.inner.db.run(move |pool| async move { sign_up_of(&pool, hash, browser).await }).await?;
        let Linked { id, email, email_key, invited, is_same_browser } = found.ok_or_else(gone)?;
        let invited = invited.then_some(Invited { email_key: None });
        self.may_sign_up(&Email { text: email.clone(), key: email_key }, invited.as_ref())?;
        let username = email.split('@').next().unwrap_or_default().to_owned();
        let then = Made { enters: false, joins: is_same_browser };
        let made = self.inner.db.run(move |pool| async move { make_user(&pool, id, username, then).await }).await?;
        let user = made.ok_or_else(gone)?;
        tracing::info!(user = %user.id, "a user confirmed their e-mail by a link");
        Ok(is_same_browser.then_some(user.id))
    }

    /// Begins a session, once, for the browser that signed up, if the link of its sign-up was used. The answer for an unknown
    /// sign-up is the same as for a sign-up that waits.
    ///
    /// # Errors
    /// `rate_limited` after too many questions.
    pub async fn wait_for_link(
        &self,
        sign_up: Uuid,
        browser: Option<&str>,
        from: &Requester,
    ) -> Result<Waited, Refusal> {
        let hash = browser.and_then(BrowserSecret::read).map(|browser| browser.hash());
        let entering = self.inner.db.run(move |pool| async move { enter_once(&pool, sign_up, hash).await }).await?;
        let (user, password) = match entering {
            Entering::Now(user, password) => (user, password),
            Entering::Confirmed => return Ok(Waited::Confirmed),
            Entering::Waiting => return Ok(Waited::Waiting),
            Entering::TooOften => return Err(Refusal::new(Code::RateLimited).retry_after(LATER)),
        };
        match self.begin(*user, Some(password), None, from).await {
            Ok(session) => Ok(Waited::SignedIn(Box::new(session))),
            // The password was changed or a second factor was turned on in the meantime, so the person signs in again.
            Err(refusal) if refusal.code == Code::WrongCredentials => Ok(Waited::Confirmed),
            Err(refusal) => Err(refusal),
        }
    }
}

/// What the page of a sign-up may do.
enum Entering {
    /// Begin a session, if the account still has this stored password.
    Now(Box<User>, String),
    Confirmed,
    Waiting,
    TooOften,
}

/// The sign-up that a link belongs to.
#[derive(sqlx::FromRow)]
struct Linked {
    id: Uuid,
    email: String,
    email_key: String,
    /// Whether the person had an invitation.
    invited: bool,
    /// Whether this browser has signed up.
    is_same_browser: bool,
}

async fn sign_up_of(pool: &PgPool, hash: [u8; 32], browser: Option<[u8; 32]>) -> Result<Option<Linked>, sqlx::Error> {
    sqlx::query_as(
        "select id, email, email_key, invited, coalesce(browser_hash = $2, false) as is_same_browser
         from pending_sign_ups join sign_up_links on sign_up_id = id
         where link_hash = $1 and used_at is null and expires_at > now()",
    )
    .bind(hash)
    .bind(browser)
    .fetch_optional(pool)
    .await
}

async fn enter_once(pool: &PgPool, sign_up: Uuid, browser: Option<[u8; 32]>) -> Result<Entering, sqlx::Error> {
    let asked: Option<i32> = sqlx::query_scalar(
        "update sign_up_links set asked = least(asked + 1, 1000) where sign_up_id = $1 returning asked",
    )
    .bind(sign_up)
    .fetch_optional(pool)
    .await?;
    match asked {
        None => return Ok(Entering::Waiting),
        Some(asked) if asked > MOST_QUESTIONS => return Ok(Entering::TooOften),
        Some(_) => {}
    }
    let entering: Option<(Uuid, String)> = sqlx::query_as(
        "update sign_up_links l set entered_at = now() from pending_sign_ups s
         where l.sign_up_id = $1 and s.id = $1 and l.user_id is not null and l.entered_at is null
           and l.browser_hash = $2 and s.expires_at > now()
         returning l.user_id, s.password_hash",
    )
    .bind(sign_up)
    .bind(browser)
    .fetch_optional(pool)
    .await?;
    if let Some((id, password)) = entering {
        let user = user::by_id(pool, id).await?;
        return Ok(user.map_or(Entering::Confirmed, |user| Entering::Now(Box::new(user), password)));
    }
    let confirmed: bool =
        sqlx::query_scalar("select exists (select from sign_up_links where sign_up_id = $1 and user_id is not null)")
            .bind(sign_up)
            .fetch_one(pool)
            .await?;
    Ok(if confirmed { Entering::Confirmed } else { Entering::Waiting })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cl1_a_link_shows_its_reference_and_its_token_is_read_back() {
        let token = std::array::from_fn(|n| u8::try_from(n * 8).unwrap_or_default() | 0x0f);
        let link = link_of("https://troupe.example", "7KQF", &token);
        let (page, given) = link.split_once("#7KQF-").expect("a reference and a token");
        assert_eq!(page, "https://troupe.example/signup/link");
        assert_eq!(token_of(given), Some(token));
        for wrong in ["", "0", &given[1..], &format!("{given}0"), &format!("+{}", &given[1..]), &"g".repeat(64)] {
            assert_eq!(token_of(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn cl3_a_browser_keeps_its_secret_and_a_wrong_cookie_is_replaced() {
        let first = BrowserSecret::of(None);
        assert_eq!(BrowserSecret::of(Some(&first.cookie())).hash(), first.hash());
        for wrong in ["", "A", &"A".repeat(44), "ä"] {
            assert_ne!(BrowserSecret::of(Some(wrong)).hash(), first.hash(), "{wrong:?}");
        }
    }
}
