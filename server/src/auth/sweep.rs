//! Taking out what has no more use.

use crate::db::Db;

/// Each deletes a bounded number, so that none holds its locks for long; the next hour takes the
/// rest. Ended sessions stay for a day: a spent refresh token is to be told from an unknown one.
const SWEEPS: [&str; 5] = [
    "delete from pending_sign_ups where id in
         (select id from pending_sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    // Written by nodes of build 0008.
    "delete from sign_ups where id in
         (select id from sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    "delete from guesses where key in
         (select key from guesses where window_ends_at < now() limit 5000)",
    "delete from sessions where id in
         (select id from sessions where expires_at < now() - interval '1 day' limit 5000)",
    "delete from dev_mailbox where id in
         (select id from dev_mailbox where created_at < now() - interval '7 days' limit 5000)",
];

/// Takes out what has run out.
pub(super) async fn sweep(db: &Db) {
    for statement in SWEEPS {
        let swept: Result<_, sqlx::Error> =
            db.run(move |pool| async move { sqlx::query(statement).execute(&pool).await }).await;
        if let Err(error) = swept {
            tracing::warn!(%error, "old rows were not taken out; the next hour tries again");
        }
    }
}
