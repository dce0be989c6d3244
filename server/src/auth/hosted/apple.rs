//! Apple differs from other providers in three ways: the client secret is a token that the node signs, the answer comes as a
//! form, and only the form of the first sign-in has the name.

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Deserialize;
use serde_json::json;

use crate::config::AppleKey;

/// How long a client secret is valid, in seconds.
const LIFE: i64 = 300;

/// The client secret that Apple expects. A new one is signed for each sign-in.
pub(super) fn client_secret(key: &AppleKey, client_id: &str, audience: &str, now: i64) -> Option<String> {
    let mut head = Header::new(Algorithm::ES256);
    head.kid = Some(key.id.clone());
    let claims = json!({
        "iss": key.team,
        "iat": now,
        "exp": now.saturating_add(LIFE),
        "aud": audience,
        "sub": client_id,
    });
    encode(&head, &claims, &EncodingKey::from_ec_pem(key.pem.bytes()).ok()?).ok()
}

/// The name in the form: the first and the last name.
pub(super) fn name_of(user: &str) -> (Option<String>, Option<String>) {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Name {
        first_name: Option<String>,
        last_name: Option<String>,
    }
    #[derive(Default, Deserialize)]
    struct User {
        #[serde(default)]
        name: Name,
    }
    let User { name } = serde_json::from_str(user).unwrap_or_default();
    (name.first_name, name.last_name)
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation, decode};
    use p256::SecretKey;
    use p256::elliptic_curve::sec1::ToEncodedPoint;
    use p256::pkcs8::{EncodePrivateKey, LineEnding};
    use serde_json::Value;

    use super::*;

    #[test]
    fn hs10_the_client_secret_is_signed_with_the_key_of_the_team() {
        let secret = SecretKey::from_slice(&[7; 32]).expect("a key");
        let pem = secret.to_pkcs8_pem(LineEnding::LF).expect("PEM").to_string();
        let key = AppleKey { team: "TEAM".to_owned(), id: "KEY".to_owned(), pem: pem.into() };
        let token = client_secret(&key, "org.example.troupe", "https://appleid.apple.com", 1_000).expect("signed");
        let point = secret.public_key().to_encoded_point(false);
        let mut validation = Validation::new(Algorithm::ES256);
        validation.validate_exp = false;
        validation.set_audience(&["https://appleid.apple.com"]);
        let decoded = decode::<Value>(&token, &DecodingKey::from_ec_der(point.as_bytes()), &validation).expect("valid");
        assert_eq!(decoded.header.kid.as_deref(), Some("KEY"));
        assert_eq!((&decoded.claims["iss"], &decoded.claims["sub"]), (&json!("TEAM"), &json!("org.example.troupe")));
        assert_eq!((&decoded.claims["iat"], &decoded.claims["exp"]), (&json!(1_000), &json!(1_300)));
    }

    #[test]
    fn hs10_the_name_is_read_from_the_form_and_may_be_missing() {
        let whole = r#"{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.org"}"#;
        assert_eq!(name_of(whole), (Some("Ann".to_owned()), Some("Lee".to_owned())));
        for text in ["", "{}", "[]", r#"{"name":null}"#] {
            assert_eq!(name_of(text), (None, None), "{text}");
        }
    }
}
