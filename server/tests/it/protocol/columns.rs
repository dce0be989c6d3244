//! SN1 and SN2: the two forms of a snapshot.

use std::collections::BTreeMap;
use std::io::Read as _;

use actors::wire::SnapshotColumns;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use uuid::Uuid;

use super::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode};

const COLUMNS: &str = "application/vnd.troupe.columns";
const LINES: &str = "application/x-ndjson";

/// A snapshot as its reader has it: the rows by scope, kind and id, whatever their form.
#[derive(Debug, PartialEq)]
struct Read {
    head: Value,
    rows: BTreeMap<(String, String, String), Value>,
    count: u64,
}

fn text_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200);
    let mut text = String::new();
    let read = match answer.header("content-encoding") {
        Some("gzip") => GzDecoder::new(&answer.body[..]).read_to_string(&mut text),
        _ => (&answer.body[..]).read_to_string(&mut text),
    };
    read.expect("text");
    text
}

fn read(answer: &Answer) -> Read {
    let text = text_of(answer);
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let head = lines.next().expect("a head");
    let (mut rows, mut count, mut scope) = (BTreeMap::new(), 0, String::new());
    for line in lines {
        if line["end"] == true {
            assert_eq!(line["count"], count, "the snapshot is whole");
            return Read { head, rows, count };
        }
        let kind = line["entity"].as_str().expect("a kind").to_owned();
        if kind == "scope" {
            count += 1;
            line["data"]["id"].as_str().expect("a scope").clone_into(&mut scope);
            continue;
        }
        let here = if line["columns"].is_object() {
            let columns: SnapshotColumns = serde_json::from_value(line).expect("columns");
            columns.into_rows().expect("rows").into_iter().map(Value::Object).collect()
        } else {
            vec![line["data"].clone()]
        };
        for row in here {
            count += 1;
            let id = row["id"].as_str().expect("an id").to_owned();
            assert_eq!(rows.insert((scope.clone(), kind.clone(), id), row), None, "each row comes once");
        }
    }
    panic!("the end is missing")
}

/// Tickets with a parent, links, dates, lists, labels and comments, shared and private.
async fn work(team: &Team) -> Vec<Uuid> {
    let mut tickets = Vec::new();
    for n in 0..12 {
        let (id, priority) = (Uuid::now_v7(), ["day", "week"][n % 2]);
        let ticket = json!({
            "kind": "ticket.create", "ticketId": id, "title": format!("Ticket {n} \"世界\""), "private": n % 5 == 4,
            "priority": priority, "dueDate": format!("2027-01-{:02}", n + 1),
            "parentTicketId": tickets.first().filter(|_| n % 5 != 4),
        });
        assert_eq!(team.post(0, &ticket).await.status, 200);
        tickets.push(id);
    }
    let commands = [
        json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Wet", "color": "teal"}),
        json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "blocks",
               "fromTicketId": tickets[1], "toTicketId": tickets[2]}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": tickets[3], "message": "A word"}),
        json!({"kind": "ticket.trash", "ticketId": tickets[5]}),
    ];
    for command in commands {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    tickets
}

#[actix_web::test]
async fn sn1_both_forms_of_a_snapshot_hold_the_same_rows_whole_and_by_scope_before_and_after_an_edit() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let tickets = work(&team).await;
    let by_lines = team.people[0].client.with_header("accept", LINES);
    let by_columns = team.people[0].client.with_header("accept", COLUMNS);
    let personal = {
        let head = read(&by_lines.get(&team.path("snapshot")).await).head;
        let scopes = head["cursors"].as_object().expect("cursors");
        scopes.keys().find(|scope| ![&team.workspace, &team.commons].contains(scope)).expect("a personal scope").clone()
    };
    for title in ["Before", "After"] {
        let patch = json!({"kind": "ticket.update", "ticketId": tickets[0], "patch": {"title": title}});
        assert_eq!(team.post(0, &patch).await.status, 200);
        for path in ["snapshot", &format!("snapshot?scope={}", team.workspace), &format!("snapshot?scope={personal}")] {
            let lines = by_lines.get(&team.path(path)).await;
            let columns = by_columns.get(&team.path(path)).await;
            let zipped = by_columns.with_header("accept-encoding", "gzip").get(&team.path(path)).await;
            assert!(text_of(&columns).contains("\"columns\":") && !text_of(&lines).contains("\"columns\":"), "{path}");
            assert_eq!(zipped.header("content-encoding"), Some("gzip"));
            let (lines, columns) = (read(&lines), read(&columns));
            assert_eq!(columns, lines, "{path}");
            assert_eq!(read(&zipped), lines, "{path}");
            let edited = (team.workspace.clone(), "ticket".to_owned(), tickets[0].to_string());
            let shown = lines.rows.get(&edited).map(|row| row["title"].clone());
            assert_eq!(shown, (!path.contains(&personal)).then(|| json!(title)), "{path}");
        }
    }
}

#[actix_web::test]
async fn sn2_only_a_client_that_names_the_columns_gets_them_and_the_answer_says_its_form() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let form = async |client: &Client| {
        let answer = client.get(&team.path("snapshot")).await;
        assert_eq!(answer.header("vary"), Some("accept, accept-encoding"));
        let form = answer.header("content-type").expect("a form").to_owned();
        assert_eq!(text_of(&answer).contains("\"columns\":"), form == COLUMNS);
        form
    };
    let ann = &team.people[0].client;
    assert_eq!(form(ann).await, LINES);
    // Pages of the previous version accept JSON.
    for (accept, wanted) in [
        ("application/json", LINES),
        ("*/*", LINES),
        (LINES, LINES),
        ("application/vnd.troupe.columns;q=0, */*", LINES),
        (COLUMNS, COLUMNS),
        ("application/json, Application/Vnd.Troupe.Columns;q=0.5", COLUMNS),
    ] {
        assert_eq!(form(&ann.with_header("accept", accept)).await, wanted, "{accept}");
    }
}
