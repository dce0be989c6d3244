//! H12: updates that write something which no editor writes.

use yrs::types::Attrs;
use yrs::{
    Any, Map, Number, Text, Transact, Xml, XmlElementPrelim, XmlElementRef, XmlFragment, XmlTextPrelim, XmlTextRef,
};

use super::page::{Page, element, mark, paragraph, text_of};
use crate::domain::rich_text::{Fault, RichText, Tag, schema};

fn document() -> RichText {
    RichText::from_markdown("Hello")
}

/// Applies an edit of a page that was made past the editor.
fn try_edit(edit: impl FnOnce(&mut yrs::TransactionMut<'_>, &yrs::XmlFragmentRef)) -> Result<(), Fault> {
    let mut document = document();
    let page = Page::of(&document, 7);
    let update = page.edit(edit);
    let before = (document.encode(), document.markdown().to_owned(), document.state_vector());
    let outcome = document.apply(&update);
    if outcome.is_err() {
        assert_eq!(
            (document.encode(), document.markdown().to_owned(), document.state_vector()),
            before,
            "nothing changed"
        );
        let fine = Page::of(&document, 8).write(0, "later");
        assert_eq!(document.apply(&fine), Ok(()), "the document goes on");
    }
    outcome
}

/// For edits of which no more than the node is of interest.
fn only<T>(_: T) {}

#[test]
fn tx18_every_node_of_the_schema_is_accepted_in_its_place() {
    let text = "# h\n\n> q\n\n- a\n\n1. b\n\n- [x] t\n\n```rs\nc\n```\n\n---\n\n| x |\n| :---: |\n| y |\n\n> [!TIP]\n> z\n\n<details>\n<summary>s</summary>\n\nd\n\n</details>\n\na\nb ![i](https://e.org/i.png) **b** *i* ~~s~~ <u>u</u> `c` [l](https://e.org)";
    let source = RichText::from_markdown(text);
    let mut document = RichText::from_markdown("");
    assert_eq!(document.apply(&source.encode()), Ok(()));
    assert_eq!(document.markdown(), text);
}

#[test]
fn h12_unknown_nodes_and_nodes_in_wrong_places_are_refused() {
    for tag in ["script", "svg", "math", "iframe", "PARAGRAPH", "", "listItem", "tableCell", "hardBreak", "doc"] {
        let outcome = try_edit(|txn, root| only(element(txn, root, 0, tag, "")));
        assert_eq!(outcome, Err(Fault::Forbidden), "{tag}");
    }
    let nested = [
        ("paragraph", "paragraph"),
        ("bulletList", "paragraph"),
        ("table", "tableCell"),
        ("heading", "codeBlock"),
        ("codeBlock", "hardBreak"),
        ("taskList", "listItem"),
        ("tableCell", "table"),
    ];
    for (outer, inner) in nested {
        let outcome = try_edit(|txn, root| {
            let outer = element(txn, root, 0, outer, "");
            element(txn, &outer, 0, inner, "");
        });
        assert_eq!(outcome, Err(Fault::Forbidden), "{inner} in {outer}");
    }
    let loose = try_edit(|txn, root| only::<XmlTextRef>(root.insert(txn, 0, XmlTextPrelim::new("loose"))));
    assert_eq!(loose, Err(Fault::Forbidden), "text in the root");
    let in_list = try_edit(|txn, root| only(element(txn, root, 0, "bulletList", "text")));
    assert_eq!(in_list, Err(Fault::Forbidden), "text in a list");
}

#[test]
fn h01_h05_h12_unknown_attributes_and_values_are_refused() {
    let image = |name: &'static str, value: Any| {
        try_edit(move |txn, root| {
            let paragraph = paragraph(txn, root, 0, "");
            let image: XmlElementRef = paragraph.insert(txn, 0, XmlElementPrelim::empty("image"));
            image.insert_attribute(txn, "src", "https://example.org/a.png");
            image.insert_attribute(txn, name, value);
        })
    };
    assert_eq!(image("alt", "fine".into()), Ok(()));
    assert_eq!(image("width", Any::Number(Number::Int(20))), Ok(()));
    let text = |it: &str| Any::String(it.into());
    for (name, value) in [
        ("onerror", text("alert(1)")),
        ("style", text("x")),
        ("src", text("javascript:alert(1)")),
        ("src", text("data:image/svg+xml,x")),
        ("src", text("https://a\tb")),
        ("src", text("file:../../api/x")),
        ("src", text("//example.org")),
        ("href", text("JAVASCRIPT:alert(1)")),
        ("width", text("100%")),
        ("width", Any::Number(Number::Int(-1))),
        ("alt", Any::Bool(true)),
        ("alt", text(&"x".repeat(501))),
    ] {
        assert_eq!(image(name, value.clone()), Err(Fault::Forbidden), "{name} {value:?}");
    }
    for id in
        ["../../api/x", "1?x=", "", "0192f3a0-0000-7000-8000-00000000000", "{0192f3a0-0000-7000-8000-000000000001}"]
    {
        let outcome = try_edit(|txn, root| {
            let paragraph = paragraph(txn, root, 0, "");
            let mention: XmlElementRef = paragraph.insert(txn, 0, XmlElementPrelim::empty("mention"));
            mention.insert_attribute(txn, "id", id);
            mention.insert_attribute(txn, "label", "ana");
        });
        assert_eq!(outcome, Err(Fault::Forbidden), "a mention of {id}");
    }
    let level = try_edit(|txn, root| {
        let heading = element(txn, root, 0, "heading", "x");
        heading.insert_attribute(txn, "level", Any::Number(Number::Int(7)));
    });
    assert_eq!(level, Err(Fault::Forbidden));
    // A page sends a long update in parts: a node may come before its attributes.
    for tag in ["image", "mention", "taskReference"] {
        let outcome = try_edit(|txn, root| {
            let paragraph = paragraph(txn, root, 0, "");
            element(txn, &paragraph, 0, tag, "");
        });
        assert_eq!(outcome, Ok(()), "{tag} without attributes");
    }
    assert_eq!(try_edit(|txn, root| only(element(txn, root, 0, "heading", "x"))), Ok(()), "the level comes later");
}

#[test]
fn h01_h12_unknown_marks_and_addresses_of_links_are_refused() {
    let format = |name: &'static str, value: Any| {
        try_edit(move |txn, root| text_of(txn, root, 0).format(txn, 0, 2, Attrs::from([(name.into(), value)])))
    };
    let link = |href: &str| Any::Map(std::sync::Arc::new([("href".to_owned(), Any::String(href.into()))].into()));
    assert_eq!(format("bold", mark()), Ok(()));
    assert_eq!(format("link", link("https://example.org")), Ok(()));
    assert_eq!(format("link", link("ticket:0192f3a0-0000-7000-8000-000000000001")), Ok(()));
    for (name, value) in [
        ("textStyle", mark()),
        ("bold", Any::Bool(true)),
        ("bold", link("https://example.org")),
        ("link", mark()),
        ("link", link("javascript:alert(1)")),
        ("link", link(" javascript:alert(1)")),
        ("link", link("java\nscript:alert(1)")),
        ("link", link("vbscript:x")),
        ("link", link("data:text/html,x")),
        ("link", link("https:")),
        ("link", link("ticket:12")),
    ] {
        assert_eq!(format(name, value.clone()), Err(Fault::Forbidden), "{name} {value:?}");
    }
    let in_code = try_edit(|txn, root| {
        let code = element(txn, root, 0, "codeBlock", "x");
        let text = code.get(txn, 0).and_then(|it| it.into_xml_text()).expect("a text");
        text.format(txn, 0, 1, Attrs::from([("bold".into(), mark())]));
    });
    assert_eq!(in_code, Err(Fault::Forbidden), "bold code");
}

#[test]
fn h12_other_roots_and_kinds_of_content_are_refused() {
    let mut document = document();
    let page = Page::of(&document, 7);
    let other = page.doc.get_or_insert_map("other");
    let mut txn = page.doc.transact_mut();
    other.insert(&mut txn, "x", "hidden");
    assert_eq!(document.apply(&txn.encode_update_v1()), Err(Fault::Forbidden), "another root");
    drop(txn);
    let embedded = try_edit(|txn, root| {
        text_of(txn, root, 0).insert_embed(txn, 0, Any::String("x".into()));
    });
    assert_eq!(embedded, Err(Fault::Forbidden), "an embedded value");
    let attribute = try_edit(|txn, root| {
        text_of(txn, root, 0).insert_attribute(txn, "x", "y");
    });
    assert_eq!(attribute, Err(Fault::Forbidden), "an attribute of a text");
    let nested = try_edit(|txn, root| {
        let paragraph = paragraph(txn, root, 0, "");
        let value = Any::Array([Any::Array([Any::Null].into())].into());
        paragraph.insert_attribute(txn, "x", value);
    });
    assert_eq!(nested, Err(Fault::Forbidden), "values in values");
}

#[test]
fn tx19_a_list_that_two_valid_updates_have_emptied_is_accepted() {
    let mut document = RichText::from_markdown("- a\n- b");
    let (ann, ben) = (Page::of(&document, 7), Page::of(&document, 8));
    let remove = |page: &Page, at: u32| {
        page.edit(|txn, root| {
            let list = root.get(txn, 0).and_then(|it| it.into_xml_element()).expect("a list");
            list.remove(txn, at);
        })
    };
    let (first, second) = (remove(&ann, 0), remove(&ben, 1));
    assert_eq!(document.apply(&first), Ok(()));
    assert_eq!(document.apply(&second), Ok(()));
    assert_eq!(document.markdown(), "");
}

#[test]
fn every_name_of_a_node_is_read_as_the_node() {
    for tag in Tag::ALL.iter().copied() {
        assert_eq!(Tag::named(tag.name()), Some(tag));
        assert!(!schema::allows(Some(Tag::HardBreak), tag));
    }
    assert_eq!(Tag::named("nothing"), None);
}
