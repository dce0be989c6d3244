//! Allowed and refused values.

use super::*;
use crate::domain::limits as most;

const INVALID: RefusalCode = RefusalCode::ValidationFailed;

#[test]
fn texts_have_limits() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    let title = |text: &str| json!({"title": text});
    for wrong in ["", "   ", "a\nb", "a\0b", "a\u{7}", &"x".repeat(most::TITLE_CHARS + 1)] {
        assert_eq!(fixture.patch_refused(MEMBER, ticket, title(wrong)), (INVALID, Some("title".into())), "{wrong:?}");
    }
    fixture.patch(MEMBER, ticket, title(&"ß".repeat(most::TITLE_CHARS)));
    fixture.patch(MEMBER, ticket, json!({"description": "y".repeat(most::DESCRIPTION_BYTES)}));
    assert_eq!(
        fixture.patch_refused(MEMBER, ticket, json!({"description": "y".repeat(most::DESCRIPTION_BYTES + 1)})),
        (RefusalCode::PayloadTooLarge, Some("description".into())),
    );
    assert_eq!(
        fixture.patch_refused(MEMBER, ticket, json!({"description": "a\0"})),
        (INVALID, Some("description".into()))
    );
    let comment =
        |message: &str| json!({"kind": "comment.create", "commentId": id(9), "ticketId": ticket, "message": message});
    assert_eq!(fixture.refused(MEMBER, comment(" \n")), (INVALID, Some("message".into())));
    assert_eq!(fixture.refused(MEMBER, comment("a\0")), (INVALID, Some("message".into())));
    assert_eq!(
        fixture.refused(MEMBER, comment(&"z".repeat(most::COMMENT_BYTES + 1))),
        (RefusalCode::PayloadTooLarge, Some("message".into())),
    );
    fixture.does(MEMBER, comment("two\nlines"));
    let emoji = |emoji: &str| json!({"kind": "reaction.add", "activityId": id(9), "emoji": emoji});
    for wrong in ["", " ", "a b", "a\0", &"🎉".repeat(9)] {
        assert_eq!(fixture.refused(MEMBER, emoji(wrong)), (INVALID, Some("emoji".into())), "{wrong:?}");
    }
    fixture.does(MEMBER, emoji("👩‍👩‍👧‍👧"));
}

#[test]
fn names_have_limits_and_are_used_once() {
    let mut fixture = Fixture::new();
    for (command, name) in [
        (json!({"kind": "list.create", "listId": id(9)}), "roof"),
        (json!({"kind": "label.create", "labelId": id(9)}), "WET"),
        (json!({"kind": "status.create", "statusId": id(9), "category": "started"}), "dOING"),
    ] {
        let named = |name: &str| {
            let mut command = command.clone();
            command["name"] = json!(name);
            command
        };
        assert_eq!(fixture.refused(OWNER, named(name)), (RefusalCode::AlreadyExists, Some("name".into())));
        assert_eq!(fixture.refused(OWNER, named(" ")), (INVALID, Some("name".into())));
        assert_eq!(fixture.refused(OWNER, named(&"n".repeat(most::NAME_CHARS + 1))), (INVALID, Some("name".into())));
        assert_eq!(fixture.refused(OWNER, named("a\0")), (INVALID, Some("name".into())));
        fixture.does(OWNER, named(&"n".repeat(most::NAME_CHARS)));
    }
    assert_eq!(
        fixture.refused(OWNER, json!({"kind": "workspace.update", "patch": {"name": ""}})),
        (INVALID, Some("name".into())),
    );
}

#[test]
fn f06_dates_are_days_that_exist_in_years_that_make_sense() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for wrong in [
        "2030-02-30",
        "2030-13-01",
        "0000-01-01",
        "1899-12-31",
        "3000-01-01",
        "9999-12-31",
        "275760-09-13",
        "2030-1-1",
        "2030-01-01T00:00:00Z",
        "today",
        "",
    ] {
        assert_eq!(fixture.patch_refused(MEMBER, ticket, json!({"dueDate": wrong})).0, INVALID, "{wrong}");
    }
    for right in ["1900-01-01", "2999-12-31", "2028-02-29"] {
        fixture.patch(MEMBER, ticket, json!({"dueDate": right}));
    }
}

#[test]
fn the_due_date_is_not_before_the_start_date() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    let wrong = (INVALID, Some("dueDate".to_owned()));
    assert_eq!(
        fixture.patch_refused(MEMBER, ticket, json!({"startDate": "2030-05-02", "dueDate": "2030-05-01"})),
        wrong
    );
    fixture.patch(MEMBER, ticket, json!({"startDate": "2030-05-02", "dueDate": "2030-05-02"}));
    assert_eq!(fixture.patch_refused(MEMBER, ticket, json!({"dueDate": "2030-05-01"})), wrong);
    assert_eq!(fixture.patch_refused(MEMBER, ticket, json!({"startDate": "2030-05-03"})), wrong);
    fixture.patch(MEMBER, ticket, json!({"startDate": "2030-06-01", "dueDate": "2030-07-01"}));
    let born = json!({"kind": "ticket.create", "ticketId": id(2), "title": "t", "startDate": "2030-05-02", "dueDate": "2030-05-01"});
    assert_eq!(fixture.refused(MEMBER, born), wrong);
}

#[test]
fn sets_have_limits() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    let lists: Vec<Uuid> = (0..=most::LISTS as u32).map(|n| id(2_000 + n)).collect();
    for (n, list) in lists.iter().enumerate() {
        fixture.does(OWNER, json!({"kind": "list.create", "listId": list, "name": format!("list {n}")}));
    }
    assert_eq!(
        fixture.patch_refused(MEMBER, ticket, json!({"lists": {"add": lists}})),
        (INVALID, Some("lists".into()))
    );
    fixture.patch(MEMBER, ticket, json!({"lists": {"add": lists[..most::LISTS]}}));
    let one_more = json!({"kind": "ticket.move", "ticketId": ticket, "listId": lists[most::LISTS]});
    assert_eq!(fixture.refused(MEMBER, one_more), (INVALID, Some("listId".into())));

    let labels: Vec<Uuid> = (0..=most::LABELS as u32).map(|n| id(3_000 + n)).collect();
    for (n, label) in labels.iter().enumerate() {
        fixture.does(OWNER, json!({"kind": "label.create", "labelId": label, "name": format!("label {n}")}));
    }
    assert_eq!(
        fixture.patch_refused(MEMBER, ticket, json!({"labels": {"add": labels}})),
        (INVALID, Some("labels".into()))
    );

    let people: Vec<UserId> = (0..=most::ASSIGNEES as u32).map(|n| UserId(id(4_000 + n))).collect();
    people.iter().for_each(|user| fixture.join(*user, Role::Member));
    let crowd = json!({"assigneesIds": {"add": people}});
    assert_eq!(fixture.patch_refused(MEMBER, ticket, crowd), (INVALID, Some("assigneesIds".into())));
}

#[test]
fn p07_a_workspace_has_so_many_lists_labels_and_statuses_and_a_ticket_so_many_subtasks() {
    let mut fixture = Fixture::new();
    for (kind, field) in [("list", "listId"), ("label", "labelId"), ("status", "statusId")] {
        let mut made = 0;
        let refusal = loop {
            let mut new = json!({"kind": format!("{kind}.create"), "name": format!("one more {made}")});
            new[field] = json!(Uuid::now_v7());
            if kind == "status" {
                new["category"] = json!("started");
            }
            match fixture.ask(OWNER, new) {
                Ok(decision) => fixture.take(&decision),
                Err(refusal) => break refusal,
            }
            made += 1;
            assert!(made <= most::CONFIG_ENTITIES, "{kind}: without an end");
        };
        assert_eq!(refusal.code, RefusalCode::TooMany, "{kind}");
        assert!(made > most::CONFIG_ENTITIES - 10, "{kind}: some are there from the start, and {made} more");
    }
    let parent = fixture.ticket(1);
    let child = |n: usize| json!({"kind": "ticket.create", "ticketId": id(10_000 + n as u32), "title": "t", "parentTicketId": parent});
    for n in 0..most::SUBTASKS {
        fixture.does(MEMBER, child(n));
    }
    assert_eq!(fixture.refused(MEMBER, child(most::SUBTASKS)), (INVALID, Some("parentTicketId".into())));
}

#[test]
fn p07_a_ticket_has_so_many_comments_and_links_and_a_comment_so_many_emojis() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    let comment = |n: u32| json!({"kind": "comment.create", "commentId": id(n), "ticketId": ticket, "message": "hm"});
    fixture.does(MEMBER, comment(2_000));
    let react = |emoji: String| json!({"kind": "reaction.add", "activityId": id(2_000), "emoji": emoji});
    for n in 0..most::EMOJIS {
        fixture.does(MEMBER, react(format!("e{n}")));
    }
    assert_eq!(fixture.refused(MEMBER, react("more".into())), (RefusalCode::TooMany, None));
    fixture.does(ADMIN, react("e0".into()));

    fixture.tickets(10_000..=10_000 + most::LINKS as u32);
    let link = |n: u32| json!({"kind": "link.create", "linkId": id(20_000 + n), "linkKind": "relates", "fromTicketId": id(n), "toTicketId": ticket});
    for n in 0..most::LINKS as u32 {
        fixture.does(MEMBER, link(10_000 + n));
    }
    assert_eq!(fixture.refused(MEMBER, link(10_000 + most::LINKS as u32)), (RefusalCode::TooMany, None));

    let entry = fixture.world.tables.tickets.get_mut(&TicketId(ticket)).expect("the ticket");
    entry.comments = most::COMMENTS as i32 - 1;
    fixture.does(MEMBER, comment(2_001));
    assert_eq!(fixture.refused(MEMBER, comment(2_002)), (RefusalCode::TooMany, None));
}

#[test]
fn cm8_a_patch_that_is_too_large_for_its_tickets_is_refused_when_it_is_read() {
    let update = |tickets: u32, bytes: usize| {
        let ids: Vec<_> = (0..tickets).map(id).collect();
        json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"description": "x".repeat(bytes)}}).to_string()
    };
    for (tickets, bytes) in [(700, 99_000), (700, 1_500), (11, 99_000)] {
        let refusal = Command::from_json(&update(tickets, bytes)).expect_err("an event of more than 1 MiB");
        assert_eq!(refusal.code, RefusalCode::TooMany, "{tickets} tickets, {bytes} bytes");
    }
    for (tickets, bytes) in [(700, 1_400), (10, 99_000), (1, 100_000)] {
        assert!(Command::from_json(&update(tickets, bytes)).is_ok(), "{tickets} tickets, {bytes} bytes");
    }
}

#[test]
fn one_edit_touches_at_most_so_many_tickets() {
    let mut fixture = Fixture::new();
    let ids: Vec<Uuid> = (0..=most::TICKETS_AN_EVENT as u32).map(|n| id(5_000 + n)).collect();
    for kind in ["tickets.trash", "tickets.restore"] {
        let many = json!({"kind": kind, "ticketIds": ids});
        assert_eq!(fixture.refused(MEMBER, many).1.as_deref(), Some("ticketIds"), "{kind}");
        let none = json!({"kind": kind, "ticketIds": []});
        assert_eq!(fixture.refused(MEMBER, none), (INVALID, Some("ticketIds".into())), "{kind}");
    }
    let moved = json!({"kind": "tickets.move", "ticketIds": ids, "listId": LIST});
    assert_eq!(fixture.refused(MEMBER, moved), (INVALID, Some("ticketIds".into())));
}

#[test]
fn c06_fields_of_the_servers_are_unknown_to_a_patch() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for field in [
        "id",
        "number",
        "createdUserId",
        "completedByUserId",
        "completedAt",
        "completed",
        "trashedAt",
        "trashedByUserId",
        "comments",
        "commentedByUserIds",
        "previousStatusId",
        "completedIn",
        "delayedFor",
        "inProgressFor",
        "inProgressSince",
        "subtasksOrder",
        "createdAt",
        "updatedAt",
        "workspaceId",
        "scopeId",
        "version",
        "deletedByUserId",
        "descriptionSum",
    ] {
        assert_eq!(
            fixture.patch_refused(MEMBER, ticket, json!({field: 1})),
            (RefusalCode::UnknownField, Some(field.into())),
        );
        let born = json!({"kind": "ticket.create", "ticketId": id(2), "title": "t", field: 1});
        assert_eq!(fixture.refused(MEMBER, born).0, RefusalCode::UnknownField, "{field}");
    }
    assert_eq!(
        fixture.refused(MEMBER, json!({"kind": "ticket.purge"})),
        (RefusalCode::UnknownKind, Some("kind".into()))
    );
    assert_eq!(
        fixture
            .refused(
                MEMBER,
                json!({"kind": "comment.create", "commentId": id(5), "ticketId": ticket, "message": "m", "userId": ZOE})
            )
            .0,
        RefusalCode::UnknownField,
        "an author is not chosen",
    );
}
