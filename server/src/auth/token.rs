//! Access tokens: JWTs, of one kind, signed in one way.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Principal;
use super::keys::Keys;
use crate::error::{Code, Refusal};

const ISSUER: &str = "troupe";
const AUDIENCE: &str = "troupe:api";
const KIND: &str = "access";

/// How far the nodes' clocks may be apart.
const LEEWAY: u64 = 5;

/// Every claim is required, and of exactly this type: an `exp` that is a text, an `aud` that is a
/// list, are no tokens of ours.
#[derive(Serialize, Deserialize)]
struct Claims {
    sub: Uuid,
    sid: Uuid,
    iat: u64,
    exp: u64,
    aud: String,
    iss: String,
    typ: String,
}

/// Makes and reads access tokens.
pub(super) struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    life: Duration,
}

impl AccessTokens {
    pub(super) fn new(keys: &Keys, life: Duration) -> Self {
        // The one algorithm; what a token says about itself decides nothing.
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = LEEWAY;
        validation.validate_nbf = true;
        validation.set_audience(&[AUDIENCE]);
        validation.set_issuer(&[ISSUER]);
        validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
        Self {
            encoding: EncodingKey::from_secret(&keys.access),
            decoding: DecodingKey::from_secret(&keys.access),
            validation,
            life,
        }
    }

    /// A token for a session.
    pub(super) fn issue(&self, user_id: Uuid, session_id: Uuid) -> Result<String, Refusal> {
        let iat = now();
        let claims = Claims {
            sub: user_id,
            sid: session_id,
            iat,
            exp: iat.saturating_add(self.life.as_secs()),
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
        let claims = decode::<Claims>(token, &self.decoding, &self.validation)
            .map_err(|error| match error.kind() {
                ErrorKind::ExpiredSignature => Code::TokenExpired,
                _ => Code::Unauthenticated,
            })?
            .claims;
        if claims.typ != KIND || claims.iat > now().saturating_add(LEEWAY) {
            return Err(Code::Unauthenticated.into());
        }
        Ok(Principal {
            user_id: claims.sub,
            session_id: claims.sid,
            expires_at: UNIX_EPOCH + Duration::from_secs(claims.exp),
        })
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests;
