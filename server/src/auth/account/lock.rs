//! The lock of an account. Every change of an account takes this lock first, so changes cannot deadlock. A sign-in
//! stores its session either before the change, which then finds the session, or after it.

use sqlx::PgConnection;
use uuid::Uuid;

/// Locks an account until the transaction ends. Returns whether the account exists.
pub(in crate::auth) async fn lock_account(user: Uuid, tx: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("select from users where id = $1 and deleted_at is null for no key update")
        .bind(user)
        .execute(tx)
        .await?;
    Ok(found.rows_affected() == 1)
}
