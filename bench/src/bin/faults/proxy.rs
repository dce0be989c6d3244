//! A TCP proxy that can delay, hold, cut, swallow and gather bytes. For Redis, it loses, doubles and reorders published
//! messages. For sockets, it cuts idle ones and breaks upgrades.

mod gather;
#[cfg(test)]
mod tests;
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

/// The server upstream a proxy.
#[derive(Clone, Debug)]
pub enum Upstream {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// What the proxy does with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Pass,
    /// Nothing arrives and nothing is lost, like an unplugged cable.
    Hold,
    /// All bytes are accepted and none arrive. Connections that were open meanwhile are cut afterwards.
    Swallow,
    /// Answers are swallowed, and requests arrive.
    SwallowAnswers,
    /// Open connections are cut, new ones refused.
    Refuse,
}

struct Settings {
    mode: watch::Sender<Mode>,
    cuts: watch::Sender<u64>,
    delay_ms: AtomicU64,
    /// Connections that are idle for this many milliseconds are cut; 0 for never.
    idle_ms: watch::Sender<u64>,
    gather: watch::Sender<Option<Gather>>,
    upgrade: watch::Sender<Upgrade>,
    /// The percentage of published messages that are lost; as many are doubled, and as many are late.
    disturb_messages: AtomicU64,
    rng: AtomicU64,
}

/// Listens on its own port until dropped.
pub struct Proxy {
    pub addr: SocketAddr,
    settings: Arc<Settings>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    pub async fn start(upstream: Upstream, seed: u64) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let addr = listener.local_addr()?;
        let settings = Arc::new(Settings::new(seed));
        let shared = settings.clone();
        let task = tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else { continue };
                if *shared.mode.borrow() != Mode::Refuse {
                    tokio::spawn(serve(client, upstream.clone(), shared.clone()));
                }
            }
        });
        Ok(Self { addr, settings, task })
    }

    pub fn set(&self, mode: Mode) {
        self.settings.mode.send_replace(mode);
    }

    /// Cuts every connection. New ones are accepted.
    pub fn cut(&self) {
        self.settings.cuts.send_modify(|count| *count += 1);
    }

    pub fn delay(&self, millis: u64) {
        self.settings.delay_ms.store(millis, Ordering::Relaxed);
    }

    /// Cuts connections that are idle for this long; 0 for never.
    pub fn cut_idle(&self, millis: u64) {
        self.settings.idle_ms.send_replace(millis);
    }

    /// Holds bytes back, separately for each direction.
    pub fn gather(&self, how: Option<Gather>) {
        self.settings.gather.send_replace(how);
    }

    /// Sets the treatment of upgrade requests, for new connections.
    pub fn upgrade(&self, how: Upgrade) {
        self.settings.upgrade.send_replace(how);
    }

    /// Loses, doubles and delays this percentage each of the published messages.
    pub fn disturb_messages(&self, percent: u64) {
        self.settings.disturb_messages.store(percent, Ordering::Relaxed);
    }
}

impl Settings {
    fn new(seed: u64) -> Self {
        Self {
            mode: watch::Sender::new(Mode::Pass),
            cuts: watch::Sender::new(0),
            delay_ms: AtomicU64::new(0),
            idle_ms: watch::Sender::new(0),
            gather: watch::Sender::new(None),
            upgrade: watch::Sender::new(Upgrade::Pass),
            disturb_messages: AtomicU64::new(0),
            rng: AtomicU64::new(seed),
        }
    }

    /// Gives the same result for the same seed and number of messages.
    fn chance(&self, percent: u64) -> bool {
        let mut mixed = self.rng.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 33) % 100 < percent
    }
}

/// Serves one connection.
async fn serve(mut client: TcpStream, upstream: Upstream, settings: Arc<Settings>) {
    // Without this option, the proxy is slower and otherwise equal.
    let _ = client.set_nodelay(true);
    match upstream {
        Upstream::Tcp(addr) => {
            let how = *settings.upgrade.borrow();
            let Some(first) = upgrade::pass(&mut client, how).await else { return };
            if let Ok(mut server) = TcpStream::connect(addr).await {
                let _ = server.set_nodelay(true);
                if server.write_all(&first).await.is_err() {
                    return;
                }
                both_ways(client.into_split(), server.into_split(), settings).await;
            }
        }
        Upstream::Unix(path) => {
            if let Ok(server) = UnixStream::connect(path).await {
                both_ways(client.into_split(), server.into_split(), settings).await;
            }
        }
    }
}

/// Copies bytes until one side ends; then both end.
async fn both_ways<A, B, C, D>(client: (A, B), server: (C, D), settings: Arc<Settings>)
where
    A: AsyncRead + Unpin,
    B: AsyncWrite + Unpin,
    C: AsyncRead + Unpin,
    D: AsyncWrite + Unpin,
{
    let last_byte = LastByte::new();
    tokio::select! {
        _ = pump(client.0, server.1, &settings, &last_byte, false) => {}
        _ = pump(server.0, client.1, &settings, &last_byte, true) => {}
        () = cut(&settings) => {}
        () = idle(&settings, &last_byte) => {}
    }
}

/// The time of the last byte on a connection, in milliseconds since it began.
struct LastByte {
    began: Instant,
    last: AtomicU64,
}

impl LastByte {
    fn new() -> Self {
        Self { began: Instant::now(), last: AtomicU64::new(0) }
    }

    /// Notes that a byte passes now.
    fn touch(&self) {
        self.last.store(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Waits until a connection has been idle for too long.
async fn idle(settings: &Settings, last_byte: &LastByte) {
    let mut limit = settings.idle_ms.subscribe();
    loop {
        // The sender of the settings outlives every connection.
        let allowed = limit.wait_for(|limit| *limit > 0).await.map_or(u64::MAX, |limit| *limit);
        let last = last_byte.began + Duration::from_millis(last_byte.last.load(Ordering::Relaxed));
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

/// Waits until the open connections must be cut.
async fn cut(settings: &Settings) {
    let (mut mode, mut cuts) = (settings.mode.subscribe(), settings.cuts.subscribe());
    let mode_cuts = async {
        // The sender of the settings outlives every connection.
        let first = mode.wait_for(|mode| !matches!(mode, Mode::Pass | Mode::Hold)).await.map(|mode| *mode);
        if let Ok(first) = first
            && first != Mode::Refuse
        {
            let _ = mode.wait_for(|mode| *mode != first).await;
        }
    };
    tokio::select! {
        () = mode_cuts => {}
        _ = cuts.changed() => {}
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    settings: &Settings,
    last_byte: &LastByte,
    down: bool,
) -> std::io::Result<()> {
    let mut mode = settings.mode.subscribe();
    let mut buffer = vec![0; 32 * 1024];
    let mut message_faults = MessageFaults::default();
    let mut gathered = Gathered::default();
    let mut swallowed = false;
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
        last_byte.touch();
        let delay = settings.delay_ms.load(Ordering::Relaxed);
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        let now = *mode.wait_for(|mode| *mode != Mode::Hold).await.map_err(std::io::Error::other)?;
        if now == Mode::Swallow || (down && now == Mode::SwallowAnswers) {
            swallowed = true;
            continue;
        }
        // TCP never delivers bytes after a gap. This may run before `cut` has seen the new mode.
        if swallowed {
            return Ok(());
        }
        let percent = settings.disturb_messages.load(Ordering::Relaxed);
        if down && (percent > 0 || message_faults.is_busy()) {
            to.write_all(&message_faults.pass(&buffer[..read], percent, settings)).await?;
        } else {
            let how = *settings.gather.borrow();
            to.write_all(&gathered.put(&buffer[..read], how)).await?;
        }
    }
}

/// Loses, doubles and reorders published messages.
#[derive(Default)]
struct MessageFaults {
    pending: Vec<u8>,
    late: Vec<u8>,
}

impl MessageFaults {
    /// True if it holds bytes of the stream.
    fn is_busy(&self) -> bool {
        !self.pending.is_empty() || !self.late.is_empty()
    }

    fn pass(&mut self, bytes: &[u8], percent: u64, settings: &Settings) -> Vec<u8> {
        self.pending.extend_from_slice(bytes);
        let mut out = Vec::new();
        while let Some(length) = (!self.pending.is_empty()).then(|| resp::frame(&self.pending)).flatten() {
            let frame: Vec<u8> = self.pending.drain(..length).collect();
            if !resp::is_message(&frame) {
                out.extend(frame);
            } else if settings.chance(percent) {
                // Lost.
            } else if self.late.is_empty() && settings.chance(percent) {
                self.late = frame;
            } else {
                if settings.chance(percent) {
                    out.extend_from_slice(&frame);
                }
                out.extend(frame);
                out.append(&mut self.late);
            }
        }
        out
    }
}
