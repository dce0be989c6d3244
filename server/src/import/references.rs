//! `#12` in a text becomes a link to the ticket with that number in the old tool, whatever its number is here.

use actors::domain::ids::TicketId;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The text with its references as Markdown links: `[#12](ticket:<id>)`. Code, links, raw HTML, and parts of words and
/// paths stay as they are; so do numbers without a ticket.
pub(super) fn link(text: &str, find: impl Fn(&str) -> Option<TicketId>) -> String {
    if !text.contains('#') {
        return text.to_owned();
    }
    let mut linked = String::with_capacity(text.len() + 256);
    let mut copied = 0;
    let mut closed = 0_usize;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(tag) if hides(&tag) => closed += 1,
            Event::End(tag) if hides_end(tag) => closed = closed.saturating_sub(1),
            Event::Text(_) if closed == 0 => {
                for (at, number) in references(text, range) {
                    let Some(id) = find(number) else { continue };
                    linked.push_str(&text[copied..at]);
                    linked.push_str(&format!("[#{number}](ticket:{id})"));
                    copied = at + 1 + number.len();
                }
            }
            _ => {}
        }
    }
    linked.push_str(&text[copied..]);
    linked
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

fn hides(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::CodeBlock(_) | Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)
}

fn hides_end(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::CodeBlock | TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock)
}

/// The positions of every `#12` that stands by itself, with its number. The web app has the same rule for texts that
/// people write.
fn references(text: &str, part: std::ops::Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let signs = text[part.clone()].match_indices('#').map(move |(at, _)| part.start + at);
    signs.filter_map(move |at| {
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + 1 + digits;
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let fits = (1..=9).contains(&digits)
            && before.is_none_or(|byte| !in_word(byte) && !b"/#@&.-\\".contains(&byte))
            && bytes.get(end).is_none_or(|byte| !in_word(*byte) && !b"/-".contains(byte));
        fits.then(|| (at, &text[at + 1..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const ID: &str = "00000000-0000-0000-0000-00000000000c";

    fn linked(text: &str) -> String {
        let twelve = TicketId(Uuid::from_u128(12));
        link(text, |number| (number == "12").then_some(twelve)).replace(&format!("(ticket:{ID})"), "(!)")
    }

    #[test]
    fn a_reference_becomes_a_link() {
        for (text, expected) in [
            ("#12", "[#12](!)"),
            ("see #12, and (#12).", "see [#12](!), and ([#12](!))."),
            ("- #12\n- #12", "- [#12](!)\n- [#12](!)"),
            ("> as in #12 **#12**", "> as in [#12](!) **[#12](!)**"),
            ("| a |\n|---|\n| #12 |", "| a |\n|---|\n| [#12](!) |"),
            ("[#12]", "[[#12](!)]"),
            ("Ünïcödé #12 – fin", "Ünïcödé [#12](!) – fin"),
        ] {
            assert_eq!(linked(text), expected);
        }
    }

    #[test]
    fn what_is_no_reference_stays() {
        for text in [
            "",
            "#13 is not in the archive",
            "PKCS#12 and a#12b and #12b and é#12",
            "https://example.org/#12 and &#12; and ##12 and /#12/ and \\#12",
            "`#12` and ``a #12``",
            "```\n#12\n```",
            "~~~\n#12",
            "text\n\n    #12 in an indented block",
            "[see #12](https://example.org)",
            "![#12](https://example.org/a.png)",
            "<div>#12</div>",
            "<!-- #12 -->",
            "# 12",
            "#1234567890",
        ] {
            assert_eq!(linked(text), text);
        }
    }
}
