//! Deletes rows that are of no more use.

use crate::db::Db;

/// Rows that one statement deletes, so that none holds its locks for long.
const PIECE: u64 = 5_000;
/// Statements for one table in one sweep; the next sweep deletes the rest.
const MOST_PIECES: usize = 40;

/// Ended sessions stay for a day: a spent refresh token is to be told from an unknown one.
const SHORT_LIVED: [&str; 19] = [
    "delete from pending_sign_ups where id in
         (select id from pending_sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    "delete from account_codes where id in
         (select id from account_codes where expires_at < now() - interval '4 days' limit 5000)",
    "delete from phone_codes where id in
         (select id from phone_codes where expires_at < now() - interval '4 days' limit 5000)",
    "delete from pending_sign_ins where id in
         (select id from pending_sign_ins where expires_at < now() - interval '1 day' limit 5000)",
    "delete from password_renewals where id in
         (select id from password_renewals where expires_at < now() limit 5000)",
    "delete from hosted_sign_ins where state_hash in
         (select state_hash from hosted_sign_ins where expires_at < now() limit 5000)",
    "delete from passkey_challenges where challenge_hash in
         (select challenge_hash from passkey_challenges where expires_at < now() limit 5000)",
    "delete from app_codes where hash in
         (select hash from app_codes where expires_at < now() - interval '1 day' limit 5000)",
    "delete from app_device_codes where hash in
         (select hash from app_device_codes where expires_at < now() - interval '1 day' limit 5000)",
    "delete from remembered_devices where id in
         (select id from remembered_devices where expires_at < now() limit 5000)",
    // Written by nodes of build 0008.
    "delete from sign_ups where id in
         (select id from sign_ups where expires_at < now() - interval '1 day' limit 5000)",
    "delete from guesses where key in
         (select key from guesses where window_ends_at < now() limit 5000)",
    "delete from sessions where id in
         (select id from sessions where expires_at < now() - interval '1 day' limit 5000)",
    "delete from dev_mailbox where id in
         (select id from dev_mailbox where created_at < now() - interval '7 days' limit 5000)",
    // Kept for the people who open an old mail, and for those who joined.
    "delete from invitations where token_hash in
         (select token_hash from invitations where expires_at < now() - interval '90 days' limit 5000)",
    // Those that have not left wait for a dead letter to be retried.
    "delete from notifications where (workspace_id, user_id, channel, command_id, subject_id, kind) in
         (select workspace_id, user_id, channel, command_id, subject_id, kind from notifications
          where created_at < now() - interval '8 days' and (ended_at is not null or created_at < now() - interval '40 days')
          limit 5000)",
    // No link shows them any more. A day is longer than a job takes to note what it has read.
    "delete from site_icons where (workspace_id, id) in
         (select workspace_id, id from site_icons i where used_at < now() - interval '1 day'
            and not exists (select from url_links l where l.workspace_id = i.workspace_id and l.icon_id = i.id)
          limit 5000)",
    "delete from jobs where id in
         (select id from jobs where state in ('done', 'obsolete') and ended_at < now() - interval '1 day' limit 5000)",
    "delete from jobs where id in
         (select id from jobs where state = 'dead' and ended_at < now() - interval '30 days' limit 5000)",
];

/// Nothing reads a tombstone but an operator who looks for a deleted ticket. Its number stays spent: the stream knows the
/// last number.
const TOMBSTONES: [&str; 1] = ["delete from deleted_tickets where (workspace_id, id, deleted_at) in
         (select workspace_id, id, deleted_at from deleted_tickets where deleted_at < now() - interval '90 days' limit 5000)"];

/// The condition finds the records whose time is over. The database refuses to delete a younger one in any case.
const AUDIT: [&str; 1] = ["delete from audit where (workspace_id, id) in
         (select workspace_id, id from audit
          where at < now() - interval '30 days' and at < now() - make_interval(days => audit_keep_days(workspace_id))
          limit 5000)"];

/// Deletes expired sign-ups, counters, sessions and mails of the development mailbox, icons of sites without links, and
/// ended jobs. Answers how many rows.
///
/// # Errors
/// When the database does not answer; rows that were deleted until then stay deleted.
pub async fn short_lived(db: &Db) -> Result<u64, sqlx::Error> {
    all(db, &SHORT_LIVED).await
}

/// Deletes the tombstones of tickets that were deleted more than 90 days ago. Answers how many.
///
/// # Errors
/// As [`short_lived`].
pub async fn tombstones(db: &Db) -> Result<u64, sqlx::Error> {
    all(db, &TOMBSTONES).await
}

/// Deletes the records of audit logs that are older than their workspaces keep them. Answers how many.
///
/// # Errors
/// As [`short_lived`].
pub async fn audit(db: &Db) -> Result<u64, sqlx::Error> {
    all(db, &AUDIT).await
}

async fn all(db: &Db, statements: &[&'static str]) -> Result<u64, sqlx::Error> {
    let mut deleted = 0;
    for statement in statements.iter().copied() {
        for _ in 0..MOST_PIECES {
            let run: Result<_, sqlx::Error> =
                db.run(move |pool| async move { sqlx::query(statement).execute(&pool).await }).await;
            let rows = run?.rows_affected();
            deleted += rows;
            if rows < PIECE {
                break;
            }
        }
    }
    Ok(deleted)
}
