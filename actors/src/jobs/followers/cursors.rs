//! The SQL of followers: leases, cursors, and the search for streams with new events.

use std::time::Duration;

use uuid::Uuid;

use super::follower::Caused;
use super::notes;
use crate::db::Db;
use crate::domain::ids::{Epoch, ScopeId, WorkspaceId};
use crate::jobs::open::NewJob;

/// The limit of streams that one search returns.
pub(super) const MAX_STREAMS: i64 = 1_000;

/// A position in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) epoch: Epoch,
    pub(super) seq: i64,
}

/// A stream whose head differs from its stored cursor, with both positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) workspace: WorkspaceId,
    pub(super) scope: ScopeId,
    pub(super) head: Position,
    /// The stored cursor; `None` if the stream was never read.
    pub(super) cursor: Option<Position>,
}

type MovedRow = (Uuid, Uuid, Uuid, i64, Option<Uuid>, Option<i64>);

/// Registers a follower, with its cursors at the heads of all streams. Does nothing if the follower is registered.
pub(super) async fn register(db: &Db, follower: &'static str) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "with new as (insert into followers (name) values ($1) on conflict (name) do nothing returning name)
             insert into follower_cursors (follower, scope_id, epoch, seq)
             select new.name, s.id, s.epoch, s.seq from new cross join streams s",
        )
        .bind(follower)
        .execute(&pool)
        .await
    })
    .await
    .map(drop)
}

/// Takes or renews the lease of a follower (FW3). False if another node has it.
pub(super) async fn lease(db: &Db, follower: &'static str, node: Uuid, lasts: Duration) -> Result<bool, sqlx::Error> {
    let taken = db
        .run(move |pool| async move {
            sqlx::query(
                "update followers set taken_by = $2, taken_until = now() + make_interval(secs => $3)
                 where name = $1 and (taken_by = $2 or taken_until < now())",
            )
            .bind(follower)
            .bind(node)
            .bind(lasts.as_secs_f64())
            .execute(&pool)
            .await
        })
        .await?;
    Ok(taken.rows_affected() > 0)
}

/// Gives the lease of a follower back.
pub(super) async fn release(db: &Db, follower: &'static str, node: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("update followers set taken_until = now() where name = $1 and taken_by = $2")
            .bind(follower)
            .bind(node)
            .execute(&pool)
            .await
    })
    .await
    .map(drop)
}

/// True if today's partition of the journal has the index that the search for recent events needs.
pub(super) async fn is_indexed(db: &Db) -> Result<bool, sqlx::Error> {
    db.run(|pool| async move {
        sqlx::query_scalar(
            "select exists (select from pg_indexes
                 where tablename = 'events_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')
                   and indexdef ilike '%using brin (at)%')",
        )
        .fetch_one(&pool)
        .await
    })
    .await
}

/// The streams whose head differs from their cursor, at most [`MAX_STREAMS`]. With `recent`, only streams with an event
/// in this last period are compared; that search uses an index.
pub(super) async fn moved_streams(
    db: &Db,
    follower: &'static str,
    recent: Option<Duration>,
) -> Result<Vec<Moved>, sqlx::Error> {
    const RECENT: &str = "select s.id, s.workspace_id, s.epoch, s.seq, c.epoch, c.seq
        from (select distinct scope_id from events where at > clock_timestamp() - make_interval(secs => $3)) m
        join streams s on s.id = m.scope_id
        left join follower_cursors c on c.follower = $1 and c.scope_id = s.id
        where (c.seq, c.epoch) is distinct from (s.seq, s.epoch) limit $2";
    // `$3 is not null` is always true. The statement has the same parameters as the other one.
    const ALL: &str = "select s.id, s.workspace_id, s.epoch, s.seq, c.epoch, c.seq
        from streams s left join follower_cursors c on c.follower = $1 and c.scope_id = s.id
        where (c.seq, c.epoch) is distinct from (s.seq, s.epoch) and $3 is not null limit $2";
    let rows: Vec<MovedRow> = db
        .run(move |pool| async move {
            sqlx::query_as(if recent.is_some() { RECENT } else { ALL })
                .bind(follower)
                .bind(MAX_STREAMS)
                .bind(recent.unwrap_or_default().as_secs_f64())
                .fetch_all(&pool)
                .await
        })
        .await?;
    let stream = |(scope, workspace, epoch, seq, read_epoch, read_seq): MovedRow| Moved {
        workspace: WorkspaceId(workspace),
        scope: ScopeId(scope),
        head: Position { epoch: Epoch(epoch), seq },
        cursor: read_epoch.zip(read_seq).map(|(epoch, seq)| Position { epoch: Epoch(epoch), seq }),
    };
    Ok(rows.into_iter().map(stream).collect())
}

/// Moves the cursor of a stream and stores jobs and notes, in one commit (FW1). Returns false and does nothing if the
/// cursor has moved since the follower read it: another node has then read the same events.
pub(super) async fn advance(
    db: &Db,
    follower: &'static str,
    stream: Moved,
    to: Position,
    outcomes: Vec<EventOutcome>,
) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let Moved { scope, cursor, .. } = stream;
        let updated = sqlx::query(
            "insert into follower_cursors as c (follower, scope_id, epoch, seq) values ($1, $2, $3, $4)
             on conflict (follower, scope_id) do update set epoch = excluded.epoch, seq = excluded.seq
             where (c.epoch, c.seq) = ($5, $6)",
        )
        .bind(follower)
        .bind(scope.0)
        .bind(to.epoch.0)
        .bind(to.seq)
        .bind(cursor.map(|cursor| cursor.epoch.0))
        .bind(cursor.map(|cursor| cursor.seq))
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        let mut new_notes = Vec::new();
        for outcome in outcomes {
            // A job that exists already was made by an earlier read of the same event, and is left as it is.
            match outcome {
                EventOutcome::Caused(Caused::Job(job)) => drop(job.store(&mut tx).await?),
                EventOutcome::Caused(Caused::Note(note)) => new_notes.push(note),
                EventOutcome::Unreadable(job, error) => {
                    let id = job.id();
                    if job.store(&mut tx).await? {
                        sqlx::query("update jobs set state = 'dead', last_error = $2, ended_at = now() where id = $1")
                            .bind(id)
                            .bind(error)
                            .execute(&mut *tx)
                            .await?;
                    }
                }
            }
        }
        notes::store(&mut tx, follower, new_notes).await?;
        tx.commit().await?;
        Ok(true)
    })
    .await
}

/// What a follower stores for an event.
pub(super) enum EventOutcome {
    /// A job to run, or a note.
    Caused(Caused),
    /// A dead letter that names an unreadable event, with the reason.
    Unreadable(NewJob, &'static str),
}

/// Moves the cursors of streams whose events made no jobs and no notes, in one statement. A cursor never moves backwards.
pub(super) async fn flush(
    db: &Db,
    follower: &'static str,
    positions: Vec<(ScopeId, Position)>,
) -> Result<(), sqlx::Error> {
    let scopes: Vec<Uuid> = positions.iter().map(|(scope, _)| scope.0).collect();
    let epochs: Vec<Uuid> = positions.iter().map(|(_, position)| position.epoch.0).collect();
    let seqs: Vec<i64> = positions.iter().map(|(_, position)| position.seq).collect();
    db.run(move |pool| async move {
        sqlx::query(
            "insert into follower_cursors as c (follower, scope_id, epoch, seq)
             select $1, s.id, s.epoch, p.seq
             from unnest($2::uuid[], $3::uuid[], $4::bigint[]) p (scope_id, epoch, seq)
             join streams s on s.id = p.scope_id and s.epoch = p.epoch order by s.id
             on conflict (follower, scope_id) do update set epoch = excluded.epoch, seq = excluded.seq
             where c.epoch <> excluded.epoch or c.seq < excluded.seq",
        )
        .bind(follower)
        .bind(scopes)
        .bind(epochs)
        .bind(seqs)
        .execute(&pool)
        .await
    })
    .await
    .map(drop)
}
