//! What becomes of an import's job.

use super::*;
use crate::domain::{
    change::Op,
    entity::{ImportJob, ImportState},
    ids::ImportId,
    kinds::import::order::ImportOrder,
    limits,
};

fn job(house: &House, state: ImportState, report: Value) -> ImportJob {
    ImportJob {
        id: ImportId(id(70)),
        format: "csv".into(),
        file_name: "work.csv".into(),
        state,
        total: 10,
        done: 4,
        created: 4,
        updated: 0,
        unchanged: 0,
        refused: 0,
        report,
        created_at: house.now,
        finished_at: None,
    }
}

fn order(house: &mut House, what: ImportOrder) -> Decision {
    let order = Order { id: house.next(), by: MEMBER, what: What::Import(what) };
    let decision = decide(&house.world, &order, house.now).expect("decided");
    house.take(&decision);
    decision
}

#[test]
fn a_running_import_is_interrupted_once_and_says_why_first() {
    let mut house = House::new();
    let noted = json!({"row": 2, "code": "noted", "message": "hm"});
    let running = job(&house, ImportState::Running, json!([noted]));
    order(&mut house, ImportOrder::Progress(Box::new(running)));
    house.pass(60);
    let decision = order(&mut house, ImportOrder::Interrupted(ImportId(id(70))));
    let [(scope, write)] = decision.writes.as_slice() else { panic!("{decision:?}") };
    assert_eq!((*scope, write.change().map(|change| change.op)), (house.own(MEMBER), Some(Op::Update)));
    let ended = house.world.tables.imports[&ImportId(id(70))].clone();
    assert_eq!((ended.state, ended.finished_at, ended.done), (ImportState::Interrupted, Some(house.now), 4));
    assert_eq!((&ended.report[0]["code"], &ended.report[1]), (&json!("interrupted"), &noted));
    let again = order(&mut house, ImportOrder::Interrupted(ImportId(id(70))));
    assert!(again.writes.is_empty(), "two nodes notice the same silence: {again:?}");
}

#[test]
fn an_import_that_has_ended_or_is_unknown_is_not_interrupted() {
    let mut house = House::new();
    assert!(order(&mut house, ImportOrder::Interrupted(ImportId(id(71)))).writes.is_empty());
    for state in [ImportState::Done, ImportState::Failed] {
        let ended = job(&house, state, json!([]));
        order(&mut house, ImportOrder::Progress(Box::new(ended)));
        assert!(order(&mut house, ImportOrder::Interrupted(ImportId(id(70)))).writes.is_empty(), "{state:?}");
    }
}

#[test]
fn a_full_report_stays_as_long_as_it_may_be() {
    let mut house = House::new();
    let full = vec![json!({"row": null, "code": "noted", "message": "hm"}); limits::REPORT_ENTRIES];
    let running = job(&house, ImportState::Running, Value::Array(full));
    order(&mut house, ImportOrder::Progress(Box::new(running)));
    order(&mut house, ImportOrder::Interrupted(ImportId(id(70))));
    let report = house.world.tables.imports[&ImportId(id(70))].report.as_array().map(Vec::len);
    assert_eq!(report, Some(limits::REPORT_ENTRIES));
}
