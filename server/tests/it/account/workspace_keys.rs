//! API keys of a workspace (AK10 to AK16): what they may do, who is named as the author of their edits, and when they end.

use awc::http::Method;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::api_keys::ALL;
use crate::notifications::{count, sorted};
use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode, until};

const WORK: [&str; 3] = ["createTickets", "editTickets", "comment"];

/// A key of the workspace, with the client that carries it.
struct Key {
    id: String,
    text: String,
    client: Client,
}

async fn asks(team: &Team, n: usize, body: &Value) -> Answer {
    team.people[n].client.post(&team.path("workspace-keys"), body).await
}

async fn makes(team: &Team, n: usize, capabilities: &[&str]) -> Key {
    let made = asks(team, n, &json!({"name": "Deploy", "capabilities": capabilities})).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    let text = made.json()["key"].as_str().expect("a key").to_owned();
    let mut client = team.people[n].client.with_token(&text);
    client.cookie = None;
    Key { id: made.json()["apiKey"]["id"].as_str().expect("an id").to_owned(), text, client }
}

async fn list(team: &Team, n: usize) -> Value {
    let answer = team.people[n].client.get(&team.path("workspace-keys")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()
}

async fn revokes(team: &Team, n: usize, key: &Key) -> u16 {
    let path = team.path(&format!("workspace-keys/{}/revoke", key.id));
    team.people[n].client.post(&path, &json!({})).await.status.as_u16()
}

impl Key {
    async fn commands(&self, team: &Team, command: &Value) -> Answer {
        self.client.post(&team.path("commands"), &json!({"id": Uuid::now_v7(), "command": command})).await
    }

    async fn status(&self, team: &Team) -> u16 {
        self.client.get(&team.path("components")).await.status.as_u16()
    }
}

/// Calls every operation of this file, and compares the answers with the OpenAPI document.
pub async fn operations(team: &Team, mut compare: impl FnMut(&str, &Answer)) {
    let (ann, path) = (&team.people[0].client, team.path("workspace-keys"));
    let make = "POST /api/workspaces/{id}/workspace-keys";
    let made = ann.post(&path, &json!({"name": "Export", "capabilities": ["comment"], "days": 30})).await;
    compare(make, &made);
    compare(make, &ann.post(&path, &json!({"name": "", "capabilities": []})).await);
    compare("GET /api/workspaces/{id}/workspace-keys", &ann.get(&path).await);
    compare("GET /api/key", &ann.with_token(made.json()["key"].as_str().expect("a key")).get("/api/key").await);
    let revoke = format!("{path}/{}/revoke", made.json()["apiKey"]["id"].as_str().expect("an id"));
    for _ in 0..2 {
        compare("POST /api/workspaces/{id}/workspace-keys/{keyId}/revoke", &ann.post(&revoke, &json!({})).await);
    }
}

#[actix_web::test]
async fn ak10_a_key_of_the_workspace_is_shown_once_and_stored_as_a_hash_and_says_what_it_is() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let made = asks(&team, 0, &json!({"name": " Nightly export ", "capabilities": ["comment"], "days": 30})).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    let text = made.json()["key"].as_str().expect("a key").to_owned();
    let answer = list(&team, 0).await;
    let kept = &answer["keys"][0];
    assert_eq!(kept, &made.json()["apiKey"]);
    assert_eq!((&kept["name"], &kept["hint"]), (&json!("Nightly export"), &json!(&text[39..])));
    assert_eq!((&kept["capabilities"], &kept["createdBy"]), (&json!(["read", "comment"]), &json!(team.people[0].id)));
    assert!(kept["expiresAt"].is_string() && !answer.to_string().contains(&text[7..39]));
    let given: Vec<&str> = answer["mayGive"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert!(given.contains(&"readAudit") && !given.contains(&"invite"), "{given:?}");

    let told = team.people[0].client.with_token(&text).get("/api/key").await.json();
    let expected =
        json!({"id": kept["id"], "userId": null, "workspaceId": team.workspace, "capabilities": ["read", "comment"]});
    assert_eq!(told, expected);
    let rows: String = sqlx::query_scalar(
        "select (select string_agg(k::text, '') from workspace_api_keys k) || (select string_agg(m::text, '') from members m)",
    )
    .fetch_one(&mut database.connect().await)
    .await
    .expect("rows");
    assert!(rows.contains("Nightly export") && !rows.contains(&text[7..39]), "{rows}");
}

#[actix_web::test]
async fn ak11_only_people_who_may_manage_keys_make_list_and_revoke_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let key = makes(&team, 0, &WORK).await;
    let path = team.path("workspace-keys");
    let wrong = json!({"name": "", "capabilities": ["paint"]});
    for body in [json!({"name": "A", "capabilities": []}), wrong.clone()] {
        assert_eq!(asks(&team, 1, &body).await.refusal(), (403, "forbidden".into()), "{body}");
    }
    assert_eq!(team.people[1].client.get(&path).await.refusal(), (403, "forbidden".into()));
    assert_eq!((revokes(&team, 1, &key).await, key.status(&team).await), (403, 200));
    assert_eq!(asks(&team, 0, &wrong).await.status, 422);
    for above in ["invite", "restrictLists", "manageApiKeys"] {
        let refused = asks(&team, 0, &json!({"name": "A", "capabilities": [above]})).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (403, Some("capabilities")), "{above}");
    }
    let secrets = "select count(*) from workspace_api_keys";
    let kept: i64 = sqlx::query_scalar(secrets).fetch_one(&mut database.connect().await).await.expect("a count");
    assert_eq!(kept, 1, "no secret of a refused key stays");
    // A key manages no keys, and a key of another workspace opens nothing here.
    assert_eq!(key.client.get(&path).await.refusal(), (403, "forbidden".into()));
    let other = Team::of(vec![team.people[0].clone()]).await;
    assert_eq!(key.client.get(&other.path("components")).await.refusal(), (404, "not_found".into()));
    assert_eq!(revokes(&other, 0, &key).await, 404);
    assert_eq!(key.status(&team).await, 200);
}

#[actix_web::test]
async fn ak12_a_key_reads_open_lists_and_its_edits_name_it_to_people() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let key = makes(&team, 0, &WORK).await;
    let open = team.ticket(0).await;
    let secret = Uuid::now_v7();
    let private = json!({"kind": "ticket.create", "ticketId": secret, "title": "Canary", "private": true});
    assert_eq!(team.post(0, &private).await.status, 200);
    let closed = Uuid::now_v7();
    let list = json!({"kind": "list.create", "listId": closed, "name": "Canary list"});
    assert_eq!(team.post(0, &list).await.status, 200);
    assert_eq!(team.post(0, &json!({"kind": "list.restrict", "listId": closed})).await.status, 200);
    let restricted = Uuid::now_v7();
    let inside = json!({"kind": "ticket.create", "ticketId": restricted, "title": "Canary", "listIds": [closed]});
    assert_eq!(team.post(0, &inside).await.status, 200);

    assert_eq!(key.client.get(&team.path(&format!("tickets/{open}"))).await.status, 200);
    for hidden in [secret, restricted] {
        let refused = key.client.get(&team.path(&format!("tickets/{hidden}"))).await;
        assert_eq!(refused.refusal(), (404, "not_found".into()));
    }
    for path in ["snapshot", "tickets", "search?q=canary", "deleted-tickets"] {
        let answer = key.client.get(&team.path(path)).await;
        let text = String::from_utf8(answer.body).expect("text");
        assert!(!text.to_lowercase().contains("canary"), "{path}: {text}");
    }
    // Mia follows the workspace over a socket, and gets the name of the key.
    let mut mia = team.socket(1).await;
    let comment = json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": open, "message": "built"});
    assert_eq!(key.commands(&team, &comment).await.status, 200);
    assert_eq!(
        mia.ask(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Quay"})).await["error"],
        Value::Null
    );
    let whole = team.people[1].client.get(&team.path(&format!("tickets/{open}"))).await.json();
    let written = whole["activities"].as_array().expect("activities").iter().find(|it| it["message"] == "built");
    assert_eq!(written.map(|it| &it["userId"]), Some(&json!(key.id)));
    let snapshot = String::from_utf8(team.people[1].client.get(&team.path("snapshot")).await.body).expect("text");
    let row = snapshot.lines().find(|line| line.contains(&key.id) && line.contains("\"lastname\"")).expect("its row");
    assert!(row.contains("\"API key\"") && row.contains("\"Deploy\"") && row.contains("\"left\""), "{row}");
    let people = team.people[0].client.get(&team.path("people")).await.json();
    assert!(!people.to_string().contains(&key.id), "a key is no person");
}

#[actix_web::test]
async fn ak12_a_key_with_all_that_it_can_have_changes_no_person_role_key_share_or_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let given = list(&team, 0).await["mayGive"].clone();
    let given: Vec<&str> = given.as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert_eq!(given.len(), ALL.len() - 6);
    let key = makes(&team, 0, &given).await;
    let open = Uuid::now_v7();
    assert_eq!(key.commands(&team, &json!({"kind": "list.create", "listId": open, "name": "Pier"})).await.status, 200);
    for command in [
        json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "guest"}),
        json!({"kind": "member.remove", "userId": team.people[1].id}),
        json!({"kind": "member.remove", "userId": key.id}),
        json!({"kind": "list.restrict", "listId": open}),
        json!({"kind": "preferences.update", "patch": {"theme": "dark"}}),
        json!({"kind": "role.create", "roleId": Uuid::now_v7(), "name": "R", "capabilities": ["read"]}),
    ] {
        assert_eq!(key.commands(&team, &command).await.refusal(), (403, "forbidden".into()), "{command}");
    }
    for (path, body) in [
        (team.path("invitations"), json!({"role": "guest"})),
        (team.path("api-keys"), json!({"name": "More", "capabilities": []})),
        (team.path("workspace-keys"), json!({"name": "More", "capabilities": []})),
        ("/api/workspaces".to_owned(), json!({"name": "Another"})),
        ("/api/me/profile".to_owned(), json!({"firstname": "Eve"})),
    ] {
        assert_eq!(key.client.post(&path, &body).await.refusal(), (403, "forbidden".into()), "{path}");
    }
    assert_eq!(key.client.get("/api/me").await.refusal(), (403, "forbidden".into()));
    assert_eq!(key.client.get(&team.path("audit")).await.status, 200);
    // The socket is for sessions.
    let mut socket = Socket::open(node.url()).await;
    socket.send(&json!({"type": "hello", "token": key.text, "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4401);
}

#[actix_web::test]
async fn ak13_a_key_works_after_the_person_who_made_it_was_removed_and_deleted_the_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam"]).await;
    let admin = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    assert_eq!(team.post(0, &admin).await.status, 200);
    let key = makes(&team, 1, &WORK).await;
    let remove = json!({"kind": "member.remove", "userId": team.people[1].id});
    assert_eq!(team.post(0, &remove).await.status, 200);
    let password = json!({"password": team.people[1].password});
    assert_eq!(team.people[1].client.post("/api/me/delete", &password).await.status, 204);
    let ticket = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Still"});
    assert_eq!((key.status(&team).await, key.commands(&team, &ticket).await.status.as_u16()), (200, 200));
    assert_eq!(list(&team, 0).await["keys"][0]["createdBy"], json!(team.people[1].id));
}

#[actix_web::test]
async fn ak14_every_node_refuses_a_revoked_key_and_its_file_addresses_and_reports_an_expired_key_as_expired() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga"]).await;
    let (key, other) = (makes(&team, 0, &WORK).await, makes(&team, 0, &WORK).await);
    let ticket = team.ticket(0).await;
    let begun = key.client.post(&team.path("files"), &json!({"ticketId": ticket, "name": "a.txt", "size": 4})).await;
    assert_eq!(begun.status, 201, "{:?}", begun.json());
    let file = team.path(&format!("files/{}", begun.json()["fileId"].as_str().expect("an id")));
    let bytes = Some("application/octet-stream");
    let part = key.client.send(Method::POST, &format!("{file}/parts/0"), bytes, b"text".to_vec()).await;
    let done = key.client.post(&format!("{file}/complete"), &json!({})).await;
    assert_eq!((part.status.as_u16(), done.status.as_u16()), (204, 204));
    let addresses = key.client.get(&team.path(&format!("tickets/{ticket}/files"))).await.json();
    let address = addresses["files"][0]["content"].as_str().expect("an address").to_owned();
    assert_eq!(here.client().get(&address).await.body, b"text");

    let elsewhere = key.client.at(there.url());
    assert_eq!(elsewhere.get(&team.path("components")).await.status, 200);
    assert_eq!(revokes(&team, 0, &key).await, 204);
    for client in [&key.client, &elsewhere] {
        assert_eq!(client.get(&team.path("components")).await.refusal(), (401, "unauthenticated".into()));
    }
    assert_eq!(here.client().get(&address).await.status, 404);
    assert_eq!((revokes(&team, 0, &key).await, other.status(&team).await), (404, 200));
    let expire = "update workspace_api_keys set expires_at = now() - interval '1 second'";
    database.connect().await.execute(expire).await.expect("expired");
    assert_eq!(other.client.get(&team.path("components")).await.refusal(), (401, "token_expired".into()));
    assert_eq!(
        list(&team, 0).await["keys"].as_array().map(Vec::len),
        Some(1),
        "an expired key stays until it is revoked"
    );
}

#[actix_web::test]
async fn ak16_the_last_use_is_stored_and_the_audit_log_records_the_key_and_its_changes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let key = makes(&team, 0, &["updateWorkspace"]).await;
    let rename = json!({"kind": "workspace.update", "patch": {"name": "Wharf"}});
    assert_eq!(key.commands(&team, &rename).await.status, 200);
    until("the use is stored", async || list(&team, 0).await["keys"][0]["usedFrom"] == "127.0.0.1").await;
    assert_eq!(revokes(&team, 0, &key).await, 204);
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    let of = |kind: &str| {
        let mut all = records.as_array().expect("records").iter();
        all.find(|it| it["kind"] == kind).unwrap_or_else(|| panic!("{kind}: {records}")).clone()
    };
    let (made, changed, revoked) = (of("workspaceKeyCreated"), of("workspaceChanged"), of("workspaceKeyRevoked"));
    let owner = json!(team.people[0].id);
    assert_eq!((&made["userId"], &made["subjectId"], &revoked["userId"]), (&owner, &json!(key.id), &owner));
    assert_eq!((&changed["userId"], &changed["device"]), (&json!(key.id), &json!("API key")));
    assert!(!records.to_string().contains(&key.text[7..37]));
}

#[actix_web::test]
async fn ak16_no_notification_and_no_subscription_is_stored_for_a_key_that_follows_a_ticket() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let key = makes(&team, 0, &WORK).await;
    let ticket = Uuid::now_v7();
    let comment =
        || json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "Done"});
    for command in [json!({"kind": "ticket.create", "ticketId": ticket, "title": "Build"}), comment()] {
        assert_eq!(key.commands(&team, &command).await.status, 200);
    }
    for n in [0, 1, 0] {
        assert_eq!(team.post(n, &comment()).await.status, 200);
    }
    sorted(&database).await;
    let of_key = |table: &str, column: &str| format!("select count(*) from {table} where {column} = '{}'", key.id);
    for (table, column) in
        [("notifications", "user_id"), ("notification_jobs", "user_id"), ("ticket_subscriptions", "workspace_user_id")]
    {
        assert_eq!(count(&database, &of_key(table, column)).await, 0, "{table}");
    }
    let mails = "select count(*) from jobs where kind = 'mail.notification' and payload ->> 'user' = $1";
    let of_key: i64 =
        sqlx::query_scalar(mails).bind(&key.id).fetch_one(&mut database.connect().await).await.expect("a count");
    assert_eq!(of_key, 0);
    let of_people = count(&database, "select count(*) from notification_jobs").await;
    assert_eq!(of_people, 2, "Olga and Mia have commented");
}

#[actix_web::test]
async fn tx30_a_key_that_may_edit_a_ticket_restores_a_version_of_its_description() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (key, reader) = (makes(&team, 0, &WORK).await, makes(&team, 0, &["comment"]).await);
    let mut personal = team.people[0].client.clone();
    let body = json!({"name": "Script", "capabilities": ["editTickets"]});
    let made = personal.post(&team.path("api-keys"), &body).await.json();
    personal = personal.with_token(made["key"].as_str().expect("a key"));
    personal.cookie = None;
    let ticket = Uuid::now_v7();
    let create = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Plan", "description": "one"});
    assert_eq!(team.post(0, &create).await.status, 200);
    let set = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": "two"}});
    assert_eq!(team.post(0, &set).await.status, 200);
    let path = team.path(&format!("tickets/{ticket}/versions"));
    let listed =
        async || team.people[0].client.get(&path).await.json()["versions"].as_array().cloned().expect("versions");
    let text = async || {
        team.people[0].client.get(&team.path(&format!("tickets/{ticket}"))).await.json()["ticket"]["description"]
            .clone()
    };
    until("the versions are stored", async || listed().await.len() == 2).await;
    let versions = listed().await;
    let restore = |client: &Client, version: &Value| {
        let path = format!("{path}/{}/restore", version["id"].as_str().expect("an id"));
        let client = client.clone();
        async move { client.send(Method::POST, &path, None, Vec::new()).await }
    };
    assert_eq!(restore(&reader.client, &versions[1]).await.refusal(), (403, "forbidden".into()));
    assert_eq!(text().await, "two");
    let answer = restore(&key.client, &versions[1]).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["update"]), (200, &Value::Null), "{:?}", answer.json());
    assert_eq!(text().await, "one");
    until("the restore is a version", async || listed().await.len() == 3).await;
    let newest = listed().await[0].clone();
    assert_eq!((&newest["kind"], &newest["authors"]), (&json!("restored"), &json!([key.id])));
    assert_eq!(newest["restoredAt"], versions[1]["endedAt"]);
    // A key of a person does the same with what is left of the person's rights.
    assert_eq!(restore(&personal, &versions[0]).await.status, 200);
    assert_eq!(text().await, "two");
    // A private ticket is not there for the key.
    let private = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}});
    assert_eq!(team.post(0, &private).await.status, 200);
    assert_eq!(restore(&key.client, &versions[1]).await.refusal(), (404, "not_found".into()));
}
