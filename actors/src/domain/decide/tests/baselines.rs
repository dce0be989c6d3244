//! Baselines: who owns them, which scope they live in, and what happens to them when their list changes (BL1 to BL5).

use super::*;
use crate::domain::{
    change::Op,
    ids::{BaselineId, ListId},
    kinds::baseline::Baseline,
};

const PLAN: u32 = 70;

fn create(baseline: u32, personal: bool, list: Option<&str>) -> Value {
    json!({"kind": "baseline.create", "baselineId": id(baseline), "name": " Plan ", "personal": personal, "listId": list})
}

fn rename(baseline: u32, name: &str) -> Value {
    json!({"kind": "baseline.update", "baselineId": id(baseline), "patch": {"name": name}})
}

fn delete(baseline: u32) -> Value {
    json!({"kind": "baseline.delete", "baselineId": id(baseline)})
}

fn baseline(fixture: &Fixture, baseline: u32) -> &Baseline {
    &fixture.world.tables.baselines[&BaselineId(id(baseline))]
}

fn home(fixture: &Fixture, baseline: u32) -> ScopeId {
    fixture.world.home_of(EntityKind::Baseline, id(baseline))
}

fn scope_of_list(fixture: &Fixture) -> ScopeId {
    fixture.world.home_of(EntityKind::List, LIST.parse().expect("an id"))
}

#[test]
fn bl1_a_baseline_has_a_name_a_maker_and_a_moment_that_is_not_in_the_future() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(PLAN, false, Some(LIST)));
    let made = baseline(&fixture, PLAN);
    assert_eq!((made.name.as_str(), made.created_user_id, made.personal), ("Plan", MEMBER, false));
    assert_eq!(made.list_id, Some(LIST.parse().map(ListId).expect("an id")));
    let mut earlier = create(71, false, None);
    earlier["takenAt"] = json!("2020-01-01T00:00:00.000Z");
    fixture.does(MEMBER, earlier);
    assert!(baseline(&fixture, 71).taken_at < baseline(&fixture, PLAN).taken_at);
    let mut ahead = create(72, false, None);
    ahead["takenAt"] = json!("2999-01-01T00:00:00.000Z");
    assert_eq!(fixture.refused(MEMBER, ahead), (RefusalCode::ValidationFailed, Some("takenAt".into())));
    let known = (RefusalCode::AlreadyExists, Some("baselineId".into()));
    assert_eq!(fixture.refused(MEMBER, create(PLAN, false, None)), known);
    let mut nameless = create(73, false, None);
    nameless["name"] = json!(" ");
    assert_eq!(fixture.refused(MEMBER, nameless), (RefusalCode::ValidationFailed, Some("name".into())));
    let moment = baseline(&fixture, PLAN).taken_at;
    fixture.does(MEMBER, rename(PLAN, " Second plan "));
    assert_eq!((baseline(&fixture, PLAN).name.as_str(), baseline(&fixture, PLAN).taken_at), ("Second plan", moment));
}

#[test]
fn bl2_shared_baselines_require_the_right_to_edit_lists_in_their_scope() {
    let mut fixture = Fixture::with_commons();
    for by in [VIEWER, COMMENTER, GUEST] {
        assert_eq!(fixture.refused(by, create(PLAN, false, Some(LIST))).0, RefusalCode::Forbidden);
    }
    fixture.does(MEMBER, create(PLAN, false, Some(LIST)));
    fixture.does(MEMBER, create(71, false, None));
    assert_eq!((home(&fixture, PLAN), home(&fixture, 71)), (fixture.home(), fixture.home()));
    fixture.does(ZOE, rename(PLAN, "Ours"));
    for command in [rename(PLAN, "Mine"), delete(PLAN)] {
        assert_eq!(fixture.refused(VIEWER, command.clone()).0, RefusalCode::Forbidden);
        assert_eq!(fixture.refused(GUEST, command).0, RefusalCode::NotFound);
    }
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(fixture.refused(MEMBER, rename(PLAN, "Mine")).0, RefusalCode::NotFound);
    fixture.does(ZOE, json!({"kind": "share.set", "listId": LIST, "userId": MEMBER, "level": "edit"}));
    assert_eq!(fixture.refused(MEMBER, rename(PLAN, "Mine")).0, RefusalCode::Forbidden);
    assert_eq!(fixture.refused(MEMBER, create(74, false, Some(LIST))).0, RefusalCode::Forbidden);
    fixture.does(ZOE, delete(PLAN));
}

#[test]
fn bl2_everyone_can_have_personal_baselines_that_nobody_else_sees() {
    let mut fixture = Fixture::with_commons();
    for (n, by) in [(PLAN, MEMBER), (71, VIEWER), (72, GUEST)] {
        fixture.does(by, create(n, true, None));
        assert_eq!(home(&fixture, n), fixture.own(by));
    }
    for by in [OWNER, ADMIN, VIEWER] {
        for command in [rename(PLAN, "Yours"), delete(PLAN)] {
            assert_eq!(fixture.refused(by, command), (RefusalCode::NotFound, Some("baselineId".into())));
        }
    }
    assert_eq!(fixture.refused(GUEST, create(73, true, Some(LIST))), (RefusalCode::NotFound, Some("listId".into())));
    fixture.does(VIEWER, rename(71, "Mine"));
    fixture.does(VIEWER, delete(71));
}

#[test]
fn bl3_baselines_move_with_a_list_that_is_restricted_and_opened() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, create(PLAN, false, Some(LIST)));
    fixture.does(MEMBER, create(71, true, Some(LIST)));
    fixture.does(ZOE, create(72, false, None));
    let changes = fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(home(&fixture, PLAN), scope_of_list(&fixture));
    assert_eq!(home(&fixture, 71), fixture.own(MEMBER), "a personal baseline stays");
    assert_eq!(home(&fixture, 72), fixture.home(), "a baseline of all tickets stays");
    let ops = |scope: ScopeId| -> Vec<Op> {
        changes
            .iter()
            .filter(|(at, change)| *at == scope && change.id == id(PLAN))
            .map(|(_, change)| change.op)
            .collect()
    };
    assert_eq!((ops(fixture.home()), ops(scope_of_list(&fixture))), (vec![Op::Delete], vec![Op::Create]));
    fixture.does(ZOE, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(home(&fixture, PLAN), fixture.home());
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert!(!fixture.world.tables.baselines.contains_key(&BaselineId(id(PLAN))));
}

#[test]
fn bl3_baselines_of_an_open_list_stay_when_it_is_deleted_so_that_undo_brings_them_back() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, create(PLAN, false, Some(LIST)));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert_eq!(fixture.refused(ZOE, create(71, false, Some(LIST))), (RefusalCode::NotFound, Some("listId".into())));
    let secret = json!({"kind": "list.create", "listId": LIST, "name": "Cellar", "restricted": true});
    assert_eq!(fixture.refused(ZOE, secret), (RefusalCode::AlreadyExists, Some("listId".into())));
    fixture.does(ZOE, json!({"kind": "list.create", "listId": LIST, "name": "Roof"}));
    fixture.does(ZOE, rename(PLAN, "Back"));
}

#[test]
fn bl5_a_list_has_at_most_thirty_baselines_in_a_scope_and_they_move_in_one_event() {
    let mut fixture = Fixture::with_commons();
    for n in 0..30 {
        fixture.does(ZOE, create(1_000 + n, false, Some(LIST)));
    }
    assert_eq!(fixture.refused(ZOE, create(71, false, Some(LIST))).0, RefusalCode::TooMany);
    fixture.does(ZOE, create(71, false, None));
    fixture.does(ZOE, create(72, true, Some(LIST)));
    for kind in ["list.restrict", "list.open"] {
        fixture.does(ZOE, json!({"kind": kind, "listId": LIST}));
    }
    fixture.does(ZOE, delete(1_000));
    fixture.does(ZOE, create(73, false, Some(LIST)));
}
