//! What a browser answers to a challenge.

use webauthn_rp::bin::Decode;
use webauthn_rp::request::register::UserHandle16;
use webauthn_rp::response::auth::AuthenticatorAssertion;
use webauthn_rp::response::register::{AuthenticatorAttestation, ClientExtensionsOutputs};
use webauthn_rp::response::{AuthTransports, AuthenticatorAttachment, CredentialId};
use webauthn_rp::{DiscoverableAuthentication16, Registration};

/// The signature of a passkey, and what it signs.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The id of the passkey, as its authenticator has chosen it.
    pub credential_id: Vec<u8>,
    /// What the browser says about the page and the challenge, as JSON.
    pub client_data: Vec<u8>,
    /// What the authenticator says.
    pub authenticator_data: Vec<u8>,
    /// The signature of both.
    pub signature: Vec<u8>,
    /// The account that the passkey was made for.
    pub user_handle: Vec<u8>,
}

impl Assertion {
    /// `None` if it cannot be an assertion of a passkey of Troupe.
    pub(super) fn read(self) -> Option<(u128, DiscoverableAuthentication16)> {
        let Self { credential_id, client_data, authenticator_data, signature, user_handle } = self;
        let user: [u8; 16] = user_handle.try_into().ok()?;
        let answer = DiscoverableAuthentication16::new(
            CredentialId::decode(credential_id).ok()?,
            AuthenticatorAssertion::<16, true>::new(
                client_data,
                authenticator_data,
                signature,
                UserHandle16::from(user),
            ),
            AuthenticatorAttachment::None,
        );
        Some((answer.challenge_relaxed().ok()?.0, answer))
    }
}

/// A new passkey.
#[derive(Clone, Debug)]
pub struct Attestation {
    /// What the browser says about the page and the challenge, as JSON.
    pub client_data: Vec<u8>,
    /// What the authenticator says, with the public key, in CBOR.
    pub attestation: Vec<u8>,
}

impl Attestation {
    /// `None` without a challenge.
    pub(super) fn read(self) -> Option<(u128, Registration)> {
        let answer = Registration::new(
            AuthenticatorAttestation::new(self.client_data, self.attestation, AuthTransports::NONE),
            AuthenticatorAttachment::None,
            // No extension was asked for.
            ClientExtensionsOutputs { cred_props: None, prf: None },
        );
        Some((answer.challenge_relaxed().ok()?.0, answer))
    }
}
