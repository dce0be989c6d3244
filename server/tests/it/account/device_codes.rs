//! Device codes, and keys that apps revoke (OA11 to OA17): a program without a browser shows a code, a person enters it on
//! a page, and the program gets an API key, once.

use awc::http::Method;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{forgets, resets};
use crate::protocol::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode, newest_code};

const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
const ASK: &str = "/api/authorization/device/ask";
const ANSWER: &str = "/api/authorization/device/answer";

async fn app_with(team: &Team, changes: &Value) -> String {
    let mut new = json!({"name": "Pier Line", "redirects": [], "deviceCodes": true,
                         "capabilities": ["createTickets", "editTickets", "comment", "manageStatuses"]});
    new.as_object_mut().expect("an object").extend(changes.as_object().expect("an object").clone());
    let made = team.people[0].client.post(&team.path("apps"), &new).await;
    assert_eq!(made.status, 201, "{:?}", made.json());
    made.json()["id"].as_str().expect("an id").to_owned()
}

pub(super) async fn app(team: &Team) -> String {
    app_with(team, &json!({})).await
}

async fn sends(client: &Client, path: &str, form: &[(&str, &str)]) -> Answer {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    client.send(Method::POST, path, Some("application/x-www-form-urlencoded"), form.into_bytes()).await
}

async fn begins(client: &Client, form: &[(&str, &str)]) -> Answer {
    sends(client, "/api/oauth/device", form).await
}

/// The device code and the user code of a program.
pub(super) async fn codes(client: &Client, app: &str) -> (String, String) {
    let begun = begins(client, &[("client_id", app)]).await;
    assert_eq!(begun.status, 200, "{:?}", begun.json());
    let text = |name: &str| begun.json()[name].as_str().expect("a code").to_owned();
    (text("device_code"), text("user_code"))
}

pub(super) async fn polls(client: &Client, app: &str, device_code: &str) -> Answer {
    let form = [("grant_type", GRANT), ("client_id", app), ("device_code", device_code)];
    sends(client, "/api/oauth/token", &form).await
}

async fn gives_back(client: &Client, app: &str, key: &str) -> Answer {
    sends(client, "/api/oauth/revoke", &[("token", key), ("client_id", app)]).await
}

pub(super) fn fault(answer: &Answer) -> (u16, String) {
    let body = answer.json();
    assert!(body["error_description"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
    (answer.status.as_u16(), body["error"].as_str().expect("a word").to_owned())
}

pub(super) fn refused(word: &str) -> (u16, String) {
    (400, word.to_owned())
}

pub(super) async fn ask(client: &Client, user_code: &str) -> Answer {
    client.post(ASK, &json!({"userCode": user_code})).await
}

pub(super) async fn answers(client: &Client, user_code: &str, allowed: Option<&[&str]>) -> Answer {
    let mut body = json!({"userCode": user_code});
    if let Some(allowed) = allowed {
        body["allowed"] = json!(allowed);
    }
    client.post(ANSWER, &body).await
}

fn is_wrong(answer: &Answer) -> bool {
    answer.refusal() == (422, "validation_failed".into()) && answer.field().as_deref() == Some("userCode")
}

pub(super) fn key_in(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["access_token"].as_str().expect("a key").to_owned()
}

/// Goes through the whole flow; returns the key.
pub(super) async fn key(team: &Team, n: usize, node: &TestNode, app: &str) -> String {
    let (device_code, user_code) = codes(&node.client(), app).await;
    assert_eq!(answers(&team.people[n].client, &user_code, Some(&["comment"])).await.status, 204);
    key_in(&polls(&node.client(), app, &device_code).await)
}

pub(super) async fn status(node: &TestNode, team: &Team, key: &str) -> u16 {
    node.client().with_token(key).get(&team.path("components")).await.status.as_u16()
}

async fn run(database: &TestDatabase, sql: &'static str) {
    database.connect().await.execute(sql).await.expect("done");
}

/// What the database holds about the requests of programs.
async fn stored(database: &TestDatabase) -> String {
    let sql = "select string_agg(c::text, '' order by created_at) from app_device_codes c";
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("rows")
}

/// Calls every operation of this file, and compares the answers with the OpenAPI document.
pub async fn operations(team: &Team, mut compare: impl FnMut(&str, &Answer)) {
    let (ann, app) = (&team.people[0].client, app(team).await);
    let program = Client::new(ann.base());
    let begun = begins(&program, &[("client_id", &app)]).await;
    compare("POST /api/oauth/device", &begun);
    compare("POST /api/oauth/device", &begins(&program, &[]).await);
    let begun = begun.json();
    let (device_code, user_code) = (begun["device_code"].as_str(), begun["user_code"].as_str());
    let (device_code, user_code) = (device_code.expect("a code"), user_code.expect("a code"));
    for code in [user_code, "none"] {
        compare(&format!("POST {ASK}"), &ask(ann, code).await);
    }
    compare("POST /api/oauth/token", &polls(&program, &app, device_code).await);
    for _ in 0..2 {
        compare(&format!("POST {ANSWER}"), &answers(ann, user_code, Some(&["comment"])).await);
    }
    let given = polls(&program, &app, device_code).await;
    compare("POST /api/oauth/token", &given);
    compare("POST /api/oauth/revoke", &gives_back(&program, &app, &key_in(&given)).await);
    compare("POST /api/oauth/revoke", &gives_back(&program, "none", "none").await);
}

#[actix_web::test]
async fn oa11_only_an_app_that_is_registered_for_device_codes_gets_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let olga = &team.people[0].client;
    for no in [json!({}), json!({"deviceCodes": false})] {
        let mut new = json!({"name": "Pier Line", "redirects": [], "capabilities": []});
        new.as_object_mut().expect("an object").extend(no.as_object().expect("an object").clone());
        let refused = olga.post(&team.path("apps"), &new).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some("redirects")), "{no}");
    }
    let may = app(&team).await;
    let listed = olga.get(&team.path("apps")).await.json()["apps"][0].clone();
    assert_eq!((&listed["deviceCodes"], &listed["redirects"]), (&json!(true), &json!([])));
    let records = olga.get(&team.path("audit")).await.json()["records"].clone();
    assert_eq!(records[0]["after"]["deviceCodes"], true, "{records}");
    let may_not = app_with(&team, &json!({"redirects": ["https://app.example/back"], "deviceCodes": false})).await;
    for (form, word) in [
        (vec![("client_id", may_not.as_str())], "unauthorized_client"),
        (vec![("client_id", "none")], "invalid_client"),
        (vec![], "invalid_request"),
        (vec![("client_id", may.as_str()), ("client_id", may.as_str())], "invalid_request"),
        (vec![("client_id", may.as_str()), ("scope", "invite")], "invalid_scope"),
    ] {
        assert_eq!(fault(&begins(&node.client(), &form).await), refused(word), "{form:?}");
    }
}

#[actix_web::test]
async fn oa12_oa13_q04_a_program_gets_a_code_to_keep_and_a_code_to_show_and_neither_is_stored_in_clear() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let app = app(&team).await;
    let begun = begins(&node.client(), &[("client_id", &app), ("scope", "read comment")]).await;
    assert_eq!((begun.status.as_u16(), begun.header("cache-control")), (200, Some("no-store")));
    let begun = begun.json();
    let (device_code, user_code) = (begun["device_code"].as_str().expect("a"), begun["user_code"].as_str().expect("b"));
    assert_eq!((begun["expires_in"].as_u64(), begun["interval"].as_u64()), (Some(600), Some(5)));
    assert_eq!(begun["verification_uri"], format!("{}/device", node.url()));
    assert_eq!(begun["verification_uri_complete"], format!("{}/device?user_code={user_code}", node.url()));
    let rows = stored(&database).await;
    for secret in [device_code, user_code, &user_code.replace('-', "")] {
        assert!(!rows.contains(secret), "{rows}");
    }
    // The hash of a short code would be quickly reversed if no secret were part of it.
    let plain: bool = sqlx::query_scalar(
        "select exists (select from app_device_codes where user_hash = sha256(convert_to($1, 'utf8')))",
    )
    .bind(user_code.replace('-', ""))
    .fetch_one(&mut database.connect().await)
    .await
    .expect("an answer");
    assert!(!plain);
    let asked = ask(&team.people[0].client, user_code).await.json();
    assert_eq!(asked["question"]["capabilities"], json!(["comment"]), "the scope holds");
}

#[actix_web::test]
async fn oa12_the_codes_that_a_network_asks_for_are_limited_for_each_app_on_all_nodes() {
    let database = TestDatabase::new().await;
    let limit = [("TROUPE_GUESSES_EVERYWHERE", "3")];
    let nodes = (TestNode::start_with(&database, &limit).await, TestNode::start_with(&database, &limit).await);
    let team = Team::new(&nodes.0, &["olga"]).await;
    let (one, two) = (app(&team).await, app(&team).await);
    for n in 0..3 {
        codes(&if n % 2 == 0 { nodes.0.client() } else { nodes.1.client() }, &one).await;
    }
    for node in [&nodes.0, &nodes.1] {
        let late = begins(&node.client(), &[("client_id", &one)]).await;
        assert_eq!(late.refusal(), (429, "rate_limited".into()));
        assert!(late.header("retry-after").is_some());
    }
    codes(&nodes.0.client(), &two).await;
}

#[actix_web::test]
async fn oa13_b13_guesses_at_user_codes_are_counted_on_all_nodes_and_then_the_right_code_is_refused_too() {
    let database = TestDatabase::new().await;
    let limit = [("TROUPE_GUESSES", "3")];
    let nodes = (TestNode::start_with(&database, &limit).await, TestNode::start_with(&database, &limit).await);
    let team = Team::new(&nodes.0, &["olga", "mia"]).await;
    let app = app(&team).await;
    let (_, user_code) = codes(&nodes.0.client(), &app).await;
    let mia = &team.people[1].client;
    let there = mia.at(nodes.1.url());
    // A right code is taken off the counts, and clears no wrong guess.
    for _ in 0..5 {
        assert_eq!(ask(mia, &user_code).await.status, 200);
    }
    assert!(is_wrong(&ask(mia, "BBBB-BBBB").await));
    assert!(is_wrong(&answers(&there, "BBBB-BBBC", Some(&[])).await));
    assert_eq!(ask(&there, &user_code).await.status, 200);
    assert!(is_wrong(&ask(&there, "BBBB-BBBD").await));
    for client in [mia, &there] {
        assert_eq!(ask(client, &user_code).await.refusal(), (429, "rate_limited".into()));
        assert_eq!(answers(client, &user_code, Some(&[])).await.refusal(), (429, "rate_limited".into()));
    }
    // A text that is no code cannot be right, and is not counted. Other people are not locked out.
    assert!(is_wrong(&ask(mia, "tide").await));
    assert_eq!(ask(&team.people[0].client, &user_code).await.status, 200);
}

#[actix_web::test]
async fn oa13_guesses_of_many_accounts_in_one_network_are_counted_together() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES_EVERYWHERE", "4")]).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let (_, user_code) = codes(&node.client(), &app).await;
    for n in 0..4 {
        assert!(is_wrong(&ask(&team.people[n % 2].client, "BBBB-BBBB").await));
    }
    assert_eq!(ask(&team.people[1].client, &user_code).await.refusal(), (429, "rate_limited".into()));
}

#[actix_web::test]
async fn oa14_asking_shows_the_code_again_and_changes_nothing_and_strangers_learn_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let stranger = node.sign_up_user("sam").await;
    let app = app(&team).await;
    let (device_code, user_code) = codes(&node.client(), &app).await;
    let mia = &team.people[1].client;
    let before = stored(&database).await;
    // Mia is a member: she may not manage statuses, so the app cannot get this from her.
    let question = json!({"name": "Pier Line", "workspaceId": team.workspace, "workspaceName": "Team",
                          "capabilities": ["createTickets", "editTickets", "editOwnTickets", "comment"]});
    for text in [user_code.clone(), user_code.to_lowercase(), format!(" {} ", user_code.replace('-', ""))] {
        let asked = ask(mia, &text).await;
        assert_eq!(asked.status, 200, "{text}: {:?}", asked.json());
        assert_eq!((&asked.json()["userCode"], &asked.json()["question"]), (&json!(user_code), &question));
        assert_eq!((&asked.json()["sameNetwork"], &asked.json()["askedFrom"]), (&json!(true), &json!("127.0.0.1")));
    }
    assert_eq!(stored(&database).await, before);
    let (here, unknown) = (ask(&stranger.client, &user_code).await, ask(&stranger.client, "BBBB-BBBB").await);
    assert!(is_wrong(&here) && is_wrong(&unknown));
    assert_eq!(here.json()["error"]["message"], unknown.json()["error"]["message"]);
    assert!(is_wrong(&answers(&stranger.client, &user_code, Some(&["comment"])).await));
    assert_eq!(fault(&polls(&node.client(), &app, &device_code).await), refused("authorization_pending"));
    run(&database, "update app_device_codes set asked_from = '203.0.113.7'").await;
    let far = ask(mia, &user_code).await.json();
    assert_eq!((&far["sameNetwork"], &far["askedFrom"]), (&json!(false), &json!("203.0.113.7")));
}

#[actix_web::test]
async fn oa14_o04_o06_only_the_post_of_a_signed_in_person_answers_and_no_page_frames_the_question() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let (device_code, user_code) = codes(&node.client(), &app).await;
    let mia = &team.people[1].client;
    let body = json!({"userCode": user_code, "allowed": ["comment"]});
    let mut by_cookie = mia.clone();
    by_cookie.token = None;
    for path in [ASK, ANSWER] {
        assert_eq!(by_cookie.post(path, &body).await.refusal(), (401, "unauthenticated".into()));
        assert_eq!(mia.get(path).await.status, 405);
        let text = Some("text/plain");
        assert_eq!(mia.send(Method::POST, path, text, body.to_string().into_bytes()).await.status, 415);
    }
    let no = (403, "origin_denied".to_owned());
    for origin in ["https://app.example", "null"] {
        assert_eq!(mia.with_header("origin", origin).post(ANSWER, &body).await.refusal(), no);
        let page = node.client().with_header("origin", origin);
        assert_eq!(begins(&page, &[("client_id", &app)]).await.refusal(), no);
        assert_eq!(polls(&page, &app, &device_code).await.refusal(), no);
        assert_eq!(gives_back(&page, &app, "x").await.refusal(), no);
    }
    let page = node.client().get(&format!("/device?user_code={user_code}")).await;
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    let other = node.client().with_token(&key(&team, 1, &node, &app).await);
    for path in [ASK, ANSWER] {
        assert_eq!(other.post(path, &body).await.refusal(), (403, "forbidden".into()), "a key answers no question");
    }
    for secret in [&device_code, &user_code] {
        assert_eq!(node.client().with_token(secret).get("/api/me").await.status, 401, "a code is no token");
    }
    assert_eq!(fault(&polls(&node.client(), &app, &device_code).await), refused("authorization_pending"));
}

#[actix_web::test]
async fn oa15_a_program_learns_that_the_person_has_not_answered_or_has_refused_or_that_the_code_has_expired() {
    let database = TestDatabase::new().await;
    let nodes = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&nodes.0, &["olga", "mia"]).await;
    let app = app(&team).await;
    let (here, there) = (nodes.0.client(), nodes.1.client());
    let (device_code, user_code) = codes(&here, &app).await;
    assert_eq!(fault(&polls(&here, &app, &device_code).await), refused("authorization_pending"));
    assert_eq!(fault(&polls(&there, &app, &device_code).await), refused("slow_down"), "the nodes count together");
    // Five seconds were enough before `slow_down`, and are too short now.
    run(&database, "update app_device_codes set polled_at = now() - interval '6 seconds'").await;
    assert_eq!(fault(&polls(&here, &app, &device_code).await), refused("slow_down"));
    run(&database, "update app_device_codes set polled_at = now() - interval '15 seconds'").await;
    assert_eq!(fault(&polls(&there, &app, &device_code).await), refused("authorization_pending"));

    assert_eq!(answers(&team.people[1].client, &user_code, None).await.status, 204);
    for client in [&here, &there] {
        assert_eq!(fault(&polls(client, &app, &device_code).await), refused("access_denied"));
    }
    assert!(is_wrong(&answers(&team.people[1].client, &user_code, Some(&["comment"])).await), "one answer");

    let (late, its_user_code) = codes(&here, &app).await;
    run(&database, "update app_device_codes set expires_at = now() - interval '1 second'").await;
    assert_eq!(fault(&polls(&here, &app, &late).await), refused("expired_token"));
    assert!(is_wrong(&ask(&team.people[1].client, &its_user_code).await));
    assert!(is_wrong(&answers(&team.people[1].client, &its_user_code, Some(&[])).await));

    // An allowed request expires if the program does not fetch the key.
    let (unfetched, its_user_code) = codes(&here, &app).await;
    assert_eq!(answers(&team.people[1].client, &its_user_code, Some(&[])).await.status, 204);
    run(&database, "update app_device_codes set expires_at = now() - interval '1 second'").await;
    assert_eq!(fault(&polls(&here, &app, &unfetched).await), refused("expired_token"));

    let form = |changes: &[(&'static str, &'static str)]| {
        let mut form = vec![("grant_type", GRANT)];
        form.extend_from_slice(changes);
        form
    };
    for (form, word) in [
        (form(&[("device_code", "x")]), "invalid_request"),
        (form(&[("client_id", "x")]), "invalid_request"),
        (form(&[("client_id", "x"), ("device_code", "x")]), "invalid_client"),
    ] {
        assert_eq!(fault(&sends(&here, "/api/oauth/token", &form).await), refused(word), "{form:?}");
    }
    assert_eq!(fault(&polls(&here, &app, "x").await), refused("invalid_grant"));
    assert_eq!(fault(&polls(&here, &Uuid::now_v7().to_string(), "x").await), refused("invalid_client"));
}

#[actix_web::test]
async fn oa16_the_key_is_one_of_the_person_under_the_name_of_the_app_and_holds_no_more_than_was_shown() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1];
    for (allowed, scope) in [
        // The page has shown less than the app asks for.
        (&["comment"][..], "comment"),
        // Neither the app nor Mia may do all of this.
        (&["comment", "invite", "manageStatuses", "paint"][..], "comment"),
        (&[][..], "read"),
    ] {
        let (device_code, user_code) = codes(&node.client(), &app).await;
        assert_eq!(answers(&mia.client, &user_code, Some(allowed)).await.status, 204);
        let given = polls(&node.client(), &app, &device_code).await;
        assert_eq!(given.header("cache-control"), Some("no-store"));
        let body = given.json();
        assert_eq!((&body["scope"], &body["token_type"]), (&json!(scope), &json!("Bearer")), "{body}");
        assert_eq!(body["expires_in"], 90 * 24 * 60 * 60);
        let told = node.client().with_token(&key_in(&given)).get("/api/key").await.json();
        assert_eq!(told["userId"], json!(mia.id));
    }
    let kept = mia.client.get(&team.path("api-keys")).await.json()["keys"][0].clone();
    assert_eq!((&kept["name"], &kept["appId"]), (&json!("Pier Line"), &json!(app)));
}

#[actix_web::test]
async fn oa16_b14_two_answers_and_two_calls_at_two_nodes_at_once_count_as_one_and_a_second_call_ends_the_key() {
    let database = TestDatabase::new().await;
    let nodes = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&nodes.0, &["olga", "mia"]).await;
    let app = app(&team).await;
    let (here, there) = (nodes.0.client(), nodes.1.client());
    let (device_code, user_code) = codes(&here, &app).await;
    let (olga, mia) = (team.people[0].client.at(nodes.0.url()), team.people[1].client.at(nodes.1.url()));
    let (one, two) =
        futures_util::future::join(answers(&olga, &user_code, Some(&[])), answers(&mia, &user_code, Some(&[]))).await;
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 422]);
    let (one, two) =
        futures_util::future::join(polls(&here, &app, &device_code), polls(&there, &app, &device_code)).await;
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let text = key_in(if one.status == 200 { &one } else { &two });
    for node in [&nodes.0, &nodes.1] {
        assert_eq!(status(node, &team, &text).await, 401, "someone else may have read the code");
    }
    assert_eq!(fault(&polls(&here, &app, &device_code).await), refused("invalid_grant"));
}

#[actix_web::test]
async fn oa16_b03_a_device_code_is_used_up_by_another_app_that_names_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (app, other) = (app(&team).await, app(&team).await);
    let program = node.client();
    // Before the answer, and after it.
    let (device_code, user_code) = codes(&program, &app).await;
    assert_eq!(fault(&polls(&program, &other, &device_code).await), refused("invalid_grant"));
    assert!(is_wrong(&answers(&team.people[1].client, &user_code, Some(&[])).await));
    assert_eq!(fault(&polls(&program, &app, &device_code).await), refused("invalid_grant"));
    let (device_code, user_code) = codes(&program, &app).await;
    assert_eq!(answers(&team.people[1].client, &user_code, Some(&[])).await.status, 204);
    assert_eq!(fault(&polls(&program, &other, &device_code).await), refused("invalid_grant"));
    assert_eq!(fault(&polls(&program, &app, &device_code).await), refused("invalid_grant"));
    assert_eq!(team.people[1].client.get(&team.path("api-keys")).await.json()["keys"], json!([]));
}

#[actix_web::test]
async fn oa7_an_allowed_request_ends_with_the_app_the_membership_the_account_and_the_reset_of_a_password() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "nina", "omar"]).await;
    let (gone, app) = (app(&team).await, app(&team).await);
    let allowed = async |n: usize, app: &str| {
        let (device_code, user_code) = codes(&node.client(), app).await;
        assert_eq!(answers(&team.people[n].client, &user_code, Some(&[])).await.status, 204);
        device_code
    };
    let of_gone = allowed(0, &gone).await;
    let (_, unanswered) = codes(&node.client(), &gone).await;
    let rest = [allowed(1, &app).await, allowed(2, &app).await, allowed(3, &app).await];
    let remove = team.path(&format!("apps/{gone}/remove"));
    assert_eq!(team.people[0].client.post(&remove, &json!({})).await.status, 204);
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": team.people[1].id})).await.status, 200);
    let password = json!({"password": team.people[2].password});
    assert_eq!(team.people[2].client.post("/api/me/delete", &password).await.status, 204);
    let request = forgets(&node.client(), &team.people[3].email).await;
    let code = newest_code(&node.client(), &team.people[3].email).await;
    assert_eq!(resets(&node.client(), &request, &code, "quiet-heron-31").await.status, 204);

    assert_eq!(fault(&polls(&node.client(), &gone, &of_gone).await), refused("invalid_client"));
    assert!(is_wrong(&ask(&team.people[0].client, &unanswered).await));
    for device_code in rest {
        assert_eq!(fault(&polls(&node.client(), &app, &device_code).await), refused("invalid_grant"));
    }
}

#[actix_web::test]
async fn oa17_an_app_revokes_its_key_and_learns_nothing_about_other_keys() {
    let database = TestDatabase::new().await;
    let nodes = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&nodes.0, &["olga", "mia"]).await;
    let (app, other) = (app(&team).await, app(&team).await);
    let (own, foreign) = (key(&team, 1, &nodes.0, &app).await, key(&team, 1, &nodes.0, &other).await);
    let made = json!({"name": "By hand", "capabilities": []});
    let by_hand = team.people[1].client.post(&team.path("api-keys"), &made).await.json()["key"].clone();
    let by_hand = by_hand.as_str().expect("a key");
    let program = nodes.1.client();
    let alike = async |answer: Answer| (answer.status.as_u16(), answer.body.len());
    for no_own_key in [foreign.as_str(), by_hand, "troupe_nonsense", "", &own[..42]] {
        assert_eq!(alike(gives_back(&program, &app, no_own_key).await).await, (200, 0), "{no_own_key}");
    }
    for text in [own.as_str(), &foreign, by_hand] {
        assert_eq!(status(&nodes.0, &team, text).await, 200);
    }
    for _ in 0..2 {
        assert_eq!(alike(gives_back(&program, &app, &own).await).await, (200, 0));
        for node in [&nodes.0, &nodes.1] {
            assert_eq!(status(node, &team, &own).await, 401);
        }
    }
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    assert_eq!(records[0]["kind"], "apiKeyRevoked", "{records}");
    assert_eq!(records[0]["before"], json!({"name": "Pier Line", "appId": app}));
    assert_eq!(records[0]["after"], json!({"reason": "givenBack"}));
    assert_eq!(records[0]["userId"], json!(team.people[1].id));
    assert_ne!(records[1]["kind"], "apiKeyRevoked", "one record: {records}");
    for (form, word) in [
        (vec![("token", foreign.as_str())], "invalid_request"),
        (vec![("client_id", other.as_str())], "invalid_request"),
        (vec![("token", foreign.as_str()), ("client_id", "none")], "invalid_client"),
        (vec![("token", foreign.as_str()), ("token", by_hand), ("client_id", other.as_str())], "invalid_request"),
    ] {
        assert_eq!(fault(&sends(&program, "/api/oauth/revoke", &form).await), refused(word), "{form:?}");
    }
    // The hint that RFC 7009 allows is ignored.
    let form = [("token", foreign.as_str()), ("client_id", other.as_str()), ("token_type_hint", "refresh_token")];
    assert_eq!(sends(&program, "/api/oauth/revoke", &form).await.status, 200);
    assert_eq!(status(&nodes.0, &team, &foreign).await, 401);
}

#[actix_web::test]
async fn oa8_the_metadata_names_the_calls_for_device_codes_and_for_revocation() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let told = node.client().get("/.well-known/oauth-authorization-server").await.json();
    assert_eq!(told["device_authorization_endpoint"], format!("{}/api/oauth/device", node.url()));
    assert_eq!(told["revocation_endpoint"], format!("{}/api/oauth/revoke", node.url()));
    assert_eq!(told["revocation_endpoint_auth_methods_supported"], json!(["none"]));
    assert_eq!(told["grant_types_supported"], json!(["authorization_code", GRANT]));
}
