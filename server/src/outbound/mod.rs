//! The one HTTP client of the program for addresses that people or other services have named. It cannot be led into the
//! internal network: it looks at every address of a name after resolving the name, and connects to these addresses alone.
//! It follows no redirect, uses no proxy, keeps no cookie and no connection, and has limits of time and size.

mod address;
mod failed;
mod target;
#[cfg(test)]
mod tests;

pub use failed::Failed;

use std::fmt;
use std::io::Read;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

use self::address::is_public;
use self::target::target;

/// Requests under way at one node.
const AT_ONCE: usize = 16;
/// The most bytes of an answer's head.
const HEAD_BYTES: usize = 16 * 1024;
const USER_AGENT: &str = "Troupe";

/// The limits of a request.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for everything: resolving, connecting, sending, receiving.
    pub time: Duration,
    /// The bytes of a body that are read; the rest is cut off.
    pub bytes: usize,
}

/// An answer, whatever its status. A redirect is an answer as well: its `location` may be asked for in a new request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header `content-type`.
    pub content_type: Option<String>,
    /// The header `location`.
    pub location: Option<String>,
    /// The header `retry-after`, if it is a number of seconds.
    pub retry_after: Option<Duration>,
    /// The body, up to the limit.
    pub body: Vec<u8>,
    /// True if the body was longer.
    pub cut: bool,
}

/// The client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound {
    allows: Allows,
    any_port: bool,
    own_host: Option<Arc<str>>,
    slots: Arc<Semaphore>,
}

/// Whether an address may be connected to.
type Allows = fn(IpAddr) -> bool;

impl Outbound {
    /// A client. `allow_private` lets it reach all addresses and ports, for tests and for services in the operator's own
    /// network. The node itself is `own_host`; the client does not ask it, because its own network may show it as private.
    #[must_use]
    pub fn new(allow_private: bool, own_host: Option<&str>) -> Self {
        let own_host = own_host.filter(|_| !allow_private).map(Arc::from);
        let allows: Allows = if allow_private { |_| true } else { is_public };
        Self { allows, any_port: allow_private, own_host, slots: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// A client of tests that may reach some addresses of this machine, and no others.
    #[cfg(test)]
    pub(crate) fn reaching(allows: Allows) -> Self {
        Self { allows, any_port: true, own_host: None, slots: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Whether a URL may be saved, to be asked for later. A name is not resolved here: its addresses may change.
    ///
    /// # Errors
    /// [`Failed::Refused`].
    pub fn check(&self, url: &str) -> Result<(), Failed> {
        let uri = self.target(url)?;
        let literal = uri.host().unwrap_or_default().trim_matches(['[', ']']).parse();
        match literal {
            Ok(address) if !(self.allows)(address) => Err(Failed::Refused),
            _ => Ok(()),
        }
    }

    /// Reads what is at a URL.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn get(&self, url: &str, limits: Limits) -> Result<Answer, Failed> {
        self.get_with(url, Vec::new(), limits).await
    }

    /// Reads the page or file at a URL, with more headers.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn get_with(
        &self,
        url: &str,
        headers: Vec<(&'static str, String)>,
        limits: Limits,
    ) -> Result<Answer, Failed> {
        let uri = self.target(url)?;
        let agent = self.agent(limits.time);
        self.carry(limits, move || {
            let mut request = agent.get(uri);
            for (name, value) in headers {
                request = request.header(name, value);
            }
            request.call()
        })
        .await
    }

    /// Sends a body to a URL.
    ///
    /// # Errors
    /// Why there is no answer. The server may still have received the body.
    pub async fn post(
        &self,
        url: &str,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
        limits: Limits,
    ) -> Result<Answer, Failed> {
        let uri = self.target(url)?;
        let agent = self.agent(limits.time);
        self.carry(limits, move || {
            let mut request = agent.post(uri);
            for (name, value) in headers {
                request = request.header(name, value);
            }
            request.send(body.as_slice())
        })
        .await
    }

    fn target(&self, url: &str) -> Result<Uri, Failed> {
        target(url, self.own_host.as_deref(), self.any_port)
    }

    /// A client for one request: nothing is kept for the next one.
    fn agent(&self, time: Duration) -> Agent {
        let config = Agent::config_builder()
            .timeout_global(Some(time))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .proxy(None)
            .max_idle_connections(0)
            .max_response_header_size(HEAD_BYTES)
            .user_agent(USER_AGENT)
            .build();
        let resolver = Guard { names: DefaultResolver::default(), allows: self.allows };
        Agent::with_parts(config, DefaultConnector::default(), resolver)
    }

    /// Runs a request on a thread that may block.
    async fn carry<F>(&self, limits: Limits, request: F) -> Result<Answer, Failed>
    where
        F: FnOnce() -> Result<ureq::http::Response<ureq::Body>, Error> + Send + 'static,
    {
        let Ok(slot) = self.slots.clone().acquire_owned().await else { return Err(Failed::Unreachable) };
        let answered = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            read(request().map_err(|error| reason(&error))?, limits.bytes)
        });
        answered.await.unwrap_or(Err(Failed::Unreachable))
    }
}

fn read(answer: ureq::http::Response<ureq::Body>, bytes: usize) -> Result<Answer, Failed> {
    let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (status, content_type, location) = (answer.status().as_u16(), header("content-type"), header("location"));
    let retry_after = header("retry-after").and_then(|seconds| seconds.trim().parse().ok()).map(Duration::from_secs);
    let mut body = Vec::new();
    let most = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut reader = answer.into_body().into_reader().take(most);
    reader.read_to_end(&mut body).map_err(|error| reason(&Error::from(error)))?;
    let cut = body.len() > bytes;
    body.truncate(bytes);
    Ok(Answer { status, content_type, location, retry_after, body, cut })
}

fn reason(error: &Error) -> Failed {
    match error {
        Error::Timeout(_) => Failed::Slow,
        Error::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Failed::Refused,
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => Failed::Slow,
        _ => Failed::Unreachable,
    }
}

/// Resolves names, and refuses a name of which any address is not public. The client connects to the returned addresses,
/// so a name that changes between looking and connecting changes nothing.
struct Guard {
    names: DefaultResolver,
    allows: Allows,
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").finish_non_exhaustive()
    }
}

impl Resolver for Guard {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        if found.iter().all(|address| (self.allows)(address.ip())) {
            return Ok(found);
        }
        Err(Error::Io(std::io::ErrorKind::PermissionDenied.into()))
    }
}
