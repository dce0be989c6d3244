//! The keys, each for one purpose, all derived from the secret. During a rotation there are two secrets. New values are
//! made with the current one; values made with either of them are valid.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::sealing;
use crate::config::{Secret, Secrets};

/// The token of a confirmation link.
pub(super) type LinkToken = [u8; 32];

/// The keys of all secrets, the current one first.
#[derive(Clone)]
pub(super) struct Keys {
    current: KeySet,
    previous: Option<KeySet>,
}

/// The keys of one secret, each for one purpose.
#[derive(Clone)]
pub(super) struct KeySet {
    /// Identifies the secret in an access token's head, and reveals nothing about it.
    pub(super) id: String,
    /// Signs access tokens.
    pub(super) access: [u8; 32],
    /// Makes the next refresh token from the one before.
    refresh: [u8; 32],
    /// Hides confirmation codes.
    codes: [u8; 32],
    /// Makes confirmation codes.
    new_codes: [u8; 32],
    /// Makes the tokens of confirmation links.
    links: [u8; 32],
    /// Hides whom guesses are counted for.
    guesses: [u8; 32],
    /// Signs device cookies.
    devices: [u8; 32],
    /// Makes the tokens of invitations by mail.
    invitations: [u8; 32],
    /// Signs the addresses of files.
    files: [u8; 32],
    /// Signs the addresses that end mails.
    unsubscribe: [u8; 32],
    /// Encrypts the secrets of authenticator apps.
    factors: [u8; 32],
    /// Encrypts what providers send as forms.
    hosted: [u8; 32],
    /// Keys the HMAC of user codes, which people enter for programs.
    user_codes: [u8; 32],
}

impl KeySet {
    fn derive(secret: &Secret) -> Self {
        let key = |purpose: &str| derive(secret, purpose);
        Self {
            id: key("key id").iter().take(8).map(|byte| format!("{byte:02x}")).collect(),
            access: key("access token"),
            refresh: key("refresh token"),
            codes: key("confirmation code"),
            new_codes: key("new confirmation code"),
            links: key("confirmation link"),
            guesses: key("guesses"),
            devices: key("device cookie"),
            invitations: key("invitation"),
            files: key("file address"),
            unsubscribe: key("unsubscribe"),
            factors: key("second factor"),
            hosted: key("hosted sign-in"),
            user_codes: key("user code"),
        }
    }

    /// Eight digits. The remainder favours no code noticeably: 2^64 is 184 billion times their number.
    fn new_code(&self, mail: Uuid) -> String {
        let bytes = hmac(&self.new_codes, &[mail.as_bytes()]);
        let number = bytes.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        format!("{:08}", number % 100_000_000)
    }

    fn link_token(&self, mail: Uuid) -> LinkToken {
        hmac(&self.links, &[mail.as_bytes()])
    }
}

impl Keys {
    pub(super) fn derive(secrets: &Secrets) -> Self {
        Self { current: KeySet::derive(&secrets.current), previous: secrets.previous.as_ref().map(KeySet::derive) }
    }

    /// The keys that new values are made with.
    pub(super) const fn current(&self) -> &KeySet {
        &self.current
    }

    /// All valid keys, the current ones first.
    pub(super) fn all(&self) -> impl Iterator<Item = &KeySet> {
        std::iter::once(&self.current).chain(&self.previous)
    }

    /// The refresh token that follows another. The successor is a function of the token, so a second request with the
    /// same token, on any node, gets the same successor, although only hashes are stored. Without the key, the
    /// successor cannot be computed.
    pub(super) fn successor(&self, token: &[u8]) -> [u8; 32] {
        hmac(&self.current.refresh, &[token])
    }

    /// The possible successors of a refresh token, one for each secret: another node may use another current secret.
    pub(super) fn successors(&self, token: &[u8]) -> impl Iterator<Item = [u8; 32]> {
        self.all().map(move |keys| hmac(&keys.refresh, &[token]))
    }

    /// The confirmation code that a mail carries. It is a function of the mail's id, so a second attempt carries the same
    /// code, and no code is stored.
    pub(super) fn new_code(&self, mail: Uuid) -> String {
        self.current.new_code(mail)
    }

    /// The code that a mail carries if `stored` is its hash. After a rotation, the code may be of the other secret.
    pub(super) fn mailed_code(&self, stored: &[u8], sign_up: Uuid, mail: Uuid) -> Option<String> {
        self.all().map(|keys| keys.new_code(mail)).find(|code| self.is_code(stored, sign_up, code))
    }

    /// The token of the link that a mail carries. Like the code, it is a function of the mail's id.
    pub(super) fn link_token(&self, mail: Uuid) -> LinkToken {
        self.current.link_token(mail)
    }

    /// The token of the link that a mail carries if `stored` is its hash. After a rotation, it may be of the other secret.
    pub(super) fn mailed_link(&self, stored: &[u8], mail: Uuid) -> Option<LinkToken> {
        self.all().map(|keys| keys.link_token(mail)).find(|token| same(stored, &digest(token)))
    }

    /// The possible tokens of an invitation by mail, one for each secret. The token is a function of `seed`, so a second
    /// attempt to mail it carries the same token, and only its hash is stored.
    pub(super) fn invitation_tokens(&self, seed: Uuid) -> impl Iterator<Item = [u8; 32]> {
        self.all().map(move |keys| hmac(&keys.invitations, &[seed.as_bytes()]))
    }

    /// The signature of a file's address. All parts have a fixed length, so no two lists of parts sign alike.
    pub(super) fn file(&self, parts: &[&[u8]]) -> [u8; 32] {
        hmac(&self.current.files, parts)
    }

    /// Whether `signature` is that of a file's address.
    pub(super) fn is_file(&self, signature: &[u8], parts: &[&[u8]]) -> bool {
        self.all().any(|keys| same(signature, &hmac(&keys.files, parts)))
    }

    /// The signature of an address that ends the mails of a person about a workspace.
    pub(super) fn unsubscribe(&self, workspace: Uuid, user: Uuid) -> [u8; 32] {
        hmac(&self.current.unsubscribe, &[workspace.as_bytes(), user.as_bytes()])
    }

    /// Whether `signature` is that of such an address.
    pub(super) fn is_unsubscribe(&self, signature: &[u8], workspace: Uuid, user: Uuid) -> bool {
        self.all().any(|keys| same(signature, &hmac(&keys.unsubscribe, &[workspace.as_bytes(), user.as_bytes()])))
    }

    /// The stored form of a confirmation code.
    pub(super) fn code(&self, sign_up: Uuid, code: &str) -> [u8; 32] {
        hmac(&self.current.codes, &[sign_up.as_bytes(), code.as_bytes()])
    }

    /// Whether `stored` is the hash of this code.
    pub(super) fn is_code(&self, stored: &[u8], sign_up: Uuid, code: &str) -> bool {
        self.all().any(|keys| same(stored, &hmac(&keys.codes, &[sign_up.as_bytes(), code.as_bytes()])))
    }

    /// The stored form of a user code, which a person enters for a program.
    pub(super) fn user_code(&self, code: &str) -> [u8; 32] {
        hmac(&self.current.user_codes, &[code.as_bytes()])
    }

    /// The possible stored forms of a user code, one for each secret: another node may have another current secret.
    pub(super) fn user_codes(&self, code: &str) -> impl Iterator<Item = [u8; 32]> {
        self.all().map(move |keys| hmac(&keys.user_codes, &[code.as_bytes()]))
    }

    /// The encrypted form of the secret of a person's authenticator app.
    pub(super) fn sealed_factor(&self, user: Uuid, secret: &[u8]) -> Option<Vec<u8>> {
        sealing::sealed(&self.current.factors, user.as_bytes(), secret)
    }

    /// The decrypted secret of an app, and whether it was encrypted under the current secret of the cluster.
    pub(super) fn opened_factor(&self, user: Uuid, sealed: &[u8]) -> Option<(Vec<u8>, bool)> {
        let open = |keys: &KeySet| sealing::opened(&keys.factors, user.as_bytes(), sealed);
        self.all().enumerate().find_map(|(n, keys)| Some((open(keys)?, n == 0)))
    }

    /// The encrypted form of a provider's answer.
    pub(super) fn sealed_answer(&self, state_hash: &[u8], answer: &[u8]) -> Option<Vec<u8>> {
        sealing::sealed(&self.current.hosted, state_hash, answer)
    }

    /// The decrypted answer of a provider. During a rotation, another node may have encrypted it with the other secret.
    pub(super) fn opened_answer(&self, state_hash: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        self.all().find_map(|keys| sealing::opened(&keys.hosted, state_hash, sealed))
    }

    /// The name of a counter in the database.
    pub(super) fn guess(&self, what: &str, whose: &str) -> [u8; 32] {
        hmac(&self.current.guesses, &[what.as_bytes(), b"\0", whose.as_bytes()])
    }

    /// The owner of the queued mails to an address: the table of jobs names no person.
    pub(super) fn mails_to(&self, email_key: &str) -> [u8; 32] {
        self.guess("queued mails", email_key)
    }

    /// The proof that a device has signed in to an account before.
    pub(super) fn device(&self, email_key: &str, nonce: &[u8]) -> [u8; 32] {
        hmac(&self.current.devices, &[email_key.as_bytes(), b"\0", nonce])
    }

    /// Whether `proof` was made for this account and device.
    pub(super) fn is_device(&self, proof: &[u8], email_key: &str, nonce: &[u8]) -> bool {
        self.all().any(|keys| same(proof, &hmac(&keys.devices, &[email_key.as_bytes(), b"\0", nonce])))
    }
}

/// The key that seals messages between the nodes of a cluster.
#[must_use]
pub fn bus_key(secret: &Secret) -> [u8; 32] {
    derive(secret, "bus")
}

/// The seed of the key pair by which push services know this cluster.
#[must_use]
pub fn push_seed(secret: &Secret) -> [u8; 32] {
    derive(secret, "push service")
}

/// The key that encrypts the subscriptions of browsers to web push.
#[must_use]
pub fn subscription_key(secret: &Secret) -> [u8; 32] {
    derive(secret, "push subscription")
}

fn derive(secret: &Secret, purpose: &str) -> [u8; 32] {
    hmac(secret.bytes(), &[b"troupe ", purpose.as_bytes(), b" 1"])
}

/// The stored form of a token that has enough randomness of its own.
pub(super) fn digest(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// Whether two hashes are equal, in a time that does not tell where they differ.
#[must_use]
pub fn same(ours: &[u8], theirs: &[u8]) -> bool {
    ours.len() == theirs.len() && ours.iter().zip(theirs).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes keys of any length, so this cannot fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
