//! The address of this node, and the origins that browsers may come from.

use std::net::SocketAddr;

use actix_web::http::header::{HOST, HeaderMap, ORIGIN};

use crate::config::HttpConfig;
use crate::error::{Code, Refusal};

/// The address of this node, and the origins that browsers may come from.
#[derive(Clone, Debug)]
pub struct Site {
    public_url: String,
    origins: Vec<String>,
    loopback: bool,
}

impl Site {
    /// `bound` is the address that the node in fact listens on.
    #[must_use]
    pub fn new(config: &HttpConfig, bound: SocketAddr) -> Self {
        let public_url = config.public_url.clone().unwrap_or_else(|| format!("http://{bound}"));
        let mut origins = config.origins.clone();
        origins.push(public_url.clone());
        let loopback = config.is_loopback();
        if loopback {
            let port = bound.port();
            origins.extend(["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}")));
        }
        Self { public_url, origins: origins.iter().map(|o| o.to_ascii_lowercase()).collect(), loopback }
    }

    /// The address at which people reach Troupe; without a slash at the end.
    #[must_use]
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// The origins that browsers may come from, in lower case.
    pub(super) fn origins(&self) -> impl Iterator<Item = &str> {
        self.origins.iter().map(String::as_str)
    }

    /// Whether people reach it over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Whether an origin is allowed: scheme, host and port must match exactly.
    #[must_use]
    pub fn allows(&self, origin: &str) -> bool {
        self.origins.iter().any(|ours| ours.eq_ignore_ascii_case(origin))
    }

    /// For a socket's handshake: it must name an allowed origin.
    ///
    /// # Errors
    /// `origin_denied`.
    pub fn require_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        match origin(headers)? {
            Some(origin) if self.allows(origin) => Ok(()),
            _ => Err(Code::OriginDenied.into()),
        }
    }

    /// For all other requests: an origin, if there is one, must be allowed. Programs send none.
    ///
    /// # Errors
    /// `origin_denied`.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let cross_site = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
        match origin(headers)? {
            Some(origin) if self.allows(origin) => Ok(()),
            None if !cross_site => Ok(()),
            _ => Err(Code::OriginDenied.into()),
        }
    }

    /// Guards a developer's machine against DNS rebinding. A foreign page can let its own name point at the loopback
    /// address, and so become "the same origin". But it cannot change the `Host` that its requests carry.
    ///
    /// # Errors
    /// `origin_denied`.
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if !self.loopback {
            return Ok(());
        }
        let named = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let host = named
            .rsplit_once(':')
            .map_or(named, |(host, port)| if port.bytes().all(|b| b.is_ascii_digit()) { host } else { named });
        let local = ["localhost", "127.0.0.1", "[::1]"].iter().any(|l| host.eq_ignore_ascii_case(l));
        let ours = self
            .origins
            .iter()
            .any(|origin| origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(named)));
        if local || ours { Ok(()) } else { Err(Code::OriginDenied.into()) }
    }
}

/// The one `Origin` that a request names; two are refused.
fn origin(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let mut named = headers.get_all(ORIGIN);
    let first = named.next().map(|value| value.to_str().map_err(|_| Code::OriginDenied)).transpose()?;
    if named.next().is_some() { Err(Code::OriginDenied.into()) } else { Ok(first) }
}

#[cfg(test)]
mod tests;
