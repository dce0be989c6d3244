//! The steps about the rows that belong to a ticket: recurrences, links to addresses, and lags and kinds of links.

use super::*;

const REPEATS: Uuid = Uuid::from_u128(0x1_0000_00d0);
const BEHIND: Uuid = Uuid::from_u128(0x1_0000_00d1);
const BLOCK: Uuid = Uuid::from_u128(0x1_0000_00d2);
const BASIS: &str = "00000000-0000-0000-0000-0000000000b1";
const PAGE: Uuid = Uuid::from_u128(0x1_0000_00d3);

pub(super) fn steps() -> Vec<(&'static str, UserId, Value)> {
    let set = |more: Value| {
        let mut command = json!({"kind": "recurrence.set", "ticketId": REPEATS});
        command.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        command
    };
    let patch = |ticket: Uuid, patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let link = |to: Uuid, kind: &str, id: Uuid| json!({"kind": "link.create", "linkId": id, "linkKind": kind, "fromTicketId": REPEATS, "toTicketId": to});
    vec![
        ("", MEMBER, json!({"kind": "ticket.create", "ticketId": REPEATS, "title": "Water the plants"})),
        ("", MEMBER, json!({"kind": "ticket.create", "ticketId": BEHIND, "title": "Eat the tomatoes"})),
        (
            "a ticket repeats every week",
            MEMBER,
            set(json!({"period": "week", "interval": 1, "weekdays": [5, 1, 5], "countedFrom": "dueDate"})),
        ),
        (
            "a ticket repeats otherwise",
            ZOE,
            set(
                json!({"period": "month", "interval": 2, "nth": -1, "weekdays": [7], "countedFrom": "completion", "endsOn": "2031-01-01", "times": 9}),
            ),
        ),
        (
            "a rule that no calendar can follow is refused",
            ZOE,
            set(json!({"period": "day", "interval": 0, "countedFrom": "dueDate"})),
        ),
        ("a ticket repeats no more", ZOE, json!({"kind": "recurrence.remove", "ticketId": REPEATS})),
        ("", ZOE, set(json!({"period": "year", "interval": 1, "monthDay": 29, "countedFrom": "dueDate"}))),
        (
            "an address is linked",
            ZOE,
            json!({"kind": "urlLink.create", "urlLinkId": PAGE, "ticketId": REPEATS, "url": " https://example.org/plants ", "title": " Plants "}),
        ),
        (
            "no script is linked",
            ZOE,
            json!({"kind": "urlLink.create", "urlLinkId": id(0xd4), "ticketId": REPEATS, "url": "javascript:alert(1)"}),
        ),
        (
            "a linked address loses its title",
            ZOE,
            json!({"kind": "urlLink.update", "urlLinkId": PAGE, "patch": {"title": " ", "url": "https://example.org/flowers"}}),
        ),
        ("a linked address goes", ZOE, json!({"kind": "urlLink.delete", "urlLinkId": PAGE})),
        (
            "",
            ZOE,
            json!({"kind": "urlLink.create", "urlLinkId": PAGE, "ticketId": REPEATS, "url": "http://example.org"}),
        ),
        ("", ZOE, link(BEHIND, "blocks", BLOCK)),
        ("", ZOE, link(TICKET, "relates", id(0xd5))),
        ("a link gets a lag", ZOE, json!({"kind": "linkLag.set", "linkId": BLOCK, "days": 3})),
        ("a link gets another lag", ZOE, json!({"kind": "linkLag.set", "linkId": BLOCK, "days": -2})),
        ("only a link that blocks has a lag", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd5), "days": 1})),
        (
            "only a link that blocks has a kind",
            ZOE,
            json!({"kind": "linkLag.set", "linkId": id(0xd5), "ends": "startToStart"}),
        ),
        ("a link gets another kind", ZOE, json!({"kind": "linkLag.set", "linkId": BLOCK, "ends": "startToStart"})),
        ("a link loses its lag and keeps its kind", ZOE, json!({"kind": "linkLag.set", "linkId": BLOCK, "days": 0})),
        (
            "a link gets a lag and a kind",
            ZOE,
            json!({"kind": "linkLag.set", "linkId": BLOCK, "days": 4, "ends": "finishToFinish"}),
        ),
        ("", OWNER, json!({"kind": "attribute.create", "attributeId": BASIS, "name": "Basis", "type": "linkedTasks"})),
        (
            "tickets have no default",
            OWNER,
            json!({"kind": "attribute.update", "attributeId": BASIS, "patch": {"defaultValue": [BEHIND]}}),
        ),
        ("tickets are values", ZOE, patch(TICKET, json!({"fields": {BASIS: {"add": [REPEATS, BEHIND]}}}))),
        ("a ticket is no value of itself", ZOE, patch(TICKET, json!({"fields": {BASIS: [TICKET]}}))),
        ("a ticket that is not there is no value", ZOE, patch(TICKET, json!({"fields": {BASIS: [id(0xee)]}}))),
        ("", ZOE, patch(REPEATS, json!({"fields": {BASIS: [BEHIND]}}))),
        (
            "the repeating ticket becomes private",
            MEMBER,
            json!({"kind": "ticket.update", "ticketId": REPEATS, "patch": {"private": true}}),
        ),
        (
            "the repeating ticket is shared again",
            MEMBER,
            json!({"kind": "ticket.update", "ticketId": REPEATS, "patch": {"private": false}}),
        ),
        ("", ZOE, patch(TICKET, json!({"fields": {BASIS: {"add": [REPEATS]}}}))),
        ("", ZOE, link(BEHIND, "blocks", id(0xd6))),
        ("", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd6), "days": 5})),
        ("a lag goes", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd6), "days": 0})),
        ("", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd6), "days": 5})),
        ("", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd6), "days": 0})),
        (
            "a link without a lag gets a kind",
            ZOE,
            json!({"kind": "linkLag.set", "linkId": id(0xd6), "ends": "startToFinish"}),
        ),
        (
            "a link is finish-to-start again",
            ZOE,
            json!({"kind": "linkLag.set", "linkId": id(0xd6), "ends": "finishToStart"}),
        ),
        ("", ZOE, json!({"kind": "linkLag.set", "linkId": id(0xd6), "days": 5, "ends": "startToStart"})),
        ("a link goes with its lag", ZOE, json!({"kind": "link.delete", "linkId": id(0xd6)})),
        ("", ZOE, json!({"kind": "ticket.trash", "ticketId": REPEATS})),
        ("a ticket goes with what hangs on it", MEMBER, json!({"kind": "ticket.delete", "ticketId": REPEATS})),
    ]
}
