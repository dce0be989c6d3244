//! Making, renewing and ending invitations.

use actors::domain::audit::AuditKind;
use actors::domain::origin::Origin;
use actors::jobs::NewJob;
use sqlx::{FromRow, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::records::{id_of, made, of};
use super::{MOST_OPEN, NewInvitation, NewMail, invitation_id, is_open};
use crate::db::Db;
use crate::queries::audit::{Author, note};

/// What came of an attempt to store invitations: all of them are stored, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Stored; the time at which each expires, in their order.
    Stored(Vec<OffsetDateTime>),
    /// The workspace would have more than [`MOST_OPEN`] pending invitations.
    TooMany,
    /// These addresses belong to members, or have a pending invitation.
    Taken(Vec<Taken>),
    /// Too many mails to one of the addresses are queued.
    Queued,
}

/// An address that cannot be invited.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Taken {
    /// In the form for comparison.
    pub email_key: String,
    /// True if a member has the address, and false if there is a pending invitation.
    pub is_member: bool,
}

/// Stores invitations to a workspace and queues their mails.
///
/// # Errors
/// When the database does not answer.
pub async fn store(
    db: &Db,
    workspace: Uuid,
    from: Option<Origin>,
    all: Vec<NewInvitation>,
) -> Result<Outcome, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let open = lock_and_count(&mut tx, workspace, None).await?;
        if open.saturating_add(i64::try_from(all.len()).unwrap_or(i64::MAX)) > MOST_OPEN {
            return Ok(Outcome::TooMany);
        }
        let keys = all.iter().filter_map(|it| it.mail.as_ref()).map(|mail| mail.email_key.clone()).collect();
        let taken = taken(&mut tx, workspace, keys, None).await?;
        if !taken.is_empty() {
            return Ok(Outcome::Taken(taken));
        }
        let mut ends = Vec::new();
        for invitation in all {
            let author = Author { user: Some(invitation.created_by), from };
            note(&mut tx, workspace, author, made(&invitation)).await?;
            let Some(end) = insert(&mut tx, workspace, invitation).await? else { return Ok(Outcome::Queued) };
            ends.push(end);
        }
        tx.commit().await.map(|()| Outcome::Stored(ends))
    })
    .await
}

/// Makes the calls that open invitations of a workspace come one after the other, until the transaction ends, and counts
/// the open invitations of the workspace. The invitation with the hash `except` does not count.
async fn lock_and_count(tx: &mut PgConnection, workspace: Uuid, except: Option<&[u8]>) -> Result<i64, sqlx::Error> {
    // A statement of its own: a statement that waits for the lock counts the rows from before the wait.
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('invitations ' || $1::text, 0))")
        .bind(workspace)
        .execute(&mut *tx)
        .await?;
    sqlx::query_scalar(concat!(
        "select count(*) from invitations i
         where i.workspace_id = $1 and i.token_hash is distinct from $2::bytea and ",
        is_open!()
    ))
    .bind(workspace)
    .bind(except)
    .fetch_one(tx)
    .await
}

/// Of these addresses, those of active members and those with an open invitation. The invitation with the hash `except`
/// does not count.
async fn taken(
    tx: &mut PgConnection,
    workspace: Uuid,
    keys: Vec<String>,
    except: Option<&[u8]>,
) -> Result<Vec<Taken>, sqlx::Error> {
    sqlx::query_as(concat!(
        "select k.email_key, bool_or(k.is_member) as is_member from (
             select u.email_key, true as is_member from users u
             join members m on m.id = u.id and m.workspace_id = $1 and m.state = 'active'
             where u.email_key = any($2)
             union all
             select i.email_key, false from invitations i
             where i.workspace_id = $1 and i.email_key = any($2) and i.token_hash is distinct from $3::bytea and ",
        is_open!(),
        ") k group by k.email_key"
    ))
    .bind(workspace)
    .bind(keys)
    .bind(except)
    .fetch_all(tx)
    .await
}

/// `None` if too many mails to the address are queued.
async fn insert(
    tx: &mut PgConnection,
    workspace: Uuid,
    invitation: NewInvitation,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    let NewInvitation { token_hash, role, created_by, days, most_uses, mail, lists } = invitation;
    let (email, email_key, seed, job) = match mail {
        Some(NewMail { email, email_key, seed, job }) => (Some(email), Some(email_key), Some(seed), Some(job)),
        None => (None, None, None, None),
    };
    let end = sqlx::query_scalar(
        "insert into invitations
             (token_hash, workspace_id, role, created_by, expires_at, life_days, most_uses, email, email_key, mail_seed)
         values ($1, $2, $3, $4, now() + make_interval(days => $5), $5, $6, $7, $8, $9)
         returning expires_at",
    )
    .bind(&token_hash)
    .bind(workspace)
    .bind(role)
    .bind(created_by)
    .bind(days)
    .bind(most_uses)
    .bind(email)
    .bind(email_key)
    .bind(seed)
    .fetch_one(&mut *tx)
    .await?;
    let (ids, levels): (Vec<Uuid>, Vec<&str>) = lists.iter().map(|it| (it.list_id.0, it.level.word())).unzip();
    sqlx::query(
        "insert into invitation_lists (token_hash, list_id, level) select $1, * from unnest($2::uuid[], $3::text[])",
    )
    .bind(token_hash)
    .bind(ids)
    .bind(levels)
    .execute(&mut *tx)
    .await?;
    let is_queued = match job {
        Some(job) => job.store(tx).await?,
        None => true,
    };
    Ok(is_queued.then_some(end))
}

/// What came of an attempt to renew an invitation by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// The invitation is valid for as long again, and its mail is queued.
    Renewed,
    /// The invitation has ended otherwise than by its age.
    Ended,
    /// The workspace would have more than [`MOST_OPEN`] pending invitations.
    TooMany,
    /// The address belongs to a member, or has another pending invitation.
    Taken(Taken),
    /// Too many mails to the address are queued.
    Queued,
}

/// Makes an invitation by mail valid for as long again, and queues its mail. The limits of [`store`] hold here as well: an
/// invitation that has expired is opened again.
///
/// # Errors
/// When the database does not answer.
pub async fn renew(
    db: &Db,
    workspace: Uuid,
    author: Author,
    token_hash: Vec<u8>,
    job: NewJob,
) -> Result<Renewal, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        if lock_and_count(&mut tx, workspace, Some(&token_hash)).await? >= MOST_OPEN {
            return Ok(Renewal::TooMany);
        }
        let renewed: Option<(String, String, Option<String>)> = sqlx::query_as(
            "update invitations set expires_at = now() + make_interval(days => life_days), mail_failed = false
             where token_hash = $1 and workspace_id = $2 and email_key is not null
               and accepted_by is null and revoked_at is null and declined_at is null
             returning email_key, role, email",
        )
        .bind(&token_hash)
        .bind(workspace)
        .fetch_optional(&mut *tx)
        .await?;
        let Some((email_key, role, email)) = renewed else { return Ok(Renewal::Ended) };
        if let Some(taken) = taken(&mut tx, workspace, vec![email_key], Some(&token_hash)).await?.pop() {
            return Ok(Renewal::Taken(taken));
        }
        if !job.store(&mut tx).await? {
            return Ok(Renewal::Queued);
        }
        let record = of(AuditKind::InvitationResent, id_of(&token_hash), role, email);
        note(&mut tx, workspace, author, record).await?;
        tx.commit().await.map(|()| Renewal::Renewed)
    })
    .await
}

/// The hash of the token, whether the invitation is used up, whether it is open, its role and its address.
type Ending = (Vec<u8>, bool, bool, String, Option<String>);

/// Revokes an invitation of a workspace, and returns whether the invitation has been used up; `None` if there is no such
/// invitation. The invitation is made to expire as well, since nodes of earlier builds only look at that.
///
/// # Errors
/// When the database does not answer.
pub async fn revoke(db: &Db, workspace: Uuid, author: Author, id: Uuid) -> Result<Option<bool>, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let known: Option<Ending> = sqlx::query_as(concat!(
            "select i.token_hash, i.accepted_by is not null, ",
            is_open!(),
            ", i.role, i.email from invitations i where i.workspace_id = $1 and ",
            invitation_id!(),
            " = $2 for update"
        ))
        .bind(workspace)
        .bind(id)
        .fetch_optional(&mut *tx)
        .await?;
        let Some((token_hash, is_used, is_open, role, email)) = known else { return Ok(None) };
        sqlx::query(
            "update invitations i set expires_at = least(i.expires_at, now()), revoked_at = coalesce(i.revoked_at, now())
             where i.token_hash = $1",
        )
        .bind(token_hash)
        .execute(&mut *tx)
        .await?;
        if is_open {
            note(&mut tx, workspace, author, of(AuditKind::InvitationRevoked, id, role, email)).await?;
        }
        tx.commit().await.map(|()| Some(is_used))
    })
    .await
}

/// Ends an open invitation for the invited person. False if the invitation was not open.
///
/// # Errors
/// When the database does not answer.
pub async fn decline(db: &Db, author: Author, token_hash: Vec<u8>) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let declined: Option<(Uuid, String, Option<String>)> = sqlx::query_as(concat!(
            "update invitations i set expires_at = now(), declined_at = now() where i.token_hash = $1 and ",
            is_open!(),
            " returning i.workspace_id, i.role, i.email"
        ))
        .bind(&token_hash)
        .fetch_optional(&mut *tx)
        .await?;
        let Some((workspace, role, email)) = declined else { return Ok(false) };
        let record = of(AuditKind::InvitationDeclined, id_of(&token_hash), role, email);
        note(&mut tx, workspace, author, record).await?;
        tx.commit().await.map(|()| true)
    })
    .await
}

/// Notes what became of the last mail: it was sent, or refused for good.
///
/// # Errors
/// When the database does not answer.
pub async fn note_mail(db: &Db, token_hash: Vec<u8>, is_sent: bool) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "update invitations set sent_at = case when $2 then now() else sent_at end, mail_failed = not $2
             where token_hash = $1",
        )
        .bind(token_hash)
        .bind(is_sent)
        .execute(&pool)
        .await
    })
    .await
    .map(drop)
}
