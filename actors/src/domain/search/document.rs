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

/// The words of a document, as the text of a `tsvector`. A word in several parts counts in the most important one.
pub fn vector<'a>(scope: ScopeId, parts: impl IntoIterator<Item = (Part, &'a str)>) -> String {
    let mut all: BTreeMap<String, Part> = BTreeMap::new();
    for (part, text) in parts {
        for word in words(text) {
            let kept = all.entry(word.folded).or_insert(part);
            *kept = part.min(*kept);
        }
    }
    let prefix = prefix_of(scope);
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
}
