//! R03: what may happen once happens once, even if several nodes are asked at the same moment.

use futures_util::future::{join, join_all};
use serde_json::json;
use uuid::Uuid;

use crate::protocol::socket::text;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn r03_of_many_people_who_accept_one_invitation_on_two_nodes_one_becomes_a_member() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann"]).await;
    let mut others = Vec::new();
    for n in 0..6 {
        let person = here.sign_up_user(&format!("guest{n}")).await.client;
        others.push(if n % 2 == 0 { person } else { person.at(there.url()) });
    }
    let invitation = team.people[0].client.post(&team.path("invitations"), &json!({})).await;
    let accept = format!("/api/invitations/{}/accept", text(&invitation.json()["token"]));
    let answers = join_all(others.iter().map(|other| async { other.post(&accept, &json!({})).await })).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410, 410, 410, 410, 410]);
    let members: i64 = sqlx::query_scalar("select count(*) from members where state = 'active'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(members, 2, "Ann and one more");
}

#[actix_web::test]
async fn r03_cm2_one_command_sent_to_two_nodes_at_once_is_applied_once_and_answered_alike() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann"]).await;
    let ann = &team.people[0].client;
    let nodes = [ann.clone(), ann.at(there.url())];
    for n in 0..10 {
        let command = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")});
        let order = json!({"id": Uuid::now_v7(), "command": command});
        let path = team.path("commands");
        let answers = join_all((0..6).map(|n| nodes[n % 2].post(&path, &order))).await;
        let first = answers[0].json();
        assert_eq!(answers[0].status, 200, "{first}");
        for answer in &answers {
            assert_eq!(answer.json(), first);
        }
    }
    let (labels, events): (i64, i64) = sqlx::query_as(
        "select (select count(*) from labels), (select count(*) from events where changes::jsonb @> '[{\"entity\": \"label\"}]')",
    )
    .fetch_one(&mut database.connect().await)
    .await
    .expect("counts");
    assert_eq!((labels, events), (10, 10));
}

#[actix_web::test]
async fn r03_a_link_that_is_taken_back_and_taken_up_at_once_on_two_nodes_is_one_or_the_other() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga"]).await;
    let olga = &team.people[0].client;
    for n in 0..8 {
        let guest = here.sign_up_user(&format!("guest{n}")).await.client.at(there.url());
        let token = text(&olga.post(&team.path("invitations"), &json!({})).await.json()["token"]);
        let open = olga.get(&team.path("invitations")).await.json();
        let revoke = team.path(&format!("invitations/{}/revoke", text(&open["invitations"][0]["id"])));
        let accept = format!("/api/invitations/{token}/accept");
        let nothing = json!({});
        let (revoked, accepted) = join(olga.post(&revoke, &nothing), guest.post(&accept, &nothing)).await;
        let outcome = (revoked.status.as_u16(), accepted.status.as_u16());
        assert!(matches!(outcome, (204, 410) | (410, 200)), "{outcome:?}");
        let workspaces = guest.get("/api/me").await.json()["workspaces"].as_array().map(Vec::len);
        assert_eq!(workspaces, Some(usize::from(outcome.1 == 200)), "{outcome:?}");
    }
}
