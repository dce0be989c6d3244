//! Checks ID tokens (OpenID Connect Core 1.0, 3.1.3.7).

use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use serde_json::{Map, Value};

use super::fault::Fault;

/// How far the clocks of a provider and of the database may differ, in seconds.
const LEEWAY: i64 = 60;
/// The longest token, in bytes.
const LONGEST: usize = 32 * 1024;
/// The longest subject (OpenID Connect Core, 2).
const LONGEST_SUBJECT: usize = 255;
/// The accepted algorithms. All have a public key: with HMAC, everyone who knows the client secret could sign.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// What a token must say.
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    /// The database's time, in seconds since 1970.
    pub(super) now: i64,
}

/// Why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// No key fits. The provider may have new keys.
    Key,
    /// Anything else.
    Token(&'static str),
}

impl From<Wrong> for Fault {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Key => Self::Answer("no key fits the ID token"),
            Wrong::Token(reason) => Self::Answer(reason),
        }
    }
}

/// The keys of a key set (RFC 7517). Keys of unknown kinds are left out.
pub(super) fn keys_of(body: &[u8]) -> Result<Vec<Jwk>, Fault> {
    let set: Value = serde_json::from_slice(body).map_err(|_| Fault::Answer("its keys cannot be read"))?;
    let keys = set["keys"].as_array().ok_or(Fault::Answer("its keys cannot be read"))?;
    Ok(keys.iter().filter_map(|key| serde_json::from_value(key.clone()).ok()).collect())
}

/// The claims of a token whose signature and claims are valid.
pub(super) fn check(token: &str, keys: &[Jwk], expected: &Expected<'_>) -> Result<Map<String, Value>, Wrong> {
    if token.len() > LONGEST {
        return Err(Wrong::Token("the ID token is too long"));
    }
    let head = decode_header(token).map_err(|_| Wrong::Token("the head of the ID token cannot be read"))?;
    if !ALGORITHMS.contains(&head.alg) || head.crit.is_some() {
        return Err(Wrong::Token("the ID token has an algorithm or an extension that is not accepted"));
    }
    let mut validation = Validation::new(head.alg);
    // The library would use the node's own clock.
    validation.validate_exp = false;
    validation.set_issuer(&[expected.issuer]);
    validation.set_audience(&[expected.client_id]);
    validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
    let mut wrong = Wrong::Key;
    for key in keys.iter().filter(|key| fits(key, &head)) {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        match decode::<Map<String, Value>>(token, &key, &validation) {
            Ok(decoded) => return check_claims(decoded.claims, expected),
            Err(error) if is_of_signature(&error) => {}
            Err(_) => wrong = Wrong::Token("the ID token is of another issuer or for another client"),
        }
    }
    Err(wrong)
}

fn is_of_signature(error: &jsonwebtoken::errors::Error) -> bool {
    use jsonwebtoken::errors::ErrorKind as E;
    matches!(
        error.kind(),
        // `InvalidAlgorithm`: the key belongs to another family than the algorithm.
        E::InvalidSignature | E::InvalidKeyFormat | E::InvalidEcdsaKey | E::InvalidRsaKey(_) | E::InvalidAlgorithm
    )
}

/// Whether a key may have signed a token with this head.
fn fits(key: &Jwk, head: &Header) -> bool {
    let signs = !matches!(key.common.public_key_use, Some(PublicKeyUse::Encryption | PublicKeyUse::Other(_)));
    let is_named = head.kid.is_none() || key.common.key_id == head.kid;
    let algorithm = key.common.key_algorithm.map(|algorithm| algorithm.to_string().parse().ok());
    let is_of_algorithm = algorithm.is_none_or(|algorithm| algorithm == Some(head.alg));
    // A symmetric key in a public document is no key.
    signs && is_named && is_of_algorithm && !matches!(key.algorithm, AlgorithmParameters::OctetKey(_))
}

fn check_claims(claims: Map<String, Value>, expected: &Expected<'_>) -> Result<Map<String, Value>, Wrong> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let seconds = |name: &str| claims.get(name).map(Value::as_i64);
    // The library also accepts a list of issuers.
    if text("iss") != Some(expected.issuer) {
        return Err(Wrong::Token("the ID token is of another issuer"));
    }
    let audiences = claims.get("aud").and_then(Value::as_array).map_or(1, Vec::len);
    let party = claims.get("azp");
    if audiences > 1 && party.is_none() || party.is_some_and(|party| party.as_str() != Some(expected.client_id)) {
        return Err(Wrong::Token("the ID token is for another client"));
    }
    let later = expected.now.saturating_add(LEEWAY);
    if seconds("exp").flatten().is_none_or(|exp| exp <= expected.now.saturating_sub(LEEWAY)) {
        return Err(Wrong::Token("the ID token has expired"));
    }
    let has_begun = |at: Option<Option<i64>>| at.is_none_or(|at| at.is_some_and(|at| at <= later));
    if seconds("iat").is_none() || !has_begun(seconds("iat")) || !has_begun(seconds("nbf")) {
        return Err(Wrong::Token("the ID token is of the future"));
    }
    if text("nonce") != Some(expected.nonce) {
        return Err(Wrong::Token("the ID token has the nonce of another sign-in"));
    }
    if !text("sub").is_some_and(|subject| (1..=LONGEST_SUBJECT).contains(&subject.len())) {
        return Err(Wrong::Token("the ID token names no person"));
    }
    Ok(claims)
}

#[cfg(test)]
mod tests;
