//! A socket's way out, as its hub knows it.

use std::fmt::Debug;

use bytestring::ByteString;

/// A socket's way out. What is put in leaves in that order, with what the socket's own actor says in between. A hub
/// writes to it from its own task: waking an actor for each socket of a room costs as much as the writing.
///
/// Hub, actor and connection live on one thread, so that they take turns. That this can be sent to another is for the
/// workspace, through which it comes to its hub.
pub trait Line: Debug + Send + Sync {
    /// Puts a frame behind what waits, and says whether it is to be flushed: what waits already will be. A `counted`
    /// frame is taken off the socket's gauge when it has left. Nothing is put in after the socket's last frame.
    fn put(&self, frame: &ByteString, counted: bool) -> bool;

    /// Writes what waits, as much as the reader takes now. The socket writes the rest when its reader takes more.
    fn flush(&self);

    /// Drops what was put in, waits, and has not begun to leave. What the socket's actor said stays.
    fn drop_frames(&self);
}
