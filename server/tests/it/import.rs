//! Importing: files of real projects, and broken files.

use std::path::Path;

use awc::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, Client, TestDatabase, TestNode};

const BOUNDARY: &str = "----of-the-form";

/// A form with these fields, the file last.
fn form(fields: &[(&str, &str)], name: &str, file: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, value) in fields {
        let part = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         content-type: application/octet-stream\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    body
}

async fn send(client: &Client, workspace: &str, body: Vec<u8>) -> Answer {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    client.send(Method::POST, &format!("/api/workspaces/{workspace}/import"), Some(&kind), body).await
}

pub async fn upload(client: &Client, workspace: &str, fields: &[(&str, &str)], name: &str, file: &[u8]) -> Answer {
    send(client, workspace, form(fields, name, file)).await
}

/// A workspace with the key `TRP`.
pub async fn found(client: &Client) -> String {
    let answer = client.post("/api/workspaces", &json!({"name": "Troupe", "key": "TRP"})).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["id"].as_str().expect("an id").to_owned()
}

/// The entities of one kind in a fresh snapshot.
pub async fn entities(client: &Client, workspace: &str, kind: &str) -> Vec<Value> {
    let answer = client.get(&format!("/api/workspaces/{workspace}/snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["entity"] == kind).map(|line| line["data"].clone()).collect()
}

/// The job once it has ended.
pub async fn ended(database: &TestDatabase, client: &Client, workspace: &str, started: &Answer) -> Value {
    assert_eq!(started.status, 202, "{:?}", started.json());
    let id = started.json()["id"].clone();
    let uuid: Uuid = id.as_str().and_then(|id| id.parse().ok()).expect("an id");
    let mut inside = database.connect().await;
    let ended = "select exists (select 1 from imports where id = $1 and state <> 'running')";
    while !sqlx::query_scalar::<_, bool>(ended).bind(uuid).fetch_one(&mut inside).await.expect("an answer") {
        tokio::task::yield_now().await;
    }
    let jobs = entities(client, workspace, "import").await;
    jobs.into_iter().find(|job| job["id"] == id).expect("the job")
}

pub fn counts(job: &Value) -> [i64; 6] {
    ["total", "done", "created", "updated", "unchanged", "refused"].map(|name| job[name].as_i64().expect("a count"))
}

#[actix_web::test]
async fn a_csv_is_looked_at_mapped_and_imported() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let file = "key,title,points\nA-7,Seven,3\nA-8,,1\n".as_bytes();

    let answer = upload(&ada, &workspace, &[("format", "csv"), ("dryRun", "true")], "work.csv", file).await;
    let seen = answer.json();
    assert_eq!((answer.status.as_u16(), &seen["ready"], &seen["total"]), (200, &json!(false), &json!(2)));
    assert_eq!(
        seen["columns"][2],
        json!({"name": "points", "samples": ["3", "1"], "filled": 2, "suggested": null, "attribute": "number"})
    );
    assert_eq!(seen["mapping"], json!({"key": "key", "title": "title"}));

    let answer = upload(&ada, &workspace, &[("format", "csv")], "work.csv", file).await;
    assert_eq!((answer.refusal(), answer.field()), ((422, "validation_failed".to_owned()), Some("points".to_owned())));

    let mapping = json!({"key": "key", "title": "title", "points": "label"}).to_string();
    let fields = [("format", "csv"), ("mapping", mapping.as_str()), ("dryRun", "true")];
    let preview = upload(&ada, &workspace, &fields, "work.csv", file).await.json();
    assert_eq!(
        (&preview["ready"], &preview["created"], &preview["known"], &preview["refused"], &preview["list"]),
        (&json!(true), &json!(1), &json!(0), &json!(1), &json!("work"))
    );
    assert_eq!(
        preview["report"],
        json!([
            {"row": null, "code": "noted",
             "message": "Shown under the importer's name: 1 task without a reporter."},
            {"row": 3, "code": "validation_failed", "message": "The title is empty."},
        ])
    );
    assert!(entities(&ada, &workspace, "ticket").await.is_empty(), "a dry run changes nothing");

    let started = upload(&ada, &workspace, &fields[..2], "work.csv", file).await;
    let job = ended(&database, &ada, &workspace, &started).await;
    assert_eq!((counts(&job), &job["state"]), ([2, 2, 1, 0, 0, 1], &json!("done")));
    assert_eq!(job["report"], preview["report"]);
    let tickets = entities(&ada, &workspace, "ticket").await;
    assert_eq!((tickets.len(), &tickets[0]["title"], &tickets[0]["number"]), (1, &json!("Seven"), &json!(7)));
    let labels = entities(&ada, &workspace, "label").await;
    assert_eq!((&labels[0]["name"], &tickets[0]["labels"][0]), (&json!("points: 3"), &labels[0]["id"]));

    let again = "key,title,points\nA-7,Seven!,3\nA-9,Nine,3\n".as_bytes();
    let started = upload(&ada, &workspace, &fields[..2], "work.csv", again).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 1, 1, 0, 0]);
    let started = upload(&ada, &workspace, &fields[..2], "work.csv", again).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 0, 0, 2, 0]);
    assert_eq!(entities(&ada, &workspace, "ticket").await.len(), 2);
    assert_eq!(entities(&ada, &workspace, "label").await.len(), 1);
}

#[actix_web::test]
async fn at9_columns_become_attributes_that_the_next_import_updates() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let file =
        "key,title,Points,Severity,Component,Milestone\nA-7,Seven,3,high,Parser,1.0\nA-8,Eight,,low,,\n".as_bytes();
    let made = json!({
        "key": "key", "title": "title", "Component": "components", "Milestone": "fixVersions",
        "Points": {"newAttribute": "number"}, "Severity": {"newAttribute": "singleSelect"},
    });
    let made = made.to_string();
    let fields = [("format", "csv"), ("mapping", made.as_str()), ("dryRun", "true")];
    let preview = upload(&ada, &workspace, &fields, "work.csv", file).await.json();
    assert_eq!(
        (&preview["attributes"], &preview["records"]),
        (
            &json!([
                {"name": "Points", "type": "number", "options": 0},
                {"name": "Severity", "type": "singleSelect", "options": 2},
            ]),
            &json!(2)
        )
    );
    assert!(entities(&ada, &workspace, "attribute").await.is_empty(), "a dry run changes nothing");

    let started = upload(&ada, &workspace, &fields[..2], "work.csv", file).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 2, 0, 0, 0]);
    let started = upload(&ada, &workspace, &fields[..2], "work.csv", file).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 0, 0, 2, 0], "nothing is doubled");
    let named = |rows: &[Value], name: &str| rows.iter().find(|it| it["name"] == name).expect("a row")["id"].clone();
    let (attributes, options) =
        (entities(&ada, &workspace, "attribute").await, entities(&ada, &workspace, "option").await);
    assert_eq!((attributes.len(), options.len()), (2, 2));
    let (points, severity) = (named(&attributes, "Points"), named(&attributes, "Severity"));
    let value = async |number: i64, attribute: &Value| {
        let tickets = entities(&ada, &workspace, "ticket").await;
        let ticket = tickets.into_iter().find(|it| it["number"] == number).expect("a ticket");
        ticket["fields"][attribute.as_str().expect("an id")].clone()
    };
    assert_eq!(value(7, &points).await.as_f64(), Some(3.0));
    assert_eq!(value(7, &severity).await, json!([named(&options, "high")]));
    let ticket = entities(&ada, &workspace, "ticket").await.into_iter().find(|it| it["number"] == 7).expect("a ticket");
    let (components, versions) =
        (entities(&ada, &workspace, "component").await, entities(&ada, &workspace, "fixVersion").await);
    assert_eq!(ticket["componentsIds"], json!([named(&components, "Parser")]));
    assert_eq!(ticket["fixVersionsIds"], json!([named(&versions, "1.0")]));

    // The columns are now suggested for the attributes, and a newer file changes the values.
    let newer = "key,title,Points,Severity\nA-7,Seven,5,urgent\nA-8,Eight,,\n".as_bytes();
    let seen = upload(&ada, &workspace, &[("format", "csv"), ("dryRun", "true")], "work.csv", newer).await.json();
    assert_eq!((&seen["ready"], &seen["mapping"]["Points"]), (&json!(true), &json!({"attribute": points})));
    let started = upload(&ada, &workspace, &[("format", "csv")], "work.csv", newer).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 0, 1, 1, 0]);
    let options = entities(&ada, &workspace, "option").await;
    assert_eq!(
        (value(7, &points).await.as_f64(), value(7, &severity).await),
        (Some(5.0), json!([named(&options, "urgent")]))
    );
    assert_eq!(value(8, &severity).await, json!([named(&options, "low")]), "an empty cell leaves the value");
}

#[actix_web::test]
async fn at11_at14_cells_name_existing_tasks_and_labels_and_the_report_names_all_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let [needs, made_of, set, stone, ticket] = [(); 5].map(|()| Uuid::now_v7());
    let sets = json!([{"labelSetId": set, "name": "Material", "single": true, "labelsOrder": [stone]}]);
    for command in [
        json!({"kind": "label.create", "labelId": stone, "name": "Stone"}),
        json!({"kind": "attribute.create", "attributeId": needs, "name": "Needs", "type": "linkedTasks"}),
        json!({"kind": "attribute.create", "attributeId": made_of, "name": "Made of", "type": "multiSelect", "labelSets": sets}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "First"}),
    ] {
        let order = json!({"id": Uuid::now_v7(), "command": command});
        let answer = ada.post(&format!("/api/workspaces/{workspace}/commands"), &order).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
    }
    let file = "key,title,Needs,Made of\nA-7,Seven,\"trp-1, A-8\",\"stone, glass\"\nA-8,Eight,TRP-99,\n".as_bytes();
    let fields = [("format", "csv"), ("dryRun", "true")];
    let preview = upload(&ada, &workspace, &fields, "work.csv", file).await.json();
    let said: Vec<&str> =
        preview["report"].as_array().expect("a report").iter().filter_map(|it| it["message"].as_str()).collect();
    for part in ["no task \"A-8\"", "no task \"TRP-99\"", "1 value of \"Made of\""] {
        assert!(said.iter().any(|line| line.contains(part)), "{part}: {said:?}");
    }
    let value = async |number: i64, attribute: Uuid| {
        let tickets = entities(&ada, &workspace, "ticket").await;
        let ticket = tickets.into_iter().find(|it| it["number"] == number).expect("a ticket");
        ticket["fields"][attribute.to_string()].clone()
    };
    let started = upload(&ada, &workspace, &fields[..1], "work.csv", file).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 2, 0, 0, 0]);
    assert_eq!((value(7, needs).await, value(7, made_of).await), (json!([ticket]), json!([stone])));
    // The tasks of the file exist now, so the next import finds them.
    let started = upload(&ada, &workspace, &fields[..1], "work.csv", file).await;
    assert_eq!(counts(&ended(&database, &ada, &workspace, &started).await), [2, 2, 0, 1, 1, 0]);
    let eight = entities(&ada, &workspace, "ticket").await.into_iter().find(|it| it["number"] == 8).expect("a ticket")
        ["id"]
        .clone();
    assert_eq!(value(7, needs).await, json!([ticket, eight]));
}

#[actix_web::test]
async fn a_file_that_breaks_is_refused_by_row_and_changes_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_UPLOAD_LIMIT", "100000")]).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let large = "x".repeat(100_001);
    let before = entities(&ada, &workspace, "member").await;
    for (format, file, refusal, row) in [
        ("csv", &b"key,title\nA-1,\"One"[..], (422, "import_refused"), json!(2)),
        ("csv", b"key,title\nA-1,caf\xE9\n", (422, "import_refused"), json!(2)),
        ("csv", b"\xFF\xFEk\0e\0", (422, "import_refused"), json!(null)),
        ("csv", b"", (422, "import_refused"), json!(1)),
        ("github", b"{\"repo\": \"a/b\", \"issues\": [{\"number\": 1,", (422, "import_refused"), json!(1)),
        ("github", b"key,title\n", (422, "import_refused"), json!(null)),
        ("csv", large.as_bytes(), (413, "payload_too_large"), json!("no report")),
    ] {
        for dry_run in ["true", "false"] {
            let answer = upload(&ada, &workspace, &[("format", format), ("dryRun", dry_run)], "a.csv", file).await;
            assert_eq!(answer.refusal(), (refusal.0, refusal.1.to_owned()));
            let report = answer.json()["report"].clone();
            assert!(report.is_null() || report[0]["row"] == row, "{report}");
        }
    }
    for kind in ["ticket", "label", "import"] {
        assert!(entities(&ada, &workspace, kind).await.is_empty(), "{kind}");
    }
    assert_eq!(entities(&ada, &workspace, "member").await, before);
}

#[actix_web::test]
async fn a_form_that_is_none_is_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let path = format!("/api/workspaces/{workspace}/import");
    assert_eq!(ada.post(&path, &json!({})).await.refusal(), (415, "unsupported_media_type".to_owned()));
    let no_boundary = ada.send(Method::POST, &path, Some("multipart/form-data"), b"x".to_vec()).await;
    assert_eq!(no_boundary.refusal(), (415, "unsupported_media_type".to_owned()));

    let refused = async |fields: &[(&str, &str)]| {
        let answer = upload(&ada, &workspace, fields, "a.csv", b"title\nOne\n").await;
        (answer.refusal(), answer.field().unwrap_or_default())
    };
    for (fields, code, field) in [
        (&[][..], "validation_failed", "format"),
        (&[("format", "xml")], "validation_failed", "format"),
        (&[("format", "csv"), ("format", "csv")], "validation_failed", "format"),
        (&[("format", "csv"), ("dryRun", "maybe")], "validation_failed", "dryRun"),
        (&[("format", "csv"), ("mapping", "{")], "validation_failed", "mapping"),
        (&[("format", "csv"), ("mapping", r#"{"title": "weight"}"#)], "validation_failed", "mapping"),
        (&[("format", "csv"), ("colour", "red")], "unknown_field", "colour"),
    ] {
        assert_eq!(refused(fields).await, ((422, code.to_owned()), field.to_owned()));
    }
    let mut cut = form(&[("format", "csv")], "a.csv", b"title\nOne\n");
    cut.truncate(cut.len() - BOUNDARY.len());
    assert_eq!(send(&ada, &workspace, cut).await.refusal(), (422, "validation_failed".to_owned()));
    let none =
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"format\"\r\n\r\ncsv\r\n--{BOUNDARY}--\r\n");
    assert_eq!(send(&ada, &workspace, none.into_bytes()).await.field().as_deref(), Some("file"));
}

#[actix_web::test]
async fn only_members_may_import() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let mallory = node.sign_up_user("mallory").await.client;
    let workspace = found(&ada).await;
    let fields = [("format", "csv")];
    let import = async |client: &Client, workspace: &str| {
        upload(client, workspace, &fields, "a.csv", b"title\nOne\n").await.refusal()
    };
    assert_eq!(import(&node.client(), &workspace).await, (401, "unauthenticated".to_owned()));
    let missing = Uuid::now_v7().to_string();
    assert_eq!(import(&mallory, &workspace).await, (404, "not_found".to_owned()));
    assert_eq!(import(&mallory, &missing).await, (404, "not_found".to_owned()));
    assert!(entities(&ada, &workspace, "ticket").await.is_empty());
}

#[actix_web::test]
async fn the_archive_of_the_tls_working_group_comes_in_whole_and_never_twice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/github-archive-tls13-spec.json");
    let Ok(file) = std::fs::read(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let fields = [("format", "github")];

    let preview = upload(&ada, &workspace, &[("format", "github"), ("dryRun", "true")], "archive.json", &file).await;
    let preview = preview.json();
    assert_eq!((&preview["created"], &preview["people"], &preview["refused"]), (&json!(1_444), &json!(171), &json!(0)));
    let started = upload(&ada, &workspace, &fields, "archive.json", &file).await;
    let job = ended(&database, &ada, &workspace, &started).await;
    assert_eq!((counts(&job), &job["state"]), ([1_444, 1_444, 1_444, 0, 0, 0], &json!("done")), "{}", job["report"]);

    let tickets = entities(&ada, &workspace, "ticket").await;
    let members = entities(&ada, &workspace, "member").await;
    assert_eq!((tickets.len(), members.len()), (1_444, 172));
    assert_eq!(members.iter().filter(|member| member["state"] == "pending").count(), 171);
    let comments: i64 = tickets.iter().filter_map(|ticket| ticket["comments"].as_i64()).sum();
    assert_eq!(json!(comments), preview["comments"]);
    let first = tickets.iter().find(|ticket| ticket["number"] == 1).expect("#1");
    assert_eq!(
        (&first["title"], &first["completed"], &first["comments"]),
        (&json!("SNI encryption"), &json!(true), &json!(4))
    );
    assert_eq!(first["completedAt"], "2017-04-16T17:21:21Z");
    let list = entities(&ada, &workspace, "list").await.into_iter().find(|list| list["name"] == "tls13-spec");
    assert_eq!(first["lists"][0]["listId"], list.expect("a list")["id"]);

    let started = upload(&ada, &workspace, &fields, "archive.json", &file).await;
    let job = ended(&database, &ada, &workspace, &started).await;
    assert_eq!(counts(&job), [1_444, 1_444, 0, 0, 1_444, 0]);
    assert_eq!(entities(&ada, &workspace, "ticket").await, tickets, "nothing was touched");
}
