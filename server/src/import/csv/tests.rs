use actors::domain::{
    entity::Priority,
    ids::{AttributeId, ListId, OptionId, TicketId},
    kinds::attribute::value::{FieldEdit, FieldPatch},
    kinds::import::order::ImportStatus,
};
use uuid::Uuid;

use super::*;
use crate::error::Code;
use crate::import::testing::{context, lines, real, said};
use crate::import::{ImportRefusal, Plan};

fn mapping(pairs: &[(&str, Target)]) -> Mapping {
    Mapping(pairs.iter().map(|(name, target)| ((*name).to_owned(), Some(*target))).collect())
}

/// Reads with the mapping that the names of the columns suggest.
fn read(text: &str) -> Plan {
    let mapping = inspect(text.as_bytes(), &context()).expect("a table").suggested();
    parse(text.as_bytes(), "fixture.csv", &mapping, &context()).expect("a plan")
}

fn refused(bytes: &[u8]) -> ImportRefusal {
    inspect(bytes, &context()).expect_err("refused")
}

/// The entries without those about the whole file.
fn by_row(plan: &Plan) -> Vec<String> {
    said(plan).into_iter().filter(|line| !line.starts_with('-')).collect()
}

#[test]
fn tickets_without_an_author_are_reported() {
    let plan = read("key,title,reporter\nA-1,One,Ann\nA-2,Two,\nA-3,Three,NULL\n");
    assert_eq!(said(&plan)[1..], ["- noted Shown under the importer's name: 2 tasks without a reporter."]);
    let authors: Vec<bool> = plan.tickets.iter().map(|it| it.ticket.created_by.is_some()).collect();
    assert_eq!(authors, [true, false, false]);
}

#[test]
fn columns_are_shown_with_samples_and_suggestions() {
    let text = "Issue key,Summary,Story points,\nA-1,One,3,\nA-2,Two,3,x\nA-3,Three,NULL,\n";
    let seen = inspect(text.as_bytes(), &context()).expect("a table");
    let columns: Vec<_> = seen.columns.iter().map(|it| (it.name.as_str(), it.filled, it.suggested)).collect();
    assert_eq!(
        columns,
        [
            ("Issue key", 3, Some(Target::Key)),
            ("Summary", 3, Some(Target::Title)),
            ("Story points", 2, None),
            ("Column 4", 1, None),
        ]
    );
    assert_eq!((seen.rows, seen.columns[2].samples.as_slice()), (3, ["3".to_owned()].as_slice()));
}

#[test]
fn a_ticket_keeps_its_key_its_file_and_the_address_of_its_page() {
    let plan = read(
        "key,title,url\nA-1,One,https://tracker.example/A-1?x=1\nA-2,Two,javascript:alert(1)\nA-3,Three,\nA-4,Four,/A-4\n",
    );
    let sources: Vec<_> = plan.tickets.iter().map(|it| &it.ticket.source).collect();
    assert_eq!((sources[0].key.as_deref(), sources[0].file.as_str()), (Some("A-1"), "fixture.csv"));
    let addresses: Vec<_> = sources.iter().map(|source| source.address.as_deref()).collect();
    assert_eq!(addresses, [Some("https://tracker.example/A-1?x=1"), None, None, None]);
    assert_eq!(plan.tickets[1].ticket.description, "url: javascript:alert(1)");
    let added = "isn't a web address, so it was added to the description.";
    assert_eq!(
        by_row(&plan),
        [format!("3 noted url: \"javascript:alert(1)\" {added}"), format!("5 noted url: \"/A-4\" {added}"),]
    );
}

#[test]
fn a_better_key_goes_before_an_id() {
    let seen = inspect(b"Issue id,Issue key,Title\n", &context()).expect("a table");
    let suggested: Vec<_> = seen.columns.iter().map(|it| it.suggested).collect();
    assert_eq!(suggested, [None, Some(Target::Key), Some(Target::Title)]);
}

#[test]
fn a_row_becomes_a_ticket_with_all_it_has() {
    let text = "key,title,description,status,assignee,reporter,labels,priority,start,due,created,closed,comment\n\
        A-7,Mill,\"Some \"\"text\"\"\r\nhere\",Done,Ann; Bob,Cem,\"x, y\",High,2026-01-02,2026-01-03,\
        2026-01-01T00:00:00Z,2026-01-04 10:00,04/Jan/26 9:00 AM;Dan;Well done\n";
    let plan = read(text);
    let ticket = &plan.tickets[0].ticket;
    assert_eq!((plan.tickets[0].row, ticket.number, ticket.title.as_str()), (Some(2), Some(7), "Mill"));
    assert_eq!((ticket.description.as_str(), ticket.status), ("Some \"text\"\nhere", ImportStatus::Completed));
    let people: Vec<_> = plan.frame.people.iter().map(|it| it.username.as_str()).collect();
    assert_eq!(people.len(), 4, "{people:?}");
    assert_eq!((ticket.assignees.len(), ticket.labels.len()), (2, 2));
    assert_eq!(ticket.priority, Some(Priority::Week));
    assert_eq!(ticket.due_date.map(|date| date.to_string()).as_deref(), Some("2026-01-03"));
    assert!(ticket.created_at < ticket.closed_at && ticket.created_by.is_some());
    assert_eq!(ticket.comments[0].message, "Well done");
    assert_eq!(plan.frame.list.as_ref().map(|list| list.name.as_str()), Some("fixture"));
    assert_eq!(said(&plan), Vec::<String>::new());
}

#[test]
fn a_column_without_a_mapping_is_never_dropped() {
    let text = b"title,storypoint\nOne,5\n";
    let known = inspect(text, &context()).expect("a table").suggested();
    let refusal = parse(text, "a.csv", &known, &context()).expect_err("refused");
    assert_eq!((refusal.code, refusal.field.as_deref()), (Code::ValidationFailed, Some("storypoint")));

    let with = |target| {
        let mapping = mapping(&[("title", Target::Title), ("storypoint", target)]);
        parse(text, "a.csv", &mapping, &context()).expect("a plan")
    };
    let plan = with(Target::Label);
    assert_eq!(plan.frame.labels[0].name, "storypoint: 5");
    assert_eq!(with(Target::DescriptionLine).tickets[0].ticket.description, "storypoint: 5");
    let plan = with(Target::Ignore);
    assert!(said(&plan).contains(&"- noted The column \"storypoint\" is skipped (1 filled cell).".to_owned()));
}

#[test]
fn a_mapping_must_fit_the_file() {
    let text = b"a,b\n1,2\n";
    for (pairs, field) in [
        (vec![("a", Target::Title), ("b", Target::Title)], "b"),
        (vec![("a", Target::Title), ("b", Target::Ignore), ("c", Target::Label)], "c"),
        (vec![("a", Target::Label), ("b", Target::Ignore)], "title"),
    ] {
        let refusal = parse(text, "a.csv", &mapping(&pairs), &context()).expect_err("refused");
        assert_eq!((refusal.code, refusal.field.as_deref()), (Code::ValidationFailed, Some(field)));
    }
}

#[test]
fn columns_of_one_name_are_one_column_with_several_cells() {
    let plan = read("title,Labels,Labels,Comment,Comment\nOne,x,y,first,second\n");
    assert_eq!((plan.tickets[0].ticket.labels.len(), plan.tickets[0].ticket.comments.len()), (2, 2));

    let seen = inspect(b"title,due,due\n", &context()).expect("a table");
    assert_eq!(seen.columns.iter().map(|it| it.suggested).collect::<Vec<_>>(), [Some(Target::Title), None]);
    let both = mapping(&[("title", Target::Title), ("due", Target::DueDate)]);
    let refusal = parse(b"title,due,due\n", "a.csv", &both, &context()).expect_err("refused");
    assert_eq!(refusal.field.as_deref(), Some("due"));
}

#[test]
fn a_bad_row_is_refused_alone() {
    for (row, expected) in [
        ("A-9,,", "3 validation_failed The title is empty."),
        (",T,", "3 validation_failed The key is empty."),
        ("A-9,T", "3 validation_failed The row has 2 cells, but the header has 3."),
        ("A-9,T,,,", "3 validation_failed The row has 5 cells"),
        ("A-1,T,", "3 already_exists The key \"A-1\" is already in row 2."),
        ("A-9,a\0b,", "3 validation_failed title: the cell contains a NUL character."),
        ("A-9,T,soon", "3 validation_failed due: \"soon\" isn't a date."),
        ("A-9,T,2026-02-30", "3 validation_failed due: \"2026-02-30\" isn't a date."),
    ] {
        let plan = read(&format!("key,title,due\nA-1,One,\n{row}\nA-2,Two,\n"));
        let report = by_row(&plan);
        assert!(report.len() == 1 && report[0].starts_with(expected), "{report:?}");
        assert_eq!((plan.tickets.len(), plan.refused), (2, 1));
    }
}

#[test]
fn a_cell_of_fifty_megabytes_is_refused_by_its_row() {
    let text = format!("key,title,description\nA-1,One,{}\nA-2,Two,\n", "x".repeat(50_000_000));
    let mapping = mapping(&[("key", Target::Key), ("title", Target::Title), ("description", Target::Description)]);
    let plan = parse(text.as_bytes(), "a.csv", &mapping, &context()).expect("a plan");
    assert_eq!((plan.tickets.len(), plan.refused), (1, 1));
    assert!(by_row(&plan)[0].starts_with("2 payload_too_large The description has 50000000 bytes"));
    let plan = read(&format!("key,title\nA-1,{}\nA-2,Two\n", "x".repeat(501)));
    assert!(by_row(&plan)[0].contains("at most 500 characters"));
}

#[test]
fn a_formula_stays_the_text_that_it_is_and_is_reported() {
    let formula = "=HYPERLINK(\"\"http://evil\"\")";
    let plan = read(&format!("title,description\n\"{formula}\",-\n@SUM,\"+1\"\n"));
    let ticket = &plan.tickets[0].ticket;
    assert_eq!((ticket.title.as_str(), ticket.description.as_str()), ("=HYPERLINK(\"http://evil\")", "-"));
    let report = by_row(&plan);
    assert!(report[0].starts_with("2 noted title: \"=HYPERLINK"), "{report:?}");
    assert_eq!(report.iter().filter(|line| line.starts_with("3 noted")).count(), 2);
    assert_eq!(plan.refused, 0);
}

#[test]
fn unknown_words_are_reported_and_null_is_nothing() {
    let plan = read("key,title,status,priority,description\nA-1,NULL,Simmering,Meh,NULL\nA-2,T,Simmering,,\n");
    assert_eq!(
        said(&plan),
        [
            "- noted NULL is read as empty in 1 cell.",
            "- noted The status \"Simmering\" is unknown: 2 tasks left open.",
            "- noted Shown under the importer's name: 2 tasks without a reporter.",
            "2 noted priority: \"Meh\" isn't a known priority.",
        ]
    );
    assert_eq!(plan.tickets[0].ticket.title, "NULL");
    assert_eq!(plan.tickets[0].ticket.description, "");
}

#[test]
fn the_same_file_again_names_the_same_things() {
    let ids = |plan: &Plan| plan.tickets.iter().map(|it| it.ticket.id).collect::<Vec<_>>();
    let (first, again) = (read("key,title\nA-1,One\nA-2,Two\n"), read("key,title\nA-2,New\nA-1,One\n"));
    assert_eq!(ids(&first), ids(&again).into_iter().rev().collect::<Vec<_>>());
    // Without keys, titles distinguish the tickets, together with a count.
    let (first, again) = (read("title\nOne\nOne\n"), read("title\nZero\nOne\nOne\n"));
    assert_eq!(ids(&first), ids(&again)[1..]);
    // A plain number means another ticket in another file.
    let elsewhere = |text: &[u8]| {
        let mapping = inspect(text, &context()).expect("a table").suggested();
        ids(&parse(text, "other.csv", &mapping, &context()).expect("a plan"))
    };
    assert_ne!(ids(&read("key,title\n1,One\n")), elsewhere(b"key,title\n1,One\n"));
    assert_eq!(ids(&read("key,title\nA-1,One\n")), elsewhere(b"key,title\nA-1,One\n"));
}

#[test]
fn a_file_that_breaks_is_refused_with_its_row() {
    for (bytes, expected) in [
        (
            b"key,title\nA-1,One\nA-2,\"Tw".to_vec(),
            "3 import_refused A quotation mark in row 3 (line 3) is never closed",
        ),
        (b"key,title\nA-1,\"a \"\" b\nA-2,Two\n".to_vec(), "2 import_refused A quotation mark in row 2"),
        (b"key,title\nA-1,\"a\nb\"\nA-2,caf\xE9\n".to_vec(), "3 import_refused The file isn't in UTF-8"),
        (b"caf\xE9,title\n".to_vec(), "1 import_refused The file isn't in UTF-8"),
        (b"\xFF\xFEk\0e\0y\0".to_vec(), "- import_refused The file is in UTF-16"),
        (b"".to_vec(), "1 import_refused The file is empty"),
        (b"\n\n".to_vec(), "1 import_refused The file is empty"),
        (b"\0\0,\0".to_vec(), "1 import_refused The first row contains NUL"),
        ("x".repeat(201).into_bytes(), "1 import_refused \"xxxx"),
        ("c,".repeat(201).into_bytes(), "- payload_too_large The first row has 202 cells"),
    ] {
        let report = lines(&refused(&bytes).report);
        assert!(report.len() == 1 && report[0].starts_with(expected), "{report:?}");
    }
}

#[test]
fn spreadsheets_of_other_countries_are_read() {
    for text in ["\u{feff}key;title\nA-1;Zwölf, dreizehn\n", "key\ttitle\r\nA-1\tZwölf, dreizehn\r\n"] {
        assert_eq!(read(text).tickets[0].ticket.title, "Zwölf, dreizehn");
    }
}

#[test]
fn too_many_different_labels_are_refused() {
    let rows: String = (0..1_001).map(|n| format!("T{n},{n}\n")).collect();
    let text = format!("title,points\n{rows}");
    let both = mapping(&[("title", Target::Title), ("points", Target::Label)]);
    let refusal = parse(text.as_bytes(), "a.csv", &both, &context()).expect_err("refused");
    assert_eq!(refusal.code, Code::PayloadTooLarge);
}

#[test]
fn the_issues_of_mesos_and_spring_xd_are_read_whole() {
    for (name, tickets) in [("mesos.csv", 1_680), ("springxd.csv", 3_526)] {
        let Some(bytes) = real(name) else { return };
        let seen = inspect(&bytes, &context()).expect("a table");
        let mut mapping = seen.suggested();
        assert_eq!(mapping.0.len(), 3);
        mapping.0.insert("storypoint".to_owned(), Some(Target::Label));
        let plan = parse(&bytes, name, &mapping, &context()).expect("a plan");
        assert_eq!((plan.tickets.len(), plan.refused), (tickets, 0));
        assert!(plan.frame.labels.iter().any(|label| label.name == "storypoint: 13"));
        assert!(plan.tickets.iter().all(|it| it.ticket.number.is_some()));

        let cut = parse(&bytes[..bytes.len() / 2], name, &mapping, &context());
        assert!(cut.is_err() || cut.is_ok_and(|plan| plan.refused == 1), "a cut is seen");
    }
}

#[test]
fn at9_columns_become_attributes_and_a_second_import_finds_them() {
    let text = "key,title,Points,Severity,Parts,Seen by,Checked,Type,Component,Milestone\n\
                A-1,One,3,high,\"pier, mast\",Ann,yes,Bug,Parser,1.0\n\
                A-2,Two,,low,mast,,no,Bug,\"Parser; Lexer\",1.0\n\
                A-3,Three,many,High,,,,Task,,\n";
    let new = |of| Target::NewAttribute(of);
    use actors::domain::entity::AttributeType::*;
    let mut wanted = inspect(text.as_bytes(), &context()).expect("a table").suggested();
    wanted.0.extend(
        [
            ("Points", Number),
            ("Severity", SingleSelect),
            ("Parts", MultiSelect),
            ("Seen by", Users),
            ("Checked", Checkbox),
        ]
        .map(|(name, of)| (name.to_owned(), Some(new(of)))),
    );
    let plan = parse(text.as_bytes(), "fixture.csv", &wanted, &context()).expect("a plan");
    let made: Vec<_> = plan.new_attributes.iter().map(|it| (it.name.as_str(), it.value_type, it.options)).collect();
    assert_eq!(
        made,
        [
            ("Points", Number, 0),
            ("Severity", SingleSelect, 2),
            ("Parts", MultiSelect, 2),
            ("Seen by", Users, 0),
            ("Checked", Checkbox, 0)
        ]
    );
    let names = (plan.frame.task_types.len(), plan.frame.components.len(), plan.frame.fix_versions.len());
    assert_eq!((names, plan.counts().records), ((2, 2, 1), 5));
    let sizes: Vec<usize> = plan.tickets.iter().map(|it| it.ticket.fields.len()).collect();
    assert_eq!(sizes, [5, 3, 1], "an unchecked box clears a value, an empty cell leaves it");
    assert_eq!(plan.tickets[2].ticket.description, "Points: many");
    assert_eq!(
        by_row(&plan),
        ["4 noted Points: \"many\" doesn't fit the attribute, so it was added to the description."]
    );

    // The workspace after the import, with one attribute and one option renamed.
    let mut later = context();
    let attributes = plan.frame.attributes.iter().map(|it| crate::import::records::KnownAttribute {
        id: it.id,
        name: if it.name == "Points" { "Story points".to_owned() } else { it.name.clone() },
        value_type: it.value_type,
        list_ids: None,
        options: it.options.iter().map(|it| (format!("{}!", it.name.to_lowercase()), it.id)).collect(),
        is_of_labels: false,
    });
    later.records.attributes = attributes.collect();
    let again = parse(text.as_bytes(), "fixture.csv", &wanted, &later).expect("a plan");
    assert!(again.new_attributes.is_empty() && again.frame.attributes.is_empty());
    let fields = |plan: &Plan| plan.tickets.iter().map(|it| it.ticket.fields.clone()).collect::<Vec<_>>();
    assert_eq!(fields(&again), fields(&plan));
    let other = ListId(Uuid::from_u128(77));
    later.records.attributes[0].list_ids = Some(vec![other]);
    let outside = parse(text.as_bytes(), "fixture.csv", &wanted, &later).expect("a plan");
    let left = plan.frame.attributes[0].id;
    assert!(outside.tickets.iter().all(|it| !it.ticket.fields.contains_key(&left)), "the list has no such attribute");
    assert!(by_row(&outside).iter().any(|line| line.contains("belongs to other lists")));
    let list = plan.frame.list.as_ref().expect("a list").id;
    later.records.attributes[0].list_ids = Some(vec![other, list]);
    let inside = parse(text.as_bytes(), "fixture.csv", &wanted, &later).expect("a plan");
    assert_eq!(fields(&inside), fields(&plan));
    let seen = inspect(text.as_bytes(), &later).expect("a table");
    assert_eq!(seen.columns[2].suggested, Some(Target::Attribute(plan.frame.attributes[0].id)));
}

#[test]
fn at11_cells_name_tasks_by_number_by_key_and_by_the_key_of_a_file_and_the_report_names_those_that_are_not_found() {
    let attribute = AttributeId(Uuid::from_u128(9));
    let ticket = |n: u128| TicketId(Uuid::from_u128(n));
    let mut context = context();
    context.records.attributes = vec![crate::import::records::KnownAttribute {
        id: attribute,
        name: "Needs".to_owned(),
        value_type: actors::domain::entity::AttributeType::LinkedTasks,
        list_ids: None,
        options: Default::default(),
        is_of_labels: false,
    }];
    let known =
        vec![(ticket(1), 7, None), (ticket(2), 8, Some("OLD-3".to_owned())), (ticket(3), 9, Some("OLD-3".to_owned()))];
    context.tickets = crate::import::records::KnownTickets::of("HAR", known);
    let text = "key,title,Needs\nA-1,One,\"har-7, #8, HAR-99\"\nA-2,Two,old-3; 9\nA-3,Three,nothing\n".as_bytes();
    let plan = parse(text, "a.csv", &inspect(text, &context).expect("a table").suggested(), &context).expect("a plan");
    let added = |tickets: &[u128]| {
        let add = tickets.iter().map(|n| OptionId(Uuid::from_u128(*n))).collect();
        FieldPatch::from([(attribute, Some(FieldEdit::Set { add, remove: Vec::new() }))])
    };
    let fields: Vec<&FieldPatch> = plan.tickets.iter().map(|it| &it.ticket.fields).collect();
    assert_eq!(fields, [&added(&[1, 2]), &added(&[2, 3]), &FieldPatch::new()]);
    assert_eq!(
        by_row(&plan),
        [
            "2 noted Needs: no task \"HAR-99\" that you can see, so the value was left out.",
            "4 noted Needs: no task \"nothing\" that you can see, so the value was left out.",
        ]
    );
    let map = mapping(&[
        ("key", Target::Key),
        ("title", Target::Title),
        ("Needs", Target::NewAttribute(actors::domain::entity::AttributeType::LinkedTasks)),
    ]);
    assert_eq!(parse(text, "a.csv", &map, &context).expect_err("refused").field.as_deref(), Some("Needs"));
}

#[test]
fn at14_cells_of_an_attribute_of_labels_name_labels_of_its_sets_and_create_none() {
    let (attribute, stone) = (AttributeId(Uuid::from_u128(9)), OptionId(Uuid::from_u128(10)));
    let mut context = context();
    context.records.attributes = vec![crate::import::records::KnownAttribute {
        id: attribute,
        name: "Made of".to_owned(),
        value_type: actors::domain::entity::AttributeType::MultiSelect,
        list_ids: None,
        options: [("stone".to_owned(), stone)].into(),
        is_of_labels: true,
    }];
    let text = "key,title,Made of\nA-1,One,\"Stone, glass\"\nA-2,Two,glass\n".as_bytes();
    let seen = inspect(text, &context).expect("a table");
    assert_eq!(seen.columns[2].suggested, Some(Target::Attribute(attribute)));
    let plan = parse(text, "a.csv", &seen.suggested(), &context).expect("a plan");
    let added = FieldEdit::Set { add: vec![stone], remove: Vec::new() };
    assert_eq!(plan.tickets[0].ticket.fields, FieldPatch::from([(attribute, Some(added))]));
    assert!(plan.tickets[1].ticket.fields.is_empty() && plan.frame.attributes.is_empty());
    let note = "- noted Left out: 2 values of \"Made of\" that the label sets of the attribute don't offer.";
    assert!(said(&plan).contains(&note.to_owned()), "{:?}", said(&plan));
}

#[test]
fn at9_an_attribute_that_cannot_be_made_is_refused_with_its_column() {
    use actors::domain::entity::AttributeType::*;
    let text = "key,title,Points,points\nA-1,One,3,4\n".as_bytes();
    let base = [("key", Target::Key), ("title", Target::Title)];
    let map = |points: Target, other: Target| mapping(&[base[0], base[1], ("Points", points), ("points", other)]);
    let refusal = |mapping: &Mapping, context: &crate::import::Context| {
        let no = parse(text, "a.csv", mapping, context).expect_err("refused");
        (no.code, no.field.unwrap_or_default())
    };
    let twice = map(Target::NewAttribute(Number), Target::NewAttribute(Text));
    assert_eq!(refusal(&twice, &context()), (Code::ValidationFailed, "points".to_owned()));
    let mut reader = context();
    reader.records.may_make_attributes = false;
    let once = map(Target::NewAttribute(Number), Target::Ignore);
    assert_eq!(refusal(&once, &reader), (Code::Forbidden, "Points".to_owned()));
    let unknown = map(Target::Attribute(AttributeId(Uuid::from_u128(9))), Target::Ignore);
    assert_eq!(refusal(&unknown, &context()), (Code::ValidationFailed, "Points".to_owned()));
    let many: String = (0..=200).map(|nth| format!("A-{nth},Title,{nth},x\n")).collect();
    let many = format!("key,title,Points,points\n{many}");
    let choice = map(Target::NewAttribute(SingleSelect), Target::Ignore);
    let no = parse(many.as_bytes(), "a.csv", &choice, &context()).expect_err("refused");
    assert_eq!(
        no.message,
        "The column \"Points\" has too many different values: an attribute can have 200 options. Make it a text."
    );
}

#[test]
fn at9_the_points_of_a_real_project_are_numbers() {
    let Some(bytes) = real("springxd.csv") else { return };
    let seen = inspect(&bytes, &context()).expect("a table");
    assert_eq!(seen.columns[3].attribute, Some(actors::domain::entity::AttributeType::Number));
    let mut wanted = seen.suggested();
    let number = Target::NewAttribute(actors::domain::entity::AttributeType::Number);
    wanted.0.insert("storypoint".to_owned(), Some(number));
    let plan = parse(&bytes, "springxd.csv", &wanted, &context()).expect("a plan");
    let valued = plan.tickets.iter().filter(|it| it.ticket.fields.len() == 1).count();
    assert_eq!((valued, plan.new_attributes.len()), (plan.tickets.len(), 1));
}
