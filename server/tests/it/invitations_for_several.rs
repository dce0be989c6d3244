//! Links for several people, and links beside nodes of the previous build (L02 to L04).

use futures_util::future::join_all;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Answer, Client, Person, TestDatabase, TestNode};

async fn link(team: &Team, options: Value) -> String {
    let answer = team.people[0].client.post(&team.path("invitations"), &options).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["token"].as_str().expect("a token").to_owned()
}

async fn accept(client: &Client, token: &str) -> Answer {
    client.post(&format!("/api/invitations/{token}/accept"), &json!({})).await
}

async fn number(database: &TestDatabase, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a number")
}

const MEMBERS: &str = "select count(*) from members where state = 'active'";
const USES: &str = "select sum(uses)::bigint from invitations";

async fn people(node: &TestNode, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for n in 0..count {
        people.push(node.sign_up_user(&format!("person{n}")).await);
    }
    people
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[actix_web::test]
async fn l02_ten_acceptances_of_one_person_at_once_are_one_membership_and_one_use() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::of(people(&here, 1).await).await;
    for (n, options) in [json!({"uses": 5}), json!({"unlimited": true}), json!({})].into_iter().enumerate() {
        let ann = here.sign_up_user(&format!("ann{n}")).await;
        let token = link(&team, options.clone()).await;
        let nodes = [ann.client.clone(), ann.client.at(there.url())];
        let answers = join_all((0..10).map(|n| accept(&nodes[n % 2], &token))).await;
        for answer in answers {
            assert_eq!((answer.status.as_u16(), &answer.json()["id"]), (200, &json!(team.workspace)), "{options}");
        }
        assert_eq!(number(&database, MEMBERS).await, 2, "{options}");
        assert_eq!(number(&database, USES).await, 1 + i64::try_from(n).expect("few"), "{options}");
        assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ann.id})).await.status, 200);
        assert_eq!(accept(&ann.client, &token).await.refusal(), refused(410, "invite_used"), "{options}: removed");
    }
}

#[actix_web::test]
async fn l02_of_eight_people_at_once_a_link_for_three_lets_in_three() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let mut cast = people(&here, 9).await;
    let others = cast.split_off(1);
    let team = Team::of(cast).await;
    let token = link(&team, json!({"uses": 3, "days": 1})).await;
    let at = [here.url(), there.url()];
    let clients: Vec<Client> = others.iter().enumerate().map(|(n, person)| person.client.at(at[n % 2])).collect();
    // Each of them clicks twice.
    let answers = join_all(clients.iter().chain(&clients).map(|client| accept(client, &token))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [[200; 6].as_slice(), &[410; 10]].concat());
    assert_eq!((number(&database, MEMBERS).await, number(&database, USES).await), (4, 3));
    let open = team.people[0].client.get(&team.path("invitations")).await.json();
    assert_eq!(open["invitations"], json!([]), "it is used up");
    let read = here.client().get(&format!("/api/invitations/{token}")).await;
    assert_eq!(read.refusal(), refused(410, "invite_used"));
}

#[actix_web::test]
async fn l02_a_link_for_several_people_does_not_bring_back_a_person_who_was_removed() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "ann"]).await;
    let ann = &team.people[1];
    let known = link(&team, json!({"unlimited": true})).await;
    assert_eq!(accept(&ann.client, &known).await.status, 200, "a member keeps their role");
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ann.id})).await.status, 200);
    assert_eq!(accept(&ann.client, &known).await.refusal(), refused(410, "invite_used"));
    assert_eq!(accept(&node.sign_up_user("bob").await.client, &known).await.status, 200, "others may join");
    let personal = link(&team, json!({})).await;
    assert_eq!(accept(&ann.client, &personal).await.status, 200);
    let listed = team.people[0].client.get(&team.path("invitations")).await.json()["invitations"][0].clone();
    assert_eq!((&listed["uses"], &listed["mostUses"], &listed["state"]), (&json!(1), &Value::Null, &json!("pending")));
}

#[actix_web::test]
async fn l03_the_days_and_people_of_a_link_have_limits() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    for (options, field) in [
        (json!({"uses": 0}), "uses"),
        (json!({"uses": 101}), "uses"),
        (json!({"uses": 2, "unlimited": true}), "uses"),
        (json!({"days": 365}), "days"),
        (json!({"role": Uuid::now_v7()}), "role"),
    ] {
        let answer = team.people[0].client.post(&team.path("invitations"), &options).await;
        assert_eq!((answer.refusal(), answer.field().as_deref()), (refused(422, "validation_failed"), Some(field)));
    }
    for days in [1_i64, 7, 30] {
        link(&team, json!({"uses": 100, "days": days})).await;
        let listed = team.people[0].client.get(&team.path("invitations")).await.json()["invitations"][0].clone();
        assert_eq!(listed["mostUses"], 100);
    }
    let sql = "select array_agg(extract(epoch from expires_at - created_at)::bigint / 86400 order by created_at) from invitations";
    let days: Vec<i64> = sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("days");
    assert_eq!(days, [1, 7, 30]);
}

#[actix_web::test]
async fn l04_twenty_unknown_tokens_close_the_door_to_a_network_for_a_while() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga"]).await;
    let ann = here.sign_up_user("ann").await.client;
    let token = link(&team, json!({})).await;
    let known = format!("/api/invitations/{token}");
    for n in 0..20 {
        let guess = format!("/api/invitations/{n:064x}");
        assert_eq!([&here, &there][n % 2].client().get(&guess).await.refusal(), refused(404, "not_found"));
    }
    for node in [&here, &there] {
        let answer = node.client().get(&known).await;
        assert_eq!(answer.refusal(), refused(429, "rate_limited"), "a right token tells nothing either");
        assert!(answer.header("retry-after").is_some());
    }
    assert_eq!(accept(&ann, &token).await.refusal(), refused(429, "rate_limited"));
    assert_eq!(ann.get("/api/me/invitations").await.status, 200, "one's own invitations need no token");
}

/// What a node of the previous build asks.
const FIND: &str = "select count(*) from invitations where token_hash = $1";

#[actix_web::test]
async fn l03_nodes_of_the_build_before_use_links_for_one_person_and_find_no_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (ann, bob) = (node.sign_up_user("ann").await.client, node.sign_up_user("bob").await.client);
    let mut inside = database.connect().await;
    let finds = async |token: &str| {
        let hash = Sha256::digest(token.as_bytes()).to_vec();
        sqlx::query_scalar::<_, i64>(FIND).bind(hash).fetch_one(&mut database.connect().await).await.expect("a count")
            == 1
    };
    let (plain, several) = (link(&team, json!({"days": 30})).await, link(&team, json!({"uses": 2})).await);
    assert!(finds(&plain).await);
    assert!(!finds(&several).await && !finds(&link(&team, json!({"unlimited": true})).await).await);

    // A link that such a node has made, and one that it has spent.
    let made =
        "insert into invitations (token_hash, workspace_id, role, created_by, expires_at, accepted_by, accepted_at)
                values (sha256($1), $2::uuid, 'member', $3::uuid, now() + interval '7 days', $4::uuid, now())";
    for (token, spent_by) in [("made", None), ("spent", Some(Uuid::now_v7()))] {
        sqlx::query(made)
            .bind(token.as_bytes())
            .bind(&team.workspace)
            .bind(&team.people[0].id)
            .bind(spent_by)
            .execute(&mut inside)
            .await
            .expect("stored");
    }
    assert_eq!(accept(&ann, "spent").await.refusal(), refused(410, "invite_used"));
    assert_eq!(accept(&ann, "made").await.status, 200);
    assert_eq!(accept(&bob, "made").await.refusal(), refused(410, "invite_used"));
    let spends = "update invitations set accepted_by = $2, accepted_at = now()
                  where token_hash = sha256($1) and accepted_by is null and expires_at > now()";
    let spent = sqlx::query(spends).bind("made".as_bytes()).bind(Uuid::now_v7()).execute(&mut inside).await;
    assert_eq!(spent.expect("an answer").rows_affected(), 0, "that node does not let another person in by it");
}
