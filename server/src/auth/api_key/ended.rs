//! Ends keys without a person's choice of the key: with the account, with their app, because a code was used twice, or because
//! an app revokes its own key.

use actors::domain::audit::{AuditKind, Record};
use serde_json::{Map, json};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::queries::audit::{Author, note};

/// A key that has ended.
#[derive(sqlx::FromRow)]
struct Ended {
    workspace_id: Uuid,
    id: Uuid,
    name: String,
    app_id: Option<Uuid>,
}

/// Ends all keys of an account, in all workspaces.
pub(in crate::auth) async fn end_keys_of(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    end_keys(user, Author { user: Some(user), from: None }, tx).await
}

/// Ends all keys of an account for the operator. The records name the server as their author.
pub(in crate::auth) async fn end_keys_by_operator(user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    end_keys(user, Author::SERVER, tx).await
}

async fn end_keys(user: Uuid, author: Author, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    let ended = sqlx::query_as("delete from api_keys where user_id = $1 returning workspace_id, id, name, app_id")
        .bind(user)
        .fetch_all(&mut *tx)
        .await?;
    note_ended(ended, None, author, tx).await
}

/// Ends all keys that people have given to an app.
pub(in crate::auth) async fn end_keys_of_app(
    app: Uuid,
    author: Author,
    tx: &mut PgConnection,
) -> Result<(), sqlx::Error> {
    let ended = sqlx::query_as("delete from api_keys where app_id = $1 returning workspace_id, id, name, app_id")
        .bind(app)
        .fetch_all(&mut *tx)
        .await?;
    note_ended(ended, None, author, tx).await
}

/// Ends a key because the code for which an app got it was used twice.
pub(in crate::auth) async fn end_key_of_used_code(
    key: Uuid,
    author: Author,
    tx: &mut PgConnection,
) -> Result<(), sqlx::Error> {
    end_key(key, "codeUsedTwice", author, tx).await
}

/// Ends a key that its app has revoked.
pub(in crate::auth) async fn end_key_given_back(
    key: Uuid,
    author: Author,
    tx: &mut PgConnection,
) -> Result<(), sqlx::Error> {
    end_key(key, "givenBack", author, tx).await
}

async fn end_key(key: Uuid, reason: &str, author: Author, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    let ended = sqlx::query_as("delete from api_keys where id = $1 returning workspace_id, id, name, app_id")
        .bind(key)
        .fetch_all(&mut *tx)
        .await?;
    note_ended(ended, Some(reason), author, tx).await
}

/// Notes ended keys in the audit logs of their workspaces.
async fn note_ended(
    ended: Vec<Ended>,
    reason: Option<&str>,
    author: Author,
    tx: &mut PgConnection,
) -> Result<(), sqlx::Error> {
    for Ended { workspace_id, id: subject, name, app_id } in ended {
        let mut before = Map::from_iter([("name".to_owned(), json!(name))]);
        if let Some(app) = app_id {
            before.insert("appId".to_owned(), json!(app));
        }
        let after = reason.map(|reason| Map::from_iter([("reason".to_owned(), json!(reason))]));
        let record = Record { kind: AuditKind::ApiKeyRevoked, subject, before: Some(before), after };
        note(tx, workspace_id, author, record).await?;
    }
    Ok(())
}
