//! The order of the roadmap by hand: who moves what, where places live, and what happens to them (RM7 to RM10).

use super::restricted::{SECRET, of, open_ticket, scope_of, secret_ticket, share, with_secret};
use super::*;
use crate::domain::{
    change::Op,
    ids::RoadmapPlaceId,
    kinds::roadmap_place::{RoadmapItem, RoadmapPlace},
    limits,
    rank::Rank,
};

fn item(kind: &str, id: impl serde::Serialize) -> Value {
    json!({"kind": kind, "id": id})
}

fn epic(n: u32) -> Value {
    item("epic", id(n))
}

fn place(items: &[Value], after: &Value) -> Value {
    json!({"kind": "roadmapPlace.move", "items": items, "after": after})
}

fn first(items: &[Value]) -> Value {
    place(items, &Value::Null)
}

fn clear(items: &[Value]) -> Value {
    json!({"kind": "roadmapPlace.clear", "items": items})
}

fn place_of(item: &Value) -> RoadmapPlaceId {
    serde_json::from_value::<RoadmapItem>(item.clone()).expect("an item").place()
}

fn known<'f>(fixture: &'f Fixture, item: &Value) -> Option<&'f RoadmapPlace> {
    fixture.world.tables.roadmap_places.get(&place_of(item))
}

fn home(fixture: &Fixture, item: &Value) -> ScopeId {
    fixture.world.home_of(EntityKind::RoadmapPlace, place_of(item).0)
}

/// The items with a place that a person sees, in their order.
fn order(fixture: &Fixture, by: UserId) -> Vec<Value> {
    let world = &fixture.world;
    let mut places: Vec<&RoadmapPlace> =
        world.tables.roadmap_places.values().filter(|it| world.shows(by, EntityKind::RoadmapPlace, it.id.0)).collect();
    places.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
    places.iter().map(|it| json!({"kind": it.kind, "id": it.item_id})).collect()
}

#[test]
fn rm7_items_stand_in_the_order_in_which_people_have_put_them() {
    let mut fixture = Fixture::with_commons();
    fixture.records();
    fixture.tickets(1..=3);
    let (spring, sprint) = (item("version", SPRING), item("sprint", FIRST_SPRINT));
    fixture.does(MEMBER, first(&[epic(1), spring.clone()]));
    fixture.does(ZOE, place(&[epic(2), sprint.clone(), epic(2)], &epic(1)));
    assert_eq!(order(&fixture, MEMBER), [epic(1), epic(2), sprint.clone(), spring.clone()]);
    fixture.does(ZOE, first(std::slice::from_ref(&sprint)));
    fixture.does(MEMBER, place(&[epic(1), epic(3)], &spring));
    assert_eq!(order(&fixture, MEMBER), [sprint.clone(), epic(2), spring.clone(), epic(1), epic(3)]);
    fixture.does(ZOE, clear(&[epic(2), spring, epic(2)]));
    assert_eq!(order(&fixture, MEMBER), [sprint, epic(1), epic(3)]);
    assert!(fixture.does(ZOE, clear(&[epic(2)])).is_empty(), "an item without a place has none to lose");
}

#[test]
fn rm7_an_item_moves_only_behind_an_item_that_has_a_place_and_does_not_move() {
    let mut fixture = Fixture::with_commons();
    fixture.records();
    fixture.tickets(1..=2);
    fixture.does(MEMBER, first(&[epic(1)]));
    let missing = (RefusalCode::NotFound, Some("after".into()));
    assert_eq!(fixture.refused(MEMBER, place(&[epic(1)], &epic(2))), missing);
    assert_eq!(fixture.refused(MEMBER, place(&[epic(1)], &epic(1))), missing);
    assert_eq!(fixture.refused(MEMBER, first(&[])), (RefusalCode::ValidationFailed, Some("items".into())));
    let absent = (RefusalCode::NotFound, Some("items".into()));
    assert_eq!(fixture.refused(MEMBER, first(&[item("version", FIRST_SPRINT)])), absent);
    assert_eq!(fixture.refused(MEMBER, first(&[item("sprint", SPRING)])), absent);
    assert_eq!(fixture.refused(MEMBER, first(&[epic(9)])).0, RefusalCode::NotFound);
    let many: Vec<Value> = (0..=limits::TICKETS_AN_EVENT).map(|_| epic(1)).collect();
    assert_eq!(fixture.refused(MEMBER, first(&many)), (RefusalCode::ValidationFailed, Some("items".into())));
}

#[test]
fn rm7_a_workspace_has_a_limited_number_of_places() {
    let mut fixture = Fixture::with_commons();
    fixture.tickets(1..=2);
    fixture.does(MEMBER, first(&[epic(1)]));
    let template = known(&fixture, &epic(1)).expect("a place").clone();
    for n in 1..limits::ROADMAP_PLACES {
        let id = RoadmapPlaceId(id(1_000_000 + u32::try_from(n).expect("small")));
        fixture.world.tables.roadmap_places.insert(id, RoadmapPlace { id, ..template.clone() });
    }
    assert_eq!(fixture.refused(MEMBER, first(&[epic(2)])).0, RefusalCode::TooMany);
    fixture.does(MEMBER, first(&[epic(1)]));
}

#[test]
fn rm9_items_are_moved_by_people_who_may_edit_tickets_where_the_items_live() {
    let mut fixture = with_secret();
    fixture.records();
    open_ticket(&mut fixture, 1);
    secret_ticket(&mut fixture, 2);
    let versions = [item("version", SPRING), item("sprint", FIRST_SPRINT)];
    for by in [COMMENTER, VIEWER] {
        for command in [first(&versions), first(&[epic(1)]), clear(&versions)] {
            assert_eq!(fixture.refused(by, command).0, RefusalCode::Forbidden);
        }
    }
    for command in [first(&versions), first(&[epic(1)]), clear(&versions)] {
        assert_eq!(fixture.refused(GUEST, command).0, RefusalCode::NotFound, "guests see no open list");
    }
    fixture.does(ZOE, first(&versions));
    assert_eq!(fixture.refused(ZOE, first(&[epic(2)])).0, RefusalCode::NotFound);
    fixture.does(MEMBER, share(ZOE, "comment"));
    assert_eq!(fixture.refused(ZOE, first(&[epic(2)])).0, RefusalCode::Forbidden);
    fixture.does(MEMBER, share(ZOE, "edit"));
    fixture.does(ZOE, first(&[epic(2)]));
    assert_eq!(fixture.refused(ZOE, first(&[epic(1), epic(9)])).0, RefusalCode::NotFound, "all or none");
    assert_eq!(order(&fixture, ZOE).len(), 3);
}

#[test]
fn rm10_a_place_lives_where_its_item_lives() {
    let mut fixture = with_secret();
    fixture.records();
    open_ticket(&mut fixture, 1);
    secret_ticket(&mut fixture, 2);
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(3), "title": "Mine", "private": true}));
    let (spring, sprint) = (item("version", SPRING), item("sprint", FIRST_SPRINT));
    fixture.does(MEMBER, first(&[epic(3), epic(2), epic(1), spring.clone(), sprint.clone()]));
    let commons = fixture.world.scopes.commons.expect("commons");
    assert_eq!([home(&fixture, &spring), home(&fixture, &sprint)], [commons, commons]);
    assert_eq!(home(&fixture, &epic(1)), fixture.home());
    assert_eq!(home(&fixture, &epic(2)), scope_of(&fixture, SECRET));
    assert_eq!(home(&fixture, &epic(3)), fixture.own(MEMBER));
    assert_eq!(order(&fixture, ZOE), [epic(1), spring.clone(), sprint.clone()]);
    assert_eq!(order(&fixture, GUEST), [spring.clone(), sprint], "guests see versions and sprints");
    // The places that a person does not see are none for that person.
    let missing = (RefusalCode::NotFound, Some("after".into()));
    assert_eq!(fixture.refused(ZOE, place(&[epic(1)], &epic(2))), missing);
    assert_eq!(fixture.refused(ZOE, place(&[epic(1)], &epic(3))), missing);
    // The rank of the first item does not reveal hidden places before it.
    let rank = known(&fixture, &spring).expect("a place").rank.clone();
    fixture.does(ZOE, clear(&[epic(1)]));
    fixture.does(ZOE, first(&[epic(1)]));
    assert_eq!(known(&fixture, &epic(1)).expect("a place").rank, Rank::between(None, Some(&rank)));
}

#[test]
fn rm10_a_place_moves_with_its_epic() {
    let mut fixture = Fixture::with_commons();
    open_ticket(&mut fixture, 1);
    fixture.does(MEMBER, first(&[epic(1)]));
    let rank = known(&fixture, &epic(1)).expect("a place").rank.clone();
    let changes = fixture.patch(MEMBER, id(1), json!({"private": true}));
    let place = place_of(&epic(1)).0;
    let moved = of(EntityKind::RoadmapPlace, &changes);
    assert_eq!(moved, [(fixture.home(), Op::Delete, place), (fixture.own(MEMBER), Op::Create, place)]);
    fixture.does(MEMBER, first(&[epic(1)]));
    assert_eq!(home(&fixture, &epic(1)), fixture.own(MEMBER));
    fixture.patch(MEMBER, id(1), json!({"private": false}));
    assert_eq!(home(&fixture, &epic(1)), fixture.home());
    fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(MEMBER, json!({"kind": "ticket.move", "ticketId": id(1), "listId": LIST}));
    assert_eq!(home(&fixture, &epic(1)), scope_of(&fixture, LIST));
    fixture.does(MEMBER, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(home(&fixture, &epic(1)), fixture.home());
    assert_eq!(known(&fixture, &epic(1)).expect("a place").rank, rank, "the rank stays");
}

#[test]
fn rm10_a_place_that_a_node_of_the_previous_version_left_behind_follows_with_the_next_move() {
    let mut fixture = with_secret();
    secret_ticket(&mut fixture, 1);
    fixture.does(MEMBER, first(&[epic(1)]));
    let stale = known(&fixture, &epic(1)).expect("a place").clone();
    let (open, secret) = (fixture.home(), scope_of(&fixture, SECRET));
    fixture.world.put(open, Entity::RoadmapPlace(stale));
    assert_eq!(home(&fixture, &epic(1)), open);
    let changes = fixture.does(MEMBER, first(&[epic(1)]));
    let place = place_of(&epic(1)).0;
    let moved = of(EntityKind::RoadmapPlace, &changes);
    assert_eq!(moved, [(open, Op::Delete, place), (secret, Op::Create, place)]);
}

#[test]
fn rm10_a_place_goes_with_its_item() {
    let mut fixture = Fixture::with_commons();
    fixture.records();
    fixture.tickets(1..=1);
    let (spring, sprint) = (item("version", SPRING), item("sprint", FIRST_SPRINT));
    fixture.does(MEMBER, first(&[epic(1), spring.clone(), sprint.clone()]));
    fixture.does(MEMBER, json!({"kind": "fixVersion.delete", "fixVersionId": SPRING}));
    fixture.does(MEMBER, json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT}));
    assert_eq!((known(&fixture, &spring), known(&fixture, &sprint).is_some()), (None, true));
    fixture.does(MEMBER, json!({"kind": "sprint.delete", "sprintId": FIRST_SPRINT}));
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": id(1)}));
    assert_eq!(order(&fixture, MEMBER), [epic(1)], "a ticket in the trash keeps its place");
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": id(1)}));
    assert!(fixture.world.tables.roadmap_places.is_empty());
}
