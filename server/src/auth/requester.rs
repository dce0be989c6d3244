//! The origin of a sign-up, a sign-in or a code: the network, and the device if it is known.

use actors::domain::origin::Origin;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::keys::Keys;

/// The most accounts that one browser is known to; above that, the account with the oldest sign-in is dropped.
const ACCOUNTS: usize = 5;
const NONCE: usize = 16;

/// The origin of a request.
#[derive(Clone, Debug, Default)]
pub struct Requester {
    /// The network that limits count: an IPv4 address or an IPv6 /64.
    pub network: String,
    /// The raw value of the device cookie in the request.
    pub devices: Option<String>,
    /// The raw value of the cookie by which accounts remember this device.
    pub remembered: Option<String>,
    /// The network address and the browser, for the list of sessions.
    pub origin: Option<Origin>,
}

impl Requester {
    /// The network address, as a session stores it.
    pub(super) fn address(&self) -> Option<String> {
        self.origin.map(|origin| origin.address.to_string())
    }

    /// The browser and its operating system, as a session stores them.
    pub(super) fn browser(&self) -> Option<String> {
        self.origin.and_then(|origin| origin.device).map(|device| device.to_string())
    }

    /// The device, if it has signed in to this account before.
    pub(super) fn device(&self, keys: &Keys, email_key: &str) -> Option<Device> {
        self.entries().find_map(|entry| Device::parse(entry, keys, email_key))
    }

    /// The device cookie after a sign-in: this account first, then the earlier ones.
    pub(super) fn remember(&self, keys: &Keys, email_key: &str) -> String {
        let known = self.device(keys, email_key);
        let nonce = known.as_ref().map_or_else(rand::random, |device| device.nonce);
        let mut fresh = nonce.to_vec();
        fresh.extend(keys.device(email_key, &nonce));
        let mut entries = vec![URL_SAFE_NO_PAD.encode(fresh)];
        let others = self.entries().filter(|entry| Device::parse(entry, keys, email_key).is_none());
        entries.extend(others.map(str::to_owned));
        entries.truncate(ACCOUNTS);
        entries.join(".")
    }

    /// The entries of the cookie; entries beyond the limit are ignored.
    fn entries(&self) -> impl Iterator<Item = &str> {
        self.devices.iter().flat_map(|cookie| cookie.split('.')).filter(|entry| entry.len() == 64).take(ACCOUNTS)
    }
}

/// A device that has signed in to an account before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Device {
    nonce: [u8; NONCE],
}

impl Device {
    /// Reads an entry of the cookie: a nonce, and the proof that a node set it for this account.
    fn parse(entry: &str, keys: &Keys, email_key: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(entry).ok()?;
        let (nonce, proof) = bytes.split_first_chunk::<NONCE>()?;
        keys.is_device(proof, email_key, nonce).then_some(Self { nonce: *nonce })
    }

    /// The device's name in counters.
    pub(super) fn name(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.nonce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Secret, Secrets};

    const ONE: &str = "b7e1c4a95d0f38269acd7be1f04c5d3a";
    const TWO: &str = "0f38269acd7be1f04c5d3ab7e1c4a95d";

    fn keys(current: &str, previous: Option<&str>) -> Keys {
        let secret = |text: &str| Secret::from(text.to_owned());
        Keys::derive(&Secrets { current: secret(current), previous: previous.map(secret) })
    }

    fn with(devices: &str) -> Requester {
        Requester { network: "198.51.100.1".to_owned(), devices: Some(devices.to_owned()), ..Requester::default() }
    }

    #[test]
    fn a01_a_device_is_known_to_the_account_that_it_signed_in_to_and_to_no_other() {
        let keys = keys(ONE, None);
        let cookie = Requester::default().remember(&keys, "ann@example.org");
        assert!(with(&cookie).device(&keys, "ann@example.org").is_some());
        assert_eq!(with(&cookie).device(&keys, "bob@example.org"), None);
        assert_eq!(Requester::default().device(&keys, "ann@example.org"), None);
        for forged in ["", ".", "A", &"A".repeat(64), &"A".repeat(100_000), &cookie[1..]] {
            assert_eq!(with(forged).device(&keys, "ann@example.org"), None, "{forged}");
        }
    }

    #[test]
    fn a01_signing_in_again_keeps_the_device_and_its_count() {
        let keys = keys(ONE, None);
        let first = Requester::default().remember(&keys, "ann@example.org");
        assert_eq!(with(&first).remember(&keys, "ann@example.org"), first);
    }

    #[test]
    fn a_browser_is_known_to_the_last_five_accounts() {
        let keys = keys(ONE, None);
        let mut cookie = String::new();
        for n in 0..7 {
            cookie = with(&cookie).remember(&keys, &format!("p{n}@example.org"));
        }
        let known = |n: i32| with(&cookie).device(&keys, &format!("p{n}@example.org")).is_some();
        assert_eq!((0..7).map(known).collect::<Vec<_>>(), [false, false, true, true, true, true, true]);
    }

    #[test]
    fn a_device_stays_known_while_the_secret_is_rotated() {
        let before = keys(ONE, None);
        let cookie = Requester::default().remember(&before, "ann@example.org");
        assert!(with(&cookie).device(&keys(TWO, Some(ONE)), "ann@example.org").is_some());
        assert_eq!(with(&cookie).device(&keys(TWO, None), "ann@example.org"), None);
    }
}
