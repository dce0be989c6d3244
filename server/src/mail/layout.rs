//! The layout of mails. It makes text and HTML from the same parts. Mail readers know little more than tables and inline styles.

use std::fmt::Write as _;

use super::language::Language;
use super::names::escaped;

/// The page of all mails.
const PAGE: &str = include_str!("layout.html");
/// The greatest width of a mail, in pixels.
const WIDTH: u32 = 480;
const LIST_WIDTH: u32 = 720;

const HEADING: &str = "font-size:18px;line-height:26px;font-weight:600";
const TEXT: &str = "font-size:14px;line-height:21px";
const SMALL: &str = "font-size:13px;line-height:20px;color:#5d565d";
const CODE: &str = "font-size:28px;line-height:36px;font-weight:700;letter-spacing:2px";
const BUTTON: &str = "display:inline-block;padding:11px 20px;border-radius:6px;background:#992468;color:#ffffff;\
     font-size:14px;font-weight:600;text-decoration:none";

/// A part of a mail, below its heading.
pub(super) enum Part {
    /// A paragraph.
    Text(String),
    /// A paragraph in small print, at the end.
    Small(String),
    /// A code, with the request that it belongs to.
    Code { label: &'static str, code: String, request: String },
    /// A button. As text, its link has a line of its own.
    Button { label: &'static str, link: String },
}

/// A mail as text: the parts, with an empty line between them.
pub(super) fn text(heading: &str, parts: &[Part]) -> String {
    let mut text = format!("{heading}\n");
    for part in parts {
        let _ = match part {
            Part::Text(words) | Part::Small(words) => write!(text, "\n{words}\n"),
            Part::Code { label, code, request } => write!(text, "\n{label}: {code}\n{request}\n"),
            Part::Button { label, link } => write!(text, "\n{label}:\n{link}\n"),
        };
    }
    text
}

/// The same mail as HTML.
pub(super) fn html(language: Language, heading: &str, parts: &[Part]) -> String {
    let mut rows = row("16px 28px 0", HEADING, &headline(heading));
    for part in parts {
        rows += &match part {
            Part::Text(words) => row("16px 28px 0", TEXT, &escaped(words)),
            Part::Small(words) => row("16px 28px 0", SMALL, &escaped(words)),
            Part::Code { label, code, request } => {
                row("20px 28px 0", SMALL, &escaped(label))
                    + &row("0 28px 0", CODE, &escaped(code))
                    + &row("4px 28px 0", SMALL, &escaped(request))
            }
            Part::Button { label, link } => {
                let button = format!("<a href=\"{}\" style=\"{BUTTON}\">{}</a>", escaped(link), escaped(label));
                row("24px 28px 0", TEXT, &button)
            }
        };
    }
    page(language, "Troupe", WIDTH, &(rows + &row("12px 28px 16px", TEXT, "")))
}

/// The heading of a page, as HTML.
pub(super) fn headline(words: &str) -> String {
    format!("<h1 style=\"margin:0;font:inherit\">{}</h1>", escaped(words))
}

/// A page with these rows below a name. `name` is HTML.
pub(super) fn page(language: Language, name: &str, width: u32, rows: &str) -> String {
    filled(
        PAGE,
        &[
            ("{language}", language.words().language()),
            ("{width}", &width.to_string()),
            ("{name}", name),
            ("{rows}", rows),
        ],
    )
}

/// A row of a page. `content` is HTML.
pub(super) fn row(padding: &str, style: &str, content: &str) -> String {
    format!("<tr><td style=\"padding:{padding};{style}\">{content}</td></tr>\n")
}

/// A page with a link to each mail, for developers.
pub(super) fn list<'a>(language: Language, mails: impl Iterator<Item = (&'a str, &'a str)>, folder: &str) -> String {
    let link =
        |href: String, words: &str| format!("<a href=\"{}\" style=\"color:#992468\">{words}</a>", escaped(&href));
    let mut rows = String::new();
    for (name, subject) in mails {
        let forms = format!(
            "{} · {} · {}",
            escaped(name),
            link(format!("{folder}/{name}.html"), "HTML"),
            link(format!("{folder}/{name}.txt"), "Text")
        );
        rows += &row("16px 28px 0", TEXT, &escaped(subject));
        rows += &row("0 28px 0", SMALL, &forms);
    }
    page(language, &headline("Troupe"), LIST_WIDTH, &(rows + &row("12px 28px 16px", TEXT, "")))
}

/// Fills placeholders, each once. A value is not searched for placeholders, because people have written parts of it.
fn filled(page: &str, values: &[(&str, &str)]) -> String {
    let mut places: Vec<(usize, &str, &str)> =
        values.iter().filter_map(|(name, value)| Some((page.find(name)?, *name, *value))).collect();
    places.sort_unstable();
    let (mut done, mut text) = (0, String::new());
    for (at, name, value) in places {
        text.push_str(page.get(done..at).unwrap_or_default());
        text.push_str(value);
        done = at + name.len();
    }
    text + page.get(done..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ml1_both_forms_of_a_mail_hold_the_same_parts_and_words_stay_text() {
        let parts = [
            Part::Text("Look: <b>{rows}</b>".to_owned()),
            Part::Code { label: "Your code", code: "1234 5678".to_owned(), request: "Request: 7KQF".to_owned() },
            Part::Button { label: "Log in", link: "https://troupe.example/?a=1&b=2".to_owned() },
            Part::Small("Bye".to_owned()),
        ];
        assert_eq!(
            text("Hello {name}", &parts),
            "Hello {name}\n\nLook: <b>{rows}</b>\n\nYour code: 1234 5678\nRequest: 7KQF\n\n\
             Log in:\nhttps://troupe.example/?a=1&b=2\n\nBye\n"
        );
        let html = html(Language::English, "Hello {name}", &parts);
        for part in [
            "<html lang=\"en\">",
            "Hello {name}",
            "Look: &lt;b&gt;{rows}&lt;/b&gt;",
            ">1234 5678<",
            "href=\"https://troupe.example/?a=1&amp;b=2\"",
            ">Bye<",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }
}
