//! Access tokens: JWTs of one type, with one algorithm, signed by the key that their head names.

use std::sync::Arc;
use std::time::Duration;

use actors::Clock;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::keys::Keys;
use super::principal::Principal;
use crate::error::{Code, Refusal};

const ISSUER: &str = "troupe";
const AUDIENCE: &str = "troupe:api";
const KIND: &str = "access";

/// In seconds: how far the nodes' views of the database's time may differ.
const LEEWAY: i64 = 5;

/// The only fields that a token's head may have. Any other field (`crit`, `jku`, `jwk`, `x5u`) asks for an unsupported
/// feature, and the token is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    alg: String,
    typ: String,
    /// Absent in tokens of nodes of build 0008.
    kid: Option<String>,
}

/// Every claim is required, with exactly this type: an `exp` that is a text, or an `aud` that is a list, is refused.
#[derive(Serialize, Deserialize)]
struct Claims {
    sub: Uuid,
    sid: Uuid,
    iat: i64,
    exp: i64,
    /// Issued tokens have no `nbf`; in a token that has one, it is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    aud: String,
    iss: String,
    typ: String,
}

/// Makes and reads access tokens by the database's clock. So a node with a wrong clock neither refuses tokens of other
/// nodes, nor issues tokens that live too long.
pub(super) struct AccessTokens {
    /// The head of issued tokens; it names the key.
    head: Header,
    encoding: EncodingKey,
    /// Keys with their ids, the current one first.
    decoding: Vec<(String, DecodingKey)>,
    validation: Validation,
    life: Duration,
    clock: Arc<Clock>,
}

impl AccessTokens {
    pub(super) fn new(keys: &Keys, life: Duration, clock: Arc<Clock>) -> Self {
        // Only this algorithm is accepted, whatever the token names.
        let mut validation = Validation::new(Algorithm::HS256);
        // The library would use the node's own clock; `verify` uses the database's.
        validation.validate_exp = false;
        validation.set_audience(&[AUDIENCE]);
        validation.set_issuer(&[ISSUER]);
        validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
        let current = keys.current();
        let mut head = Header::new(Algorithm::HS256);
        head.kid = Some(current.id.clone());
        Self {
            head,
            encoding: EncodingKey::from_secret(&current.access),
            decoding: keys.all().map(|key| (key.id.clone(), DecodingKey::from_secret(&key.access))).collect(),
            validation,
            life,
            clock,
        }
    }

    /// The database's time, in seconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.clock.now().get().unix_timestamp()
    }

    /// Makes a token for a session.
    pub(super) fn issue(&self, user_id: Uuid, session_id: Uuid) -> Result<String, Refusal> {
        let iat = self.now();
        let claims = Claims {
            sub: user_id,
            sid: session_id,
            iat,
            exp: iat.saturating_add_unsigned(self.life.as_secs()),
            nbf: None,
            aud: AUDIENCE.to_owned(),
            iss: ISSUER.to_owned(),
            typ: KIND.to_owned(),
        };
        encode(&self.head, &claims, &self.encoding).map_err(|error| {
            tracing::error!(%error, "an access token could not be signed");
            Code::Internal.into()
        })
    }

    /// The principal that a token names.
    pub(super) fn verify(&self, token: &str) -> Result<Principal, Refusal> {
        let head = head(token).ok_or(Code::Unauthenticated)?;
        let named = |id: &str| head.kid.as_ref().is_none_or(|kid| kid == id);
        let claims = self
            .decoding
            .iter()
            .filter(|(id, _)| named(id))
            .find_map(|(_, key)| decode::<Claims>(token, key, &self.validation).ok())
            .ok_or(Code::Unauthenticated)?
            .claims;
        let now = self.now();
        let is_of_the_future = |at: i64| at > now.saturating_add(LEEWAY);
        let ends = OffsetDateTime::from_unix_timestamp(claims.exp);
        let (Ok(expires_at), false) = (ends, is_of_the_future(claims.iat) || claims.nbf.is_some_and(is_of_the_future))
        else {
            return Err(Code::Unauthenticated.into());
        };
        if claims.typ != KIND || claims.exp < 0 {
            return Err(Code::Unauthenticated.into());
        }
        if claims.exp < now.saturating_sub(LEEWAY) {
            return Err(Code::TokenExpired.into());
        }
        Ok(Principal { user_id: claims.sub, session_id: claims.sid, expires_at })
    }
}

/// The head of a token, if it is an access token of Troupe.
fn head(token: &str) -> Option<Head> {
    let (head, _) = token.split_once('.')?;
    let head: Head = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(head).ok()?).ok()?;
    (head.alg == "HS256" && head.typ == "JWT").then_some(head)
}

#[cfg(test)]
mod tests;
