//! Subscriptions: what each person follows and has read.

use super::*;
use crate::domain::{
    entity::{ActivityKind, Reason, TicketSubscription},
    limits,
};

impl Fixture {
    fn row(&self, ticket: Uuid, user: UserId) -> Option<&TicketSubscription> {
        self.world.tables.subscriptions.get(&TicketSubscription::id_of(TicketId(ticket), user))
    }

    fn rename(&mut self, user: UserId, name: &str) {
        self.world.tables.members.get_mut(&user).expect("a member").username = name.into();
    }

    fn comment(&mut self, by: UserId, n: u32, ticket: Uuid, message: &str) -> Vec<(ScopeId, Change)> {
        self.does(by, json!({"kind": "comment.create", "commentId": id(n), "ticketId": ticket, "message": message}))
    }

    fn keep(&mut self, by: UserId, ticket: Uuid, patch: Value) {
        self.does(by, json!({"kind": "subscription.update", "ticketId": ticket, "patch": patch}));
    }

    /// The kind, the author and the number of a ticket's `lastActivity`.
    fn last(&self, ticket: Uuid) -> (String, UserId, i64) {
        let last = self.at(ticket).last_activity.as_ref().expect("something was told");
        (last.kind.clone(), last.user_id, last.number)
    }

    /// A workspace in which MEMBER is called ana, ZOE zoe and GUEST guy, with a ticket of MEMBER.
    fn named() -> (Self, Uuid) {
        let mut fixture = Self::with_commons();
        for (user, name) in [(OWNER, "olga"), (ADMIN, "adam"), (MEMBER, "ana"), (ZOE, "Zoe"), (GUEST, "guy")] {
            fixture.rename(user, name);
        }
        let ticket = fixture.ticket(1);
        (fixture, ticket)
    }
}

fn of_rows(changes: &[(ScopeId, Change)]) -> Vec<ScopeId> {
    let rows = changes.iter().filter(|(_, change)| change.entity == EntityKind::TicketSubscription);
    rows.map(|(scope, _)| *scope).collect()
}

#[test]
fn in2_a_ticket_holds_the_last_activity_that_is_told_and_counts_them() {
    let (mut fixture, ticket) = Fixture::named();
    assert_eq!(fixture.last(ticket), ("createdAt".into(), MEMBER, 1));
    fixture.patch(ZOE, ticket, json!({"title": "Other", "statusId": STARTED}));
    assert_eq!(fixture.last(ticket), ("statusChange".into(), ZOE, 3));
    fixture.patch(ADMIN, ticket, json!({"assigneesIds": {"add": [ZOE]}}));
    assert_eq!(fixture.last(ticket), ("assigneeChange".into(), ADMIN, 4));
    fixture.patch(ADMIN, ticket, json!({"priority": "day", "labels": {"add": [LABEL]}, "description": "long"}));
    assert_eq!(fixture.last(ticket).2, 4, "what is not told leaves it as it is");
    fixture.comment(OWNER, 40, ticket, "hm");
    assert_eq!(fixture.last(ticket), ("comment".into(), OWNER, 5));
    let backlog = fixture.status("Backlog").id;
    fixture.does(OWNER, json!({"kind": "status.delete", "statusId": STARTED, "moveTo": backlog}));
    assert_eq!(fixture.last(ticket).2, 5, "a deletion in the configuration notifies no subscriber");
}

#[test]
fn nt11_a_ticket_holds_the_newest_activity_of_each_kind_with_its_author() {
    let (mut fixture, ticket) = Fixture::named();
    let earlier = |fixture: &Fixture| -> Vec<(String, UserId, i64)> {
        let last = fixture.at(ticket).last_activity.as_ref().expect("something was told");
        last.earlier.iter().map(|(kind, it)| (kind.clone(), it.user_id, it.number)).collect()
    };
    fixture.patch(ZOE, ticket, json!({"title": "Other"}));
    assert_eq!(earlier(&fixture), [], "the creation is number 1 of each ticket");
    fixture.comment(ADMIN, 40, ticket, "hm");
    fixture.comment(OWNER, 41, ticket, "hm");
    assert_eq!(earlier(&fixture), [("nameChange".into(), ZOE, 2)]);
    fixture.patch(ZOE, ticket, json!({"title": "Another"}));
    assert_eq!(earlier(&fixture), [("comment".into(), OWNER, 4)]);
}

#[test]
fn ag2_the_last_activity_names_all_that_one_person_did_within_a_minute() {
    let (mut fixture, ticket) = Fixture::named();
    let kinds =
        |fixture: &Fixture| fixture.at(ticket).last_activity.as_ref().expect("something was told").kinds.clone();
    assert_eq!(kinds(&fixture), Vec::<String>::new(), "one kind stands in `kind` alone");
    fixture.patch(ZOE, ticket, json!({"title": "Other"}));
    fixture.patch(ZOE, ticket, json!({"title": "Another"}));
    assert_eq!(kinds(&fixture), Vec::<String>::new(), "one kind twice, by another person than the creation");
    fixture.pass(59);
    fixture.patch(ZOE, ticket, json!({"statusId": STARTED}));
    fixture.patch(ZOE, ticket, json!({"priority": "day"}));
    assert_eq!(kinds(&fixture), ["nameChange", "statusChange"]);
    fixture.pass(60);
    fixture.patch(ZOE, ticket, json!({"title": "Back"}));
    assert_eq!(kinds(&fixture), ["statusChange", "nameChange"], "the newest is the last");
    fixture.pass(61);
    fixture.patch(ZOE, ticket, json!({"statusId": fixture.status("Backlog").id}));
    assert_eq!(kinds(&fixture), Vec::<String>::new(), "a minute has passed");
    fixture.patch(ADMIN, ticket, json!({"title": "Mine"}));
    assert_eq!((kinds(&fixture), fixture.last(ticket).0.as_str()), (Vec::new(), "nameChange"), "another person");
}

#[test]
fn in1_an_activity_writes_no_row_of_a_subscriber() {
    let (mut fixture, ticket) = Fixture::named();
    fixture.keep(ZOE, ticket, json!({"manual": true}));
    let changes = fixture.comment(ADMIN, 40, ticket, "for everybody");
    assert_eq!(of_rows(&changes), []);
    assert!(changes.iter().all(|(scope, _)| *scope == fixture.home()), "one event, in the ticket's own scope");
}

#[test]
fn in1_a_person_without_a_row_gets_one_with_the_reasons_of_the_ticket_at_the_first_read() {
    let (mut fixture, ticket) = Fixture::named();
    fixture.patch(MEMBER, ticket, json!({"assigneesIds": {"add": [ZOE]}}));
    fixture.comment(ZOE, 40, ticket, "hm");
    assert!(fixture.row(ticket, ZOE).is_none());
    fixture.keep(ZOE, ticket, json!({"lastRead": {"activityId": id(40), "number": 3}}));
    assert_eq!(fixture.row(ticket, ZOE).expect("a row").reasons, [Reason::Commented, Reason::Assignee]);
    fixture.keep(MEMBER, ticket, json!({"manual": true}));
    assert_eq!(fixture.row(ticket, MEMBER).expect("a row").reasons, [Reason::Manual, Reason::Created]);
    fixture.patch(MEMBER, ticket, json!({"assigneesIds": {"remove": [ZOE]}}));
    fixture.keep(ZOE, ticket, json!({"muted": true}));
    let reasons = &fixture.row(ticket, ZOE).expect("a row").reasons;
    assert_eq!(*reasons, [Reason::Commented, Reason::Assignee], "a reason that was stored stays");
}

#[test]
fn in3_a_read_mark_of_a_device_that_was_away_does_not_take_a_later_one_back() {
    let (mut fixture, ticket) = Fixture::named();
    for n in 40..44 {
        fixture.comment(ADMIN, n, ticket, "hm");
    }
    let read = |n: u32, number: i64| json!({"lastRead": {"activityId": id(n), "number": number}});
    fixture.keep(ZOE, ticket, read(42, 4));
    fixture.keep(ZOE, ticket, read(40, 2));
    let row = fixture.row(ticket, ZOE).expect("a row");
    assert_eq!((row.last_read_number, row.last_read_activity_id.map(|it| it.0)), (4, Some(id(42))));
    let ahead = json!({"kind": "subscription.update", "ticketId": ticket, "patch": read(43, 6)});
    assert_eq!(fixture.refused(ZOE, ahead), (RefusalCode::ValidationFailed, Some("lastRead".into())));
    let ahead = json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"doneNumber": 6}});
    assert_eq!(fixture.refused(ZOE, ahead), (RefusalCode::ValidationFailed, Some("doneNumber".into())));
}

#[test]
fn in3_a_read_mark_that_does_not_know_of_a_mention_leaves_it_unread() {
    let (mut fixture, ticket) = Fixture::named();
    fixture.comment(ADMIN, 40, ticket, "hm");
    fixture.comment(ADMIN, 41, ticket, "@zoe look");
    fixture.keep(ZOE, ticket, json!({"lastRead": {"activityId": id(40), "number": 2}}));
    assert_eq!(fixture.row(ticket, ZOE).expect("a row").first_unread_activity_id.map(|it| it.0), Some(id(41)));
    fixture.keep(ZOE, ticket, json!({"lastRead": {"activityId": id(41), "number": 3}}));
    assert_eq!(fixture.row(ticket, ZOE).expect("a row").first_unread_activity_id, None);
}

#[test]
fn in4_nobody_has_a_row_about_a_ticket_that_they_do_not_see() {
    let (mut fixture, ticket) = Fixture::named();
    let own = json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"manual": true}});
    assert_eq!(fixture.refused(GUEST, own.clone()).0, RefusalCode::NotFound);
    assert_eq!(fixture.refused(STRANGER, own).0, RefusalCode::NotFound);
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": id(7), "title": "Mine", "private": true}));
    for by in [OWNER, ADMIN, MEMBER] {
        let private = json!({"kind": "subscription.update", "ticketId": id(7), "patch": {"manual": true}});
        assert_eq!(fixture.refused(by, private).0, RefusalCode::NotFound);
    }
    assert_eq!(of_rows(&fixture.comment(ZOE, 40, id(7), "@olga @ana see?")), []);
}

#[test]
fn in4_a_viewer_follows_a_ticket_of_a_list_that_is_shared_with_them() {
    let (mut fixture, _) = Fixture::named();
    fixture.does(MEMBER, json!({"kind": "list.create", "listId": id(64), "name": "Board", "restricted": true}));
    fixture.does(MEMBER, json!({"kind": "share.set", "listId": id(64), "userId": GUEST, "level": "view"}));
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(8), "title": "Plan", "listIds": [id(64)]}));
    fixture.keep(GUEST, id(8), json!({"manual": true}));
    assert_eq!(fixture.row(id(8), GUEST).expect("a row").reasons, [Reason::Manual]);
    let told = of_rows(&fixture.comment(MEMBER, 40, id(8), "@guy and @zoe"));
    assert_eq!(told, [fixture.own(GUEST)], "the other one does not see the list");
}

#[test]
fn in5_a_mention_tells_the_person_once_in_a_description_and_anew_with_each_comment() {
    let (mut fixture, ticket) = Fixture::named();
    let changes = fixture.patch(MEMBER, ticket, json!({"description": "with @zoe, @ana and @nobody"}));
    assert_eq!(of_rows(&changes), [fixture.own(ZOE)], "not the author, and nobody without that name");
    let row = fixture.row(ticket, ZOE).expect("a row");
    assert_eq!(row.reasons, [Reason::Mention]);
    let description = fixture.world.tables.activities.values().find(|it| it.kind == ActivityKind::Description);
    assert_eq!(row.first_unread_activity_id, description.map(|it| it.id));
    fixture.keep(ZOE, ticket, json!({"unsubscribed": true, "firstUnreadActivityId": null}));
    assert_eq!(of_rows(&fixture.patch(MEMBER, ticket, json!({"description": "with @zoe and more"}))), []);
    let changes = fixture.comment(MEMBER, 40, ticket, "@Zoe, please");
    assert_eq!(of_rows(&changes), [fixture.own(ZOE)]);
    let row = fixture.row(ticket, ZOE).expect("a row");
    assert!(!row.unsubscribed, "a mention in a comment brings back a person who has unsubscribed");
    assert_eq!(row.first_unread_activity_id.map(|it| it.0), Some(id(40)));
}

#[test]
fn in5_a_mention_wakes_a_ticket_that_is_snoozed_done_or_muted() {
    let (mut fixture, ticket) = Fixture::named();
    let snoozed = json!({"muted": true, "doneNumber": 1, "snoozedUntil": "2031-01-01T08:00:00Z"});
    fixture.keep(ZOE, ticket, snoozed);
    fixture.comment(ADMIN, 40, ticket, "without a name");
    assert!(fixture.row(ticket, ZOE).is_some_and(|row| row.snoozed_until.is_some() && row.done_number == Some(1)));
    fixture.comment(ADMIN, 41, ticket, "@zoe");
    let row = fixture.row(ticket, ZOE).expect("a row");
    assert_eq!((row.snoozed_until, row.done_number), (None, None));
    assert!(row.muted, "the choice stays");
    assert_eq!(row.first_unread_activity_id.map(|it| it.0), Some(id(41)));
}

#[test]
fn in5_h06_one_text_mentions_at_most_fifty_people() {
    let (mut fixture, ticket) = Fixture::named();
    let mut text = String::new();
    for n in 0..60 {
        let user = UserId(id(500 + n));
        fixture.join(user, Role::Member);
        fixture.rename(user, &format!("p{n}"));
        text.push_str(&format!("@p{n} "));
    }
    let told = of_rows(&fixture.comment(MEMBER, 40, ticket, &text));
    assert_eq!(told.len(), limits::MENTIONS);
    assert!(fixture.row(ticket, UserId(id(549))).is_some() && fixture.row(ticket, UserId(id(550))).is_none());
    let all = "@p57 ".repeat(10_000);
    assert_eq!(of_rows(&fixture.comment(MEMBER, 41, ticket, &all[..40_000])).len(), 1);
}

#[test]
fn in5_an_edited_comment_tells_only_the_people_whom_it_mentions_anew() {
    let (mut fixture, ticket) = Fixture::named();
    fixture.comment(MEMBER, 40, ticket, "@zoe");
    let edit = |message: &str| json!({"kind": "comment.update", "commentId": id(40), "message": message});
    assert_eq!(of_rows(&fixture.does(MEMBER, edit("@zoe, please"))), []);
    assert_eq!(of_rows(&fixture.does(MEMBER, edit("@zoe and @olga, please"))), [fixture.own(OWNER)]);
}

#[test]
fn in5_several_tickets_at_once_mention_nobody() {
    let (mut fixture, ticket) = Fixture::named();
    let all = json!({"kind": "tickets.update", "ticketIds": [ticket], "patch": {"description": "@zoe"}});
    assert_eq!(of_rows(&fixture.does(MEMBER, all)), []);
}

#[test]
fn in1_a_row_that_was_read_makes_every_other_event_of_its_scope_a_reason_to_decide_again() {
    let (mut fixture, ticket) = Fixture::named();
    let decision = fixture
        .ask(ADMIN, json!({"kind": "comment.create", "commentId": id(40), "ticketId": ticket, "message": "@zoe"}))
        .expect("a decision");
    assert_eq!(decision.relied.into_iter().collect::<Vec<_>>(), [fixture.own(ZOE)]);
}
