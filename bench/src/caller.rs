//! Calls that seem to come through a proxy: each call names a client network of its own. The node must trust the bench as
//! a proxy (`BEHIND_PROXY`).

use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::node::{Failure, Node};

/// The setting with which a node trusts the bench as a proxy. Limits then count by the networks that the calls name.
pub const BEHIND_PROXY: (&str, &str) = ("TROUPE_TRUSTED_PROXIES", "127.0.0.1");

/// The answer to a call.
pub struct Answer {
    pub status: u16,
    /// How long the node asks to wait before the next try.
    pub retry_after: Option<Duration>,
    /// The time from the first byte of the request to the end of the answer. Connecting is left out.
    pub took: Duration,
}

/// Posts a body from a network, on a connection of its own.
pub async fn post(addr: &str, path: &str, network: &str, body: &Value) -> Result<Answer, Failure> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {addr}\r\nx-forwarded-for: {network}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(addr).await?;
    stream.set_nodelay(true)?;
    let start = Instant::now();
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let took = start.elapsed();
    let (status, retry_after) = head(&String::from_utf8_lossy(&answer)).ok_or("not an HTTP response")?;
    Ok(Answer { status, retry_after, took })
}

/// The status and `Retry-After` of an answer.
fn head(answer: &str) -> Option<(u16, Option<Duration>)> {
    let (head, _) = answer.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let retry_after = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("retry-after").then(|| value.trim().parse().ok().map(Duration::from_secs))?
    });
    Some((status, retry_after))
}

/// The passwords that a node has hashed since its start.
pub fn hashes(node: &Node) -> Result<u64, Failure> {
    let figures = std::io::read_to_string(node.bytes("/metrics")?)?;
    let line = figures.lines().find_map(|line| line.strip_prefix("troupe_password_hashes_total "));
    Ok(line.ok_or("the metrics have no count of password hashes")?.trim().parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_an_answer_has_its_status_and_the_time_to_wait() {
        let busy = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 2\r\nRetry-After: 3\r\n\r\n{}";
        assert_eq!(head(busy), Some((503, Some(Duration::from_secs(3)))));
        let right = "HTTP/1.1 200 OK\r\ncontent-length: 18\r\n\r\nretry-after: 9\r\n\r\n";
        assert_eq!(head(right), Some((200, None)));
        assert_eq!(head("HTTP/1.1 200 OK\r\n"), None, "a truncated answer");
    }
}
