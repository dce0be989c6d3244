//! The order of events, and how clients resume: sequencer, batch builder, delta ladder, ring of recent events. All of
//! it is pure, so that a simulation can run it.

mod batch;
mod ladder;
mod positions;
mod ring;
mod sequencer;

pub use batch::{
    Answer, AuditRow, Batch, BatchBuilder, BatchEvent, Committed, Read, ReadKind, RowWrite, ScopeUse, SeenCommand,
};
pub use ladder::{Cursor, MAX_DELTA, MAX_DELTA_BYTES, ReaderPosition, Resume, resume};
pub use positions::{Gained, Head, LoadedTickets, LoadedWorkspace, ScopePosition, StoredTicket};
pub use ring::Ring;
pub use sequencer::{Segment, Sequencer};
