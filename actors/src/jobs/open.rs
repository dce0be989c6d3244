//! A job before it is stored.

use std::time::Duration;

use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::job::Job;

/// The most bytes of a payload (JB10).
pub const MOST_PAYLOAD_BYTES: usize = 16 * 1024;
/// The most open jobs of one owner (JB10).
pub const MOST_OPEN_OF_OWNER: i64 = 200;
/// A job that is not periodic becomes obsolete after this time, unless it names another (JB10).
const LONGEST_AGE: Duration = Duration::from_secs(7 * 86_400);

/// A job that is not stored yet.
#[derive(Clone, Debug)]
pub struct NewJob {
    id: Uuid,
    kind: &'static str,
    payload: Value,
    owner: Option<Vec<u8>>,
    tries: i32,
    age: Duration,
    due_at: Option<OffsetDateTime>,
}

impl NewJob {
    /// A job that is due at once.
    ///
    /// # Errors
    /// When the payload is no JSON or larger than [`MOST_PAYLOAD_BYTES`].
    pub fn new<J: Job>(id: Uuid, job: &J) -> Result<Self, String> {
        let payload = serde_json::to_value(job).map_err(|error| error.to_string())?;
        let bytes = payload.to_string().len();
        if bytes > MOST_PAYLOAD_BYTES {
            return Err(format!("a job of kind {} has {bytes} bytes", J::KIND));
        }
        Ok(Self { id, kind: J::KIND, payload, owner: None, tries: J::PLAN.tries, age: LONGEST_AGE, due_at: None })
    }

    /// Counts the job among the open jobs of an owner: the id of a workspace, or a hash.
    #[must_use]
    pub fn of_owner(self, owner: impl Into<Vec<u8>>) -> Self {
        Self { owner: Some(owner.into()), ..self }
    }

    /// Makes the job obsolete after this time.
    #[must_use]
    pub fn expires_after(self, age: Duration) -> Self {
        Self { age: age.min(LONGEST_AGE), ..self }
    }

    /// Makes the job wait until this time. Its age counts from then on, as if it was queued then.
    #[must_use]
    pub fn due_at(self, at: OffsetDateTime) -> Self {
        Self { due_at: Some(at), ..self }
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// Stores the job in the transaction of its cause (JB1). False if the owner already has [`MOST_OPEN_OF_OWNER`] open
    /// jobs; two transactions at once may exceed the number by their own jobs. A stored id is left as it is.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn store(self, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
        let Self { id, kind, payload, owner, tries, age, due_at } = self;
        let stored = sqlx::query(
            "insert into jobs (id, kind, payload, owner, most_tries, due_at, created_at, expires_at)
             select $1, $2, $3, $4, $5, due, due, due + make_interval(secs => $6) from (select coalesce($8, now()) as due) d
             where $4 is null or (select count(*) from (
                 select from jobs where owner = $4 and state in ('waiting', 'running') limit $7) open) < $7
             on conflict (id) do nothing",
        )
        .bind(id)
        .bind(kind)
        .bind(payload)
        .bind(owner)
        .bind(tries)
        .bind(age.as_secs_f64())
        .bind(MOST_OPEN_OF_OWNER)
        .bind(due_at)
        .execute(connection)
        .await?;
        Ok(stored.rows_affected() > 0)
    }
}
