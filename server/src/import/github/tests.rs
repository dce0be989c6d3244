use actors::domain::{entity::Color, kinds::import::order::ImportStatus};
use serde_json::{Value, json};

use super::*;
use crate::error::Code;
use crate::import::testing::{context, lines, real, said};

fn issue(number: u64) -> Value {
    json!({
        "number": number, "title": format!("Issue {number}"), "state": "OPEN", "author": "ada",
        "assignees": [], "labels": [], "body": "", "createdAt": "2020-01-02T03:04:05Z", "closedAt": null,
        "comments": [],
    })
}

fn with(mut item: Value, changes: Value) -> Value {
    if let (Value::Object(item), Value::Object(changes)) = (&mut item, changes) {
        item.extend(changes);
    }
    item
}

fn archive(issues: Value, pulls: Value) -> Vec<u8> {
    let labels = json!([{"name": "bug", "color": "fc2929", "description": null}]);
    json!({"magic": "E!", "repo": "Tools/Lathe", "labels": labels, "issues": issues, "pulls": pulls})
        .to_string()
        .into_bytes()
}

fn plan(issues: Value, pulls: Value) -> Plan {
    parse(&archive(issues, pulls), "archive.json", &context()).expect("an archive")
}

fn only(plan: &Plan) -> &ImportTicket {
    assert_eq!(plan.tickets.len(), 1);
    &plan.tickets[0].ticket
}

#[test]
fn an_issue_becomes_a_ticket_with_all_it_has() {
    let item = with(
        issue(12),
        json!({
            "title": " Spin\tfaster ", "state": "CLOSED", "labels": ["bug", "bug", "new"], "assignees": ["bob"],
            "body": "one\r\ntwo", "closedAt": "2020-02-03T04:05:06+01:00",
            "comments": [
                {"author": "eve", "body": "later", "createdAt": "2020-01-04T00:00:00Z"},
                {"author": "ADA", "body": "sooner", "createdAt": "2020-01-03T00:00:00Z"},
                {"author": "eve", "body": " ", "createdAt": "2020-01-03T00:00:00Z"},
            ],
        }),
    );
    let plan = plan(json!([item]), json!([]));
    let ticket = only(&plan);
    assert_eq!((ticket.number, ticket.title.as_str()), (Some(12), "Spin faster"));
    assert_eq!((ticket.description.as_str(), ticket.status), ("one\ntwo", ImportStatus::Completed));
    assert_eq!(ticket.closed_at, instant("", "2020-02-03T03:05:06Z").ok());
    let comments: Vec<_> = ticket.comments.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(comments, ["sooner", "later"]);
    // GitHub treats ADA and ada as the same.
    let people: Vec<_> = plan.frame.people.iter().map(|it| it.username.as_str()).collect();
    assert_eq!(people, ["ada", "bob", "eve"]);
    assert_eq!(ticket.comments[0].by, ticket.created_by);
    let labels: Vec<_> = plan.frame.labels.iter().map(|it| (it.name.as_str(), it.color)).collect();
    assert_eq!(labels, [("bug", Color::Red), ("new", Color::Grey)]);
    assert_eq!(ticket.labels, plan.frame.labels.iter().map(|it| it.id).collect::<Vec<_>>());
    let list = plan.frame.list.as_ref().expect("a list");
    assert_eq!((list.name.as_str(), ticket.list), ("Lathe", Some(list.id)));
    assert_eq!(said(&plan), Vec::<String>::new());
}

#[test]
fn states_become_statuses() {
    use ImportStatus::{Canceled, Completed, Open};
    let closed = "2020-02-03T00:00:00Z";
    for (pull, changes, expected) in [
        (false, json!({"state": "OPEN"}), Open),
        (false, json!({"state": "CLOSED", "closedAt": closed}), Completed),
        (false, json!({"state": "CLOSED", "stateReason": "NOT_PLANNED"}), Canceled),
        (true, json!({"state": "OPEN"}), Open),
        (true, json!({"state": "CLOSED", "mergedAt": null}), Canceled),
        (true, json!({"state": "MERGED", "mergedAt": closed, "mergedBy": "bob"}), Completed),
    ] {
        let item = with(issue(1), changes.clone());
        let plan = if pull { plan(json!([]), json!([item])) } else { plan(json!([item]), json!([])) };
        assert_eq!(only(&plan).status, expected, "{changes}");
        let is_pull = plan.frame.labels.iter().any(|label| label.name == "pull request");
        assert_eq!(is_pull, pull);
    }
}

#[test]
fn reviews_are_comments_too() {
    let review = json!({
        "id": "R1", "author": "bob", "state": "APPROVED", "body": "Fine.", "createdAt": "2020-01-03T00:00:00Z",
        "comments": [{"body": "This line.", "createdAt": "2020-01-03T00:00:00Z"}],
    });
    let silent =
        json!({"id": "R2", "author": "eve", "state": "COMMENTED", "body": "", "createdAt": "2020-01-04T00:00:00Z"});
    let plan = plan(json!([]), json!([with(issue(1), json!({"reviews": [review, silent]}))]));
    let comments: Vec<_> = only(&plan).comments.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(comments, ["**Approved**\n\nFine.", "This line."]);
    assert!(only(&plan).comments.iter().all(|it| it.by == Some(plan.frame.people[1].id)));
}

#[test]
fn references_lead_to_the_tickets_they_mean() {
    let comment = json!({"author": null, "body": "no, #1", "createdAt": "2020-01-03T00:00:00Z"});
    let second = with(issue(2), json!({"body": "like #1, not #99", "author": null, "comments": [comment]}));
    let plan = plan(json!([issue(1), second]), json!([]));
    let (first, second) = (&plan.tickets[0].ticket, &plan.tickets[1].ticket);
    assert_eq!(second.description, format!("like [#1](ticket:{}), not #99", first.id));
    assert_eq!(second.comments[0].message, format!("no, [#1](ticket:{})", first.id));
    assert_eq!((second.created_by, second.comments[0].by), (None, None));
    assert_eq!(
        said(&plan),
        [
            "- noted Shown under the importer's name: 1 task by deleted accounts.",
            "- noted Shown under the importer's name: 1 comment by deleted accounts.",
        ]
    );
}

#[test]
fn the_same_archive_again_names_the_same_things() {
    let comment = json!({"author": "eve", "body": "a", "createdAt": "2020-01-03T00:00:00Z"});
    let first = plan(json!([with(issue(1), json!({"comments": [comment, comment]}))]), json!([]));
    let edited = with(comment, json!({"body": "b"}));
    let again =
        plan(json!([with(issue(1), json!({"title": "New", "comments": [edited, edited]})), issue(2)]), json!([]));
    let ids = |plan: &Plan| plan.tickets[0].ticket.comments.iter().map(|it| it.id).collect::<Vec<_>>();
    assert_eq!(first.tickets[0].ticket.id, again.tickets[0].ticket.id);
    assert_eq!(ids(&first), ids(&again));
    assert_ne!(ids(&first)[0], ids(&first)[1]);
    assert_eq!(first.frame, again.frame);
    let elsewhere = Context { workspace: actors::domain::ids::WorkspaceId(Uuid::from_u128(8)), ..context() };
    let other = parse(&archive(json!([issue(1)]), json!([])), "archive.json", &elsewhere).expect("an archive");
    assert_ne!(first.tickets[0].ticket.id, other.tickets[0].ticket.id);
}

#[test]
fn a_label_that_the_workspace_has_is_used() {
    let own = LabelId(Uuid::from_u128(99));
    let context = Context { labels: [("bug".to_owned(), own)].into(), ..context() };
    let plan =
        parse(&archive(json!([with(issue(1), json!({"labels": ["Bug"]}))]), json!([])), "archive.json", &context)
            .expect("one");
    assert_eq!((only(&plan).labels.as_slice(), plan.frame.labels.len()), ([own].as_slice(), 0));
}

#[test]
fn a_bad_issue_is_refused_alone_and_adds_no_person() {
    let bad = |changes| with(with(issue(5), json!({"author": "mallory"})), changes);
    for (changes, expected) in [
        (json!({"title": " "}), "validation_failed The title is empty."),
        (json!({"title": "a\0b"}), "validation_failed The title contains a NUL character."),
        (json!({"body": "a\0b"}), "validation_failed The description contains a NUL character."),
        (json!({"body": "x".repeat(100_001)}), "payload_too_large The description has 100001 bytes"),
        (json!({"createdAt": "yesterday"}), "validation_failed createdAt isn't a date: \"yesterday\""),
        (json!({"state": "LOST"}), "validation_failed The state \"LOST\" is unknown"),
        (json!({"number": 1}), "already_exists The number 1 appears twice"),
        (json!({"title": null}), "validation_failed Entry 2 can't be read. At \"title\": Text is expected here."),
        (
            json!({"comments": [{"createdAt": 1}]}),
            "validation_failed Entry 2 can't be read. At \"comments[0].createdAt\": Text is expected here.",
        ),
        (json!({"comments": {}}), "validation_failed Entry 2 can't be read. At \"comments\": A list is expected here."),
        (
            json!({"number": "2"}),
            "validation_failed Entry 2 can't be read. At \"number\": A whole number is expected here.",
        ),
    ] {
        let plan = plan(json!([issue(1), bad(changes.clone()), issue(9)]), json!([]));
        let report = said(&plan);
        assert!(report.len() == 1 && report[0].contains(expected), "{changes}: {report:?}");
        assert_eq!((plan.tickets.len(), plan.refused), (2, 1));
        assert!(plan.frame.people.iter().all(|it| it.username != "mallory"));
    }
}

#[test]
fn an_entry_that_is_no_object_is_refused_in_plain_words() {
    for entry in [json!(0), json!("x"), json!([1, "a", "OPEN"])] {
        let plan = plan(json!([issue(1), entry]), json!([]));
        assert_eq!(said(&plan), ["- validation_failed Entry 2 can't be read. An object is expected here."]);
    }
}

#[test]
fn a_comment_that_is_too_long_is_left_out_alone() {
    let long = json!({"author": "eve", "body": "x".repeat(50_001), "createdAt": "2020-01-03T00:00:00Z"});
    let short = with(long.clone(), json!({"body": "short"}));
    let plan = plan(json!([with(issue(1), json!({"comments": [long, short]}))]), json!([]));
    assert_eq!((only(&plan).comments.len(), plan.refused), (1, 0));
    let report = said(&plan);
    assert_eq!(
        report,
        ["1 payload_too_large A comment was skipped. The comment has 50001 bytes; at most 50000 are allowed."]
    );
}

#[test]
fn a_message_does_not_grow_with_the_values_of_the_file() {
    let huge = with(issue(1), json!({"assignees": "x".repeat(1_000_000)}));
    let plan = plan(json!([huge]), json!([]));
    assert!(said(&plan)[0].starts_with("1 validation_failed Entry 1 can't be read") && said(&plan)[0].len() < 600);
}

#[test]
fn a_huge_number_is_not_kept() {
    let plan = plan(json!([issue(u64::MAX), issue(0)]), json!([]));
    assert!(plan.tickets.iter().all(|it| it.ticket.number.is_none()));
}

#[test]
fn a_file_that_is_no_archive_is_refused_whole() {
    let whole = archive(json!([issue(1), issue(2)]), json!([]));
    let second = whole.windows(7).rposition(|part| part == b"Issue 2").expect("there");
    for (bytes, row, expected) in [
        (whole[..second].to_vec(), Some(2), "it ends in entry 2 of \"issues\""),
        (b"".to_vec(), None, "it ends at line 1"),
        (b"key,title\n".to_vec(), None, "isn't valid JSON"),
        (
            b"[]".to_vec(),
            None,
            "isn't a valid GitHub archive. Reading stopped at line 1, column 1. An object is expected here.",
        ),
        (b"[\"a/b\", [], []]".to_vec(), None, "An object is expected here."),
        (b"{}".to_vec(), None, "The field \"repo\" is missing."),
        (b"{\"repo\": 1}".to_vec(), None, "At \"repo\": Text is expected here."),
        (b"{\"repo\": \" \", \"issues\": []}".to_vec(), None, "can't be empty"),
        ([whole.as_slice(), b"{}"].concat(), None, "isn't valid JSON"),
        (b"{\"repo\": \"caf\xE9\"}".to_vec(), None, "isn't in UTF-8: the byte 0xe9 at offset 13"),
        ("[".repeat(100_000).into_bytes(), None, "at line 1"),
        (format!("{{\"repo\": {}", "[".repeat(1_000_000)).into_bytes(), None, "isn't a valid GitHub archive"),
    ] {
        let refusal = parse(&bytes, "archive.json", &context()).expect_err(expected);
        assert!(refusal.message.contains(expected), "{}", refusal.message);
        let report = lines(&refusal.report);
        let start = row.map_or("-".to_owned(), |row: u64| row.to_string());
        assert!(report.len() == 1 && report[0].starts_with(&start), "{report:?}");
        assert!(matches!(refusal.code, Code::ImportRefused | Code::ValidationFailed));
    }
}

#[test]
fn the_archive_of_the_tls_working_group_is_read_whole() {
    let Some(bytes) = real("github-archive-tls13-spec.json") else { return };
    let plan = parse(&bytes, "archive.json", &context()).expect("an archive");
    let counts = plan.counts();
    assert_eq!((counts.tickets, counts.refused), (446 + 998, 0));
    assert_eq!(said(&plan), Vec::<String>::new());
    let status = |wanted| plan.tickets.iter().filter(|it| it.ticket.status == wanted).count();
    assert_eq!((status(ImportStatus::Completed), status(ImportStatus::Canceled)), (446 + 725, 273));
    // 2,363 comments, 129 reviews with texts, 205 verdicts of which some have texts, 1,306 remarks on lines.
    assert_eq!(counts.comments, real_comments(&bytes));
    assert_eq!((counts.people, counts.labels), (171, 22));
    let twelfth = plan.tickets.iter().find(|it| it.ticket.number == Some(12)).expect("#12");
    assert_eq!(twelfth.row, Some(12));
    let links: usize = plan.tickets.iter().map(|it| it.ticket.description.matches("](ticket:").count()).sum();
    assert!(links > 100, "{links}");
    assert!(parse(&bytes[..bytes.len() / 2], "archive.json", &context()).is_err());
}

/// Counts without the types of the reader.
fn real_comments(bytes: &[u8]) -> usize {
    let archive: Value = serde_json::from_slice(bytes).expect("JSON");
    let items = ["issues", "pulls"].into_iter().flat_map(|list| archive[list].as_array().into_iter().flatten());
    let filled = |value: &Value| usize::from(value["body"].as_str().is_some_and(|body| !body.trim().is_empty()));
    let of = |item: &Value, list: &str| item[list].as_array().cloned().unwrap_or_default();
    let count = |item: &Value| {
        let plain: usize = of(item, "comments").iter().map(filled).sum();
        let reviews = of(item, "reviews");
        let verdicts = reviews.iter().filter(|it| it["state"] != "COMMENTED" || filled(it) == 1).count();
        let inner: usize = reviews.iter().flat_map(|it| of(it, "comments")).map(|it| filled(&it)).sum();
        plain + verdicts + inner
    };
    items.map(count).sum()
}

#[test]
fn at9_milestones_become_versions_and_types_become_task_types() {
    let due = json!({"title": "1.0", "due_on": "2020-05-06T07:00:00Z", "state": "closed", "description": "First"});
    let issues = json!([
        with(issue(1), json!({"milestone": due, "type": {"name": "Bug"}})),
        with(issue(2), json!({"milestone": {"title": "1.0", "dueOn": null}, "issueType": {"name": "bug"}})),
        with(issue(3), json!({"milestone": "2.0", "issueType": "Epic"})),
        with(issue(4), json!({"milestone": null, "type": null})),
    ]);
    let read = plan(issues.clone(), json!([]));
    let versions: Vec<_> =
        read.frame.fix_versions.iter().map(|it| (it.name.as_str(), it.release_date, it.state)).collect();
    use actors::domain::kinds::fix_version::VersionState::{Released, Unreleased};
    let day = actors::domain::date::PlainDate::parse("2020-05-06");
    assert_eq!(versions, [("1.0", day, Released), ("2.0", None, Unreleased)]);
    let of = |nth: usize| (read.tickets[nth].ticket.fix_versions.len(), read.tickets[nth].ticket.task_type.is_some());
    assert_eq!([of(0), of(1), of(2), of(3)], [(1, true), (1, true), (1, true), (0, false)]);
    assert_eq!(read.tickets[0].ticket.task_type, read.tickets[1].ticket.task_type);
    assert_eq!(read.counts().records, 4);

    let mut context = context();
    context.records.may_make_records = false;
    let read = parse(&archive(issues, json!([])), "archive.json", &context).expect("an archive");
    assert!(read.frame.fix_versions.is_empty());
    let left_out = "- noted Left out: 3 values that need a new fix version, which your role can't create.";
    assert!(said(&read).contains(&left_out.to_owned()), "{:?}", said(&read));
}
