//! The figures of sprints. A change of a ticket leaves a note, a job adds the notes up, and people read the sums of the
//! scopes that they follow.

use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::{
    domain::ids::{AttributeId, ScopeId, SprintId, WorkspaceId},
    journal::{error::JournalError, handle::Journal},
};

/// The number of notes that one transaction adds up.
const AT_ONCE: i32 = 2_000;

/// The figures of a sprint at the end of a day, for one measure.
#[derive(Clone, Copy, Debug, PartialEq, sqlx::FromRow)]
pub struct SprintDay {
    pub day: Date,
    /// The attribute whose numbers are added up; nil where tickets are counted.
    measure: Uuid,
    pub total: f64,
    /// Neither completed nor canceled.
    pub open: f64,
    pub done: f64,
}

/// The result of a completed sprint, for one measure.
#[derive(Clone, Copy, Debug, PartialEq, sqlx::FromRow)]
pub struct Velocity {
    sprint_id: Uuid,
    measure: Uuid,
    /// At the end of the day on which the sprint began.
    pub planned: f64,
    /// At the end of the day on which the sprint was completed.
    pub done: f64,
    pub completed_at: OffsetDateTime,
}

impl SprintDay {
    /// The attribute whose numbers are added up. `None` where tickets are counted.
    pub fn measure(&self) -> Option<AttributeId> {
        (!self.measure.is_nil()).then_some(AttributeId(self.measure))
    }
}

impl Velocity {
    pub fn sprint(&self) -> SprintId {
        SprintId(self.sprint_id)
    }

    /// As of a [`SprintDay`].
    pub fn measure(&self) -> Option<AttributeId> {
        (!self.measure.is_nil()).then_some(AttributeId(self.measure))
    }
}

impl Journal {
    /// Counts the next notes of tickets in sprints. Returns how many it has read.
    ///
    /// # Errors
    /// If the database is away. Then the notes are still there.
    pub async fn count_sprints(&self) -> Result<i64, JournalError> {
        self.db
            .run(|pool| async move {
                Ok(sqlx::query_scalar("select count_sprints($1)").bind(AT_ONCE).fetch_one(&pool).await?)
            })
            .await
    }

    /// The figures of a sprint in these scopes on each day that changed them, oldest first. `None` if there is no such
    /// sprint in these scopes.
    pub async fn sprint_days(
        &self,
        workspace: WorkspaceId,
        sprint: SprintId,
        scopes: &[ScopeId],
    ) -> Result<Option<Vec<SprintDay>>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                let known: bool = sqlx::query_scalar(
                    "select exists (select from sprints where workspace_id = $1 and id = $2 and scope_id = any ($3))",
                )
                .bind(workspace.0)
                .bind(sprint.0)
                .bind(&scopes)
                .fetch_one(&pool)
                .await?;
                if !known {
                    return Ok(None);
                }
                let days = sqlx::query_as(
                    "with days as (
                         select measure, day, sum(total) as total, sum(open) as open, sum(done) as done from sprint_days
                         where workspace_id = $1 and sprint_id = $2 and scope_id = any ($3) group by measure, day
                     )
                     select day, measure, (sum(total) over upto)::float8 as total, (sum(open) over upto)::float8 as open,
                            (sum(done) over upto)::float8 as done
                     from days window upto as (partition by measure order by day) order by measure, day",
                )
                .bind(workspace.0)
                .bind(sprint.0)
                .bind(&scopes)
                .fetch_all(&pool)
                .await?;
                Ok(Some(days))
            })
            .await
    }

    /// What the sprints that were completed last have done in these scopes, newest first.
    pub async fn velocities(
        &self,
        workspace: WorkspaceId,
        scopes: &[ScopeId],
        most: i64,
    ) -> Result<Vec<Velocity>, JournalError> {
        let scopes: Vec<Uuid> = scopes.iter().map(|scope| scope.0).collect();
        self.db
            .run(move |pool| async move {
                Ok(sqlx::query_as(
                    "with last as (
                         select id, started_at, completed_at from sprints
                         where workspace_id = $1 and scope_id = any ($2) and state = 'completed' and completed_at is not null
                         order by completed_at desc, id limit $3
                     )
                     select l.id as sprint_id, d.measure, l.completed_at,
                            coalesce(sum(d.total) filter (where d.day <= (l.started_at at time zone 'UTC')::date), 0)::float8 as planned,
                            coalesce(sum(d.done), 0)::float8 as done
                     from last l join sprint_days d on d.workspace_id = $1 and d.sprint_id = l.id and d.scope_id = any ($2)
                          and d.day <= (l.completed_at at time zone 'UTC')::date
                     group by l.id, d.measure, l.completed_at
                     order by l.completed_at desc, l.id, d.measure",
                )
                .bind(workspace.0)
                .bind(scopes)
                .bind(most)
                .fetch_all(&pool)
                .await?)
            })
            .await
    }
}
