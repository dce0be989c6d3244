//! The restricted lists that are shared with people.

use actors::domain::ids::ListId;
use actors::domain::kinds::share::Level;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::Db;

/// A restricted list that a person sees.
#[derive(Clone, Debug, FromRow)]
pub struct SharedList {
    /// The list.
    pub list_id: Uuid,
    /// The name of the list.
    pub name: String,
    /// What the person may do in the list, as a word.
    level: String,
}

impl SharedList {
    /// The list.
    #[must_use]
    pub fn id(&self) -> ListId {
        ListId(self.list_id)
    }

    /// What the person may do in the list.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::named(&self.level)
    }
}

/// The restricted lists that are shared with a person, in order of their ranks.
///
/// # Errors
/// When the database does not answer.
pub async fn shared_with(db: &Db, workspace: Uuid, user: Uuid) -> Result<Vec<SharedList>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select l.id as list_id, l.name, h.level
             from shares h
             join streams s on s.id = h.scope_id and s.kind = 'list'
             join lists l on l.workspace_id = h.workspace_id and l.id = h.list_id and l.scope_id = h.scope_id
             where h.workspace_id = $1 and h.user_id = $2
             order by l.rank, l.id",
        )
        .bind(workspace)
        .bind(user)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Whether these lists of a workspace exist and are open: the ids of those that are.
///
/// # Errors
/// When the database does not answer.
pub async fn open_among(db: &Db, workspace: Uuid, lists: Vec<Uuid>) -> Result<Vec<Uuid>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar(
            "select id from lists where workspace_id = $1 and id = any($2) and coalesce(scope_id, $1) = $1",
        )
        .bind(workspace)
        .bind(lists)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Of the restricted lists that a reader sees: the people with whom each is shared, and the name of the list. In order of the
/// lists' ranks.
///
/// # Errors
/// When the database does not answer.
pub async fn seen_by(db: &Db, workspace: Uuid, reader: Uuid) -> Result<Vec<(Uuid, String)>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select h.user_id, l.name
             from shares mine
             join streams s on s.id = mine.scope_id and s.kind = 'list'
             join lists l on l.workspace_id = mine.workspace_id and l.id = mine.list_id and l.scope_id = mine.scope_id
             join shares h on h.workspace_id = mine.workspace_id and h.scope_id = mine.scope_id
             where mine.workspace_id = $1 and mine.user_id = $2
             order by l.rank, l.id, h.id",
        )
        .bind(workspace)
        .bind(reader)
        .fetch_all(&pool)
        .await
    })
    .await
}
