//! The writing end of a socket, as its hub knows it.

use std::fmt::Debug;

use bytes::Bytes;
use bytestring::ByteString;

/// The writing end of a socket. Frames leave in the order of `put`, together with the frames of the socket's own actor.
/// A hub writes from its own task: waking an actor for each socket of a room costs as much as the writing.
///
/// Hub, actor and connection live on one thread and take turns. The trait asks for `Send` because the workspace passes
/// the writer on to the hub.
pub trait SocketWriter: Debug + Send + Sync {
    /// Puts a frame behind the waiting ones. Returns true if the caller must schedule a flush. A `counted` frame is
    /// subtracted from the socket's gauge when it has left. Nothing is accepted after the socket's last frame.
    fn put(&self, frame: &ByteString, counted: bool) -> bool;

    /// As [`Self::put`], for a binary frame.
    fn put_binary(&self, frame: &Bytes, counted: bool) -> bool;

    /// Writes as many waiting frames as the reader takes now. The socket writes the rest when its reader takes more.
    fn flush(&self);

    /// Drops waiting frames that have not begun to leave. What the socket's actor sent stays.
    fn drop_frames(&self);
}
