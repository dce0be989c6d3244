//! Checks the signature of a passkey.

use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::BackupReq;
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::{
    AuthenticatorExtensionOutputStaticState, CompressedP256PubKey, CompressedPubKey, CredentialProtectionPolicy,
    DynamicState, StaticState,
};
use webauthn_rp::response::{AuthenticatorAttachment, Backup};
use webauthn_rp::{AuthenticatedCredential, DiscoverableAuthentication16, DiscoverableAuthenticationServerState};

use super::party::Party;

/// The public key of a stored passkey.
type PublicKey = StaticState<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>;

/// The generator of P-256: a point on the curve, for answers with an unknown passkey.
const GENERATOR: [u8; 32] = [
    0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d,
    0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
];

/// A stored passkey, and the stored password that its account has at this moment.
#[derive(sqlx::FromRow)]
pub(super) struct Stored {
    pub(super) id: Uuid,
    public_key: Vec<u8>,
    pub(super) state: Vec<u8>,
    pub(super) password_hash: String,
}

/// The account that a passkey was made for.
pub(super) fn user_of(answer: &DiscoverableAuthentication16) -> Uuid {
    let Ok(bytes) = answer.response().user_handle().encode();
    Uuid::from_bytes(bytes)
}

/// Checks an answer, and returns the next state of the passkey. An unknown passkey is checked as well, with a fixed key,
/// so that the answer takes as long.
pub(super) fn check(
    party: &Party,
    expected: DiscoverableAuthenticationServerState,
    answer: &DiscoverableAuthentication16,
    stored: Option<&Stored>,
) -> Result<Vec<u8>, AuthCeremonyErr> {
    let (key, state) = match stored {
        Some(stored) => decoded(stored).ok_or(AuthCeremonyErr::AssertionSignature)?,
        None => decoy(),
    };
    // Whether a passkey can be synced never changes; whether it is synced now may change.
    let backup = if state.backup == Backup::NotEligible { BackupReq::NotEligible } else { BackupReq::Eligible };
    let mut passkey = AuthenticatedCredential::new(answer.raw_id(), answer.response().user_handle(), key, state)
        .map_err(AuthCeremonyErr::Credential)?;
    let options = AuthenticationVerificationOptions::<String, String> {
        allowed_origins: &party.origins,
        backup_requirement: Some(backup),
        // Some security keys send extensions that the node did not ask for.
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    expected.verify(&party.id, answer, &mut passkey, &options)?;
    let Ok(next) = passkey.dynamic_state().encode();
    Ok(next.to_vec())
}

fn decoded(stored: &Stored) -> Option<(PublicKey, DynamicState)> {
    let state: [u8; 7] = stored.state.as_slice().try_into().ok()?;
    let read = PublicKey::decode(&stored.public_key).ok().zip(DynamicState::decode(state).ok());
    if read.is_none() {
        tracing::error!(passkey = %stored.id, "a stored passkey cannot be read");
    }
    read
}

/// The key that an unknown passkey is checked with. Its private key may be known, because the answer is refused in any case.
fn decoy() -> (PublicKey, DynamicState) {
    let extensions =
        AuthenticatorExtensionOutputStaticState { cred_protect: CredentialProtectionPolicy::None, hmac_secret: None };
    let credential_public_key = CompressedPubKey::P256(CompressedP256PubKey::from((GENERATOR, true)));
    let state = DynamicState {
        user_verified: true,
        backup: Backup::NotEligible,
        sign_count: 0,
        authenticator_attachment: AuthenticatorAttachment::None,
    };
    (StaticState { credential_public_key, extensions }, state)
}
