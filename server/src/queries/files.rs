//! What the store of files holds or is receiving. Rows of tickets' files are the stage's.

use sqlx::FromRow;
use uuid::Uuid;

use crate::db::Db;

/// The most uploads of one person that are not complete.
pub const ARRIVING_EACH: i64 = 50;

/// A file in the store, or one that is arriving.
#[derive(Clone, Debug, FromRow)]
pub struct Stored {
    /// The workspace.
    pub workspace_id: Uuid,
    /// The id of the file.
    pub id: Uuid,
    /// The ticket that gets the file.
    pub ticket_id: Uuid,
    /// The person who sends it.
    pub user_id: Uuid,
    /// The name, as it is shown.
    pub name: String,
    /// The bytes of the whole file.
    pub size: i64,
    /// The bytes of each part but the last.
    pub part_size: i64,
    /// The key in the store.
    pub store_key: Uuid,
    /// `arriving` or `stored`.
    pub state: String,
}

impl Stored {
    /// The number of its parts.
    #[must_use]
    pub fn parts(&self) -> i32 {
        i32::try_from((self.size + self.part_size - 1) / self.part_size).unwrap_or(i32::MAX)
    }

    /// The bytes of a part; `None` if there is no such part.
    #[must_use]
    pub fn size_of(&self, part: i32) -> Option<i64> {
        let rest = self.size - i64::from(part) * self.part_size;
        (part >= 0 && rest > 0).then(|| rest.min(self.part_size))
    }
}

/// Why an upload does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The workspace's files would take more than they may.
    Quota,
    /// The person has too many uploads under way.
    Uploads,
}

const COLUMNS: &str = "workspace_id, id, ticket_id, user_id, name, size, part_size, store_key, state";

/// Reserves the bytes of an upload. Uploads of one workspace are reserved one after another, so that all of them together
/// stay within the quota.
///
/// # Errors
/// When the database does not answer.
pub async fn reserve(db: &Db, new: Stored, quota: u64) -> Result<Result<(), NoRoom>, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        sqlx::query("select pg_advisory_xact_lock(hashtextextended($1::text, 34))")
            .bind(new.workspace_id)
            .execute(&mut *tx)
            .await?;
        let (used, arriving): (i64, i64) = sqlx::query_as(
            "select coalesce(sum(size), 0)::bigint, count(*) filter (where user_id = $2 and state = 'arriving')
             from stored_files where workspace_id = $1",
        )
        .bind(new.workspace_id)
        .bind(new.user_id)
        .fetch_one(&mut *tx)
        .await?;
        if used.saturating_add(new.size) > i64::try_from(quota).unwrap_or(i64::MAX) {
            return Ok(Err(NoRoom::Quota));
        }
        if arriving >= ARRIVING_EACH {
            return Ok(Err(NoRoom::Uploads));
        }
        sqlx::query(
            "insert into stored_files (workspace_id, id, ticket_id, user_id, name, size, part_size, store_key, state)
             values ($1, $2, $3, $4, $5, $6, $7, $8, 'arriving')",
        )
        .bind(new.workspace_id)
        .bind(new.id)
        .bind(new.ticket_id)
        .bind(new.user_id)
        .bind(new.name)
        .bind(new.size)
        .bind(new.part_size)
        .bind(new.store_key)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Ok(()))
    })
    .await
}

/// The bytes that a workspace's files take, those that are arriving among them.
///
/// # Errors
/// When the database does not answer.
pub async fn used(db: &Db, workspace: Uuid) -> Result<i64, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar("select coalesce(sum(size), 0)::bigint from stored_files where workspace_id = $1")
            .bind(workspace)
            .fetch_one(&pool)
            .await
    })
    .await
}

/// A file of the store.
///
/// # Errors
/// When the database does not answer.
pub async fn find(db: &Db, workspace: Uuid, id: Uuid) -> Result<Option<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        let sql = format!("select {COLUMNS} from stored_files where workspace_id = $1 and id = $2");
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(workspace).bind(id).fetch_optional(&pool).await
    })
    .await
}

/// The numbers of the parts that have arrived, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn parts(db: &Db, workspace: Uuid, id: Uuid) -> Result<Vec<i32>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar("select number from stored_parts where workspace_id = $1 and file_id = $2 order by number")
            .bind(workspace)
            .bind(id)
            .fetch_all(&pool)
            .await
    })
    .await
}

/// Notes a part that has arrived. Returns false if the upload is over.
///
/// # Errors
/// When the database does not answer.
pub async fn note_part(db: &Db, workspace: Uuid, id: Uuid, part: i32, size: i64) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let done = sqlx::query(
            "with upload as (
                 update stored_files set touched_at = now()
                 where workspace_id = $1 and id = $2 and state = 'arriving' returning workspace_id, id)
             insert into stored_parts (workspace_id, file_id, number, size)
             select workspace_id, id, $3, $4 from upload
             on conflict (workspace_id, file_id, number) do update set size = excluded.size",
        )
        .bind(workspace)
        .bind(id)
        .bind(part)
        .bind(size)
        .execute(&pool)
        .await?;
        Ok(done.rows_affected() > 0)
    })
    .await
}

/// Marks an upload as complete.
///
/// # Errors
/// When the database does not answer.
pub async fn complete(db: &Db, workspace: Uuid, id: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "update stored_files set state = 'stored', touched_at = now()
             where workspace_id = $1 and id = $2 and state = 'arriving'",
        )
        .bind(workspace)
        .bind(id)
        .execute(&pool)
        .await
    })
    .await
    .map(|_| ())
}

/// Removes the row of a file, and notes that its bytes are to be removed again in `hours`, because a part may be
/// arriving now.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(db: &Db, workspace: Uuid, id: Uuid, hours: i32) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "with gone as (delete from stored_files where workspace_id = $1 and id = $2 returning store_key)
             insert into store_removals (store_key, due_at)
             select store_key, now() + make_interval(hours => $3) from gone
             on conflict (store_key) do update set due_at = excluded.due_at",
        )
        .bind(workspace)
        .bind(id)
        .bind(hours)
        .execute(&pool)
        .await
    })
    .await
    .map(|_| ())
}

/// At most a thousand keys whose bytes are to be removed now. Keys that a restore has given a row again are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn due_removals(db: &Db) -> Result<Vec<Uuid>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar(
            "select store_key from store_removals r where due_at <= now()
               and not exists (select from stored_files f where f.store_key = r.store_key)
               and not exists (select from pictures p where p.id = r.store_key)
             order by due_at limit 1000",
        )
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Notes that the bytes of a key are to be removed in `hours`, unless a row names the key by then.
///
/// # Errors
/// When the database does not answer.
pub async fn remove_later(db: &Db, key: Uuid, hours: i32) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("insert into store_removals (store_key, due_at) values ($1, now() + make_interval(hours => $2))")
            .bind(key)
            .bind(hours)
            .execute(&pool)
            .await
    })
    .await
    .map(|_| ())
}

/// Deletes the note that the bytes of a key are to be removed.
///
/// # Errors
/// When the database does not answer.
pub async fn removed(db: &Db, key: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("delete from store_removals where store_key = $1").bind(key).execute(&pool).await
    })
    .await
    .map(|_| ())
}

/// Files of the store that no ticket has: uploads that no part has reached for `hours`, and stored files without a row
/// for an hour. At most a thousand.
///
/// # Errors
/// When the database does not answer.
pub async fn orphans(db: &Db, hours: i32) -> Result<Vec<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        let sql = format!(
            "select {COLUMNS} from stored_files s
             where (state = 'arriving' and touched_at < now() - make_interval(hours => $1)
                    or state = 'stored' and touched_at < now() - make_interval(hours => least($1, 1)))
               and not exists (select from files f where f.workspace_id = s.workspace_id and f.id = s.id)
             order by touched_at limit 1000"
        );
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(hours).fetch_all(&pool).await
    })
    .await
}
