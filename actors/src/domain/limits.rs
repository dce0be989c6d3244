//! The limits of values. Every value from outside is checked here before it is used in a decision.

use std::io;

use serde::Serialize;

use super::{
    refusal::{Refusal, RefusalCode},
    text,
};
use crate::words;

pub const TITLE_CHARS: usize = 500;
pub const NAME_CHARS: usize = 100;
pub const DESCRIPTION_BYTES: usize = 100_000;
pub const COMMENT_BYTES: usize = 50_000;
/// The most unrevoked API keys that belong to the workspace itself.
pub const WORKSPACE_KEYS: usize = 50;
pub const EMOJI_BYTES: usize = 32;
/// The most bytes in the name of the field that a member looks at.
pub const PRESENCE_FIELD_BYTES: usize = 64;
pub const ASSIGNEES: usize = 100;
pub const LABELS: usize = 100;
/// The most components of a ticket.
pub const COMPONENTS: usize = 50;
/// The most fix versions of a ticket.
pub const FIX_VERSIONS: usize = 50;
pub const LISTS: usize = 50;
pub const SUBTASKS: usize = 700;
/// The most comments of a ticket.
pub const COMMENTS: usize = 100_000;
/// The most earlier texts of a comment that are kept; the oldest leave first. The trigger `keep_comment_version` has this
/// number as well.
pub const VERSIONS: i64 = 50;
/// The most bytes of the words of a passage, and of one of its places.
pub const PASSAGE_WORDS_BYTES: usize = 2_000;
pub const PASSAGE_PLACE_BYTES: usize = 200;
/// The most people whom one text mentions.
pub const MENTIONS: usize = 50;
/// The longest name in a mention.
pub const MENTION_CHARS: usize = 64;
/// The most links of a ticket, at either end.
pub const LINKS: usize = 500;
/// The most files of a ticket.
pub const FILES: usize = 200;
/// The longest name of a file.
pub const FILE_NAME_CHARS: usize = 200;
/// The most different emojis at a comment; any number of people may add each of them.
pub const EMOJIS: usize = 50;
/// How many days a ticket stays in the trash.
pub const TRASH_DAYS: i64 = 30;
/// The most tickets that one event may change.
pub const TICKETS_AN_EVENT: usize = 700;
/// If a move would make a longer rank, its neighbours get new ranks.
pub const RANK_CHARS: usize = 16;
/// The most bytes of an event's changes as JSON. An edit that would write more is refused before it is built.
pub const EVENT_BYTES: usize = 1 << 20;
/// The most entries of an import's report.
pub const REPORT_ENTRIES: usize = 1_000;
/// How deep subtasks may nest.
pub const DEPTH: usize = 50;
/// The most lists, statuses, labels, components or fix versions of a workspace.
pub const CONFIG_ENTITIES: usize = 1_000;
/// The most groups of lists of a workspace.
pub const GROUPS: usize = 200;
/// How deep groups of lists may nest.
pub const GROUP_LEVELS: usize = 3;
/// The most attributes of a workspace. For a restricted list, its own attributes count together with all attributes
/// outside of restricted lists.
pub const ATTRIBUTES: usize = 100;
/// The most lists of an attribute.
pub const ATTRIBUTE_LISTS: usize = 100;
/// The description of an attribute, a component or a fix version.
pub const CONFIG_DESCRIPTION_BYTES: usize = 1_000;
/// The most saved views in one scope: of a person, of a restricted list, and of all open lists together.
pub const VIEWS: usize = 200;
/// The most shared views of one list. They move in one event when the list is restricted or opened.
pub const VIEWS_OF_LIST: usize = 30;
/// The most baselines in one scope: of a person, of a restricted list, and of all open lists together.
pub const BASELINES: usize = 500;
/// The most baselines of one list, or of all tickets, in one scope. They move in one event when the list is restricted or
/// opened.
pub const BASELINES_OF_PLACE: usize = 30;
/// The most tickets whose dates one answer about a baseline holds.
pub const BASELINE_TICKETS: usize = 50_000;
/// The most items with a place in the order of the roadmap.
pub const ROADMAP_PLACES: usize = 2_000;
/// The most links of a ticket to addresses.
pub const URL_LINKS: usize = 100;
/// The most days of the lag of a link, in either direction.
pub const LAG_DAYS: i32 = 9_999;
/// The most holidays of a workspace: two years of days.
pub const HOLIDAYS: usize = 732;
/// The most repeating tickets of a workspace.
pub const RECURRENCES: usize = 10_000;
/// The most periods between two tickets of a recurrence.
pub const RECURRENCE_INTERVAL: i32 = 999;
/// The most tickets of a recurrence that ends after a number of them.
pub const RECURRENCE_TIMES: i32 = 9_999;
/// The most columns of a saved view.
pub const VIEW_COLUMNS: usize = 100;
/// The most bytes of the display of a saved view as JSON. Kept small, because 30 views of one list move in one event.
pub const VIEW_DISPLAY_BYTES: usize = 8 << 10;
/// The widest column of a saved view, in pixels.
pub const VIEW_WIDTH: u16 = 2_000;
/// The highest limit of a column of a board.
pub const COLUMN_LIMIT: u16 = 999;
/// The most characters of the search text in a saved view.
pub const FIND_CHARS: usize = 200;
/// Templates in a scope, and the bytes of all of them.
pub const TEMPLATES: usize = 200;
pub const TEMPLATES_BYTES: usize = 1 << 20;
/// The bytes of the templates of one list: they move with the list in one event.
pub const TEMPLATES_OF_LIST_BYTES: usize = 256 << 10;
/// The bytes of what one template holds.
pub const TEMPLATE_BYTES: usize = 64 << 10;
/// The tickets of a template, subtasks included, and how deep they nest.
pub const TEMPLATE_TICKETS: usize = 100;
pub const TEMPLATE_LEVELS: usize = 10;
pub const TEMPLATE_DAYS: i32 = 9_999;
/// The word or id of a field in a saved view.
pub const FIELD_WORD_CHARS: usize = 64;
/// The most task types of a workspace.
pub const TASK_TYPES: usize = 100;
/// The most options of an attribute, and the most labels in all sets of an attribute.
pub const OPTIONS: usize = 200;
/// The most label sets of an attribute.
pub const LABEL_SETS: usize = 20;
/// The most options that one ticket has of an attribute.
pub const OPTIONS_CHOSEN: usize = 50;
/// The most tickets that one ticket can be a value of. All of them change in one event when that ticket goes.
pub const NAMED_BY: usize = 500;
/// The most values of a ticket, those of deleted attributes among them.
pub const FIELDS: usize = 200;
/// The most characters of a text.
pub const FIELD_CHARS: usize = 500;
pub const ADDRESS_CHARS: usize = 2_000;
/// The largest number, with either sign. A browser writes numbers up to it without an exponent.
pub const FIELD_NUMBER: f64 = 1e15;
/// The most favorites of a member.
pub const FAVORITES: usize = 50;
/// The most pages and sections of the sidebar about which a member has chosen, and the most in an order.
pub const SIDEBAR_PAGES: usize = 50;
/// The most shortcuts for which a member has chosen keys.
pub const SHORTCUTS: usize = 300;
/// The most bytes of the chosen keys of one shortcut.
pub const KEYS_BYTES: usize = 60;
/// The most bytes in the id of a favorite, the name of a page and the id of a shortcut.
pub const OWN_WORD_BYTES: usize = 100;
/// The roles of a workspace, the built-in ones among them.
pub const ROLES: usize = 100;
pub const ROLE_DESCRIPTION_BYTES: usize = 1_000;

/// A one-line text, trimmed and without bidirectional formatting: not blank, and at most `chars` long.
pub fn line(field: &str, value: &str, chars: usize) -> Result<String, Refusal> {
    let value = text::without_bidi(value);
    let value = value.trim();
    if text::is_blank(value) {
        return Err(Refusal::invalid(field, words::EMPTY));
    }
    if value.chars().count() > chars {
        return Err(Refusal::invalid(field, words::most_characters(chars)));
    }
    if value.chars().any(|c| c.is_control()) {
        return Err(Refusal::invalid(field, words::ONE_LINE));
    }
    Ok(value.to_owned())
}

/// True if a text is an address of the web, http or https, with a host.
pub fn is_web_address(value: &str) -> bool {
    let address = url::Url::parse(value).ok();
    address
        .is_some_and(|it| matches!(it.scheme(), "http" | "https") && it.host_str().is_some_and(|host| !host.is_empty()))
}

/// True if presence may name such a field. The name reaches every reader unchanged.
pub fn is_presence_field(value: &str) -> bool {
    value.len() <= PRESENCE_FIELD_BYTES && !text::is_blank(value) && !value.chars().any(char::is_control)
}

/// A text of many lines, at most `bytes` long; kept as it is.
pub fn prose(field: &str, value: &str, bytes: usize) -> Result<String, Refusal> {
    if value.len() > bytes {
        return Err(Refusal {
            code: RefusalCode::PayloadTooLarge,
            ..Refusal::invalid(field, words::most_bytes(bytes))
        });
    }
    if value.contains('\0') {
        return Err(Refusal::invalid(field, words::NUL));
    }
    Ok(value.to_owned())
}

pub fn at_most(field: &str, count: usize, most: usize) -> Result<(), Refusal> {
    if count > most {
        return Err(Refusal::invalid(field, words::most_allowed(most)));
    }
    Ok(())
}

/// Refuses growth above a limit. A value already above the limit, from a build with a higher one, may still shrink.
pub fn grown(field: &str, before: usize, after: usize, most: usize) -> Result<(), Refusal> {
    if after > before { at_most(field, after, most) } else { Ok(()) }
}

/// Refuses one more entity if `count` is already `most`.
pub fn room_for(count: usize, most: usize) -> Result<(), Refusal> {
    if count < most {
        return Ok(());
    }
    Err(Refusal::new(RefusalCode::TooMany, words::limit_reached(most)))
}

/// A checksum that distinguishes descriptions without keeping them; 0 for the empty one.
pub fn text_sum(text: &str) -> i64 {
    use sha2::{Digest, Sha256};
    if text.is_empty() {
        return 0;
    }
    let digest = Sha256::digest(text.as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(bytes)
}

/// The refusal of an edit that would write more than an event may hold.
pub fn too_large() -> Refusal {
    Refusal::new(RefusalCode::TooMany, words::EDIT_TOO_LARGE)
}

/// Counts the bytes of a value as JSON without building the text.
pub fn encoded(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        Err(_) => usize::MAX,
    }
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
