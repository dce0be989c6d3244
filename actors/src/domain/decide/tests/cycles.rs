//! Loops of blocking links and of parents. Each is refused with the path of the loop (F08).

use super::*;
use crate::domain::limits;

fn path(refusal: &Refusal) -> Vec<Uuid> {
    refusal.path.iter().flatten().map(|ticket| ticket.0).collect()
}

fn link(n: u32, kind: &str, from: u32, to: u32) -> Value {
    json!({"kind": "link.create", "linkId": id(500 + n), "linkKind": kind, "fromTicketId": id(from), "toTicketId": id(to)})
}

#[test]
fn f08_a_loop_of_blocking_is_refused_with_the_way_round() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=4);
    for (n, from, to) in [(1, 1, 2), (2, 2, 3), (3, 3, 4)] {
        fixture.does(MEMBER, link(n, "blocks", from, to));
    }
    for (from, to, way) in
        [(2, 1, vec![id(2), id(1), id(2)]), (4, 1, vec![id(4), id(1), id(2), id(3), id(4)]), (3, 3, vec![id(3), id(3)])]
    {
        let refusal = fixture.refusal(MEMBER, link(9, "blocks", from, to));
        assert_eq!(refusal.code, RefusalCode::Cycle, "{from} blocks {to}");
        assert_eq!(path(&refusal), way, "{from} blocks {to}");
    }
    fixture.does(MEMBER, link(4, "blocks", 1, 4));
    fixture.does(MEMBER, link(5, "relates", 4, 1));
    fixture.does(MEMBER, json!({"kind": "link.delete", "linkId": id(502)}));
    fixture.does(MEMBER, link(6, "blocks", 3, 2));
}

#[test]
fn the_same_link_twice_is_refused_and_relates_has_no_direction() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=2);
    for kind in ["blocks", "relates", "duplicates"] {
        let n = kind.len() as u32;
        fixture.does(MEMBER, link(n, kind, 1, 2));
        assert_eq!(fixture.refused(MEMBER, link(n + 50, kind, 1, 2)).0, RefusalCode::AlreadyExists, "{kind}");
    }
    assert_eq!(fixture.refused(MEMBER, link(80, "relates", 2, 1)).0, RefusalCode::AlreadyExists);
    fixture.does(MEMBER, link(81, "duplicates", 2, 1));
    assert_eq!(
        fixture.refused(MEMBER, link(81, "blocks", 2, 1)),
        (RefusalCode::AlreadyExists, Some("linkId".into())),
        "an id is one link's",
    );
}

#[test]
fn f08_a_ticket_never_becomes_its_own_ancestor() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=4);
    for (child, parent) in [(2, 1), (3, 2), (4, 3)] {
        fixture.patch(MEMBER, id(child), json!({"parentTicketId": id(parent)}));
    }
    for (child, parent, way) in
        [(1, 1, vec![id(1), id(1)]), (1, 2, vec![id(1), id(2), id(1)]), (1, 4, vec![id(1), id(4), id(3), id(2), id(1)])]
    {
        let refusal = fixture.refusal(
            MEMBER,
            json!({"kind": "ticket.update", "ticketId": id(child), "patch": {"parentTicketId": id(parent)}}),
        );
        assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::Cycle, Some("parentTicketId")));
        assert_eq!(path(&refusal), way, "{child} under {parent}");
    }
    let several = json!({"kind": "tickets.update", "ticketIds": [id(2), id(1)], "patch": {"parentTicketId": id(4)}});
    assert_eq!(fixture.refused(MEMBER, several).0, RefusalCode::Cycle);
}

#[test]
fn f08_subtasks_nest_only_so_deep_whichever_end_grows() {
    // A ticket at the top, and this many levels below it.
    let last = limits::DEPTH as u32 + 1;
    let too_deep = (RefusalCode::ValidationFailed, Some("parentTicketId".to_owned()));
    let mut down = Fixture::new();
    down.tickets(1..=last + 1);
    for n in 2..=last {
        down.patch(MEMBER, id(n), json!({"parentTicketId": id(n - 1)}));
    }
    assert_eq!(down.patch_refused(MEMBER, id(last + 1), json!({"parentTicketId": id(last)})), too_deep);

    // A new parent at the top pushes all levels one step down.
    let mut up = Fixture::new();
    up.tickets(1..=last + 1);
    for n in 2..=last {
        up.patch(MEMBER, id(n - 1), json!({"parentTicketId": id(n)}));
    }
    assert_eq!(up.patch_refused(MEMBER, id(last), json!({"parentTicketId": id(last + 1)})), too_deep);
}

#[test]
fn a_new_parent_is_in_the_history_of_both_and_a_lost_one_in_that_of_the_subtask() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=3);
    let mut told = |parent: Value| -> Vec<(Uuid, Value, Value)> {
        let changes = fixture.patch(MEMBER, id(3), json!({"parentTicketId": parent}));
        let data =
            changes.into_iter().filter(|(_, it)| it.entity == EntityKind::Activity).filter_map(|(_, it)| it.data);
        data.map(|it| {
            (
                it["ticketId"].as_str().and_then(|it| it.parse().ok()).expect("an id"),
                it["kind"].clone(),
                it["data"].clone(),
            )
        })
        .collect()
    };
    let added = |to: u32, from: Value| {
        [
            (id(to), json!("subtaskAdded"), json!({"ticketId": id(3)})),
            (id(3), json!("subtaskAddedItem"), json!({"from": from, "to": id(to)})),
        ]
    };
    assert_eq!(told(json!(id(1))), added(1, json!(null)));
    assert_eq!(told(json!(id(2))), added(2, json!(id(1))));
    let cleared = json!({"field": "parentTicketId", "from": id(2), "to": null});
    assert_eq!(told(json!(null)), [(id(3), json!("customFieldChange"), cleared)]);
}

#[test]
fn changing_the_parent_keeps_both_orders() {
    let mut fixture = Fixture::new();
    fixture.tickets(1..=5);
    for n in [3, 4, 5] {
        fixture.patch(MEMBER, id(n), json!({"parentTicketId": id(1)}));
    }
    let order = |fixture: &Fixture, n: u32| fixture.at(id(n)).subtasks_order.iter().map(|it| it.0).collect::<Vec<_>>();
    fixture.does(MEMBER, json!({"kind": "subtask.move", "ticketId": id(5)}));
    assert_eq!(order(&fixture, 1), vec![id(5), id(3), id(4)]);
    fixture.does(MEMBER, json!({"kind": "subtask.move", "ticketId": id(5), "after": id(3)}));
    assert_eq!(order(&fixture, 1), vec![id(3), id(5), id(4)]);
    fixture.does(
        MEMBER,
        json!({"kind": "tickets.update", "ticketIds": [id(3), id(4)], "patch": {"parentTicketId": id(2)}}),
    );
    assert_eq!((order(&fixture, 1), order(&fixture, 2)), (vec![id(5)], vec![id(3), id(4)]));
    fixture.patch(MEMBER, id(5), json!({"parentTicketId": null}));
    assert_eq!((order(&fixture, 1), fixture.at(id(5)).parent_ticket_id), (vec![], None));
    assert_eq!(
        fixture.refused(MEMBER, json!({"kind": "subtask.move", "ticketId": id(5)})).0,
        RefusalCode::Conflict,
        "no parent, no order",
    );
}
