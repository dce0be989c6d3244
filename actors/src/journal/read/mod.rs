//! Reads stored workspace data.

mod baselines;
mod comments;
mod configuration;
mod deleted;
mod events;
mod followed;
mod members;
mod preferences;
mod recurrences;
mod sprints;
mod texts;
mod tickets;
mod totals;

pub use baselines::DatesThen;
pub use comments::CommentVersion;
pub use configuration::RecordName;
pub use deleted::{DeletedSight, DeletedTicket};
pub use followed::{Followed, Span};
pub use members::{Departure, WorkspaceOfUser};
pub use recurrences::Completed;
pub use sprints::{SprintDay, Velocity};
pub use tickets::ActivityPage;
pub use totals::Statistics;
