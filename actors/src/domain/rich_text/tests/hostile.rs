//! Bytes that are no update, and updates above the limits.

use proptest::prelude::*;
use yrs::{Text, Xml, XmlElementPrelim, XmlElementRef, XmlFragment};

use super::{
    fuzz::cases,
    page::{Page, element, paragraph, text_of},
};
use crate::domain::{
    limits::DESCRIPTION_BYTES,
    rich_text::{CLIENTS, DEPTH, DOCUMENT_BYTES, Fault, NEW_CLIENTS, RichText, UPDATE_BYTES},
};

/// The letters of a document in the order of the alphabet.
fn letters(document: &RichText) -> Vec<char> {
    let mut letters: Vec<char> =
        document.tree().iter().flat_map(|it| it.plain_text().chars().collect::<Vec<_>>()).collect();
    letters.sort_unstable();
    letters
}

fn document() -> RichText {
    RichText::from_markdown("Hello\n\n- a **list**")
}

#[test]
fn tx20_lengths_beyond_the_bytes_are_refused_before_memory_is_reserved() {
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
    let with = |parts: &[&[u8]]| parts.concat();
    for update in [
        Vec::new(),
        vec![0],
        with(&[&huge]),
        with(&[&[1], &huge]),
        with(&[&[1, 1, 7, 0, 4], &huge]),
        // A value that nests a million arrays.
        with(&[&[1, 1, 7, 0, 0x28, 1], &[7], b"default", &[1, b'x', 1], &[117, 1].repeat(30_000)]),
        // Deletions of a client that nobody knows.
        vec![0, 1, 7, 1, 0, 1],
        // A number in more bytes than it needs, and a client id of 64 bits.
        vec![0x80, 0],
        with(&[&[1, 1], &[0xff; 9], &[1, 0]]),
        // Something behind the end.
        vec![0, 0, 0],
    ] {
        let mut document = document();
        let outcome = document.apply(&update);
        assert!(matches!(outcome, Err(Fault::Unreadable | Fault::Gap | Fault::Forbidden)), "{update:?}: {outcome:?}");
    }
    assert_eq!(document().apply(&[0, 0]), Ok(()), "an empty update changes nothing");
}

#[test]
fn tx20_an_update_whose_cause_is_missing_is_refused_and_taken_later() {
    let mut document = document();
    let page = Page::of(&document, 7);
    let first = page.write(0, "first");
    let second = page.type_into(0, 5, " and second");
    assert_eq!(document.apply(&second), Err(Fault::Gap));
    assert_eq!(document.apply(&first), Ok(()));
    assert_eq!(document.apply(&second), Ok(()));
    assert_eq!(document.apply(&first), Ok(()), "again");
    assert!(document.markdown().starts_with("first and second\n\nHello"));
}

#[test]
fn tx20_the_limits_of_an_update_and_of_the_document() {
    let mut document = document();
    let page = Page::of(&document, 7);
    let long = page.write(0, &"x".repeat(UPDATE_BYTES));
    assert_eq!(document.apply(&long), Err(Fault::LongUpdate));
    let page = Page::of(&document, 8);
    let mut outcome = Ok(());
    for _ in 0..3 {
        outcome = outcome.and(document.apply(&page.write(0, &"x".repeat(40_000))));
    }
    assert_eq!(outcome, Err(Fault::TooMuch), "120,000 bytes of text");
    assert!(document.size().markdown <= DESCRIPTION_BYTES);
    let page = Page::of(&document, 9);
    let deep = page.edit(|txn, root| {
        let mut inner: XmlElementRef = element(txn, root, 0, "blockquote", "");
        for _ in 0..DEPTH {
            inner = inner.insert(txn, 0, XmlElementPrelim::empty("blockquote"));
        }
    });
    assert_eq!(document.apply(&deep), Err(Fault::TooMuch), "too deep");
    let page = Page::of(&document, 10);
    let many = page.edit(|txn, root| {
        for _ in 0..4_000 {
            paragraph(txn, root, 0, "");
        }
    });
    let mut outcome = document.apply(&many);
    for client in 11..20 {
        let page = Page::of(&document, client);
        let many = page.edit(|txn, root| {
            for _ in 0..4_000 {
                paragraph(txn, root, 0, "");
            }
        });
        outcome = outcome.and(document.apply(&many));
    }
    assert_eq!(outcome, Err(Fault::TooMuch), "too many nodes");
}

#[test]
fn tx20_the_bytes_of_a_document_are_bounded() {
    let mut document = document();
    let mut outcome = Ok(());
    for client in 7..40 {
        let page = Page::of(&document, client);
        let mentions = page.edit(|txn, root| {
            let paragraph: XmlElementRef = root.insert(txn, 0, XmlElementPrelim::empty("paragraph"));
            for _ in 0..400 {
                let mention: XmlElementRef = paragraph.insert(txn, 0, XmlElementPrelim::empty("mention"));
                mention.insert_attribute(txn, "id", "0192f3a0-0000-7000-8000-000000000001");
                mention.insert_attribute(txn, "label", "ana");
            }
        });
        let before = document.size().bytes;
        outcome = document.apply(&mentions);
        if outcome.is_err() {
            assert!(before + mentions.len() > DOCUMENT_BYTES, "refused at {before} bytes");
            break;
        }
    }
    assert_eq!(outcome, Err(Fault::TooMuch));
    assert!(document.encode().len() <= DOCUMENT_BYTES);
    assert!(document.size().markdown < DESCRIPTION_BYTES, "the text itself is not too long");
}

#[test]
fn tx20_a_document_above_a_limit_may_become_smaller() {
    // Escapes make the written text longer than the read one.
    let mut document = RichText::from_markdown(&"a_ ".repeat(DESCRIPTION_BYTES / 3));
    assert!(document.size().markdown > DESCRIPTION_BYTES);
    let page = Page::of(&document, 7);
    assert_eq!(document.apply(&page.type_into(0, 0, "more")), Err(Fault::TooMuch));
    let page = Page::of(&document, 8);
    let fewer = page.edit(|txn, root| text_of(txn, root, 0).remove_range(txn, 0, 1_000));
    assert_eq!(document.apply(&fewer), Ok(()));
}

#[test]
fn tx20_client_ids_are_bounded() {
    let mut document = document();
    let crowd = |from: u64, count: u64| {
        let page = Page::of(&RichText::from_markdown(""), 1);
        for client in from..from + count {
            let other = Page::new(client);
            other.take(&page.everything());
            page.take(&other.write(0, "x"));
        }
        page.everything()
    };
    assert_eq!(document.apply(&crowd(1_000, NEW_CLIENTS as u64 + 1)), Err(Fault::TooMuch));
    assert_eq!(document.apply(&crowd(1_000, NEW_CLIENTS as u64)), Ok(()));
    assert!(document.size().clients <= CLIENTS);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tx20_no_bytes_make_the_document_panic_or_change_it_half(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut document = document();
        let before = document.encode();
        if document.apply(&bytes).is_err() {
            prop_assert_eq!(document.encode(), before);
        }
        let _ = document.diff(&bytes);
    }

    /// Real updates with some bytes changed come closer to what the library reads.
    #[test]
    fn tx20_no_damaged_update_makes_the_document_panic_or_change_half(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut document = document();
        let page = Page::of(&document, 7);
        page.write(1, "a paragraph");
        page.edit(|txn, root| text_of(txn, root, 0).insert(txn, 2, "x\u{1f98a}y"));
        let mut update = page.everything();
        for (at, byte) in changes {
            let at = at.index(update.len());
            update[at] = byte;
        }
        let before = document.encode();
        match document.apply(&update) {
            Ok(()) => {
                let again = RichText::load(&document.encode(), []).expect("a whole document");
                // A forged place between two letters that never stood beside each other may be read as another place
                // by a copy that got the updates in another order. No letter is lost.
                prop_assert_eq!(letters(&again), letters(&document));
            }
            Err(_) => prop_assert_eq!(document.encode(), before),
        }
    }
}
