//! When a version of a description begins (TX27).

use std::collections::BTreeSet;

use time::{Duration, OffsetDateTime};

use crate::domain::ids::UserId;

/// After a pause of this length, a new version begins.
pub const PAUSE: Duration = Duration::minutes(10);
/// No version holds the changes of a longer time.
pub const LONGEST: Duration = Duration::hours(1);
/// The edit of another person continues a version that is younger than this. After that, the edit begins a new version.
pub const TOGETHER: Duration = Duration::minutes(2);
/// The versions that are kept of a description, without the newest.
pub const KEPT: i64 = 100;
/// The bytes of text that are kept of a description, beyond the newest version.
pub const KEPT_BYTES: i64 = 4 << 20;
/// The days for which a version is kept.
pub const KEPT_DAYS: i32 = 365;

/// How a version came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionKind {
    /// The description before the first change that is known.
    First,
    /// People have written it in the document.
    Typed,
    /// Another writer has set the whole description: the HTTP API, an import, an earlier build.
    Replaced,
    /// A person has restored an earlier version.
    Restored,
}

impl VersionKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Typed => "typed",
            Self::Replaced => "replaced",
            Self::Restored => "restored",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        [Self::First, Self::Typed, Self::Replaced, Self::Restored].into_iter().find(|it| it.word() == word)
    }
}

/// The newest version of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latest {
    pub kind: VersionKind,
    pub began_at: OffsetDateTime,
    pub ended_at: OffsetDateTime,
    pub authors: BTreeSet<UserId>,
    pub sum: i64,
}

/// A description that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    pub kind: VersionKind,
    pub at: OffsetDateTime,
    pub authors: BTreeSet<UserId>,
    pub sum: i64,
    /// True if a person has asked to keep the latest version as it is, in order to restore another one.
    pub keeps_latest: bool,
}

/// What becomes of a written description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The latest version has this text, or a later write has been stored.
    Nothing,
    /// The latest version gets the text, and has these authors.
    Continue(BTreeSet<UserId>),
    Begin,
}

/// Decides whether a description is a new version.
pub fn step(latest: Option<&Latest>, write: &Write) -> Step {
    let Some(latest) = latest else { return Step::Begin };
    if latest.sum == write.sum || latest.ended_at > write.at {
        return Step::Nothing;
    }
    let both_typed = latest.kind == VersionKind::Typed && write.kind == VersionKind::Typed;
    let is_same_group = write.authors.is_subset(&latest.authors) || write.at - latest.began_at < TOGETHER;
    let is_near = write.at - latest.ended_at < PAUSE && write.at - latest.began_at < LONGEST;
    if both_typed && is_same_group && is_near && !write.keeps_latest {
        Step::Continue(latest.authors.union(&write.authors).copied().collect())
    } else {
        Step::Begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;
    use uuid::Uuid;

    const NOON: OffsetDateTime = datetime!(2030-05-01 12:00 UTC);

    fn people<const N: usize>(numbers: [u128; N]) -> BTreeSet<UserId> {
        numbers.into_iter().map(|number| UserId(Uuid::from_u128(number))).collect()
    }

    fn latest() -> Latest {
        Latest { kind: VersionKind::Typed, began_at: NOON, ended_at: NOON, authors: people([1]), sum: 1 }
    }

    fn typed<const N: usize>(after: Duration, by: [u128; N]) -> Write {
        Write { kind: VersionKind::Typed, at: NOON + after, authors: people(by), sum: 2, keeps_latest: false }
    }

    #[test]
    fn tx27_a_person_who_goes_on_typing_continues_the_version() {
        assert_eq!(step(Some(&latest()), &typed(Duration::minutes(9), [1])), Step::Continue(people([1])));
        assert_eq!(step(None, &typed(Duration::ZERO, [1])), Step::Begin);
    }

    #[test]
    fn tx27_a_version_begins_after_a_pause_and_after_an_hour() {
        assert_eq!(step(Some(&latest()), &typed(PAUSE, [1])), Step::Begin);
        let long = Latest { ended_at: NOON + LONGEST - Duration::minutes(1), ..latest() };
        assert_eq!(step(Some(&long), &typed(LONGEST, [1])), Step::Begin);
    }

    #[test]
    fn tx27_another_person_joins_a_young_version_and_begins_a_new_one_later() {
        assert_eq!(step(Some(&latest()), &typed(Duration::minutes(1), [2])), Step::Continue(people([1, 2])));
        assert_eq!(step(Some(&latest()), &typed(TOGETHER, [2])), Step::Begin);
        assert_eq!(step(Some(&latest()), &typed(TOGETHER, [1, 2])), Step::Begin);
        let both = Latest { authors: people([1, 2]), ..latest() };
        assert_eq!(step(Some(&both), &typed(TOGETHER, [2])), Step::Continue(people([1, 2])));
    }

    #[test]
    fn tx27_a_replaced_and_a_restored_description_are_versions_of_their_own() {
        for kind in [VersionKind::Replaced, VersionKind::Restored] {
            let set = Write { kind, ..typed(Duration::minutes(1), [1]) };
            assert_eq!(step(Some(&latest()), &set), Step::Begin, "{kind:?}");
            let before = Latest { kind, ..latest() };
            assert_eq!(step(Some(&before), &typed(Duration::minutes(1), [1])), Step::Begin, "behind {kind:?}");
        }
        let first = Latest { kind: VersionKind::First, ..latest() };
        assert_eq!(step(Some(&first), &typed(Duration::minutes(1), [1])), Step::Begin);
    }

    #[test]
    fn tx27_the_version_before_a_restore_stays_as_it_is() {
        let write = Write { keeps_latest: true, ..typed(Duration::minutes(1), [1]) };
        assert_eq!(step(Some(&latest()), &write), Step::Begin);
    }

    #[test]
    fn tx27_an_equal_text_and_a_late_event_make_no_version() {
        let equal = Write { sum: 1, ..typed(Duration::hours(5), [2]) };
        assert_eq!(step(Some(&latest()), &equal), Step::Nothing);
        let late = Latest { ended_at: NOON + Duration::minutes(5), ..latest() };
        assert_eq!(step(Some(&late), &typed(Duration::minutes(4), [1])), Step::Nothing);
    }

    #[test]
    fn tx27_the_word_of_a_kind_names_it() {
        for kind in [VersionKind::First, VersionKind::Typed, VersionKind::Replaced, VersionKind::Restored] {
            assert_eq!(VersionKind::of_word(kind.word()), Some(kind));
        }
        assert_eq!(VersionKind::of_word("other"), None);
    }
}
