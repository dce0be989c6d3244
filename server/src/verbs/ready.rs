//! `troupe ready`: a health check for containers, which have no other program for it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use crate::config::Config;
use crate::node::Failure;

const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn ready() -> Result<ExitCode, Failure> {
    let addr = on_this_machine(Config::from_process()?.http.addr);
    match ask(addr) {
        Ok(head) if head.starts_with("HTTP/1.1 200 ") => Ok(ExitCode::SUCCESS),
        Ok(head) => {
            Err(format!("the node at {addr} accepts no new work: {}", head.lines().next().unwrap_or(&head)).into())
        }
        Err(error) => Err(format!("no answer from {addr}: {error}").into()),
    }
}

/// An address that listens on all interfaces also listens on this machine.
fn on_this_machine(addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, addr.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, addr.port()).into(),
        _ => addr,
    }
}

fn ask(addr: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&addr, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: readyz\r\nconnection: close\r\n\r\n")?;
    let mut head = Vec::new();
    stream.take(4_096).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_listens_everywhere_is_asked_here() {
        let asked = |addr: &str| on_this_machine(addr.parse().expect("an address")).to_string();
        assert_eq!(asked("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(asked("[::]:8080"), "[::1]:8080");
        assert_eq!(asked("10.1.2.3:80"), "10.1.2.3:80");
    }
}
