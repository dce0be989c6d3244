//! The display of a saved view, and its icon (SV6).

use super::*;
use crate::domain::kinds::{
    list::ListIcon,
    saved_view::display::{SubtaskRows, ViewDisplay},
};

fn display_of(fixture: &Fixture, n: u32) -> Option<&ViewDisplay> {
    view(fixture, n).display.as_deref()
}

/// A view whose board groups by lists: one column and one lane are collapsed, and the column has a limit.
fn by_list(n: u32, personal: bool, list: Option<&str>, column: &str) -> Value {
    let mut view = create(n, personal, list);
    view["display"] = json!({"collapsed": [column, format!("lane:{column}"), "none"],
                             "board": {"limits": {"lists": {column: 3, "none": 4}}}});
    view
}

#[test]
fn sv6_a_view_stores_how_the_spreadsheet_and_the_board_are_arranged() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, true, None));
    assert_eq!((display_of(&fixture, VIEW), view(&fixture, VIEW).icon), (None, None));
    let stored = json!({"subtasks": "flat", "frozen": "status", "widths": {"title": 300, SIDES: 90}, "lanes": "assignee",
                        "board": {"card": ["labels"], "emptyColumns": {"status": false}, "emptyLanes": {"assignee": true},
                                  "limits": {"status": {STARTED: 3}}},
                        "collapsed": [BLOCKED, "lane:none"], "find": "  net ", "openOnly": true});
    fixture.does(MEMBER, update(json!({"display": stored, "icon": "rocket"})));
    let made = display_of(&fixture, VIEW).expect("a display");
    assert_eq!((made.subtasks, made.find.as_str(), made.widths[SIDES]), (SubtaskRows::Flat, "net", 90));
    assert!(made.open_only);
    assert_eq!(made.board.limits["status"][STARTED], 3);
    assert_eq!(view(&fixture, VIEW).icon, Some(ListIcon::Rocket));
    fixture.does(MEMBER, update(json!({"name": "Late"})));
    assert!(display_of(&fixture, VIEW).is_some(), "an update of another field leaves the display alone");
    fixture.does(MEMBER, update(json!({"display": {"find": " "}, "icon": null})));
    assert_eq!((display_of(&fixture, VIEW), view(&fixture, VIEW).icon), (Some(&ViewDisplay::default()), None));
    fixture.does(MEMBER, update(json!({"display": null})));
    assert_eq!(display_of(&fixture, VIEW), None);
}

#[test]
fn sv6_a_display_over_a_limit_or_with_an_unknown_part_is_refused() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, true, None));
    let refused = (RefusalCode::ValidationFailed, Some("display".to_owned()));
    for display in [
        json!({"frozen": "x".repeat(65)}),
        json!({"widths": {"a\nb": 90}}),
        json!({"widths": {"status": 0}}),
        json!({"widths": {"status": 2_001}}),
        json!({"lanes": " "}),
        json!({"board": {"card": [""]}}),
        json!({"board": {"limits": {"status": {STARTED: 0}}}}),
        json!({"board": {"limits": {"status": {STARTED: 1_000}}}}),
        json!({"collapsed": vec!["x".repeat(40); 200]}),
        json!({"find": "x".repeat(201)}),
        json!({"find": "a\nb"}),
    ] {
        assert_eq!(fixture.refused(MEMBER, update(json!({"display": display.clone()}))), refused, "{display}");
        let mut new = create(71, true, None);
        new["display"] = display.clone();
        assert_eq!(fixture.refused(MEMBER, new), refused, "{display}");
    }
    for patch in [
        json!({"display": {"weather": "good"}}),
        json!({"display": {"board": {"weather": "good"}}}),
        json!({"display": {"subtasks": "upside down"}}),
        json!({"display": {"widths": {"status": 90.5}}}),
        json!({"icon": "weather"}),
    ] {
        let command = json!({"kind": "savedView.update", "savedViewId": id(VIEW), "patch": patch});
        assert!(Command::from_value(command).is_err(), "{patch}");
    }
}

#[test]
fn sv6_a_row_of_the_previous_build_has_no_display_and_unknown_parts_of_a_later_build_are_ignored() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, create(VIEW, true, None));
    let mut row = Entity::SavedView(view(&fixture, VIEW).clone()).to_fields();
    for field in ["display", "icon", "page", "rank"] {
        row.remove(field);
    }
    let read = Entity::from_fields(EntityKind::SavedView, row.clone()).expect("a row of the previous build");
    let Entity::SavedView(earlier) = read else { panic!("a view") };
    assert_eq!((earlier.display, earlier.icon, earlier.page, earlier.rank), (None, None, None, None));
    row.insert("display".into(), json!({"find": "net", "weather": "good", "board": {"weather": "good"}}));
    let read = Entity::from_fields(EntityKind::SavedView, row).expect("a row of a later build");
    let Entity::SavedView(later) = read else { panic!("a view") };
    assert_eq!(later.display.map(|it| it.find), Some("net".to_owned()));
}

#[test]
fn sv4_the_display_of_a_shared_view_names_no_list_that_its_readers_may_not_see() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ZOE, by_list(VIEW, false, None, LIST));
    fixture.does(ZOE, by_list(71, false, Some(LIST), OTHER_LIST));
    fixture.does(ZOE, json!({"kind": "list.restrict", "listId": LIST}));
    for n in [VIEW, 71] {
        let left = display_of(&fixture, n).expect("a display");
        assert_eq!(left.collapsed, ["none"]);
        assert_eq!(left.board.limits["lists"].keys().collect::<Vec<_>>(), ["none"]);
        assert_eq!(view(&fixture, n).filter, "due <= today", "a filter that does not name the list stays");
    }
    let refused = (RefusalCode::ValidationFailed, Some("display".to_owned()));
    assert_eq!(fixture.refused(ZOE, by_list(72, false, None, LIST)), refused);
    assert_eq!(fixture.refused(ZOE, by_list(72, false, Some(LIST), OTHER_LIST)), refused);
    fixture.does(ZOE, by_list(72, true, None, LIST));
    let share = json!({"kind": "savedView.update", "savedViewId": id(72), "patch": {"personal": false}});
    assert_eq!(fixture.refused(ZOE, share), refused);
}

#[test]
fn at13_the_display_of_a_shared_view_names_no_attribute_that_its_readers_may_not_see() {
    let mut fixture = Fixture::with_commons();
    fixture.does(ADMIN, json!({"kind": "list.restrict", "listId": LIST}));
    let attribute = id(73);
    fixture.does(
        ADMIN,
        json!({"kind": "attribute.create", "attributeId": attribute, "name": "Depth", "type": "number", "listIds": [LIST]}),
    );
    for display in [
        json!({"frozen": attribute}),
        json!({"widths": {attribute.to_string(): 90}}),
        json!({"lanes": attribute}),
        json!({"board": {"card": [attribute]}}),
        json!({"board": {"limits": {attribute.to_string(): {"none": 3}}}}),
    ] {
        let with = |personal: bool, list: Option<&str>, n: u32| {
            let mut view = create(n, personal, list);
            view["columns"] = json!([]);
            view["display"] = display.clone();
            view
        };
        assert_eq!(fixture.refused(ADMIN, with(false, None, 80)).0, RefusalCode::ValidationFailed, "{display}");
        for (personal, list, n) in [(true, None, 81), (false, Some(LIST), 82)] {
            fixture.does(ADMIN, with(personal, list, n));
            fixture.does(ADMIN, delete(n));
        }
    }
}
