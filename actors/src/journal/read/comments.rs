//! Reads comments: their earlier texts, and the first comments of threads.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    domain::{
        date::Instant,
        entity::Activity,
        ids::{ActivityId, TicketId, WorkspaceId},
    },
    journal::{error::JournalError, handle::Journal, rows},
};

/// A text that a comment had before it was edited.
#[derive(Clone, Debug, PartialEq)]
pub struct CommentVersion {
    /// Counts the texts of the comment from 1. The oldest texts may be gone.
    pub number: i32,
    pub message: String,
    pub written_at: Instant,
}

impl Journal {
    /// The earlier texts of a comment, newest first; `None` if the ticket has no such comment. The caller decides who may
    /// see the ticket.
    pub async fn comment_versions(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
        comment: ActivityId,
    ) -> Result<Option<(Activity, Vec<CommentVersion>)>, JournalError> {
        self.db
            .run(move |pool| async move {
                // One statement: between two, the comment could be deleted or edited.
                let found: Vec<VersionRow> = sqlx::query_as(
                    "select a.id, a.version, a.ticket_id, a.kind, a.user_id, a.message, a.data, a.created_at, a.updated_at,
                         v.number, v.message as earlier, v.written_at
                     from activities a
                     left join comment_versions v on v.workspace_id = a.workspace_id and v.activity_id = a.id
                     where a.workspace_id = $1 and a.ticket_id = $2 and a.id = $3 and a.kind = 'comment'
                     order by v.number desc",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .bind(comment.0)
                .fetch_all(&pool)
                .await?;
                let mut comment = None;
                let mut versions = Vec::with_capacity(found.len());
                for VersionRow { number, earlier, written_at, row } in found {
                    if let (Some(number), Some(message), Some(written_at)) = (number, earlier, written_at) {
                        versions.push(CommentVersion { number, message, written_at: Instant::new(written_at) });
                    }
                    comment = row.known();
                }
                Ok(comment.map(|comment| (comment, versions)))
            })
            .await
    }
}

#[derive(sqlx::FromRow)]
struct VersionRow {
    number: Option<i32>,
    earlier: Option<String>,
    written_at: Option<OffsetDateTime>,
    #[sqlx(flatten)]
    row: rows::ActivityRow,
}

/// The first comments of the threads that these activities answer in, without those among the activities. The newest come
/// first, up to the one that brings their texts to `most_bytes`.
pub(super) async fn first_comments(
    pool: &sqlx::PgPool,
    workspace: WorkspaceId,
    ticket: TicketId,
    activities: &[Activity],
    most_bytes: i64,
) -> Result<Vec<Activity>, JournalError> {
    let mut wanted: Vec<Uuid> = activities.iter().filter_map(|it| Some(it.reply_to()?.0)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|id| activities.iter().all(|it| it.id.0 != *id));
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let found: Vec<rows::ActivityRow> = sqlx::query_as(
        "select id, version, ticket_id, kind, user_id, message, data, created_at, updated_at from (
             select *, sum(octet_length(message)) over (order by created_at desc, id desc) - octet_length(message) as before
             from activities
             where workspace_id = $1 and ticket_id = $2 and id = any ($3) and kind = 'comment' and message is not null
         ) comments
         where before < $4
         order by created_at desc, id desc",
    )
    .bind(workspace.0)
    .bind(ticket.0)
    .bind(wanted)
    .bind(most_bytes)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().filter_map(rows::ActivityRow::known).collect())
}
