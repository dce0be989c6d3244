//! Using an invitation: counted once for each person, however many requests come at once.

use actors::domain::audit::AuditKind;
use actors::domain::origin::Origin;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::records::{id_of, of};
use super::{is_open, was_used};
use crate::db::Db;
use crate::queries::audit::{Author, note};

/// A person who was counted among those who have joined by an invitation.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The time at which the person was counted; none if a node of earlier builds counted them, or if they joined by
    /// another invitation that ended this one.
    pub at: Option<OffsetDateTime>,
}

/// Counts a person among those who have joined by an invitation. A person who was counted before stays so; `None` if the
/// invitation has ended. The pending mails to the same address end as well: they would let the person in again after a
/// removal.
///
/// # Errors
/// When the database does not answer.
pub async fn spend(
    db: &Db,
    token_hash: Vec<u8>,
    user: Uuid,
    from: Option<Origin>,
    email_key: String,
) -> Result<Option<Counted>, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        // Statements of their own: a statement that waits for a lock sees the rows from before the wait. One person's
        // acceptances of several mails end each other's rows, so they come one after the other.
        sqlx::query("select pg_advisory_xact_lock(hashtextextended('invitations to ' || $1::text, 0))")
            .bind(&email_key)
            .execute(&mut *tx)
            .await?;
        sqlx::query("select from invitations where token_hash = $1 for update")
            .bind(&token_hash)
            .execute(&mut *tx)
            .await?;
        let counted = use_once(&mut tx, &token_hash, user, from).await?;
        if counted.is_some() {
            sqlx::query(concat!(
                "update invitations i set accepted_by = $2, accepted_at = now()
                 where i.email_key = $3 and i.workspace_id = (select workspace_id from invitations where token_hash = $1)
                   and i.token_hash <> $1 and ",
                is_open!()
            ))
            .bind(&token_hash)
            .bind(user)
            .bind(email_key)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await.map(|()| counted)
    })
    .await
}

/// The row of the invitation is locked.
async fn use_once(
    tx: &mut PgConnection,
    token_hash: &[u8],
    user: Uuid,
    from: Option<Origin>,
) -> Result<Option<Counted>, sqlx::Error> {
    let was_counted: bool = sqlx::query_scalar(was_used!()).bind(token_hash).bind(user).fetch_one(&mut *tx).await?;
    if was_counted {
        let at = sqlx::query_scalar("select used_at from invitation_uses where token_hash = $1 and user_id = $2")
            .bind(token_hash)
            .bind(user)
            .fetch_optional(&mut *tx)
            .await?;
        return Ok(Some(Counted { at }));
    }
    // Nodes of earlier builds read `accepted_by` alone.
    let used: Option<(Uuid, String, Option<String>)> = sqlx::query_as(concat!(
        "update invitations i set uses = i.uses + 1,
             accepted_by = case when i.uses + 1 >= i.most_uses then $2 end,
             accepted_at = case when i.uses + 1 >= i.most_uses then now() end
         where i.token_hash = $1 and ",
        is_open!(),
        " returning i.workspace_id, i.role, i.email"
    ))
    .bind(token_hash)
    .bind(user)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((workspace, role, email)) = used else { return Ok(None) };
    let at = sqlx::query_scalar("insert into invitation_uses (token_hash, user_id) values ($1, $2) returning used_at")
        .bind(token_hash)
        .bind(user)
        .fetch_one(&mut *tx)
        .await?;
    let record = of(AuditKind::InvitationAccepted, id_of(token_hash), role, email);
    note(tx, workspace, Author { user: Some(user), from }, record).await?;
    Ok(Some(Counted { at: Some(at) }))
}
