//! The owner of the instance sees the overview; no other user does.

use serde_json::{Value, json};

use crate::support::{Client, TestDatabase, TestNode, until};

const OVERVIEW: &str = "/api/admin/overview";

async fn owns(client: &Client) -> bool {
    let me = client.get("/api/me").await.json();
    let seen = client.get(OVERVIEW).await;
    let owner = me["instanceOwner"].as_bool().expect("told");
    assert_eq!(seen.status, if owner { 200 } else { 403 }, "what /api/me tells and what is answered agree");
    owner
}

#[actix_web::test]
async fn the_first_account_owns_the_instance_and_nobody_else_sees_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let ben = node.sign_up_user("ben").await;

    assert!(owns(&ann.client).await);
    assert!(!owns(&ben.client).await);
    assert_eq!(node.client().get(OVERVIEW).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(ben.client.get(OVERVIEW).await.refusal(), (403, "forbidden".into()));
}

#[actix_web::test]
async fn the_address_that_is_set_owns_the_instance_also_before_it_has_an_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_INSTANCE_OWNER", "Ben@example.org")]).await;
    let ann = node.sign_up_user("ann").await;
    assert!(!owns(&ann.client).await);
    let ben = node.sign_up_user("ben").await;
    assert!(owns(&ben.client).await);
}

#[actix_web::test]
async fn the_overview_tells_of_nodes_and_workspaces_and_of_nothing_in_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let made = ann.client.post("/api/workspaces", &json!({ "name": "Stage", "key": "STG" })).await;
    let id = made.json()["id"].as_str().expect("an id").to_owned();

    let seen = ann.client.get(OVERVIEW).await.json();
    assert_eq!(seen["totals"]["people"], 1);
    assert_eq!(seen["totals"]["workspaces"], 1);
    let [workspace] = seen["workspaces"].as_array().expect("workspaces").as_slice() else { panic!("{seen}") };
    assert_eq!(
        (&workspace["id"], &workspace["name"], &workspace["members"]),
        (&json!(id), &json!("Stage"), &json!(1)),
        "{workspace}"
    );
    let [here] = seen["nodes"].as_array().expect("nodes").as_slice() else { panic!("{seen}") };
    assert_eq!(here["id"], seen["node"]);
    assert!(here["memoryBytes"].as_i64() > Some(0) && here["requests"].as_u64() > Some(0), "{here}");
    assert_eq!(here["sockets"], 0);
}

#[actix_web::test]
async fn nodes_tell_each_other_of_themselves() {
    let database = TestDatabase::new().await;
    let one = TestNode::start(&database).await;
    let two = TestNode::start(&database).await;
    let ann = one.sign_up_user("ann").await;
    let elsewhere = ann.client.at(two.url());

    let ids = |seen: &Value| -> Vec<String> {
        let nodes = seen["nodes"].as_array().expect("nodes");
        nodes.iter().map(|node| node["id"].as_str().expect("an id").to_owned()).collect()
    };
    until("both are seen from both", || async {
        let (here, there) = (ann.client.get(OVERVIEW).await.json(), elsewhere.get(OVERVIEW).await.json());
        let (mut here_ids, there_ids) = (ids(&here), ids(&there));
        assert_eq!((json!(here_ids[0]), json!(there_ids[0])), (here["node"].clone(), there["node"].clone()));
        here_ids.reverse();
        here_ids.len() == 2 && here_ids == there_ids
    })
    .await;
}
