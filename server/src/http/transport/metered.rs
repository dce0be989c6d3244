//! A connection whose peer must read its answers at a minimum rate. The HTTP library itself waits for any reader that
//! takes a byte now and then, and holds the answer in memory meanwhile. The library's own answers get the usual form
//! here.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;
use bytes::{Buf, Bytes};
use prometheus::IntCounter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

use super::library_answers;
use crate::http::limits::minimum_rate::{MinimumRate, TooSlow};

/// A connection that fails once its peer reads too slowly.
#[derive(Debug)]
pub(super) struct Metered {
    stream: TcpStream,
    /// Boxed: the task of a connection has several places for a connection, and keeps them all for the life of a socket.
    meter: Box<Meter>,
}

#[derive(Debug)]
struct Meter {
    rate: MinimumRate,
    /// The timer of the next check, while the node waits for the reader.
    again: Option<Pin<Box<Sleep>>>,
    cut: IntCounter,
    /// Whether the public address uses TLS.
    tls: bool,
    /// The unwritten rest of an answer that replaces one of the library's.
    own: Bytes,
}

impl Metered {
    /// Measures over `window`, and counts the connection in `cut` when it is cut.
    pub(super) fn new(stream: TcpStream, window: Duration, cut: IntCounter, tls: bool) -> Self {
        let meter = Meter { rate: MinimumRate::over(window), again: None, cut, tls, own: Bytes::new() };
        Self { stream, meter: Box::new(meter) }
    }

    /// The bare connection, for one that becomes a socket: a socket has its own measure (BP1).
    pub(super) fn into_stream(self) -> TcpStream {
        self.stream
    }

    /// The connection.
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    fn write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn write_own(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.meter.own.is_empty() {
            let own = self.meter.own.clone();
            let written = ready!(self.write(context, &own))?;
            self.meter.own.advance(written);
        }
        Poll::Ready(Ok(()))
    }

    /// Returns the outcome of a write, or an error if the reader is too slow.
    fn judge(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                self.meter.rate.moved(written.as_ref().copied().unwrap_or_default(), Instant::now());
                self.meter.again = None;
                return Poll::Ready(written);
            }
            Poll::Pending => {}
        }
        loop {
            let at = match self.meter.rate.wait(Instant::now()) {
                Ok(at) => at.into(),
                Err(TooSlow) => {
                    self.meter.cut.inc();
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
            };
            let again = self.meter.again.get_or_insert_with(|| Box::pin(sleep_until(at)));
            if again.deadline() != at {
                again.as_mut().reset(at);
            }
            if again.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.write_own(context))?;
        match library_answers::find(bytes) {
            None => self.write(context, bytes),
            Some(bare) if bare.at > 0 => self.write(context, &bytes[..bare.at]),
            Some(bare) => {
                self.meter.own = bare.whole(self.meter.tls).into();
                match self.write_own(context) {
                    Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
                    // A flush writes the rest.
                    _ => Poll::Ready(Ok(bytes.len())),
                }
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_own(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_own(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
