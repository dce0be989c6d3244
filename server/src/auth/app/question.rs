//! What an app asks for, read from the parameters of its request.

use actors::domain::capability::{Capability, CapabilitySet};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::fault::{Fault, Word};
use crate::words::apps as words;

/// The longest state, in bytes.
const LONGEST_STATE: usize = 1_000;
/// The lengths of a verifier (RFC 7636).
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// The parameters of an authorization request, except the app and the redirect URL.
#[derive(Clone, Debug, Default)]
pub struct AppRequest {
    /// `response_type`
    pub response_type: Option<String>,
    /// `code_challenge`
    pub code_challenge: Option<String>,
    /// `code_challenge_method`
    pub code_challenge_method: Option<String>,
    /// `scope`
    pub scope: Option<String>,
    /// `state`
    pub state: Option<String>,
}

/// A valid request, which can be shown to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What the app asks for.
    pub capabilities: CapabilitySet,
    /// The hash of the verifier.
    pub challenge: String,
}

impl AppRequest {
    /// The state that the app gets back. A state that is too long is left out, because it may make the URL too long.
    pub(super) fn echoed_state(&self) -> Option<&str> {
        self.state.as_deref().filter(|state| state.len() <= LONGEST_STATE)
    }

    /// What the app asks for. `registered` are the words of what it may ask for. Without a scope, it asks for all of them.
    pub(super) fn read(&self, registered: &[String]) -> Result<Question, Fault> {
        if self.state.is_some() && self.echoed_state().is_none() {
            return Err(Fault::new(Word::InvalidRequest, words::STATE_TOO_LONG));
        }
        if self.response_type.as_deref() != Some("code") {
            return Err(Fault::new(Word::UnsupportedResponseType, words::ONLY_CODE));
        }
        if self.code_challenge_method.as_deref() != Some("S256") {
            return Err(Fault::new(Word::InvalidRequest, words::ONLY_S256));
        }
        let challenge = self.code_challenge.clone().filter(|it| is_hash(it));
        let challenge = challenge.ok_or(Fault::new(Word::InvalidRequest, words::NO_CHALLENGE))?;
        let capabilities = scope(self.scope.as_deref().unwrap_or_default(), CapabilitySet::named(registered))?;
        Ok(Question { capabilities, challenge })
    }
}

/// The capabilities that a scope names. Every key can read, so every app may name `read`.
pub(super) fn scope(text: &str, registered: CapabilitySet) -> Result<CapabilitySet, Fault> {
    let unknown = Fault::new(Word::InvalidScope, words::SCOPE_UNKNOWN);
    let words: Vec<String> = text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if words.is_empty() {
        return Ok(registered);
    }
    let is_known = |word: &String| Capability::ALL.iter().any(|it| it.word() == *word);
    if !words.iter().all(is_known) {
        return Err(unknown);
    }
    let wanted = CapabilitySet::named(words.iter().filter(|word| **word != Capability::Read.word()));
    if wanted.is_within(registered) { Ok(wanted) } else { Err(unknown) }
}

fn is_hash(challenge: &str) -> bool {
    URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|bytes| bytes.len() == 32)
}

/// Whether a verifier belongs to a challenge (RFC 7636, S256).
pub(super) fn verifies(verifier: &str, challenge: &str) -> bool {
    let is_verifier = VERIFIER.contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    is_verifier && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn asks(change: impl FnOnce(&mut AppRequest)) -> Result<Question, Fault> {
        let mut request = AppRequest {
            response_type: Some("code".into()),
            code_challenge: Some(CHALLENGE.into()),
            code_challenge_method: Some("S256".into()),
            scope: None,
            state: Some("x".into()),
        };
        change(&mut request);
        request.read(&["editTickets".to_owned(), "comment".to_owned()])
    }

    fn word(answer: Result<Question, Fault>) -> &'static str {
        answer.expect_err("a fault").word.as_str()
    }

    #[test]
    fn oa4_a_verifier_belongs_to_its_own_challenge_only() {
        assert!(verifies(VERIFIER, CHALLENGE));
        let other = VERIFIER.replace('d', "e");
        for wrong in ["", CHALLENGE, other.as_str(), &VERIFIER[1..], &format!("{VERIFIER}="), &"a".repeat(129)] {
            assert!(!verifies(wrong, CHALLENGE), "{wrong}");
        }
        // A short verifier can be guessed, even if its hash is right.
        assert!(!verifies("short", &URL_SAFE_NO_PAD.encode(Sha256::digest("short"))));
        // The plain method of RFC 7636 is refused: there, the challenge is the verifier.
        assert!(!verifies(CHALLENGE, CHALLENGE));
    }

    #[test]
    fn oa3_a_request_without_a_code_or_without_s256_is_refused() {
        assert!(asks(|_| ()).is_ok());
        assert_eq!(word(asks(|it| it.response_type = Some("token".into()))), "unsupported_response_type");
        assert_eq!(word(asks(|it| it.response_type = None)), "unsupported_response_type");
        assert_eq!(word(asks(|it| it.code_challenge_method = None)), "invalid_request");
        assert_eq!(word(asks(|it| it.code_challenge_method = Some("plain".into()))), "invalid_request");
        assert_eq!(word(asks(|it| it.code_challenge = None)), "invalid_request");
        assert_eq!(word(asks(|it| it.code_challenge = Some(VERIFIER[1..].into()))), "invalid_request");
        assert_eq!(word(asks(|it| it.state = Some("x".repeat(1_001)))), "invalid_request");
    }

    #[test]
    fn oa3_an_app_asks_for_at_most_what_it_is_registered_for() {
        let of = |scope: &str| asks(|it| it.scope = Some(scope.to_owned()));
        let names = |answer: Result<Question, Fault>| {
            answer.expect("a question").capabilities.iter().map(Capability::word).collect::<Vec<_>>()
        };
        assert_eq!(names(asks(|_| ())), ["editTickets", "editOwnTickets", "comment"]);
        assert_eq!(names(of("")), ["editTickets", "editOwnTickets", "comment"]);
        assert_eq!(names(of("comment")), ["comment"]);
        assert_eq!(names(of("read editOwnTickets")), ["editOwnTickets"]);
        assert_eq!(names(of("read")), [] as [&str; 0]);
        for wrong in ["createLists", "comment invite", "paint", "comment,read"] {
            assert_eq!(word(of(wrong)), "invalid_scope", "{wrong}");
        }
    }
}
