//! Comments on words of a description. The document itself holds no mark of them, so people who may not edit can comment.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{limits, refusal::Refusal, text};
use crate::words;

/// Words of the description that a comment is about (CT9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Passage {
    /// The place before the first of the words: a relative position of Yjs (version 1) in base64. Only pages read it.
    pub start: String,
    /// The place behind the last of the words.
    pub end: String,
    /// The words as they were.
    pub words: String,
}

impl Passage {
    /// The passage within its limits.
    ///
    /// # Errors
    /// `validation_failed`, with the field `passage`.
    pub(super) fn checked(&self) -> Result<Self, Refusal> {
        let is_place = |place: &str| {
            (1..=limits::PASSAGE_PLACE_BYTES).contains(&place.len())
                && place.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
        };
        if !is_place(&self.start) || !is_place(&self.end) {
            return Err(Refusal::invalid("passage", words::NOT_A_PASSAGE));
        }
        if text::is_blank(&self.words) {
            return Err(Refusal::invalid("passage", words::EMPTY));
        }
        let words = limits::prose("passage", &self.words, limits::PASSAGE_WORDS_BYTES)?;
        Ok(Self { words, ..self.clone() })
    }
}
