//! One text at several nodes.

use serde_json::json;

use super::together::described;
use super::writer::Writer;
use crate::protocol::cluster::Cluster;
use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told};

#[actix_web::test]
async fn tx15_without_a_bus_two_nodes_converge_through_the_database() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&one, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined_at(&team, 1, &two, ticket).await;
    for n in 0..5 {
        let (first, second) = (ann.paragraph(&format!("a{n}")), ben.paragraph(&format!("b{n}")));
        ann.stores(&first).await;
        ben.stores(&second).await;
    }
    while ann.says().len() < "Hello".len() + 10 * 4 {
        ann.next().await;
    }
    let text = ann.says();
    ben.reads(&text).await;
    for n in 0..5 {
        assert!(text.contains(&format!("a{n}")) && text.contains(&format!("b{n}")), "{text}");
    }
    let remove = json!({"kind": "member.remove", "userId": team.people[1].id});
    assert_eq!(team.post(0, &remove).await.status, 200);
    while ben.try_next().await.is_ok() {}
}

#[actix_web::test]
async fn tx15_updates_and_people_cross_from_node_to_node_also_after_redis_was_away() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let enter = async |n: usize| Socket::enter(cluster.url(n), team.people[n].token(), &team.workspace).await;
    let (mut ann, mut ben) = (Writer::new(enter(0).await, ticket), Writer::new(enter(1).await, ticket));
    ann.join().await;
    ben.join().await;
    let update = ann.paragraph("by the bus");
    ann.stores(&update).await;
    ben.reads("Hello\n\nby the bus").await;
    ann.send(0x03, b"here").await;
    assert!(matches!(ben.told().await, Told::Seen { state, .. } if state == b"here"));
    cluster.redis_goes().await;
    let update = ann.paragraph("without it");
    ann.stores(&update).await;
    ben.reads("Hello\n\nby the bus\n\nwithout it").await;
    let update = ben.paragraph("back");
    ben.stores(&update).await;
    ann.reads("Hello\n\nby the bus\n\nwithout it\n\nback").await;
    cluster.redis_returns().await;
    let update = ann.paragraph("again");
    ann.stores(&update).await;
    ben.reads("Hello\n\nby the bus\n\nwithout it\n\nback\n\nagain").await;
}
