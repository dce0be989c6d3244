//! Reset of a forgotten password (AC1).

use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{OTHER, forgets, other_code, resets, signs_in, subjects};
use crate::support::{Client, PASSWORD, TestDatabase, TestNode, mailbox, newest_code, until};

const GONE: (u16, &str) = (410, "gone");
const WRONG: (u16, &str) = (422, "validation_failed");

fn is((status, code): (u16, &str)) -> (u16, String) {
    (status, code.to_owned())
}

#[actix_web::test]
async fn ac1_a_mailed_code_sets_a_new_password_ends_all_sessions_and_begins_none() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let request = forgets(&client, "Ann@example.org").await;
    let code = newest_code(&client, &ann.email).await;
    assert_eq!(resets(&client, &request, &code, "short").await.field().as_deref(), Some("password"));
    assert_eq!(resets(&client, &request, other_code(&code), OTHER).await.field().as_deref(), Some("code"));
    assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 200, "nothing has changed yet");
    let answer = resets(&client, &request, &code, OTHER).await;
    assert_eq!((answer.status.as_u16(), answer.cookie(), answer.body.len()), (204, None, 0));
    assert_eq!(ann.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    let refresh = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refresh.refusal(), (401, "refresh_revoked".into()));
    assert_eq!(signs_in(&client, &ann.email, PASSWORD).await, 401);
    assert_eq!(signs_in(&client, &ann.email, OTHER).await, 200);
    assert_eq!(subjects(&client, &ann.email).await[0], "Your Troupe password was changed");
}

#[actix_web::test]
async fn a18_a_code_works_once_for_its_request_until_it_expires_or_the_password_changes() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let (ann, eve) = (one.sign_up_user("ann").await, one.sign_up_user("eve").await);
    let client = one.client();
    let older = forgets(&client, &ann.email).await;
    let older_code = newest_code(&client, &ann.email).await;
    let newer = forgets(&client, &ann.email).await;
    let newer_code = newest_code(&client, &ann.email).await;
    let eves = forgets(&client, &eve.email).await;
    let eves_code = newest_code(&client, &eve.email).await;

    // The code of another account, and of another request of the same account.
    assert_eq!(resets(&client, &newer, &eves_code, OTHER).await.refusal(), is(WRONG));
    assert_eq!(resets(&client, &eves, &newer_code, OTHER).await.refusal(), is(WRONG));
    assert_eq!(resets(&client, &json!(Uuid::new_v4()), &newer_code, OTHER).await.refusal(), is(WRONG));

    // One code twice at once, at two nodes.
    let (there, passwords) = (two.client(), ["calm-otter-77", "calm-otter-78"]);
    let (a, b) = tokio::join!(
        resets(&client, &newer, &newer_code, passwords[0]),
        resets(&there, &newer, &newer_code, passwords[1])
    );
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 410]);
    let mut works = Vec::new();
    for password in passwords {
        works.push(signs_in(&client, &ann.email, password).await);
    }
    works.sort_unstable();
    assert_eq!(works, [200, 401]);

    // The used code again, and an older code after the newer one.
    assert_eq!(resets(&client, &newer, &newer_code, OTHER).await.refusal(), is(GONE));
    assert_eq!(resets(&client, &older, &older_code, OTHER).await.refusal(), is(GONE));

    // After a change of the password.
    let change = json!({"password": PASSWORD, "newPassword": "plain-heron-5"});
    assert_eq!(eve.client.post("/api/me/password", &change).await.status, 204);
    assert_eq!(resets(&client, &eves, &eves_code, OTHER).await.refusal(), is(GONE));

    // After the code has expired.
    let late = forgets(&client, &eve.email).await;
    let late_code = newest_code(&client, &eve.email).await;
    let sql = "update account_codes set expires_at = now() - interval '1 s' where used_at is null";
    database.connect().await.execute(sql).await.expect("later");
    assert_eq!(resets(&client, &late, &late_code, OTHER).await.refusal(), is(GONE));
    assert_eq!(signs_in(&client, &eve.email, "plain-heron-5").await, 200);
}

/// An answer without its random values.
fn shape(body: &Value) -> (bool, usize) {
    let id = body["requestId"].as_str().and_then(|id| id.parse::<Uuid>().ok());
    (id.is_some_and(|id| id.get_version_num() == 4), body["reference"].as_str().map_or(0, str::len))
}

#[actix_web::test]
async fn a03_only_the_mail_tells_whether_an_account_has_the_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let mut answers = Vec::new();
    for email in [ann.email.as_str(), "nobody@example.org"] {
        let answer = client.post("/api/auth/forgot-password", &json!({"email": email})).await;
        let again = json!({"requestId": answer.json()["requestId"]});
        assert_eq!(mailbox(&client, email).await.iter().filter(|mail| mail["code"].is_string()).count(), {
            usize::from(email == ann.email) * 2
        });
        let resent = client.post("/api/auth/forgot-password/resend", &again).await;
        let mut wrong = Vec::new();
        // One more than the attempts that a code allows.
        for _ in 0..6 {
            let answer = resets(&client, &again["requestId"], "00000000", OTHER).await;
            wrong.push((answer.status, answer.body));
        }
        answers.push(((answer.status, shape(&answer.json()), answer.body.len()), (resent.status, resent.body), wrong));
    }
    assert_eq!(answers[0], answers[1]);
    let unknown = json!({"requestId": Uuid::new_v4()});
    let resent = client.post("/api/auth/forgot-password/resend", &unknown).await;
    assert_eq!((resent.status, resent.body), answers[0].1.clone());
    let told = &mailbox(&client, "nobody@example.org").await[0];
    assert_eq!(told["subject"], "No Troupe account has this address");
    assert!(told["link"].as_str().is_some_and(|link| link.ends_with("/signin")) && told["code"].is_null());
}

#[actix_web::test]
async fn a02_five_wrong_codes_void_the_code_and_the_next_mail_allows_five_more() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let request = forgets(&client, &ann.email).await;
    let code = newest_code(&client, &ann.email).await;
    for _ in 0..5 {
        assert_eq!(resets(&client, &request, other_code(&code), OTHER).await.refusal(), is(WRONG));
    }
    assert_eq!(
        resets(&client, &request, &code, OTHER).await.refusal(),
        is(WRONG),
        "the right code, after too many wrong ones"
    );
    let again = json!({"requestId": request});
    assert_eq!(client.post("/api/auth/forgot-password/resend", &again).await.status, 202);
    let next = newest_code(&client, &ann.email).await;
    assert_eq!(resets(&client, &request, &next, OTHER).await.status, 204);
}

#[actix_web::test]
async fn a02_a_request_sends_at_most_five_mails_and_a_network_causes_at_most_ten_an_hour() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let codes = async |client: &Client| {
        let mails = subjects(client, &ann.email).await;
        mails.iter().filter(|subject| subject.contains("new password")).count()
    };
    let request = forgets(&client, &ann.email).await;
    for _ in 0..8 {
        let sent = codes(&client).await;
        assert_eq!(client.post("/api/auth/forgot-password/resend", &json!({"requestId": request})).await.status, 202);
        // A mail is not sent if its code is replaced first.
        until("the mail is sent", async || codes(&client).await > sent || sent == 5).await;
    }
    assert_eq!(codes(&client).await, 5);
    for _ in 0..8 {
        forgets(&client, &ann.email).await;
    }
    // The mail of the sign-up is the tenth.
    assert_eq!(codes(&client).await, 9);
}

#[actix_web::test]
async fn ac1_after_a_reset_wrong_passwords_from_elsewhere_do_not_lock_out_the_device() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2")]).await;
    let ann = node.sign_up_user("ann").await;
    let mut device = node.client();
    for _ in 0..3 {
        signs_in(&device, &ann.email, "not-her-password").await;
    }
    assert_eq!(signs_in(&device, &ann.email, PASSWORD).await, 429);
    let request = forgets(&device, &ann.email).await;
    let code = newest_code(&device, &ann.email).await;
    device.cookie = resets(&device, &request, &code, OTHER).await.device_cookie();
    assert_eq!(signs_in(&device, &ann.email, OTHER).await, 200);
    assert_eq!(signs_in(&node.client(), &ann.email, OTHER).await, 429, "a device that is not known stays locked out");
}

#[actix_web::test]
async fn a19_only_one_plain_address_gets_a_code() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for email in [
        json!("a@example.org,b@example.org"),
        json!(["a@example.org"]),
        json!("a@example.org\r\nBcc: b@example.org"),
        json!({"email": "a@example.org"}),
        Value::Null,
    ] {
        let answer = node.client().post("/api/auth/forgot-password", &json!({"email": email})).await;
        assert_eq!(answer.refusal(), is(WRONG), "{email}");
    }
    let sent: i64 = sqlx::query_scalar("select count(*) from jobs where kind = 'mail.identity'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(sent, 0);
}

#[actix_web::test]
async fn a21_the_table_of_codes_holds_no_code_and_the_jobs_hold_no_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let mut connection = database.connect().await;
    // A job is deleted once its mail is sent.
    let kept = "create table kept as select payload from jobs where false;
        create function keep() returns trigger language plpgsql as
            $$ begin insert into kept values (new.payload); return new; end $$;
        create trigger keep before insert on jobs for each row when (new.kind like 'mail.%') execute function keep();";
    sqlx::raw_sql(kept).execute(&mut connection).await.expect("a table of payloads");
    forgets(&node.client(), &ann.email).await;
    let code = newest_code(&node.client(), &ann.email).await;
    let codes: String = sqlx::query_scalar("select string_agg(c::text, ' ') from account_codes c")
        .fetch_one(&mut connection)
        .await
        .expect("rows");
    assert!(!codes.contains(&code), "{codes}");
    let jobs: String = sqlx::query_scalar("select string_agg(payload::text, ' ') from kept")
        .fetch_one(&mut connection)
        .await
        .expect("rows");
    assert!(!jobs.contains("example.org") && !jobs.contains(&code), "{jobs}");
}
