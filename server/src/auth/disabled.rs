//! Accounts that the operator has disabled (DA1 to DA5).

use uuid::Uuid;

use super::Auth;
use super::account::{end_sessions_of, lock_account};
use super::api_key::end_keys_by_operator;
use super::app::end_codes_of;
use super::remembered::forget_devices_of;
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::queries::audit::act_as_operator;

impl Auth {
    /// Refuses a person who has proved the password of a disabled account. Others must not learn that the account is disabled.
    pub(super) async fn refuse_disabled(&self, user: Uuid) -> Result<(), Refusal> {
        let disabled: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar("select exists (select from users where id = $1 and disabled_at is not null)")
                    .bind(user)
                    .fetch_one(&pool)
                    .await
            })
            .await;
        if disabled? { Err(Code::UserDisabled.into()) } else { Ok(()) }
    }
}

/// Disables an account for the operator. Ends its sessions and API keys, forgets its devices, and ends the codes and pending
/// sign-ins that could become sessions or keys. Nodes find the ended sessions in the database within a second. Returns false
/// if the account was already disabled.
///
/// # Errors
/// If the database does not answer.
pub async fn disable_account(db: &Db, user: Uuid) -> Result<bool, Refusal> {
    let disabled: Result<bool, sqlx::Error> = db
        .run(move |pool| async move {
            let mut tx = pool.begin().await?;
            act_as_operator(&mut tx).await?;
            lock_account(user, &mut tx).await?;
            let disabled = sqlx::query("update users set disabled_at = now() where id = $1 and disabled_at is null")
                .bind(user)
                .execute(&mut *tx)
                .await?;
            end_sessions_of(user, None, &mut tx).await?;
            end_keys_by_operator(user, &mut tx).await?;
            end_codes_of(user, &mut tx).await?;
            forget_devices_of(Some(user), &mut tx).await?;
            for statement in [
                "update pending_sign_ins set used_at = now() where user_id = $1 and used_at is null",
                "delete from password_renewals where user_id = $1",
            ] {
                sqlx::query(statement).bind(user).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(disabled.rows_affected() == 1)
        })
        .await;
    Ok(disabled?)
}

/// Lets a disabled account sign in again. Returns false if it was not disabled.
///
/// # Errors
/// If the database does not answer.
pub async fn enable_account(db: &Db, user: Uuid) -> Result<bool, Refusal> {
    let enabled: Result<bool, sqlx::Error> = db
        .run(move |pool| async move {
            let mut tx = pool.begin().await?;
            act_as_operator(&mut tx).await?;
            let enabled = sqlx::query("update users set disabled_at = null where id = $1 and disabled_at is not null")
                .bind(user)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(enabled.rows_affected() == 1)
        })
        .await;
    Ok(enabled?)
}
