//! Followers: each reads the journal and makes jobs of its events. docs/decisions/jobs.md lists the rules FW1 to FW5.

mod cursors;
mod follower;
mod following;
mod unreadable;

pub use follower::{Follower, Seen};
pub use following::{Following, FollowingOptions};
pub use unreadable::UnreadableEvent;
