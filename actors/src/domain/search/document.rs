//! The words of a ticket or a comment, as the database keeps them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::words::words;
use crate::domain::ids::ScopeId;

/// The place of a word in a ticket. The order of the letters is the order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Title,
    /// The text of an attribute.
    Field,
    Description,
    Comment,
}

impl Part {
    /// The letter that the database uses.
    pub const fn weight(self) -> char {
        match self {
            Self::Title => 'A',
            Self::Field => 'B',
            Self::Description => 'C',
            Self::Comment => 'D',
        }
    }
}

/// The first letters of every stored word of a scope. Scopes whose ids share these digits only cost time: what a person
/// may see is decided by the rows themselves.
pub fn prefix_of(scope: ScopeId) -> String {
    scope.0.simple().to_string()[24..].to_owned()
}

/// The most words of a document, and the most bytes that they take in the database. A `tsvector` has at most 1 MB.
pub const MOST_WORDS: usize = 20_000;
pub const MOST_BYTES: usize = 600_000;
/// What the database keeps beside the letters of a word: its place, its weight and the gaps between.
const BESIDE: usize = 16;

/// The words of a document, as the text of a `tsvector`. A word in several parts counts in the most important one. Words
/// beyond the limits are left out, words of the least important parts first.
pub fn vector<'a>(scope: ScopeId, parts: impl IntoIterator<Item = (Part, &'a str)>) -> String {
    let mut parts: Vec<(Part, &str)> = parts.into_iter().collect();
    parts.sort_by_key(|(part, _)| *part);
    let prefix = prefix_of(scope);
    let mut all: BTreeMap<String, Part> = BTreeMap::new();
    let mut bytes = 0;
    for (part, text) in parts {
        for word in words(text) {
            let more = prefix.len() + word.folded.len() + BESIDE;
            if all.len() < MOST_WORDS && bytes + more <= MOST_BYTES {
                all.entry(word.folded).or_insert_with(|| {
                    bytes += more;
                    part
                });
            }
        }
    }
    let mut text = String::new();
    for (word, part) in all {
        // Words are letters and digits, so nothing in them needs an escape.
        let _ = write!(text, "'{prefix}{word}':1{} ", part.weight());
    }
    text
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn se3_a_document_holds_each_word_once_with_its_most_important_part() {
        let scope = ScopeId(Uuid::from_u128(0xab));
        let text = vector(scope, [(Part::Description, "A label, o'label'"), (Part::Title, "Label")]);
        assert_eq!(text, "'000000aba':1C '000000ablabel':1A '000000abo':1C ");
    }

    #[test]
    fn se18_a_document_has_limits_and_its_title_comes_first() {
        let scope = ScopeId(Uuid::from_u128(0xab));
        let short: String = (0..MOST_WORDS * 2).map(|n| format!("{n} ")).collect();
        let text = vector(scope, [(Part::Description, &*short), (Part::Title, "Label")]);
        assert_eq!(text.split_whitespace().count(), MOST_WORDS);
        assert!(text.contains("'000000ablabel':1A"));
        let long: String = (0..MOST_WORDS).map(|n| format!("{n:060} ")).collect();
        let text = vector(scope, [(Part::Description, &*long), (Part::Title, "Label")]);
        assert!(text.len() <= MOST_BYTES && text.contains("'000000ablabel':1A"));
    }
}
