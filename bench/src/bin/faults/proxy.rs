//! A small TCP proxy of ours: delay, hold, cut, swallow, gather; for a bus, lose, double and reorder what is published;
//! for sockets, cut those that are idle, and know nothing of them.

mod gather;
mod upgrade;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::resp;
pub use gather::Gather;
use gather::Gathered;
pub use upgrade::Upgrade;

/// What is behind a proxy.
#[derive(Clone, Debug)]
pub enum Behind {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// How a proxy treats what comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Pass,
    /// Nothing arrives and nothing is lost: a cable that is out, seen from both ends.
    Hold,
    /// Everything is taken and nothing arrives; connections that lived through it are cut afterwards.
    Swallow,
    /// The same, of what comes back: questions arrive and answers do not.
    SwallowAnswers,
    /// Connections are cut and not taken.
    Refuse,
}

struct Dials {
    mode: watch::Sender<Mode>,
    cuts: watch::Sender<u64>,
    delay_ms: AtomicU64,
    /// Connections on which nothing comes or goes for so many milliseconds are cut; 0: they are not.
    idle_ms: watch::Sender<u64>,
    gather: watch::Sender<Option<Gather>>,
    upgrade: watch::Sender<Upgrade>,
    /// Of a hundred published messages, so many are lost, so many doubled, and so many sent behind the next one.
    meddle: AtomicU64,
    dice: AtomicU64,
}

/// Listens on a port of its own until it is dropped.
pub struct Proxy {
    pub addr: SocketAddr,
    dials: Arc<Dials>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    pub async fn start(behind: Behind, seed: u64) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let addr = listener.local_addr()?;
        let dials = Arc::new(Dials {
            mode: watch::Sender::new(Mode::Pass),
            cuts: watch::Sender::new(0),
            delay_ms: AtomicU64::new(0),
            idle_ms: watch::Sender::new(0),
            gather: watch::Sender::new(None),
            upgrade: watch::Sender::new(Upgrade::Pass),
            meddle: AtomicU64::new(0),
            dice: AtomicU64::new(seed),
        });
        let shared = dials.clone();
        let task = tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else { continue };
                if *shared.mode.borrow() != Mode::Refuse {
                    tokio::spawn(carry(client, behind.clone(), shared.clone()));
                }
            }
        });
        Ok(Self { addr, dials, task })
    }

    pub fn set(&self, mode: Mode) {
        self.dials.mode.send_replace(mode);
    }

    /// Cuts every connection; new ones are taken.
    pub fn cut(&self) {
        self.dials.cuts.send_modify(|count| *count += 1);
    }

    pub fn delay(&self, millis: u64) {
        self.dials.delay_ms.store(millis, Ordering::Relaxed);
    }

    /// Cuts connections on which nothing comes or goes for so long; with 0 none.
    pub fn cut_idle(&self, millis: u64) {
        self.dials.idle_ms.send_replace(millis);
    }

    /// Keeps what comes, in each direction for itself.
    pub fn gather(&self, how: Option<Gather>) {
        self.dials.gather.send_replace(how);
    }

    /// What becomes of requests to upgrade, of connections to come.
    pub fn upgrade(&self, how: Upgrade) {
        self.dials.upgrade.send_replace(how);
    }

    pub fn meddle(&self, percent: u64) {
        self.dials.meddle.store(percent, Ordering::Relaxed);
    }
}

impl Dials {
    /// The same for the same seed and the same number of messages.
    fn chance(&self, percent: u64) -> bool {
        let mut mixed = self.dice.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 33) % 100 < percent
    }
}

async fn carry(mut client: TcpStream, behind: Behind, dials: Arc<Dials>) {
    // What cannot be set makes it slower and nothing else.
    let _ = client.set_nodelay(true);
    match behind {
        Behind::Tcp(addr) => {
            let how = *dials.upgrade.borrow();
            let Some(first) = upgrade::pass(&mut client, how).await else { return };
            if let Ok(mut server) = TcpStream::connect(addr).await {
                let _ = server.set_nodelay(true);
                if server.write_all(&first).await.is_err() {
                    return;
                }
                both_ways(client.into_split(), server.into_split(), dials).await;
            }
        }
        Behind::Unix(path) => {
            if let Ok(server) = UnixStream::connect(path).await {
                both_ways(client.into_split(), server.into_split(), dials).await;
            }
        }
    }
}

/// Carries until one side ends; then both do.
async fn both_ways<A, B, C, D>(client: (A, B), server: (C, D), dials: Arc<Dials>)
where
    A: AsyncRead + Unpin,
    B: AsyncWrite + Unpin,
    C: AsyncRead + Unpin,
    D: AsyncWrite + Unpin,
{
    let stir = Stir { began: Instant::now(), last: AtomicU64::new(0) };
    tokio::select! {
        _ = pump(client.0, server.1, &dials, &stir, false) => {}
        _ = pump(server.0, client.1, &dials, &stir, true) => {}
        () = cut(&dials) => {}
        () = idle(&dials, &stir) => {}
    }
}

/// When something last came on a connection, in milliseconds since it began.
struct Stir {
    began: Instant,
    last: AtomicU64,
}

impl Stir {
    fn note(&self) {
        self.last.store(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Waits until a connection has been idle for too long.
async fn idle(dials: &Dials, stir: &Stir) {
    let mut limit = dials.idle_ms.subscribe();
    loop {
        // The dials outlive every connection.
        let allowed = limit.wait_for(|limit| *limit > 0).await.map_or(u64::MAX, |limit| *limit);
        let last = stir.began + Duration::from_millis(stir.last.load(Ordering::Relaxed));
        let left = Duration::from_millis(allowed).saturating_sub(last.elapsed());
        if left.is_zero() {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(left) => {}
            _ = limit.changed() => {}
        }
    }
}

/// Waits until connections of now are to be cut.
async fn cut(dials: &Dials) {
    let (mut mode, mut cuts) = (dials.mode.subscribe(), dials.cuts.subscribe());
    let over = async {
        // The dials outlive every connection.
        let first = mode.wait_for(|mode| !matches!(mode, Mode::Pass | Mode::Hold)).await.map(|mode| *mode);
        if let Ok(first) = first
            && first != Mode::Refuse
        {
            let _ = mode.wait_for(|mode| *mode != first).await;
        }
    };
    tokio::select! {
        () = over => {}
        _ = cuts.changed() => {}
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    dials: &Dials,
    stir: &Stir,
    down: bool,
) -> std::io::Result<()> {
    let mut mode = dials.mode.subscribe();
    let mut buffer = vec![0; 32 * 1024];
    let mut meddler = Meddler::default();
    let mut gathered = Gathered::default();
    loop {
        let read = tokio::select! {
            read = from.read(&mut buffer) => read?,
            () = gathered.due() => {
                to.write_all(&gathered.take()).await?;
                continue;
            }
        };
        if read == 0 {
            return to.write_all(&gathered.take()).await;
        }
        stir.note();
        let delay = dials.delay_ms.load(Ordering::Relaxed);
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        let now = *mode.wait_for(|mode| *mode != Mode::Hold).await.map_err(std::io::Error::other)?;
        if now == Mode::Swallow || (down && now == Mode::SwallowAnswers) {
            continue;
        }
        let percent = dials.meddle.load(Ordering::Relaxed);
        if down && (percent > 0 || meddler.is_busy()) {
            to.write_all(&meddler.pass(&buffer[..read], percent, dials)).await?;
        } else {
            let how = *dials.gather.borrow();
            to.write_all(&gathered.put(&buffer[..read], how)).await?;
        }
    }
}

/// Loses, doubles and reorders published messages.
#[derive(Default)]
struct Meddler {
    pending: Vec<u8>,
    late: Vec<u8>,
}

impl Meddler {
    /// It holds something that belongs to the stream.
    fn is_busy(&self) -> bool {
        !self.pending.is_empty() || !self.late.is_empty()
    }

    fn pass(&mut self, bytes: &[u8], percent: u64, dials: &Dials) -> Vec<u8> {
        self.pending.extend_from_slice(bytes);
        let mut out = Vec::new();
        while let Some(length) = (!self.pending.is_empty()).then(|| resp::frame(&self.pending)).flatten() {
            let frame: Vec<u8> = self.pending.drain(..length).collect();
            if !resp::is_message(&frame) {
                out.extend(frame);
            } else if dials.chance(percent) {
                // Lost.
            } else if self.late.is_empty() && dials.chance(percent) {
                self.late = frame;
            } else {
                if dials.chance(percent) {
                    out.extend_from_slice(&frame);
                }
                out.extend(frame);
                out.append(&mut self.late);
            }
        }
        out
    }
}
