//! Deletion of an account. The row stays, without personal data, because nodes learn from it which sessions have ended.
//! A job removes the person from the workspaces.

use std::time::Duration;

use actors::jobs::NewJob;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::erase::EraseAccount;
use super::lock::lock_account;
use super::password::end_sessions_of;
use crate::auth::{Auth, Principal, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The most workspaces or lists that a refusal names.
const MOST_NAMED: usize = 5;
/// The pause before the job. In this time, all nodes close the sockets of the ended sessions (HS4), so clients learn
/// that they are signed out. If the person left the workspaces first, clients would only learn that they have lost a
/// workspace (4403), and would keep the account's other data until their next call.
const SESSIONS_END: Duration = Duration::from_secs(3);

/// Removes the data that belongs only to the account. A sweep deletes the bytes of pictures by their keys.
const OWN_ROWS: [&str; 14] = [
    "with gone as (delete from pictures where user_id = $1 returning id)
     insert into store_removals (store_key, due_at) select id, now() from gone on conflict (store_key) do nothing",
    // The index of notifications begins with the workspace. Only members are notified.
    "delete from notifications
     where user_id = $1 and workspace_id in (select workspace_id from members where id = $1)",
    "delete from push_devices where user_id = $1",
    "delete from api_keys where user_id = $1",
    "delete from app_codes where user_id = $1",
    "delete from app_device_codes where user_id = $1",
    "delete from account_codes where user_id = $1",
    "delete from remembered_devices where user_id = $1",
    "delete from second_factors where user_id = $1",
    "delete from pending_sign_ins where user_id = $1",
    "delete from password_renewals where user_id = $1",
    // Nodes learn from these rows which sessions have ended, so the rows stay as long as those of other people.
    "update sessions set address = null, device = null where user_id = $1",
    "delete from pending_sign_ups s using users u where u.id = $1 and s.email_key = u.email_key",
    // Invitations that the person has accepted contain the address. No index finds them, but the sweep keeps the table
    // small. A person may have accepted an invitation without having become a member.
    "delete from invitations where accepted_by = $1 and email_key is not null",
];

impl Auth {
    /// Deletes the account of the caller.
    ///
    /// # Errors
    /// `last_owner` or `last_manager` if a workspace or a restricted list would be left without one; the message names them.
    /// `validation_failed` on `password`; `rate_limited` after too many guesses.
    pub async fn delete_account(
        &self,
        principal: &Principal,
        password: String,
        from: &Requester,
    ) -> Result<(), Refusal> {
        let user = self.prove(principal, password, from).await?.id;
        let deleted: Result<Result<Vec<Uuid>, Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                if !lock_account(user, &mut tx).await? {
                    return Ok(Err(Code::Unauthenticated.into()));
                }
                if let Some(refusal) = needed(user, &mut tx).await? {
                    return Ok(Err(refusal));
                }
                let ended = end_sessions_of(user, None, &mut tx).await?;
                for statement in OWN_ROWS {
                    sqlx::query(statement).bind(user).execute(&mut *tx).await?;
                }
                // No address has a space in it, so nobody signs in or signs up with this key.
                let deleted_at: OffsetDateTime = sqlx::query_scalar(
                    "update users set deleted_at = now(), email = '', email_key = 'deleted ' || id, password_hash = '',
                         firstname = '', lastname = '', username = '', avatar_url = null, department = '',
                         designation = '', active_workspace_id = null
                     where id = $1 returning deleted_at",
                )
                .bind(user)
                .fetch_one(&mut *tx)
                .await?;
                match NewJob::new(Uuid::now_v7(), &EraseAccount { user }) {
                    Ok(job) => {
                        job.due_at(deleted_at + SESSIONS_END).store(&mut tx).await?;
                    }
                    // Cannot happen: an id is small JSON.
                    Err(error) => {
                        tracing::error!(error, "the job that erases a deleted account could not be queued");
                        return Ok(Err(Code::Internal.into()));
                    }
                }
                tx.commit().await?;
                Ok(Ok(ended))
            })
            .await;
        let ended = deleted??;
        self.inner.ended.note(&ended);
        self.inner.jobs.wake();
        tracing::info!(%user, "an account was deleted");
        Ok(())
    }
}

/// Why the account cannot be deleted yet; `None` if it can.
async fn needed(user: Uuid, tx: &mut PgConnection) -> Result<Option<Refusal>, sqlx::Error> {
    let workspaces: Vec<String> = sqlx::query_scalar(
        "select w.name from members m join workspaces w on w.id = m.workspace_id
         where m.id = $1 and (m.state = 'active' or waits_for_second_factor(m)) and m.role = 'owner'
           and not exists (select from members o where o.workspace_id = m.workspace_id and o.id <> m.id
                           and o.state = 'active' and o.role = 'owner')
         order by w.name, w.id",
    )
    .bind(user)
    .fetch_all(&mut *tx)
    .await?;
    if !workspaces.is_empty() {
        return Ok(Some(naming(Code::LastOwner, words::owns_alone, &workspaces)));
    }
    let lists: Vec<String> = sqlx::query_scalar(
        "select l.name from shares h
         join members m on m.workspace_id = h.workspace_id and m.id = h.user_id
           and (m.state = 'active' or waits_for_second_factor(m))
         join streams s on s.id = h.scope_id and s.kind = 'list'
         join lists l on l.workspace_id = h.workspace_id and l.id = h.list_id and l.scope_id = h.scope_id
         where h.user_id = $1 and h.level = 'manage'
           and not exists (select from shares o
                           join members a on a.workspace_id = o.workspace_id and a.id = o.user_id and a.state = 'active'
                           where o.workspace_id = h.workspace_id and o.scope_id = h.scope_id and o.user_id <> h.user_id
                             and o.level = 'manage')
         order by l.name, l.id",
    )
    .bind(user)
    .fetch_all(&mut *tx)
    .await?;
    Ok((!lists.is_empty()).then(|| naming(Code::LastManager, words::manages_alone, &lists)))
}

/// A refusal with the first few of the names.
fn naming(code: Code, words: fn(&str) -> String, names: &[String]) -> Refusal {
    let shown = names.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if names.len() > MOST_NAMED { ", …" } else { "" };
    Refusal::new(code).message(words(&format!("{shown}{more}")))
}
