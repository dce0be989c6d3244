//! Links that make whoever opens them a member (L02 to L04).

use serde_json::json;

use crate::protocol::team::Team;
use crate::support::{Answer, Person, TestDatabase, TestNode};

async fn invite(team: &Team, by: usize, role: &str) -> String {
    let answer = team.people[by].client.post(&team.path("invitations"), &json!({"role": role})).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["token"].as_str().expect("a token").to_owned()
}

async fn accept(person: &Person, token: &str) -> Answer {
    person.client.post(&format!("/api/invitations/{token}/accept"), &json!({"role": "owner"})).await
}

const GONE: fn() -> (u16, String) = || (410, "gone".to_owned());

#[actix_web::test]
async fn l02_a_link_lets_one_person_in_once_and_not_again_after_they_were_removed() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let token = invite(&team, 0, "member").await;
    assert_eq!(accept(&ann, &token).await.status, 200);
    let again = accept(&ann, &token).await;
    assert_eq!((again.status.as_u16(), &again.json()["id"]), (200, &json!(team.workspace)), "her own click twice");
    assert_eq!(accept(&bob, &token).await.refusal(), GONE());
    assert_eq!(ann.client.get(&format!("/api/invitations/{token}")).await.refusal(), GONE());
    let mine = ann.client.get("/api/me").await.json();
    assert_eq!(mine["workspaces"][0]["role"], "member", "a role is not chosen");

    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ann.id})).await.status, 200);
    assert_eq!(accept(&ann, &token).await.refusal(), GONE(), "the door that she once came by is shut");
    assert_eq!(ann.client.get(&team.path("snapshot")).await.refusal().0, 404);
    let anew = invite(&team, 0, "member").await;
    assert_eq!(accept(&ann, &anew).await.status, 200);
}

#[actix_web::test]
async fn l03_a_link_is_worth_what_its_maker_is() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "mia"]).await;
    let promote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    assert_eq!(team.post(0, &promote).await.status, 200);
    let by_member = team.people[2].client.post(&team.path("invitations"), &json!({"role": "guest"})).await;
    assert_eq!(by_member.refusal(), (403, "forbidden".to_owned()));
    let token = invite(&team, 1, "admin").await;
    let demote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "member"});
    assert_eq!(team.post(0, &demote).await.status, 200);
    let eve = node.sign_up_user("eve").await;
    assert_eq!(eve.client.get(&format!("/api/invitations/{token}")).await.refusal(), GONE());
    assert_eq!(accept(&eve, &token).await.refusal(), GONE());
    assert_eq!(eve.client.get("/api/me").await.json()["workspaces"], json!([]));
}

#[actix_web::test]
async fn l04_a_link_cannot_be_guessed_nor_read_from_the_database() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let token = invite(&team, 0, "member").await;
    assert!(token.len() >= 32, "at least 128 bits in hexadecimal");
    let mut inside = database.connect().await;
    let rows: Vec<String> =
        sqlx::query_scalar("select i::text from invitations i").fetch_all(&mut inside).await.expect("rows");
    assert!(rows.len() == 1 && !rows[0].contains(&token));
    let (head, last) = token.split_at(token.len() - 1);
    let changed = format!("{head}{}", if last == "0" { "1" } else { "0" });
    for wrong in [changed.as_str(), head, "0", "%00"] {
        assert_eq!(node.client().get(&format!("/api/invitations/{wrong}")).await.refusal().0, 404, "{wrong}");
    }
}
