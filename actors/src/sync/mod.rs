//! Order and resumption, pure: sequencer, batch builder, delta ladder, ring of recent events. No I/O, so that
//! all of it can be simulated.

mod batch;
mod ladder;
mod ring;
mod sequencer;

pub use batch::{Answer, Batch, BatchBuilder, BatchEvent, Footing, Read, ReadKind, RowWrite, ScopeUse};
pub use ladder::{Cursor, MAX_DELTA, MAX_DELTA_BYTES, Resume, Stand, resume};
pub use ring::Ring;
pub use sequencer::{Segment, Sequencer};
