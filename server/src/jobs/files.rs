//! Jobs of files: making previews of pictures, and removing bytes that belong to no file.

use std::time::Duration;

use actors::Stage;
use actors::domain::change::Op;
use actors::domain::date::Instant;
use actors::domain::decide::{Order, What};
use actors::domain::entity::EntityKind;
use actors::domain::ids::{CommandId, FileId, UserId, WorkspaceId};
use actors::domain::kinds::file::order::FileOrder;
use actors::domain::rights::Narrowing;
use actors::jobs::{Caused, Done, Failure, Follower, Job, NewJob, Plan, Run, Seen};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;
use crate::files::KEEP_HOURS;
use crate::files::kind::has_preview;
use crate::files::previews::{MOST_BYTES, in_turn, previews};
use crate::files::store::{Piece, Store};
use crate::queries::files::{due_removals, find, forget, orphans, removed};
use crate::words::jobs as words;

/// Queues a [`MakePreviews`] for each new picture.
pub(super) const FILES: Follower = Follower { name: "files", mentions: &["\"file\""], on_event };

fn on_event(seen: &Seen<'_>) -> Vec<Caused> {
    let added = seen.event.changes.iter().filter(|it| it.entity == EntityKind::File && it.op == Op::Create);
    let pictures = added.filter(|it| {
        let field = |name: &str| it.data.as_ref().and_then(|data| data.get(name));
        let is_new = field("preview") == Some(&Value::Bool(false));
        is_new && field("contentType").and_then(Value::as_str).is_some_and(has_preview)
    });
    let jobs = pictures.enumerate().map(|(number, change)| {
        let by = seen.event.by.0;
        NewJob::new(seen.job_id(number), &MakePreviews { workspace: seen.workspace.0, file: change.id, by })
    });
    jobs.filter_map(Result::ok).map(Caused::Job).collect()
}

/// The context of the jobs of files.
#[derive(Clone)]
pub struct FileJobs {
    stage: Stage,
    db: Db,
    store: Store,
}

impl FileJobs {
    /// The context on this node.
    #[must_use]
    pub fn new(stage: Stage, store: Store) -> Self {
        let db = stage.journal().db().clone();
        Self { stage, db, store }
    }

    async fn submit(&self, workspace: Uuid, by: UserId, order: FileOrder) -> Result<(), Failure> {
        let order = Order {
            id: CommandId(Uuid::now_v7()),
            by,
            narrowing: Narrowing::NONE,
            from: None,
            what: What::File(order),
        };
        match self.stage.submit(WorkspaceId(workspace), order).await {
            Ok(_) => Ok(()),
            Err(refusal) => {
                tracing::warn!(%workspace, %refusal, "a file could not be changed");
                Err(Failure::Passing(words::FILE_NOT_CHANGED.to_owned()))
            }
        }
    }
}

/// Makes the previews of a picture.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct MakePreviews {
    workspace: Uuid,
    file: Uuid,
    by: Uuid,
}

impl Job for MakePreviews {
    type Context = FileJobs;
    const KIND: &'static str = "files.previews";
    const PLAN: Plan = Plan {
        tries: 4,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(120),
        every: None,
    };

    async fn run(self, _: Run, context: FileJobs) -> Result<Done, Failure> {
        let Some(stored) = find(&context.db, self.workspace, self.file).await? else { return Ok(Done::Obsolete) };
        if u64::try_from(stored.size).is_ok_and(|size| size > MOST_BYTES) {
            return Ok(Done::Obsolete);
        }
        let store_failed = |error: std::io::Error| {
            tracing::warn!(file = %self.file, %error, "a file could not be read from the store, or not written to it");
            Failure::Passing(words::STORE_SILENT.to_owned())
        };
        let mut bytes = Vec::new();
        for part in 0..stored.parts() {
            let most = u64::try_from(stored.part_size).unwrap_or(u64::MAX);
            bytes.extend(context.store.read(stored.store_key, Piece::Part(part), 0, most).await.map_err(store_failed)?);
        }
        let made = in_turn(move || previews(&bytes)).await;
        // Without previews, the file stays as it is: its content is no picture, or the picture is too large.
        let Some(made) = made else { return Ok(Done::Obsolete) };
        for (piece, bytes) in [(Piece::Small, made.small), (Piece::Large, made.large)] {
            context.store.put(stored.store_key, piece, bytes.into()).await.map_err(store_failed)?;
        }
        let (file_id, width, height) = (FileId(self.file), made.width, made.height);
        context.submit(self.workspace, UserId(self.by), FileOrder::Preview { file_id, width, height }).await?;
        Ok(Done::Done)
    }
}

/// Permanently deletes the files that were deleted a day ago, and removes the bytes that belong to no file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepFiles;

impl Job for SweepFiles {
    type Context = FileJobs;
    const KIND: &'static str = "sweep.files";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(60),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: Some(Duration::from_secs(3_600)),
    };

    async fn run(self, _: Run, context: FileJobs) -> Result<Done, Failure> {
        let deleted_before = Instant::new(OffsetDateTime::now_utc() - time::Duration::hours(KEEP_HOURS.into()));
        for deleted in context.stage.journal().files_deleted_before(deleted_before).await? {
            let order = FileOrder::Purge { file_id: deleted.file, deleted_before };
            // A refusal must not stop the sweep. The next run tries again.
            let _ = context.submit(deleted.workspace.0, deleted.by, order).await;
        }
        sweep_orphans(&context.db, &context.store, KEEP_HOURS).await
    }
}

/// Removes bytes that belong to no file, and removes the bytes of ended uploads a second time. A row is deleted after
/// its bytes, so the next sweep continues after an interrupted one.
///
/// # Errors
/// If the database or the store does not answer.
pub async fn sweep_orphans(db: &Db, store: &Store, hours: i32) -> Result<Done, Failure> {
    let mut failed = false;
    for orphan in orphans(db, hours).await? {
        // A file that cannot be removed does not keep the others waiting.
        if let Err(error) = store.remove(orphan.store_key).await {
            tracing::warn!(file = %orphan.id, %error, "the bytes of a file could not be removed");
            failed = true;
            continue;
        }
        forget(db, orphan.workspace_id, orphan.id, KEEP_HOURS).await?;
    }
    for key in due_removals(db).await? {
        match store.remove(key).await {
            Ok(()) => removed(db, key).await?,
            Err(error) => {
                tracing::warn!(%error, "the bytes of a cancelled upload could not be removed");
                failed = true;
            }
        }
    }
    if failed { Err(Failure::Passing(words::STORE_SILENT.to_owned())) } else { Ok(Done::Done) }
}
