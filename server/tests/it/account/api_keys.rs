//! API keys (AK1 to AK9): what a key opens, what it never opens, and when it ends.

use awc::http::Method;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{OTHER, forgets, resets, subjects};
use crate::protocol::socket::Socket;
use crate::protocol::team::{Stillness, Team};
use crate::support::{Answer, Client, TestDatabase, TestNode, newest_code, until};

/// All words that a key may name.
pub const ALL: [&str; 22] = [
    "read",
    "updateWorkspace",
    "invite",
    "manageMembers",
    "manageRoles",
    "readAudit",
    "manageApiKeys",
    "manageStatuses",
    "manageLabels",
    "manageAttributes",
    "createLists",
    "editLists",
    "restrictLists",
    "deleteLists",
    "createTickets",
    "editTickets",
    "editOwnTickets",
    "deleteTickets",
    "deleteOwnTickets",
    "comment",
    "moderateComments",
    "import",
];
const WORK: [&str; 3] = ["createTickets", "editTickets", "comment"];

/// A key of the n-th person, with the client that carries it.
struct Key {
    id: String,
    text: String,
    client: Client,
}

async fn asks(team: &Team, n: usize, body: &Value) -> Answer {
    team.people[n].client.post(&team.path("api-keys"), body).await
}

async fn makes(team: &Team, n: usize, capabilities: &[&str]) -> Key {
    let made = asks(team, n, &json!({"name": "Script", "capabilities": capabilities})).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    let text = made.json()["key"].as_str().expect("a key").to_owned();
    let mut client = team.people[n].client.with_token(&text);
    client.cookie = None;
    Key { id: made.json()["apiKey"]["id"].as_str().expect("an id").to_owned(), text, client }
}

async fn list(team: &Team, n: usize) -> Vec<Value> {
    let answer = team.people[n].client.get(&team.path("api-keys")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["keys"].as_array().expect("keys").clone()
}

async fn revokes(team: &Team, n: usize, key: &Key) -> u16 {
    let path = team.path(&format!("api-keys/{}/revoke", key.id));
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

/// Every operation of API keys, with its answers to be compared with the description of the API.
pub async fn operations(team: &Team, mut compare: impl FnMut(&str, &Answer)) {
    let (ann, path) = (&team.people[0].client, team.path("api-keys"));
    let make = "POST /api/workspaces/{id}/api-keys";
    let made = ann.post(&path, &json!({"name": "Export", "capabilities": ["comment"], "days": 30})).await;
    compare(make, &made);
    compare(make, &ann.post(&path, &json!({"name": "", "capabilities": []})).await);
    compare("GET /api/workspaces/{id}/api-keys", &ann.get(&path).await);
    let key = ann.with_token(made.json()["key"].as_str().expect("a key"));
    compare("GET /api/key", &key.get("/api/key").await);
    compare("GET /api/key", &ann.get("/api/key").await);
    let revoke = format!("{path}/{}/revoke", made.json()["apiKey"]["id"].as_str().expect("an id"));
    for _ in 0..2 {
        compare("POST /api/workspaces/{id}/api-keys/{keyId}/revoke", &ann.post(&revoke, &json!({})).await);
    }
    compare("GET /api/key", &key.get("/api/key").await);
}

fn new_ticket() -> Value {
    json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "From a script"})
}

#[actix_web::test]
async fn ak1_a_key_is_shown_once_and_the_database_holds_only_its_hash() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let made = asks(&team, 0, &json!({"name": "  Nightly export ", "capabilities": ["comment"], "days": 30})).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    let text = made.json()["key"].as_str().expect("a key").to_owned();
    assert!(text.starts_with("troupe_") && text.len() == 43, "{text}");
    let kept = &list(&team, 0).await[0];
    assert_eq!(kept, &made.json()["apiKey"]);
    assert_eq!((&kept["name"], &kept["hint"]), (&json!("Nightly export"), &json!(&text[39..])));
    assert_eq!((&kept["capabilities"], &kept["usedAt"]), (&json!(["comment"]), &Value::Null));
    assert!(kept["expiresAt"].is_string() && !kept.to_string().contains(&text[7..]));
    assert_eq!(list(&team, 1).await, [] as [Value; 0], "nobody sees another person's keys");

    let rows: String = sqlx::query_scalar("select string_agg(k::text, '') from api_keys k")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("rows");
    assert!(rows.contains("Nightly export") && !rows.contains(&text[..39]) && !rows.contains("troupe_"), "{rows}");
    until("the owner has the notice", async || {
        subjects(&node.client(), &team.people[0].email).await[0] == "A new API key for your Troupe account"
    })
    .await;
}

#[actix_web::test]
async fn ak2_a_key_has_a_name_known_capabilities_and_a_life_of_30_90_or_365_days_or_none() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    for (body, field) in [
        (json!({"name": " ", "capabilities": []}), "name"),
        (json!({"name": "x".repeat(101), "capabilities": []}), "name"),
        (json!({"name": "A\nB", "capabilities": []}), "name"),
        (json!({"name": "A", "capabilities": ["paint"]}), "capabilities"),
        (json!({"name": "A", "capabilities": [], "days": 31}), "days"),
        (json!({"name": "A", "capabilities": [], "days": 0}), "days"),
    ] {
        let refused = asks(&team, 1, &body).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some(field)), "{body}");
    }
    // Mia is a member: she may give a key nothing that she may not do herself.
    for above in ["manageStatuses", "invite", "readAudit", "moderateComments"] {
        let refused = asks(&team, 1, &json!({"name": "A", "capabilities": ["comment", above]})).await;
        assert_eq!(refused.refusal(), (403, "forbidden".into()), "{above}");
    }
    for days in [json!(30), json!(90), json!(365), Value::Null] {
        let made = asks(&team, 1, &json!({"name": "A", "capabilities": [], "days": days})).await;
        assert_eq!((made.status.as_u16(), made.json()["apiKey"]["expiresAt"].is_null()), (201, days.is_null()));
    }
    for _ in 4..20 {
        assert_eq!(asks(&team, 1, &json!({"name": "A", "capabilities": []})).await.status, 201);
    }
    let refused = asks(&team, 1, &json!({"name": "A", "capabilities": []})).await;
    assert_eq!(refused.refusal(), (409, "too_many".into()));
    assert_eq!(asks(&team, 0, &json!({"name": "A", "capabilities": []})).await.status, 201, "each person has 20");
}

#[actix_web::test]
async fn ak3_a_key_does_what_it_names_and_its_person_may_do_at_that_moment() {
    let database = TestDatabase::new().await;
    let (node, other) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (reads, works) = (makes(&team, 1, &[]).await, makes(&team, 1, &WORK).await);
    let ticket = team.ticket(0).await;
    for key in [&reads, &works] {
        let seen = key.client.get(&team.path(&format!("tickets/{ticket}"))).await;
        assert_eq!((seen.status.as_u16(), &seen.json()["ticket"]["id"]), (200, &json!(ticket)));
    }
    let before = Stillness::of(&database).await;
    for command in [
        new_ticket(),
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Other"}}),
        json!({"kind": "ticket.trash", "ticketId": ticket}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"}),
        json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Attic"}),
        json!({"kind": "member.remove", "userId": team.people[1].id}),
        json!({"kind": "preferences.update", "patch": {"theme": "dark"}}),
    ] {
        assert_eq!(reads.commands(&team, &command).await.refusal(), (403, "forbidden".into()), "{command}");
    }
    assert_eq!(Stillness::of(&database).await, before);
    assert_eq!(works.commands(&team, &new_ticket()).await.status, 200);
    let trash = json!({"kind": "ticket.trash", "ticketId": ticket});
    assert_eq!(works.commands(&team, &trash).await.refusal(), (403, "forbidden".into()));

    // The role loses the right to make tasks: the key loses it too, at every node.
    let role = json!({"kind": "member.setRole", "userId": team.people[1].id,
                      "role": Uuid::new_v5(&team.workspace.parse().expect("an id"), b"role commenter")});
    assert_eq!(team.post(0, &role).await.status, 200);
    let there = Key { client: works.client.at(other.url()), ..works };
    until("the other node has heard of the role", async || {
        there.commands(&team, &new_ticket()).await.refusal() == (403, "forbidden".into())
    })
    .await;
    let comment = json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"});
    assert_eq!(there.commands(&team, &comment).await.status, 200);
    let told = there.client.get("/api/key").await.json();
    assert_eq!((&told["capabilities"], &told["workspaceId"]), (&json!(["comment"]), &json!(team.workspace)));
    assert_eq!(told["userId"], json!(team.people[1].id));
}

#[actix_web::test]
async fn ak4_a_key_of_an_owner_opens_the_calls_of_its_workspace_and_no_call_of_the_account() {
    let database = TestDatabase::new().await;
    let generous = [("TROUPE_AUTH_PER_SECOND", "1000"), ("TROUPE_AUTH_BURST", "1000")];
    let node = TestNode::start_with(&database, &generous).await;
    let team = Team::new(&node, &["olga"]).await;
    let other = Team::of(vec![team.people[0].clone()]).await;
    let key = makes(&team, 0, &ALL).await;
    let ticket = team.ticket(0).await;
    let description = node.client().get("/api/openapi.json").await.json();
    let mut tried = [0; 2];
    for (path, methods) in description["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            // Signing out needs no token.
            let is_open = |ways: &Vec<Value>| ways.contains(&json!({}));
            if operation["security"].as_array().is_none_or(is_open) {
                continue;
            }
            let filled = |workspace: &str| {
                let path = path.replace("{id}", workspace).replace("/search", "/search?q=ticket");
                let mut parts = path
                    .split('/')
                    .map(|part| if part.starts_with('{') { ticket.to_string() } else { part.to_owned() });
                let first = parts.next().unwrap_or_default();
                parts.fold(first, |path, part| format!("{path}/{part}"))
            };
            let call = async |path: String| {
                if method == "get" { key.client.get(&path).await } else { key.client.post(&path, &json!({})).await }
            };
            let is_of_workspace = path.starts_with("/api/workspaces/{id}/");
            let is_closed = ["/api-keys", "/workspace-keys", "/apps", "/retention", "/second-factor", "/domains"]
                .iter()
                .any(|it| path.contains(it));
            let answer = call(filled(&team.workspace)).await;
            let name = format!("{method} {path}: {}", answer.status);
            if path == "/api/key" {
                assert_eq!(answer.status, 200, "{name}");
            } else if is_of_workspace && !is_closed {
                assert!(![401, 403].contains(&answer.status.as_u16()), "{name}");
                let elsewhere = call(filled(&other.workspace)).await;
                assert_eq!(elsewhere.refusal(), (404, "not_found".into()), "{name} in another workspace");
                tried[0] += 1;
            } else {
                assert_eq!(answer.refusal(), (403, "forbidden".into()), "{name}");
                assert_eq!(
                    answer.json()["error"]["message"],
                    "You can't do this with an API key. Log in instead.",
                    "{name}"
                );
                tried[1] += 1;
            }
        }
    }
    assert!(tried[0] > 20 && tried[1] > 20, "{tried:?}");
}

#[actix_web::test]
async fn ak4_a_key_changes_no_password_address_session_second_factor_or_key_and_deletes_no_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (key, olga) = (makes(&team, 0, &ALL).await, &team.people[0]);
    let password = json!({"password": olga.password});
    for (path, body) in [
        ("/api/me/password".to_owned(), json!({"password": olga.password, "newPassword": OTHER})),
        ("/api/me/email".to_owned(), json!({"password": olga.password, "email": "eve@example.org"})),
        ("/api/me/sessions/end-others".to_owned(), json!({})),
        ("/api/me/second-factor/begin".to_owned(), password.clone()),
        ("/api/me/delete".to_owned(), password),
        ("/api/me/profile".to_owned(), json!({"firstname": "Eve"})),
        ("/api/workspaces".to_owned(), json!({"name": "Another"})),
        (team.path("api-keys"), json!({"name": "More", "capabilities": ALL})),
        (team.path(&format!("api-keys/{}/revoke", key.id)), json!({})),
        (team.path("workspace-keys"), json!({"name": "More", "capabilities": []})),
        (team.path("audit/retention"), json!({"days": 30})),
        (team.path("second-factor"), json!({"required": false})),
        (team.path("domains"), json!({"domain": "example.org", "role": "member"})),
    ] {
        let refused = key.client.post(&path, &body).await;
        assert_eq!(refused.refusal(), (403, "forbidden".into()), "{path}");
    }
    for path in ["/api/me", "/api/me/sessions", "/api/me/export", "/api/me/push", "/api/admin/overview"] {
        assert_eq!(key.client.get(path).await.refusal(), (403, "forbidden".into()), "{path}");
    }
    assert_eq!((list(&team, 0).await.len(), key.status(&team).await), (1, 200));
    assert_eq!(olga.client.get("/api/me").await.json()["user"]["firstname"], "olga");
    // The socket is for sessions.
    let mut socket = Socket::open(node.url()).await;
    socket.send(&json!({"type": "hello", "token": key.text, "workspace": team.workspace, "protocol": 1})).await;
    assert_eq!(socket.end().await, 4401);
}

#[actix_web::test]
async fn ak5_a_revoked_key_ends_at_once_at_every_node_and_only_its_owner_revokes_it() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "mia"]).await;
    let (key, kept) = (makes(&team, 1, &WORK).await, makes(&team, 1, &WORK).await);
    let elsewhere = Key { id: key.id.clone(), text: key.text.clone(), client: key.client.at(there.url()) };
    assert_eq!((key.status(&team).await, elsewhere.status(&team).await), (200, 200));
    assert_eq!(revokes(&team, 0, &key).await, 404, "a key of another person");
    assert_eq!(revokes(&team, 1, &key).await, 204);
    for client in [&key.client, &elsewhere.client] {
        assert_eq!(client.get(&team.path("components")).await.refusal(), (401, "unauthenticated".into()));
    }
    assert_eq!((revokes(&team, 1, &key).await, kept.status(&team).await), (404, 200));
}

#[actix_web::test]
async fn ak5_an_expired_key_is_refused_and_the_address_of_a_file_ends_with_the_key_that_asked_for_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (key, other) = (makes(&team, 0, &WORK).await, makes(&team, 0, &[]).await);
    let ticket = team.ticket(0).await;
    let begun = key.client.post(&team.path("files"), &json!({"ticketId": ticket, "name": "a.txt", "size": 4})).await;
    assert_eq!(begun.status, 201, "{:?}", begun.json());
    let file = team.path(&format!("files/{}", begun.json()["fileId"].as_str().expect("an id")));
    assert_eq!(other.client.post(&format!("{file}/cancel"), &json!({})).await.refusal(), (403, "forbidden".into()));
    let bytes = Some("application/octet-stream");
    let part = key.client.send(Method::POST, &format!("{file}/parts/0"), bytes, b"text".to_vec()).await;
    let done = key.client.post(&format!("{file}/complete"), &json!({})).await;
    assert_eq!((part.status.as_u16(), done.status.as_u16()), (204, 204));
    let addresses = other.client.get(&team.path(&format!("tickets/{ticket}/files"))).await.json();
    let address = addresses["files"][0]["content"].as_str().expect("an address").to_owned();
    let visitor = node.client();
    assert_eq!(visitor.get(&address).await.body, b"text");
    let as_session = address.replace("key=", "session=");
    assert_eq!(visitor.get(&as_session).await.status, 404, "signed for a key");
    assert_eq!(revokes(&team, 0, &other).await, 204);
    assert_eq!(visitor.get(&address).await.status, 404);

    let expire = "update api_keys set expires_at = now() - interval '1 second'";
    database.connect().await.execute(expire).await.expect("expired");
    assert_eq!(key.client.get(&team.path("components")).await.refusal(), (401, "token_expired".into()));
    assert_eq!(list(&team, 0).await.len(), 1, "an expired key stays in the list until it is revoked");
}

#[actix_web::test]
async fn ak6_keys_end_for_good_when_their_person_is_removed_deactivated_or_leaves() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "nina", "omar"]).await;
    let mut keys = Vec::new();
    for n in 1..=3 {
        keys.push(makes(&team, n, &WORK).await);
    }
    let of = |n: usize| json!(team.people[n].id);
    for (by, command) in [
        (0, json!({"kind": "member.remove", "userId": of(1)})),
        (0, json!({"kind": "member.deactivate", "userId": of(2)})),
        (3, json!({"kind": "member.remove", "userId": of(3)})),
    ] {
        assert_eq!(team.post(by, &command).await.status, 200, "{command}");
    }
    for key in &keys {
        assert_eq!(key.client.get(&team.path("components")).await.refusal(), (401, "unauthenticated".into()));
    }
    assert_eq!(team.post(0, &json!({"kind": "member.restore", "userId": of(2)})).await.status, 200);
    team.invite(&team.people[1], "member").await;
    for (n, key) in (1..=2).zip(&keys) {
        assert_eq!(key.client.get(&team.path("components")).await.status, 401, "a person who is back makes new keys");
        assert_eq!(list(&team, n).await, [] as [Value; 0]);
    }
}

#[actix_web::test]
async fn ak6_keys_end_with_the_account_and_when_a_forgotten_password_is_reset_and_outlive_a_change_of_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (olga, mia) = (makes(&team, 0, &WORK).await, makes(&team, 1, &WORK).await);
    let change = json!({"password": team.people[0].password, "newPassword": OTHER});
    assert_eq!(team.people[0].client.post("/api/me/password", &change).await.status, 204);
    assert_eq!(olga.status(&team).await, 200);
    let request = forgets(&node.client(), &team.people[0].email).await;
    let code = newest_code(&node.client(), &team.people[0].email).await;
    assert_eq!(resets(&node.client(), &request, &code, "quiet-heron-31").await.status, 204);
    assert_eq!(olga.client.get(&team.path("components")).await.refusal(), (401, "unauthenticated".into()));

    let password = json!({"password": team.people[1].password});
    assert_eq!(team.people[1].client.post("/api/me/delete", &password).await.status, 204);
    assert_eq!(mia.client.get(&team.path("components")).await.refusal(), (401, "unauthenticated".into()));
    let left: i64 = sqlx::query_scalar("select count(*) from api_keys")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(left, 0);
}

#[actix_web::test]
async fn ak7_wrong_keys_answer_401_and_count_to_the_guesses_of_their_address_and_calls_count_to_the_account() {
    let database = TestDatabase::new().await;
    let few = [("TROUPE_AUTH_PER_SECOND", "1"), ("TROUPE_AUTH_BURST", "12")];
    let node = TestNode::start_with(&database, &few).await;
    let team = Team::new(&node, &["olga"]).await;
    let key = makes(&team, 0, &WORK).await;
    let path = team.path("components");
    let mistyped = format!("{}x", &key.text[..42]);
    let mut statuses = Vec::new();
    for _ in 0..20 {
        for wrong in [mistyped.as_str(), "troupe_", "troupe_000000000000000000000000000000000000"] {
            statuses.push(node.client().with_token(wrong).get(&path).await.refusal());
        }
    }
    assert!(statuses.contains(&(401, "unauthenticated".into())), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&(429, "rate_limited".into())));
    assert_eq!(key.status(&team).await, 200, "the right key is no guess");

    let few = [("TROUPE_API_PER_SECOND", "1"), ("TROUPE_API_BURST", "3"), ("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let slow = TestNode::start_with(&database, &few).await;
    let mut statuses = Vec::new();
    for n in 0..12 {
        // Each call comes from another address.
        let from = format!("203.0.113.{n}");
        statuses.push(key.client.at(slow.url()).with_header("x-forwarded-for", &from).get(&path).await.status.as_u16());
    }
    assert_eq!((statuses[0], statuses[11]), (200, 429), "{statuses:?}");
    let from = team.people[0].client.at(slow.url()).with_header("x-forwarded-for", "203.0.113.99");
    assert_eq!(from.get(&path).await.status, 429, "a key and a session of one person share the limit");
}

#[actix_web::test]
async fn ak8_the_last_use_is_stored_with_its_address_at_most_once_a_minute() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_TRUSTED_PROXIES", "127.0.0.1")]).await;
    let team = Team::new(&node, &["olga"]).await;
    let key = makes(&team, 0, &[]).await;
    let from = async |address: &str| {
        let answer = key.client.with_header("x-forwarded-for", address).get(&team.path("components")).await;
        assert_eq!(answer.status, 200);
    };
    from("203.0.113.7").await;
    until("the use is stored", async || list(&team, 0).await[0]["usedAt"].is_string()).await;
    let first = list(&team, 0).await[0].clone();
    assert_eq!(first["usedFrom"], "203.0.113.7");
    from("198.51.100.4").await;
    assert_eq!(list(&team, 0).await[0], first, "the second use within a minute is not due");
    let earlier = "update api_keys set used_at = used_at - interval '2 minutes'";
    database.connect().await.execute(earlier).await.expect("earlier");
    from("198.51.100.4").await;
    until("the later use is stored", async || list(&team, 0).await[0]["usedFrom"] == "198.51.100.4").await;
}

#[actix_web::test]
async fn ak9_the_audit_log_says_who_made_and_revoked_a_key_and_what_was_done_with_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let key = makes(&team, 0, &ALL).await;
    let guest = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "guest"});
    let lesser = makes(&team, 0, &["manageMembers"]).await;
    assert_eq!(lesser.commands(&team, &guest).await.refusal().0, 403, "a key gives and takes no more than it has");
    assert_eq!((revokes(&team, 0, &lesser).await, key.commands(&team, &guest).await.status.as_u16()), (204, 200));
    assert_eq!(key.client.get(&team.path("audit")).await.status, 200);
    assert_eq!(revokes(&team, 0, &key).await, 204);
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    let of = |kind: &str, subject: &str| {
        let mut all = records.as_array().expect("records").iter();
        let found = all.find(|it| it["kind"] == kind && it["subjectId"] == subject);
        found.unwrap_or_else(|| panic!("{kind}: {records}")).clone()
    };
    let (made, revoked) = (of("apiKeyCreated", &key.id), of("apiKeyRevoked", &key.id));
    let changed = of("memberRoleChanged", &team.people[1].id);
    let after = json!({"name": "Script", "capabilities": ALL, "expiresAt": null});
    assert_eq!((&made["userId"], &revoked["userId"]), (&json!(team.people[0].id), &json!(team.people[0].id)));
    assert_eq!((&made["after"], &made["before"]), (&after, &Value::Null));
    assert_eq!((&revoked["before"], &revoked["after"]), (&json!({"name": "Script"}), &Value::Null));
    assert_eq!((&changed["device"], &changed["userId"]), (&json!("API key"), &json!(team.people[0].id)));
    assert!(!records.to_string().contains(&key.text[7..37]));
}
