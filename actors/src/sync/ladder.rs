//! The delta ladder: what a client that resumes with a cursor gets.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::ids::Epoch;

/// More missed events than this are not replayed: the snapshot is cheaper.
pub const MAX_DELTA: i64 = 5_000;
/// More bytes of missed events than this are not replayed: a client that resumes may not cost a node much more than an
/// outbox.
pub const MAX_DELTA_BYTES: usize = 8 << 20;

/// How far a client has read in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(rename = "ScopeCursor")]
pub struct Cursor {
    pub epoch: Epoch,
    #[ts(type = "number")]
    pub seq: i64,
}

/// The position of a scope, as seen by one reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    pub epoch: Epoch,
    pub head: i64,
    /// The seq at which the reader gained the scope; `i64::MAX` if it is unknown.
    pub gained: i64,
}

/// What to do for a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Send the events after this seq.
    Delta(i64),
    /// The cursor is of no use: the client fetches the snapshot.
    Snapshot,
}

/// RS2: a cursor that is too far behind, ahead of the scope, or of another epoch leads to the snapshot; never to a part
/// of the events. RS5: so does a cursor from before the reader gained the scope, since the reader had no right to the
/// events of that time.
pub fn resume(cursor: Option<Cursor>, stand: Stand) -> Resume {
    match cursor {
        Some(cursor)
            if cursor.epoch == stand.epoch
                && cursor.seq <= stand.head
                && cursor.seq >= stand.gained
                && stand.head - cursor.seq <= MAX_DELTA =>
        {
            Resume::Delta(cursor.seq)
        }
        _ => Resume::Snapshot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn rs2_every_kind_of_useless_cursor_leads_to_the_snapshot() {
        let epoch = Epoch(Uuid::from_u128(1));
        let other = Epoch(Uuid::from_u128(2));
        let stand = Stand { epoch, head: 10_000, gained: 0 };
        let at = |epoch, seq| resume(Some(Cursor { epoch, seq }), stand);
        assert_eq!(at(epoch, 10_000), Resume::Delta(10_000));
        assert_eq!(at(epoch, 5_000), Resume::Delta(5_000), "as far behind as events are replayed");
        assert_eq!(at(epoch, 4_999), Resume::Snapshot, "too far behind");
        assert_eq!(at(epoch, 10_001), Resume::Snapshot, "from the future");
        assert_eq!(at(epoch, -1), Resume::Snapshot, "before everything");
        assert_eq!(at(other, 10_000), Resume::Snapshot, "of another epoch");
        assert_eq!(resume(None, stand), Resume::Snapshot, "none at all");
    }

    #[test]
    fn rs5_a_cursor_from_before_the_reader_gained_the_scope_leads_to_the_snapshot() {
        let epoch = Epoch(Uuid::from_u128(1));
        let at = |seq, gained| resume(Some(Cursor { epoch, seq }), Stand { epoch, head: 100, gained });
        assert_eq!(at(0, 40), Resume::Snapshot);
        assert_eq!(at(39, 40), Resume::Snapshot);
        assert_eq!(at(40, 40), Resume::Delta(40), "events are replayed from the one after the reader was let in");
        assert_eq!(at(100, i64::MAX), Resume::Snapshot, "the seq at which the reader gained the scope is unknown");
    }
}
