//! Order and resumption, pure: sequencer, batch builder, delta ladder, ring of recent events. No I/O, so that
//! all of it can be simulated.

mod batch;
mod ladder;
mod ring;
mod sequencer;
mod standing;

pub use batch::{Answer, Batch, BatchBuilder, BatchEvent, Committed, Read, ReadKind, RowWrite, ScopeUse, SeenCommand};
pub use ladder::{Cursor, MAX_DELTA, MAX_DELTA_BYTES, Resume, Stand, resume};
pub use ring::Ring;
pub use sequencer::{Segment, Sequencer};
pub use standing::{Footing, Gained, Head, LoadedTickets, LoadedWorkspace, StoredTicket};
