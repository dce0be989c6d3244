//! Confirming an address by the code that was mailed to it. The user is created only then.

use sqlx::PgPool;
use uuid::Uuid;

use super::input::{self, Email};
use super::mailed_code::Attempted;
use super::session::Session;
use super::user::{User, user_columns};
use super::{Auth, Invited, JoinByDomain, Requester};
use crate::error::{Code, Refusal};

/// The sign-up that a code is checked against.
#[derive(sqlx::FromRow)]
struct Waiting {
    email: String,
    email_key: String,
    /// Whether the person had an invitation.
    invited: bool,
    code_hash: Option<Vec<u8>>,
    attempts: i32,
    live: bool,
}

impl Auth {
    /// Creates the user of the sign-up that this code confirms, and signs them in.
    ///
    /// # Errors
    /// `validation_failed` for a wrong code or an unknown sign-up; `gone` for the right code of a sign-up that was used
    /// or has expired; `forbidden` if the settings do not allow the sign-up.
    pub async fn confirm(&self, sign_up: Uuid, code: &str, from: &Requester) -> Result<Session, Refusal> {
        let code = input::code(code)?;
        let found = self.inner.db.run(move |pool| async move { attempt(&pool, sign_up).await }).await?;
        let Some(Waiting { email, email_key, invited, code_hash, attempts, live }) = found else {
            return Err(input::wrong_code());
        };
        self.judge_code(sign_up, &code, Attempted { code_hash: code_hash.as_deref(), attempts, live })?;
        let invited = invited.then_some(Invited { email_key: None });
        self.may_sign_up(&Email { text: email.clone(), key: email_key }, invited.as_ref())?;
        let username = email.split('@').next().unwrap_or_default().to_owned();
        let made: Option<User> =
            self.inner
                .db
                .run(move |pool| async move {
                    make_user(&pool, sign_up, username, Made { enters: true, joins: true }).await
                })
                .await?;
        let user = made.ok_or(Code::Gone)?;
        tracing::info!(user = %user.id, "a user confirmed their e-mail");
        self.begin(user, None, None, from).await
    }
}

/// Counts the attempt and returns the sign-up, also a used or expired one: the holder of its code then learns why the
/// code fails.
async fn attempt(pool: &PgPool, sign_up: Uuid) -> Result<Option<Waiting>, sqlx::Error> {
    sqlx::query_as(
        "update pending_sign_ups set attempts = least(attempts + 1, 1000) where id = $1
         returning email, email_key, invited, code_hash, attempts, used_at is null and expires_at > now() as live",
    )
    .bind(sign_up)
    .fetch_optional(pool)
    .await
}

/// The steps that follow when a user is created.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    /// The caller then signs the user in.
    pub(super) enters: bool,
    /// The user joins workspaces by the domain of the address (AD3).
    pub(super) joins: bool,
}

/// Marks the sign-up as used and creates the user, in one statement: of several requests at once, one wins. Returns None if
/// another request came first, or another sign-up with the same address.
pub(super) async fn make_user(
    pool: &PgPool,
    sign_up: Uuid,
    username: String,
    then: Made,
) -> Result<Option<User>, sqlx::Error> {
    let mut tx = pool.begin().await?;
    let made: Option<User> = sqlx::query_as(concat!(
        "with used as (
             update pending_sign_ups set used_at = now()
             where id = $1 and used_at is null and expires_at > now()
             returning email, email_key, password_hash, firstname, lastname
         ),
         made as (
             insert into users (id, email, email_key, password_hash, firstname, lastname, username)
             select $2, email, email_key, password_hash, firstname, lastname, $3 from used
             on conflict (email_key) do nothing
             returning ",
        user_columns!(),
        "
         ),
         noted as (
             update sign_up_links set user_id = $2, entered_at = case when $4 then now() end
             where sign_up_id = $1 and exists (select from made)
         )
         select ",
        user_columns!(),
        " from made"
    ))
    .bind(sign_up)
    .bind(Uuid::now_v7())
    .bind(username)
    .bind(then.enters)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(user) = &made
        && then.joins
    {
        JoinByDomain::queue(user.id, &user.email.to_ascii_lowercase(), &mut tx).await?;
    }
    tx.commit().await?;
    Ok(made)
}
