//! Speaks to one provider.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::jwk::Jwk;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::apple;
use super::claims::{Identity, merge};
use super::fault::Fault;
use super::id_token::{Expected, Wrong, check, keys_of};
use super::metadata::Metadata;
use crate::config::{ClientSecret, ProviderConfig};
use crate::outbound::{Failed, Limits, Outbound};

/// The time for all requests of one sign-in together.
const PATIENCE: Duration = Duration::from_secs(10);
/// The limits of each request.
const LIMITS: Limits = Limits { time: PATIENCE, bytes: 256 * 1024 };
/// How long the discovery document and the keys are kept. New keys are also read when no key fits a token.
const KEPT: Duration = Duration::from_secs(3_600);
/// The longest code, in bytes.
const LONGEST_CODE: usize = 4 * 1024;

/// A provider, with what it has said about itself.
pub(super) struct Provider {
    pub(super) config: ProviderConfig,
    http: Outbound,
    metadata: Kept<Metadata>,
    keys: Kept<Vec<Jwk>>,
}

/// A value, and when it was read.
type Kept<T> = Mutex<Option<(Instant, Arc<T>)>>;

/// The code of a sign-in, and what it must fit.
pub(super) struct Exchange<'a> {
    pub(super) code: &'a str,
    pub(super) verifier: &'a str,
    pub(super) nonce: &'a str,
    pub(super) redirect_uri: &'a str,
    /// The database's time, in seconds since 1970.
    pub(super) now: i64,
}

/// The answer of the token endpoint.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

impl Provider {
    pub(super) fn new(config: ProviderConfig, allow_private: bool, own_host: Option<&str>) -> Self {
        let http = Outbound::new(allow_private || config.private, own_host);
        Self { config, http, metadata: Mutex::default(), keys: Mutex::default() }
    }

    /// What the provider says about itself.
    pub(super) async fn metadata(&self) -> Result<Arc<Metadata>, Fault> {
        if let Some(kept) = kept(&self.metadata) {
            return Ok(kept);
        }
        let issuer = &self.config.issuer;
        let body = self.body(&Metadata::address(issuer), Vec::new()).await?;
        Ok(keep(&self.metadata, Metadata::read(&body, issuer, self.config.private)?))
    }

    /// Exchanges a code, and returns the person that the ID token names.
    pub(super) async fn identify(&self, exchange: &Exchange<'_>) -> Result<Identity, Fault> {
        let identified = tokio::time::timeout(PATIENCE, self.identify_in_time(exchange));
        identified.await.unwrap_or(Err(Fault::Away(Failed::Slow)))
    }

    async fn identify_in_time(&self, exchange: &Exchange<'_>) -> Result<Identity, Fault> {
        let metadata = self.metadata().await?;
        let tokens = self.tokens(&metadata, exchange).await?;
        let expected = Expected {
            issuer: &self.config.issuer,
            client_id: &self.config.client_id,
            nonce: exchange.nonce,
            now: exchange.now,
        };
        let keys = match kept(&self.keys) {
            Some(keys) => keys,
            None => self.read_keys(&metadata).await?,
        };
        let mut claims = match check(&tokens.id_token, &keys, &expected) {
            Err(Wrong::Key) => check(&tokens.id_token, &self.read_keys(&metadata).await?, &expected),
            checked => checked,
        }?;
        let groups = self.config.groups.as_ref().map(|groups| groups.claim.as_str());
        if let (false, Some(address), Some(token)) =
            (Identity::is_whole(&claims, groups), &metadata.userinfo_endpoint, &tokens.access_token)
        {
            let info: Map<String, Value> =
                json(&self.body(address, vec![("authorization", format!("Bearer {token}"))]).await?)?;
            if !merge(&mut claims, info) {
                return Err(Fault::Answer("its userinfo endpoint names another person"));
            }
        }
        Identity::read(&claims, groups).ok_or(Fault::Answer("the ID token names no person"))
    }

    /// Exchanges the code. The provider accepts a code once.
    async fn tokens(&self, metadata: &Metadata, exchange: &Exchange<'_>) -> Result<Tokens, Fault> {
        if exchange.code.len() > LONGEST_CODE {
            return Err(Fault::Answer("the code is too long"));
        }
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", exchange.code)
            .append_pair("client_id", &self.config.client_id)
            .append_pair("redirect_uri", exchange.redirect_uri)
            .append_pair("code_verifier", exchange.verifier);
        let mut headers = vec![("content-type", "application/x-www-form-urlencoded".to_owned())];
        let accepts = &metadata.token_endpoint_auth_methods_supported;
        let takes_basic = accepts.is_empty() || accepts.iter().any(|method| method == "client_secret_basic");
        match &self.config.secret {
            ClientSecret::None => {}
            ClientSecret::Text(secret) if takes_basic => {
                headers.push(("authorization", basic(&self.config.client_id, secret.reveal())));
            }
            ClientSecret::Text(secret) => {
                form.append_pair("client_secret", secret.reveal());
            }
            ClientSecret::Apple(key) => {
                let secret = apple::client_secret(key, &self.config.client_id, &self.config.issuer, exchange.now);
                form.append_pair("client_secret", &secret.ok_or(Fault::Answer("the key of Apple cannot sign"))?);
            }
        }
        let body = form.finish().into_bytes();
        let answer = self.http.post(&metadata.token_endpoint, headers, body, LIMITS).await?;
        if answer.status >= 500 {
            return Err(Fault::Away(Failed::Unreachable));
        }
        if answer.status != 200 || answer.cut {
            return Err(Fault::Answer("its token endpoint has refused the code"));
        }
        json(&answer.body)
    }

    async fn read_keys(&self, metadata: &Metadata) -> Result<Arc<Vec<Jwk>>, Fault> {
        let body = self.body(&metadata.jwks_uri, Vec::new()).await?;
        Ok(keep(&self.keys, keys_of(&body)?))
    }

    /// The whole body at an address.
    async fn body(&self, address: &str, headers: Vec<(&'static str, String)>) -> Result<Vec<u8>, Fault> {
        let answer = self.http.get_with(address, headers, LIMITS).await?;
        match answer.status {
            200 if !answer.cut => Ok(answer.body),
            200 => Err(Fault::Answer("an answer is too long")),
            500.. => Err(Fault::Away(Failed::Unreachable)),
            _ => Err(Fault::Answer("it has refused a request")),
        }
    }
}

fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|_| Fault::Answer("an answer cannot be read"))
}

fn kept<T>(slot: &Kept<T>) -> Option<Arc<T>> {
    let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    slot.as_ref().filter(|(at, _)| at.elapsed() < KEPT).map(|(_, value)| value.clone())
}

fn keep<T>(slot: &Kept<T>, value: T) -> Arc<T> {
    let value = Arc::new(value);
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), value.clone()));
    value
}

/// The header of a client with a secret (RFC 6749, 2.3.1): both parts are encoded as in a form.
fn basic(id: &str, secret: &str) -> String {
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(id), encoded(secret))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_and_the_secret_of_a_client_are_encoded_before_they_are_joined() {
        assert_eq!(basic("troupe", "a:b c"), format!("Basic {}", STANDARD.encode("troupe:a%3Ab+c")));
    }
}
