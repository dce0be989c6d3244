//! The rates of the text frames of one socket (`docs/TEXTS.md`).

use super::together::described;
use super::writer::Writer;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told};

#[actix_web::test]
async fn tx20_joins_above_the_rate_are_refused_with_a_time_to_wait_and_other_people_join() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::new(team.socket(0).await, ticket);
    for _ in 0..120 {
        ann.ask_to_join().await;
    }
    let (mut joined, mut refused) = (0, 0);
    while joined + refused < 120 {
        match ann.next().await {
            Told::Joined { .. } => joined += 1,
            Told::Refused { number: 0, code, wait_ms } => {
                assert_eq!(code, "rate_limited");
                assert!((1..=250).contains(&wait_ms), "{wait_ms} ms at 4 a second");
                refused += 1;
            }
            told => panic!("{told:?}"),
        }
    }
    assert!(joined >= 32 && refused > 0, "{joined} joins and {refused} refusals");
    let ben = Writer::joined(&team, 1, ticket).await;
    assert_eq!(ben.says(), "Hello");
    // The join of an earlier moment still holds.
    let update = ann.paragraph("more");
    ann.stores(&update).await;
}

#[actix_web::test]
async fn tx20_updates_above_the_rate_are_refused_with_a_time_to_wait() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "Hello").await;
    // Without a join, the text answers each update at once; so no update waits for an answer.
    let mut ann = Writer::new(team.socket(0).await, ticket);
    for _ in 0..600 {
        ann.send_update(&[0, 0]).await;
    }
    let (mut taken, mut refused) = (0, 0);
    while taken + refused < 600 {
        match ann.next().await {
            Told::Refused { code, wait_ms: 0, .. } if code == "conflict" => taken += 1,
            Told::Refused { code, wait_ms, .. } if code == "rate_limited" => {
                assert!((1..=25).contains(&wait_ms), "{wait_ms} ms at 40 a second");
                refused += 1;
            }
            told => panic!("{told:?}"),
        }
    }
    assert!(taken >= 200 && refused > 0, "{taken} taken and {refused} refused");
    ann.join().await;
}

#[actix_web::test]
async fn tx9_tx13_awareness_above_the_rate_is_dropped_but_never_the_word_that_a_person_has_left() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    for n in 0..200 {
        ann.send(0x03, format!("at {n}").as_bytes()).await;
    }
    ann.send(0x03, b"").await;
    let mut seen = Vec::new();
    loop {
        match ben.told().await {
            Told::Seen { state, .. } if state.is_empty() => break,
            Told::Seen { state, .. } => seen.push(state),
            told => panic!("{told:?}"),
        }
    }
    assert_eq!(seen.first().map(Vec::as_slice), Some(b"at 0".as_slice()));
    assert!((20..200).contains(&seen.len()), "{} of 200 arrived", seen.len());
    let update = ann.paragraph("more");
    ann.stores(&update).await;
}
