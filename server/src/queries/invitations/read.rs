//! Reading invitations.

use uuid::Uuid;

use super::{MOST_OPEN, Stored, invitation_id, is_open, select_stored, was_used};
use crate::db::Db;

/// The most invitations in a person's list.
const MOST_FOR_ONE: i64 = 100;

/// The invitation with one of these hashes of its token.
///
/// # Errors
/// When the database does not answer.
pub async fn by_token(db: &Db, hashes: Vec<Vec<u8>>) -> Result<Option<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!("i.token_hash = any($1)")).bind(hashes).fetch_optional(&pool).await
    })
    .await
}

/// The invitation of a workspace with this id.
///
/// # Errors
/// When the database does not answer.
pub async fn by_id(db: &Db, workspace: Uuid, id: Uuid) -> Result<Option<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!("i.workspace_id = $1 and ", invitation_id!(), " = $2"))
            .bind(workspace)
            .bind(id)
            .fetch_optional(&pool)
            .await
    })
    .await
}

/// The invitations of a workspace that can still be accepted, and then those by mail that have expired or were declined
/// in the last 30 days; both the newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn of_workspace(db: &Db, workspace: Uuid) -> Result<Vec<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!(
            "i.workspace_id = $1 and i.accepted_by is null and i.revoked_at is null
               and (i.expires_at > now() or (i.email_key is not null and i.expires_at > now() - interval '30 days'))
             order by (",
            is_open!(),
            ") desc, i.created_at desc, i.token_hash limit $2"
        ))
        .bind(workspace)
        .bind(MOST_OPEN)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// The open invitations to an address, the newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn to_address(db: &Db, email_key: String) -> Result<Vec<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!(
            "i.email_key = $1 and ",
            is_open!(),
            " order by i.created_at desc, i.token_hash limit $2"
        ))
        .bind(email_key)
        .bind(MOST_FOR_ONE)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// The open invitation to an address with this id.
///
/// # Errors
/// When the database does not answer.
pub async fn to_address_by_id(db: &Db, email_key: String, id: Uuid) -> Result<Option<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!("i.email_key = $1 and ", invitation_id!(), " = $2 and ", is_open!()))
            .bind(email_key)
            .bind(id)
            .fetch_optional(&pool)
            .await
    })
    .await
}

/// The open invitations that a person has made in a workspace, whatever the person is there now; without a person, all
/// open invitations of the workspace.
///
/// # Errors
/// When the database does not answer.
pub async fn open_of(db: &Db, workspace: Uuid, maker: Option<Uuid>) -> Result<Vec<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(select_stored!(
            "i.workspace_id = $1 and ($2::uuid is null or i.created_by = $2) and ",
            is_open!()
        ))
        .bind(workspace)
        .bind(maker)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Whether a person has joined by an invitation.
///
/// # Errors
/// When the database does not answer.
pub async fn was_used_by(db: &Db, token_hash: Vec<u8>, user: Uuid) -> Result<bool, sqlx::Error> {
    db.run(
        move |pool| async move { sqlx::query_scalar(was_used!()).bind(token_hash).bind(user).fetch_one(&pool).await },
    )
    .await
}

/// The word of a role, if it is built in, and the words of its capabilities; none if the workspace has no such role.
///
/// # Errors
/// When the database does not answer.
pub async fn record_of_role(
    db: &Db,
    workspace: Uuid,
    role: Uuid,
) -> Result<Option<(Option<String>, Vec<String>)>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as("select system, capabilities from roles where workspace_id = $1 and id = $2")
            .bind(workspace)
            .bind(role)
            .fetch_optional(&pool)
            .await
    })
    .await
}
