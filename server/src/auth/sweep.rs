//! Deleting rows of identity that are no longer needed.

use crate::db::Db;

/// Each statement deletes a bounded number of rows, so that none holds its locks for long; the next hour takes the
/// rest. Ended sessions stay for a day: a spent refresh token must be told from an unknown one.
const SWEEPS: [&str; 5] = [
    "delete from pending_sign_ups where id in
         (select id from pending_sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    // Rows of this kind were written by nodes of build 0008.
    "delete from sign_ups where id in
         (select id from sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    "delete from guesses where key in
         (select key from guesses where window_ends_at < now() limit 5000)",
    "delete from sessions where id in
         (select id from sessions where expires_at < now() - interval '1 day' limit 5000)",
    "delete from dev_mailbox where id in
         (select id from dev_mailbox where created_at < now() - interval '7 days' limit 5000)",
];

/// Deletes expired rows.
pub(super) async fn sweep(db: &Db) {
    for statement in SWEEPS {
        let swept: Result<_, sqlx::Error> =
            db.run(move |pool| async move { sqlx::query(statement).execute(&pool).await }).await;
        if let Err(error) = swept {
            tracing::warn!(%error, "expired rows were not deleted; the node tries again in an hour");
        }
    }
}
