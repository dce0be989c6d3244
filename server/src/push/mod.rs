//! Web push: what browsers subscribe with, and messages to their push services (RFC 8030, 8188, 8291, 8292).
//! docs/decisions/notifications.md lists the rules and the choices.

mod message;
mod sent;
mod subscription;
mod vapid;

pub use sent::Sent;
pub use subscription::Subscription;

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use time::OffsetDateTime;

use crate::auth::{push_seed, subscription_key};
use crate::config::{Config, Secrets};
use crate::outbound::{Limits, Outbound};

use self::vapid::ServerKey;

/// How long a push service keeps a message for a browser that is away.
pub const KEPT: Duration = Duration::from_secs(86_400);
/// The time of one request, and the bytes of an answer that are read.
const LIMITS: Limits = Limits { time: Duration::from_secs(10), bytes: 1_024 };
/// The longest endpoint. Those of today's browsers have 100 to 600 characters.
const LONGEST_ENDPOINT: usize = 1_024;

/// Sends web push. Cheap to clone.
#[derive(Clone)]
pub struct Push {
    inner: Arc<Inner>,
}

struct Inner {
    outbound: Outbound,
    /// Whether endpoints may be without TLS: only where requests may go to private addresses.
    plain: bool,
    /// The one for new subscriptions first.
    keys: Vec<ServerKey>,
    /// The one that seals first.
    sealing: Vec<[u8; 32]>,
    contact: Option<String>,
}

/// The field of a subscription that is not as it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The address is not one of a push service.
    Endpoint,
    /// The public key of the browser.
    Key,
    /// The secret of the browser.
    Auth,
}

/// A message for one browser.
#[derive(Clone, Debug)]
pub struct Message {
    /// What the browser shows, as JSON.
    pub text: Vec<u8>,
    /// A message that waits at the push service is replaced by the next one with the same topic.
    pub topic: String,
    /// Whether a browser that saves energy is woken for it.
    pub urgent: bool,
}

impl Push {
    /// The keys are derived from the secret, and so the same on every node, unless `push.key` is set.
    #[must_use]
    pub fn new(config: &Config, secrets: &Secrets, outbound: Outbound, public_url: &str) -> Self {
        let both = || std::iter::once(&secrets.current).chain(&secrets.previous);
        let set = config.push.key.as_ref().and_then(|key| URL_SAFE_NO_PAD.decode(key.reveal()).ok());
        let set = set.and_then(|bytes| ServerKey::exact(&bytes));
        let derived = both().filter_map(|secret| ServerKey::of_seed(&push_seed(secret)));
        let inner = Inner {
            outbound,
            plain: config.outbound.private,
            keys: set.into_iter().chain(derived).collect(),
            sealing: both().map(subscription_key).collect(),
            contact: Some(public_url).filter(|url| url.starts_with("https://")).map(str::to_owned),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The public key with which browsers subscribe.
    #[must_use]
    pub fn public_key(&self) -> &[u8] {
        self.inner.keys.first().map_or(&[], |key| key.public())
    }

    /// The subscription that a browser names.
    ///
    /// # Errors
    /// The field that is wrong.
    pub fn subscription(&self, endpoint: String, p256dh: &str, auth: &str) -> Result<Subscription, Wrong> {
        let is_long = endpoint.len() > LONGEST_ENDPOINT;
        let is_plain = !self.inner.plain && !endpoint.starts_with("https://");
        if is_long || is_plain || self.inner.outbound.check(&endpoint).is_err() {
            return Err(Wrong::Endpoint);
        }
        let key = subscription::key(p256dh).ok_or(Wrong::Key)?;
        let auth = subscription::auth(auth).ok_or(Wrong::Auth)?;
        Ok(Subscription { endpoint, key, auth })
    }

    /// The form in which a subscription is stored.
    #[must_use]
    pub fn sealed(&self, subscription: &Subscription) -> Option<Vec<u8>> {
        self.inner.sealing.first().and_then(|key| subscription.sealed(key))
    }

    /// The subscription of a stored form; none if it was sealed under a secret of which this node knows nothing.
    #[must_use]
    pub fn opened(&self, sealed: &[u8], hash: &[u8]) -> Option<Subscription> {
        self.inner.sealing.iter().find_map(|key| Subscription::opened(sealed, hash, key))
    }

    /// Sends a message, signed with the key for which the browser has subscribed.
    pub async fn send(&self, to: &Subscription, server_key: &[u8], message: Message) -> Sent {
        let Inner { outbound, keys, contact, .. } = &*self.inner;
        let Some(key) = keys.iter().find(|key| key.public() == server_key) else { return Sent::Gone };
        let now = OffsetDateTime::now_utc();
        let Some(authorization) = key.authorization(&to.endpoint, contact.as_deref(), now) else { return Sent::Gone };
        let Some(body) = encrypted(to, &message.text) else { return Sent::TooLong };
        let headers = vec![
            ("authorization", authorization),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", KEPT.as_secs().to_string()),
            ("urgency", if message.urgent { "high" } else { "normal" }.to_owned()),
            ("topic", message.topic),
        ];
        Sent::of(outbound.post(&to.endpoint, headers, body, LIMITS).await)
    }
}

fn encrypted(to: &Subscription, text: &[u8]) -> Option<Vec<u8>> {
    // A random number is nearly always a private key.
    let own = (0..8).find_map(|_| SecretKey::from_slice(&rand::random::<[u8; 32]>()).ok())?;
    message::encrypt(text, &to.key, &to.auth, &own, rand::random())
}
