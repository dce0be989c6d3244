//! Several nodes, each in a process of its own, on one database and one Redis, which is stopped and started.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rustix::process::Signal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::{PATIENCE, Socket, patiently};
use super::team::Team;
use crate::support::{Client, Person, RedisServer, Serving, TestDatabase, Troupe};

pub struct Cluster {
    pub redis: RedisServer,
    pub nodes: Vec<Serving>,
}

impl Cluster {
    /// Starts `count` nodes at the same moment, and waits until they receive each other's messages.
    pub async fn start(database: &TestDatabase, count: usize) -> Self {
        let redis = RedisServer::start();
        let starting = (0..count).map(|_| {
            let (url, redis) = (database.url().to_owned(), redis.url());
            actix_web::rt::task::spawn_blocking(move || serve(&url, &redis))
        });
        let nodes = join_all(starting).await.into_iter().map(|node| node.expect("a node")).collect();
        let cluster = Self { redis, nodes };
        cluster.all_say("ready").await;
        cluster
    }

    pub fn url(&self, node: usize) -> &str {
        &self.nodes[node].url
    }

    /// Waits until every node's `readyz` answers 200 with a body that begins with this text.
    async fn all_say(&self, word: &str) {
        for node in &self.nodes {
            let deadline = Instant::now() + PATIENCE;
            loop {
                let answer = Client::new(&node.url).get("/readyz").await;
                assert_eq!(answer.status, 200, "a load balancer does not take it away");
                let words = String::from_utf8(answer.body).expect("text");
                if words.starts_with(word) {
                    break;
                }
                assert!(Instant::now() < deadline, "{} says {words:?}", node.url);
                actix_web::rt::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }

    pub async fn redis_goes(&mut self) {
        self.redis.kill();
        self.all_say("degraded: ").await;
    }

    pub async fn redis_returns(&mut self) {
        self.redis.start_again();
        self.all_say("ready").await;
    }

    async fn redis_sticks(&mut self) {
        self.redis.pause();
        self.all_say("degraded: ").await;
    }

    async fn redis_goes_on(&mut self) {
        self.redis.resume();
        self.all_say("ready").await;
    }

    pub async fn figure(&self, node: usize, name: &str) -> f64 {
        let answer = Client::new(self.url(node)).get("/metrics").await;
        let text = String::from_utf8(answer.body).expect("text");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not among the figures")).parse().expect("a number")
    }

    /// A team with accounts made at the first node.
    pub async fn team(&self, names: &[&str]) -> Team {
        let mut people = Vec::new();
        for name in names {
            people.push(Person::sign_up(Client::new(self.url(0)), name).await);
        }
        Team::of(people).await
    }

    /// The n-th person's socket at a node.
    pub async fn socket(&self, team: &Team, n: usize, node: usize) -> Socket {
        Socket::enter(self.url(node), team.people[n].token(), &team.workspace).await
    }
}

/// The secret of the cluster's nodes.
pub(super) const SECRET: &str = "9c1f2e7ab4d05836f7cd10a92be4635d8a0f57c3e2b1946d";

fn serve(database: &str, redis: &str) -> Serving {
    Troupe::new(&["serve"])
        .set("DATABASE_URL", database)
        .set("REDIS_URL", redis)
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_SECRET", SECRET)
        .set("TROUPE_DEV_MAILBOX", "1")
        .set("TROUPE_DATABASE_POOL", "4")
        .set("TROUPE_ARGON2_MEMORY_KIB", "8")
        .set("TROUPE_ARGON2_ITERATIONS", "1")
        .serve()
}

pub(super) fn new_list(name: &str) -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name})
}

#[actix_web::test]
async fn f24_f26_edits_reach_the_sockets_of_the_other_node_whatever_redis_does() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    let (mut ann, mut bob) = (cluster.socket(&team, 0, 0).await, cluster.socket(&team, 1, 1).await);
    for (redis, connected) in [("here", 1.0), ("away", 0.0), ("back", 1.0), ("stuck", 0.0), ("going on", 1.0)] {
        match redis {
            "away" => cluster.redis_goes().await,
            "back" => cluster.redis_returns().await,
            "stuck" => cluster.redis_sticks().await,
            "going on" => cluster.redis_goes_on().await,
            _ => {}
        }
        let heard = cluster.figure(1, "troupe_bus_received_total").await;
        for n in 0..if connected == 1.0 { 20 } else { 4 } {
            let at_one = ann.does(&new_list(&format!("{redis} a{n}"))).await;
            if connected == 0.0 {
                // Before the other node writes: its commit would tell this node.
                bob.read_to(&team.workspace, at_one).await;
            }
            // In both directions, so that each overtakes the other.
            let at_other = bob.does(&new_list(&format!("{redis} b{n}"))).await;
            bob.read_to(&team.workspace, at_one.max(at_other)).await;
            ann.read_to(&team.workspace, at_other).await;
        }
        assert_eq!(cluster.figure(1, "troupe_bus_connected").await, connected);
        let more = cluster.figure(1, "troupe_bus_received_total").await - heard;
        assert!(if connected == 1.0 { more >= 20.0 } else { more < 4.0 }, "{more} messages with Redis {redis}");
    }
    assert_eq!(ann.events.len(), bob.events.len());
    assert!(cluster.figure(1, "troupe_bus_resubscriptions_total").await >= 2.0);
    assert!(cluster.figure(1, "troupe_bus_gaps_filled_total").await >= 1.0);
    assert!(cluster.figure(1, "troupe_bus_behind_milliseconds_count").await >= 60.0);
}

#[actix_web::test]
async fn pr1_people_of_another_node_are_shown_and_disappear_with_it_after_a_goodbye_or_without() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 3).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let ticket = team.ticket(0).await;
    let mut bob = cluster.socket(&team, 1, 1).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    let _cem = cluster.socket(&team, 2, 2).await;
    people(&mut bob, 3).await;
    ann.send(&json!({"type": "presence", "ticketId": ticket, "field": "title", "state": "editing"})).await;
    loop {
        let frame = bob.next_of("presence").await;
        let members = frame["members"].as_array().expect("members");
        let editing = members.iter().find(|member| member["state"] == "editing");
        if let Some(editing) = editing {
            let shown = (&editing["userId"], &editing["ticketId"], &editing["field"]);
            assert_eq!(shown, (&json!(team.people[0].id), &json!(ticket), &json!("title")));
            break;
        }
    }
    let told = cluster.nodes.remove(2);
    assert_eq!(actix_web::rt::task::spawn_blocking(move || told.end(Signal::TERM)).await.expect("ended"), Some(0));
    people(&mut bob, 2).await;
    // The other node is killed.
    drop(cluster.nodes.remove(0));
    patiently(people(&mut bob, 1)).await;
}

/// Reads presence until a frame names this many people.
async fn people(socket: &mut Socket, count: usize) {
    while socket.next_of("presence").await["members"].as_array().expect("members").len() != count {}
}

#[actix_web::test]
async fn hs4_a_session_that_ends_at_one_node_ends_at_the_others_with_redis_and_without() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    for redis in ["here", "away"] {
        if redis == "away" {
            cluster.redis_goes().await;
        }
        let device = team.people[1].sign_in_again().await;
        let mut socket = Socket::enter(cluster.url(1), device.token(), &team.workspace).await;
        let answer = device.client.post("/api/auth/sign-out", &json!({"everywhere": false})).await;
        assert_eq!(answer.status, 204);
        assert_eq!(socket.end().await, 4401, "with Redis {redis}");
        let elsewhere = device.client.at(cluster.url(1)).get("/api/me").await;
        assert_eq!(elsewhere.refusal(), (401, "token_revoked".to_owned()));
    }
}

#[actix_web::test]
async fn d20_a_user_who_loses_the_right_at_one_node_gets_no_later_event_at_another_with_redis_and_without() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob", "cem", "dan", "eve"]).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    let lost = [(1, "here", "removed"), (2, "here", "a guest"), (3, "away", "removed"), (4, "away", "a guest")];
    for (n, redis, how) in lost {
        if redis == "away" && n == 3 {
            cluster.redis_goes().await;
        }
        let mut gone = cluster.socket(&team, n, 1).await;
        let user = &team.people[n].id;
        let seq = match how {
            "removed" => ann.does(&json!({"kind": "member.remove", "userId": user})).await,
            _ => ann.does(&json!({"kind": "member.setRole", "userId": user, "role": "guest"})).await,
        };
        for n in 0..10 {
            ann.does(&new_list(&format!("CANARY {user} {n}"))).await;
        }
        if how == "removed" {
            assert_eq!(gone.end().await, 4403, "{how} with Redis {redis}");
        } else {
            let lost = gone.next_of("unfollow").await;
            assert_eq!(lost["scope"], team.workspace.as_str(), "{how} with Redis {redis}");
        }
        assert!(gone.cursors[&team.commons] <= seq, "{how} with Redis {redis}");
        let heard = serde_json::to_string(&gone.events).expect("text");
        assert!(!heard.contains(&format!("CANARY {user}")), "{how} with Redis {redis}");
        let late = team.people[n].client.at(cluster.url(1));
        let command = json!({"id": Uuid::now_v7(), "command": new_list("too late")});
        let answer = late.post(&team.path("commands"), &command).await;
        assert!(answer.status == 404 || answer.status == 403, "{}", answer.status);
    }
}

#[actix_web::test]
async fn an_admin_demoted_at_one_node_has_no_rights_of_an_admin_at_the_other() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let role = |role: &str| json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
    let mut ann = cluster.socket(&team, 0, 0).await;
    let mut bob = cluster.socket(&team, 1, 1).await;
    ann.does(&role("admin")).await;
    bob.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "An admin's"})).await;
    ann.does(&role("member")).await;
    // Immediately: the commit knows the loss, whatever the other node has received by then.
    let remove = json!({"kind": "member.remove", "userId": team.people[2].id});
    assert_eq!(bob.refused(&remove).await.0, "forbidden");
}

#[actix_web::test]
async fn nodes_that_start_at_once_on_an_empty_database_migrate_it_once_and_all_serve() {
    let database = TestDatabase::empty().await;
    let cluster = Cluster::start(&database, 3).await;
    let team = cluster.team(&["ann"]).await;
    let mut sockets = Vec::new();
    for node in 0..3 {
        sockets.push(cluster.socket(&team, 0, node).await);
    }
    let seq = sockets[0].does(&new_list("everywhere")).await;
    for socket in &mut sockets {
        socket.read_to(&team.workspace, seq).await;
    }
    let applied: Vec<i64> = sqlx::query_scalar("select count(*) from _sqlx_migrations group by version")
        .fetch_all(&mut database.connect().await)
        .await
        .expect("migrations");
    assert!(!applied.is_empty() && applied.iter().all(|count| *count == 1));
}
