//! Links that make the person who opens them a member (L02 to L04).

use futures_util::future::join_all;
use serde_json::json;

use crate::protocol::team::Team;
use crate::support::{Answer, Person, TestDatabase, TestNode, until};

async fn invite(team: &Team, by: usize, role: &str) -> String {
    let answer = team.people[by].client.post(&team.path("invitations"), &json!({"role": role})).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["token"].as_str().expect("a token").to_owned()
}

async fn accept(person: &Person, token: &str) -> Answer {
    person.client.post(&format!("/api/invitations/{token}/accept"), &json!({"role": "owner"})).await
}

const USED: fn() -> (u16, String) = || (410, "invite_used".to_owned());
const REVOKED: fn() -> (u16, String) = || (410, "invite_revoked".to_owned());

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
    assert_eq!(accept(&bob, &token).await.refusal(), USED());
    assert_eq!(ann.client.get(&format!("/api/invitations/{token}")).await.refusal(), USED());
    let mine = ann.client.get("/api/me").await.json();
    assert_eq!(mine["workspaces"][0]["role"], "member", "a role is not chosen");

    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ann.id})).await.status, 200);
    assert_eq!(accept(&ann, &token).await.refusal(), USED(), "the door that she once came by is shut");
    assert_eq!(ann.client.get(&team.path("snapshot")).await.refusal().0, 404);
    let anew = invite(&team, 0, "member").await;
    assert_eq!(accept(&ann, &anew).await.status, 200);
}

#[actix_web::test]
async fn l03_a_link_is_valid_only_while_its_maker_may_invite_to_its_role() {
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
    assert_eq!(eve.client.get(&format!("/api/invitations/{token}")).await.refusal(), REVOKED());
    assert_eq!(accept(&eve, &token).await.refusal(), REVOKED());
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

#[actix_web::test]
async fn l05_open_links_are_listed_for_admins_and_owners_without_their_tokens() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "mia"]).await;
    let promote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    assert_eq!(team.post(0, &promote).await.status, 200);
    let (first, second) = (invite(&team, 0, "member").await, invite(&team, 1, "admin").await);
    let answer = team.people[1].client.get(&team.path("invitations")).await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body.clone()).expect("text");
    assert!(!text.contains(&first) && !text.contains(&second), "no token in {text}");
    let listed = answer.json()["invitations"].as_array().cloned().expect("a list");
    let row = |n: usize| (listed[n]["role"].clone(), listed[n]["createdUserId"].clone());
    assert_eq!(listed.len(), 2);
    assert_eq!(row(0), (json!("admin"), json!(team.people[1].id)), "the newest first");
    assert_eq!(row(1), (json!("member"), json!(team.people[0].id)));
    for (who, status) in [(0, 200), (2, 403)] {
        assert_eq!(team.people[who].client.get(&team.path("invitations")).await.status, status);
    }

    // A used link, and a link whose maker may no longer invite, are not open.
    assert_eq!(accept(&node.sign_up_user("ann").await, &first).await.status, 200);
    let demote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "member"});
    assert_eq!(team.post(0, &demote).await.status, 200);
    let left = team.people[0].client.get(&team.path("invitations")).await.json();
    assert_eq!(left["invitations"], json!([]));
}

#[actix_web::test]
async fn l02_a_link_that_was_taken_back_is_gone_on_every_node() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "mia"]).await;
    let other = Team::new(&here, &["otto"]).await;
    let (token, used) = (invite(&team, 0, "member").await, invite(&team, 0, "member").await);
    let ann = here.sign_up_user("ann").await;
    let listed = team.people[0].client.get(&team.path("invitations")).await.json()["invitations"].clone();
    let path =
        |team: &Team, n: usize| team.path(&format!("invitations/{}/revoke", listed[n]["id"].as_str().expect("an id")));
    assert_eq!(accept(&ann, &used).await.status, 200);
    let no = json!({});
    assert_eq!(team.people[1].client.post(&path(&team, 1), &no).await.refusal(), (403, "forbidden".to_owned()));
    assert_eq!(
        other.people[0].client.post(&path(&other, 1), &no).await.refusal(),
        (404, "not_found".to_owned()),
        "c02"
    );
    assert_eq!(other.people[0].client.post(&path(&team, 1), &no).await.refusal(), (404, "not_found".to_owned()));
    assert_eq!(team.people[0].client.post(&path(&team, 0), &no).await.refusal(), USED(), "it was used");
    for _ in 0..2 {
        assert_eq!(team.people[0].client.post(&path(&team, 1), &no).await.status, 204);
    }
    let bob = here.sign_up_user("bob").await;
    for node in [&here, &there] {
        let read = node.client().get(&format!("/api/invitations/{token}")).await;
        assert_eq!(read.refusal(), REVOKED());
        let bob = Person { client: bob.client.at(node.url()), ..bob.clone() };
        assert_eq!(accept(&bob, &token).await.refusal(), REVOKED());
    }
    assert_eq!(accept(&ann, &used).await.status, 200, "who came in stays in");
}

#[actix_web::test]
async fn p07_a_workspace_has_at_most_a_thousand_open_links_and_an_account_its_limit_of_workspaces() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_WORKSPACES_PER_ACCOUNT", "3")]).await;
    let team = Team::new(&node, &["olga"]).await;
    let made = sqlx::query(
        "insert into invitations (token_hash, workspace_id, role, created_by, expires_at)
         select sha256(n::text::bytea), $1::uuid, 'member', $2::uuid, now() + interval '1 day' from generate_series(1, 999) n",
    )
    .bind(&team.workspace)
    .bind(&team.people[0].id)
    .execute(&mut database.connect().await)
    .await
    .expect("links");
    assert_eq!(made.rows_affected(), 999);
    let olga = &team.people[0].client;
    invite(&team, 0, "member").await;
    let refused = olga.post(&team.path("invitations"), &json!({})).await;
    assert_eq!(refused.refusal(), (409, "too_many".to_owned()));
    let newest = olga.get(&team.path("invitations")).await.json()["invitations"][0]["id"].clone();
    let revoke = team.path(&format!("invitations/{}/revoke", newest.as_str().expect("an id")));
    assert_eq!(olga.post(&revoke, &json!({})).await.status, 204);
    invite(&team, 0, "member").await;

    // Calls at the same time do not exceed the limit. Two places are left for workspaces, and three for links.
    let two = json!({"name": "Another"});
    let founded = join_all((0..12).map(|_| olga.post("/api/workspaces", &two))).await;
    assert_eq!(founded.iter().filter(|answer| answer.status == 201).count(), 2);
    sqlx::query("delete from invitations where token_hash in (select token_hash from invitations where accepted_by is null and expires_at > now() limit 3)")
        .execute(&mut database.connect().await)
        .await
        .expect("fewer links");
    let (links, one) = (team.path("invitations"), json!({}));
    let linked = join_all((0..12).map(|_| olga.post(&links, &one))).await;
    assert_eq!(linked.iter().filter(|answer| answer.status == 201).count(), 3);
    let refused = olga.post("/api/workspaces", &json!({"name": "Four"})).await;
    assert_eq!(refused.refusal(), (409, "too_many".to_owned()));
}

#[actix_web::test]
async fn a_guest_leaves_and_does_nothing_else() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "gus"]).await;
    let demote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "guest"});
    assert_eq!(team.post(0, &demote).await.status, 200);
    for forbidden in [
        json!({"kind": "member.remove", "userId": team.people[0].id}),
        json!({"kind": "label.create", "labelId": uuid::Uuid::now_v7(), "name": "x"}),
    ] {
        assert_eq!(team.post(1, &forbidden).await.refusal(), (403, "forbidden".to_owned()), "{forbidden}");
    }
    let leave = json!({"kind": "member.remove", "userId": team.people[1].id});
    assert_eq!(team.post(1, &leave).await.status, 200);
    let me = team.people[1].client.get("/api/me").await.json();
    assert_eq!(me["workspaces"], json!([]));
    assert_eq!(team.post(1, &leave).await.refusal(), (404, "not_found".to_owned()));
}

#[actix_web::test]
async fn l03_the_links_of_a_removed_admin_end_for_good_and_those_of_others_stay() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam"]).await;
    let adam = &team.people[1];
    let role = async |role: &str| {
        let set = json!({"kind": "member.setRole", "userId": adam.id, "role": role});
        assert_eq!(team.post(0, &set).await.status, 200);
    };
    let open = async || {
        let sql = "select count(*) from invitations where accepted_by is null and expires_at > now()";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut database.connect().await).await.expect("a number")
    };
    role("admin").await;
    let (his, hers) = (invite(&team, 1, "member").await, invite(&team, 0, "member").await);
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": adam.id})).await.status, 200);
    until("his link no longer counts", || async { open().await == 1 }).await;

    assert_eq!(accept(adam, &hers).await.status, 200, "a link for one person lets him in again");
    role("admin").await;
    let eve = node.sign_up_user("eve").await;
    assert_eq!(accept(&eve, &his).await.refusal(), REVOKED(), "his old link stays shut");
}
