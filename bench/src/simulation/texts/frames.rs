//! Reads the frames that a node sends to pages. The bytes are described in `docs/TEXTS.md`.

use actors::domain::ids::Epoch;
use uuid::Uuid;

/// The bytes before the body: kind, field and ticket.
const HEAD: usize = 18;

/// A frame from a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeFrame {
    Joined { epoch: Epoch, may_edit: bool, other_epoch: bool, state_vector: Vec<u8>, update: Vec<u8> },
    Updated(Vec<u8>),
    Acked(u32),
    Refused { number: u32, wait_ms: u64, code: String },
    Seen,
    Left { wait_ms: u64, code: String },
    Rights { may_edit: bool },
}

/// True if a frame shows text or carets.
pub fn shows_text(frame: &[u8]) -> bool {
    matches!(frame[0], 0x81 | 0x82 | 0x85)
}

pub fn read(frame: &[u8]) -> NodeFrame {
    let body = &frame[HEAD..];
    let number = |at: usize| u32::from_be_bytes(body[at..at + 4].try_into().expect("four bytes"));
    let words = |at: usize| String::from_utf8_lossy(&body[at..]).into_owned();
    match frame[0] {
        0x81 => {
            let (flags, length) = (body[16], number(17) as usize);
            NodeFrame::Joined {
                epoch: Epoch(Uuid::from_slice(&body[..16]).expect("an id")),
                may_edit: flags & 1 != 0,
                other_epoch: flags & 2 != 0,
                state_vector: body[21..21 + length].to_vec(),
                update: body[21 + length..].to_vec(),
            }
        }
        0x82 => NodeFrame::Updated(body.to_vec()),
        0x83 => NodeFrame::Acked(number(0)),
        0x84 => NodeFrame::Refused { number: number(0), wait_ms: u64::from(number(4)), code: words(8) },
        0x85 => NodeFrame::Seen,
        0x86 => NodeFrame::Left { wait_ms: u64::from(number(0)), code: words(4) },
        0x87 => NodeFrame::Rights { may_edit: body[0] & 1 != 0 },
        other => panic!("an unknown kind of frame: {other}"),
    }
}
