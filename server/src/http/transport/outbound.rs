//! The outgoing bytes of a connection that became a socket.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use actix_web::HttpResponse;
use actix_web::body::BoxBody;
use actix_web::rt::net::TcpStream;
use actors::{Gauge, fail};
use bytes::{Buf, Bytes};

/// The most pieces of one write.
const PIECES: usize = 32;
/// The capacity that an empty queue keeps.
const KEPT: usize = 32;

/// The outgoing pieces of one connection, in the order of writing. The bytes of a piece may be shared with other
/// connections. The task of the connection writes the queue beside the answer's body. Cheap to clone.
///
/// Two sides write. A flush from outside writes as much as the reader takes at once. The connection's task writes the rest,
/// when the reader takes it.
#[derive(Clone, Debug, Default)]
pub struct Outbound {
    waiting: Arc<Mutex<Waiting>>,
    gauge: Arc<Gauge>,
}

/// What a handshake passes to the task of its connection, in the extensions of its answer. The layers around the
/// request get an empty body, because each layer would wrap the real body in a larger one for the life of the socket.
pub(super) struct Upgraded {
    pub(super) outbound: Outbound,
    /// Runs the actor of the socket.
    pub(super) body: BoxBody,
}

#[derive(Debug, Default)]
struct Waiting {
    pieces: VecDeque<Piece>,
    /// Whether part of the first piece is written.
    begun: bool,
    /// Whether the queue takes no further pieces.
    ended: bool,
    /// Wakes the connection's task while it has nothing to write.
    resting: Option<Waker>,
    stream: Option<Arc<TcpStream>>,
}

#[derive(Debug)]
struct Piece {
    bytes: Bytes,
    /// The bytes that a frame counts for in the gauge. `None` for a piece that is no frame, and so is never dropped.
    frame: Option<usize>,
}

/// The result of a write: the written bytes, and the bytes to take off the gauge.
#[derive(Default)]
struct Left {
    bytes: usize,
    counted: usize,
}

impl Outbound {
    /// An empty queue. Written frames are taken off `gauge`.
    pub fn new(gauge: Arc<Gauge>) -> Self {
        Self { gauge, ..Self::default() }
    }

    /// Attaches the queue to the answer of a handshake.
    pub fn attach_to(self, answer: HttpResponse) -> HttpResponse {
        let (mut answer, body) = answer.into_parts();
        answer.extensions_mut().insert(Upgraded { outbound: self, body });
        answer.set_body(BoxBody::new(()))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a piece that is never dropped. The connection's task writes it when it is next polled.
    pub fn append(&self, bytes: Bytes) {
        let mut waiting = self.lock();
        if !waiting.ended {
            waiting.pieces.push_back(Piece { bytes, frame: None });
        }
    }

    /// Appends a frame that counts for `counted` bytes in the gauge. Returns true if the caller must schedule a flush;
    /// if other pieces wait, a flush or the connection's task writes this one too.
    pub fn put(&self, bytes: Bytes, counted: usize) -> bool {
        let mut waiting = self.lock();
        if waiting.ended {
            drop(waiting);
            self.gauge.take(counted);
            return false;
        }
        fail::point("lock");
        waiting.pieces.push_back(Piece { bytes, frame: Some(counted) });
        waiting.pieces.len() == 1
    }

    /// Takes no further pieces. The connection's task still writes those in the queue.
    pub fn end(&self) {
        let mut waiting = self.lock();
        waiting.ended = true;
        waiting.stream = None;
    }

    /// Drops all frames of which no byte is written.
    pub fn drop_frames(&self) {
        let mut waiting = self.lock();
        let mut begun = waiting.begun;
        let mut dropped = 0;
        waiting.pieces.retain(|piece| {
            let keep = std::mem::take(&mut begun) || piece.frame.is_none();
            dropped += if keep { 0 } else { piece.frame.unwrap_or_default() };
            keep
        });
        drop(waiting);
        self.gauge.take(dropped);
    }

    /// Writes as much of the queue as the reader takes. The connection's task writes the rest.
    pub fn flush(&self) {
        let mut waiting = self.lock();
        let Some(stream) = waiting.stream.clone() else { return };
        let mut left = Left::default();
        // The connection's task meets the same error and handles it.
        let written = waiting.write(&stream, &mut left);
        let task = if written.is_ok() { None } else { waiting.resting.take() };
        drop(waiting);
        self.take(&left);
        if let Some(task) = task {
            task.wake();
        }
    }

    /// Allows flushes from outside, over this stream.
    pub(super) fn write_over(&self, stream: Arc<TcpStream>) {
        self.lock().stream = Some(stream);
    }

    /// Writes for the connection's task. Pending while the peer takes nothing.
    pub(super) fn poll_flush(&self, stream: &TcpStream, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let mut waiting = self.lock();
            let mut left = Left::default();
            let written = waiting.write(stream, &mut left);
            let full = matches!(&written, Err(error) if error.kind() == io::ErrorKind::WouldBlock);
            match &mut waiting.resting {
                resting if written.is_err() => *resting = None,
                Some(task) if task.will_wake(context.waker()) => {}
                resting => *resting = Some(context.waker().clone()),
            }
            drop(waiting);
            self.take(&left);
            if !full {
                return Poll::Ready(written);
            }
            ready!(stream.poll_write_ready(context))?;
        }
    }

    fn take(&self, left: &Left) {
        if left.bytes > 0 {
            self.gauge.take(left.counted);
        }
    }

    #[cfg(test)]
    pub fn drain(&self) -> Vec<Bytes> {
        self.lock().pieces.drain(..).map(|piece| piece.bytes).collect()
    }
}

impl Waiting {
    /// Writes until the queue is empty; adds up the written bytes.
    fn write(&mut self, stream: &TcpStream, left: &mut Left) -> io::Result<()> {
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
            left.bytes += written;
            left.counted += self.drop_front(written);
        }
        if self.pieces.capacity() > KEPT {
            self.pieces.shrink_to(KEPT);
        }
        Ok(())
    }

    fn drop_front(&mut self, mut bytes: usize) -> usize {
        let mut counted = 0;
        while let Some(first) = self.pieces.front_mut() {
            if first.bytes.len() > bytes {
                self.begun |= bytes > 0;
                first.bytes.advance(bytes);
                break;
            }
            bytes -= first.bytes.len();
            counted += first.frame.unwrap_or_default();
            self.begun = false;
            self.pieces.pop_front();
        }
        counted
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use actix_web::rt;
    use actix_web::rt::net::TcpListener;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// A connection with its task, and the other end of the connection.
    async fn serve(outbound: &Outbound) -> (TcpStream, rt::task::JoinHandle<io::Result<()>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let peer = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        let (stream, _) = listener.accept().await.expect("a connection");
        // Far smaller than the writes of these tests, whatever the default of the system.
        socket2::SockRef::from(&stream).set_send_buffer_size(64 * 1024).expect("a buffer");
        socket2::SockRef::from(&peer).set_recv_buffer_size(64 * 1024).expect("a buffer");
        let stream = Arc::new(stream);
        outbound.write_over(stream.clone());
        let outbound = outbound.clone();
        let task = rt::spawn(async move {
            poll_fn(|context| outbound.poll_flush(&stream, context)).await?;
            // The connection's task flushes each time it is woken.
            poll_fn(|context| match outbound.poll_flush(&stream, context) {
                Poll::Ready(Ok(())) => Poll::Pending,
                other => other,
            })
            .await
        });
        (peer, task)
    }

    async fn read(peer: &mut TcpStream, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        peer.read_exact(&mut bytes).await.expect("bytes");
        bytes
    }

    /// Waits until the connection's task has nothing to write.
    async fn at_rest(outbound: &Outbound) {
        while outbound.lock().resting.is_none() {
            rt::task::yield_now().await;
        }
    }

    #[actix_web::test]
    async fn a_flush_from_outside_writes_frames_at_once_and_in_order() {
        let outbound = Outbound::default();
        let (mut peer, _task) = serve(&outbound).await;
        at_rest(&outbound).await;
        assert!(outbound.put(Bytes::from_static(b"one"), 0), "nothing waited before it");
        assert!(!outbound.put(Bytes::from_static(b"two"), 0));
        outbound.flush();
        assert!(outbound.lock().pieces.is_empty(), "nothing is left for the connection's task");
        assert_eq!(read(&mut peer, 6).await, b"onetwo");
    }

    #[actix_web::test]
    async fn bp1_bytes_that_the_reader_does_not_take_count_until_the_task_has_written_them() {
        let gauge = Arc::new(Gauge::default());
        let outbound = Outbound::new(gauge.clone());
        let (mut peer, _task) = serve(&outbound).await;
        at_rest(&outbound).await;
        let large = Bytes::from(vec![b'x'; 1 << 20]);
        for piece in [large.clone(), Bytes::from_static(b"end")] {
            gauge.give(piece.len());
            outbound.put(piece.clone(), piece.len());
        }
        outbound.flush();
        assert_eq!(gauge.waiting(), large.len() + 3, "the first is begun and has not left");
        assert!(outbound.lock().resting.is_none(), "the connection's task goes on with it");
        let all = read(&mut peer, large.len() + 3).await;
        assert!(all.ends_with(b"xend"));
        at_rest(&outbound).await;
        assert_eq!(gauge.waiting(), 0);
    }

    #[actix_web::test]
    async fn by1_frames_without_a_written_byte_are_dropped_and_answers_are_not() {
        let gauge = Arc::new(Gauge::default());
        let outbound = Outbound::new(gauge.clone());
        let (mut peer, _task) = serve(&outbound).await;
        at_rest(&outbound).await;
        let large = 1 << 20;
        for piece in [Bytes::from(vec![b'x'; large]), Bytes::from_static(b"an event")] {
            gauge.give(piece.len());
            outbound.put(piece.clone(), piece.len());
        }
        outbound.put(Bytes::from_static(b"what was missed"), 0);
        outbound.append(Bytes::from_static(b"an answer"));
        outbound.flush();
        outbound.drop_frames();
        assert_eq!(gauge.waiting(), large);
        outbound.end();
        outbound.append(Bytes::from_static(b"late"));
        assert!(!outbound.put(Bytes::from_static(b"late"), 0));
        assert!(read(&mut peer, large + 9).await.ends_with(b"xan answer"));
        at_rest(&outbound).await;
        assert!(outbound.lock().pieces.is_empty());
    }

    #[actix_web::test]
    async fn the_task_notices_a_broken_connection() {
        let outbound = Outbound::default();
        let (mut peer, task) = serve(&outbound).await;
        at_rest(&outbound).await;
        peer.shutdown().await.expect("shut down");
        drop(peer);
        let broken = async {
            loop {
                outbound.put(Bytes::from_static(b"still there?"), 0);
                outbound.flush();
                rt::task::yield_now().await;
            }
        };
        tokio::select! {
            ended = task => assert!(ended.expect("no panic").is_err()),
            () = broken => {}
        }
    }
}
