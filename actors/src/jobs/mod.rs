//! Jobs: work that no request waits for. A job is a row in PostgreSQL; a pool on every node takes due rows and runs
//! them. A kind of job is declared once, as a type that implements [`Job`], and registered in [`Kinds`].
//! docs/decisions/jobs.md lists the rules JB1 to JB12.

mod ended;
mod followers;
mod job;
mod kinds;
mod open;
mod overview;
mod pool;
mod queue;

pub use ended::{Ended, after};
pub use followers::{Caused, Follower, Following, FollowingOptions, NewNote, Note, Seen, UnreadableEvent};
pub use job::{Done, Failure, Job, Plan, Run};
pub use kinds::Kinds;
pub use open::{MOST_OPEN_OF_OWNER, MOST_PAYLOAD_BYTES, NewJob};
pub use overview::{FailedJob, KindOfJobs, Overview, PeriodicJob};
pub use pool::{Count, Pool, PoolOptions};
pub use queue::Jobs;
