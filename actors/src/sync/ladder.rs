//! The delta ladder: what a client that resumes with a cursor gets.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::domain::ids::Epoch;

/// The limit of missed events that are replayed. Above this limit, the snapshot is cheaper.
pub const MAX_DELTA: i64 = 5_000;
/// The limit of bytes of missed events that are replayed. A client that resumes must not cost a node much more memory
/// than an outbox.
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
pub struct ReaderPosition {
    pub epoch: Epoch,
    pub head: i64,
    /// The seq at which the reader gained the scope; `i64::MAX` if it is unknown.
    pub gained: i64,
}

/// How a client resumes from a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The node sends the events after this seq.
    Delta(i64),
    /// The cursor cannot be resumed: the client fetches the snapshot.
    Snapshot,
}

/// RS2: if the cursor is too far behind, ahead of the scope, or of another epoch, the client needs the snapshot. The
/// node never sends a part of the missed events. RS5: the same holds for a cursor from before the reader gained the
/// scope, because the reader has no right to the events before the gain.
pub fn resume(cursor: Option<Cursor>, position: ReaderPosition) -> Resume {
    match cursor {
        Some(cursor)
            if cursor.epoch == position.epoch
                && cursor.seq <= position.head
                && cursor.seq >= position.gained
                && position.head - cursor.seq <= MAX_DELTA =>
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
        let position = ReaderPosition { epoch, head: 10_000, gained: 0 };
        let at = |epoch, seq| resume(Some(Cursor { epoch, seq }), position);
        assert_eq!(at(epoch, 10_000), Resume::Delta(10_000));
        assert_eq!(at(epoch, 5_000), Resume::Delta(5_000), "as far behind as events are replayed");
        assert_eq!(at(epoch, 4_999), Resume::Snapshot, "too far behind");
        assert_eq!(at(epoch, 10_001), Resume::Snapshot, "from the future");
        assert_eq!(at(epoch, -1), Resume::Snapshot, "before everything");
        assert_eq!(at(other, 10_000), Resume::Snapshot, "of another epoch");
        assert_eq!(resume(None, position), Resume::Snapshot, "none at all");
    }

    #[test]
    fn rs5_a_cursor_from_before_the_reader_gained_the_scope_leads_to_the_snapshot() {
        let epoch = Epoch(Uuid::from_u128(1));
        let at = |seq, gained| resume(Some(Cursor { epoch, seq }), ReaderPosition { epoch, head: 100, gained });
        assert_eq!(at(0, 40), Resume::Snapshot);
        assert_eq!(at(39, 40), Resume::Snapshot);
        assert_eq!(at(40, 40), Resume::Delta(40), "events are replayed from the one after the reader was let in");
        assert_eq!(at(100, i64::MAX), Resume::Snapshot, "the seq at which the reader gained the scope is unknown");
    }
}
