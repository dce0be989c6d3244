//! The outcome of an import's job, and of its tickets.

use super::*;
use crate::domain::{
    change::Op,
    date::PlainDate,
    entity::{AttributeType, ImportJob, ImportState},
    ids::{AttributeId, ComponentId, ImportId, ListId, OptionId, TaskTypeId},
    kinds::{
        attribute::value::{FieldEdit, FieldValue},
        import::order::{
            ImportAttribute, ImportComponent, ImportFrame, ImportOption, ImportOrder, ImportSource, ImportStatus,
            ImportTaskType, ImportTicket,
        },
        task_type::TypeIcon,
    },
    limits,
};

fn job(fixture: &Fixture, state: ImportState, report: Value) -> ImportJob {
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
        created_at: fixture.now,
        finished_at: None,
    }
}

fn order(fixture: &mut Fixture, what: ImportOrder) -> Decision {
    let order =
        Order { id: fixture.next(), by: MEMBER, narrowing: Narrowing::NONE, from: None, what: What::Import(what) };
    let decision = decide(&fixture.world, &order, fixture.now).expect("decided");
    fixture.take(&decision);
    decision
}

#[test]
fn a_running_import_is_interrupted_once_and_says_why_first() {
    let mut fixture = Fixture::new();
    let noted = json!({"row": 2, "code": "noted", "message": "hm"});
    let running = job(&fixture, ImportState::Running, json!([noted]));
    order(&mut fixture, ImportOrder::Progress(Box::new(running)));
    fixture.pass(60);
    let decision = order(&mut fixture, ImportOrder::Interrupted(ImportId(id(70))));
    let [(scope, write)] = decision.writes.as_slice() else { panic!("{decision:?}") };
    assert_eq!((*scope, write.change().map(|change| change.op)), (fixture.own(MEMBER), Some(Op::Update)));
    let ended = fixture.world.tables.imports[&ImportId(id(70))].clone();
    assert_eq!((ended.state, ended.finished_at, ended.done), (ImportState::Interrupted, Some(fixture.now), 4));
    assert_eq!((&ended.report[0]["code"], &ended.report[1]), (&json!("interrupted"), &noted));
    let again = order(&mut fixture, ImportOrder::Interrupted(ImportId(id(70))));
    assert!(again.writes.is_empty(), "two nodes notice the same silence: {again:?}");
}

#[test]
fn an_import_that_has_ended_or_is_unknown_is_not_interrupted() {
    let mut fixture = Fixture::new();
    assert!(order(&mut fixture, ImportOrder::Interrupted(ImportId(id(71)))).writes.is_empty());
    for state in [ImportState::Done, ImportState::Failed] {
        let ended = job(&fixture, state, json!([]));
        order(&mut fixture, ImportOrder::Progress(Box::new(ended)));
        assert!(order(&mut fixture, ImportOrder::Interrupted(ImportId(id(70)))).writes.is_empty(), "{state:?}");
    }
}

#[test]
fn a_full_report_stays_as_long_as_it_may_be() {
    let mut fixture = Fixture::new();
    let full = vec![json!({"row": null, "code": "noted", "message": "hm"}); limits::REPORT_ENTRIES];
    let running = job(&fixture, ImportState::Running, Value::Array(full));
    order(&mut fixture, ImportOrder::Progress(Box::new(running)));
    order(&mut fixture, ImportOrder::Interrupted(ImportId(id(70))));
    let report = fixture.world.tables.imports[&ImportId(id(70))].report.as_array().map(Vec::len);
    assert_eq!(report, Some(limits::REPORT_ENTRIES));
}

/// A closed ticket of a file, in the list `LIST`.
fn imported(fixture: &Fixture, due: &str) -> ImportTicket {
    ImportTicket {
        id: TicketId(id(80)),
        number: None,
        title: "From elsewhere".into(),
        description: String::new(),
        status: ImportStatus::Completed,
        created_by: None,
        created_at: None,
        closed_at: Some(fixture.now),
        closed_by: None,
        assignees: Vec::new(),
        labels: Vec::new(),
        list: Some(ListId(LIST.parse().expect("an id"))),
        priority: None,
        start_date: PlainDate::parse("2030-04-01"),
        due_date: PlainDate::parse(due),
        comments: Vec::new(),
        source: ImportSource::default(),
        fields: Default::default(),
        task_type: None,
        components: Vec::new(),
        fix_versions: Vec::new(),
    }
}

fn refused(fixture: &mut Fixture, ticket: ImportTicket) -> (RefusalCode, Option<String>) {
    let what = What::Import(ImportOrder::Tickets(vec![ticket]));
    let order = Order { id: fixture.next(), by: MEMBER, narrowing: Narrowing::NONE, from: None, what };
    let refusal = decide(&fixture.world, &order, fixture.now).expect_err("refused");
    (refusal.code, refusal.field)
}

#[test]
fn an_import_puts_tickets_only_into_lists_that_exist() {
    let mut fixture = Fixture::new();
    let ticket = ImportTicket { list: Some(ListId(id(81))), ..imported(&fixture, "2030-04-30") };
    assert_eq!(refused(&mut fixture, ticket), (RefusalCode::NotFound, Some("lists".into())));
}

#[test]
fn a_second_import_never_stores_a_due_date_before_the_start() {
    let mut fixture = Fixture::new();
    let first = imported(&fixture, "2030-04-30");
    order(&mut fixture, ImportOrder::Tickets(vec![first]));
    let again = ImportTicket { start_date: None, ..imported(&fixture, "2030-03-31") };
    assert_eq!(refused(&mut fixture, again), (RefusalCode::ValidationFailed, Some("dueDate".into())));
}

#[test]
fn a_second_import_that_moves_a_due_date_counts_the_delay_anew() {
    let mut fixture = Fixture::new();
    let first = imported(&fixture, "2030-05-02");
    order(&mut fixture, ImportOrder::Tickets(vec![first]));
    assert_eq!(fixture.at(id(80)).delayed_for, Some(0));
    // In this test it is 2030-05-01, 12:00.
    let again = imported(&fixture, "2030-04-29");
    order(&mut fixture, ImportOrder::Tickets(vec![again]));
    assert_eq!(fixture.at(id(80)).delayed_for, Some(36 * 3_600));
}

#[test]
fn c12_an_import_makes_no_list_or_label_and_changes_no_ticket_that_the_role_does_not_allow() {
    let mut fixture = Fixture::with_commons();
    let first = imported(&fixture, "2030-05-02");
    order(&mut fixture, ImportOrder::Tickets(vec![first]));
    let role = id(99);
    let only = json!(["read", "import", "createTickets"]);
    fixture.does(OWNER, json!({"kind": "role.create", "roleId": role, "name": "Importer", "capabilities": only}));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": MEMBER, "role": role}));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": role}));
    let again = ImportTicket { title: "Changed".into(), ..imported(&fixture, "2030-04-29") };
    let order = Order {
        id: fixture.next(),
        by: ZOE,
        narrowing: Narrowing::NONE,
        from: None,
        what: What::Import(ImportOrder::Tickets(vec![again])),
    };
    let decision = decide(&fixture.world, &order, fixture.now).expect("decided");
    assert!(decision.writes.is_empty(), "{decision:?}");
}

#[test]
fn at9_an_import_makes_attributes_and_records_that_the_role_allows_and_leaves_out_the_others() {
    let attribute = |value_type| ImportAttribute {
        id: AttributeId(id(82)),
        name: "Severity".into(),
        value_type,
        options: vec![ImportOption { id: OptionId(id(83)), name: "high".into() }],
    };
    let frame = || ImportFrame {
        attributes: vec![attribute(AttributeType::SingleSelect)],
        task_types: vec![ImportTaskType { id: TaskTypeId(id(84)), name: "Bug".into(), icon: TypeIcon::Bug }],
        components: vec![ImportComponent { id: ComponentId(id(85)), name: "Parser".into() }],
        ..ImportFrame::default()
    };
    let valued = |fixture: &Fixture, option: u32| ImportTicket {
        fields: [(AttributeId(id(82)), Some(FieldEdit::Value(FieldValue::Options(vec![OptionId(id(option))]))))].into(),
        task_type: Some(TaskTypeId(id(84))),
        components: vec![ComponentId(id(85))],
        ..imported(fixture, "2030-05-02")
    };
    for (role, makes) in [("admin", true), ("member", false)] {
        let mut fixture = Fixture::new();
        fixture.does(OWNER, json!({"kind": "member.setRole", "userId": MEMBER, "role": role}));
        order(&mut fixture, ImportOrder::Prepare(Box::new(frame())));
        let again = order(&mut fixture, ImportOrder::Prepare(Box::new(frame())));
        assert!(again.writes.is_empty(), "{role}: {again:?}");
        let ticket = valued(&fixture, 83);
        order(&mut fixture, ImportOrder::Tickets(vec![ticket]));
        let ticket = fixture.at(id(80)).clone();
        assert_eq!((ticket.fields.len(), ticket.task_type_id.is_some()), (usize::from(makes), makes), "{role}");
        // An option that nobody made is left out, and the value stays.
        let unknown = valued(&fixture, 86);
        order(&mut fixture, ImportOrder::Tickets(vec![unknown]));
        assert_eq!(fixture.at(id(80)).fields, ticket.fields, "{role}");
    }
}

#[test]
fn at11_at14_an_import_sets_tickets_and_labels_that_a_value_may_name_and_leaves_out_all_others() {
    let mut fixture = Fixture::new();
    let named = fixture.ticket(1);
    let hers = json!({"kind": "ticket.create", "ticketId": id(2), "title": "Hers", "private": true});
    fixture.does(ZOE, hers);
    fixture.does(
        OWNER,
        json!({"kind": "attribute.create", "attributeId": id(95), "name": "Basis", "type": "linkedTasks"}),
    );
    fixture.does(MEMBER, json!({"kind": "label.create", "labelId": id(96), "name": "dry"}));
    let sets = json!([{"labelSetId": id(98), "name": "Wall", "single": true, "labelsOrder": [LABEL]}]);
    fixture.does(OWNER, json!({"kind": "attribute.create", "attributeId": id(97), "name": "Walls", "type": "multiSelect", "labelSets": sets}));
    let set =
        |add: &[Uuid]| Some(FieldEdit::Set { add: add.iter().map(|id| OptionId(*id)).collect(), remove: Vec::new() });
    let mut new = imported(&fixture, "2030-05-01");
    let label: Uuid = LABEL.parse().expect("an id");
    new.fields.insert(AttributeId(id(95)), set(&[named, id(2), id(80), id(99)]));
    new.fields.insert(AttributeId(id(97)), set(&[id(96), label]));
    order(&mut fixture, ImportOrder::Tickets(vec![new]));
    let fields = json!(fixture.at(id(80)).fields);
    assert_eq!(fields, json!({id(95).to_string(): [named], id(97).to_string(): [label]}));
}
