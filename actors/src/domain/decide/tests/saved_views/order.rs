//! The order of saved views (SV7).

use super::*;
use crate::domain::rank::Rank;

fn after(view: u32, after: Option<u32>) -> Value {
    let mut command = json!({"kind": "savedView.move", "savedViewId": id(view)});
    if let Some(after) = after {
        command["after"] = json!(id(after));
    }
    command
}

/// The numbers of the views of a scope, in the order in which people see the views.
fn order(fixture: &Fixture, scope: ScopeId) -> Vec<u32> {
    let views = fixture.world.tables.saved_views.values();
    let mut views: Vec<&SavedView> =
        views.filter(|it| fixture.world.home_of(EntityKind::SavedView, it.id.0) == scope).collect();
    views.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
    let n = |it: &SavedView| (70..90).find(|n| id(*n) == it.id.0).expect("a view of the test");
    views.into_iter().map(n).collect()
}

/// Removes the rank of a view, as if the previous build had created the view.
fn unranked(fixture: &mut Fixture, n: u32) {
    let scope = home(fixture, n);
    let view = SavedView { rank: None, ..view(fixture, n).clone() };
    fixture.world.put(scope, Entity::SavedView(view));
}

#[test]
fn sv7_a_new_view_comes_last_and_a_move_puts_a_view_after_another_or_first() {
    let mut fixture = Fixture::with_commons();
    for n in 70..74 {
        fixture.does(MEMBER, create(n, false, Some(LIST)));
    }
    let scope = fixture.home();
    assert_eq!(order(&fixture, scope), [70, 71, 72, 73]);
    fixture.does(MEMBER, after(73, None));
    fixture.does(MEMBER, after(70, Some(71)));
    assert_eq!(order(&fixture, scope), [73, 71, 70, 72]);
    fixture.does(MEMBER, delete(71));
    let mut back = create(71, false, Some(LIST));
    back["after"] = json!(id(73));
    fixture.does(MEMBER, back);
    assert_eq!(order(&fixture, scope), [73, 71, 70, 72]);
    let missing = (RefusalCode::NotFound, Some("after".to_owned()));
    assert_eq!(fixture.refused(MEMBER, after(70, Some(89))), missing);
}

#[test]
fn sv7_each_list_each_page_and_each_scope_has_a_separate_order_of_views() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(70, false, Some(LIST)));
    fixture.does(MEMBER, create(71, false, Some(OTHER_LIST)));
    fixture.does(MEMBER, create(72, false, None));
    fixture.does(MEMBER, create(73, true, Some(LIST)));
    let mut of_page = create(74, false, None);
    of_page["page"] = json!("mine");
    fixture.does(MEMBER, of_page);
    let first = Some(Rank::first());
    for n in 70..75 {
        assert_eq!(view(&fixture, n).rank, first, "the only view of a list, a page or a scope has the first rank");
    }
    for other in 71..75 {
        assert_eq!(fixture.refused(MEMBER, after(70, Some(other))).0, RefusalCode::NotFound, "{other}");
    }
    assert_eq!(fixture.refused(MEMBER, after(72, Some(74))).0, RefusalCode::NotFound);
    // A view that becomes shared comes after the views that are already shared.
    fixture.does(MEMBER, update_of(73, json!({"personal": false})));
    assert!(view(&fixture, 73).rank > first);
    fixture.does(MEMBER, update_of(73, json!({"personal": true})));
    assert_eq!(view(&fixture, 73).rank, first);
}

#[test]
fn sv7_a_person_who_may_change_a_view_may_move_it() {
    let mut fixture = Fixture::with_commons();
    for n in [70, 71] {
        fixture.does(MEMBER, create(n, false, Some(LIST)));
        fixture.does(VIEWER, create(n + 10, true, Some(LIST)));
    }
    assert_eq!(fixture.refused(VIEWER, after(71, None)).0, RefusalCode::Forbidden);
    assert_eq!(fixture.refused(GUEST, after(71, None)).0, RefusalCode::NotFound);
    fixture.does(VIEWER, after(81, None));
    assert_eq!(fixture.refused(MEMBER, after(81, None)).0, RefusalCode::NotFound);
    fixture.does(ZOE, after(71, None));
    let scope = fixture.home();
    assert_eq!(order(&fixture, scope), [71, 70]);
    let own = fixture.own(VIEWER);
    assert_eq!(order(&fixture, own), [81, 80]);
}

#[test]
fn sv7_views_of_the_previous_build_come_first_and_get_ranks_when_one_is_moved() {
    let mut fixture = Fixture::with_commons();
    for n in 70..75 {
        fixture.does(MEMBER, create(n, false, Some(LIST)));
    }
    for n in [71, 72, 74] {
        unranked(&mut fixture, n);
    }
    let scope = fixture.home();
    assert_eq!(order(&fixture, scope), [71, 72, 74, 70, 73]);
    let changes = fixture.does(MEMBER, after(73, Some(71)));
    assert_eq!(order(&fixture, scope), [71, 73, 72, 74, 70]);
    assert_eq!(changes.len(), 4, "the three views without a rank, and the view that moves");
    fixture.does(MEMBER, create(75, false, Some(LIST)));
    assert_eq!(order(&fixture, scope), [71, 73, 72, 74, 70, 75]);
}

#[test]
fn sv7_views_keep_their_order_when_their_list_is_restricted_and_opened() {
    let mut fixture = Fixture::with_commons();
    for n in 70..73 {
        fixture.does(ZOE, create(n, false, Some(LIST)));
    }
    fixture.does(ZOE, after(72, None));
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    let scope = scope_of_list(&fixture);
    assert_eq!(order(&fixture, scope), [72, 70, 71]);
    fixture.does(ZOE, json!({"kind": "list.open", "listId": LIST}));
    let scope = fixture.home();
    assert_eq!(order(&fixture, scope), [72, 70, 71]);
}

fn update_of(view: u32, patch: Value) -> Value {
    json!({"kind": "savedView.update", "savedViewId": id(view), "patch": patch})
}
