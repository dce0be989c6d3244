//! Outgoing frames. A text for many sockets is encoded once for each thread, and its bytes are shared.

use std::cell::RefCell;
use std::sync::Arc;

use actix_codec::Encoder;
use actix_http::ws::{CloseReason, Codec, Message};
use actix_web::HttpResponse;
use actors::{Gauge, SocketWriter};
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use crate::http::transport::outbound::Outbound;

thread_local! {
    /// The last shared text, and its frame. The text is kept alive, so that no other text gets the same address.
    static SHARED: RefCell<(ByteString, Bytes)> = RefCell::default();
}

/// The outgoing frames of one socket, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames(Outbound);

impl Frames {
    /// `gauge` counts the outbox of the socket.
    pub(super) fn new(gauge: Arc<Gauge>) -> Self {
        Self(Outbound::new(gauge))
    }

    /// Attaches the frames to the response to the upgrade. The connection of that response then sends the frames.
    pub(super) fn attach_to(self, answer: HttpResponse) -> HttpResponse {
        self.0.attach_to(answer)
    }

    pub(super) fn text(&self, text: impl Into<ByteString>) {
        self.send(Message::Text(text.into()));
    }

    pub(super) fn binary(&self, bytes: Bytes) {
        self.send(Message::Binary(bytes));
    }

    pub(super) fn ping(&self) {
        self.send(Message::Ping(Bytes::new()));
    }

    pub(super) fn pong(&self, bytes: Bytes) {
        self.send(Message::Pong(bytes));
    }

    /// Closes the socket: this is the last frame.
    pub(super) fn close(&self, reason: Option<CloseReason>) {
        self.send(Message::Close(reason));
        self.0.end();
    }

    fn send(&self, message: Message) {
        self.0.append(encoded(message));
    }
}

impl SocketWriter for Frames {
    fn put(&self, text: &ByteString, counted: bool) -> bool {
        let frame = SHARED.with_borrow_mut(|(last, frame)| {
            if last.as_ptr() != text.as_ptr() || last.len() != text.len() {
                (*last, *frame) = (text.clone(), encoded(Message::Text(text.clone())));
            }
            frame.clone()
        });
        self.0.put(frame, if counted { text.len() } else { 0 })
    }

    fn put_binary(&self, frame: &Bytes, counted: bool) -> bool {
        self.0.put(encoded(Message::Binary(frame.clone())), if counted { frame.len() } else { 0 })
    }

    fn flush(&self) {
        self.0.flush();
    }

    fn drop_frames(&self) {
        self.0.drop_frames();
    }
}

fn encoded(message: Message) -> Bytes {
    let mut bytes = BytesMut::new();
    // Fails only for the fragments of a message in a wrong order; no fragment is sent here.
    let _ = Codec::new().encode(message, &mut bytes);
    bytes.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_frame(text: &str) -> Vec<u8> {
        [&[0x81, text.len() as u8][..], text.as_bytes()].concat()
    }

    #[test]
    fn a_shared_text_is_one_frame_for_all_and_never_another_texts() {
        let (ann, ben) = (Frames::default(), Frames::default());
        let text = ByteString::from("the same");
        for socket in [&ann, &ben] {
            socket.put(&text, true);
            socket.put(&ByteString::from("of a kin"), true);
            socket.put(&ByteString::from("the same"), true);
        }
        for socket in [&ann, &ben] {
            let frames: Vec<Bytes> = socket.0.drain();
            assert_eq!(frames, [text_frame("the same"), text_frame("of a kin"), text_frame("the same")]);
        }
        let both = [ann, ben].map(|socket| {
            socket.put(&text, true);
            socket.0.drain()
        });
        assert_eq!(both[0][0].as_ptr(), both[1][0].as_ptr(), "one frame in memory");
    }
}
