//! Names that strangers have chosen, in mails to people who do not know them.

use actors::domain::text::without_bidi;

/// Longer names are cut, in characters.
const LONGEST: usize = 60;

/// A name in one line, cut, and with a space in each place where a mail reader would see the parts of an address: a mail
/// from this server must not carry a stranger's link.
pub(super) fn harmless(name: &str) -> String {
    let words: Vec<String> = without_bidi(name).split_whitespace().map(str::to_owned).collect();
    let line: String = words.join(" ").chars().filter(|letter| !letter.is_control()).collect();
    let mut shown = String::new();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let parts = matches!(letter, '.' | ':' | '/' | '\\' | '@') || !letter.is_ascii() && is_dot(letter);
        let is_inside = !shown.is_empty() && !shown.ends_with(' ') && letters.peek().is_some_and(|next| *next != ' ');
        if parts && is_inside {
            shown.push(' ');
        }
        shown.push(letter);
    }
    match shown.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", shown.get(..end).unwrap_or_default().trim_end()),
        None => shown,
    }
}

/// Other scripts' full stops, which divide the names of hosts as well.
fn is_dot(letter: char) -> bool {
    matches!(letter, '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// Text for a page of HTML, also inside of attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter => html.push(letter),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l07_a_name_in_a_mail_is_short_and_has_no_link() {
        for (name, shown) in [
            ("Ann Lee", "Ann Lee"),
            ("Acme Inc.", "Acme Inc."),
            ("St. Mary's", "St. Mary's"),
            ("https://evil.example/login", "https : / /evil .example /login"),
            ("evil.example", "evil .example"),
            ("ann@evil.example", "ann @evil .example"),
            ("evil\u{3002}example", "evil \u{3002}example"),
            ("a\r\nBcc: b@c.example", "a Bcc: b @c .example"),
            ("\u{202E}nnA", "nnA"),
        ] {
            assert_eq!(harmless(name), shown, "{name:?}");
        }
        let long = harmless(&"wörd ".repeat(40));
        assert!(long.chars().count() <= LONGEST + 1 && long.ends_with('…'), "{long}");
    }

    #[test]
    fn l07_a_name_in_html_is_text() {
        assert_eq!(escaped(r#"<a href="x">&'"#), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    }
}
