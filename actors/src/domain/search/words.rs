//! Cuts a text into words. Case, accents and the width of letters make no difference.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most characters of a word that count.
pub const WORD_CHARS: usize = 64;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, folded: small letters without accents.
    pub folded: String,
    /// The bytes of the text that it is made of.
    pub at: Range<usize>,
}

/// The words of a text in order. Letters and digits form words, and every other character separates them. A character
/// of Chinese or Japanese is a word of its own, since these languages write no spaces.
pub fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut open: Option<Word> = None;
    for (start, letter) in text.char_indices() {
        let end = start + letter.len_utf8();
        if is_combining_mark(letter) || letter == '\u{00AD}' {
            // An accent that is written as a character of its own, or a soft hyphen.
            if let Some(word) = &mut open {
                word.at.end = end;
            }
            continue;
        }
        if !letter.is_alphanumeric() {
            found.extend(open.take());
            continue;
        }
        if stands_alone(letter) {
            found.extend(open.take());
            let mut word = Word { folded: String::new(), at: start..end };
            fold(letter, &mut word.folded);
            found.push(word);
            continue;
        }
        let word = open.get_or_insert_with(|| Word { folded: String::new(), at: start..end });
        word.at.end = end;
        if word.folded.len() < WORD_CHARS {
            fold(letter, &mut word.folded);
        }
    }
    found.extend(open);
    found.retain(|word| !word.folded.is_empty());
    found
}

/// The text as search compares it: the folded words with single spaces.
pub fn folded(text: &str) -> String {
    words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ")
}

fn fold(letter: char, into: &mut String) {
    for part in letter.nfkd().filter(|part| part.is_alphanumeric() && !is_combining_mark(*part)) {
        for small in part.to_lowercase().filter(|small| !is_combining_mark(*small)) {
            match small {
                'ß' => into.push_str("ss"),
                'æ' => into.push_str("ae"),
                'œ' => into.push_str("oe"),
                'ø' => into.push('o'),
                'ł' => into.push('l'),
                'đ' | 'ð' => into.push('d'),
                'þ' => into.push_str("th"),
                'ı' => into.push('i'),
                'ς' => into.push('σ'),
                other => into.push(other),
            }
        }
    }
}

fn stands_alone(letter: char) -> bool {
    matches!(letter,
        '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9D}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.folded).collect()
    }

    #[test]
    fn se1_case_accents_and_forms_of_letters_make_no_difference() {
        for (text, expected) in [
            ("Café", "cafe"),
            ("Cafe\u{301}", "cafe"),
            ("STRASSE", "strasse"),
            ("Straße", "strasse"),
            ("Łódź", "lodz"),
            ("İstanbul", "istanbul"),
            ("ıspanak", "ispanak"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδός", "οδοσ"),
            ("ﬁne", "fine"),
            ("ＡＢＣ", "abc"),
            ("Ёлка", "елка"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn se2_every_character_that_is_no_letter_or_digit_separates_words() {
        assert_eq!(
            cut("HKDF-Expand_Label(v1.3) [C++] a\\b^c$d|e?f*g"),
            ["hkdf", "expand", "label", "v1", "3", "c", "a", "b", "c", "d", "e", "f", "g"]
        );
        assert_eq!(cut("[]\\^$.|?*+(){}-/#%'&!:<>\0"), Vec::<String>::new());
        assert_eq!(cut("日本 go"), ["日", "本", "go"]);
        assert_eq!(cut("👩\u{200D}🔧 fix"), ["fix"]);
    }

    #[test]
    fn se2_a_word_knows_its_place_in_the_text() {
        let text = "The Cafe\u{301}, Straße!";
        let places: Vec<&str> = words(text).into_iter().map(|word| &text[word.at]).collect();
        assert_eq!(places, ["The", "Cafe\u{301}", "Straße"]);
    }

    #[test]
    fn se2_a_long_word_counts_with_its_beginning_only() {
        let long = "x".repeat(10_000);
        assert_eq!(cut(&long), ["x".repeat(WORD_CHARS)]);
    }
}
