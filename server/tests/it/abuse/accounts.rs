//! A and C07: what a stranger can find out, and which fields a caller cannot set.

use serde_json::{Value, json};

use crate::account::phone;
use crate::protocol::team::Stillness;
use crate::sign_up::{begin, with_code};
use crate::support::{Client, Gate, PASSWORD, TestDatabase, TestNode, mailbox, until};

/// Passwords that the node has hashed so far.
async fn hashes(client: &Client) -> u64 {
    let figures = String::from_utf8(client.get("/metrics").await.body).expect("text");
    let line = figures.lines().find_map(|line| line.strip_prefix("troupe_password_hashes_total "));
    line.and_then(|count| count.parse().ok()).expect("a figure")
}

#[actix_web::test]
async fn a04_whether_there_is_such_an_account_costs_the_same_work_and_so_the_same_time() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await;
    let stranger = node.client();
    for (path, status, fields) in [
        ("/api/auth/sign-in", 401, json!({"password": "not-hers-at-all"})),
        ("/api/auth/sign-up", 202, json!({"password": PASSWORD})),
    ] {
        let mut work = Vec::new();
        for email in [ada.email.as_str(), "nobody@example.org"] {
            let mut body = fields.clone();
            body["email"] = json!(email);
            let before = hashes(&stranger).await;
            assert_eq!(stranger.post(path, &body).await.status, status, "{path} {email}");
            work.push(hashes(&stranger).await - before);
        }
        assert_eq!(work, [1, 1], "{path}");
    }
    // The steps after a sign-up compute no password hash, whether the address is taken or not.
    for (email, mails) in [(ada.email.as_str(), 4), ("nobody@example.org", 3)] {
        let page = begin(&stranger, email).await;
        assert_eq!(mailbox(&stranger, email).await.len(), mails - 1, "the first mail has left");
        let before = hashes(&stranger).await;
        assert_eq!(stranger.post("/api/auth/resend", &page).await.status, 202);
        assert_eq!(stranger.post("/api/auth/confirm", &with_code(&page, "00000000")).await.status, 422);
        assert_eq!(hashes(&stranger).await, before);
        assert_eq!(mailbox(&stranger, email).await.len(), mails, "there is a mail where there is an account, too");
    }
}

/// Postpones all jobs by a day, and returns when none is running. All later statements then come from calls.
async fn jobs_rest(database: &TestDatabase) {
    let mut connection = database.connect().await;
    for sql in [
        "create function wait_a_day() returns trigger language plpgsql as
             $$ begin new.due_at := now() + interval '1 day'; return new; end $$",
        "create trigger wait_a_day before insert on jobs for each row execute function wait_a_day()",
    ] {
        sqlx::query(sql).execute(&mut connection).await.expect(sql);
    }
    until("jobs rest", || async {
        let mut connection = database.connect().await;
        let sql = "update jobs set due_at = now() + interval '1 day' where state = 'waiting'";
        sqlx::query(sql).execute(&mut connection).await.expect(sql);
        let sql = "select not exists (select from jobs where state = 'running'
                       or (state = 'waiting' and due_at < now() + interval '1 hour'))";
        let rest: bool = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect(sql);
        rest
    })
    .await;
}

/// The tables that tell something about an account, and the beginning of the statement that queues a mail.
const OF_ACCOUNTS: [&str; 16] = [
    " users",
    " sessions",
    " refresh_tokens",
    " second_factors",
    " recovery_codes",
    " linked_accounts",
    " passkeys",
    " remembered_devices",
    " guesses",
    " account_codes",
    " phone_codes",
    " phone_numbers",
    " pending_sign_ups",
    " pending_sign_ins",
    " sign_up_links",
    "insert into jobs (id, kind, payload, owner",
];
/// The only statement with one of these tables that the node makes by itself while jobs rest: it looks for ended sessions.
const OF_THE_NODE: &str = "select id from sessions where revoked_at > now()";

#[actix_web::test]
async fn a04_a_call_makes_the_same_statements_and_hashes_whether_an_account_has_the_address_or_not() {
    let database = TestDatabase::new().await;
    let (gate, statements) = Gate::reading(&database).await;
    let node = TestNode::start_on(gate.url(), &[("TROUPE_SIGN_IN_CODES", "1"), phone::ON[0]]).await;
    let ada = node.sign_up_user("ada").await;
    phone::signs_up(&node, phone::ANN).await;
    jobs_rest(&database).await;
    let stranger = node.client();
    for (path, fields, status, least, hashed) in [
        ("sign-in", json!({"password": "not-hers-at-all"}), 401, 3, 1),
        ("sign-up", json!({"password": PASSWORD}), 202, 6, 1),
        ("forgot-password", json!({}), 202, 6, 0),
        ("sign-in-code", json!({}), 202, 6, 0),
        ("phone/sign-in", json!({"password": "not-hers-at-all"}), 401, 3, 1),
        ("phone/sign-up", json!({"password": PASSWORD}), 202, 8, 1),
        ("phone/forgot-password", json!({}), 202, 8, 0),
    ] {
        let mut made = Vec::new();
        let (field, names) = match path.starts_with("phone/") {
            true => ("phone", [phone::ANN, "+447700900009"]),
            false => ("email", [ada.email.as_str(), "nobody@example.org"]),
        };
        for email in names {
            let mut body = fields.clone();
            body[field] = json!(email);
            let before = hashes(&stranger).await;
            statements.take();
            assert_eq!(stranger.post(&format!("/api/auth/{path}"), &body).await.status, status, "{path} {email}");
            let mut seen = statements.take();
            seen.retain(|statement| {
                OF_ACCOUNTS.iter().any(|part| statement.contains(part)) && !statement.starts_with(OF_THE_NODE)
            });
            assert_eq!(hashes(&stranger).await - before, hashed, "{path} {email}");
            made.push(seen);
        }
        assert_eq!(made[0], made[1], "{path}");
        assert!(made[0].len() >= least, "{path}: {:#?}", made[0]);
    }
}

#[actix_web::test]
async fn c07_fields_that_only_the_server_sets_are_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ada, bob) = (node.sign_up_user("ada").await, node.sign_up_user("bob").await);
    let answer = ada.client.post("/api/workspaces", &json!({"name": "Ada's"})).await.json();
    let workspace = answer["id"].as_str().expect("an id");
    let before = Stillness::of(&database).await;
    let invitations = format!("/api/workspaces/{workspace}/invitations");
    let commands = format!("/api/workspaces/{workspace}/commands");
    let command = |fields: Value| json!({"id": uuid::Uuid::now_v7(), "command": fields});
    let sign_up = |field: &str| json!({"email": "eve@example.org", "password": PASSWORD, field: true});
    for (path, body, field) in [
        ("/api/auth/sign-up", sign_up("verified"), "verified"),
        ("/api/auth/sign-up", sign_up("role"), "role"),
        ("/api/auth/sign-up", sign_up("id"), "id"),
        ("/api/auth/confirm", json!({"signUpId": workspace, "code": "00000000", "workspace": workspace}), "workspace"),
        ("/api/auth/sign-in", json!({"email": ada.email, "password": PASSWORD, "admin": true}), "admin"),
        ("/api/auth/sign-out", json!({"everywhere": false, "userId": bob.id}), "userId"),
        ("/api/workspaces", json!({"name": "New", "ownerId": bob.id}), "ownerId"),
        ("/api/workspaces", json!({"name": "New", "id": workspace}), "id"),
        (&invitations, json!({"role": "member", "workspaceId": workspace}), "workspaceId"),
        (&invitations, json!({"role": "member", "expiresAt": "2999-01-01T00:00:00Z"}), "expiresAt"),
        (
            &commands,
            command(json!({"kind": "member.setRole", "userId": ada.id, "role": "owner", "email": "x@y.z"})),
            "email",
        ),
        (
            &commands,
            command(json!({"kind": "member.setRole", "userId": ada.id, "role": "owner", "state": "active"})),
            "state",
        ),
        (&commands, command(json!({"kind": "workspace.update", "patch": {"key": "NEW"}})), "key"),
        (
            &commands,
            command(json!({"kind": "workspace.update", "patch": {"createdAt": "2020-01-01T00:00:00Z"}})),
            "createdAt",
        ),
    ] {
        let answer = ada.client.post(path, &body).await;
        assert_eq!(answer.refusal(), (422, "unknown_field".into()), "{path} {body}");
        assert_eq!(answer.field().as_deref(), Some(field), "{path} {body}");
    }
    // An invitation cannot give the role of an owner either: its role must be in the table.
    let answer = ada.client.post(&invitations, &json!({"role": "owner"})).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()));
    assert_eq!(Stillness::of(&database).await, before);
}
