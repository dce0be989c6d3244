//! Writes a document as Markdown.

use super::{
    escape::{destination, longest_run},
    inline_write::{Within, write_inline},
    table::write_table,
};
use crate::domain::rich_text::tree::{Child, Element, Mark, Tag, Value};

/// A document as Markdown (TX23). Ends without a line break; an empty document is an empty text.
pub fn write_markdown(blocks: &[Element]) -> String {
    let mut out = String::new();
    write_blocks(blocks.iter(), false, &mut out);
    out
}

/// Equal for two children of which Markdown makes the same text. Empty for a child that Markdown leaves out.
pub fn key_of(child: &Child) -> String {
    match child {
        Child::Text(runs) if runs.iter().all(|run| run.text.is_empty()) => String::new(),
        Child::Text(_) => format!("{child:?}"),
        Child::Element(element) => match element.tag {
            Tag::ListItem | Tag::TaskItem | Tag::DetailsContent => {
                let mut text = format!("{:?} {:?}\n", element.tag, element.attributes);
                write_blocks(element.elements(), false, &mut text);
                text
            }
            Tag::TableRow
            | Tag::TableHeader
            | Tag::TableCell
            | Tag::DetailsSummary
            | Tag::HardBreak
            | Tag::Image
            | Tag::Mention
            | Tag::TaskReference => format!("{child:?}"),
            _ => write_markdown(std::slice::from_ref(element)),
        },
    }
}

/// Writes blocks with an empty line between them. `in_item` is true for the blocks of an item of a list.
fn write_blocks<'e>(blocks: impl Iterator<Item = &'e Element>, in_item: bool, out: &mut String) {
    let mut before: Option<&Element> = None;
    // True if the list before has the second marker of its kind.
    let mut second = false;
    let begin = out.len();
    for block in blocks {
        if is_blank(block) {
            continue;
        }
        second = before.is_some_and(|before| share_markers(before.tag, block.tag)) && !second;
        let text = write_block(block, second, in_item && out.len() == begin);
        if text.is_empty() {
            continue;
        }
        if let Some(before) = before {
            let tight = in_item && before.tag == Tag::Paragraph && follows_tightly(block);
            out.push_str(if tight { "\n" } else { "\n\n" });
        }
        out.push_str(&text);
        before = Some(block);
    }
}

/// A paragraph of which Markdown shows nothing.
fn is_blank(block: &Element) -> bool {
    let shows_nothing = |child: &Child| match child {
        Child::Text(runs) => runs.iter().all(|run| run.text.chars().all(|c| matches!(c, '\n' | '\r'))),
        Child::Element(element) => element.tag == Tag::HardBreak,
    };
    block.tag == Tag::Paragraph && block.children.iter().all(shows_nothing)
}

fn is_list(tag: Tag) -> bool {
    matches!(tag, Tag::BulletList | Tag::OrderedList | Tag::TaskList)
}

/// Two lists of one kind in a row would be read as one list, so the second one has other markers.
fn share_markers(before: Tag, after: Tag) -> bool {
    let is_ordered = |tag| tag == Tag::OrderedList;
    is_list(before) && is_list(after) && is_ordered(before) == is_ordered(after)
}

/// A list that may interrupt a paragraph: bullets or numbers from 1, and the first item begins with text.
fn follows_tightly(block: &Element) -> bool {
    let starts = matches!(block.tag, Tag::BulletList | Tag::TaskList)
        || block.tag == Tag::OrderedList && block.number_of("start").is_none();
    let first = block.elements().next().and_then(|item| item.elements().next());
    starts && is_tight(block) && first.is_some_and(|it| it.tag == Tag::Paragraph && !is_blank(it))
}

/// True if the items of a list need no empty line between them: each holds a paragraph, and then at most one list.
fn is_tight(list: &Element) -> bool {
    list.elements().all(|item| {
        let mut blocks = item.elements().filter(|it| !is_blank(it));
        match (blocks.next(), blocks.next(), blocks.next()) {
            (None, ..) => true,
            (Some(first), None, _) => first.tag == Tag::Paragraph || is_list(first.tag) && is_tight(first),
            (Some(first), Some(second), None) => {
                first.tag == Tag::Paragraph && is_list(second.tag) && follows_tightly(second)
            }
            _ => false,
        }
    })
}

fn write_block(block: &Element, second: bool, begins_item: bool) -> String {
    match block.tag {
        Tag::Paragraph => without_definition(write_inline(&block.children, Within::Paragraph), block),
        Tag::Heading => {
            let level = usize::try_from(block.number_of("level").unwrap_or(1)).unwrap_or(1);
            let text = write_inline(&block.children, Within::Heading);
            format!("{} {text}", "#".repeat(level)).trim_end().to_owned()
        }
        Tag::Blockquote => prefixed(&nested(block), "> ", "> "),
        Tag::Callout => {
            let kind = match block.text_of("kind") {
                "" => "NOTE".to_owned(),
                kind => kind.to_ascii_uppercase(),
            };
            let text = nested(block);
            // A line behind the kind is read like one behind a paragraph, which few blocks may interrupt.
            let first = block.elements().find(|it| !is_blank(it));
            let in_next_line = first.is_some_and(|it| it.tag == Tag::Paragraph || follows_tightly(it));
            let text = match (text.is_empty(), in_next_line) {
                (true, _) => format!("[!{kind}]"),
                (_, true) => format!("[!{kind}]\n{text}"),
                (_, false) => format!("[!{kind}]\n\n{text}"),
            };
            prefixed(&text, "> ", "> ")
        }
        Tag::BulletList | Tag::TaskList | Tag::OrderedList => write_list(block, second),
        Tag::CodeBlock => write_code(block),
        // `- ---` would be read as a rule and not as an item with a rule.
        Tag::HorizontalRule => if begins_item { "***" } else { "---" }.to_owned(),
        Tag::Table => write_table(block),
        Tag::Details => write_details(block),
        _ => block.plain_text(),
    }
}

/// A paragraph that begins with a link around code may begin as the definition of a reference does, such as `[links]:`, and
/// would be read as one. An empty link in front of it shows nothing, and prevents this.
fn without_definition(text: String, block: &Element) -> String {
    if !begins_definition(&text) {
        return text;
    }
    let runs = block.children.iter().filter_map(|child| match child {
        Child::Text(runs) => Some(runs),
        Child::Element(_) => None,
    });
    let mut addresses = runs.flatten().filter_map(|run| run.marks.get(&Mark::Link)?.get("href"));
    match addresses.next() {
        Some(Value::Text(address)) => format!("[]({}){text}", destination(address, false)),
        _ => text,
    }
}

/// True if a text begins with a label and a colon. A label ends at its first bracket, also within code.
fn begins_definition(text: &str) -> bool {
    let Some(label) = text.strip_prefix('[') else { return false };
    let mut is_escaped = false;
    for (at, c) in label.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => return false,
            ']' => return label[at + 1..].starts_with(':'),
            _ => {}
        }
    }
    false
}

fn nested(block: &Element) -> String {
    let mut text = String::new();
    write_blocks(block.elements(), false, &mut text);
    text
}

fn write_list(list: &Element, second: bool) -> String {
    let separator = if is_tight(list) { "\n" } else { "\n\n" };
    let start = list.number_of("start").unwrap_or(1);
    let items = list.elements().enumerate().map(|(place, item)| {
        let number = (start + i64::try_from(place).unwrap_or(0)).min(999_999_999);
        let marker = match (list.tag, second) {
            (Tag::OrderedList, false) => format!("{number}. "),
            (Tag::OrderedList, true) => format!("{number}) "),
            (_, false) => "- ".to_owned(),
            (_, true) => "* ".to_owned(),
        };
        let mut text = String::new();
        write_blocks(item.elements(), true, &mut text);
        let first = item.elements().find(|it| !is_blank(it));
        // Three hyphens in a line would be a rule.
        let line = text.find('\n').unwrap_or(text.len());
        if marker == "- " && text[..line].matches('-').count() > 1 && text[..line].chars().all(|c| "- ".contains(c)) {
            text.insert_str(line, " &#32;");
        }
        // Asterisks behind an asterisk would be one rule without a list.
        if marker == "* " && first.is_some_and(|it| it.tag == Tag::HorizontalRule) {
            text.replace_range(..3, "---");
        }
        if list.tag == Tag::TaskList {
            let check = if item.flag_of("checked") { "[x]" } else { "[ ]" };
            // Behind a checkbox, only a paragraph may follow in the same line.
            let in_line = first.is_some_and(|it| it.tag == Tag::Paragraph);
            text = match (text.is_empty(), in_line) {
                (true, _) => format!("{check} &#32;"),
                (_, true) => format!("{check} {text}"),
                (_, false) => format!("{check} &#32;\n\n{text}"),
            };
        }
        let indent = " ".repeat(marker.len());
        prefixed(&text, &marker, &indent).trim_end().to_owned()
    });
    items.collect::<Vec<_>>().join(separator)
}

/// Puts a text before each line.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (place, line) in text.split('\n').enumerate() {
        let prefix = if place == 0 { first } else { others };
        if place > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        out.push_str(line);
    }
    out
}

fn write_code(block: &Element) -> String {
    let text = block.plain_text().replace("\r\n", "\n").replace('\r', "\n");
    let fence = "`".repeat(longest_run(&text, '`').max(2) + 1);
    let break_before_end = if text.is_empty() { "" } else { "\n" };
    format!("{fence}{}\n{text}{break_before_end}{fence}", block.text_of("language"))
}

fn write_details(block: &Element) -> String {
    let open = if block.flag_of("open") { " open" } else { "" };
    let part = |tag| block.elements().find(|it| it.tag == tag);
    let summary = part(Tag::DetailsSummary).map(Element::plain_text).unwrap_or_default();
    let summary = summary.replace(['\n', '\r'], " ").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let content = part(Tag::DetailsContent).map(nested).unwrap_or_default();
    let content = if content.is_empty() { content } else { format!("{content}\n\n") };
    format!("<details{open}>\n<summary>{}</summary>\n\n{content}</details>", summary.trim())
}
