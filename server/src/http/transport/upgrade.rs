//! Connections that become sockets. actix-http's own dispatcher keeps two buffers of 8 KB for every connection and
//! copies each frame through one of them; a socket is idle nearly always, and a frame goes to thousands. Here the
//! connection is taken over with the handshake: what the socket's actor has for it is written as it is, shared with
//! all others who get it, and a buffer is held only while something is read. docs/decisions/sockets.md has the figures.

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
use socket2::SockRef;

use super::connection::{self, Connection};
use super::metered::Metered;
use super::outbound::Outbound;

/// Read at once at most. One buffer a thread, whatever the number of sockets.
const READ: usize = 16 * 1024;
/// After the last byte of ours the peer may still be sending; closing on it would take that byte from it.
const LINGER: Duration = Duration::from_secs(2);

/// A request that asks for another protocol, and its connection.
pub(super) type Asked = (Request, Framed<Metered, Codec>);

thread_local! {
    static SCRATCH: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ].into_boxed_slice());
}

/// Answers with `app`, as all other requests are; what is different is who carries the bytes.
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
            Ok(fn_service(move |(request, framed): Asked| {
                let app = app.clone();
                async move { serve(&*app, request, framed).await }
            }))
        }
    })
}

async fn serve<S>(app: &S, request: Request, framed: Framed<Metered, Codec>) -> Result<(), Error>
where
    S: Service<Request, Response = ServiceResponse<BoxBody>, Error = Error>,
{
    let FramedParts { io, codec, read_buf, write_buf, .. } = framed.into_parts();
    let stream = Arc::new(io.into_stream());
    request.extensions_mut().insert(Connection::new(stream.clone()));
    let arriving: BoxedPayloadStream = Box::pin(Arriving { stream: stream.clone(), first: read_buf.freeze() });
    let (request, _) = request.replace_payload(Payload::Stream { payload: arriving });
    // In a box of its own, so that nothing of it is held for as long as the socket lives.
    let answer: Response<BoxBody> = Box::pin(app.call(request)).await?.into();
    // A peer that has gone is no error of ours.
    let _ = Box::pin(carry(stream, codec, write_buf, answer)).await;
    Ok(())
}

/// Writes the answer: its head, then its body until that ends.
async fn carry(
    stream: Arc<TcpStream>,
    mut codec: Codec,
    mut out: BytesMut,
    answer: Response<BoxBody>,
) -> io::Result<()> {
    let upgraded = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
    let outbound = answer.extensions().get::<Outbound>().cloned().unwrap_or_default();
    let (mut head, body) = answer.into_parts();
    if upgraded {
        connection::bound(&stream);
        outbound.write_over(stream.clone());
    } else {
        // What follows on this connection has been taken for the new protocol's.
        head.head_mut().set_connection_type(ConnectionType::Close);
    }
    let size = if upgraded { BodySize::Stream } else { body.size() };
    codec.encode(Message::Item((head, size)), &mut out)?;
    outbound.say(out.freeze());
    let framing = (!upgraded).then_some(codec);
    let sent = relay(&stream, &outbound, body, framing).await;
    outbound.end();
    sent?;
    SockRef::from(&*stream).shutdown(Shutdown::Write)?;
    let _ = actix_web::rt::time::timeout(LINGER, read_to_end(&stream)).await;
    Ok(())
}

/// Writes a body and what goes out beside it until the body ends. Nothing is asked of the body, and with it of a
/// socket's actor, until everything before is with the kernel.
async fn relay(
    stream: &TcpStream,
    outbound: &Outbound,
    mut body: BoxBody,
    mut framing: Option<Codec>,
) -> io::Result<()> {
    let mut ended = false;
    poll_fn(|context| {
        loop {
            ready!(outbound.poll_flush(stream, context))?;
            if ended {
                return Poll::Ready(Ok(()));
            }
            let piece = match Pin::new(&mut body).poll_next(context) {
                Poll::Ready(Some(Ok(piece))) => Some(piece),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(io::Error::other(error.to_string()))),
                Poll::Ready(None) => None,
                // It wakes this task when there is more.
                Poll::Pending => {
                    return match outbound.poll_flush(stream, context) {
                        Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
                        _ => Poll::Pending,
                    };
                }
            };
            ended = piece.is_none();
            match &mut framing {
                Some(codec) => {
                    let mut framed = BytesMut::new();
                    codec.encode(Message::Chunk(piece), &mut framed)?;
                    outbound.say(framed.freeze());
                }
                None => piece.into_iter().for_each(|piece| outbound.say(piece)),
            }
        }
    })
    .await
}

/// What there is to read, in a piece of its own size; nothing at the end.
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

/// What a peer sends, as a request's body.
struct Arriving {
    stream: Arc<TcpStream>,
    /// What came with the handshake.
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
