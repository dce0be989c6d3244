//! The form of a message on Redis: version, sender, seal, and the message as JSON.
//!
//! The seal is made with a key that only this cluster's nodes have. So an attacker who can write to Redis can neither
//! forge an event nor end a session. At most, an attacker repeats earlier messages, which sequence numbers and epochs
//! make harmless.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use super::BusMessage;

/// Raised only when an older node could no longer read the messages of this build.
const VERSION: u8 = 1;
const NODE: std::ops::Range<usize> = 1..17;
const SEAL: std::ops::Range<usize> = 17..49;
/// Longer messages are not read.
const MAX_BYTES: usize = 8 << 20;

/// Why this node ignores a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ignored {
    /// The node's own message.
    Own,
    /// A version or a kind of message that this build does not know.
    Unknown,
    /// Not from a node of this cluster.
    Unsealed,
}

/// Seals and opens messages for one node of a cluster.
#[derive(Clone)]
pub(super) struct Envelopes {
    node: Uuid,
    key: [u8; 32],
}

impl std::fmt::Debug for Envelopes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Envelopes").field("node", &self.node).finish_non_exhaustive()
    }
}

impl Envelopes {
    pub(super) fn new(node: Uuid, key: [u8; 32]) -> Self {
        Self { node, key }
    }

    pub(super) fn node(&self) -> Uuid {
        self.node
    }

    /// A name that differs between clusters that share one Redis.
    pub(super) fn cluster(&self) -> String {
        let digest = self.mac(&[b"troupe channels"]);
        digest[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn seal(&self, channel: &str, message: &BusMessage) -> Vec<u8> {
        let mut bytes = vec![0; SEAL.end];
        bytes[0] = VERSION;
        bytes[NODE].copy_from_slice(self.node.as_bytes());
        // Every type in here serialises.
        bytes.extend(serde_json::to_vec(message).unwrap_or_default());
        let seal = self.mac(&[channel.as_bytes(), &bytes[..SEAL.start], &bytes[SEAL.end..]]);
        bytes[SEAL].copy_from_slice(&seal);
        bytes
    }

    pub(super) fn open(&self, channel: &str, bytes: &[u8]) -> Result<(Uuid, BusMessage), Ignored> {
        if bytes.first() != Some(&VERSION) {
            return Err(Ignored::Unknown);
        }
        if bytes.len() < SEAL.end || bytes.len() > MAX_BYTES {
            return Err(Ignored::Unsealed);
        }
        let node = Uuid::from_slice(&bytes[NODE]).map_err(|_| Ignored::Unsealed)?;
        if node == self.node {
            return Err(Ignored::Own);
        }
        let mut mac = self.begin();
        for part in [channel.as_bytes(), &bytes[..SEAL.start], &bytes[SEAL.end..]] {
            mac.update(part);
        }
        mac.verify_slice(&bytes[SEAL]).map_err(|_| Ignored::Unsealed)?;
        let message = serde_json::from_slice(&bytes[SEAL.end..]).map_err(|_| Ignored::Unknown)?;
        Ok((node, message))
    }

    fn begin(&self) -> Hmac<Sha256> {
        // HMAC itself pads a key that is shorter than its block in this way.
        let mut block = [0; 64];
        block[..self.key.len()].copy_from_slice(&self.key);
        Hmac::new(&block.into())
    }

    fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.begin();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::WorkspaceId;

    fn envelopes(node: u128) -> Envelopes {
        Envelopes::new(Uuid::from_u128(node), [7; 32])
    }

    fn question() -> BusMessage {
        BusMessage::WhoIsPresent { workspace: WorkspaceId(Uuid::from_u128(9)) }
    }

    #[test]
    fn a_sealed_message_is_opened_by_another_node_and_ignored_by_its_sender() {
        let sealed = envelopes(1).seal("a", &question());
        assert_eq!(envelopes(2).open("a", &sealed), Ok((Uuid::from_u128(1), question())));
        assert_eq!(envelopes(1).open("a", &sealed), Err(Ignored::Own));
    }

    #[test]
    fn r05_a_message_that_was_forged_changed_or_moved_to_another_channel_is_ignored() {
        let sealed = envelopes(1).seal("a", &question());
        assert_eq!(envelopes(2).open("b", &sealed), Err(Ignored::Unsealed));
        for place in 1..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(envelopes(2).open("a", &changed), Err(Ignored::Unsealed), "byte {place}");
        }
        for length in 1..SEAL.end {
            assert_eq!(envelopes(2).open("a", &sealed[..length]), Err(Ignored::Unsealed), "{length} bytes");
        }
        let stranger = Envelopes::new(Uuid::from_u128(1), [8; 32]);
        assert_eq!(envelopes(2).open("a", &stranger.seal("a", &question())), Err(Ignored::Unsealed));
        assert_ne!(stranger.cluster(), envelopes(2).cluster());
    }

    #[test]
    fn another_version_an_unknown_kind_and_an_unknown_field_do_no_harm() {
        let mut newer = envelopes(1).seal("a", &question());
        newer[0] = VERSION + 1;
        assert_eq!(envelopes(2).open("a", &newer), Err(Ignored::Unknown));
        assert_eq!(envelopes(2).open("a", b""), Err(Ignored::Unknown));
        let sealed = |json: &[u8]| {
            let mut bytes = vec![0; SEAL.end];
            bytes[0] = VERSION;
            bytes[NODE].copy_from_slice(Uuid::from_u128(1).as_bytes());
            bytes.extend(json);
            let seal = envelopes(1).mac(&[b"a", &bytes[..SEAL.start], &bytes[SEAL.end..]]);
            bytes[SEAL].copy_from_slice(&seal);
            bytes
        };
        let unknown = sealed(br#"{"kind":"somethingNew","workspace":"00000000-0000-0000-0000-000000000009"}"#);
        assert_eq!(envelopes(2).open("a", &unknown), Err(Ignored::Unknown));
        let more = sealed(br#"{"kind":"whoIsPresent","workspace":"00000000-0000-0000-0000-000000000009","why":"new"}"#);
        assert_eq!(envelopes(2).open("a", &more), Ok((Uuid::from_u128(1), question())));
    }

    #[test]
    fn f46_events_that_this_build_does_not_know_are_left_to_the_journal() {
        let id = "00000000-0000-0000-0000-000000000004";
        for change in [
            format!(r#"{{"op":"create","entity":"mood","id":"{id}","data":{{}}}}"#),
            format!(r#"{{"op":"delete","entity":"label","id":"{id}","moon":1}}"#),
            format!(r#"{{"op":"update","entity":"member","id":"{id}","data":{{"role":"steward"}}}}"#),
        ] {
            let said = format!(
                r#"{{"kind":"advanced","workspace":"{id}","scope":"{id}","epoch":"{id}","from":6,"to":7,"events":[{{"seq":7,"commandId":"{id}","by":"{id}","at":"2030-05-01T12:00:00Z","changes":[{change}]}}]}}"#
            );
            let message: BusMessage = serde_json::from_str(&said).expect("read");
            assert!(matches!(message, BusMessage::Advanced { from: 6, to: 7, events: None, .. }), "{message:?}");
        }
    }

    /// Messages of the previous version, word for word. As long as this build reads them, both versions run side by
    /// side.
    #[test]
    fn every_kind_is_written_as_the_other_versions_read_it() {
        let said = [
            r#"{"kind":"advanced","workspace":"00000000-0000-0000-0000-000000000009","scope":"00000000-0000-0000-0000-000000000009","epoch":"00000000-0000-0000-0000-000000000001","from":6,"to":7,"events":[{"seq":7,"commandId":"00000000-0000-0000-0000-000000000002","by":"00000000-0000-0000-0000-000000000003","at":"2030-05-01T12:00:00Z","changes":[{"op":"delete","entity":"label","id":"00000000-0000-0000-0000-000000000004"}]}]}"#,
            r#"{"kind":"advanced","workspace":"00000000-0000-0000-0000-000000000009","scope":"00000000-0000-0000-0000-000000000009","epoch":"00000000-0000-0000-0000-000000000001","from":6,"to":7}"#,
            r#"{"kind":"advanced","workspace":"00000000-0000-0000-0000-000000000009","scope":"00000000-0000-0000-0000-000000000009","epoch":"00000000-0000-0000-0000-000000000001","from":6,"to":7,"commons":5}"#,
            r#"{"kind":"present","workspace":"00000000-0000-0000-0000-000000000009","members":[{"connection":"00000000-0000-0000-0000-000000000005","userId":"00000000-0000-0000-0000-000000000003","ticketId":null,"field":null,"state":"viewing","since":"2030-05-01T12:00:00Z"}]}"#,
            r#"{"kind":"whoIsPresent","workspace":"00000000-0000-0000-0000-000000000009"}"#,
            r#"{"kind":"text","workspace":"00000000-0000-0000-0000-000000000009","ticket":"00000000-0000-0000-0000-000000000007","epoch":"00000000-0000-0000-0000-000000000001","scope":"00000000-0000-0000-0000-000000000009","first":3,"updates":["AAA="]}"#,
            r#"{"kind":"textSeen","workspace":"00000000-0000-0000-0000-000000000009","ticket":"00000000-0000-0000-0000-000000000007","connection":"00000000-0000-0000-0000-000000000005","userId":"00000000-0000-0000-0000-000000000003","state":""}"#,
            r#"{"kind":"sessionEnded","session":"00000000-0000-0000-0000-000000000006"}"#,
            r#"{"kind":"alive","version":"0.1.0"}"#,
            r#"{"kind":"goodbye"}"#,
        ];
        for words in said {
            let message: BusMessage = serde_json::from_str(words).expect("read");
            assert_eq!(serde_json::to_string(&message).expect("written"), words);
        }
    }
}
