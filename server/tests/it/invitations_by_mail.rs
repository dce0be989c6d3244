//! Invitations by mail to one address (L01 to L12; rules JB1 and JB8 of docs/decisions/jobs.md).

use futures_util::future::join;
use serde_json::{Value, json};
use sqlx::Executor;

use crate::protocol::team::{Stillness, Team};
use crate::support::{Answer, MailServer, Person, TestDatabase, TestNode, free_port, mailbox, until};

async fn invite(team: &Team, by: usize, addresses: &str, role: &str) -> Answer {
    let body = json!({"addresses": addresses, "role": role});
    team.people[by].client.post(&team.path("invitations/mail"), &body).await
}

/// Invites one person, and returns the token in the mail.
async fn invited(team: &Team, by: usize, email: &str, role: &str) -> String {
    let answer = invite(team, by, email, role).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (201, json!({"invited": [email]})));
    token(team, email).await
}

/// The token in the newest mail to an address.
async fn token(team: &Team, email: &str) -> String {
    let mails = mailbox(&team.people[0].client, email).await;
    let link = mails[0]["link"].as_str().unwrap_or_else(|| panic!("no link in {mails:?}"));
    link.split("/invite/").nth(1).expect("a token").to_owned()
}

async fn accept(person: &Person, token: &str) -> Answer {
    person.client.post(&format!("/api/invitations/{token}/accept"), &json!({"role": "owner"})).await
}

async fn read(node: &TestNode, token: &str) -> Answer {
    node.client().get(&format!("/api/invitations/{token}")).await
}

async fn mine(person: &Person) -> Vec<Value> {
    let answer = person.client.get("/api/me/invitations").await.json();
    answer["invitations"].as_array().cloned().expect("a list")
}

async fn roles(person: &Person) -> Vec<Value> {
    let me = person.client.get("/api/me").await.json();
    me["workspaces"].as_array().expect("a list").iter().map(|workspace| workspace["role"].clone()).collect()
}

async fn pending(team: &Team) -> Vec<Value> {
    let answer = team.people[0].client.get(&team.path("invitations")).await.json();
    answer["invitations"].as_array().cloned().expect("a list")
}

async fn act(team: &Team, by: usize, invitation: &Value, action: &str) -> Answer {
    let id = invitation["id"].as_str().expect("an id");
    team.people[by].client.post(&team.path(&format!("invitations/{id}/{action}")), &json!({})).await
}

async fn change(database: &TestDatabase, sql: &'static str) {
    database.connect().await.execute(sql).await.expect("changed");
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[actix_web::test]
async fn l12_one_person_signs_up_by_the_mail_and_one_has_an_account_and_accepts_without_the_token() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    let answer = invite(&team, 0, "Bob@Example.org; ann@example.org", "admin").await;
    assert_eq!(answer.json(), json!({"invited": ["Bob@Example.org", "ann@example.org"]}), "as they were typed");
    let token = token(&team, "bob@example.org").await;
    let preview = read(&node, &token).await.json();
    assert_eq!(preview["workspace"], json!({"id": team.workspace, "name": "Team", "icon": null}));
    assert_eq!(preview["inviter"]["name"], "olga");
    assert_eq!((&preview["email"], &preview["role"]), (&json!("Bob@Example.org"), &json!("admin")));

    // The token is no account, and a sign-up without its code is none either.
    let stranger = node.client();
    let accepting = format!("/api/invitations/{token}/accept");
    let sign_up = json!({"email": "bob@example.org", "password": "vivid-horse-8"});
    assert_eq!(stranger.post("/api/auth/sign-up", &sign_up).await.status, 202);
    assert_eq!(stranger.post(&accepting, &json!({})).await.status, 401);
    let bob = node.sign_up_user("bob").await;
    assert_eq!(mine(&bob).await.len(), 1, "his address is confirmed");
    assert_eq!(accept(&bob, &token).await.status, 200);
    assert_eq!(roles(&bob).await, [json!("admin")]);
    assert_eq!(mine(&bob).await, [] as [Value; 0]);

    let hers = mine(&ann).await;
    assert_eq!((hers.len(), &hers[0]["workspace"]["name"]), (1, &json!("Team")));
    let path = format!("/api/me/invitations/{}/accept", hers[0]["id"].as_str().expect("an id"));
    assert_eq!(bob.client.post(&path, &json!({})).await.refusal(), refused(404, "not_found"), "not his");
    let accepted = ann.client.post(&path, &json!({})).await;
    assert_eq!((accepted.status.as_u16(), &accepted.json()["id"]), (200, &json!(team.workspace)));
    assert_eq!(roles(&ann).await, [json!("admin")]);
    assert_eq!(pending(&team).await, [] as [Value; 0]);
    assert_eq!(accept(&bob, &token).await.status, 200, "his own click twice");
    assert_eq!(read(&node, &token).await.refusal(), refused(410, "invite_used"));
}

#[actix_web::test]
async fn l01_the_holder_of_a_mail_to_another_address_does_not_get_in() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let eve = node.sign_up_user("eve").await;
    let token = invited(&team, 0, "ann@example.org", "member").await;
    let before = Stillness::of(&database).await;
    assert_eq!(accept(&eve, &token).await.refusal(), refused(403, "invite_email_mismatch"));
    assert_eq!((mine(&eve).await.len(), roles(&eve).await.len()), (0, 0));
    assert_eq!(Stillness::of(&database).await, before);
    let ann = node.sign_up_user("ann").await;
    assert_eq!(accept(&ann, &token).await.status, 200, "the invitation is still hers");
}

#[actix_web::test]
async fn l10_only_a_call_with_the_accounts_own_token_accepts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    let token = invited(&team, 0, "ann@example.org", "member").await;
    for path in [format!("/api/invitations/{token}"), "/api/me/invitations".to_owned(), format!("/invite/{token}")] {
        assert_eq!(ann.client.get(&path).await.status, 200, "{path}");
    }
    let path = format!("/api/invitations/{token}/accept");
    assert_eq!(ann.client.get(&path).await.refusal(), refused(405, "method_not_allowed"));
    let mut by_cookie = ann.client.clone();
    by_cookie.token = None;
    assert!(by_cookie.cookie.is_some());
    assert_eq!(by_cookie.post(&path, &json!({})).await.refusal(), refused(401, "unauthenticated"));
    assert_eq!(roles(&ann).await, [] as [Value; 0]);
}

#[actix_web::test]
async fn each_bad_address_of_a_call_is_named_and_nobody_is_invited() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    invited(&team, 0, "ann@example.org", "member").await;
    let before = Stillness::of(&database).await;
    let answer = invite(&team, 0, "new@example.org, no, NEW@example.org", "member").await;
    assert_eq!(answer.refusal(), refused(422, "validation_failed"));
    assert_eq!(answer.field().as_deref(), Some("addresses"));
    let items = json!([{"value": "no", "problem": "invalid"}, {"value": "NEW@example.org", "problem": "repeated"}]);
    assert_eq!(answer.json()["error"]["items"], items);
    let answer = invite(&team, 0, "new@example.org Mia@example.org ann@example.org", "member").await;
    let items = json!([
        {"value": "Mia@example.org", "problem": "member"},
        {"value": "ann@example.org", "problem": "pending"}
    ]);
    assert_eq!((answer.status.as_u16(), &answer.json()["error"]["items"]), (422, &items));
    assert_eq!(Stillness::of(&database).await, before);
    assert_eq!(pending(&team).await.len(), 1);
    assert_eq!(mailbox(&node.client(), "new@example.org").await, [] as [Value; 0]);
    for (body, field) in [
        (json!({"addresses": "a@example.org", "days": 2}), "days"),
        (json!({"addresses": "a@example.org", "role": "owner"}), "role"),
        (json!({"addresses": "a@example.org", "role": team.workspace}), "role"),
        (json!({"addresses": " ,"}), "addresses"),
    ] {
        let answer = team.people[0].client.post(&team.path("invitations/mail"), &body).await;
        assert_eq!((answer.refusal(), answer.field().as_deref()), (refused(422, "validation_failed"), Some(field)));
    }
}

#[actix_web::test]
async fn l08_the_answer_does_not_show_whether_an_address_has_an_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    node.sign_up_user("known").await;
    let mut seen = Vec::new();
    for email in ["known@example.org", "other@example.org"] {
        let answer = invite(&team, 0, email, "member").await;
        let again = invite(&team, 0, email, "member").await;
        let row = pending(&team).await[0].clone();
        let fields: Vec<String> = row.as_object().expect("a row").keys().cloned().collect();
        let body = format!("{} {} {} {}", answer.status, answer.json(), again.status, again.json());
        seen.push((body.replace(email, "?"), fields, row["state"].clone()));
    }
    assert_eq!(seen[0], seen[1]);
}

#[actix_web::test]
async fn l05_the_pending_invitations_hold_no_token_and_are_for_those_who_may_invite() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "gus"]).await;
    let demote = json!({"kind": "member.setRole", "userId": team.people[2].id, "role": "guest"});
    assert_eq!(team.post(0, &demote).await.status, 200);
    let token = invited(&team, 0, "ann@example.org", "member").await;
    let list = team.people[0].client.get(&team.path("invitations")).await;
    assert!(!String::from_utf8_lossy(&list.body).contains(&token));
    let row = pending(&team).await[0].clone();
    assert_eq!((&row["email"], &row["state"]), (&json!("ann@example.org"), &json!("pending")));
    assert!(row["sentAt"].is_string() && row["mailFailed"] == false, "{row}");
    let stored = "select (select string_agg(i::text, ' ') from invitations i)
                  || coalesce((select string_agg(j::text, ' ') from jobs j), '')
                  || coalesce((select string_agg(e.changes::text, ' ') from events e), '')";
    let stored: String = sqlx::query_scalar(stored).fetch_one(&mut database.connect().await).await.expect("rows");
    assert!(!stored.contains(&token), "only a hash");
    for who in [1, 2] {
        let by = &team.people[who].client;
        assert_eq!(by.get(&team.path("invitations")).await.refusal(), refused(403, "forbidden"));
        for action in ["revoke", "resend"] {
            assert_eq!(act(&team, who, &row, action).await.refusal(), refused(403, "forbidden"));
        }
        assert_eq!(invite(&team, who, "eve@example.org", "guest").await.refusal(), refused(403, "forbidden"));
    }
    let snapshot = team.people[1].client.get(&team.path("snapshot")).await;
    assert!(!String::from_utf8_lossy(&snapshot.body).contains("ann@example.org"));
}

#[actix_web::test]
async fn l02_an_invitation_that_has_expired_is_closed_until_it_is_sent_again() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    let token = invited(&team, 0, "ann@example.org", "member").await;
    change(&database, "update invitations set expires_at = now() - interval '1 second'").await;
    assert_eq!(read(&node, &token).await.refusal(), refused(410, "invite_expired"));
    assert_eq!(accept(&ann, &token).await.refusal(), refused(410, "invite_expired"));
    assert_eq!(mine(&ann).await, [] as [Value; 0]);
    let row = pending(&team).await[0].clone();
    assert_eq!(row["state"], "expired");
    assert_eq!(act(&team, 0, &row, "resend").await.status, 204);
    let mails = mailbox(&ann.client, "ann@example.org").await;
    let invites = |mail: &&Value| mail["link"].as_str().is_some_and(|link| link.contains("/invite/"));
    assert_eq!(mails.iter().filter(invites).count(), 2);
    assert_eq!(pending(&team).await[0]["state"], "pending");
    assert_eq!(accept(&ann, &token).await.status, 200, "both mails have the same link");
    assert_eq!(act(&team, 0, &row, "resend").await.refusal(), refused(410, "invite_used"));
}

#[actix_web::test]
async fn l02_an_invitation_that_was_revoked_or_declined_is_gone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let to_ann = invited(&team, 0, "ann@example.org", "member").await;
    let to_bob = invited(&team, 0, "bob@example.org", "member").await;
    let rows = pending(&team).await;
    let row = |email: &str| rows.iter().find(|row| row["email"] == email).expect("a row");
    assert_eq!(act(&team, 0, row("ann@example.org"), "revoke").await.status, 204);
    let his = mine(&bob).await[0]["id"].as_str().expect("an id").to_owned();
    let decline = format!("/api/me/invitations/{his}/decline");
    assert_eq!(ann.client.post(&decline, &json!({})).await.refusal(), refused(404, "not_found"), "not hers");
    assert_eq!(bob.client.post(&decline, &json!({})).await.status, 204);
    assert_eq!(bob.client.post(&decline, &json!({})).await.refusal(), refused(404, "not_found"));
    for (person, token) in [(&ann, &to_ann), (&bob, &to_bob)] {
        assert_eq!(read(&node, token).await.refusal(), refused(410, "invite_revoked"));
        assert_eq!(accept(person, token).await.refusal(), refused(410, "invite_revoked"));
        assert_eq!(mine(person).await, [] as [Value; 0]);
    }
    let left: Vec<_> = pending(&team).await.iter().map(|row| (row["email"].clone(), row["state"].clone())).collect();
    assert_eq!(left, [(json!("bob@example.org"), json!("declined"))], "the inviter sees that he declined");
    for row in &rows {
        assert_eq!(act(&team, 0, row, "resend").await.refusal(), refused(410, "invite_revoked"));
    }
    assert_eq!(roles(&ann).await.len() + roles(&bob).await.len(), 0);
}

#[actix_web::test]
async fn l03_an_invitation_of_a_demoted_or_removed_inviter_is_void_in_every_way() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "alma"]).await;
    for n in [1, 2] {
        let promote = json!({"kind": "member.setRole", "userId": team.people[n].id, "role": "admin"});
        assert_eq!(team.post(0, &promote).await.status, 200);
    }
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let by_adam = invited(&team, 1, "ann@example.org", "admin").await;
    let by_alma = invited(&team, 2, "bob@example.org", "member").await;
    let id = mine(&ann).await[0]["id"].as_str().expect("an id").to_owned();
    for command in [
        json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "member"}),
        json!({"kind": "member.remove", "userId": team.people[2].id}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    for (person, token) in [(&ann, &by_adam), (&bob, &by_alma)] {
        assert_eq!(read(&node, token).await.refusal(), refused(410, "invite_revoked"));
        assert_eq!(accept(person, token).await.refusal(), refused(410, "invite_revoked"));
        assert_eq!(mine(person).await, [] as [Value; 0]);
        assert_eq!(roles(person).await, [] as [Value; 0]);
    }
    let by_id = ann.client.post(&format!("/api/me/invitations/{id}/accept"), &json!({})).await;
    assert!([404, 410].contains(&by_id.status.as_u16()), "{}", by_id.status);
    assert_eq!(pending(&team).await, [] as [Value; 0]);
}

#[actix_web::test]
async fn l03_who_accepts_while_the_inviter_is_demoted_joins_before_or_not_at_all() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "adam"]).await;
    let adam = &team.people[1].id;
    let role = |role: &str| json!({"kind": "member.setRole", "userId": adam, "role": role});
    for n in 0..8 {
        assert_eq!(team.post(0, &role("admin")).await.status, 200);
        let name = format!("new{n}");
        let person = here.sign_up_user(&name).await;
        let person = Person { client: person.client.at(there.url()), ..person };
        let token = invited(&team, 1, &person.email, "member").await;
        let demotion = role("member");
        let (accepted, demoted) = join(accept(&person, &token), team.post(0, &demotion)).await;
        assert_eq!(demoted.status, 200);
        let seq = |id: &str| {
            let sql = "select max(seq) from events where scope_id = $1::uuid
                       and changes::jsonb @> jsonb_build_array(jsonb_build_object('entity', 'member', 'id', $2))";
            let (workspace, id, database) = (team.workspace.clone(), id.to_owned(), &database);
            async move {
                let found: Option<i64> = sqlx::query_scalar(sql)
                    .bind(workspace)
                    .bind(id)
                    .fetch_one(&mut database.connect().await)
                    .await
                    .expect("a seq");
                found
            }
        };
        match accepted.status.as_u16() {
            200 => assert!(seq(&person.id).await < seq(adam).await, "the demotion came first, and {name} joined"),
            _ => {
                assert_eq!(accepted.refusal(), refused(410, "invite_revoked"));
                assert_eq!((seq(&person.id).await, roles(&person).await.len()), (None, 0));
            }
        }
    }
}

#[actix_web::test]
async fn l02_who_joined_by_a_link_is_not_let_in_again_by_an_older_mail_after_a_removal() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    let token = invited(&team, 0, "ann@example.org", "member").await;
    team.invite(&ann, "member").await;
    assert_eq!(pending(&team).await, [] as [Value; 0], "she is in");
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ann.id})).await.status, 200);
    assert_eq!(accept(&ann, &token).await.refusal(), refused(410, "invite_used"));
    assert_eq!(mine(&ann).await, [] as [Value; 0]);
    let anew = invited(&team, 0, "ann@example.org", "member").await;
    assert_eq!(accept(&ann, &anew).await.status, 200, "a new invitation lets her in");
}

#[actix_web::test]
async fn l07_mails_are_limited_by_address_inviter_and_workspace() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_MAILS_PER_HOUR", "3")]).await;
    let team = Team::new(&node, &["olga"]).await;
    invited(&team, 0, "ann@example.org", "member").await;
    let row = pending(&team).await[0].clone();
    assert_eq!(act(&team, 0, &row, "resend").await.status, 204);
    assert_eq!(act(&team, 0, &row, "resend").await.status, 204);
    let refusal = act(&team, 0, &row, "resend").await;
    assert_eq!(refusal.refusal(), refused(429, "rate_limited"));
    assert!(refusal.header("retry-after").is_some());
    assert_eq!(mailbox(&node.client(), "ann@example.org").await.len(), 3);
    assert_eq!(act(&team, 0, &row, "revoke").await.status, 204);
    let anew = invite(&team, 0, "bob@example.org ann@example.org", "member").await;
    assert_eq!(anew.refusal(), refused(429, "rate_limited"), "revoking does not free its mail for the limit");
    assert_eq!(pending(&team).await, [] as [Value; 0], "all or none");

    let fifty = |call: usize| (0..50).map(|n| format!("p{call}.{n}@example.org")).collect::<Vec<_>>().join("\n");
    let mut statuses = Vec::new();
    for call in 0..5 {
        statuses.push(invite(&team, 0, &fifty(call), "member").await.status.as_u16());
    }
    assert_eq!(statuses, [201, 201, 201, 429, 429], "200 an hour, of which six are spent");
    assert_eq!(pending(&team).await.len(), 150);
}

/// A node with a mail server that is away.
async fn with_mail_server(database: &TestDatabase) -> (TestNode, u16) {
    let port = free_port();
    let url = format!("smtp://127.0.0.1:{port}");
    let settings = [("TROUPE_MAIL_URL", url.as_str()), ("TROUPE_MAIL_FROM", "Troupe <troupe@example.net>")];
    (TestNode::start_with(database, &settings).await, port)
}

const STATES: &str = "select coalesce(array_agg(state order by id), '{}') from jobs where kind = 'mail.invitation'";

async fn mails_are(database: &TestDatabase, states: &[&str]) {
    until(&format!("the mails are {states:?}"), || async {
        let mut connection = database.connect().await;
        let hurry = "update jobs set due_at = now() where kind = 'mail.invitation' and state = 'waiting'";
        sqlx::query(hurry).execute(&mut connection).await.expect("changed");
        let found: Vec<String> = sqlx::query_scalar(STATES).fetch_one(&mut connection).await.expect("states");
        found.iter().map(String::as_str).eq(states.iter().copied())
    })
    .await;
}

#[actix_web::test]
async fn l07_a_mail_is_text_and_html_and_carries_no_words_of_strangers_as_links() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let name = "<a href=x>Bank</a> https://evil.example/now";
    let rename = json!({"kind": "workspace.update", "patch": {"name": name}});
    assert_eq!(team.post(0, &rename).await.status, 200);
    drop(node);
    let (node, port) = with_mail_server(&database).await;
    let olga = team.people[0].client.at(node.url());
    let body = json!({"addresses": "ann@example.org"});
    assert_eq!(olga.post(&team.path("invitations/mail"), &body).await.status, 201);
    let server = MailServer::start(port, "250 taken");
    mails_are(&database, &["done"]).await;
    let [mail] = server.mails().try_into().expect("one mail");
    // Long lines are broken with an equals sign.
    let mail = mail.replace("=\n", "").replace("=3D", "=");
    for part in [
        "multipart/alternative",
        "Content-Type: text/plain",
        "Content-Type: text/html",
        "&lt;a href=x&gt;Bank&lt; /a&gt;",
    ] {
        assert!(mail.contains(part), "{part} is not in {mail}");
    }
    let (_, html) = mail.split_once("Content-Type: text/html").expect("a part of HTML");
    assert!(!html.contains("<a href=x") && !mail.contains("evil.example"), "{mail}");
    assert_eq!(mail.matches("Message-ID: ").count(), 1);
}

#[actix_web::test]
async fn jb8_the_mail_of_an_invitation_that_was_revoked_is_not_sent_and_a_refused_one_is_shown() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    drop(node);
    let (node, port) = with_mail_server(&database).await;
    let team = Team {
        people: vec![Person { client: team.people[0].client.at(node.url()), ..team.people[0].clone() }],
        ..team
    };
    assert_eq!(invite(&team, 0, "ann@example.org", "member").await.status, 201);
    let row = pending(&team).await[0].clone();
    assert_eq!(row["sentAt"], Value::Null);
    assert_eq!(act(&team, 0, &row, "revoke").await.status, 204);
    let server = MailServer::start(port, "550 <bob@example.org> is unknown here");
    mails_are(&database, &["obsolete"]).await;
    assert_eq!(server.mails().len(), 0);
    assert_eq!(invite(&team, 0, "bob@example.org", "member").await.status, 201);
    mails_are(&database, &["obsolete", "dead"]).await;
    assert_eq!(pending(&team).await[0]["mailFailed"], true);
    let stored = "select string_agg(j::text, ' ') from jobs j where kind = 'mail.invitation'";
    let stored: String = sqlx::query_scalar(stored).fetch_one(&mut database.connect().await).await.expect("rows");
    assert!(!stored.contains("bob"), "a job names no person: {stored}");
}

#[actix_web::test]
async fn jb1_an_invitation_and_its_mail_are_stored_together() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    change(&database, "alter table jobs add constraint no_mail check (kind <> 'mail.invitation') not valid").await;
    assert!(invite(&team, 0, "ann@example.org bob@example.org", "member").await.status.is_server_error());
    assert_eq!(pending(&team).await, [] as [Value; 0]);
}

#[actix_web::test]
async fn a_node_without_a_mail_server_says_that_it_sends_no_invitations() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let silent = TestNode::start_with(&database, &[("TROUPE_DEV_MAILBOX", "0")]).await;
    let olga = team.people[0].client.at(silent.url());
    let answer = olga.post(&team.path("invitations/mail"), &json!({"addresses": "ann@example.org"})).await;
    assert_eq!(answer.refusal(), refused(409, "conflict"));
    assert_eq!(olga.post(&team.path("invitations"), &json!({})).await.status, 201, "links need no mail");
}

#[actix_web::test]
async fn a_mail_is_sent_and_its_link_opens_while_the_secret_is_changed() {
    const OTHER: &str = "0f38269acd7be1f04c5d3ab7e1c4a95d";
    const SECRET: &str = "b7e1c4a95d0f38269acd7be1f04c5d3a";
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let token = invited(&team, 0, "ann@example.org", "member").await;
    let row = pending(&team).await[0].clone();
    let turning =
        TestNode::start_with(&database, &[("TROUPE_SECRET", OTHER), ("TROUPE_SECRET_PREVIOUS", SECRET)]).await;
    let olga = Person { client: team.people[0].client.at(turning.url()), ..team.people[0].clone() };
    let there = Team { workspace: team.workspace.clone(), commons: team.commons.clone(), people: vec![olga] };
    assert_eq!(act(&there, 0, &row, "resend").await.status, 204);
    until("the second mail is there", || async { mailbox(&node.client(), "ann@example.org").await.len() == 2 }).await;
    assert_eq!(self::token(&team, "ann@example.org").await, token);
    assert_eq!(read(&turning, &token).await.status, 200);
}
