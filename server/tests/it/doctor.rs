//! `troupe doctor` and `troupe ready`, as an operator sees them on a terminal.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::support::{TestDatabase, TestNode, Troupe, scratch_folder, until};

const SECRET: &str = "b7e1c4a95d0f38269acd7be1f04c5d3a";

/// A Redis server; stopped when this value is dropped.
struct Redis(Child);

impl Redis {
    fn start(port: u16) -> Self {
        let port = port.to_string();
        let child = Command::new("redis-server")
            .args(["--port", &port, "--bind", "127.0.0.1", "--save", "", "--requirepass", "CANARY"])
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server: scripts/test-tools installs it");
        Self(child)
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

#[actix_web::test]
async fn the_doctor_names_each_problem_and_its_remedy_and_repeats_no_secret() {
    let database = TestDatabase::new().await;
    let folder = scratch_folder();
    let (port, addr) = (free_port(), format!("127.0.0.1:{}", free_port()));
    let doctor = |url: &str, password: &str| {
        Troupe::new(&["doctor"])
            .set("DATABASE_URL", url)
            .set("REDIS_URL", format!("redis://:{password}@127.0.0.1:{port}"))
            .set("TROUPE_SECRET", SECRET)
            .set("TROUPE_ADDR", &addr)
            .set("TROUPE_DATA_DIR", folder.path())
            .output()
    };
    let sick = doctor("postgres://ann:CANARY@127.0.0.1:1/none", "CANARY");
    assert_eq!(sick.code, Some(1));
    for line in ["WRONG  database   cannot be reached", "Check DATABASE_URL", "WRONG  redis", "Check REDIS_URL"] {
        assert!(sick.out.contains(line), "{line:?} is not in: {}", sick.out);
    }
    assert!(!sick.out.contains("CANARY") && !sick.err.contains("CANARY"), "{} {}", sick.out, sick.err);

    let _redis = Redis::start(port);
    until("Redis lets us in", || async { doctor(database.url(), "CANARY").out.contains("good   redis") }).await;
    let known = doctor(database.url(), "CANARY");
    assert!(known.out.contains("good   migrations the schema is up to date"), "{}", known.out);
    assert!(known.out.contains("good   clock"), "{}", known.out);
    assert!(known.out.contains("files"), "{}", known.out);
    let stranger = doctor(database.url(), "wrong");
    assert!(stranger.out.contains("WRONG  redis"), "{}", stranger.out);

    // The databases of most tests lose commits in a power cut, and the doctor notices.
    let fsync: String =
        sqlx::query_scalar("show fsync").fetch_one(&mut database.connect().await).await.expect("on or off");
    assert_eq!(known.out.contains("WRONG  durability fsync is off"), fsync == "off", "{}", known.out);
    assert_eq!(known.code, Some(i32::from(fsync == "off")));
}

#[actix_web::test]
async fn the_doctor_looks_and_changes_nothing() {
    let empty = TestDatabase::empty().await;
    let output = Troupe::new(&["doctor"]).set("DATABASE_URL", empty.url()).output();
    assert!(output.out.contains("pending: `troupe migrate`"), "{}", output.out);
    let tables: i64 = sqlx::query_scalar("select count(*) from pg_class where relnamespace = 'public'::regnamespace")
        .fetch_one(&mut empty.connect().await)
        .await
        .expect("a count");
    assert_eq!(tables, 0);
}

#[actix_web::test]
async fn ready_asks_the_node_on_this_machine() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let addr = node.url().trim_start_matches("http://").to_owned();
    let ready = |addr: &str| Troupe::new(&["ready"]).set("TROUPE_ADDR", addr).output();
    assert_eq!(ready(&addr).code, Some(0));
    drop(node);
    let gone = ready(&addr);
    assert_eq!(gone.code, Some(1));
    assert!(gone.err.contains("no answer from"), "{}", gone.err);
}
