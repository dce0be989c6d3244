//! Followers: each reads the journal and makes jobs of its events. The rules FW1 to FW5 stand in
//! docs/decisions/jobs.md.

mod cursors;
mod follower;
mod following;
mod unreadable;

pub use follower::{Follower, Seen};
pub use following::{Following, FollowingOptions};
pub use unreadable::UnreadableEvent;
