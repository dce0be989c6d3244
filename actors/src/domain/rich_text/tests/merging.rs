//! Copies that converge, and descriptions written from outside.

use proptest::prelude::*;
use yrs::types::Attrs;
use yrs::{Text, XmlFragment};

use super::page::{Page, mark, paragraph, text_of};
use crate::domain::rich_text::{Fault, RichText};

/// A document, and the same document with an edit of a page.
fn typed(text: &str, edit: impl FnOnce(&Page) -> Vec<u8>) -> (RichText, RichText) {
    let base = RichText::from_markdown(text);
    let mut now = RichText::load(&base.encode(), []).expect("the same");
    let page = Page::of(&base, 7);
    now.apply(&edit(&page)).expect("applied");
    (base, now)
}

fn merged(base: &RichText, now: &mut RichText, text: &str) -> String {
    if let Some(update) = base.outside_write(now, text) {
        now.take_stored(&update).expect("taken");
    }
    now.markdown().to_owned()
}

#[test]
fn tx24_an_outside_write_and_what_was_typed_meanwhile_both_stay() {
    let (base, mut now) = typed("One two three\n\nSecond", |page| page.type_into(0, 13, " four"));
    assert_eq!(merged(&base, &mut now, "One 2 three\n\nSecond\n\nThird"), "One 2 three four\n\nSecond\n\nThird");

    let (base, mut now) = typed("- a\n- b\n- c", |page| page.write(1, "typed below"));
    assert_eq!(merged(&base, &mut now, "- a\n- B\n- c\n- d"), "- a\n- B\n- c\n- d\n\ntyped below");

    let (base, mut now) = typed("keep\n\ngone", |page| page.type_into(1, 4, " but written in"));
    assert_eq!(merged(&base, &mut now, "keep"), "keep\n\ngone but written in", "a block that was written in stays");

    let (base, mut now) = typed("keep\n\ngone", |page| page.type_into(0, 4, " this"));
    assert_eq!(merged(&base, &mut now, "keep"), "keep this");

    let (base, mut now) = typed("# Title\n\ntext", |page| page.type_into(1, 4, "s"));
    assert_eq!(merged(&base, &mut now, "## Title\n\ntext"), "## Title\n\ntexts");

    let (base, mut now) = typed("plain words", |page| page.type_into(0, 11, "!"));
    // Where a mark ends beside what is typed at the same moment, nothing says whether that is marked.
    let both = merged(&base, &mut now, "plain **words**");
    assert!(["plain **words**!", "plain **words\\!**"].contains(&both.as_str()), "{both}");
}

#[test]
fn tx24_an_outside_write_changes_only_what_differs() {
    let (base, mut now) = typed("a\n\nb\n\nc", |page| page.write(3, "d"));
    let (before, text) = (now.encode().len(), "a\n\nb!\n\nc");
    let update = base.outside_write(&now, text).expect("an edit");
    assert!(update.len() < 60, "{} bytes", update.len());
    now.take_stored(&update).expect("taken");
    assert_eq!(now.markdown(), "a\n\nb!\n\nc\n\nd");
    assert!(now.encode().len() < before + 40);
    assert_eq!(base.outside_write(&now, "a\n\nb\n\nc"), None, "the same text");
    assert_eq!(base.outside_write(&now, "a\n\nb\n\nc\n\n\n"), None, "the same document");
}

#[test]
fn tx24_mentions_and_widths_stay_what_they_were() {
    let base = RichText::from_markdown("ask");
    let mut document = RichText::load(&base.encode(), []).expect("the same");
    let page = Page::of(&document, 7);
    let update = page.edit(|txn, root| {
        use yrs::{Xml, XmlElementPrelim, XmlElementRef};
        let paragraph = paragraph(txn, root, 1, "");
        let mention: XmlElementRef = paragraph.insert(txn, 0, XmlElementPrelim::empty("mention"));
        mention.insert_attribute(txn, "id", "0192f3a0-0000-7000-8000-000000000001");
        mention.insert_attribute(txn, "label", "ana");
    });
    document.apply(&update).expect("applied");
    assert_eq!(document.markdown(), "ask\n\n@ana");
    let before = RichText::load(&document.encode(), []).expect("the same");
    assert_eq!(merged(&before, &mut document, "ask\n\n@ana please"), "ask\n\n@ana please");
    assert!(format!("{:?}", document.tree()).contains("Mention"), "{:?}", document.tree());
}

#[test]
fn tx22_a_document_without_its_history_has_the_same_text_and_one_client() {
    let (_, now) = typed("a **b**\n\n- c", |page| {
        page.write(0, "typed");
        (0..100).for_each(|_| drop(page.type_into(0, 0, "typed ")));
        page.everything()
    });
    let fresh = now.without_history();
    assert_eq!((fresh.markdown(), fresh.size().clients), (now.markdown(), 1));
    assert!(fresh.encode().len() < now.encode().len());
}

#[test]
fn tx17_a_page_that_was_away_gets_what_it_lacks() {
    let mut document = RichText::from_markdown("Hello");
    let (ann, ben) = (Page::of(&document, 7), Page::of(&document, 8));
    document.apply(&ann.type_into(0, 5, " world")).expect("applied");
    let missed = document.diff(&ben.state_vector()).expect("a difference");
    ben.take(&missed);
    assert_eq!(ben.state_vector(), document.state_vector());
    assert!(document.diff(&[5, 1]).is_err(), "no state vector");
}

#[test]
fn tx15_a_stored_update_is_not_taken_before_an_earlier_one_of_its_page() {
    let mut document = RichText::from_markdown("one\n\ntwo");
    let page = Page::of(&document, 7);
    // The second update does not refer to the first, so the library alone would take it.
    let (first, second) = (page.type_into(0, 0, "x"), page.type_into(1, 0, "y"));
    assert_eq!(document.take_stored(&second), Err(Fault::Gap));
    assert_eq!(document.markdown(), "one\n\ntwo");
    for update in [first, second] {
        assert_eq!(document.take_stored(&update), Ok(()));
    }
    assert_eq!(document.markdown(), "xone\n\nytwo");
}

/// An edit of a random page.
#[derive(Clone, Debug)]
enum Act {
    Write(usize, u32, String),
    Type(usize, u32, u32, String),
    Remove(usize, u32),
    Bold(usize, u32),
    /// Sends everything that a page has to the document.
    Send(usize),
    /// Gives a page everything that the document has.
    Receive(usize),
    /// The node starts again: from its snapshot and the updates behind it.
    Restart,
    Compact,
    Outside(String),
}

fn act() -> impl Strategy<Value = Act> {
    let page = 0..3_usize;
    prop_oneof![
        3 => (page.clone(), 0..6_u32, "[a-c]{1,4}").prop_map(|(page, at, text)| Act::Write(page, at, text)),
        4 => (page.clone(), 0..6_u32, 0..4_u32, "[x-z🦊]{1,3}").prop_map(|(page, block, at, text)| Act::Type(page, block, at, text)),
        1 => (page.clone(), 0..6_u32).prop_map(|(page, at)| Act::Remove(page, at)),
        1 => (page.clone(), 0..6_u32).prop_map(|(page, at)| Act::Bold(page, at)),
        3 => page.clone().prop_map(Act::Send),
        3 => page.prop_map(Act::Receive),
        1 => Just(Act::Restart),
        1 => Just(Act::Compact),
        1 => "[d-f]{1,3}(\n\n[d-f]{1,3})?".prop_map(Act::Outside),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tx15_copies_converge_after_partitions_restarts_compaction_and_outside_writes(
        acts in prop::collection::vec(act(), 1..60),
    ) {
        let mut document = RichText::from_markdown("one\n\ntwo");
        let (mut snapshot, mut stored): (Vec<u8>, Vec<Vec<u8>>) = (document.encode(), Vec::new());
        let mut written = RichText::load(&snapshot, []).expect("whole");
        let pages: Vec<Page> = (0..3).map(|n| Page::of(&document, 10 + n)).collect();
        for act in acts {
            match act {
                Act::Write(page, at, text) => {
                    pages[page].edit(|txn, root| {
                        let at = at.min(root.len(txn));
                        paragraph(txn, root, at, &text);
                    });
                }
                Act::Type(page, block, at, text) => {
                    pages[page].edit(|txn, root| {
                        if block < root.len(txn) && has_text(txn, root, block) {
                            let node = text_of(txn, root, block);
                            let at = if at.min(node.len(txn)) % 2 == 0 { 0 } else { node.len(txn) };
                            node.insert(txn, at, &text);
                        }
                    });
                }
                Act::Remove(page, at) => {
                    pages[page].edit(|txn, root| {
                        if at < root.len(txn) {
                            root.remove(txn, at);
                        }
                    });
                }
                Act::Bold(page, block) => {
                    pages[page].edit(|txn, root| {
                        if block < root.len(txn) && has_text(txn, root, block) {
                            let node = text_of(txn, root, block);
                            let end = node.len(txn);
                            node.format(txn, 0, end, Attrs::from([("bold".into(), mark())]));
                        }
                    });
                }
                Act::Send(page) => {
                    let update = pages[page].everything();
                    prop_assert_eq!(document.apply(&update), Ok(()));
                    stored.push(update);
                }
                Act::Receive(page) => {
                    let lacks = document.diff(&pages[page].state_vector()).expect("a difference");
                    pages[page].take(&lacks);
                }
                Act::Restart => {
                    let again = RichText::load(&snapshot, stored.iter().map(Vec::as_slice)).expect("whole");
                    prop_assert_eq!(again.markdown(), document.markdown());
                    document = again;
                }
                Act::Compact => {
                    snapshot = document.encode();
                    stored.clear();
                    written = RichText::load(&snapshot, []).expect("whole");
                }
                Act::Outside(text) => {
                    if let Some(update) = written.outside_write(&document, &text) {
                        document.take_stored(&update).expect("taken");
                        stored.push(update);
                        written = RichText::load(&document.encode(), []).expect("whole");
                    }
                }
            }
        }
        for page in &pages {
            prop_assert_eq!(document.apply(&page.everything()), Ok(()));
        }
        for page in &pages {
            page.take(&document.encode());
            let copy = RichText::load(&page.everything(), []).expect("whole");
            prop_assert_eq!(copy.markdown(), document.markdown());
            prop_assert_eq!(copy.tree(), document.tree());
        }
    }
}

fn has_text(txn: &yrs::TransactionMut<'_>, root: &yrs::XmlFragmentRef, block: u32) -> bool {
    let block = root.get(txn, block).and_then(|it| it.into_xml_element());
    block.and_then(|it| it.get(txn, 0)).is_some_and(|it| it.into_xml_text().is_some())
}
