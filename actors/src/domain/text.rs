//! Invisible characters, and characters that reorder the text around them. The web app has the same rules in
//! `web/src/lib/text.ts`.

/// Whether a text is blank: only white space and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// A text without the controls that embed, override or isolate a direction (U+202A to U+202E, U+2066 to U+2069). In a
/// name or a title they would reorder the text beside it. The marks LRM, RLM and ALM stay: they reorder nothing else.
pub fn without_bidi(text: &str) -> String {
    text.replace(|c| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'), "")
}

/// Unicode's `Default_Ignorable_Code_Point`, and the Braille blank.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_shows_nothing_is_blank() {
        for blank in [
            "",
            " \t\u{A0}",
            "\u{200B}",
            "\u{200B}\u{FEFF} \u{2060}",
            "\u{202E}",
            "\u{3164}",
            "\u{2800}",
            "\u{FE0F}",
            "\u{E0041}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for seen in ["a", "\u{200B}a", "❤\u{FE0F}", "👩\u{200D}🔧", "م", "‎א", "."] {
            assert!(!is_blank(seen), "{seen:?}");
        }
    }

    #[test]
    fn controls_of_direction_go_and_marks_stay() {
        assert_eq!(without_bidi("in\u{202E}voice\u{202C} \u{2067}x\u{2069}\u{200F}!"), "invoice x\u{200F}!");
        assert_eq!(without_bidi("שלום 1.3"), "שלום 1.3");
    }
}
