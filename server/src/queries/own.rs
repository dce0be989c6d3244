//! The comments that a person has written, for the file of the person's own data.

use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// The most comments on a page. A comment has at most 32 KiB.
const PAGE: i64 = 100;
/// The most rows that are read for a page. No index finds the comments of a person, and one statement must not read a
/// whole workspace.
const WINDOW: i64 = 10_000;

/// A comment.
#[derive(Clone, Debug, FromRow)]
pub struct Comment {
    /// The id.
    pub id: Uuid,
    /// The ticket that it belongs to.
    pub ticket_id: Uuid,
    /// The text.
    pub message: String,
    /// When it was written.
    pub created_at: OffsetDateTime,
}

/// A page of comments.
#[derive(Clone, Debug)]
pub struct Page {
    /// The comments, newest first. A page may have none and still be followed by others.
    pub comments: Vec<Comment>,
    /// The next page has the comments before this id; `None` if this page is the last.
    pub next: Option<Uuid>,
}

/// The comments of a person in some scopes of a workspace, newest first.
///
/// # Errors
/// When the database does not answer.
pub async fn comments_of(
    db: &Db,
    workspace: Uuid,
    user: Uuid,
    scopes: Vec<Uuid>,
    before: Option<Uuid>,
) -> Result<Page, sqlx::Error> {
    let before = before.unwrap_or(Uuid::max());
    let (comments, oldest): (Vec<Comment>, Option<Uuid>) = db
        .run(move |pool| async move {
            let oldest: Option<Uuid> = sqlx::query_scalar(
                "select id from activities where workspace_id = $1 and id < $2 order by id desc offset $3 limit 1",
            )
            .bind(workspace)
            .bind(before)
            .bind(WINDOW - 1)
            .fetch_optional(&pool)
            .await?;
            let comments = sqlx::query_as(
                "select id, ticket_id, message, created_at from activities
                 where workspace_id = $1 and user_id = $2 and kind = 'comment' and message is not null
                   and scope_id = any ($3) and id < $4 and id >= $5
                 order by id desc limit $6",
            )
            .bind(workspace)
            .bind(user)
            .bind(scopes)
            .bind(before)
            .bind(oldest.unwrap_or(Uuid::nil()))
            .bind(PAGE)
            .fetch_all(&pool)
            .await?;
            Ok::<_, sqlx::Error>((comments, oldest))
        })
        .await?;
    let is_full = i64::try_from(comments.len()).is_ok_and(|read| read == PAGE);
    let next = if is_full { comments.last().map(|last| last.id) } else { oldest };
    Ok(Page { comments, next })
}
