//! What the head of a page says: its title, and where the icons of its site are.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// The most addresses of icons that are kept of one page.
const ICONS: usize = 4;
/// The most bytes of a title that are kept.
const TITLE_BYTES: usize = 4_096;

/// The head of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// The title that the page gives for links to it, else its title; empty without both.
    pub title: String,
    /// The addresses of its icons, as they are written, the best first.
    pub icons: Vec<String>,
    /// The address that all others are relative to, as it is written.
    pub base: Option<String>,
}

/// Reads the head of a page. Nothing behind the head counts.
pub(super) fn head_of(text: &str) -> Head {
    let mut emitter = DefaultEmitter::<()>::default();
    // What is in scripts, styles and titles is text and no tag.
    emitter.naively_switch_states(true);
    let (mut given, mut own) = (None, None);
    let (mut icons, mut touch) = (Vec::new(), Vec::new());
    let mut base = None;
    let mut in_title = false;
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) => {
                let field = |name: &str| tag.attributes.get(name.as_bytes()).map(|it| lossy(it));
                in_title = false;
                match tag.name.as_slice() {
                    b"title" if own.is_none() => {
                        in_title = true;
                        own = Some(String::new());
                    }
                    b"meta" if given.is_none() && is(field("property").or(field("name")), "og:title") => {
                        given = field("content").filter(|it| !it.trim().is_empty());
                    }
                    b"base" if base.is_none() => base = field("href"),
                    b"link" => {
                        let rels = field("rel").unwrap_or_default().to_ascii_lowercase();
                        let has = |word: &str| rels.split_ascii_whitespace().any(|it| it == word);
                        let Some(address) = field("href").filter(|it| is_raster(it, field("type"))) else { continue };
                        if has("icon") {
                            icons.push(address);
                        } else if has("apple-touch-icon") {
                            touch.push(address);
                        }
                    }
                    b"body" | b"svg" => break,
                    _ => {}
                }
            }
            Token::String(text) if in_title => {
                if let Some(title) = &mut own {
                    title.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Token::EndTag(tag) => {
                in_title = false;
                if tag.name.as_slice() == b"head" {
                    break;
                }
            }
            _ => {}
        }
    }
    icons.append(&mut touch);
    icons.truncate(ICONS);
    let mut title = given.or(own).unwrap_or_default();
    title.truncate(title.floor_char_boundary(TITLE_BYTES));
    Head { title, icons, base }
}

fn is(value: Option<String>, word: &str) -> bool {
    value.is_some_and(|it| it.trim().eq_ignore_ascii_case(word))
}

/// Vector pictures can hold scripts, and are not drawn here.
fn is_raster(address: &str, kind: Option<String>) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let of_svg = kind.is_some_and(|it| it.to_ascii_lowercase().contains("svg"));
    !of_svg && !path.trim_end().ends_with(".svg") && !address.trim().is_empty()
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> String {
        head_of(text).title
    }

    #[test]
    fn ul5_a_page_is_named_by_what_it_gives_for_links_or_by_its_title() {
        for (text, expected) in [
            ("<title>Plans</title>", "Plans"),
            ("<TITLE lang=en>Plans</TITLE><title>Other</title>", "Plans"),
            ("<title>A &amp; B &#x1F600; &lt;i&gt;</title>", "A & B \u{1F600} <i>"),
            ("<meta property='og:title' content='Given'><title>Own</title>", "Given"),
            ("<title>Own</title><meta content=\"Given &quot;1&quot;\" property=og:title>", "Given \"1\""),
            ("<meta name=OG:Title content=Given>", "Given"),
            ("<title>Own</title><meta property='og:title' content=' '>", "Own"),
            ("<!doctype html><html><head><title>\n Own\n</title>", "\n Own\n"),
            ("<p>Without a head", ""),
            ("", ""),
        ] {
            assert_eq!(title(text), expected, "{text}");
        }
    }

    #[test]
    fn ul5_nothing_but_the_head_names_a_page() {
        for text in [
            "<body><title>No</title>",
            "<head></head><title>No</title>",
            "<svg><title>No</title></svg>",
            "<script>document.write('<title>No</title>')</script>",
            "<!-- <title>No</title> -->",
            "<style><title>No</title></style>",
            "<title",
        ] {
            assert_eq!(title(text), "", "{text}");
        }
        assert_eq!(title("<title><script>alert(1)</script></title>"), "<script>alert(1)</script>", "a text, not a tag");
        assert_eq!(title(&format!("<title>{}</title>", "\u{e4}".repeat(5_000))).len(), TITLE_BYTES);
    }

    #[test]
    fn ul7_only_icons_that_can_be_drawn_anew_are_looked_at_the_pages_own_first() {
        let page = "<link rel=apple-touch-icon href=/touch.png><link rel='mask-icon' href=m.svg>
            <link rel=icon type=image/svg+xml href=/a><link rel=icon href=/b.svg?v=1><link rel=icon href=' '>
            <link rel='shortcut icon' href='/c.ico'><link rel=\"ICON\" href=d.png><link rel=stylesheet href=e.css>";
        assert_eq!(head_of(page).icons, ["/c.ico", "d.png", "/touch.png"]);
        assert_eq!(head_of("<base href='https://example.org/a/'>").base.as_deref(), Some("https://example.org/a/"));
        assert_eq!(head_of(&"<link rel=icon href=x.png>".repeat(50)).icons.len(), ICONS);
    }
}
