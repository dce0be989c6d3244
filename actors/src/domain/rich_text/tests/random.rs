//! Random documents, as editors make them, become Markdown and come back. Without mentions: these are text when they are
//! read, and what stands beside them may then be written otherwise.

use proptest::prelude::*;

use crate::domain::rich_text::{
    Attributes, Child, Element, Mark, Marks, Run, Tag, Value,
    markdown::{read_markdown, write_markdown},
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,4}( [a-z]{1,3})?",
        3 => "[ -~]{1,6}",
        1 => "[éß“”🦊 .,]{1,3}",
    ]
}

fn marks() -> impl Strategy<Value = Marks> {
    let link = prop_oneof![
        3 => Just(None),
        1 => Just(Some("https://example.org/a_(b)?c=d&e")),
        1 => Just(Some("mailto:ann@example.org")),
    ];
    (link, prop::collection::btree_set(prop::sample::select(Mark::ALL[1..].to_vec()), 0..3)).prop_map(
        |(link, others)| {
            let mut marks: Marks = others.into_iter().map(|mark| (mark, Attributes::new())).collect();
            if let Some(href) = link {
                marks.insert(Mark::Link, Attributes::from([("href", Value::text(href))]));
            }
            marks
        },
    )
}

fn inline() -> impl Strategy<Value = Vec<Child>> {
    let run = (text(), marks()).prop_map(|(text, marks)| Child::Text(vec![Run { text, marks }]));
    let id = "0192f3a0-0000-7000-8000-000000000001";
    let atom = prop_oneof![
        Just(Element::new(Tag::HardBreak)),
        Just(Element::new(Tag::TaskReference).with("id", Value::text(id)).with("label", Value::text("KEY-12"))),
        Just(
            Element::new(Tag::Image)
                .with("src", Value::text("https://example.org/a.png"))
                .with("alt", Value::text("a*b"))
        ),
    ]
    .prop_map(Child::Element);
    prop::collection::vec(prop_oneof![4 => run, 1 => atom], 0..5)
}

fn block() -> impl Strategy<Value = Element> {
    let paragraph = inline().prop_map(|children| Element { children, ..Element::new(Tag::Paragraph) });
    let heading = (1_i64..=6, inline()).prop_map(|(level, children)| Element {
        children,
        ..Element::new(Tag::Heading).with("level", Value::Number(level))
    });
    let code = "[ -~\n]{0,20}".prop_map(|text| Element {
        children: vec![Child::Text(vec![Run { text, marks: Marks::new() }])],
        ..Element::new(Tag::CodeBlock)
    });
    let cell = inline()
        .prop_map(|children| Element::holding(Tag::TableCell, [Element { children, ..Element::new(Tag::Paragraph) }]));
    let row = prop::collection::vec(cell, 1..3).prop_map(|cells| Element::holding(Tag::TableRow, cells));
    let table = prop::collection::vec(row, 1..3).prop_map(|rows| Element::holding(Tag::Table, rows));
    let leaf = prop_oneof![
        5 => paragraph,
        1 => heading,
        1 => code,
        1 => table,
        1 => Just(Element::new(Tag::HorizontalRule)),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let blocks = || prop::collection::vec(inner.clone(), 1..3);
        let items = |tag| {
            prop::collection::vec(blocks(), 1..3).prop_map(move |items| {
                items.into_iter().map(|blocks| Element::holding(tag, blocks)).collect::<Vec<_>>()
            })
        };
        prop_oneof![
            blocks().prop_map(|it| Element::holding(Tag::Blockquote, it)),
            items(Tag::ListItem).prop_map(|it| Element::holding(Tag::BulletList, it)),
            (0_i64..1_000_000_000, items(Tag::ListItem)).prop_map(|(start, it)| {
                let list = Element::holding(Tag::OrderedList, it);
                if start % 2 == 1 { list } else { list.with("start", Value::Number(start)) }
            }),
            items(Tag::TaskItem).prop_map(|it| Element::holding(Tag::TaskList, it)),
            blocks().prop_map(|it| Element::holding(Tag::Callout, it).with("kind", Value::text("tip"))),
            ("[a-z<>& ]{0,6}", blocks()).prop_map(|(summary, it)| {
                let title = Element {
                    children: vec![Child::Text(vec![Run { text: summary, marks: Marks::new() }])],
                    ..Element::new(Tag::DetailsSummary)
                };
                Element::holding(Tag::Details, [title, Element::holding(Tag::DetailsContent, it)])
            }),
        ]
    })
}

/// The letters of a document, without spaces: what no form of Markdown may lose or add to.
fn letters(tree: &[Element]) -> String {
    let text: String = tree.iter().map(Element::plain_text).collect();
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Empty paragraphs, spaces at edges and marks around spaces are lost on the way; nothing else, and nothing on the
    /// second way.
    #[test]
    fn tx23_a_document_becomes_markdown_and_comes_back(tree in prop::collection::vec(block(), 0..4)) {
        let written = write_markdown(&tree);
        let read = read_markdown(&written);
        let again = write_markdown(&read);
        prop_assert_eq!(write_markdown(&read_markdown(&again)), again);
        let (before, after) = (letters(&tree), letters(&read));
        prop_assert!(before == after, "{}\n---\n{}\n---\n{}", before, after, written);
    }
}
