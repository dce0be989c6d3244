//! The identity of users.
//!
//! [`Auth`] is what `http`, `socket` and `jobs` use: it signs people up, in and out, and turns an access token into a
//! [`Principal`]. A sign-in is a *session*: a family of refresh tokens, one of which is live. An access token names its
//! session. The token is valid until it expires or the session ends.

mod account;
mod account_mail;
mod api_key;
mod app;
mod bearer;
mod caller;
mod confirm;
mod confirm_link;
mod disabled;
mod domains;
mod ended_sessions;
mod factor;
mod file_address;
mod guesses;
mod hosted;
mod input;
mod instance_owner;
mod invitations;
mod keys;
mod mailed_code;
mod origin;
mod owner_notice;
mod passkey;
mod passwords;
mod phone;
mod principal;
mod profile;
mod refresh;
mod remembered;
mod requester;
pub mod sealing;
mod session;
mod session_users;
mod sign_in;
mod sign_out;
mod sign_up;
mod sign_up_rule;
mod token;
mod unsubscribe;
mod user;

pub use account::{EraseAccount, IdentityMail, OpenSession, SignInMail};
pub use account_mail::AccountMail;
pub use api_key::{ApiKey, ApiKeyMail, KeptKey, MadeKey, NewKey, WorkspaceKeptKey};
pub use app::{
    Answered, App, AppRequest, BeginDevice, DeviceCodes, DeviceRequest, Exchange, Fault, GiveBack, Granted, NewApp,
    PollDevice, wrong_user_code,
};
pub use bearer::key_of;
pub use caller::{Caller, Credential, user_of};
pub use confirm_link::{BrowserSecret, Waited};
pub use disabled::{disable_account, enable_account};
pub use domains::{JoinByDomain, JoinDomain, JoinDomains, JoinRole};
pub use ended_sessions::{Ended, EndedSessions};
pub use factor::{
    Challenge, Enrolment, FactorState, GateMembers, MemberFactors, Needs, QrCode, SignIn, forget_second_factor,
    member_factors, require_new_password,
};
pub use file_address::{FileAddress, Variant};
pub use hosted::{Begun, Browser, GiveGroupRoles, HostedMail, LinkedAccount, ProviderAnswer, WaysIn};
pub use input::Email;
pub use instance_owner::InstanceOwner;
pub use keys::{bus_key, push_seed, same, subscription_key};
pub use mailed_code::Pending;
pub use origin::Site;
pub use passkey::{Assertion, Attestation, Challenged, KeptPasskey, NewPasskey, PasskeyMail, Passkeys};
pub use phone::{ChangeText, CodeText, NumberMail, PhoneSignUp, PhoneState};
pub use principal::Principal;
pub use profile::{CopyPicture, CopyProfile, ProfilePatch};
pub use remembered::{REMEMBERED_DAYS, RememberedDevice, RememberedPage};
pub use requester::Requester;
pub use session::Session;
pub use sign_out::end_sessions;
pub use sign_up::{SignUp, outdated_page};
pub use sign_up_rule::Invited;
pub use user::{User, member_of};

use std::sync::Arc;

use actors::Clock;
use actors::jobs::Jobs;

use crate::config::{Config, Secrets, SignUpConfig, SmsConfig, TokenConfig};
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::mail::Mailer;
use crate::sms::{Carriers, Sms};
use crate::words::refusals as words;

use api_key::{Uses, is_key};
use guesses::Guesses;
use hosted::Providers;
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
    sign_ups: SignUpConfig,
    ended: EndedSessions,
    session_users: SessionUsers,
    key_uses: Uses,
    hosted: Providers,
    /// Whether people may sign in with a mailed code.
    sign_in_codes: bool,
    sms: Sms,
    sms_limits: SmsConfig,
}

impl Auth {
    /// Reads the sessions that ended lately, and follows new ones. Mails and text messages are queued in `jobs`, on the same database. Each
    /// computed password hash is counted in `hashes`; tokens are checked by `clock`.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn start(
        config: &Config,
        secrets: &Secrets,
        jobs: Jobs,
        Carriers { mailer, sms }: Carriers,
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
            sign_ups: config.sign_up.clone(),
            hosted: Providers::new(config, site.public_url()),
            sms,
            sms_limits: config.sms.clone(),
            sign_in_codes: config.mail.sign_in_codes && !matches!(mailer, Mailer::None),
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
