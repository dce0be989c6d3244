//! The frames of the socket. TypeScript is generated from here and from `domain`.

mod client;
mod columns;
mod encode;
mod node;
#[cfg(test)]
mod page;
#[cfg(test)]
mod rights_page;
mod text;
#[cfg(test)]
mod typescript;

pub use client::{ClientFrame, ClientInfo, Hello, PresenceState, PresenceUpdate, read_frame};
pub use columns::{Column, ColumnsWriter, SnapshotColumns};
pub use encode::{encode_event, events_frame};
pub use node::{
    HttpAck, NodeFrame, PresenceMember, SnapshotEnd, SnapshotForm, SnapshotHead, SnapshotScope, SocketLimits,
    WelcomeResume, WelcomeScope,
};
pub use text::{AWARENESS_BYTES, TEXTS, TextAnswer, TextCode, TextFrame, TextRequest, read_text_frame};

/// The version of the protocol that this build speaks.
pub const PROTOCOL: u32 = 1;
/// The largest frame that a client may send, in bytes.
pub const MAX_FRAME: usize = 256 * 1024;
