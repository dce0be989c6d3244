//! Saved views: who owns them, which scope they live in, what happens to them when their list changes, what they store,
//! and their order (SV1 to SV7).

mod display;
mod order;

use super::*;
use crate::domain::{
    change::Op,
    ids::{ListId, SavedViewId},
    kinds::saved_view::{DateLayout, OwnPage, SavedView, ViewLayout},
};

const VIEW: u32 = 70;

fn create(view: u32, personal: bool, list: Option<&str>) -> Value {
    json!({"kind": "savedView.create", "savedViewId": id(view), "name": " Mine ", "personal": personal, "listId": list,
           "layout": "kanban", "filter": "due <= today", "groupBy": "status", "sortBy": "due", "descending": true,
           "columns": ["status", SIDES]})
}

fn update(patch: Value) -> Value {
    json!({"kind": "savedView.update", "savedViewId": id(VIEW), "patch": patch})
}

fn delete(view: u32) -> Value {
    json!({"kind": "savedView.delete", "savedViewId": id(view)})
}

fn view(fixture: &Fixture, view: u32) -> &SavedView {
    &fixture.world.tables.saved_views[&SavedViewId(id(view))]
}

fn home(fixture: &Fixture, view: u32) -> ScopeId {
    fixture.world.home_of(EntityKind::SavedView, id(view))
}

/// The scope of LIST after ZOE has restricted it, or before.
fn scope_of_list(fixture: &Fixture) -> ScopeId {
    fixture.world.home_of(EntityKind::List, LIST.parse().expect("an id"))
}

#[test]
fn sv1_everybody_has_views_of_their_own_which_nobody_else_sees() {
    let mut fixture = Fixture::with_commons();
    for (n, by) in [(VIEW, MEMBER), (71, VIEWER), (72, GUEST)] {
        fixture.does(by, create(n, true, None));
        assert_eq!(home(&fixture, n), fixture.own(by));
    }
    let made = view(&fixture, VIEW);
    assert_eq!((made.name.as_str(), made.created_user_id, made.personal), ("Mine", MEMBER, true));
    for by in [OWNER, ADMIN, VIEWER] {
        for command in [update(json!({"name": "Yours"})), delete(VIEW)] {
            assert_eq!(fixture.refused(by, command), (RefusalCode::NotFound, Some("savedViewId".into())));
        }
    }
    assert_eq!(fixture.refused(GUEST, create(73, true, Some(LIST))), (RefusalCode::NotFound, Some("listId".into())));
    let known = (RefusalCode::AlreadyExists, Some("savedViewId".into()));
    assert_eq!(fixture.refused(MEMBER, create(VIEW, true, None)), known);
    fixture.does(MEMBER, update(json!({"name": "Late", "layout": "spreadsheet", "filter": "", "columns": []})));
    assert_eq!((view(&fixture, VIEW).name.as_str(), view(&fixture, VIEW).filter.as_str()), ("Late", ""));
    assert_eq!(view(&fixture, VIEW).date_layout, None);
    fixture.does(MEMBER, update(json!({"dateLayout": "gantt"})));
    fixture.does(MEMBER, update(json!({"layout": "kanban"})));
    assert_eq!(
        (view(&fixture, VIEW).layout, view(&fixture, VIEW).date_layout),
        (ViewLayout::Kanban, Some(DateLayout::Gantt))
    );
    fixture.does(MEMBER, update(json!({"dateLayout": null})));
    assert_eq!(view(&fixture, VIEW).date_layout, None);
    fixture.does(MEMBER, delete(VIEW));
    assert_eq!(fixture.world.tables.saved_views.len(), 2);
}

#[test]
fn sv1_a_view_may_belong_to_a_page_that_shows_each_reader_their_own_tickets() {
    let mut fixture = Fixture::with_commons();
    let of_page = |n: u32, personal: bool, page: &str| {
        let mut view = create(n, personal, None);
        view["page"] = json!(page);
        view
    };
    fixture.does(MEMBER, of_page(VIEW, false, "mine"));
    fixture.does(GUEST, of_page(71, true, "subscribed"));
    assert_eq!((view(&fixture, VIEW).page, view(&fixture, VIEW).list_id), (Some(OwnPage::Mine), None));
    assert_eq!(home(&fixture, VIEW), fixture.home());
    let mut both = of_page(72, true, "mine");
    both["listId"] = json!(LIST);
    assert_eq!(fixture.refused(MEMBER, both), (RefusalCode::ValidationFailed, Some("page".into())));
    assert_eq!(fixture.refused(MEMBER, of_page(72, true, "trash")).0, RefusalCode::ValidationFailed);
}

#[test]
fn sv8_a_locked_view_is_unlocked_before_it_changes() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, false, None));
    fixture.does(MEMBER, create(71, false, None));
    assert_eq!(fixture.refused(VIEWER, update(json!({"locked": true}))).0, RefusalCode::Forbidden);
    fixture.does(MEMBER, update(json!({"locked": true})));
    assert_eq!(view(&fixture, VIEW).locked_by_user_id, Some(MEMBER));
    let locked = (RefusalCode::Conflict, Some("savedViewId".into()));
    for command in [update(json!({"name": "Ours"})), update(json!({"personal": true})), delete(VIEW)] {
        assert_eq!(fixture.refused(MEMBER, command.clone()), locked);
        assert_eq!(fixture.refused(ZOE, command), locked);
    }
    fixture.does(ZOE, json!({"kind": "savedView.move", "savedViewId": id(VIEW), "after": id(71)}));
    // Whoever may change the view may unlock it: its author may have left.
    fixture.does(ZOE, update(json!({"locked": false, "name": "Ours"})));
    assert_eq!((view(&fixture, VIEW).locked_by_user_id, view(&fixture, VIEW).name.as_str()), (None, "Ours"));
    fixture.does(ZOE, delete(VIEW));
}

#[test]
fn sv2_shared_views_take_the_right_to_edit_lists_where_they_live() {
    let mut fixture = Fixture::with_commons();
    for by in [VIEWER, COMMENTER, GUEST] {
        assert_eq!(fixture.refused(by, create(VIEW, false, Some(LIST))).0, RefusalCode::Forbidden);
    }
    fixture.does(MEMBER, create(VIEW, false, Some(LIST)));
    fixture.does(MEMBER, create(71, false, None));
    assert_eq!((home(&fixture, VIEW), home(&fixture, 71)), (fixture.home(), fixture.home()));
    fixture.does(ZOE, update(json!({"name": "Ours"})));
    for command in [update(json!({"name": "Mine"})), delete(VIEW)] {
        assert_eq!(fixture.refused(VIEWER, command.clone()).0, RefusalCode::Forbidden);
        assert_eq!(fixture.refused(GUEST, command).0, RefusalCode::NotFound);
    }
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(ZOE, json!({"kind": "share.set", "listId": LIST, "userId": MEMBER, "level": "edit"}));
    assert_eq!(fixture.refused(MEMBER, update(json!({"name": "Mine"}))).0, RefusalCode::Forbidden);
    assert_eq!(fixture.refused(MEMBER, create(74, false, Some(LIST))).0, RefusalCode::Forbidden);
    fixture.does(MEMBER, create(75, true, Some(LIST)));
    fixture.does(ZOE, update(json!({"name": "Zoe's"})));
}

#[test]
fn sv3_a_view_is_shared_and_taken_back_by_its_creator_in_one_event() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, true, Some(LIST)));
    let changes = fixture.does(MEMBER, update(json!({"personal": false})));
    let kinds: Vec<(ScopeId, Op)> = changes.iter().map(|(scope, change)| (*scope, change.op)).collect();
    assert_eq!(kinds, [(fixture.own(MEMBER), Op::Delete), (fixture.home(), Op::Create)]);
    let refused = fixture.refused(ZOE, update(json!({"personal": true})));
    assert_eq!(refused.0, RefusalCode::Forbidden);
    fixture.does(MEMBER, update(json!({"personal": true, "name": "Mine again"})));
    assert_eq!(home(&fixture, VIEW), fixture.own(MEMBER));
    fixture.does(VIEWER, create(71, true, None));
    let share = json!({"kind": "savedView.update", "savedViewId": id(71), "patch": {"personal": false}});
    assert_eq!(fixture.refused(VIEWER, share).0, RefusalCode::Forbidden);
}

#[test]
fn sv4_views_move_with_a_list_that_is_restricted_and_opened_and_other_views_forget_it() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, create(VIEW, false, Some(LIST)));
    fixture.does(MEMBER, create(71, true, Some(LIST)));
    let mut naming = create(72, false, None);
    naming["filter"] = json!(format!("list = {LIST}, {OTHER_LIST} and not list = {LIST}"));
    fixture.does(ZOE, naming.clone());
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(home(&fixture, VIEW), scope_of_list(&fixture));
    assert_eq!(home(&fixture, 71), fixture.own(MEMBER), "a view of one's own stays");
    assert_eq!(view(&fixture, 72).filter, format!("list = {OTHER_LIST}"));
    naming["savedViewId"] = json!(id(73));
    let refused = (RefusalCode::ValidationFailed, Some("filter".to_owned()));
    assert_eq!(fixture.refused(ZOE, naming.clone()), refused);
    naming["personal"] = json!(true);
    fixture.does(ZOE, naming);
    let share = json!({"kind": "savedView.update", "savedViewId": id(73), "patch": {"personal": false}});
    assert_eq!(fixture.refused(ZOE, share), refused);
    fixture.does(ZOE, json!({"kind": "list.open", "listId": LIST}));
    assert_eq!(home(&fixture, VIEW), fixture.home());
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert!(!fixture.world.tables.saved_views.contains_key(&SavedViewId(id(VIEW))));
}

#[test]
fn sv4_views_of_an_open_list_stay_when_it_is_deleted_so_that_undo_brings_them_back() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, create(VIEW, false, Some(LIST)));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    assert_eq!(view(&fixture, VIEW).list_id, Some(LIST.parse().map(ListId).expect("an id")));
    assert_eq!(fixture.refused(ZOE, create(71, false, Some(LIST))), (RefusalCode::NotFound, Some("listId".into())));
    fixture.does(ZOE, json!({"kind": "list.create", "listId": LIST, "name": "Roof"}));
    fixture.does(ZOE, update(json!({"name": "Back"})));
}

#[test]
fn sv4_views_of_a_restricted_list_name_no_other_list() {
    let mut fixture = Fixture::with_commons();
    let naming = |list: &str| json!(format!("list = {list} or priority = week"));
    let mut view_of_list = create(VIEW, false, Some(LIST));
    view_of_list["filter"] = naming(OTHER_LIST);
    fixture.does(ZOE, view_of_list.clone());
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(view(&fixture, VIEW).filter, "priority = week");
    view_of_list["savedViewId"] = json!(id(71));
    let refused = (RefusalCode::ValidationFailed, Some("filter".to_owned()));
    assert_eq!(fixture.refused(ZOE, view_of_list.clone()), refused);
    assert_eq!(fixture.refused(ZOE, update(json!({"filter": naming(OTHER_LIST)}))), refused);
    view_of_list["filter"] = naming(LIST);
    fixture.does(ZOE, view_of_list);
}

#[test]
fn sv4_a_restricted_list_does_not_take_the_id_of_a_deleted_list_whose_shared_views_everybody_sees() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, create(VIEW, false, Some(LIST)));
    fixture.does(ZOE, json!({"kind": "list.delete", "listId": LIST}));
    let again = json!({"kind": "list.create", "listId": LIST, "name": "Cellar", "restricted": true});
    assert_eq!(fixture.refused(ZOE, again), (RefusalCode::AlreadyExists, Some("listId".into())));
}

#[test]
fn sv5_the_largest_shared_views_of_a_list_fit_the_event_that_restricts_the_list() {
    let mut fixture = Fixture::with_commons();
    let columns: Vec<String> = (0..100).map(|n| format!("{n:ä>64}")).collect();
    let folded: Vec<String> = (0..118).map(|n| format!("{n:x>64}")).collect();
    let largest = |n: u32, list: Option<&str>| {
        let mut view = create(n, false, list);
        view["display"] = json!({"collapsed": folded});
        view["filter"] = json!(format!("title ~ \"{}\"", "x".repeat(180)));
        view["columns"] = json!(columns);
        view
    };
    for n in 0..30 {
        fixture.does(ZOE, largest(1_000 + n, Some(LIST)));
    }
    assert_eq!(fixture.refused(ZOE, largest(71, Some(LIST))).0, RefusalCode::TooMany);
    fixture.does(ZOE, largest(71, None));
    fixture.does(ZOE, create(72, true, Some(LIST)));
    for kind in ["list.restrict", "list.open"] {
        fixture.does(ZOE, json!({"kind": kind, "listId": LIST}));
    }
}

#[test]
fn sv5_a_view_holds_a_filter_words_and_columns_within_limits() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, true, None));
    for (patch, field) in [
        (json!({"name": " "}), "name"),
        (json!({"filter": "due <="}), "filter"),
        (json!({"filter": "x".repeat(4_001)}), "filter"),
        (json!({"groupBy": ""}), "groupBy"),
        (json!({"sortBy": "x".repeat(65)}), "sortBy"),
        (json!({"columns": vec!["status"; 101]}), "columns"),
        (json!({"columns": ["a\nb"]}), "columns"),
    ] {
        let refused = fixture.refused(MEMBER, update(patch.clone()));
        assert_eq!(refused, (RefusalCode::ValidationFailed, Some(field.to_owned())), "{patch}");
    }
    fixture.does(MEMBER, update(json!({"filter": "weather = good"})));
    for n in 0..199 {
        fixture.does(MEMBER, create(1_000 + n, true, None));
    }
    assert_eq!(fixture.refused(MEMBER, create(71, true, None)).0, RefusalCode::TooMany);
    fixture.does(ZOE, create(71, true, None));
}
