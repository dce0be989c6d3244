//! Followers: each reads the journal and makes jobs of its events. docs/decisions/jobs.md lists the rules FW1 to FW5.

mod cursors;
mod follower;
mod following;
mod notes;
mod unreadable;

pub use follower::{Caused, Follower, Seen};
pub use following::{Following, FollowingOptions};
pub use notes::{NewNote, Note};
pub use unreadable::UnreadableEvent;
