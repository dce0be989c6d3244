//! `/api/openapi.json` is complete and correct: real answers of every operation are compared with it.

mod schema;

use awc::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::account::second_factor::App;
use crate::account::{
    api_keys, apps, confirm_link, device_codes, disabled, hosted, new_password, passkeys, phone, sign_in_code,
    workspace_keys,
};
use crate::import::{ended, upload};
use crate::mail;
use crate::protocol::team::Team;
use crate::support::{Answer, Browser, Client, Person, PushService, TestDatabase, TestNode, newest_code};
use crate::texts;

use schema::{unbounded, unlike};

#[actix_web::test]
async fn every_text_of_the_description_has_a_format_or_a_bound_and_every_refusal_a_shape() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let document = node.client().get("/api/openapi.json").await.json();
    let mut found = Vec::new();
    unbounded(&document["components"]["schemas"], "", &mut found);
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let at = format!("{method} {path}");
            unbounded(&operation["parameters"], &at, &mut found);
            unbounded(&operation["responses"], &at, &mut found);
            let responses = operation["responses"].as_object().expect("responses");
            let mut needed = vec!["400", "408", "431"];
            if operation["requestBody"].is_object() {
                needed.extend(["413", "415", "422"]);
            }
            if operation["security"].is_array() {
                needed.extend(["401", "403", "429", "503"]);
            }
            for status in needed {
                assert!(responses.contains_key(status), "{at} lacks {status}");
            }
            for (status, response) in responses.iter().filter(|(status, _)| status.as_str() >= "400") {
                let shape = &response["content"]["application/json"]["schema"]["$ref"];
                // RFC 6749 defines the body of this refusal.
                let is_own = at.starts_with("post /api/oauth/") && status == "400";
                let name = if is_own { "AppFault" } else { "ErrorBody" };
                assert_eq!(shape, &format!("#/components/schemas/{name}"), "{at}: {status}");
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

struct Reader {
    document: Value,
    /// Operations whose success was compared.
    seen: std::collections::BTreeSet<String>,
}

impl Reader {
    /// Compares an answer with the document.
    fn compare(&mut self, operation: &str, answer: &Answer) {
        let (method, path) = operation.split_once(' ').expect("a method and a path");
        let described = &self.document["paths"][path][method.to_lowercase()]["responses"][answer.status.as_str()];
        assert!(described.is_object(), "{operation} does not say {}", answer.status);
        if answer.status.is_success() {
            self.seen.insert(operation.to_owned());
        }
        let content = &described["content"];
        if content.is_null() {
            assert!(answer.body.is_empty(), "{operation}, {}: a body", answer.status);
            return;
        }
        let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        let schema = &content[kind]["schema"];
        assert!(content[kind].is_object(), "{operation}, {}: {kind}", answer.status);
        let values = match kind {
            "application/json" => vec![answer.json()],
            "application/x-ndjson" | "application/vnd.troupe.columns" => {
                let text = String::from_utf8(answer.body.clone()).expect("text");
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
            }
            _ => return,
        };
        for value in values {
            let wrong = unlike(&self.document, schema, &value, "");
            assert!(wrong.is_empty(), "{operation}, {}: {wrong:#?}\n{value}", answer.status);
        }
    }
}

async fn send(client: &Client, operation: &str, path: &str, body: Option<Value>) -> Answer {
    match (operation.split(' ').next(), body) {
        (Some("GET"), _) => client.get(path).await,
        (_, Some(body)) => client.post(path, &body).await,
        _ => client.send(Method::POST, path, None, Vec::new()).await,
    }
}

/// A job that has failed, and of which another run is due.
async fn dead_letter(database: &TestDatabase) -> Uuid {
    let sql = "insert into jobs (id, kind, payload, state, tries, most_tries, last_error, ended_at)
               values (gen_random_uuid(), 'test', '{}', 'dead', 1, 1, 'It failed.', now()) returning id";
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("stored")
}

/// The icon of a site that the workspace links to.
async fn icon(database: &TestDatabase, team: &Team) -> Uuid {
    let sql = "insert into site_icons (workspace_id, id, site, png)
               values ($1::uuid, gen_random_uuid(), 'https://example.org', '\\x00') returning id";
    let stored = sqlx::query_scalar(sql).bind(&team.workspace).fetch_one(&mut database.connect().await).await;
    stored.expect("stored")
}

/// The operations of a person's picture.
async fn pictures(reader: &mut Reader, ann: &Person, visitor: &Client) {
    let change = "POST /api/me/picture";
    for bytes in [crate::files::DOT, b"text"] {
        let kind = Some("application/octet-stream");
        reader.compare(change, &ann.client.send(Method::POST, "/api/me/picture", kind, bytes.to_vec()).await);
    }
    reader.compare(change, &ann.client.post("/api/me/picture", &json!({})).await);
    let address = ann.client.get("/api/me").await.json()["user"]["avatarUrl"].as_str().expect("an address").to_owned();
    for address in [address.clone(), address.replace("small", "none")] {
        reader.compare("GET /api/pictures/{pictureId}/{size}", &visitor.get(&address).await);
    }
    let removed = ann.client.send(Method::POST, "/api/me/picture/remove", None, Vec::new()).await;
    reader.compare("POST /api/me/picture/remove", &removed);
}

/// The operations of an account, from a forgotten password to the deletion.
async fn accounts(reader: &mut Reader, node: &TestNode) {
    let (visitor, mut gil) = (node.client(), node.sign_up_user("gil").await);
    let begun = visitor.post("/api/auth/forgot-password", &json!({"email": gil.email})).await.json();
    let code = newest_code(&visitor, &gil.email).await;
    let reset = |code: &str| json!({"requestId": begun["requestId"], "code": code, "password": gil.password});
    for (path, body) in [
        ("forgot-password", json!({"email": gil.email})),
        ("forgot-password", json!({})),
        ("forgot-password/resend", json!({"requestId": Uuid::new_v4()})),
        ("reset-password", reset("0")),
        ("reset-password", reset(&code)),
        ("reset-password", reset(&code)),
    ] {
        let path = format!("/api/auth/{path}");
        reader.compare(&format!("POST {path}"), &visitor.post(&path, &body).await);
    }
    gil = gil.sign_in_again().await;
    second_factor(reader, &gil, &visitor).await;
    gil = gil.sign_in_again().await;
    let phone = gil.sign_in_again().await;
    let wanted = json!({"email": "gil2@example.org", "password": gil.password});
    let request = gil.client.post("/api/me/email", &wanted).await.json()["requestId"].clone();
    let code = newest_code(&visitor, "gil2@example.org").await;
    let sessions = phone.client.get("/api/me/sessions").await.json();
    let of = |current: bool| {
        let all = sessions["sessions"].as_array().expect("sessions");
        all.iter().find(|it| it["current"] == current).expect("a session")["id"].as_str().expect("an id").to_owned()
    };
    for (operation, path, body) in [
        ("GET /api/me/sessions", "sessions".to_owned(), None),
        ("GET /api/me/export", "export".to_owned(), None),
        ("POST /api/me/email", "email".to_owned(), Some(wanted)),
        ("POST /api/me/email", "email".to_owned(), Some(json!({}))),
        ("POST /api/me/email/resend", "email/resend".to_owned(), Some(json!({"requestId": Uuid::new_v4()}))),
        ("POST /api/me/email/confirm", "email/confirm".to_owned(), Some(json!({"requestId": request, "code": code}))),
        ("POST /api/me/email/confirm", "email/confirm".to_owned(), Some(json!({"requestId": request, "code": code}))),
        (
            "POST /api/me/password",
            "password".to_owned(),
            Some(json!({"password": gil.password, "newPassword": gil.password})),
        ),
        ("POST /api/me/password", "password".to_owned(), Some(json!({}))),
        ("POST /api/me/sessions/{sessionId}/end", format!("sessions/{}/end", of(true)), Some(json!({}))),
        ("POST /api/me/sessions/{sessionId}/end", format!("sessions/{}/end", of(true)), Some(json!({}))),
        ("POST /api/me/sessions/end-others", "sessions/end-others".to_owned(), Some(json!({}))),
        ("GET /api/me/remembered-devices", "remembered-devices".to_owned(), None),
        ("POST /api/me/remembered-devices/forget-all", "remembered-devices/forget-all".to_owned(), Some(json!({}))),
        ("POST /api/me/delete", "delete".to_owned(), Some(json!({"password": "not-his-at-all"}))),
        ("POST /api/me/delete", "delete".to_owned(), Some(json!({"password": gil.password}))),
        ("POST /api/me/delete", "delete".to_owned(), Some(json!({"password": gil.password}))),
    ] {
        reader.compare(operation, &send(&gil.client, operation, &format!("/api/me/{path}"), body).await);
    }
}

/// The operations of a second factor.
async fn second_factor(reader: &mut Reader, gil: &Person, visitor: &Client) {
    let app = App::of(gil).await;
    let sign_in = json!({"email": gil.email, "password": gil.password});
    let entry = visitor.post("/api/auth/sign-in", &sign_in).await;
    reader.compare("POST /api/auth/sign-in", &entry);
    for code in ["000", &app.codes[0], &app.codes[1]] {
        let body = json!({"challengeId": entry.json()["challengeId"], "code": code});
        reader.compare("POST /api/auth/second-factor", &visitor.post("/api/auth/second-factor", &body).await);
    }
    let entry = visitor.post("/api/auth/sign-in", &sign_in).await.json();
    let body = json!({"challengeId": entry["challengeId"], "code": app.code(0), "remember": true});
    assert_eq!(visitor.post("/api/auth/second-factor", &body).await.status, 200);
    let devices = "/api/me/remembered-devices";
    let listed = gil.client.get(devices).await;
    reader.compare(&format!("GET {devices}"), &listed);
    let device = listed.json()["devices"][0]["id"].as_str().expect("a device").to_owned();
    let forget = format!("{devices}/{device}/forget");
    for _ in 0..2 {
        let operation = format!("POST {devices}/{{deviceId}}/forget");
        reader.compare(&operation, &gil.client.post(&forget, &json!({})).await);
    }
    let me = "/api/me/second-factor";
    reader.compare(&format!("GET {me}"), &gil.client.get(me).await);
    let proof = |code: &str| json!({"password": gil.password, "code": code});
    let begin = json!({"password": gil.password});
    for (call, body) in [
        ("begin", begin.clone()),
        ("confirm", json!({"code": "000000"})),
        ("recovery-codes", proof("000")),
        ("recovery-codes", proof(&app.codes[2])),
        ("off", proof("000")),
        ("off", proof(&app.code(1))),
        ("off", proof(&app.code(1))),
        ("begin", begin),
        ("confirm", json!({"code": "000"})),
    ] {
        let path = format!("{me}/{call}");
        reader.compare(&format!("POST {path}"), &gil.client.post(&path, &body).await);
    }
    let begun = gil.client.post(&format!("{me}/begin"), &json!({"password": gil.password})).await.json();
    let code = App::with_secret(&begun["secret"]).code(0);
    let confirmed = gil.client.post(&format!("{me}/confirm"), &json!({"code": code})).await;
    reader.compare(&format!("POST {me}/confirm"), &confirmed);
    let code = confirmed.json()["recoveryCodes"][0].as_str().expect("a code").to_owned();
    assert_eq!(gil.client.post(&format!("{me}/off"), &proof(&code)).await.status, 204);
}

/// The operations of a file, from its first byte to its last.
async fn files(reader: &mut Reader, team: &Team, ann: &Person) {
    let ticket = team.ticket(0).await;
    let begin = "POST /api/workspaces/{id}/files";
    let new = json!({"ticketId": ticket, "name": "a.txt", "size": 4});
    let begun = ann.client.post(&team.path("files"), &new).await;
    reader.compare(begin, &begun);
    reader.compare(begin, &ann.client.post(&team.path("files"), &json!({"ticketId": ticket})).await);
    let file = begun.json()["fileId"].as_str().expect("an id").to_owned();
    let path = team.path(&format!("files/{file}"));
    let operation = |rest: &str| format!("POST /api/workspaces/{{id}}/files/{{fileId}}/{rest}");
    let post = async |rest: &str, kind: &str, body: &[u8]| {
        ann.client.send(Method::POST, &format!("{path}/{rest}"), Some(kind), body.to_vec()).await
    };
    reader.compare(&operation("complete"), &post("complete", "application/json", b"{}").await);
    for (kind, body) in [("application/json", &b"{}"[..]), ("application/octet-stream", b"\0\x01\x02\x03")] {
        reader.compare(&operation("parts/{part}"), &post("parts/0", kind, body).await);
    }
    reader.compare("GET /api/workspaces/{id}/files/{fileId}", &ann.client.get(&path).await);
    reader.compare(&operation("complete"), &post("complete", "application/json", b"{}").await);
    reader.compare(&operation("cancel"), &post("cancel", "application/json", b"{}").await);
    let addresses = ann.client.get(&team.path(&format!("tickets/{ticket}/files"))).await;
    reader.compare("GET /api/workspaces/{id}/tickets/{ticketId}/files", &addresses);
    let content = addresses.json()["files"][0]["content"].as_str().expect("an address").to_owned();
    let other = content.replace("content", "download");
    for address in [content, other] {
        reader.compare("GET /api/workspaces/{id}/files/{fileId}/{variant}", &ann.client.get(&address).await);
    }
    let dropped = ann.client.post(&team.path("files"), &new).await.json()["fileId"].as_str().expect("an id").to_owned();
    let gone = ann.client.post(&team.path(&format!("files/{dropped}/cancel")), &json!({})).await;
    reader.compare(&operation("cancel"), &gone);
}

#[actix_web::test]
async fn every_operation_answers_as_the_description_says() {
    let database = TestDatabase::new().await;
    let generous = [("TROUPE_AUTH_PER_SECOND", "1000"), ("TROUPE_AUTH_BURST", "1000")];
    let node = TestNode::start_with(&database, &generous).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let comment = Uuid::now_v7();
    let new = json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "A word"});
    assert_eq!(team.post(0, &new).await.status, 200);
    let edit = json!({"kind": "comment.update", "commentId": comment, "message": "Two words"});
    assert_eq!(team.post(0, &edit).await.status, 200);
    let sprint = Uuid::now_v7();
    let new = json!({"kind": "sprint.create", "sprintId": sprint, "name": "First"});
    assert_eq!(team.post(0, &new).await.status, 200);
    let due = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"dueDate": "2031-01-02"}});
    assert_eq!(team.post(0, &due).await.status, 200);
    let baseline = Uuid::now_v7();
    let new = json!({"kind": "baseline.create", "baselineId": baseline, "name": "Plan", "personal": false});
    assert_eq!(team.post(0, &new).await.status, 200);
    let list = Uuid::now_v7();
    let new = json!({"kind": "list.create", "listId": list, "name": "Pier"});
    assert_eq!(team.post(0, &new).await.status, 200);
    let (ann, bob, visitor) = (&team.people[0], &team.people[1], node.client());
    let mut reader =
        Reader { document: visitor.get("/api/openapi.json").await.json(), seen: std::collections::BTreeSet::new() };
    let invitation = ann.client.post(&team.path("invitations"), &json!({"role": "member"})).await.json();
    let token = invitation["token"].as_str().expect("a token");
    let command = json!({"id": Uuid::now_v7(), "command": {"kind": "ticket.trash", "ticketId": ticket}});
    let ticket_path = team.path(&format!("tickets/{ticket}"));
    let signed_up = json!({"email": "cem@example.org", "password": "vivid-horse-8"});
    let (retried, discarded) = (dead_letter(&database).await, dead_letter(&database).await);
    let by_columns = ann.client.with_header("accept", "application/vnd.troupe.columns");
    let ours = |path: &str| path.replace("{id}", &team.workspace);
    let versions = "GET /api/workspaces/{id}/tickets/{ticketId}/comments/{commentId}/versions";
    let cases: Vec<(&str, &Client, String, Option<Value>)> = vec![
        ("GET /healthz", &visitor, "/healthz".into(), None),
        ("GET /readyz", &visitor, "/readyz".into(), None),
        ("GET /metrics", &visitor, "/metrics".into(), None),
        ("GET /api/openapi.json", &visitor, "/api/openapi.json".into(), None),
        ("POST /api/auth/sign-up", &visitor, "/api/auth/sign-up".into(), Some(signed_up.clone())),
        ("POST /api/auth/sign-up", &visitor, "/api/auth/sign-up".into(), Some(json!([]))),
        ("POST /api/auth/resend", &visitor, "/api/auth/resend".into(), Some(json!({}))),
        ("GET /api/dev/mailbox", &visitor, "/api/dev/mailbox?to=cem@example.org".into(), None),
        ("GET /api/dev/mailbox", &visitor, "/api/dev/mailbox".into(), None),
        (
            "POST /api/auth/sign-in",
            &visitor,
            "/api/auth/sign-in".into(),
            Some(json!({"email": ann.email, "password": ann.password})),
        ),
        ("POST /api/auth/sign-in", &visitor, "/api/auth/sign-in".into(), Some(signed_up)),
        ("POST /api/auth/refresh", &visitor, "/api/auth/refresh".into(), None),
        ("GET /api/me", &ann.client, "/api/me".into(), None),
        ("GET /api/me", &visitor, "/api/me".into(), None),
        ("GET /api/me/push", &ann.client, "/api/me/push".into(), None),
        ("POST /api/me/push", &ann.client, "/api/me/push".into(), Some(json!({}))),
        ("POST /api/me/push/{deviceId}/remove", &ann.client, format!("/api/me/push/{ticket}/remove"), Some(json!({}))),
        ("POST /api/me/profile", &ann.client, "/api/me/profile".into(), Some(json!({"department": "Works"}))),
        ("POST /api/me/profile", &visitor, "/api/me/profile".into(), Some(json!({}))),
        (
            "POST /api/me/active-workspace",
            &ann.client,
            "/api/me/active-workspace".into(),
            Some(json!({"workspaceId": team.workspace})),
        ),
        ("GET /api/admin/overview", &ann.client, "/api/admin/overview".into(), None),
        ("GET /api/admin/overview", &bob.client, "/api/admin/overview".into(), None),
        ("GET /api/admin/jobs", &ann.client, "/api/admin/jobs".into(), None),
        ("GET /api/admin/jobs", &bob.client, "/api/admin/jobs".into(), None),
        ("POST /api/admin/jobs/{id}/retry", &ann.client, format!("/api/admin/jobs/{retried}/retry"), Some(json!({}))),
        (
            "POST /api/admin/jobs/{id}/discard",
            &ann.client,
            format!("/api/admin/jobs/{discarded}/discard"),
            Some(json!({})),
        ),
        ("POST /api/workspaces", &ann.client, "/api/workspaces".into(), Some(json!({"name": "Other"}))),
        ("POST /api/workspaces", &ann.client, "/api/workspaces".into(), Some(json!({"name": ""}))),
        ("GET /api/workspaces/{id}/snapshot", &ann.client, team.path("snapshot"), None),
        ("GET /api/workspaces/{id}/components", &ann.client, team.path("components"), None),
        ("GET /api/workspaces/{id}/velocity", &ann.client, team.path("velocity"), None),
        (
            "GET /api/workspaces/{id}/sprints/{sprintId}/days",
            &ann.client,
            team.path(&format!("sprints/{sprint}/days")),
            None,
        ),
        (
            "GET /api/workspaces/{id}/sprints/{sprintId}/days",
            &ann.client,
            team.path(&format!("sprints/{ticket}/days")),
            None,
        ),
        (
            "GET /api/workspaces/{id}/baselines/{baselineId}/dates",
            &ann.client,
            team.path(&format!("baselines/{baseline}/dates")),
            None,
        ),
        (
            "GET /api/workspaces/{id}/baselines/{baselineId}/dates",
            &ann.client,
            team.path(&format!("baselines/{ticket}/dates")),
            None,
        ),
        ("GET /api/workspaces/{id}/fix-versions", &ann.client, team.path("fix-versions"), None),
        ("GET /api/workspaces/{id}/snapshot", &by_columns, team.path("snapshot"), None),
        ("GET /api/workspaces/{id}/snapshot", &ann.client, "/api/workspaces/no-id/snapshot".into(), None),
        ("GET /api/workspaces/{id}/tickets/{ticketId}", &ann.client, ticket_path.clone(), None),
        ("GET /api/workspaces/{id}/tickets/{ticketId}", &ann.client, team.path("tickets/no-id"), None),
        (
            "GET /api/workspaces/{id}/tickets/{ticketId}/descriptions",
            &ann.client,
            format!("{ticket_path}/descriptions"),
            None,
        ),
        (
            "GET /api/workspaces/{id}/tickets/{ticketId}/activities",
            &ann.client,
            format!("{ticket_path}/activities"),
            None,
        ),
        (versions, &ann.client, format!("{ticket_path}/comments/{comment}/versions"), None),
        (versions, &ann.client, format!("{ticket_path}/comments/{ticket}/versions"), None),
        (
            "GET /api/workspaces/{id}/tickets/{ticketId}/activities",
            &ann.client,
            format!("{ticket_path}/activities?limit=x"),
            None,
        ),
        ("GET /api/workspaces/{id}/deleted-tickets", &ann.client, team.path("deleted-tickets"), None),
        ("GET /api/workspaces/{id}/deleted-tickets", &ann.client, team.path("deleted-tickets?limit=0"), None),
        (
            "GET /api/workspaces/{id}/lists/{listId}/descriptions",
            &ann.client,
            team.path(&format!("lists/{list}/descriptions")),
            None,
        ),
        (
            "GET /api/workspaces/{id}/lists/{listId}/descriptions",
            &ann.client,
            team.path(&format!("lists/{ticket}/descriptions")),
            None,
        ),
        ("POST /api/workspaces/{id}/commands", &ann.client, ours("/api/workspaces/{id}/commands"), Some(command)),
        ("POST /api/workspaces/{id}/commands", &ann.client, ours("/api/workspaces/{id}/commands"), Some(json!({}))),
        ("POST /api/workspaces/{id}/invitations", &ann.client, team.path("invitations"), Some(json!({}))),
        ("POST /api/workspaces/{id}/invitations", &bob.client, team.path("invitations"), Some(json!({}))),
        ("GET /api/invitations/{token}", &visitor, format!("/api/invitations/{token}"), None),
        ("GET /api/invitations/{token}", &visitor, "/api/invitations/none".into(), None),
        (
            "POST /api/invitations/{token}/accept",
            &bob.client,
            format!("/api/invitations/{token}/accept"),
            Some(json!({})),
        ),
        ("POST /api/invitations/{token}/accept", &visitor, format!("/api/invitations/{token}/accept"), Some(json!({}))),
        ("GET /api/workspaces/{id}/people", &ann.client, team.path("people"), None),
        ("GET /api/workspaces/{id}/people", &ann.client, team.path("people?format=csv"), None),
        ("GET /api/workspaces/{id}/people", &ann.client, team.path("people?format=xlsx"), None),
        ("GET /api/workspaces/{id}/people", &bob.client, team.path("people"), None),
        (
            "GET /api/workspaces/{id}/tickets",
            &ann.client,
            team.path("tickets?filter=assignee%20%3D%20none&sort=due&limit=1"),
            None,
        ),
        ("GET /api/workspaces/{id}/tickets", &ann.client, team.path("tickets?filter=weather%20%3D%20good"), None),
        ("GET /api/workspaces/{id}/tickets", &ann.client, team.path("tickets?page=2"), None),
        ("GET /api/workspaces/{id}/search", &ann.client, team.path("search?q=label"), None),
        ("GET /api/workspaces/{id}/search", &ann.client, team.path("search?q=label&in=password"), None),
        ("GET /api/workspaces/{id}/search", &ann.client, team.path("search"), None),
        ("GET /api/workspaces/{id}/audit", &ann.client, team.path("audit"), None),
        ("GET /api/workspaces/{id}/audit", &ann.client, team.path("audit?format=csv"), None),
        ("GET /api/workspaces/{id}/audit", &ann.client, team.path("audit?kind=x"), None),
        ("GET /api/workspaces/{id}/audit", &bob.client, team.path("audit"), None),
        (
            "POST /api/workspaces/{id}/audit/retention",
            &ann.client,
            team.path("audit/retention"),
            Some(json!({"days": 90})),
        ),
        (
            "POST /api/workspaces/{id}/audit/retention",
            &ann.client,
            team.path("audit/retention"),
            Some(json!({"days": 1})),
        ),
        ("GET /api/workspaces/{id}/second-factor", &ann.client, team.path("second-factor"), None),
        ("GET /api/workspaces/{id}/second-factor", &bob.client, team.path("second-factor"), None),
        (
            "POST /api/workspaces/{id}/second-factor",
            &ann.client,
            team.path("second-factor"),
            Some(json!({"required": false})),
        ),
        (
            "POST /api/workspaces/{id}/second-factor",
            &ann.client,
            team.path("second-factor"),
            Some(json!({"required": true})),
        ),
        ("GET /api/workspaces/{id}/domains", &ann.client, team.path("domains"), None),
        ("GET /api/workspaces/{id}/domains", &bob.client, team.path("domains"), None),
        (
            "POST /api/workspaces/{id}/domains",
            &ann.client,
            team.path("domains"),
            Some(json!({"domain": "example.org", "role": "guest"})),
        ),
        (
            "POST /api/workspaces/{id}/domains",
            &ann.client,
            team.path("domains"),
            Some(json!({"domain": "gmail.com", "role": "guest"})),
        ),
        (
            "POST /api/workspaces/{id}/domains/remove",
            &ann.client,
            team.path("domains/remove"),
            Some(json!({"domain": "example.org"})),
        ),
        ("GET /api/auth/sign-up-rule", &visitor, "/api/auth/sign-up-rule".into(), None),
        ("GET /unsubscribe/{token}", &visitor, "/unsubscribe/none".into(), None),
        ("POST /unsubscribe/{token}", &visitor, "/unsubscribe/none".into(), None),
        ("GET /api/socket", &visitor, "/api/socket".into(), None),
        ("POST /api/workspaces/{id}/import", &visitor, team.path("import"), Some(json!({}))),
        ("POST /api/workspaces/{id}/import", &ann.client, team.path("import"), Some(json!({}))),
    ];
    for (operation, client, path, body) in cases {
        let answer = send(client, operation, &path, body).await;
        reader.compare(operation, &answer);
    }
    let refreshed = ann.client.send(Method::POST, "/api/auth/refresh", None, Vec::new()).await;
    reader.compare("POST /api/auth/refresh", &refreshed);
    api_keys::operations(&team, |operation, answer| reader.compare(operation, answer)).await;
    workspace_keys::operations(&team, |operation, answer| reader.compare(operation, answer)).await;
    apps::operations(&team, |operation, answer| reader.compare(operation, answer)).await;
    device_codes::operations(&team, |operation, answer| reader.compare(operation, answer)).await;
    confirm_link::operations(&node, |operation, answer| reader.compare(operation, answer)).await;
    hosted::operations(|operation, answer| reader.compare(operation, answer)).await;
    disabled::operations(|operation, answer| reader.compare(operation, answer)).await;
    new_password::operations(|operation, answer| reader.compare(operation, answer)).await;
    passkeys::operations(|operation, answer| reader.compare(operation, answer)).await;
    phone::operations(|operation, answer| reader.compare(operation, answer)).await;
    sign_in_code::operations(|operation, answer| reader.compare(operation, answer)).await;
    for body in [json!({"url": node.url()}), json!({"url": "no address"})] {
        let answer = ann.client.post(&team.path("page-title"), &body).await;
        reader.compare("POST /api/workspaces/{id}/page-title", &answer);
    }
    texts::versions::operations(&team, |operation, answer| reader.compare(operation, answer)).await;
    files(&mut reader, &team, ann).await;
    pictures(&mut reader, ann, &visitor).await;
    accounts(&mut reader, &node).await;
    let key = ann.client.get("/api/me/push").await.json()["serverKey"].clone();
    let mut browser = Browser::at(&PushService::start(), "ann").subscription(key.as_str().expect("a key"));
    browser["endpoint"] = json!("https://push.example.net/send/ann");
    let added = ann.client.post("/api/me/push", &browser).await;
    reader.compare("POST /api/me/push", &added);
    reader.compare("GET /api/me/push", &ann.client.get("/api/me/push").await);
    let remove = format!("/api/me/push/{}/remove", added.json()["id"].as_str().expect("an id"));
    let removed = ann.client.send(Method::POST, &remove, None, Vec::new()).await;
    reader.compare("POST /api/me/push/{deviceId}/remove", &removed);
    mail::operations(&visitor, |operation, answer| reader.compare(operation, answer)).await;
    for icon in [icon(&database, &team).await, Uuid::new_v4()] {
        let answer = visitor.get(&team.path(&format!("icons/{icon}"))).await;
        reader.compare("GET /api/workspaces/{id}/icons/{iconId}", &answer);
    }
    let unsubscribe = crate::notifications::unsubscribe_path(&database, &team).await;
    for (operation, method) in [("GET /unsubscribe/{token}", Method::GET), ("POST /unsubscribe/{token}", Method::POST)]
    {
        reader.compare(operation, &visitor.send(method, &unsubscribe, None, Vec::new()).await);
    }
    let import = "POST /api/workspaces/{id}/import";
    let file = b"title\nOne\n";
    let counted =
        upload(&ann.client, &team.workspace, &[("format", "csv"), ("dryRun", "true")], "work.csv", file).await;
    reader.compare(import, &counted);
    let mapping = json!({"title": "title"}).to_string();
    let begun =
        upload(&ann.client, &team.workspace, &[("format", "csv"), ("mapping", &mapping)], "work.csv", file).await;
    reader.compare(import, &begun);
    ended(&database, &ann.client, &team.workspace, &begun).await;
    let open = ann.client.get(&team.path("invitations")).await;
    reader.compare("GET /api/workspaces/{id}/invitations", &open);
    let link = open.json()["invitations"][0]["id"].as_str().expect("an open link").to_owned();
    let revoke = team.path(&format!("invitations/{link}/revoke"));
    let revoked = ann.client.send(Method::POST, &revoke, None, Vec::new()).await;
    reader.compare("POST /api/workspaces/{id}/invitations/{invitationId}/revoke", &revoked);
    let mail = "POST /api/workspaces/{id}/invitations/mail";
    let to = json!({"addresses": "cem@example.org eva@example.org"});
    for (client, to) in [(&ann.client, &to), (&ann.client, &to), (&bob.client, &to)] {
        reader.compare(mail, &client.post(&team.path("invitations/mail"), to).await);
    }
    let open = ann.client.get(&team.path("invitations")).await;
    reader.compare("GET /api/workspaces/{id}/invitations", &open);
    let id = open.json()["invitations"][0]["id"].as_str().expect("an invitation").to_owned();
    let resent = ann.client.send(Method::POST, &team.path(&format!("invitations/{id}/resend")), None, Vec::new()).await;
    reader.compare("POST /api/workspaces/{id}/invitations/{invitationId}/resend", &resent);
    let invited = [node.sign_up_user("cem").await, node.sign_up_user("eva").await];
    for (person, action) in invited.iter().zip(["accept", "decline"]) {
        let mine = person.client.get("/api/me/invitations").await;
        reader.compare("GET /api/me/invitations", &mine);
        let id = mine.json()["invitations"][0]["id"].as_str().expect("an invitation").to_owned();
        let operation = format!("POST /api/me/invitations/{{invitationId}}/{action}");
        let path = format!("/api/me/invitations/{id}/{action}");
        for client in [&ann.client, &person.client] {
            reader.compare(&operation, &client.send(Method::POST, &path, None, Vec::new()).await);
        }
    }
    let out = bob.client.send(Method::POST, "/api/auth/sign-out", None, Vec::new()).await;
    reader.compare("POST /api/auth/sign-out", &out);
    for (path, operations) in reader.document["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            let operation = format!("{} {path}", method.to_uppercase());
            // This operation succeeds by switching the protocol, not with an answer.
            assert!(operation == "GET /api/socket" || reader.seen.contains(&operation), "{operation} was not compared");
        }
    }
}
