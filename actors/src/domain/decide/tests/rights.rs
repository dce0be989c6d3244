//! Rights: every kind of command by every kind of person.

use std::collections::BTreeSet;

use super::*;
use crate::domain::{
    change::Write,
    entity::{Activity, ActivityKind, Entity, MemberState},
    ids::ActivityId,
};

/// A command of each kind that the fixture allows, and whether a plain member may send it.
fn every_kind() -> Vec<(Value, bool)> {
    let (ticket, other, child, comment) = (id(1), id(2), id(3), id(40));
    vec![
        (json!({"kind": "workspace.update", "patch": {"name": "Hut"}}), false),
        (json!({"kind": "member.setRole", "userId": ZOE, "role": "guest"}), false),
        (json!({"kind": "status.create", "statusId": id(90), "name": "New", "category": "started"}), false),
        (json!({"kind": "status.update", "statusId": STARTED, "patch": {"name": "At it"}}), false),
        (json!({"kind": "status.move", "statusId": STARTED}), false),
        (json!({"kind": "status.delete", "statusId": CANCELED, "moveTo": STARTED}), false),
        (json!({"kind": "list.create", "listId": id(91), "name": "Attic"}), true),
        (json!({"kind": "list.update", "listId": LIST, "patch": {"color": "pink"}}), true),
        (json!({"kind": "list.move", "listId": LIST}), true),
        (json!({"kind": "list.delete", "listId": LIST}), true),
        (json!({"kind": "label.create", "labelId": id(92), "name": "dry"}), true),
        (json!({"kind": "label.update", "labelId": LABEL, "patch": {"name": "damp"}}), true),
        (json!({"kind": "label.delete", "labelId": LABEL}), true),
        (json!({"kind": "ticket.create", "ticketId": id(93), "title": "New"}), true),
        (json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Other"}}), true),
        (json!({"kind": "tickets.update", "ticketIds": [ticket, other], "patch": {"priority": "day"}}), true),
        (json!({"kind": "ticket.trash", "ticketId": ticket}), true),
        (json!({"kind": "ticket.restore", "ticketId": id(5)}), true),
        (json!({"kind": "ticket.delete", "ticketId": id(5)}), true),
        (json!({"kind": "tickets.trash", "ticketIds": [ticket, other]}), true),
        (json!({"kind": "tickets.restore", "ticketIds": [id(5)]}), true),
        (json!({"kind": "ticket.move", "ticketId": ticket, "listId": LIST}), true),
        (json!({"kind": "tickets.move", "ticketIds": [ticket, other], "listId": LIST}), true),
        (json!({"kind": "subtask.move", "ticketId": child, "after": id(4)}), true),
        (
            json!({"kind": "link.create", "linkId": id(94), "linkKind": "relates", "fromTicketId": ticket, "toTicketId": child}),
            true,
        ),
        (json!({"kind": "link.delete", "linkId": id(30)}), true),
        (json!({"kind": "comment.create", "commentId": id(95), "ticketId": ticket, "message": "hm"}), true),
        (json!({"kind": "comment.update", "commentId": comment, "message": "hum"}), true),
        (json!({"kind": "comment.delete", "commentId": comment}), true),
        (json!({"kind": "reaction.add", "activityId": comment, "emoji": "👍"}), true),
        (json!({"kind": "reaction.remove", "activityId": comment, "emoji": "🎉"}), true),
    ]
}

/// Tickets 1 and 2 linked, 2 with the subtasks 3 and 4, 5 in the trash, and a comment of `by` with a 🎉.
fn house(by: UserId) -> House {
    let mut house = House::new();
    for n in 1..=5 {
        house.ticket(n);
    }
    for child in [3, 4] {
        house.patch(MEMBER, id(child), json!({"parentTicketId": id(2)}));
    }
    house.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(5)}));
    house.does(
        MEMBER,
        json!({"kind": "link.create", "linkId": id(30), "linkKind": "blocks", "fromTicketId": id(1), "toTicketId": id(2)}),
    );
    let comment = Activity {
        id: ActivityId(id(40)),
        ticket_id: TicketId(id(1)),
        kind: ActivityKind::Comment,
        user_id: by,
        message: Some("said".into()),
        data: None,
        created_at: house.now,
        updated_at: None,
    };
    let home = house.home();
    house.world.apply(home, &Write::create(Entity::Activity(comment)));
    house
}

#[test]
fn every_kind_of_command_has_a_row_in_the_table() {
    let known: BTreeSet<&str> = Command::KINDS.iter().copied().collect();
    let mut rows: BTreeSet<String> =
        every_kind().iter().filter_map(|(command, _)| command["kind"].as_str().map(str::to_owned)).collect();
    // The right depends on the member that is removed: see `members`.
    rows.insert("member.remove".into());
    assert_eq!(rows.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn c12_members_work_admins_administer_guests_can_do_nothing() {
    for (command, members_may) in every_kind() {
        for (by, allowed) in [(OWNER, true), (ADMIN, true), (MEMBER, members_may), (GUEST, false)] {
            let mut house = house(by);
            match house.ask(by, command.clone()) {
                Ok(_) => assert!(allowed, "{by} was allowed {command}"),
                Err(refusal) => {
                    assert!(!allowed, "{by} was refused {command}: {refusal}");
                    assert_eq!(refusal, Refusal::forbidden(), "{command}");
                }
            }
        }
    }
}

#[test]
fn c02_a_user_who_is_not_in_the_workspace_is_told_that_there_is_none() {
    let mut gone = house(MEMBER);
    gone.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    let mut pending = house(MEMBER);
    if let Some(member) = pending.world.tables.members.get_mut(&ZOE) {
        member.state = MemberState::Pending;
    }
    for (command, _) in every_kind() {
        for by in [STRANGER, ZOE] {
            assert_eq!(gone.refusal(by, command.clone()), Refusal::not_found(crate::words::NO_WORKSPACE), "{command}");
        }
        assert_eq!(pending.refusal(ZOE, command.clone()), Refusal::not_found(crate::words::NO_WORKSPACE), "{command}");
    }
}

#[test]
fn c19_only_its_author_edits_and_deletes_a_comment() {
    let mut house = house(MEMBER);
    for by in [OWNER, ADMIN, ZOE] {
        for command in [
            json!({"kind": "comment.update", "commentId": id(40), "message": "mine"}),
            json!({"kind": "comment.delete", "commentId": id(40)}),
        ] {
            assert_eq!(house.refused(by, command).0, RefusalCode::Forbidden);
        }
    }
    let history =
        house.world.tables.activities.values().find(|it| it.kind == ActivityKind::CreatedAt).expect("a history").id;
    assert_eq!(
        house.refused(MEMBER, json!({"kind": "comment.update", "commentId": history, "message": "forged"})),
        (RefusalCode::NotFound, Some("commentId".into())),
        "what the server wrote is no member's comment",
    );
}

#[test]
fn only_its_author_takes_a_reaction_back() {
    let mut house = house(MEMBER);
    house.does(MEMBER, json!({"kind": "reaction.add", "activityId": id(40), "emoji": "🎉"}));
    let nothing = house.does(ZOE, json!({"kind": "reaction.remove", "activityId": id(40), "emoji": "🎉"}));
    assert!(nothing.is_empty(), "{nothing:?}");
    assert_eq!(house.world.tables.reactions.len(), 1);
}
