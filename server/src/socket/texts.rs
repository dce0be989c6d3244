//! Limits the text frames of one socket (`docs/TEXTS.md`).

use std::time::Instant;

use actors::wire::{TextAnswer, TextCode, TextFrame, TextRequest};
use bytes::Bytes;

use super::rate::Rate;

const UPDATES_PER_SECOND: u32 = 40;
const UPDATES_BURST: u32 = 200;
/// Joins read the database and may answer with a whole document.
const JOINS_PER_SECOND: u32 = 4;
const JOINS_BURST: u32 = 32;
const AWARENESS_PER_SECOND: u32 = 20;

/// The rates of one socket.
pub(super) struct TextRates {
    updates: Rate,
    joins: Rate,
    awareness: Rate,
}

impl Default for TextRates {
    fn default() -> Self {
        let now = Instant::now();
        Self {
            updates: Rate::new(UPDATES_PER_SECOND, UPDATES_BURST, now),
            joins: Rate::new(JOINS_PER_SECOND, JOINS_BURST, now),
            awareness: Rate::new(AWARENESS_PER_SECOND, AWARENESS_PER_SECOND, now),
        }
    }
}

/// What becomes of a frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Taken,
    Dropped,
    Refused(Bytes),
}

impl TextRates {
    pub(super) fn admit(&mut self, frame: &TextFrame) -> Pace {
        self.admit_at(frame, Instant::now())
    }

    fn admit_at(&mut self, frame: &TextFrame, now: Instant) -> Pace {
        let (taken, number) = match &frame.request {
            TextRequest::Join { .. } => (self.joins.take(now), 0),
            TextRequest::Update { number, .. } => (self.updates.take(now), *number),
            TextRequest::Awareness(state) => {
                // The last state of a person who leaves is never dropped: the others would see the person for ever.
                let is_dropped = self.awareness.take(now).is_err() && !state.is_empty();
                return if is_dropped { Pace::Dropped } else { Pace::Taken };
            }
            TextRequest::Leave => return Pace::Taken,
        };
        match taken {
            Ok(()) => Pace::Taken,
            Err(wait_ms) => {
                let wait_ms = u32::try_from(wait_ms).unwrap_or(u32::MAX);
                let answer = TextAnswer::Refused { number, code: TextCode::RateLimited, wait_ms };
                Pace::Refused(answer.encode(frame.ticket))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actors::domain::ids::TicketId;
    use uuid::Uuid;

    use super::*;

    fn frame(request: TextRequest) -> TextFrame {
        TextFrame { ticket: TicketId(Uuid::from_u128(7)), is_description: true, request }
    }

    #[test]
    fn updates_above_the_burst_are_refused_with_a_time_to_wait_and_awareness_is_dropped() {
        let mut rates = TextRates::default();
        let now = Instant::now();
        let update = frame(TextRequest::Update { number: 9, update: Bytes::new() });
        let taken = (0..300).filter(|_| rates.admit_at(&update, now) == Pace::Taken).count();
        assert_eq!(taken, UPDATES_BURST as usize);
        let Pace::Refused(answer) = rates.admit_at(&update, now) else { panic!("taken") };
        assert_eq!((answer[0], &answer[18..22]), (0x84, [0, 0, 0, 9].as_slice()));
        assert!(answer.ends_with(b"rate_limited"));
        assert_eq!(rates.admit_at(&update, now + Duration::from_secs(1)), Pace::Taken);
        let seen = frame(TextRequest::Awareness(Bytes::from_static(b"x")));
        let taken = (0..100).filter(|_| rates.admit_at(&seen, now) == Pace::Taken).count();
        assert_eq!(taken, AWARENESS_PER_SECOND as usize);
        assert_eq!(rates.admit_at(&frame(TextRequest::Awareness(Bytes::new())), now), Pace::Taken);
        assert_eq!(rates.admit_at(&frame(TextRequest::Leave), now), Pace::Taken);
    }
}
