//! What a provider says about a person.

use serde_json::{Map, Value};

use crate::auth::input::Email;

/// The most groups that are read.
const MOST_GROUPS: usize = 1_000;

/// What a provider says about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// Never changes. With the issuer, it alone identifies the person.
    pub(super) subject: String,
    /// The address, if the provider has verified it.
    pub(super) verified_email: Option<Email>,
    /// The address for the list of linked accounts, verified or not.
    pub(super) shown_email: Option<String>,
    pub(super) firstname: Option<String>,
    pub(super) lastname: Option<String>,
    /// The person's groups; `None` if the provider does not name any claim of groups.
    pub(super) groups: Option<Vec<String>>,
}

impl Identity {
    /// Reads claims. `groups` is the name of the claim with groups.
    pub(super) fn read(claims: &Map<String, Value>, groups: Option<&str>) -> Option<Self> {
        let text = |name: &str| claims.get(name).and_then(Value::as_str).map(str::to_owned);
        let email = text("email").and_then(|email| Email::parse(&email).ok());
        let (firstname, lastname) = match (text("given_name"), text("family_name")) {
            (None, None) => split(text("name")),
            names => names,
        };
        Some(Self {
            subject: text("sub")?,
            shown_email: email.as_ref().map(|email| email.text.clone()),
            verified_email: email.filter(|_| is_true(claims.get("email_verified"))),
            firstname,
            lastname,
            groups: groups.and_then(|name| claims.get(name)).map(names_of),
        })
    }

    /// Whether the claims of the ID token are enough, or the provider must be asked for more.
    pub(super) fn is_whole(claims: &Map<String, Value>, groups: Option<&str>) -> bool {
        claims.contains_key("email") && groups.is_none_or(|name| claims.contains_key(name))
    }
}

/// Adds the answer of the userinfo endpoint to the claims of the ID token, which take precedence. Returns false if the
/// answer is about another person.
pub(super) fn merge(claims: &mut Map<String, Value>, mut info: Map<String, Value>) -> bool {
    if info.get("sub") != claims.get("sub") {
        return false;
    }
    // `email_verified` is about the address in the same answer, so it says nothing about the address in the ID token.
    if claims.contains_key("email") && claims.get("email") != info.get("email") {
        info.remove("email_verified");
    }
    for (name, value) in info {
        claims.entry(name).or_insert(value);
    }
    true
}

/// Apple sends the word instead of the value.
fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(is)) => *is,
        Some(Value::String(text)) => text == "true",
        _ => false,
    }
}

/// The first word, and the rest.
fn split(name: Option<String>) -> (Option<String>, Option<String>) {
    let Some(name) = name else { return (None, None) };
    match name.trim().split_once(' ') {
        Some((first, last)) => (Some(first.to_owned()), Some(last.trim().to_owned())),
        None => (Some(name), None),
    }
}

/// The groups of a claim: a list of texts, or one text.
fn names_of(groups: &Value) -> Vec<String> {
    match groups {
        Value::Array(names) => names.iter().filter_map(Value::as_str).take(MOST_GROUPS).map(str::to_owned).collect(),
        Value::String(name) => vec![name.clone()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(claims: Value) -> Map<String, Value> {
        claims.as_object().expect("an object").clone()
    }

    fn read(claims: Value) -> Identity {
        Identity::read(&map(claims), Some("groups")).expect("a person")
    }

    #[test]
    fn b07_an_address_counts_only_if_the_provider_has_verified_it() {
        for (verified, counts) in [
            (json!(true), true),
            (json!("true"), true),
            (json!(false), false),
            (json!("false"), false),
            (json!("True"), false),
            (json!(1), false),
            (Value::Null, false),
        ] {
            let person = read(json!({"sub": "1", "email": "ann@example.org", "email_verified": verified}));
            assert_eq!(person.verified_email.is_some(), counts, "{verified}");
            assert_eq!(person.shown_email.as_deref(), Some("ann@example.org"));
        }
        assert_eq!(read(json!({"sub": "1", "email": "ann@example.org"})).verified_email, None);
        assert_eq!(read(json!({"sub": "1", "email": "a@x.org,b@x.org", "email_verified": true})).verified_email, None);
    }

    #[test]
    fn b06_the_userinfo_endpoint_adds_claims_about_the_same_person_alone() {
        let mut claims = map(json!({"sub": "1", "email": "ann@example.org"}));
        let other = map(json!({"sub": "2", "email_verified": true}));
        assert!(!merge(&mut claims, other));
        let another_address =
            map(json!({"sub": "1", "email": "ben@example.org", "email_verified": true, "name": "Ann"}));
        assert!(merge(&mut claims, another_address));
        assert_eq!(Value::Object(claims), json!({"sub": "1", "email": "ann@example.org", "name": "Ann"}));
        let mut bare = map(json!({"sub": "1"}));
        assert!(merge(&mut bare, map(json!({"sub": "1", "email": "ann@example.org", "email_verified": true}))));
        assert!(Identity::read(&bare, None).expect("a person").verified_email.is_some());
    }

    #[test]
    fn hs5_names_and_groups_are_read_in_the_usual_forms() {
        let person = read(json!({"sub": "1", "name": "Ann van Lee", "groups": ["a", 7, "b"]}));
        assert_eq!((person.firstname.as_deref(), person.lastname.as_deref()), (Some("Ann"), Some("van Lee")));
        assert_eq!(person.groups, Some(vec!["a".to_owned(), "b".to_owned()]));
        let person = read(json!({"sub": "1", "given_name": "Ann", "name": "Somebody Else", "groups": "a"}));
        assert_eq!((person.firstname.as_deref(), person.lastname), (Some("Ann"), None));
        assert_eq!(person.groups, Some(vec!["a".to_owned()]));
        assert_eq!(read(json!({"sub": "1"})).groups, None);
        assert_eq!(Identity::read(&Map::new(), None), None);
    }
}
