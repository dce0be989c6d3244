//! The address of the client behind a request, past trusted proxies.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::HOST;

use crate::config::Network;

/// The address of the client: the other end of the connection. If that is a trusted proxy, the address that the proxy
/// names. Headers of all other peers are ignored.
pub(crate) fn address(request: &HttpRequest, trusted: &[Network]) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip();
    let forwarded: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    Some(origin_of(peer, &forwarded, trusted))
}

/// Headers that proxies add.
const ADDED: [&str; 6] = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/// Whether a request comes from this machine itself, and not through a proxy on this machine.
pub(crate) fn is_local(request: &HttpRequest) -> bool {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && is_loopback(host)
        && !ADDED.iter().any(|name| request.headers().contains_key(*name))
}

/// Whether a host, with or without a port, names this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Walks back along the trusted proxies.
fn origin_of(peer: IpAddr, forwarded: &[&str], trusted: &[Network]) -> IpAddr {
    let ours = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut origin = peer;
    for before in forwarded.iter().rev() {
        match before.trim().parse() {
            Ok(before) if ours(origin) => origin = before,
            _ => break,
        }
    }
    origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q07_only_names_of_this_machine_are_loopback() {
        for local in ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.1.2.3:80", "[::1]:8080", "[::1]"] {
            assert!(is_loopback(local), "{local}");
        }
        for other in
            ["", "troupe.example.org", "localhost.example.org", "10.0.0.1:80", "[2001:db8::1]", "127.0.0.1.nip.io"]
        {
            assert!(!is_loopback(other), "{other}");
        }
    }

    #[test]
    fn p01_only_a_proxy_of_ours_is_believed() {
        let trusted: Vec<Network> = vec!["10.0.0.0/8".parse().expect("a network")];
        let cases: [(&str, &[&str], &[Network], &str); 5] = [
            ("198.51.100.1", &["1.2.3.4"], &[], "198.51.100.1"),
            ("198.51.100.1", &["1.2.3.4"], &trusted, "198.51.100.1"),
            ("10.0.0.1", &["1.2.3.4"], &trusted, "1.2.3.4"),
            // The client's own entry stands to the left of the proxy's entry.
            ("10.0.0.1", &["6.6.6.6", " 1.2.3.4", "10.9.9.9"], &trusted, "1.2.3.4"),
            ("10.0.0.1", &["1.2.3.4", "nonsense"], &trusted, "10.0.0.1"),
        ];
        for (peer, forwarded, trusted, origin) in cases {
            let peer = peer.parse().expect("an address");
            assert_eq!(origin_of(peer, forwarded, trusted).to_string(), origin);
        }
    }
}
