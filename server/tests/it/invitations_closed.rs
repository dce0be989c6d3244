//! Invitations that have ended stay closed, and a person opens none above their own rights (L02, L03).

use actix_web::rt::spawn;
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Answer, Person, TestDatabase, TestNode, mailbox, until};

async fn invited(team: &Team, by: usize, email: &str, role: &str) -> String {
    let body = json!({"addresses": email, "role": role});
    let answer = team.people[by].client.post(&team.path("invitations/mail"), &body).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    let mails = mailbox(&team.people[0].client, email).await;
    let link = mails[0]["link"].as_str().unwrap_or_else(|| panic!("no link in {mails:?}"));
    link.split("/invite/").nth(1).expect("a token").to_owned()
}

async fn link(team: &Team, by: usize, options: Value) -> String {
    let answer = team.people[by].client.post(&team.path("invitations"), &options).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["token"].as_str().expect("a token").to_owned()
}

async fn accept(person: &Person, token: &str) -> Answer {
    person.client.post(&format!("/api/invitations/{token}/accept"), &json!({})).await
}

async fn listed(team: &Team) -> Vec<Value> {
    let answer = team.people[0].client.get(&team.path("invitations")).await.json();
    answer["invitations"].as_array().cloned().expect("a list")
}

async fn resend(team: &Team, by: usize, row: &Value) -> Answer {
    let id = row["id"].as_str().expect("an id");
    team.people[by].client.post(&team.path(&format!("invitations/{id}/resend")), &json!({})).await
}

async fn change(database: &TestDatabase, sql: &'static str) {
    database.connect().await.execute(sql).await.expect("changed");
}

async fn number(database: &TestDatabase, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a number")
}

/// Gives a member a new role of the workspace. A workspace without commons refuses `member.setRole` with such a role, so
/// the row is written.
async fn gets_a_role(database: &TestDatabase, team: &Team, n: usize, capabilities: Value) -> Uuid {
    let role = Uuid::now_v7();
    let create = json!({"kind": "role.create", "roleId": role, "name": "Recruiter", "capabilities": capabilities});
    let answer = team.post(0, &create).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let held = sqlx::query("update members set role = $1 where id = $2::uuid")
        .bind(role.to_string())
        .bind(&team.people[n].id)
        .execute(&mut database.connect().await)
        .await;
    assert_eq!(held.expect("a role").rows_affected(), 1);
    role
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

const EXPIRE: &str = "update invitations set expires_at = now() - interval '1 second'";

#[actix_web::test]
async fn l03_a_person_does_not_send_an_invitation_above_their_own_role_again() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mallory"]).await;
    gets_a_role(&database, &team, 1, json!(["read", "invite"])).await;
    invited(&team, 0, "ann@example.org", "admin").await;
    change(&database, EXPIRE).await;
    let row = listed(&team).await[0].clone();
    let hers = team.people[1].client.get(&team.path("invitations")).await;
    assert_eq!(hers.status, 200, "she may invite: {:?}", hers.json());
    assert_eq!(resend(&team, 1, &row).await.refusal(), refused(403, "forbidden"));
    assert_eq!(listed(&team).await[0]["state"], "expired");
    assert_eq!(resend(&team, 0, &row).await.status, 204);
}

#[actix_web::test]
async fn l03_invitations_end_when_a_role_loses_the_right_to_invite_or_is_deleted() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "rita"]).await;
    let role = gets_a_role(&database, &team, 1, json!(["read", "invite"])).await;
    let eve = node.sign_up_user("eve").await;
    let update = |words: Value| json!({"kind": "role.update", "roleId": role, "patch": {"capabilities": words}});
    let (hers, olgas) = (link(&team, 1, json!({"role": role})).await, link(&team, 0, json!({"role": role})).await);
    assert_eq!(team.post(0, &update(json!(["read"]))).await.status, 200);
    let revoked = "select count(*) from invitations where revoked_at is not null";
    until("her link has ended", || async { number(&database, revoked).await == 1 }).await;
    assert_eq!(team.post(0, &update(json!(["read", "invite"]))).await.status, 200);
    assert_eq!(accept(&eve, &hers).await.refusal(), refused(410, "invite_revoked"), "the right came back too late");

    let delete = json!({"kind": "role.delete", "roleId": role, "moveTo": "member"});
    assert_eq!(team.post(0, &delete).await.status, 200);
    until("no link gives the deleted role", || async { number(&database, revoked).await == 2 }).await;
    assert_eq!(accept(&eve, &olgas).await.refusal(), refused(410, "invite_revoked"));
}

#[actix_web::test]
async fn l02_an_invitation_is_not_sent_again_to_a_member_or_beside_another_one_or_above_the_limit() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    invited(&team, 0, "ann@example.org", "member").await;
    change(&database, EXPIRE).await;
    let old = listed(&team).await[0].clone();
    invited(&team, 0, "ann@example.org", "member").await;
    assert_eq!(resend(&team, 0, &old).await.refusal(), refused(409, "conflict"), "another mail is pending");
    change(&database, "update invitations set revoked_at = now() where expires_at > now()").await;
    change(
        &database,
        "insert into invitations (token_hash, workspace_id, role, created_by, expires_at)
        select sha256(n::text::bytea), i.workspace_id, 'member', i.created_by, now() + interval '1 day'
        from generate_series(1, 1000) n cross join (select * from invitations where revoked_at is null) i",
    )
    .await;
    assert_eq!(resend(&team, 0, &old).await.refusal(), refused(409, "too_many"));
    change(&database, "delete from invitations where email_key is null").await;

    let ann = node.sign_up_user("ann").await;
    team.invite(&ann, "member").await;
    assert_eq!(resend(&team, 0, &old).await.refusal(), refused(409, "conflict"), "she is a member");
    let open = "select count(*) from invitations
                where accepted_by is null and revoked_at is null and expires_at > now()";
    assert_eq!(number(&database, open).await, 0);
}

#[actix_web::test]
async fn l02_two_mails_to_one_address_are_accepted_at_once_without_a_deadlock() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    let first = invited(&team, 0, "ann@example.org", "member").await;
    let second = invited(&team, 0, "bob@example.org", "member").await;
    let mut holder = database.connect().await;
    change(&database, "update invitations set email_key = 'ann@example.org', email = 'ann@example.org'").await;
    let noted = "select count(*) from invitations where sent_at is not null";
    until("the jobs of both mails have ended", || async { number(&database, noted).await == 2 }).await;
    let mut held = holder.begin().await.expect("a transaction");
    let lock = "select from invitations where created_at = (select max(created_at) from invitations) for update";
    held.execute(lock).await.expect("the second row is held");
    let waiting =
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let accepts = |token: &str| {
        let (ann, token) = (ann.clone(), token.to_owned());
        spawn(async move { accept(&ann, &token).await })
    };
    let by_second = accepts(&second);
    until("the second acceptance waits", || async { number(&database, waiting).await == 1 }).await;
    let by_first = accepts(&first);
    until("both acceptances wait", || async { number(&database, waiting).await == 2 }).await;
    held.commit().await.expect("released");
    for answer in [by_second.await, by_first.await] {
        assert_eq!(answer.expect("an answer").status, 200);
    }
    assert_eq!(number(&database, "select count(*) from members where state = 'active'").await, 2);
}

#[actix_web::test]
async fn l02_a_person_who_was_counted_but_did_not_join_is_not_let_in_after_the_end() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    for (end, code) in [
        ("update invitations set expires_at = now()", "invite_expired"),
        ("update invitations set expires_at = now(), revoked_at = now()", "invite_revoked"),
        ("update invitations set expires_at = now(), declined_at = now()", "invite_revoked"),
    ] {
        let token = link(&team, 0, json!({"uses": 2})).await;
        let counted = "insert into invitation_uses (token_hash, user_id)
                       select token_hash, $1::uuid from invitations where expires_at > now()";
        sqlx::query(counted).bind(&ann.id).execute(&mut database.connect().await).await.expect("counted");
        change(&database, end).await;
        assert_eq!(accept(&ann, &token).await.refusal(), refused(410, code), "{end}");
    }
    // The node stopped between the two steps: the person tries again.
    let token = link(&team, 0, json!({})).await;
    let used = "update invitations set uses = 1, accepted_by = $1::uuid, accepted_at = now() where expires_at > now()";
    sqlx::query(used).bind(&ann.id).execute(&mut database.connect().await).await.expect("used");
    assert_eq!(accept(&ann, &token).await.status, 200);
    change(&database, EXPIRE).await;
    assert_eq!(accept(&ann, &token).await.status, 200, "a member gets the same answer");
}

#[actix_web::test]
async fn a_person_with_many_invitations_declines_the_oldest_by_its_id() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ann = node.sign_up_user("ann").await;
    invited(&team, 0, "ann@example.org", "member").await;
    let id = listed(&team).await[0]["id"].as_str().expect("an id").to_owned();
    change(&database, "insert into invitations (token_hash, workspace_id, role, created_by, expires_at, created_at, email, email_key)
        select sha256(n::text::bytea), workspace_id, role, created_by, expires_at, now() + interval '1 s', email, email_key
        from invitations cross join generate_series(1, 100) n").await;
    let decline = format!("/api/me/invitations/{id}/decline");
    assert_eq!(ann.client.post(&decline, &json!({})).await.status, 204);
    assert_eq!(ann.client.post(&decline, &json!({})).await.refusal(), refused(404, "not_found"));
}

#[actix_web::test]
async fn an_open_invitation_is_listed_before_a_thousand_that_have_expired() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    invited(&team, 0, "ann@example.org", "member").await;
    change(&database, "insert into invitations (token_hash, workspace_id, role, created_by, expires_at, created_at, email, email_key)
        select sha256(n::text::bytea), workspace_id, role, created_by, now(), now() + interval '1 s', 'b@example.org', 'b@example.org'
        from invitations cross join generate_series(1, 1000) n").await;
    let rows = listed(&team).await;
    assert_eq!((rows.len(), &rows[0]["state"], &rows[1]["state"]), (1_000, &json!("pending"), &json!("expired")));
}
