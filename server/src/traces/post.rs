//! The collector: plain HTTP/1.1 to a machine nearby, one request a connection.

use std::io::{Error, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use actix_web::http::Uri;

const PATIENCE: Duration = Duration::from_secs(3);
const PATH: &str = "/v1/traces";

/// The address of the collector.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Collector {
    host: String,
    port: u16,
    path: String,
}

impl Collector {
    /// The collector at an address such as `http://127.0.0.1:4318`; `None` if the address is not understood.
    pub(super) fn at(endpoint: &str) -> Option<Self> {
        let uri: Uri = endpoint.parse().ok()?;
        if uri.scheme_str() != Some("http") {
            return None;
        }
        let path = format!("{}{PATH}", uri.path().trim_end_matches('/'));
        Some(Self { host: uri.host()?.to_owned(), port: uri.port_u16().unwrap_or(80), path })
    }

    pub(super) fn post(&self, body: &[u8]) -> Result<(), Error> {
        let Self { host, port, path } = self;
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let address = (bare, *port).to_socket_addrs()?.next().ok_or_else(|| Error::other("its name has no address"))?;
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        let mut answer = Vec::new();
        stream.take(1_024).read_to_end(&mut answer)?;
        let line = String::from_utf8_lossy(&answer);
        match line.split(' ').nth(1) {
            Some(status) if status.starts_with('2') => Ok(()),
            Some(status) => Err(Error::other(format!("it answers {status}"))),
            None => Err(Error::other("it gives no answer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_is_known_by_its_address() {
        let at = |host: &str, port, path: &str| Some(Collector { host: host.to_owned(), port, path: path.to_owned() });
        assert_eq!(Collector::at("http://127.0.0.1:4318"), at("127.0.0.1", 4318, "/v1/traces"));
        assert_eq!(Collector::at("http://otel/some/where/"), at("otel", 80, "/some/where/v1/traces"));
        assert_eq!(Collector::at("https://otel"), None);
        assert_eq!(Collector::at("otel:4318"), None);
    }
}
