//! Tokens of invitations. Each has 256 bits, and only its hash is stored.

use rand::Rng;
use sha2::{Digest, Sha256};

/// A new token for a link, as text for an address.
#[must_use]
pub fn fresh() -> String {
    let bytes: [u8; 32] = rand::rng().random();
    text(&bytes)
}

/// A token as text for an address.
#[must_use]
pub fn text(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a token opens. A node of earlier builds finds a row by [`Opens::OneLink`] alone. Such a node cannot judge any
/// other kind of invitation and would admit every holder of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A link for one person, to a role with one of the names that all builds know.
    OneLink,
    /// An invitation that shares restricted lists. Builds that do not know such lists would let a guest in without them.
    WithLists,
    /// Any other invitation.
    Other,
}

/// The stored form of a token.
#[must_use]
pub fn hash(token: &str, opens: Opens) -> Vec<u8> {
    let hash = Sha256::new();
    let hash = match opens {
        Opens::OneLink => hash,
        Opens::WithLists => hash.chain_update(b"invitation 3\0"),
        Opens::Other => hash.chain_update(b"invitation 2\0"),
    };
    hash.chain_update(token.as_bytes()).finalize().to_vec()
}

/// The possible stored forms of a token.
#[must_use]
pub fn hashes(token: &str) -> Vec<Vec<u8>> {
    [Opens::OneLink, Opens::WithLists, Opens::Other].map(|opens| hash(token, opens)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l04_tokens_have_256_bits_and_differ() {
        let (one, two) = (fresh(), fresh());
        assert!(one.len() == 64 && one != two);
    }

    #[test]
    fn l03_nodes_of_the_builds_before_find_links_for_one_person_only() {
        let theirs = Sha256::digest(b"0a").to_vec();
        assert_eq!(hash("0a", Opens::OneLink), theirs);
        assert_ne!(hash("0a", Opens::Other), theirs);
        assert_ne!(hash("0a", Opens::WithLists), theirs);
        assert_ne!(hash("0a", Opens::WithLists), hash("0a", Opens::Other));
        assert_eq!(hashes("0a").len(), 3);
    }
}
