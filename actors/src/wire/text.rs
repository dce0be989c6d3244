//! The binary frames of texts. Their bytes are described in `docs/TEXTS.md`.

use bytes::{BufMut, Bytes, BytesMut};
use uuid::Uuid;

use crate::{
    domain::{
        ids::{Epoch, TicketId, UserId},
        refusal::{Refusal, RefusalCode},
        rich_text::Fault,
    },
    words,
};

/// The version of these frames that this build speaks; `welcome` names it (TX1).
pub const TEXTS: u32 = 1;
/// The longest awareness of a page.
pub const AWARENESS_BYTES: usize = 2_048;

/// The kind, the field and the ticket.
const HEAD: usize = 18;
/// The description, which is the only text of a ticket so far.
const DESCRIPTION: u8 = 0;

/// What a page asks of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextRequest {
    Join {
        /// The epoch of the page's copy; nil without a copy.
        epoch: Epoch,
        state_vector: Bytes,
    },
    Update {
        number: u32,
        update: Bytes,
    },
    /// Empty if the person has left the text.
    Awareness(Bytes),
    Leave,
}

/// A binary frame of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFrame {
    pub ticket: TicketId,
    /// False if the frame names a text of the ticket that does not exist.
    pub is_description: bool,
    pub request: TextRequest,
}

/// Reads a binary frame (TX4). `None` for a kind of frame that a later version sends (TX3).
///
/// # Errors
/// `validation_failed`: the socket is closed.
pub fn read_text_frame(bytes: &Bytes) -> Result<Option<TextFrame>, Refusal> {
    let short = || Refusal::new(RefusalCode::ValidationFailed, words::TEXT_FRAME_SHORT);
    if bytes.len() < HEAD {
        return Err(short());
    }
    let body = bytes.slice(HEAD..);
    let request = match bytes[0] {
        0x01 => {
            let epoch = body.get(..16).and_then(|it| Uuid::from_slice(it).ok()).ok_or_else(short)?;
            TextRequest::Join { epoch: Epoch(epoch), state_vector: body.slice(16..) }
        }
        0x02 => {
            let number = body.first_chunk::<4>().ok_or_else(short)?;
            TextRequest::Update { number: u32::from_be_bytes(*number), update: body.slice(4..) }
        }
        0x03 if body.len() <= AWARENESS_BYTES => TextRequest::Awareness(body),
        0x03 => return Err(Refusal::new(RefusalCode::ValidationFailed, words::AWARENESS_LONG)),
        0x04 => TextRequest::Leave,
        _ => return Ok(None),
    };
    let ticket = Uuid::from_slice(&bytes[2..HEAD]).map_err(|_| short())?;
    Ok(Some(TextFrame { ticket: TicketId(ticket), is_description: bytes[1] == DESCRIPTION, request }))
}

/// Why a node refuses a frame, or ends the copy of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextCode {
    NotFound,
    Forbidden,
    Conflict,
    ValidationFailed,
    PayloadTooLarge,
    TooMany,
    RateLimited,
    Unavailable,
    /// The document has another epoch now.
    Gone,
}

impl TextCode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Forbidden => "forbidden",
            Self::Conflict => "conflict",
            Self::ValidationFailed => "validation_failed",
            Self::PayloadTooLarge => "payload_too_large",
            Self::TooMany => "too_many",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::Gone => "gone",
        }
    }
}

impl From<Fault> for TextCode {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unreadable | Fault::Forbidden => Self::ValidationFailed,
            Fault::Gap => Self::Conflict,
            Fault::LongUpdate => Self::PayloadTooLarge,
            Fault::TooMuch => Self::TooMany,
        }
    }
}

/// What a node tells a page about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextAnswer<'a> {
    Joined { epoch: Epoch, may_edit: bool, other_epoch: bool, state_vector: &'a [u8], update: &'a [u8] },
    Updated(&'a [u8]),
    Acked(u32),
    Refused { number: u32, code: TextCode, wait_ms: u32 },
    Seen { connection: Uuid, user: UserId, state: &'a [u8] },
    Left { code: TextCode, wait_ms: u32 },
    Rights { may_edit: bool },
}

impl TextAnswer<'_> {
    pub fn encode(&self, ticket: TicketId) -> Bytes {
        let mut out = BytesMut::with_capacity(HEAD + 64);
        out.put_u8(match self {
            Self::Joined { .. } => 0x81,
            Self::Updated(_) => 0x82,
            Self::Acked(_) => 0x83,
            Self::Refused { .. } => 0x84,
            Self::Seen { .. } => 0x85,
            Self::Left { .. } => 0x86,
            Self::Rights { .. } => 0x87,
        });
        out.put_u8(DESCRIPTION);
        out.put_slice(ticket.0.as_bytes());
        match self {
            Self::Joined { epoch, may_edit, other_epoch, state_vector, update } => {
                out.put_slice(epoch.0.as_bytes());
                out.put_u8(u8::from(*may_edit) | u8::from(*other_epoch) << 1);
                out.put_u32(u32::try_from(state_vector.len()).unwrap_or(u32::MAX));
                out.put_slice(state_vector);
                out.put_slice(update);
            }
            Self::Updated(update) => out.put_slice(update),
            Self::Acked(number) => out.put_u32(*number),
            Self::Refused { number, code, wait_ms } => {
                out.put_u32(*number);
                out.put_u32(*wait_ms);
                out.put_slice(code.as_str().as_bytes());
            }
            Self::Seen { connection, user, state } => {
                out.put_slice(connection.as_bytes());
                out.put_slice(user.0.as_bytes());
                out.put_slice(state);
            }
            Self::Left { code, wait_ms } => {
                out.put_u32(*wait_ms);
                out.put_slice(code.as_str().as_bytes());
            }
            Self::Rights { may_edit } => out.put_u8(u8::from(*may_edit)),
        }
        out.freeze()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, body: &[u8]) -> Bytes {
        Bytes::from([&[kind, 0][..], Uuid::from_u128(7).as_bytes(), body].concat())
    }

    fn read(bytes: &Bytes) -> TextFrame {
        read_text_frame(bytes).expect("a frame").expect("a known kind")
    }

    #[test]
    fn tx4_each_frame_of_a_page_is_read_from_its_bytes() {
        let epoch = Uuid::from_u128(9);
        let join = read(&frame(1, &[epoch.as_bytes(), &[0][..]].concat()));
        assert_eq!(join.ticket, TicketId(Uuid::from_u128(7)));
        let expected = TextRequest::Join { epoch: Epoch(epoch), state_vector: Bytes::from_static(&[0]) };
        assert_eq!(join.request, expected);
        let update = read(&frame(2, &[0, 0, 1, 2, 5, 6]));
        assert_eq!(update.request, TextRequest::Update { number: 258, update: Bytes::from_static(&[5, 6]) });
        assert_eq!(read(&frame(3, b"here")).request, TextRequest::Awareness(Bytes::from_static(b"here")));
        assert_eq!(read(&frame(4, b"")).request, TextRequest::Leave);
        let mut other = frame(4, b"").to_vec();
        other[1] = 1;
        assert!(!read(&Bytes::from(other)).is_description);
    }

    #[test]
    fn tx3_tx4_an_unknown_kind_is_ignored_and_a_short_frame_is_refused() {
        assert_eq!(read_text_frame(&frame(99, b"later")), Ok(None));
        for short in [frame(1, &[0; 15]), frame(2, &[0; 3]), frame(4, b"").slice(..17), Bytes::new()] {
            assert!(read_text_frame(&short).is_err(), "{short:?}");
        }
        assert!(read_text_frame(&frame(3, &[b' '; AWARENESS_BYTES])).is_ok());
        assert!(read_text_frame(&frame(3, &[b' '; AWARENESS_BYTES + 1])).is_err());
    }

    #[test]
    fn tx4_each_frame_of_a_node_has_the_bytes_of_the_description() {
        let ticket = TicketId(Uuid::from_u128(7));
        let body = |answer: TextAnswer<'_>| {
            let bytes = answer.encode(ticket);
            assert_eq!((bytes[1], &bytes[2..18]), (0, ticket.0.as_bytes().as_slice()));
            (bytes[0], bytes[18..].to_vec())
        };
        let epoch = Epoch(Uuid::from_u128(9));
        let joined =
            TextAnswer::Joined { epoch, may_edit: true, other_epoch: true, state_vector: &[1, 2], update: &[3] };
        assert_eq!(body(joined), (0x81, [epoch.0.as_bytes().as_slice(), &[3, 0, 0, 0, 2, 1, 2, 3]].concat()));
        assert_eq!(body(TextAnswer::Updated(&[4])), (0x82, vec![4]));
        assert_eq!(body(TextAnswer::Acked(258)), (0x83, vec![0, 0, 1, 2]));
        let refused = TextAnswer::Refused { number: 1, code: TextCode::Forbidden, wait_ms: 2 };
        assert_eq!(body(refused), (0x84, [&[0, 0, 0, 1, 0, 0, 0, 2], b"forbidden".as_slice()].concat()));
        let left = TextAnswer::Left { code: TextCode::NotFound, wait_ms: 0 };
        assert_eq!(body(left), (0x86, [&[0; 4], b"not_found".as_slice()].concat()));
        assert_eq!(body(TextAnswer::Rights { may_edit: true }), (0x87, vec![1]));
    }
}
