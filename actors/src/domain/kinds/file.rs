//! Files of tickets. A file lives in the home of its ticket and moves along. The row says what the file is; the bytes are
//! elsewhere.

pub mod commands;
pub mod order;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    date::Instant,
    ids::{FileId, TicketId, UserId},
    limits, text,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct File {
    pub id: FileId,
    pub ticket_id: TicketId,
    pub name: String,
    #[ts(type = "number")]
    pub size: i64,
    /// What the bytes are, whatever the name says.
    pub content_type: String,
    /// Of a picture whose preview is made.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// Whether there is a small and a large preview.
    pub preview: bool,
    pub created_user_id: UserId,
    pub created_at: Instant,
    /// A deleted file can be restored for a day. Its bytes go after that.
    pub deleted_at: Option<Instant>,
    pub deleted_by_user_id: Option<UserId>,
}

/// A name that can be shown and saved: the last part of a path, on one line, without characters that turn its direction.
pub fn clean_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = text::without_bidi(last).chars().filter(|it| !it.is_control()).collect();
    let cut: String = shown.trim().chars().take(limits::FILE_NAME_CHARS).collect();
    let name = cut.trim();
    if text::is_blank(name) || name.chars().all(|it| it == '.') { "file".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g03_a_name_keeps_no_path_no_control_character_and_no_change_of_direction() {
        for (given, name) in [
            ("plan.pdf", "plan.pdf"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("a\0b\r\nSet-Cookie: x", "abSet-Cookie: x"),
            (" .env", ".env"),
            ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
            ("..", "file"),
            ("", "file"),
            ("\u{200B}", "file"),
            ("CON", "CON"),
        ] {
            assert_eq!(clean_name(given), name, "{given:?}");
        }
        assert_eq!(clean_name(&"x".repeat(4_096)).chars().count(), limits::FILE_NAME_CHARS);
    }
}
