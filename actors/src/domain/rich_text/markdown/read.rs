//! Reads Markdown as a document.

use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag as Markdown, TagEnd,
};

use super::inline_read::{is_inline, read_inline};
use crate::domain::rich_text::{
    DEPTH, NODES, schema,
    tree::{Child, Element, Marks, Tag, Tree, Value, push_text},
};

/// Containers nest in a document to this depth. In each of them may stand a table with its rows, cells, paragraphs and
/// texts.
const CONTAINERS: usize = DEPTH - 6;

/// Reads a description as a document. Never fails: a text that would have too many nodes becomes one block of code.
pub fn read_markdown(text: &str) -> Tree {
    let text = text.replace('\0', "");
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_GFM;
    let mut reader = Reader { frames: vec![Frame::new(Kind::Root)], ignored: Vec::new(), inline: Vec::new() };
    for event in Parser::new_ext(&text, options) {
        reader.event(event);
    }
    let tree = reader.finish();
    if tree.iter().map(size_of).sum::<usize>() > NODES { vec![code_block(&text, None)] } else { tree }
}

fn size_of(element: &Element) -> usize {
    let children = element.children.iter().map(|child| match child {
        Child::Element(element) => size_of(element),
        Child::Text(runs) => runs.len(),
    });
    1 + children.sum::<usize>()
}

fn code_block(text: &str, language: Option<&str>) -> Element {
    let mut element = Element::new(Tag::CodeBlock);
    if let Some(language) = language.filter(|it| schema::is_language(it)) {
        element.attributes.insert("language", Value::text(language));
    }
    push_text(&mut element.children, text, &Marks::new());
    element
}

/// A container whose end has not come yet.
enum Kind {
    Root,
    Quote,
    Callout(&'static str),
    /// The number of the first item of an ordered list.
    List(Option<u64>),
    /// An item, with its checkbox if it has one.
    Item(Option<bool>),
    /// `source` is the text of the opening tag, for a text without the closing one.
    Details {
        open: bool,
        summary: String,
        source: String,
    },
    Table(Vec<Alignment>),
    Row,
    Cell,
    Heading(HeadingLevel),
    Paragraph,
    Code(Option<String>),
    Html,
}

struct Frame {
    kind: Kind,
    blocks: Vec<Element>,
    /// The text of code or HTML.
    text: String,
}

impl Frame {
    fn new(kind: Kind) -> Self {
        Self { kind, blocks: Vec::new(), text: String::new() }
    }
}

struct Reader<'m> {
    frames: Vec<Frame>,
    /// For each open container of Markdown: true if it nests too deep. Its blocks then belong to the container around it.
    ignored: Vec<bool>,
    /// The events of the text that is being read.
    inline: Vec<Event<'m>>,
}

impl<'m> Reader<'m> {
    fn event(&mut self, event: Event<'m>) {
        match event {
            event if is_inline(&event) && self.holds_raw_text() => {
                if let Event::Text(text) = &event {
                    self.top().text.push_str(text);
                }
            }
            event if is_inline(&event) => self.inline.push(event),
            Event::Html(html) => self.top().text.push_str(&html),
            Event::TaskListMarker(checked) => {
                if let Some(Frame { kind: Kind::Item(check), .. }) =
                    self.frames.iter_mut().rev().find(|it| matches!(it.kind, Kind::Item(_)))
                {
                    *check = Some(checked);
                }
            }
            Event::Rule => {
                self.end_loose_text();
                self.add(Element::new(Tag::HorizontalRule));
            }
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn top(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(Kind::Root));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn holds_raw_text(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { kind: Kind::Code(_) | Kind::Html, .. }))
    }

    fn add(&mut self, element: Element) {
        self.top().blocks.push(element);
    }

    /// The text of a tight item stands in no paragraph of Markdown.
    fn end_loose_text(&mut self) {
        let children = self.inline_children();
        if !children.is_empty() {
            self.add(Element { children, ..Element::new(Tag::Paragraph) });
        }
    }

    fn inline_children(&mut self) -> Vec<Child> {
        read_inline(&std::mem::take(&mut self.inline))
    }

    fn start(&mut self, tag: Markdown<'m>) {
        self.end_loose_text();
        let (kind, is_container) = match tag {
            Markdown::BlockQuote(None) => (Kind::Quote, true),
            Markdown::BlockQuote(Some(kind)) => (Kind::Callout(callout(kind)), true),
            Markdown::List(start) => (Kind::List(start), true),
            Markdown::Item => (Kind::Item(None), true),
            Markdown::Table(alignments) => (Kind::Table(alignments), false),
            Markdown::TableHead | Markdown::TableRow => (Kind::Row, false),
            Markdown::TableCell => (Kind::Cell, false),
            Markdown::Heading { level, .. } => (Kind::Heading(level), false),
            Markdown::CodeBlock(CodeBlockKind::Fenced(info)) => {
                let language = info.split([' ', '\t', ',', '{']).next().filter(|it| !it.is_empty());
                (Kind::Code(language.map(str::to_owned)), false)
            }
            Markdown::CodeBlock(CodeBlockKind::Indented) => (Kind::Code(None), false),
            Markdown::HtmlBlock => (Kind::Html, false),
            _ => (Kind::Paragraph, false),
        };
        if is_container {
            let too_deep = self.depth() >= CONTAINERS;
            self.ignored.push(too_deep);
            if too_deep {
                return;
            }
        }
        self.frames.push(Frame::new(kind));
    }

    /// Details count twice, since their content is a node of its own.
    fn depth(&self) -> usize {
        self.frames.iter().map(|frame| if matches!(frame.kind, Kind::Details { .. }) { 2 } else { 1 }).sum::<usize>()
            - 1
    }

    fn end(&mut self, tag: TagEnd) {
        let is_container = matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item);
        if is_container {
            self.end_loose_text();
            if self.ignored.pop().unwrap_or(false) {
                return;
            }
            self.give_up_details();
        }
        let Some(frame) = self.frames.pop().filter(|_| !self.frames.is_empty()) else { return };
        self.close(frame);
    }

    fn close(&mut self, frame: Frame) {
        let Frame { kind, blocks, text } = frame;
        match kind {
            Kind::Quote => self.add(Element::holding(Tag::Blockquote, or_empty(blocks))),
            Kind::Callout(kind) => {
                let mut element = Element::holding(Tag::Callout, or_empty(blocks));
                if kind != schema::CALLOUTS[0] {
                    element.attributes.insert("kind", Value::text(kind));
                }
                self.add(element);
            }
            Kind::Item(check) => self.add(item(check, blocks)),
            Kind::List(start) => self.top().blocks.extend(lists(start, blocks)),
            Kind::Table(alignments) => self.add(table(&alignments, blocks)),
            Kind::Row => self.add(Element::holding(Tag::TableRow, blocks)),
            Kind::Cell => {
                let children = self.inline_children();
                let paragraph = Element { children, ..Element::new(Tag::Paragraph) };
                self.add(Element::holding(Tag::TableCell, [paragraph]));
            }
            Kind::Heading(level) => {
                let children = without_breaks(self.inline_children());
                let element = Element::new(Tag::Heading).with("level", Value::Number(level as i64));
                self.add(Element { children, ..element });
            }
            Kind::Paragraph => self.end_loose_text(),
            Kind::Code(language) => {
                let text = text.strip_suffix('\n').unwrap_or(&text);
                self.add(code_block(text, language.as_deref()));
            }
            Kind::Html => self.html(&text),
            Kind::Root | Kind::Details { .. } => {}
        }
    }

    /// HTML is text, but for the tags of details, and comments.
    fn html(&mut self, html: &str) {
        let text = html.trim();
        if let Some((open, summary)) = details_start(text)
            && self.depth() + 2 <= CONTAINERS
        {
            self.frames.push(Frame::new(Kind::Details { open, summary, source: text.to_owned() }));
            return;
        }
        if text.eq_ignore_ascii_case("</details>")
            && let Some(Frame { kind: Kind::Details { open, summary, .. }, blocks, .. }) =
                self.frames.pop_if(|frame| matches!(frame.kind, Kind::Details { .. }))
        {
            let mut title = Element::new(Tag::DetailsSummary);
            push_text(&mut title.children, &summary, &Marks::new());
            let content = Element::holding(Tag::DetailsContent, or_empty(blocks));
            let mut details = Element::holding(Tag::Details, [title, content]);
            if open {
                details.attributes.insert("open", Value::Flag(true));
            }
            return self.add(details);
        }
        if text.starts_with("<!--") && text.find("-->") == Some(text.len().saturating_sub(3)) {
            return;
        }
        if let Some(paragraph) = lines(text) {
            self.add(paragraph);
        }
    }

    /// Turns `<details>` without a closing tag in the same container back into text.
    fn give_up_details(&mut self) {
        while let Some(Frame { kind: Kind::Details { source, .. }, blocks, .. }) =
            self.frames.pop_if(|frame| matches!(frame.kind, Kind::Details { .. }))
        {
            let top = self.top();
            top.blocks.extend(lines(&source));
            top.blocks.extend(blocks);
        }
    }

    fn finish(mut self) -> Tree {
        self.end_loose_text();
        self.give_up_details();
        self.frames.into_iter().next().map(|root| root.blocks).unwrap_or_default()
    }
}

/// The text of HTML as a paragraph, line by line.
fn lines(text: &str) -> Option<Element> {
    let mut paragraph = Element::new(Tag::Paragraph);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !paragraph.children.is_empty() {
            paragraph.children.push(Child::Element(Element::new(Tag::HardBreak)));
        }
        push_text(&mut paragraph.children, line, &Marks::new());
    }
    (!paragraph.children.is_empty()).then_some(paragraph)
}

/// A heading is one line.
fn without_breaks(children: Vec<Child>) -> Vec<Child> {
    let mut out = Vec::new();
    for child in children {
        match child {
            Child::Element(element) if element.tag == Tag::HardBreak => push_text(&mut out, " ", &Marks::new()),
            Child::Text(runs) => runs.iter().for_each(|run| push_text(&mut out, &run.text, &run.marks)),
            element => out.push(element),
        }
    }
    out
}

fn or_empty(blocks: Vec<Element>) -> Vec<Element> {
    if blocks.is_empty() { vec![Element::new(Tag::Paragraph)] } else { blocks }
}

/// An item begins with a paragraph.
fn item(check: Option<bool>, mut blocks: Vec<Element>) -> Element {
    if blocks.first().is_none_or(|it| it.tag != Tag::Paragraph) {
        blocks.insert(0, Element::new(Tag::Paragraph));
    }
    match check {
        None => Element::holding(Tag::ListItem, blocks),
        Some(checked) => {
            // A placeholder after a checkbox without text, so that the parser reads it as a checkbox.
            if blocks[0].plain_text() == " " {
                blocks[0].children.clear();
            }
            let mut element = Element::holding(Tag::TaskItem, blocks);
            if checked {
                element.attributes.insert("checked", Value::Flag(true));
            }
            element
        }
    }
}

/// Items with and without checkboxes are lists of their own.
fn lists(start: Option<u64>, items: Vec<Element>) -> Vec<Element> {
    let mut lists: Vec<Element> = Vec::new();
    let mut number = start.and_then(|start| i64::try_from(start).ok()).unwrap_or(1);
    for item in items {
        let tag = match (item.tag, start) {
            (Tag::TaskItem, _) => Tag::TaskList,
            (_, Some(_)) => Tag::OrderedList,
            (_, None) => Tag::BulletList,
        };
        match lists.last_mut().filter(|list| list.tag == tag) {
            Some(list) => list.children.push(Child::Element(item)),
            None => {
                let mut list = Element::holding(tag, [item]);
                if tag == Tag::OrderedList && number != 1 {
                    list.attributes.insert("start", Value::Number(number));
                }
                lists.push(list);
            }
        }
        number = (number + 1).min(999_999_999);
    }
    lists
}

fn table(alignments: &[Alignment], mut rows: Vec<Element>) -> Element {
    for (place, row) in rows.iter_mut().enumerate() {
        let cells = row.children.iter_mut().filter_map(|child| match child {
            Child::Element(cell) => Some(cell),
            Child::Text(_) => None,
        });
        for (column, cell) in cells.enumerate() {
            if place == 0 {
                cell.tag = Tag::TableHeader;
            }
            let align = match alignments.get(column) {
                Some(Alignment::Left) => "left",
                Some(Alignment::Center) => "center",
                Some(Alignment::Right) => "right",
                Some(Alignment::None) | None => continue,
            };
            cell.attributes.insert("align", Value::text(align));
        }
    }
    Element::holding(Tag::Table, rows)
}

fn callout(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "note",
        BlockQuoteKind::Tip => "tip",
        BlockQuoteKind::Important => "important",
        BlockQuoteKind::Warning => "warning",
        BlockQuoteKind::Caution => "caution",
    }
}

/// `<details>` with its summary: whether it is open, and the text of the summary.
fn details_start(html: &str) -> Option<(bool, String)> {
    let (open, rest) = match html.strip_prefix("<details>") {
        Some(rest) => (false, rest),
        None => (true, html.strip_prefix("<details open>")?),
    };
    let summary = rest.trim().strip_prefix("<summary>")?.strip_suffix("</summary>")?.trim();
    if summary.contains(['<', '\n']) {
        return None;
    }
    let text = summary.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some((open, text))
}
