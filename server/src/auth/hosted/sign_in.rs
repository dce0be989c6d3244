//! Signs people in by an identity at a provider, and signs new people up.

use actors::Stage;
use sqlx::PgPool;
use url::Url;
use uuid::Uuid;

use super::answer::{Identified, ProviderAnswer};
use super::claims::Identity;
use super::redirect::root_of;
use crate::auth::session::Hosted;
use crate::auth::user::{self, User, user_columns};
use crate::auth::{Auth, Invited, JoinByDomain, Requester, SignIn, input};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// An account, and the stored password that it has at this moment.
#[derive(sqlx::FromRow)]
struct Known {
    user_id: Uuid,
    password_hash: String,
    /// Whether the operator has disabled the account.
    is_disabled: bool,
    /// Whether this sign-in has made the account.
    #[sqlx(skip)]
    is_new: bool,
}

/// A new account.
struct New {
    issuer: String,
    subject: String,
    email: input::Email,
    firstname: String,
    lastname: String,
}

impl Auth {
    /// Signs a person in with the answer of a provider, or signs the person up. A second factor is asked for as well. A new
    /// account joins workspaces by its domain before the roles of its groups are given there.
    ///
    /// # Errors
    /// `gone` for an invalid state; `forbidden` if the provider has refused, its answer is not valid, or the person may not
    /// sign up; `already_exists` if an account with the address exists, which the identity is not linked with;
    /// `unavailable`.
    pub async fn sign_in_hosted(
        &self,
        state: &str,
        browser: Option<&str>,
        answer: ProviderAnswer,
        invited: Option<&Invited>,
        from: &Requester,
        stage: &Stage,
    ) -> Result<SignIn, Refusal> {
        let Identified { provider, identity, redirect_uri } = self.identified(state, browser, None, answer).await?;
        let issuer = provider.config.issuer.clone();
        let known = match self.known(&issuer, &identity).await? {
            Some(known) => known,
            None if !provider.config.sign_up => {
                return Err(Refusal::new(Code::Forbidden).message(words::no_sign_up(&provider.config.name)));
            }
            None => self.sign_up_hosted(&issuer, &identity, &provider.config.name, invited).await?,
        };
        if known.is_disabled {
            return Err(Code::Gone.into());
        }
        let id = known.user_id;
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        let user = user.ok_or(Code::Gone)?;
        if known.is_new {
            JoinByDomain { user: id }.apply_now(self, stage).await;
        }
        self.queue_roles(&provider.config, &identity, id).await?;
        let hosted = Hosted { sign_out_url: provider.sign_out_url(&root_of(&redirect_uri)).await };
        self.enter(user, known.password_hash, Some(hosted), from).await.map_err(|refusal| {
            // The account was changed since it was found.
            if refusal.code == Code::WrongCredentials { Code::Gone.into() } else { refusal }
        })
    }

    /// The account that is linked with an identity. Notes the use.
    async fn known(&self, issuer: &str, identity: &Identity) -> Result<Option<Known>, Refusal> {
        let (issuer, subject) = (issuer.to_owned(), identity.subject.clone());
        let email = identity.shown_email.clone();
        let known = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "update linked_accounts l set used_at = now(), email = coalesce($3, l.email)
                     from users u
                     where l.issuer = $1 and l.subject = $2 and u.id = l.user_id and u.deleted_at is null
                     returning l.user_id, u.password_hash, u.disabled_at is not null as is_disabled",
                )
                .bind(issuer)
                .bind(subject)
                .bind(email)
                .fetch_optional(&pool)
                .await
            })
            .await;
        known.map_err(|error: sqlx::Error| error.into())
    }

    /// Makes an account without a password. The provider has verified the address.
    async fn sign_up_hosted(
        &self,
        issuer: &str,
        identity: &Identity,
        provider: &str,
        invited: Option<&Invited>,
    ) -> Result<Known, Refusal> {
        let Some(email) = identity.verified_email.clone() else {
            return Err(Refusal::new(Code::Forbidden).message(words::email_not_verified(provider)));
        };
        self.may_sign_up(&email, invited)?;
        // A name that Troupe does not accept must not keep the person out.
        let name = |field, text: &Option<String>| input::name(field, text.clone()).unwrap_or_default();
        let new = New {
            issuer: issuer.to_owned(),
            subject: identity.subject.clone(),
            email,
            firstname: name("firstname", &identity.firstname),
            lastname: name("lastname", &identity.lastname),
        };
        let made = self.inner.db.run(move |pool| async move { make(&pool, new).await }).await?;
        match made {
            Some(user) => {
                tracing::info!(user = %user.id, "a user signed up at a provider");
                Ok(Known { user_id: user.id, password_hash: String::new(), is_disabled: false, is_new: true })
            }
            // Another tab may have signed the same person up in the meantime.
            None => self
                .known(issuer, identity)
                .await?
                .ok_or_else(|| Refusal::new(Code::AlreadyExists).field("email").message(words::link_first(provider))),
        }
    }
}

/// Makes the account and its identity. `None` if the address or the identity has an account.
async fn make(pool: &PgPool, new: New) -> Result<Option<User>, sqlx::Error> {
    let New { issuer, subject, email, firstname, lastname } = new;
    let username = email.text.split('@').next().unwrap_or_default().to_owned();
    let mut tx = pool.begin().await?;
    let user: Option<User> = sqlx::query_as(concat!(
        "insert into users (id, email, email_key, password_hash, firstname, lastname, username)
         values ($1, $2, $3, '', $4, $5, $6)
         on conflict (email_key) do nothing
         returning ",
        user_columns!()
    ))
    .bind(Uuid::now_v7())
    .bind(&email.text)
    .bind(email.key)
    .bind(firstname)
    .bind(lastname)
    .bind(username)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(user) = user else { return Ok(None) };
    let linked = sqlx::query(
        "insert into linked_accounts (id, issuer, subject, user_id, email, is_first, used_at)
         values ($1, $2, $3, $4, $5, true, now())
         on conflict do nothing",
    )
    .bind(Uuid::now_v7())
    .bind(issuer)
    .bind(subject)
    .bind(user.id)
    .bind(email.text)
    .execute(&mut *tx)
    .await?;
    if linked.rows_affected() == 0 {
        return Ok(None);
    }
    JoinByDomain::queue(user.id, &user.email.to_ascii_lowercase(), &mut tx).await?;
    tx.commit().await?;
    Ok(Some(user))
}

impl super::provider::Provider {
    /// The address that ends the session at the provider, and leads back to `root`. `None` if the provider has none.
    async fn sign_out_url(&self, root: &str) -> Option<String> {
        let endpoint = self.metadata().await.ok()?.end_session_endpoint.clone()?;
        let mut url = Url::parse(&endpoint).ok()?;
        url.query_pairs_mut()
            .append_pair("client_id", &self.config.client_id)
            .append_pair("post_logout_redirect_uri", root);
        Some(url.into())
    }
}
