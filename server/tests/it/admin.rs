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
async fn the_first_account_owns_the_instance_and_no_other_account_sees_it() {
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
async fn a_deleted_account_is_not_the_first_account() {
    let database = TestDatabase::new().await;
    let set = TestNode::start_with(&database, &[("TROUPE_INSTANCE_OWNER", "ben@example.org")]).await;
    let (ann, ben) = (set.sign_up_user("ann").await, set.sign_up_user("ben").await);
    assert_eq!(ann.client.post("/api/me/delete", &json!({ "password": ann.password })).await.status, 204);
    let unset = TestNode::start(&database).await;
    assert!(owns(&ben.client.at(unset.url())).await);
}

#[actix_web::test]
async fn the_overview_shows_nodes_and_workspaces_without_their_contents() {
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

const JOBS: &str = "/api/admin/jobs";

/// Stores jobs of a kind that no node runs.
async fn store_jobs(database: &TestDatabase) {
    let sql = "insert into jobs (id, kind, payload, state, tries, most_tries, last_error, ended_at, expires_at)
               select gen_random_uuid(), 'test.kind', '{\"for\": \"ann\"}', state, 3, 3, error, now(), now() + interval '1 hour'
               from (values ('dead', 'It failed.'), ('waiting', null), ('done', null), ('obsolete', null)) j (state, error)";
    sqlx::query(sql).execute(&mut database.connect().await).await.expect("stored");
}

fn test_kind(seen: &Value) -> Value {
    let kinds = seen["kinds"].as_array().expect("kinds");
    kinds.iter().find(|kind| kind["kind"] == "test.kind").cloned().unwrap_or_default()
}

#[actix_web::test]
async fn jb11_the_owner_sees_queues_failures_and_the_schedule_and_no_payload() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    store_jobs(&database).await;
    let seen = ann.client.get(JOBS).await.json();
    let kind = test_kind(&seen);
    let counts =
        ["waiting", "running", "done", "obsolete", "failed"].map(|name| kind[name].as_i64().expect("a number"));
    assert_eq!(counts, [1, 0, 1, 1, 1]);
    assert!(kind["oldestSeconds"].as_i64() >= Some(0), "{kind}");
    let [failure] = seen["failures"].as_array().expect("failures").as_slice() else { panic!("{seen}") };
    assert_eq!(
        (&failure["dead"], &failure["error"], &failure["tries"]),
        (&json!(true), &json!("It failed."), &json!(3))
    );
    let schedule: Vec<&str> =
        seen["schedule"].as_array().expect("a schedule").iter().filter_map(|job| job["kind"].as_str()).collect();
    let sweeps = ["audit", "expired", "files", "imports", "journal", "tombstones", "trash", "versions"]
        .map(|it| format!("sweep.{it}"));
    let sweeps: Vec<&str> = sweeps.iter().map(String::as_str).collect();
    let first = ["notifications.remind", "notifications.sort", "search.index", "sprints.count"];
    assert_eq!(schedule, [&first[..], &sweeps[..], &["texts.versions", "texts.write", "workspaces.switch"]].concat());
    assert!(!seen.to_string().contains("ann"), "{seen}");
}

#[actix_web::test]
async fn jb11_a_dead_letter_is_retried_or_discarded_once_and_by_its_owner_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, ben) = (node.sign_up_user("ann").await, node.sign_up_user("ben").await);
    for (verb, left) in [("retry", 2), ("discard", 2)] {
        store_jobs(&database).await;
        let seen = ann.client.get(JOBS).await.json();
        let path = format!("{JOBS}/{}/{verb}", seen["failures"][0]["id"].as_str().expect("an id"));
        assert_eq!(ben.client.post(&path, &json!({})).await.refusal(), (403, "forbidden".into()));
        assert_eq!(ann.client.post(&path, &json!({})).await.status, 204, "{verb}");
        assert_eq!(ann.client.post(&path, &json!({})).await.refusal(), (404, "not_found".into()), "{verb}");
        let kind = test_kind(&ann.client.get(JOBS).await.json());
        assert_eq!((&kind["failed"], &kind["waiting"]), (&json!(0), &json!(left)), "{verb}: {kind}");
        sqlx::query("delete from jobs where kind = 'test.kind' and last_error is null")
            .execute(&mut database.connect().await)
            .await
            .expect("deleted");
    }
}
