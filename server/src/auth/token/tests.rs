use serde_json::{Value, json};

use super::*;
use crate::config::{Secret, Secrets};

const LIFE: Duration = Duration::from_secs(600);
const NOW: i64 = 1_000_000_000;

fn keys(current: &str, previous: Option<&str>) -> Keys {
    let secret = |text: &str| Secret::from(text.to_owned());
    Keys::derive(&Secrets { current: secret(current), previous: previous.map(secret) })
}

fn tokens() -> (Keys, AccessTokens) {
    let keys = keys("b7e1c4a95d0f38269acd7be1f04c5d3a", None);
    // The node's own clock shows another time.
    let clock = Clock::new(OffsetDateTime::from_unix_timestamp(NOW).expect("an instant"));
    let tokens = AccessTokens::new(&keys, LIFE, Arc::new(clock));
    (keys, tokens)
}

/// The claims of a good token.
fn claims() -> Value {
    json!({
        "sub": Uuid::nil(), "sid": Uuid::nil(), "iat": NOW, "exp": NOW + 600,
        "aud": AUDIENCE, "iss": ISSUER, "typ": KIND,
    })
}

/// Signs any claims with the right key. Only a holder of the secret could do that, but a claim of a wrong type must not
/// pass even then.
fn sign(keys: &Keys, head: &Header, claims: &Value) -> String {
    encode(head, claims, &EncodingKey::from_secret(&keys.current().access)).expect("signed")
}

fn refused(tokens: &AccessTokens, token: &str) -> Code {
    tokens.verify(token).expect_err("refused").code
}

#[test]
fn a_token_speaks_for_whom_it_was_made() {
    let (_, tokens) = tokens();
    let (user, session) = (Uuid::now_v7(), Uuid::now_v7());
    let token = tokens.issue(user, session).expect("issued");
    let principal = tokens.verify(&token).expect("it counts");
    assert_eq!((principal.user_id, principal.session_id), (user, session));
}

#[test]
fn a09_claims_of_odd_types_and_values_are_refused() {
    let (keys, tokens) = tokens();
    let odd = [
        ("exp", json!("9999999999")),
        ("exp", json!(-1)),
        ("exp", json!(null)),
        ("exp", json!(1e300)),
        ("iat", json!(NOW + 3_600)),
        ("iat", json!("now")),
        ("nbf", json!(NOW + 3_600)),
        ("nbf", json!("now")),
        ("exp", json!(i64::MAX)),
        ("aud", json!([AUDIENCE])),
        ("aud", json!("another")),
        ("iss", json!("another")),
        ("typ", json!("refresh")),
        ("typ", json!(null)),
        ("sub", json!("ann")),
        ("sid", json!(7)),
    ];
    for (name, value) in odd {
        let mut claims = claims();
        claims[name] = value.clone();
        let token = sign(&keys, &Header::new(Algorithm::HS256), &claims);
        assert_eq!(refused(&tokens, &token), Code::Unauthenticated, "{name}: {value}");
    }
    for name in ["exp", "iat", "sub", "sid", "aud", "iss", "typ"] {
        let mut claims = claims();
        claims.as_object_mut().expect("an object").remove(name);
        let token = sign(&keys, &Header::new(Algorithm::HS256), &claims);
        assert_eq!(refused(&tokens, &token), Code::Unauthenticated, "without {name}");
    }
    let good = sign(&keys, &Header::new(Algorithm::HS256), &claims());
    assert!(tokens.verify(&good).is_ok());
}

#[test]
fn a08_only_our_algorithm_and_our_key_count_whatever_the_head_says() {
    let (keys, tokens) = tokens();
    for algorithm in [Algorithm::HS384, Algorithm::HS512] {
        let token = sign(&keys, &Header::new(algorithm), &claims());
        assert_eq!(refused(&tokens, &token), Code::Unauthenticated, "{algorithm:?}");
    }
    let other = EncodingKey::from_secret(b"another key, as long as the real one");
    let mut head = Header::new(Algorithm::HS256);
    head.kid = Some("../../dev/null".to_owned());
    head.jku = Some("https://evil.example/keys".to_owned());
    head.x5u = Some("https://evil.example/cert".to_owned());
    let token = encode(&head, &claims(), &other).expect("signed");
    assert_eq!(refused(&tokens, &token), Code::Unauthenticated);
}

#[test]
fn a08_a_token_header_holds_exactly_the_fields_of_ours() {
    let (keys, tokens) = tokens();
    let with = |change: &dyn Fn(&mut Header)| {
        let mut head = Header::new(Algorithm::HS256);
        head.kid = Some(keys.current().id.clone());
        change(&mut head);
        sign(&keys, &head, &claims())
    };
    assert!(tokens.verify(&with(&|_| ())).is_ok());
    assert!(tokens.verify(&with(&|head| head.kid = None)).is_ok(), "builds of 0008 name no key");
    let odd: [&dyn Fn(&mut Header); 6] = [
        &|head| head.kid = Some("0000000000000000".to_owned()),
        &|head| head.kid = Some(String::new()),
        &|head| head.crit = Some(vec!["exp".to_owned()]),
        &|head| head.jku = Some("https://evil.example/keys".to_owned()),
        &|head| head.typ = Some("at+jwt".to_owned()),
        &|head| head.typ = None,
    ];
    for (n, change) in odd.iter().enumerate() {
        assert_eq!(refused(&tokens, &with(change)), Code::Unauthenticated, "{n}");
    }
}

#[test]
fn a_token_of_either_secret_counts_during_a_rotation_and_a_key_does_not_pass_for_the_other() {
    let (old, new) = ("b7e1c4a95d0f38269acd7be1f04c5d3a", "0f38269acd7be1f04c5d3ab7e1c4a95d");
    let clock = || Arc::new(Clock::new(OffsetDateTime::from_unix_timestamp(NOW).expect("an instant")));
    let tokens = |current, previous| AccessTokens::new(&keys(current, previous), LIFE, clock());
    let before = tokens(old, None).issue(Uuid::nil(), Uuid::nil()).expect("issued");
    assert!(tokens(new, Some(old)).verify(&before).is_ok());
    assert!(tokens(old, Some(new)).verify(&before).is_ok());
    assert_eq!(refused(&tokens(new, None), &before), Code::Unauthenticated);
    let mut head = Header::new(Algorithm::HS256);
    head.kid = Some(keys(new, None).current().id.clone());
    let mixed = sign(&keys(old, None), &head, &claims());
    assert_eq!(refused(&tokens(new, Some(old)), &mixed), Code::Unauthenticated);
}

#[test]
fn r07_a_token_runs_out_after_the_leeway() {
    let (keys, tokens) = tokens();
    let at = |exp: i64| {
        let mut claims = claims();
        claims["exp"] = json!(exp);
        sign(&keys, &Header::new(Algorithm::HS256), &claims)
    };
    assert_eq!(refused(&tokens, &at(NOW - LEEWAY - 2)), Code::TokenExpired);
    assert!(tokens.verify(&at(NOW - 1)).is_ok(), "clocks may be a little apart");
}
