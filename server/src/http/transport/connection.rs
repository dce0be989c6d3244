//! What is set on every connection, and how one that was taken over is cut.

use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use actix_web::{HttpMessage, HttpRequest};
use socket2::SockRef;

use super::metered::Metered;

/// A peer that acknowledges nothing for so long is gone: without this, a laptop that was closed
/// keeps its connection for a quarter of an hour.
const UNACKNOWLEDGED: Duration = Duration::from_secs(20);

/// How much of an unread answer the kernel may buffer. Its default is up to 4 MB, which no limit would count.
const UNSENT_OF_ANSWERS: u32 = 32 * 1024;

/// The same for a socket, in addition to its outbox. Sent bytes that are not yet acknowledged do not count, so a line
/// with a long round trip is still filled.
const UNSENT: u32 = 128 * 1024;

/// A connection that was taken over, to be cut from outside. A peer that stops reading blocks the task that writes to
/// it, which then cannot close the connection itself.
#[derive(Clone, Debug)]
pub struct Connection(Arc<TcpStream>);

impl Connection {
    pub(super) fn new(stream: Arc<TcpStream>) -> Self {
        Self(stream)
    }

    /// The connection that a request came over, if the request asked for another protocol.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }

    /// Cuts it, at once and in both directions.
    pub fn cut(&self) {
        // Where it is cut already, that is well.
        let _ = SockRef::from(&*self.0).shutdown(Shutdown::Both);
    }
}

/// Bounds what a socket's reader may leave with the system: then its outbox fills, and that is counted (BP1).
pub(super) fn bound(stream: &TcpStream) {
    leave(stream, UNSENT);
}

fn leave(stream: &TcpStream, unsent: u32) {
    if let Err(error) = SockRef::from(stream).set_tcp_notsent_lowat(unsent) {
        tracing::debug!(%error, "a connection could not be bounded");
    }
}

/// Prepares a connection that was just accepted.
pub(super) fn prepare(connection: &Metered, _: &mut Extensions) {
    let connection = connection.stream();
    let socket = SockRef::from(connection);
    // Frames are small and due at once; Nagle's algorithm would hold them back.
    let set = socket.set_tcp_nodelay(true).and_then(|()| socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED)));
    if let Err(error) = set {
        tracing::debug!(%error, "a connection could not be set up");
    }
    leave(connection, UNSENT_OF_ANSWERS);
}
