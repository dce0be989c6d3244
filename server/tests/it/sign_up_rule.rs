//! Who may sign up (SU1 to SU5). `server/src/config/sign_up.rs` and `server/src/auth/sign_up_rule.rs` have the truth tables.

use serde_json::{Value, json};
use sqlx::Executor;

use crate::protocol::team::Team;
use crate::sign_up::with_code;
use crate::support::{Answer, Client, PASSWORD, TestDatabase, TestNode, mailbox, newest_code};

const BY_INVITATION: [(&str, &str); 2] =
    [("TROUPE_SIGN_UP", "invitation"), ("TROUPE_INSTANCE_OWNER", "olga@example.org")];

async fn signs_up(client: &Client, email: &str, invitation: Option<&Value>) -> Answer {
    let mut body = json!({"email": email, "password": PASSWORD});
    if let Some(invitation) = invitation {
        body["invitation"] = invitation.clone();
    }
    client.post("/api/auth/sign-up", &body).await
}

/// Enters the mailed code of a sign-up.
async fn confirms(client: &Client, email: &str, begun: &Answer) -> Answer {
    assert_eq!(begun.status, 202, "{:?}", begun.json());
    let page = json!({"signUpId": begun.json()["signUpId"]});
    client.post("/api/auth/confirm", &with_code(&page, &newest_code(client, email).await)).await
}

#[actix_web::test]
async fn su2_by_invitation_only_the_owner_of_the_instance_and_invited_people_sign_up() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &BY_INVITATION).await;
    let client = node.client();
    let rule = client.get("/api/auth/sign-up-rule").await.json();
    assert_eq!(rule, json!({"rule": "invitation", "domains": []}));
    let team = Team::new(&node, &["olga"]).await;
    let refused = signs_up(&client, "ann@example.org", None).await;
    assert_eq!((refused.refusal(), refused.field().as_deref()), ((403, "forbidden".into()), Some("email")));
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    let token = &made.json()["token"];
    let begun = signs_up(&client, "ann@example.org", Some(token)).await;
    let confirmed = confirms(&client, "ann@example.org", &begun).await;
    assert_eq!(confirmed.status, 200);
    for wrong in [json!("nonsense"), json!("0".repeat(64)), json!("")] {
        assert_eq!(signs_up(&client, "bob@example.org", Some(&wrong)).await.refusal().0, 403, "{wrong}");
    }
    let preview = client.get(&format!("/api/invitations/{}", token.as_str().expect("a token"))).await.json();
    let revoke = team.path(&format!("invitations/{}/revoke", preview["id"].as_str().expect("an id")));
    assert_eq!(team.people[0].client.post(&revoke, &json!({})).await.status, 204);
    assert_eq!(signs_up(&client, "bob@example.org", Some(token)).await.refusal().0, 403, "revoked");
}

#[actix_web::test]
async fn su3_a_refusal_does_not_tell_whether_an_account_exists() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &BY_INVITATION).await;
    let team = Team::new(&node, &["olga"]).await;
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    let begun = signs_up(&node.client(), "ann@example.org", Some(&made.json()["token"])).await;
    assert_eq!(confirms(&node.client(), "ann@example.org", &begun).await.status, 200);
    let mut known = signs_up(&node.client(), "ann@example.org", None).await.json();
    let mut unknown = signs_up(&node.client(), "bob@example.org", None).await.json();
    for body in [&mut known, &mut unknown] {
        body["error"]["requestId"] = Value::Null;
    }
    assert_eq!(known, unknown);
}

#[actix_web::test]
async fn su2_by_mail_domain_listed_addresses_and_invited_people_sign_up() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_SIGN_UP", "domains"), ("TROUPE_SIGN_UP_DOMAINS", "Example.org,team.example")];
    let node = TestNode::start_with(&database, &settings).await;
    let client = node.client();
    let rule = client.get("/api/auth/sign-up-rule").await.json();
    assert_eq!(rule, json!({"rule": "domains", "domains": ["example.org", "team.example"]}));
    let team = Team::new(&node, &["olga"]).await;
    assert_eq!(signs_up(&client, "Ann@Team.Example", None).await.status, 202);
    let refused = signs_up(&client, "ann@elsewhere.example", None).await;
    assert_eq!(refused.refusal(), (403, "forbidden".into()));
    let message = refused.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert!(message.contains("example.org, team.example"), "{message}");
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    let begun = signs_up(&client, "ann@elsewhere.example", Some(&made.json()["token"])).await;
    assert_eq!(confirms(&client, "ann@elsewhere.example", &begun).await.status, 200);
}

#[actix_web::test]
async fn su4_a_sign_up_that_an_older_node_has_taken_makes_no_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &BY_INVITATION).await;
    let team = Team::new(&node, &["olga"]).await;
    let made = team.people[0].client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    let begun = signs_up(&node.client(), "ann@example.org", Some(&made.json()["token"])).await;
    // A node of the previous version does not ask for the invitation, and leaves the column out.
    database.connect().await.execute("update pending_sign_ups set invited = false").await.expect("as it does");
    assert_eq!(confirms(&node.client(), "ann@example.org", &begun).await.refusal(), (403, "forbidden".into()));
    let mails = mailbox(&node.client(), "ann@example.org").await;
    let link = mails.iter().find_map(|mail| mail["link"].as_str()).expect("a mail with a link");
    let (_, token) = link.rsplit_once('-').expect("a token");
    let by_link = node.client().post("/api/auth/confirm-link", &json!({"token": token})).await;
    assert_eq!(by_link.refusal(), (403, "forbidden".into()));
}
