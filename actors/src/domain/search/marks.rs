//! Highlights: a text in pieces, and which of them match. A piece is plain text, and never markup.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::document::Part;
use super::query::Term;
use super::words::{Word, words};

/// The characters of an excerpt, about two lines.
const EXCERPT_CHARS: usize = 200;
/// The characters before the first match of an excerpt.
const BEFORE_CHARS: usize = 60;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Piece {
    /// Plain text.
    pub text: String,
    /// Whether the query matches this piece.
    pub hit: bool,
}

/// A text with its words, some of which match.
#[derive(Debug)]
pub struct Marked<'a> {
    text: &'a str,
    /// The words that match.
    hits: Vec<Word>,
    /// The terms that match a word here, as bits.
    terms: u32,
}

impl<'a> Marked<'a> {
    /// Looks for the terms in a text.
    pub fn of(text: &'a str, part: Part, terms: &[Term]) -> Self {
        let mut found = 0;
        let mut hits = words(text);
        hits.retain(|word| {
            let here = terms.iter().enumerate().filter(|(_, term)| term.finds(&word.folded, part));
            let bits = here.fold(0, |bits, (place, _)| bits | 1 << place);
            found |= bits;
            bits != 0
        });
        Self { text, hits, terms: found }
    }

    /// The terms that match, as bits.
    pub fn terms(&self) -> u32 {
        self.terms
    }

    /// The whole text in pieces.
    pub fn whole(&self) -> Vec<Piece> {
        self.pieces(0, self.text.len())
    }

    /// About two lines around the first match, with an ellipsis where text is missing. None without a match.
    pub fn excerpt(&self) -> Option<Vec<Piece>> {
        let first = self.hits.first()?;
        let from = back(self.text, first.at.start, BEFORE_CHARS);
        let to = forward(self.text, from, EXCERPT_CHARS).max(first.at.end);
        let mut pieces = self.pieces(from, to);
        for piece in &mut pieces {
            piece.text = piece.text.split_whitespace().fold(spaces(&piece.text).0, join) + spaces(&piece.text).1;
        }
        if from > 0 {
            pieces.insert(0, Piece { text: "…".into(), hit: false });
        }
        if to < self.text.len() {
            pieces.push(Piece { text: "…".into(), hit: false });
        }
        Some(pieces)
    }

    fn pieces(&self, from: usize, to: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut add = |range: std::ops::Range<usize>, hit| {
            if !range.is_empty() {
                pieces.push(Piece { text: self.text[range].to_owned(), hit });
            }
        };
        let mut at = from;
        for hit in self.hits.iter().filter(|hit| hit.at.start >= from && hit.at.end <= to) {
            add(at..hit.at.start, false);
            add(hit.at.clone(), true);
            at = hit.at.end;
        }
        add(at..to, false);
        pieces
    }
}

/// One space where a piece begins or ends with white space.
fn spaces(text: &str) -> (String, &'static str) {
    let begins = text.starts_with(char::is_whitespace);
    let ends = text.ends_with(char::is_whitespace) && !text.trim().is_empty();
    (if begins { " ".to_owned() } else { String::new() }, if ends { " " } else { "" })
}

fn join(mut line: String, word: &str) -> String {
    if !line.is_empty() && line != " " {
        line.push(' ');
    }
    line.push_str(word);
    line
}

/// A place at most `chars` characters before `from`, where a word begins.
fn back(text: &str, from: usize, chars: usize) -> usize {
    let place = text[..from].char_indices().rev().take(chars).last().map_or(from, |(at, _)| at);
    if place == 0 {
        return 0;
    }
    // The beginning of the next word.
    text[place..from].find(char::is_whitespace).map_or(place, |space| {
        let after = place + space;
        after + text[after..from].find(|letter: char| !letter.is_whitespace()).unwrap_or(from - after)
    })
}

/// A place at most `chars` characters behind `from`, where a word ends.
fn forward(text: &str, from: usize, chars: usize) -> usize {
    let Some((place, _)) = text[from..].char_indices().nth(chars) else { return text.len() };
    let place = from + place;
    text[from..place].rfind(char::is_whitespace).map_or(place, |space| from + space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(words: &[&str]) -> Vec<Term> {
        words.iter().map(|word| Term { word: (*word).into(), near: vec![] }).collect()
    }

    fn shown(pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| if piece.hit { format!("[{}]", piece.text) } else { piece.text.clone() }).collect()
    }

    #[test]
    fn se8_matches_are_pieces_of_plain_text_and_markup_stays_text() {
        let marked = Marked::of("<b>Labels</b> push HKDF-Expand-Label", Part::Title, &terms(&["lab"]));
        assert_eq!(shown(&marked.whole()), "<b>[Labels]</b> push HKDF-Expand-[Label]");
        assert_eq!(marked.terms(), 1);
        assert_eq!(shown(&Marked::of("Café", Part::Title, &terms(&["cafe"])).whole()), "[Café]");
        assert_eq!(Marked::of("nothing", Part::Title, &terms(&["lab"])).excerpt(), None);
    }

    #[test]
    fn se8_an_excerpt_is_cut_at_words_around_the_first_match() {
        let text = format!("{}the  label\n\nis here {}", "before ".repeat(50), "after ".repeat(100));
        let excerpt = Marked::of(&text, Part::Description, &terms(&["label"])).excerpt().expect("an excerpt");
        let line = shown(&excerpt);
        assert!(
            line.starts_with("…before ") && line.contains("the [label] is here after") && line.ends_with("after…"),
            "{line}"
        );
        assert!(line.chars().count() <= EXCERPT_CHARS + 10, "{line}");
    }

    #[test]
    fn se8_excerpts_of_any_text_keep_whole_characters() {
        for text in
            ["é".repeat(900) + " label " + &"日本".repeat(400), "label".into(), format!("{}label", "x".repeat(999))]
        {
            let excerpt = Marked::of(&text, Part::Comment, &terms(&["label"])).excerpt();
            assert_eq!(excerpt.is_some(), !text.ends_with("xlabel"), "{text}");
        }
    }
}
