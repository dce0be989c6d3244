//! Deletion of an account (AC7, A27).

use serde_json::{Value, json};
use uuid::Uuid;

use super::{forgets, signs_in};
use crate::protocol::team::Team;
use crate::support::{Answer, PASSWORD, Person, TestDatabase, TestNode, mailbox, until};

async fn deletes(person: &Person) -> Answer {
    person.client.post("/api/me/delete", &json!({"password": person.password})).await
}

/// The row of a member in the snapshot that another person reads.
async fn row_of(team: &Team, reader: usize, person: &str) -> Value {
    let answer = team.people[reader].client.get(&team.path("snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let mut rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.find(|it| it["entity"] == "member" && it["data"]["id"] == person).expect("a member")["data"].clone()
}

#[actix_web::test]
async fn a27_a_deleted_account_loses_its_name_everywhere_and_its_tasks_stay() {
    let database = TestDatabase::new().await;
    let (node, other) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&node, &["olga", "mia"]).await;
    let former = Team::of(vec![team.people[0].clone(), team.people[1].clone()]).await;
    let mia = team.people[1].clone();
    assert_eq!(former.post(1, &json!({"kind": "member.remove", "userId": mia.id})).await.status, 200);
    let ticket = team.ticket(1).await;
    let mut socket = team.socket_at(1, &other).await;
    let wrong = mia.client.post("/api/me/delete", &json!({"password": "not-hers-at-all"})).await;
    assert_eq!((wrong.refusal().0, wrong.field().as_deref()), (422, Some("password")));
    assert_eq!(deletes(&mia).await.status, 204);

    assert_eq!(socket.end().await, 4401, "the sessions end before the memberships");
    for client in [mia.client.clone(), mia.client.at(other.url())] {
        until("the token ends at every node", async || client.get("/api/me").await.status == 401).await;
    }
    let refresh = mia.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refresh.refusal(), (401, "refresh_revoked".into()));
    assert_eq!(refresh.json()["error"]["message"], "User does not exist.");
    assert_eq!(refresh.field().as_deref(), Some("user"), "pages know that the account is gone");
    assert_eq!(signs_in(&node.client(), &mia.email, PASSWORD).await, 401);
    for team in [&team, &former] {
        until("the name is gone", async || row_of(team, 0, &mia.id).await["firstname"] == "Deleted").await;
        let row = row_of(team, 0, &mia.id).await;
        assert_eq!([&row["lastname"], &row["username"], &row["state"]], ["user", "deleted", "left"]);
    }
    let answer = team.people[0].client.get(&team.path(&format!("tickets/{ticket}"))).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["ticket"]["createdUserId"]), (200, &json!(mia.id)));

    // The account has no personal data left, and the address is free.
    let row: String = sqlx::query_scalar("select u::text from users u where id = $1::uuid")
        .bind(&mia.id)
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a row");
    assert!(!row.contains("mia") && !row.contains("argon2"), "{row}");
    for left in [
        "select count(*) from sessions where user_id = $1::uuid and (address is not null or device is not null)",
        "select count(*) from invitations where accepted_by = $1::uuid and email is not null",
        "select count(*) from pending_sign_ups where email_key like 'mia%' and $1::uuid is not null",
    ] {
        let mut connection = database.connect().await;
        let rows: i64 = sqlx::query_scalar(left).bind(&mia.id).fetch_one(&mut connection).await.expect("a number");
        assert_eq!(rows, 0, "{left}");
    }
    forgets(&node.client(), &mia.email).await;
    assert_eq!(mailbox(&node.client(), &mia.email).await[0]["subject"], "No Troupe account has this address");
    let again = node.sign_up_user("mia").await;
    assert_ne!(again.id, mia.id);
    assert_eq!(again.client.get("/api/me").await.json()["workspaces"], json!([]));
}

#[actix_web::test]
async fn a27_the_only_owner_of_a_workspace_or_manager_of_a_list_cannot_delete_the_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let first = node.sign_up_user("first").await;
    let refused = deletes(&first).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()), "the instance keeps its owner");
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (olga, mia) = (&team.people[0], &team.people[1]);
    let refused = deletes(olga).await;
    assert_eq!(refused.refusal(), (409, "last_owner".into()));
    assert!(refused.json()["error"]["message"].as_str().is_some_and(|it| it.contains("Team")), "{:?}", refused.json());
    assert_eq!(signs_in(&node.client(), &olga.email, PASSWORD).await, 200, "nothing has changed");

    let list = Uuid::now_v7();
    let new = json!({"kind": "list.create", "listId": list, "name": "Secret pier", "restricted": true});
    assert_eq!(team.post(0, &new).await.status, 200);
    assert_eq!(team.post(0, &json!({"kind": "member.handOver", "userId": mia.id})).await.status, 200);
    let refused = deletes(olga).await;
    assert_eq!(refused.refusal(), (409, "last_manager".into()));
    assert!(refused.json()["error"]["message"].as_str().is_some_and(|it| it.contains("Secret pier")));
    assert_eq!(team.post(0, &json!({"kind": "list.open", "listId": list})).await.status, 200);
    assert_eq!(deletes(olga).await.status, 204);
    until("she has left", async || row_of(&team, 1, &olga.id).await["state"] == "left").await;
}

#[actix_web::test]
async fn ac7_if_both_owners_delete_their_accounts_at_once_the_workspace_keeps_one_owner() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    one.sign_up_user("first").await;
    let team = Team::new(&one, &["olga", "mia", "zoe"]).await;
    let role = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "owner"});
    assert_eq!(team.post(0, &role).await.status, 200);
    let mut mia = team.people[1].clone();
    mia.client = mia.client.at(two.url());
    let (a, b) = tokio::join!(deletes(&team.people[0]), deletes(&mia));
    assert!([a.status.as_u16(), b.status.as_u16()].contains(&204));
    until("the jobs have ended", async || {
        let open = "select count(*) from jobs where kind = 'account.erase' and state in ('waiting', 'running')";
        sqlx::query_scalar::<_, i64>(open).fetch_one(&mut database.connect().await).await.expect("a number") == 0
    })
    .await;
    let owners = "select count(*) from members where workspace_id = $1::uuid and role = 'owner' and state = 'active'";
    let left: i64 = sqlx::query_scalar(owners)
        .bind(&team.workspace)
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(left, 1);
    let dead = "select count(*) from jobs where kind = 'account.erase' and state = 'dead'";
    assert_eq!(sqlx::query_scalar::<_, i64>(dead).fetch_one(&mut database.connect().await).await.expect("a number"), 0);
}
