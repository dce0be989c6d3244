//! A sign-in that waits for the code of a second factor. Its id is not a token: no other route accepts it.

use sqlx::PgPool;
use uuid::Uuid;

use crate::auth::session::Session;
use crate::auth::user::{self, User};
use crate::auth::{Auth, Requester, input};
use crate::error::{Code, Refusal};

/// The most codes that one sign-in may try.
const MOST_ATTEMPTS: i32 = 5;
/// How long a sign-in waits for its code, in seconds.
const LIFE: f64 = 600.0;

/// The answer to the right password.
#[derive(Debug)]
pub enum SignIn {
    /// The person is signed in.
    Session(Box<Session>),
    /// A code of the second factor is needed. The id is that of the pending sign-in.
    Challenge(Uuid),
}

#[derive(sqlx::FromRow)]
struct Pending {
    user_id: Uuid,
    attempts: i32,
    live: bool,
    /// The stored password of the account.
    password_hash: String,
}

impl Auth {
    /// Begins a session, or asks for a code if the person has a second factor. `password` is the stored password that was
    /// checked.
    pub(in crate::auth) async fn enter(
        &self,
        user: User,
        password: String,
        from: &Requester,
    ) -> Result<SignIn, Refusal> {
        let id = user.id;
        if !self.factor(id).await?.is_some_and(|factor| factor.is_on) {
            return Ok(SignIn::Session(Box::new(self.begin(user, Some(password), from).await?)));
        }
        let challenge = Uuid::new_v4();
        let waiting: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into pending_sign_ins (id, user_id, expires_at)
                     select $1, id, now() + make_interval(secs => $3) from users
                     where id = $2 and deleted_at is null and password_hash = $4
                     -- Waits for a change of the password that is in progress.
                     for share",
                )
                .bind(challenge)
                .bind(id)
                .bind(LIFE)
                .bind(password)
                .execute(&pool)
                .await
            })
            .await;
        if waiting?.rows_affected() == 0 {
            return Err(Code::WrongCredentials.into());
        }
        Ok(SignIn::Challenge(challenge))
    }

    /// Completes a sign-in with a code of the app, or a recovery code.
    ///
    /// # Errors
    /// `validation_failed` on `code`; `gone` if the sign-in has had five codes, was completed or has expired;
    /// `rate_limited` after too many guesses at the account.
    pub async fn complete_sign_in(&self, challenge: Uuid, code: &str, from: &Requester) -> Result<Session, Refusal> {
        let found = self.inner.db.run(move |pool| async move { attempt(&pool, challenge).await }).await?;
        let Pending { user_id, attempts, live, password_hash } = found.ok_or(Code::Gone)?;
        if !live || attempts > MOST_ATTEMPTS {
            return Err(Code::Gone.into());
        }
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, user_id).await }).await?;
        let user = user.ok_or_else(input::wrong_code)?;
        self.spend_code(user_id, &user.email, code, from).await?;
        if !self.inner.db.run(move |pool| async move { complete(&pool, challenge).await }).await? {
            return Err(Code::Gone.into());
        }
        self.begin(user, Some(password_hash), from).await.map_err(|refusal| match refusal.code {
            // The password was changed since the code was checked.
            Code::WrongCredentials => Code::Gone.into(),
            _ => refusal,
        })
    }
}

/// Counts an attempt. Called before the code is checked.
async fn attempt(pool: &PgPool, challenge: Uuid) -> Result<Option<Pending>, sqlx::Error> {
    sqlx::query_as(
        "update pending_sign_ins p set attempts = least(p.attempts + 1, 1000)
         from users u where p.id = $1 and u.id = p.user_id
         returning p.user_id, p.attempts, p.used_at is null and p.expires_at > now() as live, u.password_hash",
    )
    .bind(challenge)
    .fetch_optional(pool)
    .await
}

async fn complete(pool: &PgPool, challenge: Uuid) -> Result<bool, sqlx::Error> {
    let completed = sqlx::query(
        "update pending_sign_ins set used_at = now() where id = $1 and used_at is null and expires_at > now()",
    )
    .bind(challenge)
    .execute(pool)
    .await?;
    Ok(completed.rows_affected() == 1)
}
