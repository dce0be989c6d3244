//! What a person asks for.

use super::document::{Part, prefix_of};
use super::words::{folded, words as words_of};
use crate::domain::ids::{ListId, ScopeId};
use crate::domain::refusal::Refusal;
use crate::words;

/// The most characters of a query.
pub const QUERY_CHARS: usize = 200;
/// The most words of a query.
pub const QUERY_WORDS: usize = 10;
/// The size of a page if the caller names none, and the largest.
pub const PAGE: usize = 20;
pub const LARGEST_PAGE: usize = 50;
/// Results beyond this one are not ranked. A person adds a word instead.
pub const DEEPEST: usize = 200;
/// Shorter words match whole words only: nearly every text has a word that begins with a given letter.
const PREFIX_CHARS: usize = 2;
/// Shorter words are not corrected.
const CORRECTED_CHARS: usize = 4;

/// A search, as the caller writes it.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub text: String,
    /// Where to look; empty for everywhere.
    pub parts: Vec<Part>,
    /// Only tickets of this list.
    pub list: Option<ListId>,
    /// How many results to pass over.
    pub after: usize,
    pub limit: usize,
}

/// One word of a query, with its corrections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub word: String,
    /// Words of titles that the word may be a slip of.
    pub near: Vec<String>,
}

impl Term {
    /// Whether the term finds this word of a text.
    pub fn finds(&self, word: &str, part: Part) -> bool {
        self.finds_as_typed(word) || part == Part::Title && self.near.iter().any(|near| near == word)
    }

    fn finds_as_typed(&self, word: &str) -> bool {
        if self.is_prefix() { word.starts_with(&self.word) } else { word == self.word }
    }

    fn is_prefix(&self) -> bool {
        self.word.chars().count() >= PREFIX_CHARS
    }

    /// Whether the word is long enough to look for words that are close to it.
    pub fn may_be_mistyped(&self) -> bool {
        self.word.chars().count() >= CORRECTED_CHARS && !self.word.chars().all(|letter| letter.is_ascii_digit())
    }
}

/// A checked search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    pub terms: Vec<Term>,
    pub parts: Vec<Part>,
    pub list: Option<ListId>,
    /// The number of the ticket, if the text is the key of one.
    pub number: Option<i64>,
    pub after: usize,
    pub limit: usize,
}

impl Query {
    /// Checks a search. `key` is the key of the workspace, such as `TR`.
    ///
    /// # Errors
    /// If the text is too long or has too many words, or the page is too large or too deep.
    pub fn read(search: Search, key: &str) -> Result<Self, Refusal> {
        let Search { text, parts, list, after, limit } = search;
        if text.chars().count() > QUERY_CHARS {
            return Err(Refusal::invalid("q", words::most_characters(QUERY_CHARS)));
        }
        if !(1..=LARGEST_PAGE).contains(&limit) {
            return Err(Refusal::invalid("limit", words::whole_number_between(1, LARGEST_PAGE)));
        }
        if after > DEEPEST {
            return Err(Refusal::invalid("after", words::whole_number_between(0, DEEPEST)));
        }
        let mut terms: Vec<Term> = Vec::new();
        for word in words_of(&text) {
            if terms.iter().all(|term| term.word != word.folded) {
                terms.push(Term { word: word.folded, near: Vec::new() });
            }
        }
        if terms.len() > QUERY_WORDS {
            return Err(Refusal::invalid("q", words::most_words(QUERY_WORDS)));
        }
        let number = number_of(&text, key).filter(|_| parts.is_empty());
        Ok(Self { terms, parts, list, number, after, limit })
    }

    /// Whether a part is searched.
    pub fn looks_in(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    /// The condition for documents of a scope, as the text of a `tsquery`. Only words of titles are corrected.
    pub fn condition(&self, scope: ScopeId) -> String {
        let weights: String = self.parts.iter().map(|part| part.weight()).collect();
        let corrects = self.looks_in(Part::Title);
        let prefix = prefix_of(scope);
        let of_term = |term: &Term| {
            let star = if term.is_prefix() { "*" } else { "" };
            let mut ways = vec![lexeme(&prefix, &term.word, &format!("{star}{weights}"))];
            ways.extend(term.near.iter().filter(|_| corrects).map(|near| lexeme(&prefix, near, "A")));
            format!("({})", ways.join(" | "))
        };
        self.terms.iter().map(of_term).collect::<Vec<_>>().join(" & ")
    }

    /// What ranks the documents of a scope: each word counts, and a whole word counts twice.
    pub fn ranking(&self, scope: ScopeId) -> String {
        let prefix = prefix_of(scope);
        let of_term = |term: &Term| {
            let mut ways = vec![lexeme(&prefix, &term.word, "")];
            if term.is_prefix() {
                ways.push(lexeme(&prefix, &term.word, "*"));
            }
            ways.extend(term.near.iter().map(|near| lexeme(&prefix, near, "A")));
            ways.join(" | ")
        };
        self.terms.iter().map(of_term).collect::<Vec<_>>().join(" | ")
    }
}

/// Words are letters and digits, so nothing in them needs an escape.
fn lexeme(prefix: &str, word: &str, flags: &str) -> String {
    if flags.is_empty() { format!("'{prefix}{word}'") } else { format!("'{prefix}{word}':{flags}") }
}

/// The number in `TR-12`, `tr 12`, `#12` or `12`.
fn number_of(text: &str, key: &str) -> Option<i64> {
    let folded_text = folded(text);
    let folded_key = folded(key);
    let digits = folded_text.strip_prefix(&folded_key).map_or(folded_text.as_str(), str::trim_start);
    digits
        .bytes()
        .all(|digit| digit.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
        .filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::domain::refusal::RefusalCode;

    fn asked(text: &str) -> Search {
        Search { text: text.into(), limit: PAGE, ..Search::default() }
    }

    fn read(text: &str) -> Query {
        Query::read(asked(text), "TR").expect("a query")
    }

    #[test]
    fn se4_long_queries_and_deep_pages_are_refused_with_their_field() {
        let field = |search: Search| {
            let refusal = Query::read(search, "TR").expect_err("refused");
            assert_eq!(refusal.code, RefusalCode::ValidationFailed);
            refusal.field.expect("a field")
        };
        assert_eq!(field(asked(&"x".repeat(QUERY_CHARS + 1))), "q");
        assert_eq!(field(asked("a b c d e f g h i j k")), "q");
        assert_eq!(field(Search { limit: 0, ..asked("a") }), "limit");
        assert_eq!(field(Search { limit: LARGEST_PAGE + 1, ..asked("a") }), "limit");
        assert_eq!(field(Search { after: DEEPEST + 1, ..asked("a") }), "after");
        assert_eq!(read(&"é".repeat(QUERY_CHARS)).terms.len(), 1);
        assert_eq!(read("a A á b").terms.len(), 2, "a word counts once");
    }

    #[test]
    fn m07_special_characters_have_no_meaning() {
        let scope = ScopeId(Uuid::from_u128(1));
        for text in ["[ ] \\ ^ $ . | ? * + ( )", "{ } - / # %", "' & ! : <-> \" ''", "%_\\", "\u{202E}", ""] {
            assert_eq!(read(text).terms, [], "{text}");
        }
        assert_eq!(read("a'b:*&!c").condition(scope), "('00000001a') & ('00000001b') & ('00000001c')");
    }

    #[test]
    fn se5_words_of_two_letters_are_beginnings_and_single_letters_are_words() {
        let term = |word: &str| Term { word: word.into(), near: vec!["label".into()] };
        assert!(term("la").finds("lantern", Part::Comment) && !term("l").finds("lantern", Part::Comment));
        assert!(term("lable").finds("label", Part::Title), "a slip in a title");
        assert!(!term("lable").finds("label", Part::Comment), "other texts are found as typed");
    }

    #[test]
    fn se5_each_scope_has_words_of_its_own_and_parts_limit_a_search() {
        let query = Query::read(Search { parts: vec![Part::Title, Part::Description], ..asked("go lab") }, "TR")
            .expect("a query");
        let condition = |n| query.condition(ScopeId(Uuid::from_u128(n)));
        assert_eq!(condition(1), "('00000001go':*AC) & ('00000001lab':*AC)");
        assert_eq!(condition(2), "('00000002go':*AC) & ('00000002lab':*AC)");
    }

    #[test]
    fn se6_a_key_a_number_sign_or_a_number_names_a_ticket() {
        for (text, number) in
            [("TR-12", Some(12)), ("tr 12", Some(12)), ("tr12", Some(12)), ("#12", Some(12)), ("12", Some(12))]
        {
            assert_eq!(read(text).number, number, "{text}");
        }
        for text in ["TR", "TR-0", "TX-12", "12 monkeys", "99999999999999999999", "1.2"] {
            assert_eq!(read(text).number, None, "{text}");
        }
    }
}
