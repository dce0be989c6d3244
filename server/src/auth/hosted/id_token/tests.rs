//! Tokens that a good provider never issues. The tests with a real provider are in `web/e2e/hosted.e2e.ts`.

use std::slice::from_ref;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{EncodingKey, encode};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::{EncodePrivateKey, LineEnding};
use serde_json::json;

use super::*;

const NOW: i64 = 1_800_000_000;
const EXPECTED: Expected<'static> =
    Expected { issuer: "https://id.example.org", client_id: "troupe", nonce: "the nonce", now: NOW };

/// A private key of P-256, and its public key with an id.
fn key(seed: u8, id: &str) -> (EncodingKey, Jwk) {
    let secret = SecretKey::from_slice(&[seed; 32]).expect("a key");
    let pem = secret.to_pkcs8_pem(LineEnding::LF).expect("PEM");
    let point = secret.public_key().to_encoded_point(false);
    let [x, y] = [point.x(), point.y()].map(|part| URL_SAFE_NO_PAD.encode(part.expect("a coordinate")));
    let public = json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": id, "x": x, "y": y});
    (EncodingKey::from_ec_pem(pem.as_bytes()).expect("a key"), serde_json::from_value(public).expect("a JWK"))
}

fn claims() -> Value {
    json!({"iss": "https://id.example.org", "aud": "troupe", "sub": "ann", "nonce": "the nonce", "iat": NOW, "exp": NOW + 300})
}

fn signed(claims: &Value, key: &EncodingKey, kid: Option<&str>) -> String {
    let mut head = Header::new(Algorithm::ES256);
    head.kid = kid.map(str::to_owned);
    encode(&head, claims, key).expect("signed")
}

/// The answer to the claims after a change.
fn with(name: &str, value: Value) -> Result<Map<String, Value>, Wrong> {
    let (private, public) = key(1, "one");
    let mut claims = claims();
    claims[name] = value;
    check(&signed(&claims, &private, Some("one")), &[public], &EXPECTED)
}

#[test]
fn b06_a_token_with_the_expected_claims_names_its_person() {
    let (private, public) = key(1, "one");
    for kid in [Some("one"), None] {
        let found = check(&signed(&claims(), &private, kid), &[key(2, "two").1, public.clone()], &EXPECTED);
        assert_eq!(found.expect("valid")["sub"], "ann");
    }
    assert!(with("aud", json!(["troupe"])).is_ok());
}

#[test]
fn b06_a_token_for_another_client_of_another_issuer_or_of_another_sign_in_is_refused() {
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("iss", json!(["https://id.example.org"])),
        ("iss", json!("https://id.example.org/")),
        ("aud", json!("other")),
        ("aud", json!([])),
        ("aud", json!(["troupe", "other"])),
        ("azp", json!("other")),
        ("nonce", json!("another")),
        ("nonce", Value::Null),
        ("sub", json!("")),
        ("sub", json!(7)),
        ("sub", json!("x".repeat(256))),
    ] {
        assert!(matches!(with(name, value.clone()), Err(Wrong::Token(_))), "{name} {value}");
    }
    let (private, public) = key(1, "one");
    let mut two = claims();
    two["aud"] = json!(["troupe", "other"]);
    two["azp"] = json!("troupe");
    assert!(check(&signed(&two, &private, None), &[public], &EXPECTED).is_ok());
}

#[test]
fn b06_clocks_may_differ_by_a_minute_and_no_more() {
    for (name, value, is_valid) in [
        ("exp", json!(NOW - 59), true),
        ("exp", json!(NOW - 60), false),
        ("exp", json!("1800000300"), false),
        ("exp", json!(-1), false),
        ("exp", Value::Null, false),
        ("iat", json!(NOW + 60), true),
        ("iat", json!(NOW + 61), false),
        ("iat", json!("x"), false),
        ("nbf", json!(NOW + 60), true),
        ("nbf", json!(NOW + 61), false),
    ] {
        assert_eq!(with(name, value.clone()).is_ok(), is_valid, "{name} {value}");
    }
}

#[test]
fn b06_only_a_key_of_the_provider_signs() {
    let ((private, public), (other_private, other)) = (key(1, "one"), key(2, "two"));
    let token = signed(&claims(), &private, Some("one"));
    assert_eq!(check(&token, from_ref(&other), &EXPECTED), Err(Wrong::Key));
    let forged = signed(&claims(), &other_private, Some("one"));
    assert_eq!(check(&forged, &[public.clone(), other], &EXPECTED), Err(Wrong::Key), "the key is chosen by its id");
    let mut for_encryption = public.clone();
    for_encryption.common.public_key_use = Some(PublicKeyUse::Encryption);
    assert_eq!(check(&token, &[for_encryption], &EXPECTED), Err(Wrong::Key));
    let (head, rest) = token.split_once('.').expect("three parts");
    let (body, signature) = rest.split_once('.').expect("three parts");
    for broken in [
        format!("{head}.{body}."),
        format!("{head}.{body}"),
        format!("{head}.{}.{signature}", URL_SAFE_NO_PAD.encode(claims().to_string().replace("ann", "ben"))),
        String::new(),
        "x".repeat(LONGEST + 1),
    ] {
        assert!(check(&broken, from_ref(&public), &EXPECTED).is_err(), "{broken:.80}");
    }
}

#[test]
fn b06_a_token_without_a_signature_or_with_a_shared_secret_is_refused() {
    let (_, public) = key(1, "one");
    let unsigned = |head: Value| {
        let parts = [head.to_string(), claims().to_string()].map(|part| URL_SAFE_NO_PAD.encode(part));
        format!("{}.{}.", parts[0], parts[1])
    };
    for alg in ["none", "None", "nOnE", "HS256"] {
        assert!(check(&unsigned(json!({"alg": alg})), from_ref(&public), &EXPECTED).is_err(), "{alg}");
    }
    let secret = EncodingKey::from_secret(b"client secret");
    let hmac = encode(&Header::new(Algorithm::HS256), &claims(), &secret).expect("signed");
    let shared = serde_json::from_value(json!({"kty": "oct", "k": URL_SAFE_NO_PAD.encode("client secret")}));
    assert!(check(&hmac, &[shared.expect("a JWK"), public.clone()], &EXPECTED).is_err());
    assert!(check(&unsigned(json!({"alg": "ES256", "crit": ["x"], "x": 1})), &[public], &EXPECTED).is_err());
}

#[test]
fn hs2_keys_of_unknown_kinds_are_left_out() {
    let (_, public) = key(1, "one");
    let set = json!({"keys": [{"kty": "new"}, {"kty": "EC", "crv": "none"}, "x", public]});
    assert!(
        keys_of(set.to_string().as_bytes())
            .expect("read")
            .iter()
            .any(|key| key.common.key_id.as_deref() == Some("one"))
    );
    assert!(keys_of(b"{}").is_err() && keys_of(b"<html>").is_err());
}
