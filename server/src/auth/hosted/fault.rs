//! Why a provider could not identify a person.

use crate::error::{Code, Refusal};
use crate::outbound::Failed;
use crate::words::refusals as words;

/// Why a provider could not identify a person. The reasons are for the log: they hold no value of the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// No answer, or not in time.
    Away(Failed),
    /// An answer that must not be trusted.
    Answer(&'static str),
}

impl From<Failed> for Fault {
    fn from(failed: Failed) -> Self {
        Self::Away(failed)
    }
}

impl Fault {
    /// Logs the reason, and returns the refusal for the person.
    pub(super) fn refusal(self, provider: &str, name: &str) -> Refusal {
        match self {
            Self::Away(failed) => {
                tracing::warn!(provider, ?failed, "a provider of hosted sign-in did not answer");
                Refusal::new(Code::Unavailable).message(words::provider_away(name))
            }
            Self::Answer(reason) => {
                tracing::warn!(provider, reason, "a provider of hosted sign-in has sent an answer that is not valid");
                Refusal::new(Code::Forbidden).message(words::provider_invalid(name))
            }
        }
    }
}
