//! The links that invite to a workspace. A link's token is stored as a hash only.

use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// The most open links of a workspace.
pub const MOST_OPEN: i64 = 1_000;

/// The id of a link, for members who may revoke it. It is part of the token's hash, and does not open the link.
macro_rules! link_id {
    () => {
        "encode(substring(token_hash from 1 for 16), 'hex')::uuid"
    };
}

/// A link to be stored.
pub struct NewLink {
    /// The hash of the token.
    pub token_hash: Vec<u8>,
    /// The workspace that the link leads to.
    pub workspace: Uuid,
    /// The name of the role that the link gives.
    pub role: String,
    /// The maker of the link.
    pub created_by: Uuid,
    /// The time from which the link is no longer valid.
    pub expires_at: OffsetDateTime,
}

/// A stored link.
#[derive(FromRow)]
pub struct Link {
    /// The workspace that the link leads to.
    pub workspace_id: Uuid,
    /// The name of that workspace.
    pub name: String,
    /// The name of the role that the link gives.
    pub role: String,
    /// The maker of the link.
    pub created_by: Uuid,
    /// The person who has used the link.
    pub accepted_by: Option<Uuid>,
    /// Whether the link is too old.
    pub expired: bool,
}

/// A link that is neither used nor too old, and whose maker is still in the workspace.
#[derive(FromRow)]
pub struct OpenLink {
    /// The id to revoke the link by.
    pub id: Uuid,
    /// The name of the role that the link gives.
    pub role: String,
    /// The maker of the link.
    pub created_user_id: Uuid,
    /// The time at which the link was made.
    pub created_at: OffsetDateTime,
    /// The time from which the link is no longer valid.
    pub expires_at: OffsetDateTime,
    /// The name of the maker's present role.
    pub role_of_maker: String,
}

/// Stores a link; false if the workspace already has [`MOST_OPEN`] open links.
///
/// # Errors
/// When the database does not answer.
pub async fn store(db: &Db, link: NewLink) -> Result<bool, sqlx::Error> {
    let NewLink { token_hash, workspace, role, created_by, expires_at } = link;
    let stored: Option<bool> = db
        .run(move |pool| async move {
            let mut tx = pool.begin().await?;
            // A statement of its own: a statement that waits for the lock counts the rows from before the wait.
            sqlx::query("select pg_advisory_xact_lock(hashtextextended('invitations ' || $1::text, 0))")
                .bind(workspace)
                .execute(&mut *tx)
                .await?;
            let stored = sqlx::query_scalar(
                "insert into invitations (token_hash, workspace_id, role, created_by, expires_at)
                 select $1, $2, $3, $4, $5
                 where (select count(*) from invitations
                        where workspace_id = $2 and accepted_by is null and expires_at > now()) < $6
                 returning true",
            )
            .bind(token_hash)
            .bind(workspace)
            .bind(role)
            .bind(created_by)
            .bind(expires_at)
            .bind(MOST_OPEN)
            .fetch_optional(&mut *tx)
            .await?;
            tx.commit().await.map(|()| stored)
        })
        .await?;
    Ok(stored.is_some())
}

/// The link with this hash of its token.
///
/// # Errors
/// When the database does not answer.
pub async fn find(db: &Db, token_hash: Vec<u8>) -> Result<Option<Link>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select i.workspace_id, w.name, i.role, i.created_by, i.accepted_by, i.expires_at <= now() as expired
             from invitations i join workspaces w on w.id = i.workspace_id where i.token_hash = $1",
        )
        .bind(token_hash)
        .fetch_optional(&pool)
        .await
    })
    .await
}

/// Marks a link as used, in one statement: two people at the same time cannot both use the link. False if the link is
/// used or too old.
///
/// # Errors
/// When the database does not answer.
pub async fn spend(db: &Db, token_hash: Vec<u8>, by: Uuid) -> Result<bool, sqlx::Error> {
    let spent: Option<bool> = db
        .run(move |pool| async move {
            sqlx::query_scalar(
                "update invitations set accepted_by = $2, accepted_at = now()
                 where token_hash = $1 and accepted_by is null and expires_at > now()
                 returning true",
            )
            .bind(token_hash)
            .bind(by)
            .fetch_optional(&pool)
            .await
        })
        .await?;
    Ok(spent.is_some())
}

/// The open links of a workspace, the newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn open(db: &Db, workspace: Uuid) -> Result<Vec<OpenLink>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(concat!(
            "select ",
            link_id!(),
            " as id, i.role, i.created_by as created_user_id, i.created_at, i.expires_at, m.role as role_of_maker
             from invitations i
             join members m on m.workspace_id = i.workspace_id and m.id = i.created_by and m.state = 'active'
             where i.workspace_id = $1 and i.accepted_by is null and i.expires_at > now()
             order by i.created_at desc limit $2"
        ))
        .bind(workspace)
        .bind(MOST_OPEN)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// A link that its maker has made and that is not used.
#[derive(FromRow)]
pub struct LinkOfMaker {
    /// The id to revoke the link by.
    pub id: Uuid,
    /// The name of the role that the link gives.
    pub role: String,
}

/// The open links that a person has made in a workspace, whatever the person is there now.
///
/// # Errors
/// When the database does not answer.
pub async fn open_of(db: &Db, workspace: Uuid, maker: Uuid) -> Result<Vec<LinkOfMaker>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(concat!(
            "select ",
            link_id!(),
            " as id, role from invitations
             where workspace_id = $1 and created_by = $2 and accepted_by is null and expires_at > now()"
        ))
        .bind(workspace)
        .bind(maker)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Revokes a link of a workspace, and returns whether it was used before; `None` if there is no such link. The link
/// is made to expire, since nodes of every version refuse an expired link.
///
/// # Errors
/// When the database does not answer.
pub async fn revoke(db: &Db, workspace: Uuid, link: Uuid) -> Result<Option<bool>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar(concat!(
            "update invitations set expires_at = least(expires_at, now())
             where workspace_id = $1 and ",
            link_id!(),
            " = $2 returning accepted_by is not null"
        ))
        .bind(workspace)
        .bind(link)
        .fetch_optional(&pool)
        .await
    })
    .await
}
