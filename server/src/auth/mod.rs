//! The identity of users.
//!
//! [`Auth`] is what the rooms above use: it signs people up, in and out, and turns an access token into a
//! [`Principal`]. A sign-in is a *session*: a family of refresh tokens, one of which is live. An access token names its
//! session. The token is valid until it expires or the session ends.

mod account;
mod account_mail;
mod api_key;
mod bearer;
mod caller;
mod confirm;
mod ended_sessions;
mod factor;
mod file_address;
mod guesses;
mod input;
mod instance_owner;
mod invitations;
mod keys;
mod mailed_code;
mod origin;
mod passwords;
mod principal;
mod profile;
mod refresh;
mod requester;
pub mod sealing;
mod session;
mod session_users;
mod sign_in;
mod sign_out;
mod sign_up;
mod token;
mod unsubscribe;
mod user;

pub use account::{EraseAccount, IdentityMail, OpenSession};
pub use account_mail::AccountMail;
pub use api_key::{ApiKey, ApiKeyMail, KeptKey, MadeKey, NewKey};
pub use bearer::key_of;
pub use caller::{Caller, Credential, user_of};
pub use ended_sessions::{Ended, EndedSessions};
pub use factor::{Enrolment, FactorState, QrCode, SignIn, forget_second_factor};
pub use file_address::{FileAddress, Variant};
pub use input::Email;
pub use instance_owner::InstanceOwner;
pub use keys::{bus_key, push_seed, same, subscription_key};
pub use mailed_code::Pending;
pub use origin::Site;
pub use principal::Principal;
pub use profile::{CopyPicture, CopyProfile, ProfilePatch};
pub use requester::Requester;
pub use session::Session;
pub use sign_out::end_sessions;
pub use sign_up::{SignUp, outdated_page};
pub use user::User;

use std::sync::Arc;

use actors::Clock;
use actors::jobs::Jobs;

use crate::config::{Config, Secrets, TokenConfig};
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::mail::Mailer;
use crate::words::refusals as words;

use api_key::{Uses, is_key};
use guesses::Guesses;
use keys::Keys;
use passwords::Passwords;
use prometheus::IntCounter;
use session_users::SessionUsers;
use token::AccessTokens;

/// Identifies users. Cheap to clone.
#[derive(Clone)]
pub struct Auth {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    mailer: Mailer,
    jobs: Jobs,
    site: Site,
    keys: Keys,
    passwords: Passwords,
    tokens: AccessTokens,
    guesses: Guesses,
    lives: TokenConfig,
    ended: EndedSessions,
    session_users: SessionUsers,
    key_uses: Uses,
}

impl Auth {
    /// Reads the sessions that ended lately, and follows new ones. Mails are queued in `jobs`, on the same database. Each
    /// computed password hash is counted in `hashes`; tokens are checked by `clock`.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn start(
        config: &Config,
        secrets: &Secrets,
        jobs: Jobs,
        mailer: Mailer,
        site: Site,
        hashes: IntCounter,
        clock: Arc<Clock>,
    ) -> Result<Self, sqlx::Error> {
        let (keys, db) = (Keys::derive(secrets), jobs.db().clone());
        let ended = EndedSessions::follow(db.clone(), config.tokens.access).await?;
        let inner = Inner {
            passwords: Passwords::new(&config.passwords, hashes),
            tokens: AccessTokens::new(&keys, config.tokens.access, clock),
            guesses: Guesses::new(db.clone(), keys.clone(), config.limits),
            lives: config.tokens,
            db,
            mailer,
            jobs,
            site,
            keys,
            session_users: SessionUsers::new(config.tokens.access),
            key_uses: Uses::default(),
            ended,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The principal that an access token names. This checks the token alone: before acting for the principal, call
    /// [`Auth::check_session`] as well.
    ///
    /// # Errors
    /// `token_expired`, `token_revoked`, `forbidden` for an API key, or `unauthenticated` for everything else.
    pub fn verify(&self, access_token: &str) -> Result<Principal, Refusal> {
        if is_key(access_token) {
            return Err(Refusal::new(Code::Forbidden).message(words::KEY_NOT_HERE));
        }
        let principal = self.inner.tokens.verify(access_token)?;
        if self.inner.ended.contains(principal.session_id) {
            return Err(Code::TokenRevoked.into());
        }
        Ok(principal)
    }

    /// Checks that the session named in a token belongs to its user. Asks the database once for each session. An
    /// attacker who forges a token with a leaked key knows no session to name.
    ///
    /// # Errors
    /// `unauthenticated`; `unavailable` when the database does not answer.
    pub async fn check_session(&self, principal: Principal) -> Result<(), Refusal> {
        let owned = self.inner.session_users.is_user(&self.inner.db, principal).await?;
        if owned { Ok(()) } else { Err(Code::Unauthenticated.into()) }
    }

    /// The value of the device cookie for a user who has just signed in; `None` if their cookie already has this value.
    #[must_use]
    pub fn device_cookie(&self, user: &User, from: &Requester) -> Option<String> {
        let email_key = user.email.to_ascii_lowercase();
        let cookie = from.remember(&self.inner.keys, &email_key);
        (from.devices.as_ref() != Some(&cookie)).then_some(cookie)
    }

    /// The sessions that ended lately, to ask and to subscribe to.
    #[must_use]
    pub fn ended(&self) -> &EndedSessions {
        &self.inner.ended
    }

    /// The address of this node, and the origins that browsers may come from.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.inner.site
    }

    /// The user of a principal.
    ///
    /// # Errors
    /// `unauthenticated` if the user no longer exists.
    pub async fn user(&self, principal: &Principal) -> Result<User, Refusal> {
        let id = principal.user_id;
        let found = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        found.ok_or_else(|| Code::Unauthenticated.into())
    }
}
