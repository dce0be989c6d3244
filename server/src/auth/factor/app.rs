//! The codes of an authenticator app (RFC 6238): six digits, computed from a secret and the time in steps of 30
//! seconds.

use totp_rs::{Builder, Secret, Totp};

/// The name that apps show beside the address.
const ISSUER: &str = "Troupe";
/// In bytes, as RFC 4226 recommends.
pub(super) const SECRET_BYTES: usize = 20;

/// A new random secret.
pub(super) fn new_secret() -> [u8; SECRET_BYTES] {
    rand::random()
}

/// A secret in base32, as people type it into the app.
pub(super) fn typed(secret: &[u8]) -> String {
    Secret::from(secret.to_vec()).to_base32()
}

/// An authenticator app with a secret. Accepts codes of the present step, the step before and the step after.
pub(super) struct App {
    totp: Totp,
}

impl App {
    /// `None` if the secret is too short, which does not happen with stored secrets.
    pub(super) fn new(secret: &[u8], email: &str) -> Option<Self> {
        let builder = Builder::new().with_secret(Secret::from(secret.to_vec())).with_issuer(Some(ISSUER));
        // `build` refuses a name with a colon, which no address has.
        let totp = builder.with_account_name(email).build().ok()?;
        Some(Self { totp })
    }

    /// The `otpauth:` address that the QR code contains.
    pub(super) fn url(&self) -> Option<String> {
        self.totp.to_url().ok()
    }

    /// The step of a code; `None` if the code is not valid at `now`, in seconds since 1970.
    pub(super) fn step(&self, code: &str, now: u64) -> Option<u64> {
        self.totp.check(code, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret and the codes of RFC 6238, cut to six digits.
    const OF_RFC: &[u8] = b"12345678901234567890";

    #[test]
    fn sf1_codes_are_those_of_the_rfc() {
        let app = App::new(OF_RFC, "ann@example.org").expect("an app");
        for (now, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130")]
        {
            assert_eq!(app.step(code, now), Some(now / 30), "{code}");
        }
    }

    #[test]
    fn b15_a_code_is_valid_from_one_step_before_to_one_step_after_its_own() {
        let app = App::new(OF_RFC, "ann@example.org").expect("an app");
        let (code, own) = ("081804", 1_111_111_109_u64);
        for (steps, is_good) in
            [(-10_i64, false), (-2, false), (-1, true), (0, true), (1, true), (2, false), (10, false)]
        {
            let now = own.saturating_add_signed(steps * 30);
            assert_eq!(app.step(code, now), is_good.then_some(own / 30), "{steps}");
        }
        assert_eq!(app.step(code, own + 365 * 86_400), None);
        for wrong in ["", "08180", "0818044", "08180a", "８１８０４０", "-81804"] {
            assert_eq!(app.step(wrong, own), None, "{wrong}");
        }
    }

    #[test]
    fn sf1_an_app_shows_the_name_of_troupe_and_the_address() {
        let url = App::new(OF_RFC, "ann+work@example.org").and_then(|app| app.url()).expect("an address");
        assert!(url.starts_with("otpauth://totp/Troupe:ann%2Bwork%40example.org?"), "{url}");
        assert!(url.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") && url.contains("issuer=Troupe"), "{url}");
    }
}
