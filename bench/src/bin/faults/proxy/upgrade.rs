//! A proxy that does not know WebSocket.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The treatment of an upgrade request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgrade {
    Pass,
    /// The request goes on without `Upgrade` and `Connection`, which are for one hop only (RFC 9110, 7.6.1).
    Strip,
    /// The proxy itself refuses.
    Refuse,
}

/// The longest head, and the longest time for it.
const HEAD: usize = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(5);

/// Reads the head of a request. Returns the bytes for the server, or None if the proxy has answered.
pub(super) async fn pass(client: &mut TcpStream, how: Upgrade) -> Option<Vec<u8>> {
    if how == Upgrade::Pass {
        return Some(Vec::new());
    }
    let (head, rest) = tokio::time::timeout(PATIENCE, head(client)).await.ok()??;
    let is = |line: &str, name: &str| line.to_ascii_lowercase().starts_with(name);
    if how == Upgrade::Refuse && head.lines().any(|line| is(line, "upgrade:")) {
        let answer = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        // A client that has gone needs no answer.
        let _ = client.write_all(answer.as_bytes()).await;
        return None;
    }
    let kept = head.split("\r\n").filter(|line| !is(line, "upgrade:") && !is(line, "connection:"));
    let mut onward = kept.collect::<Vec<_>>().join("\r\n").into_bytes();
    onward.extend(rest);
    Some(onward)
}

/// Returns the head with its empty line, and the bytes after it.
async fn head(client: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    while bytes.len() < HEAD {
        if client.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        if let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") {
            let rest = bytes.split_off(end + 4);
            return Some((String::from_utf8(bytes).ok()?, rest));
        }
    }
    None
}
