//! A milestone becomes a fix version.

use actors::domain::{
    ids::FixVersionId,
    kinds::{fix_version::VersionState, import::order::ImportVersion},
    limits,
};

use super::archive::Milestone;
use crate::import::plan::Gatherer;

/// The fix version with the title of a milestone. A new one takes over the day, the description, and whether the milestone
/// is closed; a version that the workspace has stays as it is.
pub(super) fn version(gatherer: &mut Gatherer, milestone: &Milestone) -> Option<FixVersionId> {
    let (title, description, due_on, state) = match milestone {
        Milestone::Title(title) => (title, None, None, None),
        Milestone::Whole { title, description, due_on, state } => {
            (title, description.as_deref(), due_on.as_deref(), state.as_deref())
        }
    };
    gatherer.fix_version(title, |id, name| {
        let day = due_on.and_then(|text| text.get(..10)).map(|day| serde_json::from_value(day.into()));
        let closed = state.is_some_and(|state| state.eq_ignore_ascii_case("closed"));
        ImportVersion {
            id,
            name,
            description: short(description.unwrap_or_default()),
            release_date: day.and_then(Result::ok),
            state: if closed { VersionState::Released } else { VersionState::Unreleased },
        }
    })
}

/// As much of a description as a version may have.
fn short(text: &str) -> String {
    let text = text.replace('\0', "");
    let mut end = text.len().min(limits::CONFIG_DESCRIPTION_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].trim().to_owned()
}
