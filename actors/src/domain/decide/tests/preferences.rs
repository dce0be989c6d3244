//! What members choose for themselves (NT1, NT2).

use super::*;
use crate::domain::kinds::preferences::{
    Channel, DefaultView, NotificationKind, Preferences, QuietHours, Theme, WeekStart,
};

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
