//! The secrets of one sign-in at a provider. They need no storage: the nonce and the code verifier are derived from the state
//! and from a secret in the browser's cookie. So a code that another browser has obtained fits neither of them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The prefix of a state that links an identity. The page sends the answer to such a state to the call for links.
const LINKS: &str = "link.";

/// A sign-in that was sent to a provider.
pub(super) struct Attempt {
    links: bool,
    state: [u8; 32],
    browser: [u8; 32],
}

impl Attempt {
    /// A new attempt. The browser keeps its secret, so that several tabs can sign in at once.
    pub(super) fn new(browser: Option<&str>, links: bool) -> Self {
        let browser = browser.and_then(decoded).unwrap_or_else(rand::random);
        Self { links, state: rand::random(), browser }
    }

    /// Reads the state that a provider has returned, and the cookie.
    pub(super) fn read(state: &str, browser: &str, links: bool) -> Option<Self> {
        Some(Self { links, state: state_bytes(state, links)?, browser: decoded(browser)? })
    }

    pub(super) fn state(&self) -> String {
        format!("{}{}", if self.links { LINKS } else { "" }, URL_SAFE_NO_PAD.encode(self.state))
    }

    /// The value of the cookie.
    pub(super) fn browser(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.browser)
    }

    pub(super) fn state_hash(&self) -> [u8; 32] {
        Sha256::digest(self.state).into()
    }

    pub(super) fn browser_hash(&self) -> [u8; 32] {
        Sha256::digest(self.browser).into()
    }

    pub(super) fn nonce(&self) -> String {
        self.derived(b"nonce")
    }

    /// The code verifier (RFC 7636).
    pub(super) fn verifier(&self) -> String {
        self.derived(b"code verifier")
    }

    /// The S256 challenge of the code verifier.
    pub(super) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    fn derived(&self, purpose: &[u8]) -> String {
        let hash = Sha256::new().chain_update(self.browser).chain_update(self.state).chain_update(purpose);
        URL_SAFE_NO_PAD.encode(hash.finalize())
    }
}

/// The hash by which the row of a state is found, and whether the state is of a link.
pub(super) fn hash_of_state(state: &str) -> Option<[u8; 32]> {
    let bytes = state_bytes(state, state.starts_with(LINKS))?;
    Some(Sha256::digest(bytes).into())
}

fn state_bytes(state: &str, links: bool) -> Option<[u8; 32]> {
    decoded(if links { state.strip_prefix(LINKS)? } else { state })
}

fn decoded(text: &str) -> Option<[u8; 32]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b02_the_secrets_of_a_sign_in_belong_to_one_state_and_one_browser() {
        let begun = Attempt::new(None, false);
        let same = Attempt::read(&begun.state(), &begun.browser(), false).expect("read");
        assert_eq!((same.nonce(), same.verifier()), (begun.nonce(), begun.verifier()));
        assert_eq!((same.state_hash(), same.browser_hash()), (begun.state_hash(), begun.browser_hash()));
        assert_ne!(begun.nonce(), begun.verifier());
        let elsewhere = Attempt::read(&begun.state(), &Attempt::new(None, false).browser(), false).expect("read");
        let again = Attempt::new(Some(&begun.browser()), false);
        for other in [&elsewhere, &again] {
            assert_ne!(other.nonce(), begun.nonce());
            assert_ne!(other.verifier(), begun.verifier());
        }
        assert_eq!(again.browser(), begun.browser(), "a second tab does not end the sign-in of the first");
    }

    #[test]
    fn b01_the_state_of_a_link_is_no_state_of_a_sign_in() {
        let link = Attempt::new(None, true);
        assert!(Attempt::read(&link.state(), &link.browser(), false).is_none());
        let sign_in = Attempt::new(None, false);
        assert!(Attempt::read(&sign_in.state(), &sign_in.browser(), true).is_none());
        assert_eq!(hash_of_state(&link.state()), Some(link.state_hash()));
        for wrong in ["", "link.", "x", &"A".repeat(44), &"A".repeat(100_000)] {
            assert!(Attempt::read(wrong, &link.browser(), false).is_none() && hash_of_state(wrong).is_none());
        }
    }

    #[test]
    fn the_challenge_is_the_hash_of_the_verifier() {
        let attempt = Attempt { links: false, state: [1; 32], browser: [2; 32] };
        assert_eq!(attempt.verifier().len(), 43, "RFC 7636 wants 43 to 128 characters");
        assert_eq!(attempt.challenge(), URL_SAFE_NO_PAD.encode(Sha256::digest(attempt.verifier().as_bytes())));
    }
}
