//! The SQL of followers: leases, cursors, and the search for streams with new events.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use super::follower::Caused;
use super::notes::{self, NewNote};
use crate::db::Db;
use crate::domain::ids::{Epoch, ScopeId, WorkspaceId};
use crate::jobs::open::NewJob;

/// The limit of cursors that one search returns.
pub(super) const MAX_MOVED: i64 = 5_000;

/// A position in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) epoch: Epoch,
    pub(super) seq: i64,
}

/// The cursor of a follower in a stream.
pub(super) type CursorKey = (ScopeId, &'static str);

/// A stream whose head differs from a follower's stored cursor, with both positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) workspace: WorkspaceId,
    pub(super) scope: ScopeId,
    pub(super) head: Position,
    pub(super) follower: &'static str,
    /// The stored cursor; `None` if the follower has never read the stream.
    pub(super) cursor: Option<Position>,
}

type MovedRow = (Uuid, Uuid, Uuid, i64, String, Option<Uuid>, Option<i64>);

/// Registers followers, with their cursors at the heads of all streams. Does nothing for followers that are registered.
pub(super) async fn register(db: &Db, followers: Vec<&'static str>) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "with new as (
                 insert into followers (name) select unnest($1::text[]) on conflict (name) do nothing returning name
             )
             insert into follower_cursors (follower, scope_id, epoch, seq)
             select new.name, s.id, s.epoch, s.seq from new cross join streams s",
        )
        .bind(followers)
        .execute(&pool)
        .await
    })
    .await
    .map(drop)
}

/// Takes or renews the leases of followers (FW3). Returns the followers whose leases the node has now.
pub(super) async fn lease(
    db: &Db,
    followers: Vec<&'static str>,
    node: Uuid,
    lasts: Duration,
) -> Result<Vec<String>, sqlx::Error> {
    db.run(move |pool| async move {
        // In one order, so that two nodes do not wait for each other.
        sqlx::query_scalar(
            "with free as (
                 select name from followers
                 where name = any ($1) and (taken_by = $2 or taken_until < now()) order by name for update
             )
             update followers f set taken_by = $2, taken_until = now() + make_interval(secs => $3)
             from free where f.name = free.name returning f.name",
        )
        .bind(followers)
        .bind(node)
        .bind(lasts.as_secs_f64())
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Gives the leases of a node back.
pub(super) async fn release(db: &Db, followers: Vec<&'static str>, node: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("update followers set taken_until = now() where name = any ($1) and taken_by = $2")
            .bind(followers)
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

/// The streams whose heads differ from the cursors of some followers, at most [`MAX_MOVED`] cursors. With `recent`, only
/// streams with an event in this last period are compared; that search uses an index. Streams without events, such as most
/// personal ones, are left out. They have no cursor, so each search would find them again, and there may be more of them
/// than one search returns.
pub(super) async fn moved_streams(
    db: &Db,
    followers: Vec<&'static str>,
    recent: Option<Duration>,
) -> Result<Vec<Moved>, sqlx::Error> {
    const RECENT: &str = "select s.id, s.workspace_id, s.epoch, s.seq, f.name, c.epoch, c.seq
        from (select distinct scope_id from events where at > clock_timestamp() - make_interval(secs => $3)) m
        join streams s on s.id = m.scope_id
        cross join unnest($1::text[]) f (name)
        left join follower_cursors c on c.follower = f.name and c.scope_id = s.id
        where s.seq > 0 and (c.seq, c.epoch) is distinct from (s.seq, s.epoch) limit $2";
    // `$3 is not null` is always true. The statement has the same parameters as the other one.
    const ALL: &str = "select s.id, s.workspace_id, s.epoch, s.seq, f.name, c.epoch, c.seq
        from streams s
        cross join unnest($1::text[]) f (name)
        left join follower_cursors c on c.follower = f.name and c.scope_id = s.id
        where s.seq > 0 and (c.seq, c.epoch) is distinct from (s.seq, s.epoch) and $3 is not null limit $2";
    let names = followers.clone();
    let rows: Vec<MovedRow> = db
        .run(move |pool| async move {
            sqlx::query_as(if recent.is_some() { RECENT } else { ALL })
                .bind(names)
                .bind(MAX_MOVED)
                .bind(recent.unwrap_or_default().as_secs_f64())
                .fetch_all(&pool)
                .await
        })
        .await?;
    let moved = rows.into_iter().filter_map(|(scope, workspace, epoch, seq, name, read_epoch, read_seq)| {
        Some(Moved {
            workspace: WorkspaceId(workspace),
            scope: ScopeId(scope),
            head: Position { epoch: Epoch(epoch), seq },
            follower: followers.iter().copied().find(|it| *it == name)?,
            cursor: read_epoch.zip(read_seq).map(|(epoch, seq)| Position { epoch: Epoch(epoch), seq }),
        })
    });
    Ok(moved.collect())
}

/// What a follower has read of a stream.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) from: Moved,
    pub(super) to: Position,
    pub(super) outcomes: Vec<EventOutcome>,
}

/// What a follower stores for an event.
#[derive(Debug)]
pub(super) enum EventOutcome {
    /// A job to run, or a note.
    Caused(Caused),
    /// A dead letter that names an unreadable event, with the reason.
    Unreadable(NewJob, &'static str),
}

/// Moves cursors and stores jobs and notes, in one commit (FW1). Returns the cursors that moved. The others are left, with
/// nothing stored: another node has read the same events, or holds a lock on the cursor.
pub(super) async fn advance(db: &Db, progress: Vec<Progress>) -> Result<HashSet<CursorKey>, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        let moved = move_cursors(&mut tx, &progress).await?;
        let mut new_notes: BTreeMap<&'static str, Vec<NewNote>> = BTreeMap::new();
        let (mut advanced, mut jobs) = (HashSet::new(), Vec::new());
        for Progress { from, outcomes, .. } in progress {
            if !moved.contains(&(from.follower.to_owned(), from.scope.0)) {
                continue;
            }
            advanced.insert((from.scope, from.follower));
            for outcome in outcomes {
                match outcome {
                    EventOutcome::Caused(Caused::Job(job)) => jobs.push((job, None)),
                    EventOutcome::Caused(Caused::Note(note)) => new_notes.entry(from.follower).or_default().push(note),
                    EventOutcome::Unreadable(job, error) => jobs.push((job, Some(error))),
                }
            }
        }
        for (job, error) in jobs {
            let id = job.id();
            // A job that exists already was made by an earlier read of the same event, and is left as it is.
            let stored = job.store(&mut tx).await?;
            if let Some(error) = error.filter(|_| stored) {
                sqlx::query("update jobs set state = 'dead', last_error = $2, ended_at = now() where id = $1")
                    .bind(id)
                    .bind(error)
                    .execute(&mut *tx)
                    .await?;
            }
        }
        for (follower, notes) in new_notes {
            notes::store(&mut tx, follower, notes).await?;
        }
        tx.commit().await?;
        Ok(advanced)
    })
    .await
}

/// Moves the cursors that are still where they were found. A cursor that another transaction has locked is left, so that
/// two transactions that move many cursors never wait for each other.
async fn move_cursors(tx: &mut PgConnection, progress: &[Progress]) -> Result<HashSet<(String, Uuid)>, sqlx::Error> {
    let followers: Vec<&str> = progress.iter().map(|it| it.from.follower).collect();
    let scopes: Vec<Uuid> = progress.iter().map(|it| it.from.scope.0).collect();
    let epochs: Vec<Uuid> = progress.iter().map(|it| it.to.epoch.0).collect();
    let seqs: Vec<i64> = progress.iter().map(|it| it.to.seq).collect();
    let old_epochs: Vec<Option<Uuid>> = progress.iter().map(|it| it.from.cursor.map(|it| it.epoch.0)).collect();
    let old_seqs: Vec<Option<i64>> = progress.iter().map(|it| it.from.cursor.map(|it| it.seq)).collect();
    let moved: Vec<(String, Uuid)> = sqlx::query_as(
        "with n as (
             select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::bigint[], $5::uuid[], $6::bigint[])
                 n (follower, scope_id, epoch, seq, old_epoch, old_seq)
         ), free as materialized (
             select c.follower, c.scope_id, n.epoch, n.seq from n
             join follower_cursors c on c.follower = n.follower and c.scope_id = n.scope_id
             where c.epoch = n.old_epoch and c.seq = n.old_seq
             for update of c skip locked
         ), moved as (
             update follower_cursors c set epoch = free.epoch, seq = free.seq from free
             where c.follower = free.follower and c.scope_id = free.scope_id returning c.follower, c.scope_id
         ), new as (
             insert into follower_cursors (follower, scope_id, epoch, seq)
             select follower, scope_id, epoch, seq from n where old_epoch is null order by follower, scope_id
             on conflict do nothing returning follower, scope_id
         )
         select follower, scope_id from moved union all select follower, scope_id from new",
    )
    .bind(followers)
    .bind(scopes)
    .bind(epochs)
    .bind(seqs)
    .bind(old_epochs)
    .bind(old_seqs)
    .fetch_all(tx)
    .await?;
    Ok(moved.into_iter().collect())
}

/// Moves the cursors in streams whose events made no jobs and no notes, in one statement. A cursor never moves backwards.
pub(super) async fn flush(db: &Db, positions: Vec<(CursorKey, Position)>) -> Result<(), sqlx::Error> {
    let followers: Vec<&str> = positions.iter().map(|((_, follower), _)| *follower).collect();
    let scopes: Vec<Uuid> = positions.iter().map(|((scope, _), _)| scope.0).collect();
    let epochs: Vec<Uuid> = positions.iter().map(|(_, position)| position.epoch.0).collect();
    let seqs: Vec<i64> = positions.iter().map(|(_, position)| position.seq).collect();
    db.run(move |pool| async move {
        sqlx::query(
            "insert into follower_cursors as c (follower, scope_id, epoch, seq)
             select p.follower, s.id, s.epoch, p.seq
             from unnest($1::text[], $2::uuid[], $3::uuid[], $4::bigint[]) p (follower, scope_id, epoch, seq)
             join streams s on s.id = p.scope_id and s.epoch = p.epoch order by p.follower, s.id
             on conflict (follower, scope_id) do update set epoch = excluded.epoch, seq = excluded.seq
             where c.epoch <> excluded.epoch or c.seq < excluded.seq",
        )
        .bind(followers)
        .bind(scopes)
        .bind(epochs)
        .bind(seqs)
        .execute(&pool)
        .await
    })
    .await
    .map(drop)
}
