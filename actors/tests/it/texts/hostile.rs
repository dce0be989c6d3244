//! Updates that no page sends.

use std::sync::atomic::Ordering::Relaxed;

use yrs::{XmlElementPrelim, XmlElementRef, XmlFragment};

use super::{described, joined, updates};
use crate::support::{Fixture, TextCopy, TextWriter};

fn element(copy: &TextCopy, tag: &str) -> Vec<u8> {
    copy.edit(|txn, root| {
        let _: XmlElementRef = root.insert(txn, 0, XmlElementPrelim::empty(tag));
    })
}

#[actix::test]
async fn tx20_a_hostile_update_is_refused_and_touches_neither_the_document_nor_the_people_who_write() {
    let fixture = Fixture::new(3).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    let mut db = fixture.database.connect().await;
    let mut text = "Hello".to_owned();
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
    type Hostile = (&'static str, fn(&TextWriter) -> Vec<u8>);
    let made: [Hostile; 2] =
        [("validation_failed", |eve| element(eve, "script")), ("validation_failed", |eve| element(eve, "tableRow"))];
    let raw: Vec<(&str, Vec<u8>)> = vec![
        ("validation_failed", Vec::new()),
        ("validation_failed", vec![0xff; 64]),
        // A length of four billion.
        ("validation_failed", [&[1_u8][..], &huge].concat()),
        // A value that nests thousands of arrays.
        (
            "validation_failed",
            [&[1, 1, 7, 0, 0x28, 1, 7][..], b"default", &[1, b'x', 1], &[117, 1].repeat(20_000)].concat(),
        ),
        // Text behind a character that nobody has.
        ("conflict", vec![1, 1, 7, 9, 0x84, 7, 8, 1, b'x', 0]),
        ("payload_too_large", vec![0; 65_537]),
    ];
    let mut attacks = made.map(|(code, make)| (code, None, Some(make))).to_vec();
    attacks.extend(raw.into_iter().map(|(code, bytes)| (code, Some(bytes), None)));
    for (n, (code, bytes, make)) in attacks.into_iter().enumerate() {
        // A new copy each time, because the refused edits stay in the copies of those who made them.
        let mut eve = joined(&fixture, 2, ticket).await;
        let update = bytes.or_else(|| make.map(|make| make(&eve))).expect("an attack");
        assert_eq!(eve.is_refused(&update).await, code, "attack {n}");
        let update = ann.type_into(0, &format!(" {n}"));
        text.push_str(&format!(" {n}"));
        ann.stores(&update).await;
        ben.reads(&text).await;
        assert_eq!(updates(&mut db, ticket).await.len(), n + 1, "only what Ann wrote is stored");
        eve.client.disconnect();
    }
    let figures = fixture.stage.text_figures();
    assert_eq!((figures.open.load(Relaxed), figures.failed.load(Relaxed)), (1, 0), "the same text all the time");
    assert_eq!(joined(&fixture, 1, ticket).await.says(), text);
}
