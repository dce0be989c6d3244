//! Files of tickets, read for the calls that send and take bytes.

use uuid::Uuid;

use super::{cold, error::JournalError, handle::Journal};
use crate::domain::{
    date::Instant,
    entity::{File, SCHEMA},
    ids::{FileId, ScopeId, TicketId, UserId, WorkspaceId},
};

/// A deleted file whose bytes must be removed.
#[derive(Clone, Copy, Debug)]
pub struct DeletedFile {
    pub workspace: WorkspaceId,
    pub file: FileId,
    pub by: UserId,
}

impl Journal {
    /// A file with the scope of its ticket.
    pub(crate) async fn file(
        &self,
        workspace: WorkspaceId,
        id: FileId,
    ) -> Result<Option<(ScopeId, File)>, JournalError> {
        self.db.run(move |pool| async move { Ok(cold::file(&pool, workspace, id).await?) }).await
    }

    /// The scope of a ticket, and whether the ticket is the user's own.
    pub(crate) async fn scope_of_ticket(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        id: TicketId,
    ) -> Result<Option<(ScopeId, bool)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Option<(Uuid, bool)> = sqlx::query_as(
                    "select scope_id, created_user_id = $3 or $3 = any (assignees_ids) from tickets
                     where workspace_id = $1 and id = $2",
                )
                .bind(workspace.0)
                .bind(id.0)
                .bind(user.0)
                .fetch_optional(&pool)
                .await?;
                Ok(found.map(|(scope, is_own)| (ScopeId(scope), is_own)))
            })
            .await
    }

    /// The files of a ticket that are not deleted.
    pub(crate) async fn files_of(
        &self,
        workspace: WorkspaceId,
        ticket: TicketId,
    ) -> Result<Vec<(FileId, bool)>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, bool)> = sqlx::query_as(
                    "select id, preview from files where workspace_id = $1 and ticket_id = $2 and deleted_at is null
                     order by created_at, id",
                )
                .bind(workspace.0)
                .bind(ticket.0)
                .fetch_all(&pool)
                .await?;
                Ok(found.into_iter().map(|(id, preview)| (FileId(id), preview)).collect())
            })
            .await
    }

    /// True if all live nodes know files. Nodes of earlier builds would move a ticket without its files.
    pub async fn nodes_know_files(&self) -> Result<bool, JournalError> {
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_scalar("select nodes_know($1)").bind(SCHEMA as i32).fetch_one(&pool).await?)
            })
            .await
    }

    /// Files that were deleted before a time, at most a thousand.
    pub async fn files_deleted_before(&self, before: Instant) -> Result<Vec<DeletedFile>, JournalError> {
        self.db
            .run(move |pool| async move {
                let found: Vec<(Uuid, Uuid, Uuid)> = sqlx::query_as(
                    "select workspace_id, id, deleted_by_user_id from files
                     where deleted_at < $1 and deleted_by_user_id is not null order by deleted_at limit 1000",
                )
                .bind(before.get())
                .fetch_all(&pool)
                .await?;
                let row = |(workspace, file, by)| DeletedFile {
                    workspace: WorkspaceId(workspace),
                    file: FileId(file),
                    by: UserId(by),
                };
                Ok(found.into_iter().map(row).collect())
            })
            .await
    }
}
