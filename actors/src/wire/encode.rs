//! Events are encoded once; frames are put together from the pieces.

use bytes::Bytes;
use bytestring::ByteString;

use crate::domain::{change::Event, ids::ScopeId};

pub fn encode_event(event: &Event) -> Bytes {
    // Every type in here serialises. A ring keeps thousands of these, so the vector's spare room goes.
    serde_json::to_vec(event).unwrap_or_default().into_boxed_slice().into()
}

/// An `events` frame over `(from, to]`.
pub fn events_frame<'a>(scope: ScopeId, from: i64, to: i64, events: impl IntoIterator<Item = &'a Bytes>) -> ByteString {
    let mut text = format!(r#"{{"type":"events","scope":"{scope}","from":{from},"to":{to},"events":["#);
    for (place, event) in events.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(std::str::from_utf8(event).unwrap_or("null"));
    }
    text.push_str("]}");
    text.into()
}
