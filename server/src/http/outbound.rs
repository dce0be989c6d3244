//! What goes out over a connection that was taken over.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use actix_web::rt::net::TcpStream;
use actors::Gauge;
use bytes::{Buf, Bytes};

/// Pieces written at once at most.
const PIECES: usize = 32;

/// Whole pieces, which others may share, in the order in which they leave. Put into the extensions of a handshake's
/// answer, it is written beside that answer's body, which may then be empty to its end. Cheap to clone.
///
/// Two write: the task that carries the connection, which waits for a reader that takes nothing, and whoever flushes
/// from outside while that task is at rest.
#[derive(Clone, Debug, Default)]
pub struct Outbound {
    waiting: Arc<Mutex<Waiting>>,
    gauge: Arc<Gauge>,
}

#[derive(Debug, Default)]
struct Waiting {
    pieces: VecDeque<Piece>,
    /// Of the first piece some bytes have left.
    begun: bool,
    /// Nothing leaves after what is here.
    ended: bool,
    /// The carrier: there while it rests, with nothing to write.
    resting: Option<Waker>,
    stream: Option<Arc<TcpStream>>,
}

#[derive(Debug)]
struct Piece {
    bytes: Bytes,
    /// For so many bytes it stands in the gauge.
    counted: usize,
}

impl Outbound {
    /// Takes what was counted off this gauge when it has left.
    pub fn new(gauge: Arc<Gauge>) -> Self {
        Self { gauge, ..Self::default() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a piece behind the others, which stands in the gauge for `counted` bytes. It goes out when the one who
    /// pushes has been polled, or at a flush. Says whether none was there before.
    pub fn push(&self, bytes: Bytes, counted: usize) -> bool {
        let mut waiting = self.waiting();
        if waiting.ended {
            drop(waiting);
            self.take(counted);
            return false;
        }
        waiting.pieces.push_back(Piece { bytes, counted });
        waiting.pieces.len() == 1
    }

    /// Takes nothing more. What is here leaves with its carrier.
    pub fn end(&self) {
        let mut waiting = self.waiting();
        waiting.ended = true;
        waiting.stream = None;
    }

    /// Drops what is counted and not begun.
    pub fn forget(&self) {
        let mut waiting = self.waiting();
        let mut begun = waiting.begun;
        let mut dropped = 0;
        waiting.pieces.retain(|piece| {
            let keep = std::mem::take(&mut begun) || piece.counted == 0;
            dropped += if keep { 0 } else { piece.counted };
            keep
        });
        drop(waiting);
        self.take(dropped);
    }

    /// Writes what waits, unless the carrier is about to. It writes what is left.
    pub fn flush(&self) {
        let mut waiting = self.waiting();
        let Some(stream) = waiting.stream.clone().filter(|_| waiting.resting.is_some()) else { return };
        let mut left = 0;
        // Whatever is wrong with the connection, its carrier meets it as well.
        let written = waiting.write(&stream, &mut left);
        let carrier = if written.is_ok() { None } else { waiting.resting.take() };
        drop(waiting);
        self.take(left);
        if let Some(carrier) = carrier {
            carrier.wake();
        }
    }

    /// From here on it may be flushed from outside, over this.
    pub(super) fn leave_over(&self, stream: Arc<TcpStream>) {
        self.waiting().stream = Some(stream);
    }

    /// For the carrier. While a peer takes nothing, this stays pending.
    pub(super) fn poll_flush(&self, stream: &TcpStream, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let mut waiting = self.waiting();
            let mut left = 0;
            let written = waiting.write(stream, &mut left);
            let full = matches!(&written, Err(error) if error.kind() == io::ErrorKind::WouldBlock);
            match &mut waiting.resting {
                resting if written.is_err() => *resting = None,
                Some(carrier) if carrier.will_wake(context.waker()) => {}
                resting => *resting = Some(context.waker().clone()),
            }
            drop(waiting);
            self.take(left);
            if !full {
                return Poll::Ready(written);
            }
            ready!(stream.poll_write_ready(context))?;
        }
    }

    fn take(&self, counted: usize) {
        if counted > 0 {
            self.gauge.take(counted);
        }
    }

    #[cfg(test)]
    pub fn drain(&self) -> Vec<Bytes> {
        self.waiting().pieces.drain(..).map(|piece| piece.bytes).collect()
    }
}

impl Waiting {
    /// Until nothing waits; adds up in `left` what was counted of what has gone.
    fn write(&mut self, stream: &TcpStream, left: &mut usize) -> io::Result<()> {
        while let Some(first) = self.pieces.front() {
            let written = if self.pieces.len() == 1 {
                stream.try_write(&first.bytes)?
            } else {
                let mut slices = [IoSlice::new(&[]); PIECES];
                for (slice, piece) in slices.iter_mut().zip(&self.pieces) {
                    *slice = IoSlice::new(&piece.bytes);
                }
                stream.try_write_vectored(&slices[..self.pieces.len().min(PIECES)])?
            };
            if written == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            *left += self.drop_front(written);
        }
        Ok(())
    }

    fn drop_front(&mut self, mut bytes: usize) -> usize {
        let mut left = 0;
        while let Some(first) = self.pieces.front_mut() {
            if first.bytes.len() > bytes {
                self.begun |= bytes > 0;
                first.bytes.advance(bytes);
                break;
            }
            bytes -= first.bytes.len();
            left += first.counted;
            self.begun = false;
            self.pieces.pop_front();
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use actix_web::rt;
    use actix_web::rt::net::TcpListener;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// A connection that is carried, and the other end of it.
    async fn carried(outbound: &Outbound) -> (TcpStream, rt::task::JoinHandle<io::Result<()>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let peer = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        let (stream, _) = listener.accept().await.expect("a connection");
        let stream = Arc::new(stream);
        outbound.leave_over(stream.clone());
        let outbound = outbound.clone();
        let carrier = rt::spawn(async move {
            poll_fn(|context| outbound.poll_flush(&stream, context)).await?;
            // It rests, and flushes whenever it is woken.
            poll_fn(|context| match outbound.poll_flush(&stream, context) {
                Poll::Ready(Ok(())) => Poll::Pending,
                other => other,
            })
            .await
        });
        (peer, carrier)
    }

    async fn read(peer: &mut TcpStream, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        peer.read_exact(&mut bytes).await.expect("bytes");
        bytes
    }

    /// Until its carrier rests.
    async fn at_rest(outbound: &Outbound) {
        while outbound.waiting().resting.is_none() {
            rt::task::yield_now().await;
        }
    }

    #[actix_web::test]
    async fn what_is_flushed_from_outside_leaves_at_once_and_in_order() {
        let outbound = Outbound::default();
        let (mut peer, _carrier) = carried(&outbound).await;
        at_rest(&outbound).await;
        assert!(outbound.push(Bytes::from_static(b"one"), 0), "nothing waited before it");
        assert!(!outbound.push(Bytes::from_static(b"two"), 0));
        outbound.flush();
        assert!(outbound.waiting().pieces.is_empty(), "nothing is left to its carrier");
        assert_eq!(read(&mut peer, 6).await, b"onetwo");
    }

    #[actix_web::test]
    async fn bp1_what_a_reader_does_not_take_is_counted_until_it_leaves_and_its_carrier_brings_it() {
        let gauge = Arc::new(Gauge::default());
        let outbound = Outbound::new(gauge.clone());
        let (mut peer, _carrier) = carried(&outbound).await;
        at_rest(&outbound).await;
        let large = Bytes::from(vec![b'x'; 8 << 20]);
        for piece in [large.clone(), Bytes::from_static(b"end")] {
            gauge.give(piece.len());
            outbound.push(piece.clone(), piece.len());
        }
        outbound.flush();
        assert_eq!(gauge.waiting(), large.len() + 3, "the first is begun and has not left");
        assert!(outbound.waiting().resting.is_none(), "its carrier goes on with it");
        let all = read(&mut peer, large.len() + 3).await;
        assert!(all.ends_with(b"xend"));
        at_rest(&outbound).await;
        assert_eq!(gauge.waiting(), 0);
    }

    #[actix_web::test]
    async fn what_is_forgotten_was_counted_and_not_begun() {
        let gauge = Arc::new(Gauge::default());
        let outbound = Outbound::new(gauge.clone());
        let (mut peer, _carrier) = carried(&outbound).await;
        at_rest(&outbound).await;
        let large = 8 << 20;
        for piece in [Bytes::from(vec![b'x'; large]), Bytes::from_static(b"an event")] {
            gauge.give(piece.len());
            outbound.push(piece.clone(), piece.len());
        }
        outbound.push(Bytes::from_static(b"an answer"), 0);
        outbound.flush();
        outbound.forget();
        assert_eq!(gauge.waiting(), large);
        outbound.end();
        assert!(!outbound.push(Bytes::from_static(b"late"), 0));
        assert!(read(&mut peer, large + 9).await.ends_with(b"xan answer"));
        at_rest(&outbound).await;
        assert!(outbound.waiting().pieces.is_empty());
    }

    #[actix_web::test]
    async fn a_connection_that_broke_is_its_carriers_to_notice() {
        let outbound = Outbound::default();
        let (mut peer, carrier) = carried(&outbound).await;
        at_rest(&outbound).await;
        peer.shutdown().await.expect("shut down");
        drop(peer);
        let broken = async {
            loop {
                outbound.push(Bytes::from_static(b"anybody?"), 0);
                outbound.flush();
                rt::task::yield_now().await;
            }
        };
        tokio::select! {
            ended = carrier => assert!(ended.expect("no panic").is_err()),
            () = broken => {}
        }
    }
}
