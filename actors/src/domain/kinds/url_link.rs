//! Links from tickets to addresses of the web.

pub mod commands;
pub mod order;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{SiteIconId, TicketId, UrlLinkId, UserId},
    limits, text,
};

/// A link from a ticket to an address. It lives with the ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UrlLink {
    pub id: UrlLinkId,
    pub ticket_id: TicketId,
    /// http or https.
    pub url: String,
    /// Empty if no person has given one: readers then show the title of the page, or the host of the address.
    pub title: String,
    /// The title that the page gives itself. Empty until it is read, and if it has none.
    #[serde(default)]
    pub page_title: String,
    /// The icon of the page's site.
    #[serde(default)]
    pub icon_id: Option<SiteIconId>,
    pub created_user_id: UserId,
    pub created_at: Instant,
}

/// The title of a page as it is kept: one line, without characters that turn its direction, cut at the length of a title.
pub fn page_title(given: &str) -> String {
    let mut title = String::new();
    for word in text::without_bidi(given).split(|it: char| it.is_whitespace() || it.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
    let cut: String = title.chars().take(limits::TITLE_CHARS).collect();
    if text::is_blank(&cut) { String::new() } else { cut.trim_end().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ul5_the_title_of_a_page_is_one_line_that_turns_no_direction() {
        for (given, title) in [
            ("  Plans\n\t of  the house ", "Plans of the house"),
            ("a\0b", "a b"),
            ("in\u{202E}voice", "invoice"),
            ("\u{200B}\u{FEFF}", ""),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("", ""),
        ] {
            assert_eq!(page_title(given), title, "{given:?}");
        }
        assert_eq!(page_title(&"x".repeat(4_096)).chars().count(), limits::TITLE_CHARS);
    }
}
