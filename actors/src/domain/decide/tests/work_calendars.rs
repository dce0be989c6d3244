//! The days on which a workspace works (WD1 to WD3).

use super::*;
use crate::domain::{change::Op, entity::WorkCalendar};

fn update(patch: Value) -> Value {
    json!({"kind": "workCalendar.update", "patch": patch})
}

fn row(fixture: &Fixture) -> Option<Value> {
    let calendars = &fixture.world.tables.work_calendars;
    calendars.get(&WorkCalendar::id_of(fixture.world.workspace.id)).map(|it| json!([it.weekdays, it.holidays]))
}

#[test]
fn wd1_a_workspace_works_from_monday_to_friday_until_its_days_are_set() {
    let mut fixture = Fixture::new();
    assert_eq!(row(&fixture), None);
    fixture.does(ADMIN, update(json!({"weekdays": {"add": ["saturday", "monday"], "remove": ["friday", "sunday"]}})));
    assert_eq!(row(&fixture), Some(json!([["monday", "tuesday", "wednesday", "thursday", "saturday"], []])));
    let back = update(json!({"weekdays": {"add": ["friday"], "remove": ["saturday"]}}));
    let changes = fixture.does(ADMIN, back.clone());
    assert_eq!(changes.iter().map(|(_, change)| change.op).collect::<Vec<_>>(), [Op::Delete]);
    assert_eq!(row(&fixture), None);
    assert!(fixture.does(ADMIN, back).is_empty(), "nothing has changed");
}

#[test]
fn wd1_a_workspace_works_on_at_least_one_day_of_the_week() {
    let mut fixture = Fixture::new();
    let all = json!({"weekdays": {"remove": ["monday", "tuesday", "wednesday", "thursday", "friday"]}});
    assert_eq!(fixture.refused(ADMIN, update(all)), (RefusalCode::ValidationFailed, Some("weekdays".into())));
    let sunday =
        json!({"weekdays": {"add": ["sunday"], "remove": ["monday", "tuesday", "wednesday", "thursday", "friday"]}});
    fixture.does(ADMIN, update(sunday));
    assert_eq!(row(&fixture), Some(json!([["sunday"], []])));
    let unknown = update(json!({"weekdays": {"add": ["someday"]}}));
    assert_eq!(fixture.refused(ADMIN, unknown).0, RefusalCode::ValidationFailed);
}

#[test]
fn wd2_holidays_have_a_date_each_and_a_name_and_are_in_order() {
    let mut fixture = Fixture::new();
    let some = json!([{"date": "2031-01-01", "name": " New Year "}, {"date": "2030-12-25", "name": "Christmas"}]);
    fixture.does(ADMIN, update(json!({"holidays": {"add": some}})));
    let both = json!([{"date": "2030-12-25", "name": "Christmas"}, {"date": "2031-01-01", "name": "New Year"}]);
    assert_eq!(row(&fixture).expect("a row")[1], both);
    fixture.does(
        ADMIN,
        update(json!({"holidays": {"add": [{"date": "2030-12-25", "name": "Yule"}], "remove": ["2031-01-01"]}})),
    );
    assert_eq!(row(&fixture).expect("a row")[1], json!([{"date": "2030-12-25", "name": "Yule"}]));
    fixture.does(ADMIN, update(json!({"holidays": {"remove": ["2030-12-25", "2030-12-25"]}})));
    assert_eq!(row(&fixture), None);
    for holidays in [
        json!({"add": [{"date": "2030-02-30", "name": "Never"}]}),
        json!({"add": [{"date": "2030-02-01", "name": "  "}]}),
        json!({"add": [{"date": "2030-02-01", "name": "a\nb"}]}),
        json!({"add": [{"date": "2030-02-01", "name": "a".repeat(101)}]}),
    ] {
        assert_eq!(fixture.refused(ADMIN, update(json!({"holidays": holidays}))).0, RefusalCode::ValidationFailed);
    }
}

#[test]
fn wd2_a_workspace_has_at_most_732_holidays() {
    let mut fixture = Fixture::new();
    let day = |n: usize| json!({"date": format!("{}-{:02}-{:02}", 2030 + n / 336, n / 28 % 12 + 1, n % 28 + 1), "name": "Off"});
    let days = |range: std::ops::Range<usize>| update(json!({"holidays": {"add": range.map(day).collect::<Vec<_>>()}}));
    assert_eq!(fixture.refused(ADMIN, days(0..733)), (RefusalCode::ValidationFailed, Some("holidays".into())));
    fixture.does(ADMIN, days(0..732));
    assert_eq!(fixture.refused(ADMIN, days(732..733)).0, RefusalCode::ValidationFailed);
    fixture.does(ADMIN, days(3..4));
    let swap = json!({"holidays": {"add": [day(732)], "remove": ["2030-01-01"]}});
    fixture.does(ADMIN, update(swap));
}

#[test]
fn wd3_members_and_guests_see_the_working_days_and_people_who_may_change_the_workspace_set_them() {
    let mut fixture = Fixture::with_commons();
    let commons = fixture.world.scopes.commons.expect("commons");
    let saturday = || update(json!({"weekdays": {"add": ["saturday"]}}));
    for by in [MEMBER, VIEWER, GUEST] {
        assert_eq!(fixture.refused(by, saturday()).0, RefusalCode::Forbidden);
    }
    let changes = fixture.does(ADMIN, saturday());
    assert_eq!(changes.iter().map(|(scope, _)| *scope).collect::<Vec<_>>(), [commons]);
}
