//! Threads of comments, and what stays of a deleted comment. The rules are in docs/COMMENTS.md.

use super::*;
use crate::domain::{
    entity::{Activity, ActivityKind},
    ids::ActivityId,
};

fn write(comment: u32, ticket: Uuid, message: &str) -> Value {
    json!({"kind": "comment.create", "commentId": id(comment), "ticketId": ticket, "message": message})
}

fn reply(comment: u32, ticket: Uuid, to: u32) -> Value {
    json!({"kind": "comment.create", "commentId": id(comment), "ticketId": ticket, "message": "re", "replyTo": id(to)})
}

fn thread(kind: &str, comment: u32) -> Value {
    json!({"kind": format!("comment.{kind}"), "commentId": id(comment)})
}

fn stored(fixture: &Fixture, comment: u32) -> &Activity {
    &fixture.world.tables.activities[&ActivityId(id(comment))]
}

#[test]
fn ct5_a_reply_names_the_first_comment_of_a_thread_on_its_own_ticket() {
    let mut fixture = Fixture::new();
    let (ticket, other) = (fixture.ticket(1), fixture.ticket(2));
    fixture.does(ZOE, write(20, ticket, "first"));
    fixture.does(MEMBER, reply(21, ticket, 20));
    assert_eq!(stored(&fixture, 21).data, Some(json!({"replyTo": id(20)})));
    assert_eq!(fixture.at(ticket).comments, 2, "a reply is a comment");
    let last = fixture.at(ticket).last_activity.clone().expect("an activity");
    assert_eq!((last.id.0, last.kind), (id(21), "comment".to_owned()), "a reply notifies as a comment does");
    for (command, code) in [
        (reply(22, ticket, 21), RefusalCode::ValidationFailed),
        (reply(22, ticket, 99), RefusalCode::NotFound),
        (reply(22, other, 20), RefusalCode::NotFound),
    ] {
        assert_eq!(fixture.refused(MEMBER, command.clone()), (code, Some("replyTo".into())), "{command}");
    }
    let history = fixture.world.tables.activities.values().find(|it| it.kind == ActivityKind::CreatedAt);
    let to_history = json!({"kind": "comment.create", "commentId": id(22), "ticketId": ticket, "message": "re",
                            "replyTo": history.expect("a history").id});
    assert_eq!(fixture.refused(MEMBER, to_history), (RefusalCode::NotFound, Some("replyTo".into())));
}

#[test]
fn ct5_a_reply_names_no_comment_that_its_author_does_not_see() {
    let mut fixture = Fixture::new();
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": id(1), "title": "Hers", "private": true}));
    fixture.does(ZOE, write(20, id(1), "psst"));
    let ticket = fixture.ticket(2);
    let hidden = fixture.refused(MEMBER, reply(21, ticket, 20));
    assert_eq!(hidden, fixture.refused(MEMBER, reply(21, ticket, 99)), "as if it did not exist");
    for kind in ["resolve", "reopen"] {
        assert_eq!(fixture.refused(MEMBER, thread(kind, 20)), (RefusalCode::NotFound, Some("commentId".into())));
    }
}

#[test]
fn ct6_a_thread_is_resolved_and_reopened_and_a_reply_reopens_it() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.does(ZOE, write(20, ticket, "first"));
    fixture.does(MEMBER, reply(21, ticket, 20));
    fixture.does(COMMENTER, thread("resolve", 20));
    let resolved = stored(&fixture, 20).data.clone().expect("data");
    assert_eq!(resolved["resolved"]["userId"], json!(COMMENTER));
    assert!(fixture.does(MEMBER, thread("resolve", 20)).is_empty(), "the first person stays named");
    fixture.does(MEMBER, thread("reopen", 20));
    assert_eq!(stored(&fixture, 20).data, None);
    assert!(fixture.does(MEMBER, thread("reopen", 20)).is_empty());
    for kind in ["resolve", "reopen"] {
        let (code, field) = fixture.refused(MEMBER, thread(kind, 21));
        assert_eq!(
            (code, field.as_deref()),
            (RefusalCode::ValidationFailed, Some("commentId")),
            "a reply has no thread"
        );
        assert_eq!(fixture.refused(VIEWER, thread(kind, 20)).0, RefusalCode::Forbidden);
    }
    fixture.does(MEMBER, thread("resolve", 20));
    fixture.does(ZOE, reply(22, ticket, 20));
    assert!(!stored(&fixture, 20).is_resolved(), "nobody overlooks the reply");
}

#[test]
fn ct6_what_a_later_build_stores_with_a_comment_stays() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.does(ZOE, write(20, ticket, "first"));
    let comment = fixture.world.tables.activities.get_mut(&ActivityId(id(20))).expect("stored");
    comment.data = Some(json!({"pinned": true}));
    fixture.does(ZOE, thread("resolve", 20));
    fixture.does(ZOE, json!({"kind": "comment.update", "commentId": id(20), "message": "edited"}));
    fixture.does(ZOE, thread("reopen", 20));
    assert_eq!(stored(&fixture, 20).data, Some(json!({"pinned": true})));
}

#[test]
fn ct4_a_deleted_comment_leaves_who_deleted_it_and_no_word_of_it() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.does(ZOE, write(20, ticket, "CANARY"));
    fixture.does(MEMBER, reply(21, ticket, 20));
    let changes = fixture.does(ADMIN, thread("delete", 20));
    assert!(!format!("{changes:?}").contains("CANARY"));
    let left = fixture.world.tables.activities.values().find(|it| it.kind == ActivityKind::CommentDeleted);
    let left = left.expect("a line in the history");
    assert_eq!((left.user_id, left.message.clone(), left.data.clone()), (ADMIN, None, Some(json!({"userId": ZOE}))));
    assert_eq!(stored(&fixture, 21).reply_to(), Some(ActivityId(id(20))), "the replies stay");
    assert_eq!(fixture.at(ticket).comments, 1);
    assert_eq!(fixture.refused(MEMBER, reply(22, ticket, 20)).0, RefusalCode::NotFound);
}

#[test]
fn ct9_a_comment_on_a_passage_keeps_its_words_and_places_within_limits() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    let on = |comment: u32, passage: Value| json!({"kind": "comment.create", "commentId": id(comment), "ticketId": ticket, "message": "why", "passage": passage});
    let passage = json!({"start": "AAEC", "end": "Aw==", "words": "the words"});
    fixture.does(COMMENTER, on(20, passage.clone()));
    assert_eq!(stored(&fixture, 20).data, Some(json!({"passage": passage})));
    fixture.does(MEMBER, thread("resolve", 20));
    fixture.does(MEMBER, thread("reopen", 20));
    assert_eq!(stored(&fixture, 20).data, Some(json!({"passage": passage})));
    let long = json!({"start": "AA", "end": "AA", "words": "w".repeat(2_001)});
    assert_eq!(fixture.refused(MEMBER, on(21, long)), (RefusalCode::PayloadTooLarge, Some("passage".into())));
    for wrong in [
        json!({"start": "", "end": "AA", "words": "w"}),
        json!({"start": "AA", "end": "<b>", "words": "w"}),
        json!({"start": "A".repeat(201), "end": "AA", "words": "w"}),
        json!({"start": "AA", "end": "AA", "words": " "}),
    ] {
        let (code, field) = fixture.refused(MEMBER, on(21, wrong.clone()));
        assert_eq!((code, field.as_deref()), (RefusalCode::ValidationFailed, Some("passage")), "{wrong}");
    }
    let mut answer = reply(21, ticket, 20);
    answer["passage"] = passage;
    assert_eq!(fixture.refused(MEMBER, answer), (RefusalCode::ValidationFailed, Some("passage".into())));
}
