//! Access tokens: JWTs, of one kind, signed in one way.

use std::sync::Arc;
use std::time::Duration;

use actors::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Principal;
use super::keys::Keys;
use crate::error::{Code, Refusal};

const ISSUER: &str = "troupe";
const AUDIENCE: &str = "troupe:api";
const KIND: &str = "access";

/// In seconds: how far the nodes may be apart in what they take for the database's time.
const LEEWAY: i64 = 5;

/// Every claim is required, and of exactly this type: an `exp` that is a text, an `aud` that is a
/// list, are no tokens of ours.
#[derive(Serialize, Deserialize)]
struct Claims {
    sub: Uuid,
    sid: Uuid,
    iat: i64,
    exp: i64,
    /// Not in ours; where there is one it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    aud: String,
    iss: String,
    typ: String,
}

/// Makes and reads access tokens, by the database's clock: a node whose own is wrong neither turns away what others
/// issued, nor issues what outlives its time.
pub(super) struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    life: Duration,
    clock: Arc<Clock>,
}

impl AccessTokens {
    pub(super) fn new(keys: &Keys, life: Duration, clock: Arc<Clock>) -> Self {
        // The one algorithm; what a token says about itself decides nothing.
        let mut validation = Validation::new(Algorithm::HS256);
        // By another clock than ours, see `verify`.
        validation.validate_exp = false;
        validation.set_audience(&[AUDIENCE]);
        validation.set_issuer(&[ISSUER]);
        validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
        Self {
            encoding: EncodingKey::from_secret(&keys.access),
            decoding: DecodingKey::from_secret(&keys.access),
            validation,
            life,
            clock,
        }
    }

    fn now(&self) -> i64 {
        self.clock.now().get().unix_timestamp()
    }

    /// A token for a session.
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
        encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(|error| {
            tracing::error!(%error, "an access token could not be signed");
            Code::Internal.into()
        })
    }

    /// Whom a token speaks for.
    pub(super) fn verify(&self, token: &str) -> Result<Principal, Refusal> {
        let claims =
            decode::<Claims>(token, &self.decoding, &self.validation).map_err(|_| Code::Unauthenticated)?.claims;
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

#[cfg(test)]
mod tests;
