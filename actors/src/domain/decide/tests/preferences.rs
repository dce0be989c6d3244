//! What members choose for themselves (NT1, NT2, NT18 to NT20).

use super::*;
use crate::domain::kinds::preferences::{
    Channel, DefaultView, NotificationKind, Preferences, QuietHours, Theme, WeekStart,
    own_places::{Favorite, ShortcutKeys, SidebarPages},
};
use crate::domain::limits;

fn update(patch: Value) -> Value {
    json!({"kind": "preferences.update", "patch": patch})
}

fn of(fixture: &Fixture, user: UserId) -> Option<&Preferences> {
    fixture.world.tables.preferences.get(&Preferences::id_of(fixture.world.workspace.id, user))
}

#[test]
fn nt1_each_member_has_preferences_which_nobody_else_sees() {
    let mut fixture = Fixture::with_commons();
    for by in [MEMBER, VIEWER, GUEST] {
        let changes = fixture.does(by, update(json!({"theme": "dark"})));
        assert_eq!(changes.iter().map(|(scope, _)| *scope).collect::<Vec<_>>(), [fixture.own(by)]);
        assert_eq!(of(&fixture, by).and_then(|row| row.theme), Some(Theme::Dark));
    }
    assert!(of(&fixture, OWNER).is_none(), "a member who has chosen nothing has no row");
    assert_eq!(fixture.refused(STRANGER, update(json!({"theme": "dark"}))).0, RefusalCode::NotFound);
    fixture.does(MEMBER, update(json!({"theme": null, "digestHour": 6})));
    let row = of(&fixture, MEMBER).expect("a row");
    assert_eq!((row.theme, row.digest_hour, row.mails), (None, 6, true));
    assert!(fixture.does(MEMBER, update(json!({"digestHour": 6}))).is_empty(), "nothing has changed");
}

#[test]
fn nt1_hours_and_zones_that_do_not_exist_are_refused_with_their_field() {
    let mut fixture = Fixture::with_commons();
    for (patch, field) in [
        (json!({"timeZone": "Mars/Olympus"}), "timeZone"),
        (json!({"timeZone": ""}), "timeZone"),
        (json!({"timeZone": "a".repeat(500)}), "timeZone"),
        (json!({"digestHour": -1}), "digestHour"),
        (json!({"digestHour": 24}), "digestHour"),
        (json!({"quietHours": {"from": 8, "to": 8}}), "quietHours"),
        (json!({"quietHours": {"from": 24, "to": 8}}), "quietHours"),
        (json!({"quietHours": {"from": 8, "to": -1}}), "quietHours"),
    ] {
        assert_eq!(
            fixture.refused(MEMBER, update(patch.clone())),
            (RefusalCode::ValidationFailed, Some(field.into())),
            "{patch}"
        );
    }
}

#[test]
fn nt1_a_zone_is_kept_as_the_database_of_zones_writes_it() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, update(json!({"timeZone": "america/new_york", "quietHours": {"from": 19, "to": 8}})));
    let row = of(&fixture, MEMBER).expect("a row");
    assert_eq!(row.time_zone.as_deref(), Some("America/New_York"));
    assert_eq!(row.quiet_hours, Some(QuietHours { from: 19, to: 8 }));
}

#[test]
fn nt18_a_member_chooses_the_first_day_of_the_week_and_the_default_view_and_clears_both() {
    let mut fixture = Fixture::with_commons();
    let chosen = |fixture: &Fixture| of(fixture, MEMBER).map(|row| (row.week_start, row.default_view));
    fixture.does(MEMBER, update(json!({"weekStart": "sunday", "defaultView": "calendar"})));
    assert_eq!(chosen(&fixture), Some((Some(WeekStart::Sunday), Some(DefaultView::Calendar))));
    fixture.does(MEMBER, update(json!({"theme": "dark"})));
    assert_eq!(
        chosen(&fixture),
        Some((Some(WeekStart::Sunday), Some(DefaultView::Calendar))),
        "other patches leave both"
    );
    fixture.does(MEMBER, update(json!({"weekStart": null, "defaultView": "gantt"})));
    assert_eq!(chosen(&fixture), Some((None, Some(DefaultView::Gantt))));
    fixture.does(MEMBER, update(json!({"defaultView": null})));
    assert_eq!(chosen(&fixture), Some((None, None)));
}

#[test]
fn nt18_rows_of_builds_without_these_fields_are_read() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, update(json!({"weekStart": "saturday"})));
    let mut row = serde_json::to_value(of(&fixture, MEMBER).expect("a row")).expect("a value");
    let fields = row.as_object_mut().expect("an object");
    assert_eq!(fields.remove("weekStart"), Some(json!("saturday")));
    assert_eq!(fields.remove("defaultView"), Some(Value::Null));
    let read: Preferences = serde_json::from_value(row).expect("an earlier row");
    assert_eq!((read.week_start, read.default_view), (None, None));
}

#[test]
fn nt2_the_kinds_that_a_member_has_not_chosen_have_their_usual_channels() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, update(json!({"notifications": {"comment": ["push", "push"], "status": ["mail"]}})));
    fixture.does(MEMBER, update(json!({"notifications": {"status": []}})));
    let row = of(&fixture, MEMBER).expect("a row");
    use {Channel::*, NotificationKind::*};
    for (kind, channels) in
        [(Comment, vec![Push]), (Status, vec![]), (Mention, vec![InApp, Mail, Push]), (Name, vec![InApp])]
    {
        let notified: Vec<Channel> = [InApp, Mail, Push].into_iter().filter(|it| row.notifies(kind, *it)).collect();
        assert_eq!(notified, channels, "{kind:?}");
    }
    fixture.does(MEMBER, update(json!({"mails": false})));
    let row = of(&fixture, MEMBER).expect("a row");
    assert!(NotificationKind::ALL.iter().all(|kind| !row.notifies(*kind, Mail)));
}

fn list(nth: usize) -> Value {
    json!({"kind": "list", "id": format!("l{nth}")})
}

fn favorites(fixture: &Fixture) -> Vec<String> {
    let places = of(fixture, MEMBER).and_then(|row| row.favorites.clone()).unwrap_or_default();
    places.into_iter().map(|Favorite { kind, id }| format!("{kind} {id}")).collect()
}

#[test]
fn nt19_favorites_are_added_at_the_end_moved_and_removed() {
    let mut fixture = Fixture::with_commons();
    let mut does = |patch: Value| {
        fixture.does(MEMBER, update(json!({"favorites": patch})));
        favorites(&fixture)
    };
    let inbox = json!({"kind": "page", "id": "inbox"});
    assert_eq!(does(json!({"add": [list(1), list(2)]})), ["list l1", "list l2"]);
    assert_eq!(does(json!({"add": [inbox, list(1), inbox]})), ["list l1", "list l2", "page inbox"]);
    assert_eq!(does(json!({"add": [inbox], "after": null})), ["page inbox", "list l1", "list l2"]);
    assert_eq!(does(json!({"add": [inbox], "after": list(1)})), ["list l1", "page inbox", "list l2"]);
    assert_eq!(does(json!({"add": [list(1)], "after": list(9)})), ["page inbox", "list l2", "list l1"]);
    assert_eq!(does(json!({"remove": [list(2), list(9)]})), ["page inbox", "list l1"]);
    let same_id = json!({"kind": "view", "id": "l1"});
    assert_eq!(does(json!({"add": [same_id]})), ["page inbox", "list l1", "view l1"]);
}

#[test]
fn nt19_a_place_that_another_device_has_starred_in_the_meantime_stays() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, update(json!({"favorites": {"add": [list(1), list(2)]}})));
    for patch in [json!({"add": [list(3)]}), json!({"add": [list(4)], "remove": [list(1)]})] {
        fixture.does(MEMBER, update(json!({"favorites": patch})));
    }
    assert_eq!(favorites(&fixture), ["list l2", "list l3", "list l4"]);
    assert!(
        fixture.does(MEMBER, update(json!({"favorites": {"add": [list(3)]}}))).is_empty(),
        "a place that is starred already changes nothing"
    );
}

#[test]
fn nt19_a_member_has_at_most_50_favorites() {
    let mut fixture = Fixture::with_commons();
    let all: Vec<Value> = (0..limits::FAVORITES).map(list).collect();
    fixture.does(MEMBER, update(json!({"favorites": {"add": all}})));
    let one_more = update(json!({"favorites": {"add": [list(99)]}}));
    assert_eq!(
        fixture.refused(MEMBER, one_more),
        (RefusalCode::ValidationFailed, Some("favorites".into())),
        "no more fit in"
    );
    fixture.does(MEMBER, update(json!({"favorites": {"add": [list(99)], "remove": [list(0)]}})));
    fixture.does(MEMBER, update(json!({"favorites": {"add": [list(99)], "after": null}})));
    let places = favorites(&fixture);
    assert_eq!((places.len(), places.first().map(String::as_str)), (limits::FAVORITES, Some("list l99")));
}

#[test]
fn nt19_pages_that_are_not_named_keep_their_choice() {
    let mut fixture = Fixture::with_commons();
    let mut does = |patch: Value| {
        fixture.does(MEMBER, update(json!({"pages": patch})));
        of(&fixture, MEMBER).and_then(|row| row.pages.clone())
    };
    let pages = |shown: &[(&str, bool)], order: &[&str]| {
        let shown = shown.iter().map(|(page, on)| ((*page).to_owned(), *on)).collect();
        Some(SidebarPages { shown, order: order.iter().map(|page| (*page).to_owned()).collect() })
    };
    assert_eq!(does(json!({"shown": {"trash": false}})), pages(&[("trash", false)], &[]));
    assert_eq!(does(json!({"order": ["inbox", "home", "inbox"]})), pages(&[("trash", false)], &["inbox", "home"]));
    assert_eq!(
        does(json!({"shown": {"recent": false, "completed": true}})),
        pages(&[("completed", true), ("recent", false), ("trash", false)], &["inbox", "home"])
    );
    assert_eq!(
        does(json!({"shown": {"trash": null, "recent": null}})),
        pages(&[("completed", true)], &["inbox", "home"])
    );
    assert_eq!(does(json!({"order": []})), pages(&[("completed", true)], &[]));
    assert_eq!(does(Value::Null), None);
}

#[test]
fn nt20_shortcuts_that_are_not_named_keep_their_keys() {
    let mut fixture = Fixture::with_commons();
    let mut does = |patch: Value| {
        fixture.does(MEMBER, update(json!({"shortcuts": patch})));
        of(&fixture, MEMBER).and_then(|row| row.shortcuts.clone())
    };
    let chosen = |keys: &[(&str, &str)], singles: bool| {
        let keys = keys.iter().map(|(id, keys)| ((*id).to_owned(), (*keys).to_owned())).collect();
        Some(ShortcutKeys { keys, singles })
    };
    assert_eq!(does(json!({"keys": {"go.inbox": "Q I"}})), chosen(&[("go.inbox", "Q I")], true));
    assert_eq!(
        does(json!({"keys": {"ticket.status": ""}, "singles": false})),
        chosen(&[("go.inbox", "Q I"), ("ticket.status", "")], false)
    );
    assert_eq!(does(json!({"keys": {"go.inbox": null}})), chosen(&[("ticket.status", "")], false));
    assert_eq!(does(json!({"keys": {"ticket.status": null}, "singles": true})), chosen(&[], true));
    assert_eq!(does(Value::Null), None);
}

#[test]
fn nt19_nt20_what_is_no_place_no_page_and_no_key_is_refused_with_its_field() {
    let mut fixture = Fixture::with_commons();
    let long = "a".repeat(limits::OWN_WORD_BYTES + 1);
    let many = |count: usize, value: Value| -> Value {
        Value::Object((0..count).map(|nth| (format!("a{nth}"), value.clone())).collect())
    };
    let order: Vec<String> = (0..=limits::SIDEBAR_PAGES).map(|nth| format!("page{nth}")).collect();
    for (patch, field) in [
        (json!({"favorites": {"add": [{"kind": "moon", "id": "1"}]}}), "favorites"),
        (json!({"favorites": {"add": [{"kind": "list", "id": ""}]}}), "favorites"),
        (json!({"favorites": {"add": [{"kind": "list", "id": "a b"}]}}), "favorites"),
        (json!({"favorites": {"add": [{"kind": "list", "id": long}]}}), "favorites"),
        (json!({"pages": {"shown": {"": true}}}), "pages"),
        (json!({"pages": {"shown": {"a\nb": true}}}), "pages"),
        (json!({"pages": {"order": [long]}}), "pages"),
        (json!({"pages": {"order": order}}), "pages"),
        (json!({"pages": {"shown": many(limits::SIDEBAR_PAGES + 1, json!(true))}}), "pages"),
        (json!({"shortcuts": {"keys": {"": "W"}}}), "shortcuts"),
        (json!({"shortcuts": {"keys": {"go.inbox": "W\u{7}"}}}), "shortcuts"),
        (json!({"shortcuts": {"keys": {"go.inbox": "W".repeat(limits::KEYS_BYTES + 1)}}}), "shortcuts"),
        (json!({"shortcuts": {"keys": many(limits::SHORTCUTS + 1, json!("W"))}}), "shortcuts"),
    ] {
        assert_eq!(
            fixture.refused(MEMBER, update(patch.clone())),
            (RefusalCode::ValidationFailed, Some(field.into())),
            "{patch}"
        );
    }
    assert!(of(&fixture, MEMBER).is_none(), "nothing has changed");
}

#[test]
fn nt19_nt20_rows_of_other_builds_are_read() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, update(json!({"theme": "dark"})));
    let mut row = serde_json::to_value(of(&fixture, MEMBER).expect("a row")).expect("a value");
    let fields = row.as_object_mut().expect("an object");
    for field in ["favorites", "pages", "shortcuts"] {
        assert_eq!(fields.remove(field), Some(Value::Null));
    }
    let earlier: Preferences = serde_json::from_value(row.clone()).expect("an earlier row");
    assert_eq!((earlier.favorites, earlier.pages, earlier.shortcuts), (None, None, None));
    row["favorites"] = json!([{"kind": "moon", "id": "1", "phase": "full"}]);
    row["pages"] = json!({"shown": {"sky": true}, "colors": {}});
    row["shortcuts"] = json!({"keys": {"go.moon": "G M"}, "layout": "dvorak"});
    let later: Preferences = serde_json::from_value(row).expect("a later row");
    assert_eq!(later.favorites.map(|places| places.len()), Some(1));
    assert_eq!(later.shortcuts.map(|chosen| chosen.singles), Some(true));
}
