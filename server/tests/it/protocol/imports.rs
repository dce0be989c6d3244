//! The changes that an import may make in an existing workspace.

use serde_json::{Value, json};
use uuid::Uuid;

use super::team::Team;
use crate::import::{counts, ended, entities, upload};
use crate::support::{TestDatabase, TestNode};

/// An archive of one repository with these issues.
pub fn archive(issues: &[Value], pulls: &[Value]) -> Vec<u8> {
    json!({"repo": "tlswg/tls13-spec", "labels": [], "issues": issues, "pulls": pulls}).to_string().into_bytes()
}

/// An issue by a deleted account, with one comment by a deleted account.
pub fn issue(number: u64, words: &str) -> Value {
    json!({"number": number, "title": words, "state": "OPEN", "author": null, "body": words, "createdAt": "2020-01-01T00:00:00Z",
        "comments": [{"author": null, "body": words, "createdAt": "2020-01-02T00:00:00Z"}]})
}

/// Imports as the n-th person, and returns the job.
pub async fn import(database: &TestDatabase, team: &Team, n: usize, file: &[u8]) -> Value {
    let client = &team.people[n].client;
    let started = upload(client, &team.workspace, &[("format", "github")], "archive.json", file).await;
    ended(database, client, &team.workspace, &started).await
}

pub async fn preview(team: &Team, n: usize, file: &[u8]) -> Value {
    let fields = [("format", "github"), ("dryRun", "true")];
    upload(&team.people[n].client, &team.workspace, &fields, "archive.json", file).await.json()
}

/// A ticket's title and description, and the texts of its comments.
async fn words(team: &Team, n: usize, ticket: &Value) -> Vec<Value> {
    let path = format!("/api/workspaces/{}/tickets/{}", team.workspace, ticket["id"].as_str().expect("an id"));
    let whole = team.people[n].client.get(&path).await.json();
    let comments = whole["activities"].as_array().expect("activities").iter().filter(|it| it["kind"] == "comment");
    [whole["ticket"]["title"].clone(), whole["ticket"]["description"].clone()]
        .into_iter()
        .chain(comments.map(|it| it["message"].clone()))
        .collect()
}

#[actix_web::test]
async fn c19_an_import_never_replaces_the_words_of_another_member() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada", "bob"]).await;
    import(&database, &team, 0, &archive(&[issue(1, "Ada imported this")], &[])).await;
    let ticket = entities(&team.people[0].client, &team.workspace, "ticket").await.remove(0);
    let before = words(&team, 0, &ticket).await;
    assert_eq!(before, vec!["Ada imported this"; 3]);
    let job = import(&database, &team, 1, &archive(&[issue(1, "Bob says so")], &[])).await;
    assert_eq!(counts(&job), [1, 1, 0, 0, 1, 0]);
    assert_eq!(words(&team, 0, &ticket).await, before, "a comment, a title and a description of Ada");
    // Her own import updates her tickets.
    import(&database, &team, 0, &archive(&[issue(1, "Ada again")], &[])).await;
    assert_eq!(words(&team, 0, &ticket).await, vec!["Ada again"; 3]);
}

#[actix_web::test]
async fn c19_an_import_leaves_a_title_and_a_description_that_were_edited_here() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada", "bob"]).await;
    let of = |words: &str| {
        let mut issue = issue(1, words);
        issue["author"] = json!("octocat");
        archive(&[issue], &[])
    };
    import(&database, &team, 0, &of("First")).await;
    let ticket = entities(&team.people[0].client, &team.workspace, "ticket").await.remove(0);
    import(&database, &team, 1, &of("Second")).await;
    assert_eq!(words(&team, 0, &ticket).await[0], "Second", "no member has written it");
    let edit = json!({"kind": "ticket.update", "ticketId": ticket["id"], "patch": {"title": "Edited"}});
    assert_eq!(team.post(1, &edit).await.status, 200);
    for n in [0, 1] {
        import(&database, &team, n, &of("Third")).await;
        assert_eq!(words(&team, 0, &ticket).await[..2], [json!("Edited"), json!("Second")]);
    }
}

#[actix_web::test]
async fn c14_an_import_neither_shows_nor_meets_a_private_ticket_of_another_member() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada", "bob"]).await;
    let mut second = issue(2, "Two");
    second["body"] = json!("see #1");
    let file = archive(&[issue(1, "One"), second], &[]);
    import(&database, &team, 1, &file).await;
    let mine = entities(&team.people[1].client, &team.workspace, "ticket").await;
    for ticket in &mine {
        let private = json!({"kind": "ticket.update", "ticketId": ticket["id"], "patch": {"private": true}});
        assert_eq!(team.post(1, &private).await.status, 200);
    }
    for known in [0, 2] {
        let seen = preview(&team, 0, &file).await;
        assert_eq!((&seen["created"], &seen["known"]), (&json!(2 - known), &json!(known)));
        let job = import(&database, &team, 0, &file).await;
        assert_eq!(counts(&job), [2, 2, 2 - known, 0, known, 0]);
    }
    let hers = entities(&team.people[0].client, &team.workspace, "ticket").await;
    assert_eq!(hers.len(), 2);
    // Bob's tickets keep their numbers.
    let one = hers.iter().find(|it| it["title"] == "One").expect("#1")["id"].as_str().expect("an id");
    let two = hers.iter().find(|it| it["title"] == "Two").expect("#2");
    let said = words(&team, 0, two).await;
    assert!(said[1].as_str().expect("a text").contains(one), "a link leads to her own: {said:?}");
    assert!(!mine.iter().any(|it| hers.iter().any(|her| her["id"] == it["id"])));
}

#[actix_web::test]
async fn n05_imports_obey_the_limits_that_edits_obey() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let crowd = |from: usize| {
        let mut issue = issue(1, "Crowded");
        issue["assignees"] = (from..from + 60).map(|n| json!(format!("person{n}"))).collect();
        archive(&[issue, self::issue(2, "Quiet")], &[])
    };
    assert_eq!(counts(&import(&database, &team, 0, &crowd(0)).await), [2, 2, 2, 0, 0, 0]);
    let job = import(&database, &team, 0, &crowd(60)).await;
    assert_eq!(counts(&job), [2, 2, 0, 0, 1, 1], "{}", job["report"]);
    let refused = job["report"].as_array().expect("a report").iter().find(|entry| entry["row"] == 1);
    assert_eq!(refused.expect("the row is named")["code"], "validation_failed", "{}", job["report"]);
    let tickets = entities(&team.people[0].client, &team.workspace, "ticket").await;
    assert!(tickets.iter().all(|ticket| ticket["assigneesIds"].as_array().expect("a set").len() <= 100));

    let mut db = database.connect().await;
    let room = "insert into lists (workspace_id, id, name, color, rank, suggested, created_user_id, created_at)
        select l.workspace_id, gen_random_uuid(), 'L' || g, 'grey', 'z' || g, false, l.created_user_id, now()
        from generate_series(1, 998) g, (select * from lists where workspace_id = $1 and name = 'General') l";
    let fresh = Team::of(team.people.clone()).await;
    let workspace: Uuid = fresh.workspace.parse().expect("an id");
    sqlx::query(room).bind(workspace).execute(&mut db).await.expect("lists");
    let fields = [("format", "github"), ("dryRun", "true")];
    let answer = upload(&fresh.people[0].client, &fresh.workspace, &fields, "archive.json", &archive(&[], &[])).await;
    assert_eq!(answer.refusal(), (413, "payload_too_large".to_owned()), "{:?}", answer.json());
}

#[actix_web::test]
async fn an_imported_ticket_names_its_source_and_only_a_person_who_completed_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let closed = |number: u64, state: &str| {
        let mut it = issue(number, state);
        it["state"] = json!(state);
        it["closedAt"] = json!("2020-02-01T00:00:00Z");
        it
    };
    let file = archive(&[closed(1, "CLOSED")], &[closed(2, "CLOSED"), closed(3, "MERGED")]);
    import(&database, &team, 0, &file).await;
    let client = &team.people[0].client;
    let tickets = entities(client, &team.workspace, "ticket").await;
    let statuses = entities(client, &team.workspace, "status").await;
    for (number, key, page, category) in
        [(1, "#1", "issues/1", "completed"), (2, "#2", "pull/2", "canceled"), (3, "#3", "pull/3", "completed")]
    {
        let ticket = tickets.iter().find(|it| it["number"] == number).expect("a ticket");
        let source = &ticket["source"];
        assert_eq!((&source["key"], &source["file"]), (&json!(key), &json!("archive.json")));
        assert_eq!(source["address"], format!("https://github.com/tlswg/tls13-spec/{page}"));
        let status = statuses.iter().find(|it| it["id"] == ticket["statusId"]).expect("a status");
        assert_eq!((&status["category"], &ticket["completedByUserId"]), (&json!(category), &json!(null)));
        // The stored ticket has the same source.
        let path = format!("/api/workspaces/{}/tickets/{}", team.workspace, ticket["id"].as_str().expect("an id"));
        assert_eq!(client.get(&path).await.json()["ticket"]["source"], *source);
    }
}

#[actix_web::test]
async fn g07_a_file_of_nothing_but_commas_is_refused_before_it_fills_the_memory() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let zeros = format!(r#"{{"repo": "a/b", "issues": [{}0]}}"#, "0,".repeat(200_000));
    let cells = format!("title\n{}\n", ",".repeat(5_000));
    for (format, file) in [("github", zeros), ("csv", cells)] {
        for dry_run in ["true", "false"] {
            let fields = [("format", format), ("dryRun", dry_run)];
            let answer = upload(&team.people[0].client, &team.workspace, &fields, "a.txt", file.as_bytes()).await;
            assert_eq!(answer.refusal(), (413, "payload_too_large".to_owned()), "{:?}", answer.json());
        }
    }
}

#[actix_web::test]
async fn f04_an_invisible_name_or_title_is_refused_and_none_turns_its_neighbours() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let (ticket, list) = (Uuid::now_v7(), Uuid::now_v7());
    for unseen in ["\u{200B}", "\u{FEFF}\u{2060}", "\u{202E}", "\u{3164}", "\u{00AD}", "\u{2800}"] {
        for command in [
            json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": unseen}),
            json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": unseen}),
            json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": unseen}),
            json!({"kind": "workspace.update", "patch": {"name": unseen}}),
        ] {
            assert_eq!(team.post(0, &command).await.refusal(), (422, "validation_failed".to_owned()), "{command}");
        }
    }
    let turned = "in\u{202E}voice \u{2067}1\u{200F}";
    for command in [
        json!({"kind": "ticket.create", "ticketId": ticket, "title": turned}),
        json!({"kind": "list.create", "listId": list, "name": turned}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    let client = &team.people[0].client;
    assert_eq!(entities(client, &team.workspace, "ticket").await[0]["title"], "invoice 1\u{200F}");
    assert!(entities(client, &team.workspace, "list").await.iter().any(|list| list["name"] == "invoice 1\u{200F}"));
}

#[actix_web::test]
async fn null_clears_optional_fields_and_is_refused_for_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada"]).await;
    let ticket = json!(Uuid::now_v7());
    let new =
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "T", "description": "Words", "priority": "day"});
    assert_eq!(team.post(0, &new).await.status, 200);
    for field in ["title", "statusId", "assigneesIds", "labels", "lists", "private"] {
        let patch = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {field: null}});
        assert_eq!(team.post(0, &patch).await.refusal(), (422, "validation_failed".to_owned()), "{field}");
    }
    let clear = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": null, "priority": null}});
    assert_eq!(team.post(0, &clear).await.status, 200);
    let path = format!("/api/workspaces/{}/tickets/{}", team.workspace, ticket.as_str().expect("an id"));
    let whole = team.people[0].client.get(&path).await.json();
    assert_eq!((&whole["ticket"]["description"], &whole["ticket"]["priority"]), (&json!(""), &json!(null)));
}
