//! Test vectors for the web app, which predicts what a command will do: a state, a command, and its outcome here.
//! Written by `make types`; a test of the web app runs its predictions over them.

mod attribute_lists;
mod attributes;
mod hanging;
mod label_sets;
mod lists;
mod records;
mod roadmap;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::*;
use crate::domain::entity::Entity;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/sync/kinds/vectors.generated.json");

const TICKET: Uuid = Uuid::from_u128(0x1_0000_0001);
const SECOND: Uuid = Uuid::from_u128(0x1_0000_0002);
const THIRD: Uuid = Uuid::from_u128(0x1_0000_0003);
const LINK: Uuid = Uuid::from_u128(0x1_0000_0011);
const BOARD: Uuid = Uuid::from_u128(0x1_0000_0064);
const COMMENT: Uuid = Uuid::from_u128(0x1_0000_0021);
const NEW: Uuid = Uuid::from_u128(0x1_0000_0031);
const ESTIMATE: &str = "00000000-0000-0000-0000-000000000085";
const EAST: &str = "00000000-0000-0000-0000-000000000084";
const TESTERS: &str = "00000000-0000-0000-0000-000000000085";
const NEW_LIST: Uuid = Uuid::from_u128(0x1_0000_0032);

/// The commands of a person, in order. Each step acts on the state that the steps before left. A step without a name is
/// not written as a vector.
fn steps(fixture: &Fixture) -> Vec<(&'static str, UserId, Value)> {
    let (backlog, done) = (fixture.status("Backlog").id, fixture.status("Done").id);
    let patch = |ticket: Uuid, patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let mut steps = vec![
        ("a workspace is renamed", OWNER, json!({"kind": "workspace.update", "patch": {"name": "Home", "icon": "🏠"}})),
        ("an icon is cleared", OWNER, json!({"kind": "workspace.update", "patch": {"icon": null}})),
        ("a name of blanks is refused", OWNER, json!({"kind": "workspace.update", "patch": {"name": "  "}})),
        (
            "a member may not rename the workspace",
            MEMBER,
            json!({"kind": "workspace.update", "patch": {"name": "Mine"}}),
        ),
        ("a member becomes an admin", OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": "admin"})),
        ("the last owner stays one", OWNER, json!({"kind": "member.setRole", "userId": OWNER, "role": "member"})),
        (
            "a role is made",
            OWNER,
            json!({"kind": "role.create", "roleId": NEW, "name": "Triage", "capabilities": ["comment", "read", "editTickets"]}),
        ),
        (
            "a role's name is taken",
            OWNER,
            json!({"kind": "role.create", "roleId": id(97), "name": "viewer", "capabilities": []}),
        ),
        (
            "a member gets a role that the workspace defines",
            OWNER,
            json!({"kind": "member.setRole", "userId": ZOE, "role": NEW}),
        ),
        (
            "a role gets other capabilities and a description",
            OWNER,
            json!({"kind": "role.update", "roleId": NEW, "patch": {"name": "Sorting", "description": "Sorts what comes in.", "capabilities": ["read", "comment", "createTickets", "editTickets", "deleteTickets", "manageLabels", "createLists", "editLists", "deleteLists", "import"]}}),
        ),
        (
            "a role is deleted and its holders get another",
            OWNER,
            json!({"kind": "role.delete", "roleId": NEW, "moveTo": "member"}),
        ),
        ("a guest is removed", OWNER, json!({"kind": "member.remove", "userId": GUEST})),
        ("a member is deactivated", OWNER, json!({"kind": "member.deactivate", "userId": ZOE})),
        ("a member comes back", OWNER, json!({"kind": "member.restore", "userId": ZOE})),
        ("a member may not bring another member back", MEMBER, json!({"kind": "member.restore", "userId": ZOE})),
        ("ownership is handed over", OWNER, json!({"kind": "member.handOver", "userId": ADMIN})),
        ("ownership is handed back", ADMIN, json!({"kind": "member.handOver", "userId": OWNER})),
        ("ownership is not handed to oneself", OWNER, json!({"kind": "member.handOver", "userId": OWNER})),
        (
            "a status is made behind another",
            OWNER,
            json!({"kind": "status.create", "statusId": NEW, "name": "Review", "category": "started", "after": backlog}),
        ),
        (
            "a status's name is taken in any case",
            OWNER,
            json!({"kind": "status.create", "statusId": id(90), "name": "review", "category": "started"}),
        ),
        (
            "a status is renamed",
            OWNER,
            json!({"kind": "status.update", "statusId": NEW, "patch": {"name": "In review"}}),
        ),
        ("a status moves to the front", OWNER, json!({"kind": "status.move", "statusId": NEW})),
        ("a status moves to the end", OWNER, json!({"kind": "status.move", "statusId": NEW, "after": COMPLETED})),
        (
            "a list is made last",
            MEMBER,
            json!({"kind": "list.create", "listId": NEW_LIST, "name": "Garden", "color": "green"}),
        ),
        (
            "a list is renamed and coloured",
            MEMBER,
            json!({"kind": "list.update", "listId": NEW_LIST, "patch": {"name": "Yard", "color": "teal"}}),
        ),
        ("a list moves behind another", MEMBER, json!({"kind": "list.move", "listId": NEW_LIST, "after": LIST})),
    ];
    steps.extend(lists::groups());
    steps.extend([
        ("a label is made", MEMBER, json!({"kind": "label.create", "labelId": NEW, "name": "dry", "color": "amber"})),
        ("a label's name is taken", MEMBER, json!({"kind": "label.create", "labelId": id(91), "name": "Wet"})),
        ("a label is coloured", MEMBER, json!({"kind": "label.update", "labelId": NEW, "patch": {"color": "pink"}})),
    ]);
    steps.extend(attributes::made());
    steps.extend(records::made());
    steps.extend([
        (
            "a ticket is made with a title alone",
            MEMBER,
            json!({"kind": "ticket.create", "ticketId": TICKET, "title": "Mend the roof"}),
        ),
        (
            "a ticket is made with all its fields",
            MEMBER,
            json!({"kind": "ticket.create", "ticketId": SECOND, "title": "Paint", "description": "**Twice**", "statusId": STARTED, "listIds": [LIST], "assigneesIds": [ZOE], "labels": [LABEL, NEW], "priority": "week", "startDate": "2030-05-02", "dueDate": "2030-05-09", "reportBy": ADMIN, "parentTicketId": TICKET, "fields": {ESTIMATE: 3, SIDES: [NORTH]}, "taskTypeId": BUG, "componentsIds": [PARSER, PARSER], "fixVersionsIds": [SPRING], "sprintId": FIRST_SPRINT}),
        ),
        (
            "a second subtask is made",
            MEMBER,
            json!({"kind": "ticket.create", "ticketId": THIRD, "title": "Buy paint", "parentTicketId": TICKET, "listIds": [LIST]}),
        ),
        ("an id is taken", MEMBER, json!({"kind": "ticket.create", "ticketId": TICKET, "title": "Again"})),
        ("a ticket is renamed", ZOE, patch(TICKET, json!({"title": "Mend the old roof"}))),
        ("a description changes", ZOE, patch(TICKET, json!({"description": "It leaks."}))),
        ("work begins", ZOE, patch(TICKET, json!({"statusId": STARTED}))),
        ("work ends", ZOE, patch(TICKET, json!({"statusId": done}))),
        ("work begins again", ZOE, patch(TICKET, json!({"statusId": STARTED}))),
        ("a status that is not there is refused", ZOE, patch(TICKET, json!({"statusId": id(92)}))),
        ("people are assigned", ZOE, patch(TICKET, json!({"assigneesIds": {"add": [ZOE, ADMIN]}}))),
        (
            "one person is replaced by another",
            ZOE,
            patch(TICKET, json!({"assigneesIds": {"add": [MEMBER], "remove": [ZOE]}})),
        ),
        ("a person who left is not assigned", ZOE, patch(TICKET, json!({"assigneesIds": {"add": [GUEST]}}))),
        ("values are set", ZOE, patch(TICKET, json!({"fields": {ESTIMATE: 2.5, SIDES: {"add": [EAST, NORTH]}}}))),
        (
            "an option is added and another removed",
            ZOE,
            patch(TICKET, json!({"fields": {SIDES: {"add": [SOUTH, SOUTH], "remove": [NORTH]}}})),
        ),
        (
            "people are named",
            ZOE,
            patch(TICKET, json!({"fields": {TESTERS: {"add": [ZOE, ADMIN], "remove": [OWNER]}}})),
        ),
        ("a user who is no member is refused", ZOE, patch(TICKET, json!({"fields": {TESTERS: [id(96)]}}))),
        ("a required value is not cleared", ZOE, patch(TICKET, json!({"fields": {ESTIMATE: null}}))),
        (
            "an attribute is no longer required",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": ESTIMATE, "patch": {"required": false}}),
        ),
        ("a value is cleared", ZOE, patch(TICKET, json!({"fields": {ESTIMATE: null}}))),
        ("a value of another type is refused", ZOE, patch(TICKET, json!({"fields": {ESTIMATE: "three"}}))),
        ("an option that is not there is refused", ZOE, patch(TICKET, json!({"fields": {SIDES: [id(97)]}}))),
        (
            "an option is deleted with a replacement",
            OWNER,
            json!({"kind": "option.delete", "optionId": EAST, "moveTo": SOUTH}),
        ),
        ("an option is deleted", OWNER, json!({"kind": "option.delete", "optionId": NORTH})),
    ]);
    steps.extend(records::named(TICKET));
    steps.extend([
        ("labels are set", ZOE, patch(TICKET, json!({"labels": {"add": [LABEL, NEW]}}))),
        ("a label is taken off", ZOE, patch(TICKET, json!({"labels": {"remove": [LABEL]}}))),
        ("a ticket is put into two lists", ZOE, patch(TICKET, json!({"lists": {"add": [LIST, NEW_LIST]}}))),
        ("a ticket is taken out of a list", ZOE, patch(TICKET, json!({"lists": {"remove": [NEW_LIST]}}))),
        ("a priority is set", ZOE, patch(TICKET, json!({"priority": "day"}))),
        ("a priority is cleared", ZOE, patch(TICKET, json!({"priority": null}))),
        ("dates are set", ZOE, patch(TICKET, json!({"startDate": "2030-05-03", "dueDate": "2030-05-04"}))),
        ("a due date before the start is refused", ZOE, patch(TICKET, json!({"dueDate": "2030-05-01"}))),
        ("a due date is cleared", ZOE, patch(TICKET, json!({"dueDate": null}))),
        ("a reporter is set", ZOE, patch(TICKET, json!({"reportBy": ZOE}))),
        (
            "several tickets change at once",
            ZOE,
            json!({"kind": "tickets.update", "ticketIds": [SECOND, THIRD], "patch": {"priority": "month", "labels": {"add": [NEW]}}}),
        ),
        (
            "a ticket moves to the front of its list",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": THIRD, "listId": LIST}),
        ),
        (
            "a ticket moves behind another",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": THIRD, "listId": LIST, "after": SECOND}),
        ),
        (
            "a move brings a ticket into a list",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": TICKET, "listId": OTHER_LIST}),
        ),
        (
            "several tickets move in their order",
            ZOE,
            json!({"kind": "tickets.move", "ticketIds": [SECOND, THIRD], "listId": OTHER_LIST, "after": TICKET}),
        ),
        ("a subtask moves to the front", ZOE, json!({"kind": "subtask.move", "ticketId": THIRD})),
        (
            "a subtask moves behind its sibling",
            ZOE,
            json!({"kind": "subtask.move", "ticketId": THIRD, "after": SECOND}),
        ),
        ("a ticket's own subtask is no parent of it", ZOE, patch(TICKET, json!({"parentTicketId": THIRD}))),
        ("a subtask becomes a ticket of its own", ZOE, patch(THIRD, json!({"parentTicketId": null}))),
        ("a ticket becomes a subtask", ZOE, patch(THIRD, json!({"parentTicketId": SECOND}))),
        (
            "a ticket blocks another",
            ZOE,
            json!({"kind": "link.create", "linkId": LINK, "linkKind": "blocks", "fromTicketId": TICKET, "toTicketId": SECOND}),
        ),
        (
            "a loop of blocks is refused",
            ZOE,
            json!({"kind": "link.create", "linkId": id(93), "linkKind": "blocks", "fromTicketId": SECOND, "toTicketId": TICKET}),
        ),
        ("a link is deleted", ZOE, json!({"kind": "link.delete", "linkId": LINK})),
        (
            "a comment is written",
            ZOE,
            json!({"kind": "comment.create", "commentId": COMMENT, "ticketId": TICKET, "message": "Today?"}),
        ),
        ("a comment is edited", ZOE, json!({"kind": "comment.update", "commentId": COMMENT, "message": "Tomorrow?"})),
        (
            "another person's comment is not edited",
            MEMBER,
            json!({"kind": "comment.update", "commentId": COMMENT, "message": "Never."}),
        ),
        (
            "a comment is answered",
            MEMBER,
            json!({"kind": "comment.create", "commentId": id(42), "ticketId": TICKET, "message": "Yes.", "replyTo": COMMENT}),
        ),
        (
            "a reply is not answered",
            MEMBER,
            json!({"kind": "comment.create", "commentId": id(44), "ticketId": TICKET, "message": "No.", "replyTo": id(42)}),
        ),
        (
            "a passage of the description is commented on",
            MEMBER,
            json!({"kind": "comment.create", "commentId": id(46), "ticketId": TICKET, "message": "Why?",
                   "passage": {"start": "AAEC", "end": "AwQF", "words": "the words"}}),
        ),
        ("a thread is resolved", MEMBER, json!({"kind": "comment.resolve", "commentId": COMMENT})),
        ("a thread is resolved again", ZOE, json!({"kind": "comment.resolve", "commentId": COMMENT})),
        ("a thread is reopened", ZOE, json!({"kind": "comment.reopen", "commentId": COMMENT})),
        ("a reply is not resolved", ZOE, json!({"kind": "comment.resolve", "commentId": id(42)})),
        ("a thread is resolved once more", ZOE, json!({"kind": "comment.resolve", "commentId": COMMENT})),
        (
            "a reply reopens a thread",
            ZOE,
            json!({"kind": "comment.create", "commentId": id(45), "ticketId": TICKET, "message": "Wait.", "replyTo": COMMENT}),
        ),
        ("a reaction is added", MEMBER, json!({"kind": "reaction.add", "activityId": COMMENT, "emoji": "👍"})),
        ("a reaction is removed", MEMBER, json!({"kind": "reaction.remove", "activityId": COMMENT, "emoji": "👍"})),
        ("a comment is deleted", ZOE, json!({"kind": "comment.delete", "commentId": COMMENT})),
        ("only its creator makes a ticket private", ZOE, patch(TICKET, json!({"private": true}))),
        ("a ticket goes into the trash", ZOE, json!({"kind": "ticket.trash", "ticketId": THIRD})),
        ("a ticket comes back", ZOE, json!({"kind": "ticket.restore", "ticketId": THIRD})),
        ("several tickets go into the trash", ZOE, json!({"kind": "tickets.trash", "ticketIds": [SECOND, THIRD]})),
        ("several tickets come back", ZOE, json!({"kind": "tickets.restore", "ticketIds": [SECOND, THIRD]})),
        ("a ticket outside the trash is not deleted", ZOE, json!({"kind": "ticket.delete", "ticketId": SECOND})),
        ("", ZOE, json!({"kind": "ticket.trash", "ticketId": SECOND})),
        (
            "a deleted ticket leaves its parent and its subtasks",
            ZOE,
            json!({"kind": "ticket.delete", "ticketId": SECOND}),
        ),
        (
            "a private ticket is made",
            ZOE,
            json!({"kind": "ticket.create", "ticketId": id(40), "title": "Present", "private": true, "listIds": [LIST]}),
        ),
        ("a private ticket is shared", ZOE, patch(id(40), json!({"private": false}))),
    ]);
    steps.extend(lists::archived(TICKET));
    steps.extend([
        ("an attribute is deleted", OWNER, json!({"kind": "attribute.delete", "attributeId": SIDES})),
        ("a label is deleted", ZOE, json!({"kind": "label.delete", "labelId": NEW})),
        (
            "a list is deleted and its tickets move",
            ZOE,
            json!({"kind": "list.delete", "listId": OTHER_LIST, "moveTo": NEW_LIST}),
        ),
        ("a list is deleted and its tickets stay", ZOE, json!({"kind": "list.delete", "listId": NEW_LIST})),
        (
            "a status is deleted and its tickets get another",
            OWNER,
            json!({"kind": "status.delete", "statusId": STARTED, "moveTo": backlog}),
        ),
        (
            "a restricted list is made",
            MEMBER,
            json!({"kind": "list.create", "listId": BOARD, "name": "Board", "restricted": true}),
        ),
        ("a list is shared", MEMBER, json!({"kind": "share.set", "listId": BOARD, "userId": ZOE, "level": "edit"})),
        ("a share changes", MEMBER, json!({"kind": "share.set", "listId": BOARD, "userId": ZOE, "level": "manage"})),
        (
            "a ticket is made in a restricted list",
            ZOE,
            json!({"kind": "ticket.create", "ticketId": id(41), "title": "Plan", "listIds": [BOARD], "assigneesIds": [MEMBER]}),
        ),
        (
            "a subtask in no list lives with its parent",
            ZOE,
            json!({"kind": "ticket.create", "ticketId": id(42), "title": "Draw", "parentTicketId": id(41)}),
        ),
        ("a ticket of a restricted list is in no other", ZOE, patch(id(41), json!({"lists": {"add": [LIST]}}))),
        ("a subtask does not leave its parent's home", ZOE, patch(id(42), json!({"lists": {"add": [LIST]}}))),
        (
            "a ticket relates to one of a restricted list",
            ZOE,
            json!({"kind": "link.create", "linkId": LINK, "linkKind": "relates", "fromTicketId": id(40), "toTicketId": id(41)}),
        ),
        (
            "a ticket does not block one of a restricted list",
            ZOE,
            json!({"kind": "link.create", "linkId": id(94), "linkKind": "blocks", "fromTicketId": id(40), "toTicketId": id(41)}),
        ),
        (
            "a ticket leaves a restricted list with its subtask",
            ZOE,
            patch(id(41), json!({"lists": {"add": [LIST], "remove": [BOARD]}})),
        ),
        ("a ticket becomes private with its subtask", ZOE, patch(id(41), json!({"private": true}))),
        ("it is shared again", ZOE, patch(id(41), json!({"private": false}))),
        (
            "a ticket is moved into a restricted list",
            ZOE,
            json!({"kind": "ticket.move", "ticketId": id(41), "listId": BOARD}),
        ),
        ("a subtask of a restricted list is set free there", ZOE, patch(id(42), json!({"parentTicketId": null}))),
        (
            "a ticket is followed by hand",
            ADMIN,
            json!({"kind": "subscription.update", "ticketId": id(40), "patch": {"manual": true}}),
        ),
        ("", MEMBER, json!({"kind": "comment.create", "commentId": id(43), "ticketId": id(40), "message": "Look"})),
        (
            "a ticket is read and done, and wakes",
            ADMIN,
            json!({"kind": "subscription.update", "ticketId": id(40), "patch": {"lastRead": {"activityId": id(43), "number": 1}, "doneNumber": 1, "snoozedUntil": "2031-01-01T08:00:00Z"}}),
        ),
        (
            "a ticket is marked as unread and muted",
            ADMIN,
            json!({"kind": "subscription.update", "ticketId": id(40), "patch": {"firstUnreadActivityId": id(43), "muted": true, "doneNumber": null, "snoozedUntil": null}}),
        ),
        (
            "a ticket is left",
            ADMIN,
            json!({"kind": "subscription.update", "ticketId": id(40), "patch": {"unsubscribed": true, "manual": false}}),
        ),
        (
            "what has not happened yet is not read",
            ADMIN,
            json!({"kind": "subscription.update", "ticketId": id(40), "patch": {"doneNumber": 9000}}),
        ),
        ("preferences are chosen", ADMIN, json!({"kind": "preferences.update", "patch": {"theme": "dark", "timeZone": "Europe/Berlin", "notifications": {"comment": ["push", "inApp", "push"], "name": []}}})),
        ("preferences change", ADMIN, json!({"kind": "preferences.update", "patch": {"theme": null, "timeZone": null, "notifications": {"comment": [], "status": ["mail"]}, "mails": false, "digest": "weekdays", "digestHour": 23, "quietHours": {"from": 22, "to": 6}, "reminders": ["onDay", "dayBefore", "onDay"], "weekStart": "sunday", "defaultView": "calendar"}})),
        ("the first day of the week follows the language again", ADMIN, json!({"kind": "preferences.update", "patch": {"weekStart": null}})),
        ("places are starred", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "list", "id": BOARD}, {"kind": "page", "id": "inbox"}, {"kind": "person", "id": ZOE}, {"kind": "list", "id": BOARD}]}}})),
        ("a favorite moves to the front", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "person", "id": ZOE}], "after": null}}})),
        ("a favorite moves behind another", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "list", "id": BOARD}], "after": {"kind": "page", "id": "inbox"}}}})),
        ("a place goes behind what is no favorite", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "ticket", "id": TICKET}], "after": {"kind": "page", "id": "home"}}}})),
        ("a favorite is removed, and one that is there is added", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "person", "id": ZOE}], "remove": [{"kind": "page", "id": "inbox"}, {"kind": "page", "id": "home"}]}}})),
        ("a place of no kind is no favorite", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "moon", "id": "1"}]}}})),
        ("a place without an id is no favorite", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": [{"kind": "list", "id": ""}]}}})),
        ("favorites are bounded", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": {"add": (0..51).map(|nth| json!({"kind": "list", "id": id(5_000 + nth)})).collect::<Vec<_>>()}}})),
        ("favorites are forgotten", ADMIN, json!({"kind": "preferences.update", "patch": {"favorites": null}})),
        ("pages are chosen and ordered", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": {"shown": {"trash": false, "completed": true}, "order": ["inbox", "home", "inbox"]}}})),
        ("another page is chosen, and one is as usual again", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": {"shown": {"recent": false, "trash": null, "home": null}}}})),
        ("pages have their usual order again", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": {"order": []}}})),
        ("a page without a name is refused", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": {"shown": {"": true}}}})),
        ("an order of pages is bounded", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": {"order": (0..51).map(|nth| format!("page{nth}")).collect::<Vec<_>>()}}})),
        ("pages are as usual again", ADMIN, json!({"kind": "preferences.update", "patch": {"pages": null}})),
        ("keys are chosen", ADMIN, json!({"kind": "preferences.update", "patch": {"shortcuts": {"keys": {"ticket.status": "W", "go.inbox": "Q I", "ticket.priority": ""}}}})),
        ("keys are chosen and given back", ADMIN, json!({"kind": "preferences.update", "patch": {"shortcuts": {"keys": {"ticket.status": null, "go.home": "G H", "go.mine": null}, "singles": false}}})),
        ("keys that are too long are refused", ADMIN, json!({"kind": "preferences.update", "patch": {"shortcuts": {"keys": {"go.home": "G".repeat(61)}}}})),
        ("chosen keys are bounded", ADMIN, json!({"kind": "preferences.update", "patch": {"shortcuts": {"keys": (0..300).map(|nth| (format!("ticket.{nth}"), json!("W"))).collect::<serde_json::Map<_, _>>()}}})),
        ("all keys are as usual again", ADMIN, json!({"kind": "preferences.update", "patch": {"shortcuts": null}})),
        ("an hour that no day has is refused", ADMIN, json!({"kind": "preferences.update", "patch": {"digestHour": 24}})),
        ("a time zone that is nowhere is refused", ADMIN, json!({"kind": "preferences.update", "patch": {"timeZone": "Mars/Olympus"}})),
        ("quiet hours without end are refused", ADMIN, json!({"kind": "preferences.update", "patch": {"quietHours": {"from": 8, "to": 8}}})),
        ("a list is restricted", ZOE, json!({"kind": "list.restrict", "listId": LIST})),
        ("a list is opened", ZOE, json!({"kind": "list.open", "listId": LIST})),
        (
            "a restricted list with tickets is not deleted without another list",
            MEMBER,
            json!({"kind": "list.delete", "listId": BOARD}),
        ),
        (
            "a restricted list is deleted and its tickets move",
            MEMBER,
            json!({"kind": "list.delete", "listId": BOARD, "moveTo": LIST}),
        ),
        ("a view is saved for oneself", ZOE, json!({"kind": "savedView.create", "savedViewId": id(66), "name": " Late ", "personal": true, "listId": LIST, "layout": "kanban", "filter": " due <= today ", "groupBy": "status", "sortBy": "due", "descending": true, "columns": ["status", "dueDate"]})),
        ("a view is saved for all", MEMBER, json!({"kind": "savedView.create", "savedViewId": id(67), "name": "Mine", "personal": false, "layout": "spreadsheet", "filter": "assignee = me", "groupBy": "none", "sortBy": "manual", "descending": false, "columns": []})),
        ("a view without a name is refused", MEMBER, json!({"kind": "savedView.create", "savedViewId": id(68), "name": " ", "personal": false, "layout": "spreadsheet", "filter": "", "groupBy": "none", "sortBy": "manual", "descending": false, "columns": []})),
        ("a view changes", ZOE, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"name": " Ours", "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "due", "descending": true, "columns": ["labels"]}})),
        ("a view is saved as a gantt", ZOE, json!({"kind": "savedView.create", "savedViewId": id(69), "name": "Plan", "personal": true, "layout": "spreadsheet", "dateLayout": "gantt", "filter": "", "groupBy": "none", "sortBy": "manual", "descending": false, "columns": []})),
        ("a view shows its tickets on a calendar", ZOE, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"dateLayout": "calendar"}})),
        ("a view stores a display and an icon", ZOE, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"icon": "rocket", "display": {
            "subtasks": "flat", "frozen": "status", "widths": {"title": 300}, "lanes": "assignee", "collapsed": [STARTED, "lane:none"], "find": " net ", "openOnly": true,
            "board": {"card": ["labels"], "emptyColumns": {"status": false}, "emptyLanes": {"assignee": true}, "limits": {"status": {STARTED: 3}}}}}})),
        ("a view stores the default display, and loses its icon", ZOE, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"icon": null, "display": {
            "subtasks": "nested", "frozen": null, "widths": {}, "lanes": null, "collapsed": [], "find": " ", "openOnly": false,
            "board": {"card": null, "emptyColumns": {}, "emptyLanes": {}, "limits": {}}}}})),
        ("a view is locked", ZOE, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"locked": true}})),
        ("a locked view does not change", MEMBER, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"name": "Theirs"}})),
        ("a locked view is not locked again", MEMBER, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"locked": true}})),
        ("a locked view is not deleted", MEMBER, json!({"kind": "savedView.delete", "savedViewId": id(67)})),
        ("a view is unlocked", MEMBER, json!({"kind": "savedView.update", "savedViewId": id(67), "patch": {"locked": false}})),
        ("a view with an icon is saved", MEMBER, json!({"kind": "savedView.create", "savedViewId": id(76), "name": "Next", "personal": false, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual", "descending": false, "columns": [], "icon": "flag"})),
        ("a view is saved after another", MEMBER, json!({"kind": "savedView.create", "savedViewId": id(77), "name": "Between", "personal": false, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual", "descending": false, "columns": [], "after": id(67)})),
        ("a view of a page is saved", MEMBER, json!({"kind": "savedView.create", "savedViewId": id(78), "name": "Own", "personal": false, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual", "descending": false, "columns": [], "page": "mine"})),
        ("a view moves after another", ZOE, json!({"kind": "savedView.move", "savedViewId": id(67), "after": id(77)})),
        ("a view moves to the first place", ZOE, json!({"kind": "savedView.move", "savedViewId": id(76)})),
        ("a view does not move after a view of another list", ZOE, json!({"kind": "savedView.move", "savedViewId": id(67), "after": id(66)})),
        ("a view is shared", ZOE, json!({"kind": "savedView.update", "savedViewId": id(66), "patch": {"personal": false}})),
        ("a shared view is not taken from others", MEMBER, json!({"kind": "savedView.update", "savedViewId": id(66), "patch": {"personal": true}})),
        ("a view is taken back", ZOE, json!({"kind": "savedView.update", "savedViewId": id(66), "patch": {"personal": true, "name": "Later"}})),
        ("a file is deleted", ZOE, json!({"kind": "file.delete", "fileId": id(70)})),
        ("a file is restored", ZOE, json!({"kind": "file.restore", "fileId": id(70)})),
        ("a template of a task is made", MEMBER, json!({"kind": "template.create", "templateId": id(80), "name": " Check ", "listId": LIST, "tickets": [{"title": " Check the nets ", "description": "All of them.", "labels": [LABEL], "dueAfter": 3, "subtasks": [{"title": "Dry them"}]}]})),
        ("a template without a task is refused", MEMBER, json!({"kind": "template.create", "templateId": id(81), "name": "None", "tickets": []})),
        ("a template of a list is made", MEMBER, json!({"kind": "template.create", "templateId": id(82), "name": "Trip", "list": {"color": "teal", "icon": "rocket", "description": " Up. ", "views": [{"name": "Late", "layout": "kanban", "dateLayout": "calendar", "filter": " due <= today ", "groupBy": "status", "sortBy": "due", "descending": false, "columns": ["status"]}]}, "tickets": []})),
        ("a template changes", ZOE, json!({"kind": "template.update", "templateId": id(80), "patch": {"name": "Checks ", "tickets": [{"title": "Check"}]}})),
        ("a template of a task becomes none of a list", ZOE, json!({"kind": "template.update", "templateId": id(80), "patch": {"list": {"color": "teal"}}})),
        ("a template is deleted", ZOE, json!({"kind": "template.delete", "templateId": id(82)})),
        ("a baseline is set for oneself", ZOE, json!({"kind": "baseline.create", "baselineId": id(83), "name": " Plan ", "personal": true, "listId": LIST})),
        ("a baseline is set for all", MEMBER, json!({"kind": "baseline.create", "baselineId": id(84), "name": "All", "personal": false})),
        ("a baseline of an earlier time is set", MEMBER, json!({"kind": "baseline.create", "baselineId": id(85), "name": "Earlier", "personal": false, "listId": LIST, "takenAt": "2020-01-01T00:00:00Z"})),
        ("a baseline without a name is refused", MEMBER, json!({"kind": "baseline.create", "baselineId": id(86), "name": " ", "personal": false})),
        ("a baseline is renamed", ZOE, json!({"kind": "baseline.update", "baselineId": id(84), "patch": {"name": " Ours"}})),
        ("a baseline is deleted", ZOE, json!({"kind": "baseline.delete", "baselineId": id(83)})),
        ("a view is deleted", ZOE, json!({"kind": "savedView.delete", "savedViewId": id(66)})),
        ("", MEMBER, json!({"kind": "list.create", "listId": id(65), "name": "Desk", "restricted": true})),
        ("", MEMBER, json!({"kind": "share.set", "listId": id(65), "userId": ZOE, "level": "view"})),
        ("the last manager stays", MEMBER, json!({"kind": "share.remove", "listId": id(65), "userId": MEMBER})),
        ("a share ends", MEMBER, json!({"kind": "share.remove", "listId": id(65), "userId": ZOE})),
    ]);
    steps.extend(hanging::steps());
    steps.extend(attribute_lists::steps());
    steps.extend(label_sets::steps());
    steps.extend(roadmap::steps());
    steps
}

/// The rows that a person sees, by kind, in the order of their ids.
fn state(fixture: &Fixture, by: UserId) -> BTreeMap<String, Vec<Value>> {
    let tables = &fixture.world.tables;
    let mut rows: Vec<Entity> = vec![Entity::Workspace(fixture.world.workspace.clone())];
    rows.extend(tables.members.values().cloned().map(Entity::Member));
    rows.extend(tables.roles.values().cloned().map(Entity::Role));
    rows.extend(tables.statuses.values().cloned().map(Entity::Status));
    rows.extend(fixture.world.lists_of(by).cloned().map(Entity::List));
    let shown = |kind: EntityKind, id: Uuid| fixture.world.shows(by, kind, id);
    rows.extend(tables.groups.values().filter(|it| shown(EntityKind::Group, it.id.0)).cloned().map(Entity::Group));
    rows.extend(tables.shares.values().filter(|it| shown(EntityKind::Share, it.id.0)).cloned().map(Entity::Share));
    let attributes = tables.attributes.values().filter(|it| shown(EntityKind::Attribute, it.id.0));
    rows.extend(attributes.cloned().map(Entity::Attribute));
    let options = tables.options.values().filter(|it| shown(EntityKind::Option, it.id.0));
    rows.extend(options.cloned().map(Entity::Option));
    rows.extend(tables.system_attributes.values().cloned().map(Entity::SystemAttribute));
    rows.extend(tables.task_types.values().cloned().map(Entity::TaskType));
    rows.extend(tables.components.values().cloned().map(Entity::Component));
    rows.extend(tables.fix_versions.values().cloned().map(Entity::FixVersion));
    let recurrences = tables.recurrences.values().filter(|it| shown(EntityKind::Recurrence, it.id.0));
    rows.extend(recurrences.cloned().map(Entity::Recurrence));
    rows.extend(
        tables.link_lags.values().filter(|it| shown(EntityKind::LinkLag, it.id.0)).cloned().map(Entity::LinkLag),
    );
    rows.extend(
        tables.url_links.values().filter(|it| shown(EntityKind::UrlLink, it.id.0)).cloned().map(Entity::UrlLink),
    );
    rows.extend(tables.sprints.values().cloned().map(Entity::Sprint));
    rows.extend(tables.work_calendars.values().cloned().map(Entity::WorkCalendar));
    rows.extend(tables.labels.values().cloned().map(Entity::Label));
    let views = tables.saved_views.values();
    rows.extend(
        views.filter(|it| fixture.world.shows(by, EntityKind::SavedView, it.id.0)).cloned().map(Entity::SavedView),
    );
    rows.extend(
        tables.baselines.values().filter(|it| shown(EntityKind::Baseline, it.id.0)).cloned().map(Entity::Baseline),
    );
    let places = tables.roadmap_places.values().filter(|it| shown(EntityKind::RoadmapPlace, it.id.0));
    rows.extend(places.cloned().map(Entity::RoadmapPlace));
    rows.extend(
        tables.templates.values().filter(|it| shown(EntityKind::Template, it.id.0)).cloned().map(Entity::Template),
    );
    let seen = |ticket: TicketId| fixture.world.index.get(ticket).is_some_and(|it| fixture.world.sees(by, it.scope));
    rows.extend(tables.tickets.values().filter(|it| seen(it.id)).cloned().map(Entity::Ticket));
    let links = tables.tickets.keys().flat_map(|id| fixture.world.index.links_at(*id));
    rows.extend(links.filter(|(scope, _)| fixture.world.sees(by, *scope)).map(|(_, link)| Entity::Link(link.clone())));
    let files = tables.tickets.keys().flat_map(|id| fixture.world.index.files.at(*id));
    rows.extend(files.filter(|(scope, _)| fixture.world.sees(by, *scope)).map(|(_, file)| Entity::File(file.clone())));
    let comments = tables.activities.values().filter(|it| it.message.is_some() && seen(it.ticket_id));
    rows.extend(comments.cloned().map(Entity::Activity));
    rows.extend(
        tables.subscriptions.values().filter(|it| it.workspace_user_id == by).cloned().map(Entity::TicketSubscription),
    );
    let own = tables.preferences.values().filter(|it| it.workspace_user_id == by);
    rows.extend(own.cloned().map(Entity::Preferences));
    rows.extend(tables.reactions.values().filter(|it| seen(it.ticket_id)).cloned().map(Entity::Reaction));
    rows.sort_by_key(|row| (row.kind(), row.id()));
    rows.dedup_by_key(|row| row.id());
    let mut state: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for row in rows {
        let kind = json!(row.kind()).as_str().unwrap_or_default().to_owned();
        state.entry(kind).or_default().push(Value::Object(row.to_fields()));
    }
    state
}

/// The scope of a row; `None` for rows that live with a ticket.
fn home_of(fixture: &Fixture, kind: &str, id: &Value) -> Option<ScopeId> {
    let kind = serde_json::from_value(json!(kind)).ok()?;
    let id = id.as_str()?.parse().ok()?;
    (!matches!(kind, EntityKind::Activity | EntityKind::Reaction | EntityKind::TicketSubscription))
        .then(|| fixture.world.home_of(kind, id))
}

fn generate() -> String {
    let mut fixture = Fixture::with_commons();
    let mut text = String::from("[");
    let mut kinds = BTreeSet::new();
    for (name, by, command) in steps(&fixture) {
        fixture.pass(60);
        if command["kind"] == "file.delete" {
            fixture.file(70, id(40));
        }
        let state = state(&fixture, by);
        let lists: BTreeSet<ScopeId> = fixture.world.scopes.lists().collect();
        let ids = state.iter().flat_map(|(kind, rows)| rows.iter().map(move |row| (kind, row["id"].clone())));
        let homes: Vec<(Uuid, ScopeId)> =
            ids.filter_map(|(kind, id)| Some((id.as_str()?.parse().ok()?, home_of(&fixture, kind, &id)?))).collect();
        let outcome = match fixture.ask(by, command.clone()) {
            Ok(decision) => {
                // A list that the person restricts is seen from then on, and one that they leave until then.
                let before: Vec<bool> = decision.writes.iter().map(|(it, _)| fixture.world.sees(by, *it)).collect();
                fixture.take(&decision);
                let changes: Vec<Value> = decision
                    .writes
                    .iter()
                    .zip(before)
                    .filter(|((scope, _), before)| *before || fixture.world.sees(by, *scope))
                    .map(|(write, _)| write)
                    .filter_map(|(scope, write)| Some(json!({"scope": scope, "change": write.change()?})))
                    .collect();
                kinds.insert(command["kind"].as_str().unwrap_or_default().to_owned());
                json!({"changes": changes})
            }
            Err(refusal) => json!({"refusal": {"code": refusal.code, "field": refusal.field}}),
        };
        if name.is_empty() {
            continue;
        }
        let restricted: BTreeMap<Uuid, ScopeId> =
            homes.into_iter().filter(|(_, scope)| lists.contains(scope)).collect();
        let vector = json!({
            "name": name, "by": by, "at": fixture.now, "command": command, "state": state, "outcome": outcome,
            "restricted": restricted,
            "scope": {"workspace": fixture.home(), "commons": fixture.world.scopes.commons, "personal": fixture.own(by)},
        });
        let comma = if text.len() > 1 { "," } else { "" };
        write!(text, "{comma}\n{vector}").expect("written");
    }
    let all: BTreeSet<String> = Command::KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(kinds, all, "a vector for every command");
    text.push_str("\n]\n");
    text
}

#[test]
fn the_test_vectors_of_the_web_app_equal_the_decisions_here() {
    let now = generate();
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &now).expect("the web app's folder is there");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == now, "web/src/sync/kinds/vectors.generated.json is stale: run `make types`");
}
