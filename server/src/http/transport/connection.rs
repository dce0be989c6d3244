//! The options of every connection, and how a connection that became a socket is cut.

use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use actix_web::{HttpMessage, HttpRequest};
use socket2::SockRef;

use super::metered::Metered;

/// A peer that acknowledges nothing for this long is gone. Without this option, a closed laptop keeps its connection
/// for a quarter of an hour.
const UNACKNOWLEDGED: Duration = Duration::from_secs(20);

/// How much of an unread answer the kernel may buffer. Its default is up to 4 MB, which no limit would count.
const UNSENT_OF_ANSWERS: u32 = 32 * 1024;

/// The same for a socket, in addition to its outbox. Sent bytes that are not yet acknowledged do not count, so a line
/// with a long round trip is still filled.
const UNSENT: u32 = 128 * 1024;

/// A connection that became a socket, to be cut from outside. A peer that stops reading blocks the task that writes to
/// it, so that task cannot close the connection itself.
#[derive(Clone, Debug)]
pub struct Connection(Arc<TcpStream>);

impl Connection {
    pub(super) fn new(stream: Arc<TcpStream>) -> Self {
        Self(stream)
    }

    /// The connection of a request that asked for another protocol.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }

    /// Cuts the connection, at once and in both directions.
    pub fn cut(&self) {
        // The connection may be cut already.
        let _ = SockRef::from(&*self.0).shutdown(Shutdown::Both);
    }
}

/// Bounds the bytes that a slow reader may leave in the kernel. Then its outbox fills, and the outbox is counted (BP1).
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
    // Frames are small and urgent; Nagle's algorithm would delay them.
    let set = socket.set_tcp_nodelay(true).and_then(|()| socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED)));
    if let Err(error) = set {
        tracing::debug!(%error, "a connection could not be set up");
    }
    leave(connection, UNSENT_OF_ANSWERS);
}
