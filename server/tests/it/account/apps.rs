//! Apps (OA1 to OA9): if a person allows access, an app exchanges a code for an API key, once.

use awc::http::Method;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Executor;
use url::Url;
use uuid::Uuid;

use super::{forgets, resets, subjects};
use crate::protocol::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode, newest_code, until};

const BACK: &str = "https://app.example/back";
const VERIFIER: &str = "a-verifier-that-nobody-else-has-0123456789-abc";
pub(super) const GENEROUS: [(&str, &str); 2] = [("TROUPE_AUTH_PER_SECOND", "1000"), ("TROUPE_AUTH_BURST", "1000")];

fn hash_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

async fn registers(team: &Team, n: usize, app: &Value) -> Answer {
    team.people[n].client.post(&team.path("apps"), app).await
}

/// Registers an app that may create and edit tasks and comment; returns its id.
pub async fn app(team: &Team) -> String {
    let new = json!({"name": "Pier Sketch", "redirects": [BACK, "http://127.0.0.1/back"],
                     "capabilities": ["createTickets", "editTickets", "comment", "manageStatuses"]});
    let made = registers(team, 0, &new).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    made.json()["id"].as_str().expect("an id").to_owned()
}

/// The request of an app that does everything right.
pub(super) fn asks(app: &str) -> Value {
    json!({"clientId": app, "redirectUri": BACK, "responseType": "code", "codeChallenge": hash_of(VERIFIER),
           "codeChallengeMethod": "S256", "state": "s 1"})
}

fn with(mut value: Value, name: &str, other: impl Into<Value>) -> Value {
    value[name] = other.into();
    value
}

pub(super) async fn ask(client: &Client, asks: &Value) -> Answer {
    client.post("/api/authorization/ask", asks).await
}

/// The address that the browser goes to after an answer.
async fn answer(client: &Client, asks: &Value, allowed: Option<&[&str]>) -> Url {
    let mut body = json!({"asks": asks});
    if let Some(allowed) = allowed {
        body["allowed"] = json!(allowed);
    }
    returned(&client.post("/api/authorization/answer", &body).await)
}

fn returned(answer: &Answer) -> Url {
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["returnTo"].as_str().expect("an address").parse().expect("an address")
}

fn parameter(address: &Url, name: &str) -> Option<String> {
    address.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// Allows what the app asks for; returns the code.
pub(super) async fn allows(team: &Team, n: usize, asks: &Value) -> String {
    let client = &team.people[n].client;
    let asked = ask(client, asks).await.json();
    let shown: Vec<&str> = asked["question"]["capabilities"]
        .as_array()
        .unwrap_or_else(|| panic!("{asked}"))
        .iter()
        .filter_map(Value::as_str)
        .collect();
    parameter(&answer(client, asks, Some(&shown)).await, "code").expect("a code")
}

/// The parameters of a call that does everything right.
pub(super) fn call(app: &str, code: &str) -> Vec<(&'static str, String)> {
    vec![
        ("grant_type", "authorization_code".to_owned()),
        ("code", code.to_owned()),
        ("redirect_uri", BACK.to_owned()),
        ("client_id", app.to_owned()),
        ("code_verifier", VERIFIER.to_owned()),
    ]
}

pub(super) async fn exchanges(client: &Client, call: &[(&'static str, String)]) -> Answer {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(call).finish();
    let kind = Some("application/x-www-form-urlencoded");
    client.send(Method::POST, "/api/oauth/token", kind, form.into_bytes()).await
}

pub(super) async fn fault(client: &Client, call: &[(&'static str, String)]) -> (u16, String) {
    let answer = exchanges(client, call).await;
    let body = answer.json();
    assert!(body["error_description"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
    (answer.status.as_u16(), body["error"].as_str().expect("a word").to_owned())
}

pub(super) fn refused(word: &str) -> (u16, String) {
    (400, word.to_owned())
}

/// Goes through the whole flow; returns the key.
pub async fn key(team: &Team, n: usize, node: &TestNode, app: &str) -> String {
    let code = allows(team, n, &asks(app)).await;
    let given = exchanges(&node.client(), &call(app, &code)).await;
    assert_eq!(given.status, 200, "{:?}", given.json());
    given.json()["access_token"].as_str().expect("a key").to_owned()
}

/// The status of a call with a key.
pub async fn status(node: &TestNode, team: &Team, key: &str) -> u16 {
    node.client().with_token(key).get(&team.path("components")).await.status.as_u16()
}

/// Calls every operation of apps, and compares the answers with the OpenAPI document.
pub async fn operations(team: &Team, mut compare: impl FnMut(&str, &Answer)) {
    let (ann, path) = (&team.people[0].client, team.path("apps"));
    let register = "POST /api/workspaces/{id}/apps";
    let new = json!({"name": "Pier Sketch", "redirects": [BACK], "capabilities": ["comment"]});
    let made = ann.post(&path, &new).await;
    compare(register, &made);
    compare(register, &ann.post(&path, &json!({"name": "", "redirects": [], "capabilities": []})).await);
    compare("GET /api/workspaces/{id}/apps", &ann.get(&path).await);
    let app = made.json()["id"].as_str().expect("an id").to_owned();
    for request in [asks(&app), asks("none"), with(asks(&app), "scope", "paint"), json!({})] {
        compare("POST /api/authorization/ask", &ask(ann, &request).await);
    }
    let allowed = json!({"asks": asks(&app), "allowed": ["comment"]});
    let answered = ann.post("/api/authorization/answer", &allowed).await;
    compare("POST /api/authorization/answer", &answered);
    compare("POST /api/authorization/answer", &ann.post("/api/authorization/answer", &json!({})).await);
    let code = parameter(&returned(&answered), "code").expect("a code");
    let program = Client::new(ann.base());
    for _ in 0..2 {
        compare("POST /api/oauth/token", &exchanges(&program, &call(&app, &code)).await);
    }
    let metadata = program.get("/.well-known/oauth-authorization-server").await;
    compare("GET /.well-known/oauth-authorization-server", &metadata);
    for _ in 0..2 {
        let removed = ann.post(&format!("{path}/{app}/remove"), &json!({})).await;
        compare("POST /api/workspaces/{id}/apps/{appId}/remove", &removed);
    }
}

#[actix_web::test]
async fn oa1_people_who_may_change_the_workspace_register_apps_and_the_audit_log_says_who() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let new = json!({"name": " Pier Sketch ", "redirects": [BACK, BACK], "capabilities": ["comment"]});
    assert_eq!(registers(&team, 1, &new).await.refusal(), (403, "forbidden".into()));
    let made = registers(&team, 0, &new).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    let listed = team.people[0].client.get(&team.path("apps")).await.json()["apps"].clone();
    assert_eq!(listed, json!([made.json()]));
    assert_eq!((&listed[0]["name"], &listed[0]["redirects"]), (&json!("Pier Sketch"), &json!([BACK])));
    for (field, other) in [
        ("name", json!(" ")),
        ("redirects", json!([])),
        ("redirects", json!(["http://app.example/back"])),
        ("redirects", json!(["javascript:alert(1)"])),
        ("redirects", json!((0..11).map(|n| format!("https://app.example/{n}")).collect::<Vec<_>>())),
        ("capabilities", json!(["paint"])),
    ] {
        let refused = registers(&team, 0, &with(new.clone(), field, other.clone())).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some(field)), "{other}");
    }
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let remove = team.path(&format!("apps/{id}/remove"));
    assert_eq!(team.people[1].client.post(&remove, &json!({})).await.status, 403);
    assert_eq!(team.people[0].client.post(&remove, &json!({})).await.status, 204);
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    for kind in ["appRegistered", "appRemoved"] {
        let found = records.as_array().expect("records").iter().find(|it| it["kind"] == kind).expect(kind);
        assert_eq!((&found["subjectId"], &found["userId"]), (&json!(id), &json!(team.people[0].id)));
    }
}

#[actix_web::test]
async fn oa2_o09_an_unknown_app_or_address_is_refused_and_people_of_other_workspaces_see_no_app() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, other) = (Team::new(&node, &["olga", "mia"]).await, Team::new(&node, &["eve"]).await);
    let app = app(&team).await;
    let (mia, eve) = (&team.people[1].client, &other.people[0].client);
    let unknown = ask(mia, &asks(&Uuid::now_v7().to_string())).await;
    assert_eq!(unknown.refusal(), (404, "not_found".into()));
    for client in ["", "none"] {
        assert_eq!(ask(mia, &asks(client)).await.json(), unknown.json());
    }
    assert_eq!(ask(eve, &asks(&app)).await.json(), unknown.json());
    assert_eq!(ask(eve, &with(asks(&app), "redirectUri", "https://evil.example/")).await.json(), unknown.json());
    for wrong in [
        "https://evil.example/back",
        "https://app.example/back/",
        "https://app.example/back?x=1",
        "https://app.example.evil.example/back",
        "http://localhost/back",
        "javascript:alert(1)",
        "/back",
        "",
    ] {
        let asks = with(asks(&app), "redirectUri", wrong);
        for answer in [
            ask(mia, &asks).await,
            mia.post("/api/authorization/answer", &json!({"asks": asks, "allowed": ["comment"]})).await,
            mia.post("/api/authorization/answer", &json!({"asks": asks})).await,
            ask(mia, &with(asks.clone(), "responseType", "token")).await,
        ] {
            assert_eq!((answer.refusal().0, answer.field().as_deref()), (422, Some("redirectUri")), "{wrong}");
        }
    }
    let any_port = with(asks(&app), "redirectUri", "http://127.0.0.1:51004/back");
    let back = answer(mia, &any_port, Some(&[])).await;
    assert!(back.as_str().starts_with("http://127.0.0.1:51004/back?code="), "{back}");
}

#[actix_web::test]
async fn oa3_the_person_is_asked_and_the_app_gets_errors_with_the_state_and_the_issuer() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1].client;
    // Mia is a member: she may not manage statuses, so the app cannot get this from her.
    let question = json!({"name": "Pier Sketch", "workspaceId": team.workspace, "workspaceName": "Team",
                          "capabilities": ["createTickets", "editTickets", "editOwnTickets", "comment"]});
    assert_eq!(ask(mia, &asks(&app)).await.json(), json!({"question": question, "returnTo": null}));
    let fewer = ask(mia, &with(asks(&app), "scope", "read comment")).await.json();
    assert_eq!(fewer["question"]["capabilities"], json!(["comment"]));

    for (asks, word) in [
        (with(asks(&app), "responseType", "token"), "unsupported_response_type"),
        (with(asks(&app), "codeChallengeMethod", "plain"), "invalid_request"),
        (with(asks(&app), "codeChallenge", Value::Null), "invalid_request"),
        (with(asks(&app), "scope", "invite"), "invalid_scope"),
    ] {
        let told = returned(&ask(mia, &asks).await);
        assert!(told.as_str().starts_with(BACK), "{told}");
        assert_eq!(parameter(&told, "error").as_deref(), Some(word));
        let allowed = answer(mia, &asks, Some(&["comment"])).await;
        assert_eq!(parameter(&allowed, "error").as_deref(), Some(word), "allowing changes nothing");
    }
    let long = returned(&ask(mia, &with(asks(&app), "state", "x".repeat(1_001))).await);
    assert_eq!(parameter(&long, "error").as_deref(), Some("invalid_request"));
    assert_eq!((parameter(&long, "state"), parameter(&long, "iss").is_some()), (None, true), "{long}");
    let denied = answer(mia, &asks(&app), None).await;
    assert_eq!(parameter(&denied, "error").as_deref(), Some("access_denied"));
    for told in [denied, answer(mia, &asks(&app), Some(&["comment"])).await] {
        assert_eq!(parameter(&told, "state").as_deref(), Some("s 1"));
        assert_eq!(parameter(&told, "iss").as_deref(), Some(node.url()));
    }
    let codes: i64 = sqlx::query_scalar("select count(*) from app_codes")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(codes, 1);
}

#[actix_web::test]
async fn oa4_c02_a_code_is_refused_to_another_app_another_address_and_another_verifier_and_is_then_used_up() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &GENEROUS).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (app, other, program) = (app(&team).await, app(&team).await, node.client());
    for (at, wrong) in [
        (2, "http://127.0.0.1/back".to_owned()),
        (3, other),
        (3, Uuid::now_v7().to_string()),
        (4, VERIFIER.replace("nobody", "anybody")),
        (4, hash_of(VERIFIER)),
    ] {
        let code = allows(&team, 1, &asks(&app)).await;
        let mut bad = call(&app, &code);
        bad[at].1 = wrong;
        assert_eq!(fault(&program, &bad).await, refused("invalid_grant"), "{bad:?}");
        assert_eq!(fault(&program, &call(&app, &code)).await, refused("invalid_grant"), "the code is used up: {bad:?}");
    }
    let code = allows(&team, 1, &asks(&app)).await;
    let expire = "update app_codes set expires_at = now() - interval '1 second'";
    database.connect().await.execute(expire).await.expect("expired");
    assert_eq!(fault(&program, &call(&app, &code)).await, refused("invalid_grant"));

    let unknown = call(&Uuid::now_v7().to_string(), "x");
    assert_eq!(fault(&program, &unknown).await, refused("invalid_client"));
    let keys: i64 = sqlx::query_scalar("select count(*) from api_keys")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(keys, 0);
}

#[actix_web::test]
async fn oa5_q04_the_key_of_an_app_is_an_api_key_of_the_person_under_the_name_of_the_app() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let code = allows(&team, 1, &with(asks(&app), "scope", "comment")).await;
    let given = exchanges(&node.client(), &call(&app, &code)).await;
    let body = given.json();
    assert_eq!((given.status.as_u16(), given.header("cache-control")), (200, Some("no-store")));
    assert_eq!((&body["token_type"], &body["scope"]), (&json!("Bearer"), &json!("comment")));
    assert_eq!(body["expires_in"], 90 * 24 * 60 * 60);
    let text = body["access_token"].as_str().expect("a key");
    let program = node.client().with_token(text);
    let told = program.get("/api/key").await.json();
    assert_eq!((&told["userId"], &told["capabilities"]), (&json!(team.people[1].id), &json!(["comment"])));
    let new = json!({"id": Uuid::now_v7(),
                     "command": {"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "From an app"}});
    assert_eq!(program.post(&team.path("commands"), &new).await.refusal(), (403, "forbidden".into()));
    assert_eq!(program.get("/api/me").await.status, 403);

    let kept = team.people[1].client.get(&team.path("api-keys")).await.json()["keys"][0].clone();
    assert_eq!((&kept["name"], &kept["appId"]), (&json!("Pier Sketch"), &json!(app)));
    assert!(kept["expiresAt"].is_string(), "{kept}");
    let sql = "select string_agg(k::text, '') || (select string_agg(c::text, '') from app_codes c) from api_keys k";
    let rows: String = sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("rows");
    assert!(!rows.contains(&text[7..]) && !rows.contains(&code), "{rows}");
    until("the owner has the notice", async || {
        subjects(&node.client(), &team.people[1].email).await[0] == "A new API key for your Troupe account"
    })
    .await;
    let revoke = team.path(&format!("api-keys/{}/revoke", kept["id"].as_str().expect("an id")));
    assert_eq!(team.people[1].client.post(&revoke, &json!({})).await.status, 204);
    assert_eq!(status(&node, &team, text).await, 401);
}

#[actix_web::test]
async fn oa5_a_key_allows_only_what_was_shown_and_what_the_person_may_do_at_each_use() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1].client;
    for (allowed, scope) in [
        // The page has shown less than the app asks for.
        (&["comment"][..], "comment"),
        // Neither the app nor Mia may do this.
        (&["comment", "invite", "manageStatuses", "paint"][..], "comment"),
        (&[][..], "read"),
    ] {
        let code = parameter(&answer(mia, &asks(&app), Some(allowed)).await, "code").expect("a code");
        let given = exchanges(&node.client(), &call(&app, &code)).await.json();
        assert_eq!(given["scope"], scope, "{allowed:?}");
    }
    let text = key(&team, 1, &node, &app).await;
    let role = Uuid::new_v5(&team.workspace.parse().expect("an id"), b"role commenter");
    let commenter = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
    assert_eq!(team.post(0, &commenter).await.status, 200);
    until("the key loses the rights that Mia lost", async || {
        node.client().with_token(&text).get("/api/key").await.json()["capabilities"] == json!(["comment"])
    })
    .await;
}

#[actix_web::test]
async fn oa6_a_code_that_is_used_twice_even_at_two_nodes_at_once_gives_one_key_which_then_ends() {
    let database = TestDatabase::new().await;
    let nodes = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&nodes.0, &["olga", "mia"]).await;
    let app = app(&team).await;
    let code = allows(&team, 1, &asks(&app)).await;
    let call = call(&app, &code);
    let (here, there) = (nodes.0.client(), nodes.1.client());
    let mut other = database.connect().await;
    other.execute("begin; select from users for update").await.expect("the accounts are locked");
    let both = {
        let (there, call) = (there.clone(), call.clone());
        actix_web::rt::spawn(async move {
            futures_util::future::join(exchanges(&here, &call), exchanges(&there, &call)).await
        })
    };
    until("both calls have read the code and wait for the account", async || {
        let waits = "select count(*) from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock' and query like '%from users%'";
        sqlx::query_scalar::<_, i64>(waits).fetch_one(&mut database.connect().await).await.expect("a count") == 2
    })
    .await;
    other.execute("commit").await.expect("the accounts are free");
    let (one, two) = both.await.expect("two answers");
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let given = if one.status == 200 { one.json() } else { two.json() };
    let text = given["access_token"].as_str().expect("a key");
    for node in [&nodes.0, &nodes.1] {
        assert_eq!(status(node, &team, text).await, 401, "someone else may have read the code");
    }
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    let named = json!({"name": "Pier Sketch", "appId": app});
    let (revoked, made) = (&records[0], &records[1]);
    assert_eq!((&revoked["kind"], &made["kind"]), (&json!("apiKeyRevoked"), &json!("apiKeyCreated")), "{records}");
    assert_eq!((&revoked["before"], &revoked["after"]), (&named, &json!({"reason": "codeUsedTwice"})));
    assert_eq!((&revoked["userId"], &made["userId"]), (&Value::Null, &json!(team.people[1].id)));
    assert_eq!(made["after"]["appId"], json!(app), "the log tells the key of an app from the key of a person");
    assert_eq!(fault(&there, &call).await, refused("invalid_grant"));
}

#[actix_web::test]
async fn oa7_removing_an_app_ends_its_keys_at_every_node_and_its_codes_and_no_other_keys() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "mia"]).await;
    let (gone, kept) = (app(&team).await, app(&team).await);
    let (lost, left) = (key(&team, 1, &here, &gone).await, key(&team, 1, &here, &kept).await);
    let code = allows(&team, 1, &asks(&gone)).await;
    let remove = team.path(&format!("apps/{gone}/remove"));
    assert_eq!(team.people[0].client.post(&remove, &json!({})).await.status, 204);
    for node in [&here, &there] {
        assert_eq!((status(node, &team, &lost).await, status(node, &team, &left).await), (401, 200));
    }
    assert_eq!(fault(&there.client(), &call(&gone, &code)).await, refused("invalid_client"));
    assert_eq!(ask(&team.people[1].client, &asks(&gone)).await.refusal(), (404, "not_found".into()));
    assert_eq!(team.people[0].client.post(&remove, &json!({})).await.status, 404);
}

#[actix_web::test]
async fn oa7_a_code_ends_with_the_membership_the_account_and_the_reset_of_a_forgotten_password() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "nina", "omar"]).await;
    let app = app(&team).await;
    let mut codes = Vec::new();
    for n in 1..=3 {
        codes.push(allows(&team, n, &asks(&app)).await);
    }
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": team.people[1].id})).await.status, 200);
    let password = json!({"password": team.people[2].password});
    assert_eq!(team.people[2].client.post("/api/me/delete", &password).await.status, 204);
    let request = forgets(&node.client(), &team.people[3].email).await;
    let code = newest_code(&node.client(), &team.people[3].email).await;
    assert_eq!(resets(&node.client(), &request, &code, "quiet-heron-31").await.status, 204);
    for code in codes {
        assert_eq!(fault(&node.client(), &call(&app, &code)).await, refused("invalid_grant"));
    }
    let left: i64 = sqlx::query_scalar("select count(*) from app_codes")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(left, 0, "each of the three has deleted its code");
}

#[actix_web::test]
async fn oa8_the_metadata_names_the_endpoints_and_what_they_support() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let told = node.client().get("/.well-known/oauth-authorization-server").await.json();
    assert_eq!(told["issuer"], node.url());
    assert_eq!(told["authorization_endpoint"], format!("{}/authorization", node.url()));
    assert_eq!(told["token_endpoint"], format!("{}/api/oauth/token", node.url()));
    assert_eq!(told["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(told["authorization_response_iss_parameter_supported"], true);
}

#[actix_web::test]
async fn oa9_o03_o04_pages_of_other_sites_neither_answer_for_the_person_nor_ask_for_a_key() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1].client;
    let (path, body) = ("/api/authorization/answer", json!({"asks": asks(&app), "allowed": ["comment"]}));
    let mut by_cookie = mia.clone();
    by_cookie.token = None;
    assert_eq!(by_cookie.post(path, &body).await.refusal(), (401, "unauthenticated".into()));
    let text = Some("text/plain");
    assert_eq!(mia.send(Method::POST, path, text, body.to_string().into_bytes()).await.status, 415);
    assert_eq!(mia.get(path).await.status, 405);
    let code = allows(&team, 1, &asks(&app)).await;
    for origin in ["https://app.example", "null"] {
        let refused = (403, "origin_denied".to_owned());
        assert_eq!(mia.with_header("origin", origin).post(path, &body).await.refusal(), refused);
        let page = node.client().with_header("origin", origin);
        assert_eq!(exchanges(&page, &call(&app, &code)).await.refusal(), refused);
    }
    assert_eq!(node.client().with_token(&code).get("/api/me").await.status, 401, "a code is no token");
    let given = exchanges(&node.client(), &call(&app, &code)).await;
    assert_eq!(given.status, 200, "the code was not used up: {:?}", given.json());
    let program = node.client().with_token(given.json()["access_token"].as_str().expect("a key"));
    assert_eq!(program.post(path, &body).await.refusal(), (403, "forbidden".into()), "a key answers no question");
    assert_eq!(program.get(&team.path("apps")).await.refusal(), (403, "forbidden".into()));
}
