//! The address to listen on, and the clients that may come.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::Secret;
use super::network::Network;
use super::reader::Reader;

/// The address to listen on, and the clients that may come.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// `TROUPE_ADDR`: the address and port to listen on.
    pub addr: SocketAddr,
    /// `TROUPE_PUBLIC_URL`: the address at which people reach Troupe; without a slash at the end.
    pub public_url: Option<String>,
    /// `TROUPE_ORIGINS`: further origins that browsers may come from.
    pub origins: Vec<String>,
    /// `TROUPE_TRUSTED_PROXIES`: the proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// `TROUPE_BODY_LIMIT`: the largest JSON body, in bytes.
    pub body_limit: usize,
    /// `TROUPE_UPLOAD_LIMIT`: the largest file to import, in bytes.
    pub upload_limit: usize,
    /// `TROUPE_STALL_SECONDS`: how long a client may read, or send, more slowly than 2 KiB a second.
    pub stall: Duration,
    /// `TROUPE_WORKERS`: threads that serve requests and sockets.
    pub workers: usize,
    /// `TROUPE_METRICS_TOKEN`: opens `/metrics` to other machines.
    pub metrics_token: Option<Secret>,
    /// `TROUPE_STOP_NOTICE_MS`: for how long `/readyz` fails before a stopping node refuses work.
    pub stop_notice: Duration,
}

impl HttpConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let addr = reader
            .parsed("http.addr", "an address and a port, such as 127.0.0.1:8080")
            .unwrap_or(SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)));
        let config = Self {
            addr,
            public_url: reader.text("http.public_url").map(|url| url.trim_end_matches('/').to_owned()),
            origins: reader.list("http.origins"),
            trusted_proxies: networks(reader),
            body_limit: reader.number("http.body_limit", 1_024..=16_777_216),
            upload_limit: reader.number("http.upload_limit", 1_024..=4_294_967_296),
            stall: Duration::from_secs(reader.number("http.stall_seconds", 1..=300)),
            workers: workers(reader.number("http.workers", 0..=1_024)),
            metrics_token: reader.text("http.metrics_token").map(Secret::from),
            stop_notice: Duration::from_millis(reader.number("http.stop_notice_ms", 0..=2_000)),
        };
        config.check(reader);
        config
    }

    fn check(&self, reader: &mut Reader) {
        let origin = "must be an origin, such as https://troupe.example.org, with nothing behind it";
        match &self.public_url {
            Some(url) if !is_origin(url) => reader.problem("http.public_url", origin),
            None if !self.is_loopback() => reader.problem(
                "http.public_url",
                "is needed where TROUPE_ADDR is not a loopback address: mails and links name it",
            ),
            _ => {}
        }
        if !self.origins.iter().all(|listed| is_origin(listed)) {
            reader.problem("http.origins", format!("holds something else: each {origin}"));
        }
        if self.metrics_token.as_ref().is_some_and(|token| token.bytes().len() < 16) {
            reader.problem("http.metrics_token", "must have at least 16 characters");
        }
    }

    /// Whether only this machine can reach the node.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.addr.ip().is_loopback()
    }
}

fn networks(reader: &mut Reader) -> Vec<Network> {
    let texts = reader.list("http.trusted_proxies");
    let networks: Vec<_> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    if networks.len() != texts.len() {
        reader.problem("http.trusted_proxies", "must be addresses or networks such as 10.0.0.0/8");
    }
    networks
}

fn workers(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(2, usize::from) }
}

/// Scheme, host and perhaps a port: the form in which a browser sends `Origin`.
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<actix_web::http::Uri>() else { return false };
    let bare = uri.path().is_empty() || uri.path() == "/" && !text.ends_with('/');
    matches!(uri.scheme_str(), Some("http" | "https"))
        && uri.authority().is_some_and(|authority| !authority.as_str().contains('@'))
        && bare
        && uri.query().is_none()
}
