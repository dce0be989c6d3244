//! Reads the text of a paragraph.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Event, LinkType, Tag as Markdown, TagEnd};

use crate::domain::rich_text::{
    schema,
    tree::{Attributes, Child, Element, Mark, Marks, Tag, Value, push_text},
};

/// Reads the events between the begin and the end of a text.
pub(super) fn read_inline(events: &[Event<'_>]) -> Vec<Child> {
    let underlines = matched_underlines(events);
    let mut reader =
        Reader { events, underlines, at: 0, open: Vec::new(), children: Vec::new(), behind_comment: false };
    while reader.at < events.len() {
        reader.read();
    }
    reader.children
}

/// True for the events between the begin and the end of a text.
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => {
            matches!(
                tag,
                Markdown::Emphasis
                    | Markdown::Strong
                    | Markdown::Strikethrough
                    | Markdown::Link { .. }
                    | Markdown::Image { .. }
                    | Markdown::Superscript
                    | Markdown::Subscript
            )
        }
        Event::End(tag) => matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
                | TagEnd::Superscript
                | TagEnd::Subscript
        ),
        Event::Text(_)
        | Event::Code(_)
        | Event::InlineHtml(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::FootnoteReference(_) => true,
        Event::Html(_) | Event::Rule | Event::TaskListMarker(_) => false,
    }
}

/// The places of `<u>` and `</u>` that belong together. All others are text.
fn matched_underlines(events: &[Event<'_>]) -> HashMap<usize, bool> {
    let mut matched = HashMap::new();
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    for (place, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => open.push(Vec::new()),
            Event::End(_) => drop(open.pop()),
            Event::InlineHtml(html) if &**html == "<u>" => {
                if let Some(level) = open.last_mut() {
                    level.push(place);
                }
            }
            Event::InlineHtml(html) if &**html == "</u>" => {
                if let Some(begin) = open.last_mut().and_then(Vec::pop) {
                    matched.extend([(begin, true), (place, false)]);
                }
            }
            _ => {}
        }
    }
    matched
}

/// What an open tag of Markdown does to the text in it.
enum Open {
    Mark(Mark, Attributes),
    /// A link whose address is not allowed. The address is written behind the words.
    Unlinked {
        address: String,
        from: usize,
    },
    Nothing,
}

struct Reader<'e, 'm> {
    events: &'e [Event<'m>],
    underlines: HashMap<usize, bool>,
    at: usize,
    open: Vec<Open>,
    children: Vec<Child>,
    /// True behind a comment at the begin of a line.
    behind_comment: bool,
}

impl Reader<'_, '_> {
    fn marks(&self) -> Marks {
        let marks = self.open.iter().filter_map(|open| match open {
            Open::Mark(mark, attributes) => Some((*mark, attributes.clone())),
            Open::Unlinked { .. } | Open::Nothing => None,
        });
        marks.collect()
    }

    fn text(&mut self, text: &str) {
        let is_first = std::mem::take(&mut self.behind_comment);
        let text = if is_first { text.trim_start() } else { text };
        let marks = self.marks();
        for (place, line) in text.split('\n').enumerate() {
            if place > 0 {
                self.line_break();
            }
            push_text(&mut self.children, line, &marks);
        }
    }

    fn line_break(&mut self) {
        self.children.push(Child::Element(Element::new(Tag::HardBreak)));
    }

    fn read(&mut self) {
        let place = self.at;
        self.at += 1;
        match &self.events[place] {
            Event::Start(tag) => self.start(tag.clone()),
            Event::End(_) => self.end(),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(text);
            }
            Event::Code(text) => {
                let mut marks = self.marks();
                marks.insert(Mark::Code, Attributes::new());
                push_text(&mut self.children, text, &marks);
            }
            Event::SoftBreak | Event::HardBreak => self.line_break(),
            Event::InlineHtml(html) | Event::Html(html) => self.html(html.clone(), place),
            Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn html(&mut self, html: CowStr<'_>, place: usize) {
        match self.underlines.get(&place) {
            Some(true) => self.open.push(Open::Mark(Mark::Underline, Attributes::new())),
            Some(false) => drop(self.open.pop()),
            None if is_break(&html) => self.line_break(),
            None if html.starts_with("<!--") => self.comment(),
            None => self.text(&html),
        }
    }

    /// A comment is left out, with the spaces that stand at the edge of the line without it.
    fn comment(&mut self) {
        let is_break = |child: &Child| matches!(child, Child::Element(element) if element.tag == Tag::HardBreak);
        self.behind_comment = self.children.last().is_none_or(is_break);
        let ends = matches!(self.events.get(self.at), None | Some(Event::SoftBreak | Event::HardBreak));
        if let Some(Child::Text(runs)) = self.children.last_mut().filter(|_| ends)
            && let Some(run) = runs.last_mut()
        {
            run.text.truncate(run.text.trim_end().len());
            if run.text.is_empty() {
                runs.pop();
            }
            if runs.is_empty() {
                self.children.pop();
            }
        }
    }

    fn start(&mut self, tag: Markdown<'_>) {
        let open = match tag {
            Markdown::Strong => Open::Mark(Mark::Bold, Attributes::new()),
            Markdown::Emphasis => Open::Mark(Mark::Italic, Attributes::new()),
            Markdown::Strikethrough => Open::Mark(Mark::Strike, Attributes::new()),
            Markdown::Link { link_type, dest_url, title, .. } => {
                let address = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => written_address(&dest_url),
                };
                if self.reference(&address) {
                    return;
                }
                link(address, &title, self.plain_length())
            }
            Markdown::Image { dest_url, title, .. } => return self.image(&written_address(&dest_url), &title),
            _ => Open::Nothing,
        };
        self.open.push(open);
    }

    fn end(&mut self) {
        if let Some(Open::Unlinked { address, from }) = self.open.pop()
            && !address.is_empty()
        {
            let separator = if self.plain_length() > from { " " } else { "" };
            self.text(&format!("{separator}({address})"));
        }
    }

    fn plain_length(&self) -> usize {
        self.children.len()
            + self.children.last().map_or(0, |child| match child {
                Child::Text(runs) => runs.iter().map(|run| run.text.len()).sum(),
                Child::Element(_) => 0,
            })
    }

    /// Skips to the end of the tag that has just begun, and returns its text.
    fn inner_text(&mut self) -> String {
        let (mut text, mut depth) = (String::new(), 1);
        while depth > 0 && self.at < self.events.len() {
            match &self.events[self.at] {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Text(it) | Event::Code(it) => text.push_str(it),
                Event::InlineHtml(html) if !html.starts_with("<!--") => text.push_str(html),
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                _ => {}
            }
            self.at += 1;
        }
        text
    }

    /// Reads a link to a ticket as a reference, if its words fit.
    fn reference(&mut self, address: &str) -> bool {
        let Some(id) = schema::ticket_of(address) else { return false };
        let begin = self.at;
        let label = self.inner_text();
        if label.trim().is_empty() || label.trim() != label || label.chars().count() > schema::REFERENCE_CHARS {
            self.at = begin;
            return false;
        }
        let element = Element::new(Tag::TaskReference)
            .with("id", Value::text(id.to_ascii_lowercase()))
            .with("label", Value::text(label));
        self.children.push(Child::Element(element));
        true
    }

    fn image(&mut self, address: &str, title: &str) {
        let alt = short_line(&self.inner_text());
        if !schema::is_picture(address) {
            let separator = if alt.is_empty() { "" } else { " " };
            return self.text(&format!("{alt}{separator}({address})"));
        }
        let mut element = Element::new(Tag::Image).with("src", Value::text(address));
        let title = short_line(title);
        for (name, text) in [("alt", alt), ("title", title)] {
            if !text.is_empty() {
                element.attributes.insert(name, Value::Text(text));
            }
        }
        if let Some(href) = self.marks().get(&Mark::Link).and_then(|link| link.get("href")) {
            element.attributes.insert("href", href.clone());
        }
        self.children.push(Child::Element(element));
    }
}

fn link(address: String, title: &str, from: usize) -> Open {
    if !schema::is_address(&address) {
        return Open::Unlinked { address, from };
    }
    let mut attributes = Attributes::from([("href", Value::Text(address))]);
    let title = short_line(title);
    if !title.is_empty() {
        attributes.insert("title", Value::Text(title));
    }
    Open::Mark(Mark::Link, attributes)
}

/// Spaces in an address are written as in an address bar.
fn written_address(address: &str) -> String {
    address.replace(' ', "%20")
}

fn short_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect()
}

fn is_break(html: &str) -> bool {
    matches!(html.to_ascii_lowercase().as_str(), "<br>" | "<br/>" | "<br />")
}
