//! A document as a tree, without its history.

use std::collections::BTreeMap;

macro_rules! tags {
    ($($tag:ident => $name:literal,)+) => {
        /// A kind of node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tag {
            $($tag,)+
        }

        impl Tag {
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$tag),+];

            /// The name of the node in the schema.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$tag => $name,)+
                }
            }

            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$tag),)+
                    _ => None,
                }
            }
        }
    };
}

tags! {
    Paragraph => "paragraph",
    Heading => "heading",
    Blockquote => "blockquote",
    BulletList => "bulletList",
    OrderedList => "orderedList",
    ListItem => "listItem",
    TaskList => "taskList",
    TaskItem => "taskItem",
    CodeBlock => "codeBlock",
    HorizontalRule => "horizontalRule",
    Table => "table",
    TableRow => "tableRow",
    TableHeader => "tableHeader",
    TableCell => "tableCell",
    Callout => "callout",
    Details => "details",
    DetailsSummary => "detailsSummary",
    DetailsContent => "detailsContent",
    HardBreak => "hardBreak",
    Image => "image",
    Mention => "mention",
    TaskReference => "taskReference",
}

/// A mark of a text. The order is that in which marks enclose each other in Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    Link,
    Bold,
    Italic,
    Strike,
    Underline,
    Code,
}

impl Mark {
    pub const ALL: [Self; 6] = [Self::Link, Self::Bold, Self::Italic, Self::Strike, Self::Underline, Self::Code];

    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Bold => "bold",
            Self::Italic => "italic",
            Self::Strike => "strike",
            Self::Underline => "underline",
            Self::Code => "code",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    Numbers(Vec<i64>),
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// Attributes without those that have their default value.
pub type Attributes = BTreeMap<&'static str, Value>;
/// The marks of a run of text, with their attributes.
pub type Marks = BTreeMap<Mark, Attributes>;

/// The children of the root.
pub type Tree = Vec<Element>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub tag: Tag,
    pub attributes: Attributes,
    pub children: Vec<Child>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Child {
    Element(Element),
    Text(Vec<Run>),
}

/// A run of text with the same marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    pub marks: Marks,
}

impl Element {
    pub fn new(tag: Tag) -> Self {
        Self { tag, attributes: Attributes::new(), children: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.attributes.insert(name, value);
        self
    }

    pub fn holding(tag: Tag, children: impl IntoIterator<Item = Element>) -> Self {
        Self { children: children.into_iter().map(Child::Element).collect(), ..Self::new(tag) }
    }

    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    pub fn text_of(&self, name: &str) -> &str {
        match self.attributes.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    pub fn number_of(&self, name: &str) -> Option<i64> {
        match self.attributes.get(name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub fn flag_of(&self, name: &str) -> bool {
        self.attributes.get(name) == Some(&Value::Flag(true))
    }

    /// The text of the node and of all nodes in it.
    pub fn plain_text(&self) -> String {
        let mut text = String::new();
        self.push_plain_text(&mut text);
        text
    }

    fn push_plain_text(&self, into: &mut String) {
        for child in &self.children {
            match child {
                Child::Element(element) => element.push_plain_text(into),
                Child::Text(runs) => into.extend(runs.iter().map(|run| run.text.as_str())),
            }
        }
    }

    /// True if the node holds neither text nor nodes.
    pub fn is_empty(&self) -> bool {
        self.children.iter().all(|child| match child {
            Child::Element(_) => false,
            Child::Text(runs) => runs.iter().all(|run| run.text.is_empty()),
        })
    }
}

/// Adds text to the children of a node. Text with the same marks as the text before becomes one run.
pub fn push_text(children: &mut Vec<Child>, text: &str, marks: &Marks) {
    if text.is_empty() {
        return;
    }
    if !matches!(children.last(), Some(Child::Text(_))) {
        children.push(Child::Text(Vec::new()));
    }
    let Some(Child::Text(runs)) = children.last_mut() else { return };
    match runs.last_mut() {
        Some(run) if run.marks == *marks => run.text.push_str(text),
        _ => runs.push(Run { text: text.to_owned(), marks: marks.clone() }),
    }
}
