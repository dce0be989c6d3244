//! Connections that become sockets. actix-http's own dispatcher keeps two buffers of 8 KB for every connection and
//! copies each frame through one of them. But a socket is nearly always idle, and a frame goes to thousands of sockets.
//! So this module takes the connection over with the handshake. It writes the frames of the socket's actor without a
//! copy, shared with all other receivers, and holds a buffer only while it reads. docs/decisions/sockets.md has the
//! figures.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_codec::{Encoder, Framed, FramedParts};
use actix_http::body::{BodySize, BoxBody, MessageBody};
use actix_http::error::PayloadError;
use actix_http::h1::{Codec, Message};
use actix_http::{BoxedPayloadStream, ConnectionType, HttpMessage, Payload, Request, Response, StatusCode};
use actix_service::{IntoServiceFactory, Service, ServiceFactory, fn_factory, fn_service};
use actix_web::Error;
use actix_web::dev::ServiceResponse;
use actix_web::rt::net::TcpStream;
use bytes::{Bytes, BytesMut};
use futures_util::Stream;
use futures_util::future::LocalBoxFuture;
use socket2::SockRef;

use super::connection::{self, Connection};
use super::metered::Metered;
use super::outbound::{Outbound, Upgraded};

/// The most bytes of one read. Each thread has one buffer, for any number of sockets.
const READ: usize = 16 * 1024;
/// How long the peer may go on sending after the node's last byte. An earlier close could discard that last byte.
const LINGER: Duration = Duration::from_secs(2);

/// A request that asks for another protocol, and its connection.
pub(super) type Asked = (Request, Framed<Metered, Codec>);

thread_local! {
    static SCRATCH: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ].into_boxed_slice());
}

/// Answers with `app`, as for all other requests; only the writing of the bytes differs.
pub(super) fn by<F>(
    app: impl IntoServiceFactory<F, Request>,
) -> impl ServiceFactory<Asked, Config = (), Response = (), Error = Error, InitError = (), Future: 'static>
where
    F: ServiceFactory<Request, Config = (), Response = ServiceResponse<BoxBody>, Error = Error, InitError = ()>,
    F: 'static,
{
    let app = Rc::new(app.into_factory());
    fn_factory(move || {
        let app = app.clone();
        async move {
            let app = Rc::new(app.new_service(()).await?);
            Ok(fn_service(move |(request, framed): Asked| serve(&*app, request, framed)))
        }
    })
}

/// The future and the two futures inside it are boxed. So the memory of the app's future and of the answer's head is
/// freed before the life of the socket begins, and the task of a connection holds only a pointer for a socket.
fn serve<S>(app: &S, request: Request, framed: Framed<Metered, Codec>) -> LocalBoxFuture<'static, Result<(), Error>>
where
    S: Service<Request, Response = ServiceResponse<BoxBody>, Error = Error, Future: 'static>,
{
    let FramedParts { io, codec, read_buf, write_buf, .. } = framed.into_parts();
    let stream = Arc::new(io.into_stream());
    request.extensions_mut().insert(Connection::new(stream.clone()));
    let arriving: BoxedPayloadStream = Box::pin(Arriving { stream: stream.clone(), first: unread(read_buf) });
    let (request, _) = request.replace_payload(Payload::Stream { payload: arriving });
    let answer = Box::pin(app.call(request));
    let begun = Box::pin(async move { begin(stream, codec, write_buf, answer.await?.into()) });
    Box::pin(async move {
        let mut carried = begun.await?;
        // A peer that has gone is no error.
        let _ = carried.finish().await;
        Ok(())
    })
}

/// The bytes that arrived with the handshake. They are copied, because even an empty slice would keep the whole buffer
/// of 8 KB for the life of the socket.
fn unread(buffer: BytesMut) -> Bytes {
    Bytes::copy_from_slice(&buffer)
}

/// An answer whose head is queued. The connection of a socket holds nothing else.
struct Carried {
    stream: Arc<TcpStream>,
    outbound: Outbound,
    body: BoxBody,
    /// How the body is framed; `None` for a socket, whose actor makes whole frames.
    framing: Option<Box<Codec>>,
}

/// Queues the head of the answer, ahead of its body.
fn begin(
    stream: Arc<TcpStream>,
    mut codec: Codec,
    mut out: BytesMut,
    mut answer: Response<BoxBody>,
) -> Result<Carried, Error> {
    let upgraded = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
    let socket = answer.extensions_mut().remove::<Upgraded>();
    let (mut head, body) = answer.into_parts();
    let Upgraded { outbound, body } = socket.unwrap_or_else(|| Upgraded { outbound: Outbound::default(), body });
    if upgraded {
        connection::bound(&stream);
        outbound.write_over(stream.clone());
    } else {
        // The bytes behind this request were read as those of the new protocol.
        head.head_mut().set_connection_type(ConnectionType::Close);
    }
    let size = if upgraded { BodySize::Stream } else { body.size() };
    codec.encode(Message::Item((head, size)), &mut out)?;
    outbound.append(out.freeze());
    let framing = (!upgraded).then(|| Box::new(codec));
    Ok(Carried { stream, outbound, body, framing })
}

impl Carried {
    /// Writes the answer to its end, and waits for the peer to close.
    async fn finish(&mut self) -> io::Result<()> {
        let mut ended = false;
        let sent = poll_fn(|context| self.poll_relay(&mut ended, context)).await;
        // The actor of a socket ends with the body.
        self.body = BoxBody::new(());
        self.outbound.end();
        sent?;
        SockRef::from(&*self.stream).shutdown(Shutdown::Write)?;
        // Boxed, because the timer is larger than the rest of the future.
        let _ = Box::pin(actix_web::rt::time::timeout(LINGER, read_to_end(&self.stream))).await;
        Ok(())
    }

    /// Writes the body, and the pieces of the queue, until the body ends. The body, and with it the socket's actor, is
    /// polled only when the kernel has taken all earlier bytes.
    fn poll_relay(&mut self, ended: &mut bool, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, outbound, body, framing } = self;
        loop {
            ready!(outbound.poll_flush(stream, context))?;
            if *ended {
                return Poll::Ready(Ok(()));
            }
            let piece = match Pin::new(&mut *body).poll_next(context) {
                Poll::Ready(Some(Ok(piece))) => Some(piece),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(io::Error::other(error.to_string()))),
                Poll::Ready(None) => None,
                // The body wakes this task when it has more.
                Poll::Pending => {
                    return match outbound.poll_flush(stream, context) {
                        Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
                        _ => Poll::Pending,
                    };
                }
            };
            *ended = piece.is_none();
            match framing {
                Some(codec) => {
                    let mut framed = BytesMut::new();
                    codec.encode(Message::Chunk(piece), &mut framed)?;
                    outbound.append(framed.freeze());
                }
                None => piece.into_iter().for_each(|piece| outbound.append(piece)),
            }
        }
    }
}

/// The bytes that can be read now, in a piece of their own size; empty at the end.
fn poll_read(stream: &TcpStream, context: &mut Context<'_>) -> Poll<io::Result<Bytes>> {
    SCRATCH.with_borrow_mut(|scratch| {
        loop {
            match stream.try_read(scratch) {
                Ok(read) => return Poll::Ready(Ok(Bytes::copy_from_slice(&scratch[..read]))),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => ready!(stream.poll_read_ready(context))?,
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    })
}

async fn read_to_end(stream: &TcpStream) -> io::Result<()> {
    while !poll_fn(|context| poll_read(stream, context)).await?.is_empty() {}
    Ok(())
}

/// The bytes from the peer, as the body of the request.
struct Arriving {
    stream: Arc<TcpStream>,
    /// The bytes that came with the handshake.
    first: Bytes,
}

impl Stream for Arriving {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.first.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut self.first))));
        }
        Poll::Ready(match ready!(poll_read(&self.stream, context)) {
            Ok(piece) if piece.is_empty() => None,
            Ok(piece) => Some(Ok(piece)),
            Err(error) => Some(Err(PayloadError::Io(error))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_does_not_keep_the_buffer_of_its_handshake() {
        for early in [&b""[..], b"a first frame"] {
            let mut buffer = BytesMut::with_capacity(8 * 1024);
            buffer.extend_from_slice(b"GET /api/socket HTTP/1.1\r\n\r\n");
            let head = buffer.split().freeze();
            buffer.extend_from_slice(early);
            let first = unread(buffer);
            assert_eq!(first, early);
            assert!(head.is_unique(), "the buffer is shared with {} bytes", first.len());
        }
    }
}
