//! Frames on their way out. What many sockets are told is made a frame once a thread, and shared.

use std::cell::RefCell;

use actix_codec::Encoder;
use actix_http::ws::{CloseReason, Codec, Message};
use actix_web::HttpResponse;
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use crate::http::Outbound;

thread_local! {
    /// The text that was shared last, and its frame. The text is held, so that nothing else comes to lie where it is.
    static SHARED: RefCell<(ByteString, Bytes)> = RefCell::default();
}

/// One socket's way out. Frames leave in the order in which they are said.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames(Outbound);

impl Frames {
    /// Lets an answer's connection carry what is said here.
    pub(super) fn leave_with(self, answer: &mut HttpResponse) {
        answer.extensions_mut().insert(self.0);
    }

    pub(super) fn text(&self, text: impl Into<ByteString>) {
        self.say(Message::Text(text.into()));
    }

    /// A text that others are told as well.
    pub(super) fn shared_text(&self, text: ByteString) {
        let frame = SHARED.with_borrow_mut(|(last, frame)| {
            if last.as_ptr() != text.as_ptr() || last.len() != text.len() {
                (*last, *frame) = (text.clone(), encoded(Message::Text(text)));
            }
            frame.clone()
        });
        self.0.push(frame);
    }

    pub(super) fn ping(&self) {
        self.say(Message::Ping(Bytes::new()));
    }

    pub(super) fn pong(&self, bytes: Bytes) {
        self.say(Message::Pong(bytes));
    }

    pub(super) fn close(&self, reason: Option<CloseReason>) {
        self.say(Message::Close(reason));
    }

    fn say(&self, message: Message) {
        self.0.push(encoded(message));
    }
}

fn encoded(message: Message) -> Bytes {
    let mut bytes = BytesMut::new();
    // Fails only where a message is said in pieces out of order.
    let _ = Codec::new().encode(message, &mut bytes);
    bytes.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<u8> {
        [&[0x81, text.len() as u8][..], text.as_bytes()].concat()
    }

    #[test]
    fn a_shared_text_is_one_frame_for_all_and_never_another_texts() {
        let (ann, ben) = (Frames::default(), Frames::default());
        let text = ByteString::from("the same");
        for socket in [&ann, &ben] {
            socket.shared_text(text.clone());
            socket.shared_text(ByteString::from("of a kind")[..8].into());
            socket.shared_text(ByteString::from("the same"));
        }
        for socket in [&ann, &ben] {
            let frames: Vec<Bytes> = socket.0.drain();
            assert_eq!(frames, [said("the same"), said("of a kin"), said("the same")]);
        }
        let both = [ann, ben].map(|socket| {
            socket.shared_text(text.clone());
            socket.0.drain()
        });
        assert_eq!(both[0][0].as_ptr(), both[1][0].as_ptr(), "one frame in memory");
    }
}
