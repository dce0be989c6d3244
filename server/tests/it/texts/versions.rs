//! The versions of descriptions: which edits make a version, who can read it, and how a restore changes the text (TX27 to TX31).

use actors::domain::ids::WorkspaceId;
use actors::domain::kinds::role::BuiltIn;
use awc::http::Method;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use uuid::Uuid;

use super::together::described;
use super::writer::{Writer, description};
use crate::protocol::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode, Told, Troupe, scratch_folder, until};

async fn listed(team: &Team, n: usize, ticket: Uuid) -> Vec<Value> {
    let answer = team.people[n].client.get(&team.path(&format!("tickets/{ticket}/versions"))).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["versions"].as_array().expect("versions").clone()
}

async fn whole(team: &Team, ticket: Uuid, version: &Value) -> Value {
    let path = team.path(&format!("tickets/{ticket}/versions/{}", version["id"].as_str().expect("an id")));
    team.people[0].client.get(&path).await.json()
}

async fn texts(team: &Team, ticket: Uuid) -> Vec<String> {
    let mut texts = Vec::new();
    for version in listed(team, 0, ticket).await {
        // A version may be deleted after it was listed.
        texts.push(whole(team, ticket, &version).await["description"].as_str().unwrap_or_default().to_owned());
    }
    texts
}

/// Waits until the versions have these texts, newest first.
async fn versions(team: &Team, ticket: Uuid, expected: &[&str]) -> Vec<Value> {
    until("the versions are stored", async || texts(team, ticket).await == expected).await;
    listed(team, 0, ticket).await
}

async fn set(team: &Team, n: usize, ticket: Uuid, text: &str) {
    let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}});
    assert_eq!(team.post(n, &command).await.status, 200);
}

async fn restore(client: &Client, team: &Team, ticket: Uuid, version: &Value) -> Answer {
    let id = version["id"].as_str().expect("an id");
    let path = team.path(&format!("tickets/{ticket}/versions/{id}/restore"));
    client.send(Method::POST, &path, None, Vec::new()).await
}

async fn set_role(team: &Team, person: usize, role: Value) {
    let command = json!({"kind": "member.setRole", "userId": team.people[person].id, "role": role});
    assert_eq!(team.post(0, &command).await.status, 200);
}

fn viewer(team: &Team) -> Value {
    json!(BuiltIn::Viewer.id(WorkspaceId(team.workspace.parse().expect("an id"))))
}

fn bytes(text: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(text.as_str().expect("base64")).expect("base64")
}

fn ids(team: &Team, people: &[usize]) -> Vec<String> {
    let mut ids: Vec<String> = people.iter().map(|n| team.people[*n].id.clone()).collect();
    ids.sort();
    ids
}

fn authors(version: &Value) -> Vec<String> {
    let mut ids: Vec<String> = serde_json::from_value(version["authors"].clone()).expect("ids");
    ids.sort();
    ids
}

#[actix_web::test]
async fn tx27_what_people_type_together_is_one_version_of_them_all_and_a_replaced_text_is_another() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    assert_eq!(listed(&team, 0, ticket).await, Vec::<Value>::new(), "nothing has changed yet");
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let first = ann.type_into(0, " Ann");
    ann.stores(&first).await;
    ben.reads("Hello Ann").await;
    let second = ben.paragraph("From Ben");
    ben.stores(&second).await;
    let text = "Hello Ann\n\nFrom Ben";
    until("the ticket has the text", async || description(&team, 0, ticket).await == text).await;
    let found = versions(&team, ticket, &[text, "Hello"]).await;
    assert_eq!((&found[0]["kind"], authors(&found[0])), (&json!("typed"), ids(&team, &[0, 1])));
    assert_eq!((&found[1]["kind"], authors(&found[1])), (&json!("first"), Vec::new()));
    // A script replaces the text, and then Ann goes on.
    set(&team, 1, ticket, "Replaced").await;
    ann.reads("Replaced").await;
    let third = ann.type_into(0, " and typed");
    ann.stores(&third).await;
    until("written", async || description(&team, 0, ticket).await == "Replaced and typed").await;
    let found = versions(&team, ticket, &["Replaced and typed", "Replaced", text, "Hello"]).await;
    assert_eq!((&found[1]["kind"], authors(&found[1])), (&json!("replaced"), ids(&team, &[1])));
    assert_eq!((&found[0]["kind"], authors(&found[0])), (&json!("typed"), ids(&team, &[0])));
    assert_eq!(found[0]["bytes"], 18);
    // Each names the one before.
    let previous = whole(&team, ticket, &found[0]).await["previous"].clone();
    assert_eq!(previous, found[1]["id"]);
    assert_eq!(whole(&team, ticket, &found[3]).await["previous"], Value::Null);
}

#[actix_web::test]
async fn tx27_texts_that_scripts_replace_are_kept_also_if_no_page_has_opened_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "").await;
    // No page has opened the text: there is no document.
    set(&team, 0, ticket, "one").await;
    set(&team, 0, ticket, "two").await;
    set(&team, 0, ticket, "two").await;
    let found = versions(&team, ticket, &["two", "one"]).await;
    assert!(found.iter().all(|it| it["kind"] == "replaced"), "{found:?}");
}

#[actix_web::test]
async fn tx30_a_restore_is_an_update_of_the_page_that_keeps_what_others_type_at_the_moment() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "First\n\nSecond").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let update = ann.type_into(1, " was changed");
    ann.stores(&update).await;
    ben.reads("First\n\nSecond was changed").await;
    until("written", async || description(&team, 0, ticket).await.ends_with("changed")).await;
    let before = versions(&team, ticket, &["First\n\nSecond was changed", "First\n\nSecond"]).await;
    // What Ann types now is not written into the ticket yet. Asking for a restore keeps it as a version.
    let more = ann.type_into(1, ", twice");
    ann.stores(&more).await;
    ben.reads("First\n\nSecond was changed, twice").await;
    let made = restore(&team.people[0].client, &team, ticket, &before[1]).await;
    assert_eq!(made.status, 200, "{:?}", made.json());
    assert_eq!(made.json()["epoch"], ann.epoch.to_string());
    assert!(!bytes(&made.json()["stateVector"]).is_empty());
    // Ben types in the other paragraph at this moment.
    let others = ben.type_into(0, " of Ben");
    ben.stores(&others).await;
    ann.stores(&bytes(&made.json()["update"])).await;
    ben.reads("First of Ben\n\nSecond").await;
    until("written", async || description(&team, 0, ticket).await == "First of Ben\n\nSecond").await;
    let expected = ["First of Ben\n\nSecond", "First\n\nSecond was changed, twice", "First\n\nSecond"];
    let found = versions(&team, ticket, &expected).await;
    assert_eq!(authors(&found[0]), ids(&team, &[0, 1]));
    // The text of the version again, without another word: that is a restored version.
    let made = restore(&team.people[1].client, &team, ticket, &before[0]).await.json();
    ben.stores(&bytes(&made["update"])).await;
    let expected = ["First\n\nSecond was changed, twice", expected[0], expected[1], expected[2]];
    let found = versions(&team, ticket, &expected).await;
    assert_eq!((&found[0]["kind"], authors(&found[0])), (&json!("restored"), ids(&team, &[1])));
    assert_eq!(found[0]["restoredAt"], found[2]["endedAt"]);
    // There is nothing to restore.
    let same = restore(&team.people[1].client, &team, ticket, &found[0]).await;
    assert_eq!(same.json()["update"], Value::Null);
}

#[actix_web::test]
async fn tx28_tx30_the_rights_of_the_ticket_decide_who_reads_and_who_restores() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben", "gus", "vera"]).await;
    set_role(&team, 2, json!("guest")).await;
    set_role(&team, 3, viewer(&team)).await;
    let ticket = described(&team, "one").await;
    set(&team, 0, ticket, "two").await;
    let found = versions(&team, ticket, &["two", "one"]).await;
    let id = found[1]["id"].as_str().expect("an id");
    let status = async |person: usize, rest: &str| {
        let path = team.path(&format!("tickets/{ticket}/versions{rest}"));
        let client = &team.people[person].client;
        let answer = match rest.ends_with("restore") {
            true => client.send(Method::POST, &path, None, Vec::new()).await,
            false => client.get(&path).await,
        };
        answer.status.as_u16()
    };
    let (one, again) = (format!("/{id}"), format!("/{id}/restore"));
    for (person, expected) in [(1, [200, 200, 200]), (2, [404, 404, 404]), (3, [200, 200, 403])] {
        let got = [status(person, "").await, status(person, &one).await, status(person, &again).await];
        assert_eq!(got, expected, "person {person}");
    }
    assert_eq!(status(1, &format!("/{}", Uuid::now_v7())).await, 404);
    for wrong in ["?limit=0", "?limit=201", "?before=one", "?other=1"] {
        assert_eq!(status(1, wrong).await, 422, "{wrong}");
    }
    // The versions follow the ticket into another home, and out of the sight of others.
    let private = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}});
    assert_eq!(team.post(0, &private).await.status, 200);
    assert_eq!([status(1, "").await, status(1, &one).await, status(1, &again).await], [404, 404, 404]);
    assert_eq!([status(0, "").await, status(0, &one).await], [200, 200]);
    set(&team, 0, ticket, "three").await;
    versions(&team, ticket, &["three", "two", "one"]).await;
    // A ticket at rest in the trash is read as before.
    let trash = json!({"kind": "ticket.trash", "ticketId": ticket});
    assert_eq!(team.post(0, &trash).await.status, 200);
    assert_eq!(status(0, "").await, 200);
}

#[actix_web::test]
async fn tx29_pages_of_versions_lead_to_the_oldest_and_the_oldest_are_deleted() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "0").await;
    for n in 1..=4 {
        set(&team, 0, ticket, &n.to_string()).await;
    }
    versions(&team, ticket, &["4", "3", "2", "1", "0"]).await;
    let mut path = format!("tickets/{ticket}/versions?limit=2");
    let mut sizes = Vec::new();
    loop {
        let page = team.people[0].client.get(&team.path(&path)).await.json();
        sizes.push(page["versions"].as_array().expect("versions").len());
        let Some(next) = page["next"].as_str() else { break };
        path = format!("tickets/{ticket}/versions?limit=2&before={next}");
    }
    assert_eq!(sizes, [2, 2, 1]);
    // 98 more: together more than are kept.
    let mut db = database.connect().await;
    sqlx::query(
        "insert into text_versions (workspace_id, ticket_id, id, kind, began_at, ended_at, authors, description, sum)
         select workspace_id, ticket_id, gen_random_uuid(), 'replaced', began_at - make_interval(days => n + 1),
                ended_at - make_interval(days => n + 1), '{}', 'old', n
         from text_versions, generate_series(1, 98) n where ticket_id = $1 and kind = 'first'",
    )
    .bind(ticket)
    .execute(&mut db)
    .await
    .expect("stored");
    set(&team, 0, ticket, "5").await;
    until("the limit", async || {
        let mut db = database.connect().await;
        let count: i64 = sqlx::query_scalar("select count(*) from text_versions where ticket_id = $1")
            .bind(ticket)
            .fetch_one(&mut db)
            .await
            .expect("a count");
        let newest = &listed(&team, 0, ticket).await[0];
        count == 100 && whole(&team, ticket, newest).await["description"] == "5"
    })
    .await;
}

#[actix_web::test]
async fn tx31_a_ticket_that_is_deleted_for_good_takes_its_versions_along() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let (ticket, other) = (described(&team, "one").await, described(&team, "other").await);
    for id in [ticket, other] {
        set(&team, 0, id, "two").await;
    }
    let found = versions(&team, ticket, &["two", "one"]).await;
    versions(&team, other, &["two", "other"]).await;
    assert_eq!(restore(&team.people[0].client, &team, ticket, &found[1]).await.status, 200);
    // A note that waits for its event.
    set(&team, 0, ticket, "three").await;
    for kind in ["ticket.trash", "ticket.delete"] {
        assert_eq!(team.post(0, &json!({"kind": kind, "ticketId": ticket})).await.status, 200, "{kind}");
    }
    set(&team, 0, other, "three").await;
    versions(&team, other, &["three", "two", "other"]).await;
    let mut db = database.connect().await;
    for table in ["text_versions", "text_histories", "text_authors", "text_restores"] {
        let left: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table} where ticket_id = $1")))
                .bind(ticket)
                .fetch_one(&mut db)
                .await
                .expect("a count");
        assert_eq!(left, 0, "{table}");
    }
}

#[actix_web::test]
async fn tx29_the_sweep_deletes_old_versions_and_leaves_the_newest() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "one").await;
    set(&team, 0, ticket, "two").await;
    versions(&team, ticket, &["two", "one"]).await;
    let mut db = database.connect().await;
    sqlx::query(
        "update text_versions set began_at = began_at - interval '400 days', ended_at = ended_at - interval '400 days'",
    )
    .execute(&mut db)
    .await
    .expect("older");
    sqlx::query("update jobs set due_at = now() where kind = 'sweep.versions'").execute(&mut db).await.expect("due");
    versions(&team, ticket, &["two"]).await;
}

#[actix_web::test]
async fn tx31_a_backup_holds_the_versions() {
    let (database, folder) = (TestDatabase::new().await, scratch_folder());
    let files = folder.path().join("files");
    let settings = [("TROUPE_FILES_DIR", files.to_str().expect("text"))];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "one").await;
    set(&team, 0, ticket, "two").await;
    versions(&team, ticket, &["two", "one"]).await;
    let file = folder.path().join("a.backup");
    let does = |verb: &str| {
        let words = [verb, file.to_str().expect("text")];
        let troupe = Troupe::new(&words).set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", folder.path());
        let output = troupe.output();
        assert_eq!(output.code, Some(0), "{verb}: {}", output.err);
    };
    does("backup");
    set(&team, 0, ticket, "after the backup").await;
    versions(&team, ticket, &["after the backup", "two", "one"]).await;
    does("restore");
    until("the node has noticed the restore", async || texts(&team, ticket).await == ["two", "one"]).await;
}

#[actix_web::test]
async fn tx30_a_person_who_may_not_edit_cannot_send_the_update_either() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "vera"]).await;
    let ticket = described(&team, "one").await;
    set(&team, 0, ticket, "two").await;
    let found = versions(&team, ticket, &["two", "one"]).await;
    let made = restore(&team.people[0].client, &team, ticket, &found[1]).await.json();
    set_role(&team, 1, viewer(&team)).await;
    let mut vera = Writer::joined(&team, 1, ticket).await;
    assert_eq!(vera.is_refused(&bytes(&made["update"])).await, "forbidden");
    assert!(matches!(vera.try_join().await, Told::Joined { may_edit: false, .. }));
    assert_eq!(vera.says(), "two");
}

/// Compares the operations of versions with the OpenAPI document.
pub async fn operations(team: &Team, mut compare: impl FnMut(&str, &Answer)) {
    let ticket = described(team, "one").await;
    set(team, 0, ticket, "two").await;
    let found = versions(team, ticket, &["two", "one"]).await;
    let client = &team.people[0].client;
    let base = "/api/workspaces/{id}/tickets/{ticketId}/versions";
    for rest in ["", "?limit=1", "?limit=x"] {
        let answer = client.get(&team.path(&format!("tickets/{ticket}/versions{rest}"))).await;
        compare(&format!("GET {base}"), &answer);
    }
    let unknown = json!({"id": Uuid::now_v7()});
    for version in [&found[0], &found[1], &unknown] {
        let id = version["id"].as_str().expect("an id");
        let path = team.path(&format!("tickets/{ticket}/versions/{id}"));
        compare(&format!("GET {base}/{{versionId}}"), &client.get(&path).await);
        compare(&format!("POST {base}/{{versionId}}/restore"), &restore(client, team, ticket, version).await);
    }
}
