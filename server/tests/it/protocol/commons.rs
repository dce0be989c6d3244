//! SC12: workspaces of older builds get commons once no node of such a build is live.

use actors::domain::entity::SCHEMA;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::Socket;
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

/// A live node of a build that writes no schema number.
pub async fn older_node(database: &TestDatabase) -> Uuid {
    let id = Uuid::now_v7();
    let figures = json!({"id": id, "version": "0.0.1"});
    let statement = sqlx::query("insert into nodes (id, figures) values ($1, $2)").bind(id).bind(figures);
    statement.execute(&mut database.connect().await).await.expect("reported");
    id
}

/// The node was last seen more than a minute ago.
pub async fn goes(database: &TestDatabase, node: Uuid) {
    let gone = sqlx::query("update nodes set seen_at = now() - interval '61 seconds' where id = $1").bind(node);
    gone.execute(&mut database.connect().await).await.expect("gone");
}

fn kinds(welcome: &Value) -> Vec<&str> {
    welcome["scopes"].as_array().expect("scopes").iter().filter_map(|it| it["kind"].as_str()).collect()
}

#[actix_web::test]
async fn sc12_a_workspace_that_was_founded_beside_an_older_node_gets_commons_when_that_node_is_gone() {
    let database = TestDatabase::new().await;
    let older = older_node(&database).await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket_at(1, &there).await);
    assert_eq!(ann.cursors.len(), 2, "the old form");
    let guest = here.sign_up_user("gus").await;
    team.invite(&guest, "guest").await;
    assert_eq!(guest.client.get(&team.path("snapshot")).await.refusal(), (403, "forbidden".into()));

    goes(&database, older).await;
    for (n, node, socket) in [(0, &here, &mut ann), (1, &there, &mut bob)] {
        assert_eq!(socket.end().await, 1012, "RS2: the clients come back");
        let mut back = Socket::open(node.url()).await;
        let welcome = back.hello(team.people[n].token(), &team.workspace, &socket.resume_cursors()).await;
        assert_eq!(kinds(&welcome), ["workspace", "commons", "personal"]);
        assert!(welcome["scopes"].as_array().expect("scopes").iter().all(|it| it["resume"] == "snapshot"), "{welcome}");
    }
    let edit = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Later"}});
    assert_eq!(team.post(1, &edit).await.status, 200);
    assert_eq!(guest.client.get(&team.path("snapshot")).await.status, 200, "a guest sees the commons");
}

#[actix_web::test]
async fn sc12_each_node_reports_its_schema_before_it_serves() {
    let database = TestDatabase::new().await;
    let _node = TestNode::start(&database).await;
    let schema: i32 = sqlx::query_scalar("select (figures ->> 'schema')::int from nodes")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("one node");
    assert_eq!(schema, SCHEMA as i32);
}
