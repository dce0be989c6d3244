//! Which nodes, marks, attributes and values a document may hold (TX18). The web app has the same schema.

use uuid::Uuid;

use super::{
    fault::Fault,
    tree::{Attributes, Mark, Tag, Value},
};

/// The longest address in a document.
const ADDRESS_CHARS: usize = 2_000;
const TITLE_CHARS: usize = 500;
const LABEL_CHARS: usize = 100;
/// The longest name of a language of code.
pub const LANGUAGE_CHARS: usize = 50;
/// The longest label of a reference to a ticket.
pub const REFERENCE_CHARS: usize = 50;

/// Whether a node may stand in another one; `None` is the root.
pub fn allows(parent: Option<Tag>, child: Tag) -> bool {
    match parent {
        None => is_block(child),
        Some(Tag::Paragraph | Tag::Heading) => is_inline(child),
        Some(Tag::Blockquote | Tag::ListItem | Tag::TaskItem | Tag::Callout | Tag::DetailsContent) => is_block(child),
        Some(Tag::BulletList | Tag::OrderedList) => child == Tag::ListItem,
        Some(Tag::TaskList) => child == Tag::TaskItem,
        Some(Tag::Table) => child == Tag::TableRow,
        Some(Tag::TableRow) => matches!(child, Tag::TableHeader | Tag::TableCell),
        Some(Tag::TableHeader | Tag::TableCell) => child == Tag::Paragraph,
        Some(Tag::Details) => matches!(child, Tag::DetailsSummary | Tag::DetailsContent),
        Some(
            Tag::CodeBlock
            | Tag::HorizontalRule
            | Tag::DetailsSummary
            | Tag::HardBreak
            | Tag::Image
            | Tag::Mention
            | Tag::TaskReference,
        ) => false,
    }
}

/// Whether text may stand in a node.
pub fn holds_text(tag: Tag) -> bool {
    holds_marks(tag) || matches!(tag, Tag::CodeBlock | Tag::DetailsSummary)
}

/// Whether text with marks may stand in a node.
pub fn holds_marks(tag: Tag) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Heading)
}

fn is_block(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading
            | Tag::Blockquote
            | Tag::BulletList
            | Tag::OrderedList
            | Tag::TaskList
            | Tag::CodeBlock
            | Tag::HorizontalRule
            | Tag::Table
            | Tag::Callout
            | Tag::Details
    )
}

fn is_inline(tag: Tag) -> bool {
    matches!(tag, Tag::HardBreak | Tag::Image | Tag::Mention | Tag::TaskReference)
}

/// The kinds of callouts, as GitHub writes them.
pub const CALLOUTS: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

/// Adds an attribute of a node, unless it has its default value.
///
/// # Errors
/// `Forbidden` if the node has no such attribute, or if the attribute has no such value.
pub fn add_attribute(tag: Tag, name: &str, value: Value, to: &mut Attributes) -> Result<(), Fault> {
    let name = match (tag, name, &value) {
        (Tag::Heading, "level", Value::Number(1..=6)) => "level",
        (Tag::OrderedList, "start", Value::Number(1)) => return Ok(()),
        (Tag::OrderedList, "start", Value::Number(0..=999_999_999)) => "start",
        (Tag::TaskItem, "checked", Value::Flag(false)) => return Ok(()),
        (Tag::TaskItem, "checked", Value::Flag(true)) => "checked",
        (Tag::CodeBlock, "language", Value::Text(text)) if text.is_empty() => return Ok(()),
        (Tag::CodeBlock, "language", Value::Text(text)) if is_language(text) => "language",
        (Tag::TableHeader | Tag::TableCell, "colspan" | "rowspan", Value::Number(1)) => return Ok(()),
        (Tag::TableHeader | Tag::TableCell, "colwidth", Value::Numbers(widths)) if widths.len() <= 20 => "colwidth",
        (Tag::TableHeader | Tag::TableCell, "align", Value::Text(text))
            if ["left", "center", "right"].contains(&text.as_str()) =>
        {
            "align"
        }
        (Tag::Callout, "kind", Value::Text(text)) if text == CALLOUTS[0] => return Ok(()),
        (Tag::Callout, "kind", Value::Text(text)) if CALLOUTS.contains(&text.as_str()) => "kind",
        (Tag::Details, "open", Value::Flag(false)) => return Ok(()),
        (Tag::Details, "open", Value::Flag(true)) => "open",
        (Tag::Image, "src", Value::Text(text)) if is_picture(text) => "src",
        (Tag::Image, "href", Value::Text(text)) if is_address(text) => "href",
        (Tag::Image, "alt", Value::Text(text)) if is_line(text, TITLE_CHARS) => "alt",
        (Tag::Image, "title", Value::Text(text)) if is_line(text, TITLE_CHARS) => "title",
        (Tag::Image, "width", Value::Number(1..=10_000)) => "width",
        (Tag::Image, "height", Value::Number(1..=10_000)) => "height",
        (Tag::Mention | Tag::TaskReference, "id", Value::Text(text)) if is_id(text) => "id",
        (Tag::Mention, "label", Value::Text(text)) if is_word(text) => "label",
        (Tag::TaskReference, "label", Value::Text(text)) if is_line(text, REFERENCE_CHARS) => "label",
        (Tag::Mention | Tag::TaskReference, "mentionSuggestionChar", Value::Text(text)) if is_line(text, 1) => {
            return Ok(());
        }
        _ => return Err(Fault::Forbidden),
    };
    to.insert(name, value);
    Ok(())
}

/// Adds an attribute of a mark, unless readers ignore it.
///
/// # Errors
/// As [`add_attribute`].
pub fn add_mark_attribute(mark: Mark, name: &str, value: Value, to: &mut Attributes) -> Result<(), Fault> {
    let name = match (mark, name, &value) {
        (Mark::Link, "href", Value::Text(text)) if is_address(text) => "href",
        (Mark::Link, "title", Value::Text(text)) if text.is_empty() => return Ok(()),
        (Mark::Link, "title", Value::Text(text)) if is_line(text, TITLE_CHARS) => "title",
        (Mark::Link, "target" | "rel" | "class", Value::Text(text)) if is_line(text, LABEL_CHARS) => return Ok(()),
        _ => return Err(Fault::Forbidden),
    };
    to.insert(name, value);
    Ok(())
}

/// An address that a link may name: http, https, mailto, or a ticket.
pub fn is_address(text: &str) -> bool {
    let is_web = ["http://", "https://", "mailto:"].iter().any(|it| has_prefix(text, it) && text.len() > it.len());
    is_plain(text) && (is_web || ticket_of(text).is_some())
}

/// An address that an image may name: http, https, or a file of the workspace.
pub fn is_picture(text: &str) -> bool {
    let is_web = ["http://", "https://"].iter().any(|it| has_prefix(text, it) && text.len() > it.len());
    is_plain(text) && (is_web || text.strip_prefix("file:").is_some_and(is_id))
}

/// The ticket that an address `ticket:<id>` names.
pub fn ticket_of(address: &str) -> Option<&str> {
    address.strip_prefix("ticket:").filter(|id| is_id(id))
}

fn has_prefix(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Browsers remove tabs and line breaks from addresses, so no address has any.
fn is_plain(text: &str) -> bool {
    text.chars().count() <= ADDRESS_CHARS && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// An id in the form in which the node writes ids.
pub fn is_id(text: &str) -> bool {
    text.len() == 36 && Uuid::parse_str(text).is_ok()
}

pub fn is_language(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "+#._-".contains(c);
    (1..=LANGUAGE_CHARS).contains(&text.len()) && text.chars().all(known)
}

fn is_line(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(char::is_control)
}

/// A username: what a mention in Markdown may be (IN5).
fn is_word(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !text.ends_with(['.', '-'])
        && text.len() <= LABEL_CHARS
        && text.chars().all(known)
}
