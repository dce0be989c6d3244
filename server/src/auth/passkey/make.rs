//! Adds a passkey to an account.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::PgConnection;
use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::register::{
    Extension, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle16,
};
use webauthn_rp::{PublicKeyCredentialCreationOptions, RegistrationServerState};

use super::answer::Attestation;
use super::challenge::{BrowserSecret, Challenged, Purpose, timeout};
use super::kept::{KeptPasskey, name_of};
use super::mail::{News, PasskeyMail};
use super::sign_in::{expired, internal};
use crate::auth::account::lock_account;
use crate::auth::{Auth, Browser, Principal, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The most passkeys of an account.
const MOST: i64 = 20;

/// What a browser needs to make a passkey.
#[derive(Debug)]
pub struct NewPasskey {
    /// The challenge.
    pub challenged: Challenged,
    /// The id of the account, in base64url.
    pub user_id: String,
    /// The address of the account, which the device shows.
    pub email: String,
    /// The name of the person, which the device shows.
    pub name: String,
    /// The ids of the passkeys that the account has, in base64url: a device that has one makes no second one.
    pub known: Vec<String>,
}

/// A checked passkey, as it is stored.
struct Checked {
    credential: Vec<u8>,
    public_key: Vec<u8>,
    state: Vec<u8>,
}

impl Auth {
    /// Begins to add a passkey. If the account has a second factor, a code is needed too, because sign-ins with the
    /// passkey will need none.
    ///
    /// # Errors
    /// `conflict` if browsers cannot use passkeys at this address; `too_many`; `validation_failed` on `password` or `code`;
    /// `rate_limited`.
    pub async fn begin_passkey(
        &self,
        principal: &Principal,
        password: String,
        code: Option<&str>,
        (browser, from): (Browser<'_>, &Requester),
    ) -> Result<NewPasskey, Refusal> {
        let party = self.party(browser.origin)?;
        let user = self.prove_with_code(principal, password, code, from).await?;
        let known = self.credentials_of(user.id).await?;
        if i64::try_from(known.len()).unwrap_or(i64::MAX) >= MOST {
            return Err(too_many());
        }
        let secret = BrowserSecret::of(browser.secret);
        let handle = UserHandle16::from(user.id.into_bytes());
        let entity = PublicKeyCredentialUserEntity::from(&handle);
        let mut options = PublicKeyCredentialCreationOptions::passkey(&party.id, entity, Vec::new());
        options.timeout = timeout();
        options.extensions = Extension::default();
        let challenge = options.challenge.as_data();
        let (expected, _) = options.start_ceremony().map_err(|error| internal(&error))?;
        let expected = expected.encode().map_err(|error| internal(&error))?;
        self.keep_challenge(challenge, expected, &secret, Purpose { makes: true, of: Some(*principal) }).await?;
        let name = format!("{} {}", user.firstname, user.lastname).trim().to_owned();
        Ok(NewPasskey {
            challenged: Challenged::new(challenge, party.id.as_ref(), &secret),
            user_id: URL_SAFE_NO_PAD.encode(user.id.into_bytes()),
            name: if name.is_empty() { user.email.clone() } else { name },
            email: user.email,
            known: known.iter().map(|id| URL_SAFE_NO_PAD.encode(id)).collect(),
        })
    }

    /// Adds the passkey that a browser has made. Without a name, it has the name of the browser.
    ///
    /// # Errors
    /// `gone` for an invalid challenge; `validation_failed` on `name`, or on `attestation` for everything that is wrong with
    /// the answer; `already_exists` if an account has the passkey; `too_many`.
    pub async fn finish_passkey(
        &self,
        principal: &Principal,
        attestation: Attestation,
        name: Option<String>,
        (browser, from): (Option<&str>, &Requester),
    ) -> Result<KeptPasskey, Refusal> {
        let name = match name {
            Some(name) => name_of(name)?,
            None => from.browser().unwrap_or_else(|| words::PASSKEY.to_owned()),
        };
        let party = self.party(None)?;
        let (challenge, answer) = attestation.read().ok_or_else(not_made)?;
        let expected = self.take_challenge(challenge, browser, Purpose { makes: true, of: Some(*principal) }).await?;
        let expected = expected.ok_or_else(expired)?;
        let expected = RegistrationServerState::<16>::decode(&expected).map_err(|error| internal(&error))?;
        let options = RegistrationVerificationOptions::<String, String> {
            allowed_origins: &party.origins,
            // Some security keys send extensions that the node did not ask for.
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let made = expected.verify(&party.id, &answer, &options).map_err(|error| {
            tracing::info!(user = %principal.user_id, %error, "a new passkey was refused");
            not_made()
        })?;
        let (Ok(public_key), Ok(state)) = (made.static_state().encode(), made.dynamic_state().encode());
        let checked = Checked { credential: made.id().as_ref().to_vec(), public_key, state: state.to_vec() };
        let kept = self.keep_passkey(principal, name, checked).await?;
        tracing::info!(user = %principal.user_id, passkey = %kept.id, "a passkey was added");
        self.tell_of_passkey(PasskeyMail { user: principal.user_id, news: News::Added }).await?;
        Ok(kept)
    }

    async fn credentials_of(&self, user: Uuid) -> Result<Vec<Vec<u8>>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar("select credential_id from passkeys where user_id = $1 order by id")
                    .bind(user)
                    .fetch_all(&pool)
                    .await
            })
            .await
    }

    async fn keep_passkey(
        &self,
        principal: &Principal,
        name: String,
        checked: Checked,
    ) -> Result<KeptPasskey, Refusal> {
        let Principal { user_id: user, session_id: session, .. } = *principal;
        let Checked { credential, public_key, state } = checked;
        let kept: Result<Result<KeptPasskey, Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // A reset of the password may have ended the session since the challenge was taken.
                if !lock_account(user, &mut tx).await? || !is_open(session, &mut tx).await? {
                    return Ok(Err(Code::Unauthenticated.into()));
                }
                let count: i64 = sqlx::query_scalar("select count(*) from passkeys where user_id = $1")
                    .bind(user)
                    .fetch_one(&mut *tx)
                    .await?;
                if count >= MOST {
                    return Ok(Err(too_many()));
                }
                let kept: Option<KeptPasskey> = sqlx::query_as(
                    "insert into passkeys (id, user_id, credential_id, name, public_key, state)
                     values ($1, $2, $3, $4, $5, $6)
                     on conflict (credential_id) do nothing
                     returning id, name, created_at, used_at",
                )
                .bind(Uuid::now_v7())
                .bind(user)
                .bind(credential)
                .bind(name)
                .bind(public_key)
                .bind(state)
                .fetch_optional(&mut *tx)
                .await?;
                tx.commit().await?;
                Ok(kept.ok_or_else(|| Refusal::new(Code::AlreadyExists).message(words::PASSKEY_KNOWN)))
            })
            .await;
        kept?
    }
}

fn too_many() -> Refusal {
    Refusal::new(Code::TooMany).message(words::too_many_passkeys(MOST))
}

fn not_made() -> Refusal {
    Refusal::invalid("attestation", words::PASSKEY_NOT_MADE)
}

async fn is_open(session: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from sessions where id = $1 and revoked_at is null)")
        .bind(session)
        .fetch_one(tx)
        .await
}
