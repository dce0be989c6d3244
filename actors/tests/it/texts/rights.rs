//! People who may not write, or may not any more.

use serde_json::json;
use uuid::Uuid;

use super::{described, joined, updates};
use crate::support::{Fixture, Told};

#[actix::test]
async fn tx9_tx10_a_person_who_may_only_read_gets_updates_and_is_refused_own_ones() {
    let fixture = Fixture::with_commons(2).await;
    let (list, ticket) = (Uuid::now_v7(), Uuid::now_v7());
    let (owner, reader) = (fixture.people[0], fixture.people[1]);
    let share = |level: &str| json!({"kind": "share.set", "listId": list, "userId": reader, "level": level});
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Restricted", "restricted": true}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "T", "description": "Hello", "listIds": [list]}),
        share("edit"),
    ] {
        fixture.does(owner, command).await;
    }
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    let update = ben.type_into(0, " Ben");
    ben.stores(&update).await;
    ann.reads("Hello Ben").await;
    fixture.does(owner, share("view")).await;
    let update = ben.paragraph("not mine");
    assert_eq!(ben.is_refused(&update).await, "forbidden");
    // This also holds for a person who joins with the new rights.
    let mut again = joined(&fixture, 1, ticket).await;
    let update = again.paragraph("not mine either");
    assert_eq!(again.is_refused(&update).await, "forbidden");
    let mut db = fixture.database.connect().await;
    assert_eq!(updates(&mut db, ticket).await.len(), 1);
    let update = ann.type_into(0, " and Ann");
    ann.stores(&update).await;
    assert_eq!(again.next().await, Told::Updated);
}

#[actix::test]
async fn tx11_the_page_of_a_person_who_may_not_edit_any_more_is_told() {
    let fixture = Fixture::with_commons(2).await;
    let (list, ticket) = (Uuid::now_v7(), Uuid::now_v7());
    let (owner, reader) = (fixture.people[0], fixture.people[1]);
    let share = |level: &str| json!({"kind": "share.set", "listId": list, "userId": reader, "level": level});
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Restricted", "restricted": true}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "T", "description": "Hello", "listIds": [list]}),
        share("edit"),
    ] {
        fixture.does(owner, command).await;
    }
    let mut ben = joined(&fixture, 1, ticket).await;
    fixture.does(owner, share("view")).await;
    assert_eq!(ben.next().await, Told::Rights { may_edit: false });
    fixture.does(owner, share("edit")).await;
    assert_eq!(ben.next().await, Told::Rights { may_edit: true });
}

#[actix::test]
async fn d_tx11_a_removed_person_is_cut_off_and_what_is_sent_at_that_moment_is_not_stored() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    fixture.does(fixture.people[0], json!({"kind": "member.remove", "userId": fixture.people[1]})).await;
    let late = ben.paragraph("late");
    ben.send_update(&late);
    let secret = ann.type_into(0, " SECRET");
    ann.stores(&secret).await;
    let close = loop {
        match ben.try_next().await {
            Ok(told @ (Told::Acked(_) | Told::Updated)) => panic!("not cut off: {told:?}"),
            Ok(_) => {}
            Err(close) => break close,
        }
    };
    assert_eq!(close.code, 4403);
    let mut db = fixture.database.connect().await;
    assert_eq!(updates(&mut db, ticket).await, [secret]);
}

#[actix::test]
async fn tx11_a_ticket_that_becomes_private_leaves_the_pages_of_the_others() {
    let fixture = Fixture::new(2).await;
    let ticket = described(&fixture, "Hello").await;
    let mut ann = joined(&fixture, 0, ticket).await;
    let mut ben = joined(&fixture, 1, ticket).await;
    fixture
        .does(fixture.people[0], json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}}))
        .await;
    let secret = ann.type_into(0, " SECRET");
    ann.stores(&secret).await;
    assert_eq!(ben.next().await, Told::Left { code: "not_found".to_owned(), wait_ms: 0 });
    assert_eq!(ben.says(), "Hello");
    assert_eq!(ben.try_join().await, Told::Refused { number: 0, code: "not_found".to_owned(), wait_ms: 0 });
}
