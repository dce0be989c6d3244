//! What a push service has done with a message.

use std::time::Duration;

use crate::outbound::{Answer, Failed};

/// How long to wait if a push service wants fewer requests and does not say when.
const A_WHILE: Duration = Duration::from_secs(60);

/// What a push service has done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It has taken the message.
    Taken,
    /// It knows the browser no more, or its subscription cannot be used any more.
    Gone,
    /// It wants no message before this time has passed.
    Wait(Duration),
    /// It did not answer, or not well. A later request may succeed.
    Away,
    /// It has refused the message with this status. No later request would succeed.
    Refused(u16),
    /// Its address is one of the internal network.
    Forbidden,
    /// The message is longer than push services take.
    TooLong,
}

impl Sent {
    /// Reads an answer.
    pub(super) fn of(answer: Result<Answer, Failed>) -> Self {
        let Answer { status, retry_after, .. } = match answer {
            Ok(answer) => answer,
            Err(Failed::Refused) => return Self::Forbidden,
            Err(Failed::Unreachable | Failed::Slow) => return Self::Away,
        };
        match status {
            200..=299 => Self::Taken,
            404 | 410 => Self::Gone,
            429 => Self::Wait(retry_after.unwrap_or(A_WHILE)),
            408 | 500..=599 => retry_after.map_or(Self::Away, Self::Wait),
            status => Self::Refused(status),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nt15_each_answer_of_a_push_service_has_its_meaning() {
        let of = |status, seconds: Option<u64>| {
            let retry_after = seconds.map(Duration::from_secs);
            let (content_type, location, body, cut) = (None, None, Vec::new(), false);
            Sent::of(Ok(Answer { status, content_type, location, retry_after, body, cut }))
        };
        for (status, seconds, meaning) in [
            (201, None, Sent::Taken),
            (404, None, Sent::Gone),
            (410, Some(5), Sent::Gone),
            (429, None, Sent::Wait(A_WHILE)),
            (429, Some(7), Sent::Wait(Duration::from_secs(7))),
            (503, None, Sent::Away),
            (503, Some(9), Sent::Wait(Duration::from_secs(9))),
            (302, None, Sent::Refused(302)),
            (403, None, Sent::Refused(403)),
            (413, None, Sent::Refused(413)),
        ] {
            assert_eq!(of(status, seconds), meaning, "{status}");
        }
        assert_eq!(Sent::of(Err(Failed::Refused)), Sent::Forbidden);
        assert_eq!(Sent::of(Err(Failed::Slow)), Sent::Away);
    }
}
