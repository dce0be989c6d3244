//! A small SMTP server that keeps the mails it receives.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::failure::Failure;

/// A mail that the server has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMail {
    pub to: String,
    pub message_id: String,
}

#[derive(Default)]
struct Shared {
    received: Mutex<Vec<ReceivedMail>>,
    /// The number of mails whose text the server has begun to read.
    begun: AtomicU64,
    away: AtomicBool,
    pause_ms: AtomicU64,
}

/// A mail server; dropping it ends it.
pub struct MailServer {
    addr: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl MailServer {
    pub async fn start() -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (addr, shared) = (listener.local_addr()?, Arc::<Shared>::default());
        let in_task = shared.clone();
        let task = tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                if !in_task.away.load(Ordering::Relaxed) {
                    tokio::spawn(serve(connection, in_task.clone()));
                }
            }
        });
        Ok(Self { addr, shared, task })
    }

    /// The address for `TROUPE_MAIL_URL`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.addr)
    }

    /// While the server is away, it closes every connection at once.
    pub fn set_away(&self, away: bool) {
        self.shared.away.store(away, Ordering::Relaxed);
    }

    /// The server waits for this long before it accepts a mail.
    pub fn set_pause(&self, pause: Duration) {
        self.shared.pause_ms.store(u64::try_from(pause.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub fn begun(&self) -> u64 {
        self.shared.begun.load(Ordering::Relaxed)
    }

    pub fn received(&self) -> Vec<ReceivedMail> {
        self.shared.lock().clone()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Vec<ReceivedMail>> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn serve(connection: TcpStream, shared: Arc<Shared>) -> std::io::Result<()> {
    let (reader, mut writer) = connection.into_split();
    let mut lines = BufReader::new(reader).lines();
    let (mut to, mut message_id, mut in_mail) = (String::new(), String::new(), false);
    writer.write_all(b"220 faults\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = if in_mail {
            if let Some(id) = line.strip_prefix("Message-ID: ") {
                message_id = id.to_owned();
            }
            if line != "." {
                continue;
            }
            in_mail = false;
            tokio::time::sleep(Duration::from_millis(shared.pause_ms.load(Ordering::Relaxed))).await;
            shared.lock().push(ReceivedMail { to: to.clone(), message_id: message_id.clone() });
            b"250 accepted\r\n"
        } else if let Some(rest) = line.strip_prefix("RCPT TO:") {
            to = rest.trim_matches(['<', '>']).to_owned();
            b"250 fine\r\n"
        } else if line == "DATA" {
            in_mail = true;
            shared.begun.fetch_add(1, Ordering::Relaxed);
            b"354 go on\r\n"
        } else if line == "QUIT" {
            b"221 bye\r\n"
        } else {
            b"250 fine\r\n"
        };
        writer.write_all(answer).await?;
    }
    Ok(())
}
