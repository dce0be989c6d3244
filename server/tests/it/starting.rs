//! Starting: settings, and obstacles.

use std::net::TcpListener;

use crate::support::{TestDatabase, TestNode, Troupe, scratch_folder, until};

#[test]
fn everything_that_is_wrong_with_the_settings_is_named_at_once() {
    let output = Troupe::new(&["serve"])
        .set("TROUPE_ADDR", "not-an-address")
        .set("TROUPE_LOG_FORMAT", "xml")
        .set("TROUPE_GUESSES", "many")
        .set("TROUPE_SECRET", "CANARY-short")
        .output();
    assert_eq!(output.code, Some(1));
    for name in ["TROUPE_ADDR", "TROUPE_LOG_FORMAT", "TROUPE_GUESSES", "TROUPE_SECRET"] {
        assert!(output.err.contains(name), "{name} in {}", output.err);
    }
    assert!(!output.err.contains("CANARY"), "q01: the value is not repeated");
    assert_eq!(output.out, "");
}

#[test]
fn q01_a_node_of_a_cluster_does_not_start_with_a_missing_or_weak_secret() {
    let scratch = scratch_folder();
    let start = |secret: &str| {
        let node = Troupe::new(&["serve"]).set("TROUPE_ADDR", "127.0.0.1:0").set("TROUPE_DATA_DIR", scratch.path());
        node.set("REDIS_URL", "redis://127.0.0.1:1").set("TROUPE_SECRET", secret).output()
    };
    for weak in ["", "CANARY-short", "CANARY-changeme-changeme-changeme-changeme"] {
        let output = start(weak);
        assert_eq!(output.code, Some(1), "{weak}: {}", output.err);
        assert!(output.err.contains("TROUPE_SECRET") && output.err.contains("openssl rand -hex 32"), "{}", output.err);
        assert!(!output.err.contains("CANARY"), "the value is not repeated");
        assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
    }
    assert!(!scratch.path().join("secret").exists(), "and none was made in its stead");
}

#[test]
fn config_prints_the_settings_in_force_with_secrets_hidden() {
    let output = Troupe::new(&["config"])
        .set("TROUPE_ADDR", "127.0.0.1:9000")
        .set("TROUPE_SECRET", "CANARY-b7e1c4a95d0f38269acd7be1f04c5d3a")
        .set("DATABASE_URL", "postgres://ann:CANARY@db.example.org/troupe?sslmode=require")
        .set("TROUPE_MAIL_URL", "smtps://ann:CANARY%2Fx@mail.example.org")
        .set("TROUPE_MAIL_FROM", "Troupe <troupe@example.org>")
        .output();
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert!(output.out.contains("addr = \"127.0.0.1:9000\" # TROUPE_ADDR"), "{}", output.out);
    assert!(output.out.contains("postgres://ann:(hidden)@db.example.org/troupe?sslmode=require"));
    assert!(!output.out.contains("CANARY"), "{}", output.out);
}

#[test]
fn arguments_that_do_not_exist_are_a_wrong_use() {
    for arguments in [vec!["frobnicate"], vec!["with-postgres"], vec!["serve", "now"]] {
        let output = Troupe::new(&arguments).output();
        assert_eq!(output.code, Some(2), "{arguments:?}");
        assert!(output.err.contains("troupe help"), "{}", output.err);
    }
    assert!(Troupe::new(&["help"]).output().out.contains("with-postgres"));
}

#[test]
fn a_taken_port_is_reported_in_one_sentence_with_the_remedy() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = taken.local_addr().expect("an address");
    let output = Troupe::new(&[]).set("TROUPE_ADDR", addr.to_string()).output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains(&format!("Port {} is taken", addr.port())), "{}", output.err);
    assert!(output.err.contains("TROUPE_ADDR"), "{}", output.err);
    assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
}

#[test]
fn a_data_folder_that_cannot_be_written_is_one_sentence() {
    let scratch = scratch_folder();
    let file = scratch.path().join("file");
    std::fs::write(&file, "in the way").expect("a file");
    let output = Troupe::new(&[]).set("TROUPE_ADDR", "127.0.0.1:0").set("TROUPE_DATA_DIR", file.join("data")).output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("cannot be used"), "{}", output.err);
    assert!(output.err.contains("TROUPE_DATA_DIR"), "{}", output.err);
    assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
}

#[test]
fn a_missing_postgres_is_one_sentence() {
    let scratch = scratch_folder();
    let output = Troupe::new(&[])
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_DATA_DIR", scratch.path().join("data"))
        .set("TROUPE_POSTGRES_BIN", scratch.path())
        .output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("TROUPE_POSTGRES_BIN"), "{}", output.err);
    assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
}

#[test]
fn a_database_that_is_away_is_one_sentence() {
    let output = Troupe::new(&["migrate"]).set("DATABASE_URL", "postgres://nobody:CANARY@127.0.0.1:1/nothing").output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("DATABASE_URL"), "{}", output.err);
    assert!(!output.err.contains("CANARY"), "{}", output.err);
}

#[actix_web::test]
async fn a_database_of_a_newer_version_stops_the_start() {
    let database = TestDatabase::new().await;
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (9999, 'from the future', true, '\\x00', 0)",
    )
    .execute(&mut database.connect().await)
    .await
    .expect("a migration");
    let scratch = scratch_folder();
    let url = database.url().to_owned();
    let output = Troupe::new(&[])
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_DATA_DIR", scratch.path())
        .set("DATABASE_URL", url)
        .output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("newer version of Troupe"), "{}", output.err);
}

#[actix_web::test]
async fn a_closed_standard_output_is_no_reason_to_end() {
    use std::process::Stdio;
    let database = TestDatabase::new().await;
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let address = format!("127.0.0.1:{port}");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_troupe"))
        .arg("serve")
        .env_remove("REDIS_URL")
        .env("DATABASE_URL", database.url())
        .env("TROUPE_ADDR", &address)
        .env("TROUPE_SECRET", "5d3ab7e1c4a95d0f38269acd7be1f04c")
        .stdin(Stdio::null())
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer)
        .spawn()
        .expect("troupe runs");
    let base = format!("http://{address}");
    let answers = async || {
        let answer = awc::Client::new().get(format!("{base}/readyz")).send().await;
        answer.is_ok_and(|answer| answer.status() == 200)
    };
    let child = std::cell::RefCell::new(child);
    let has_ended = || child.borrow_mut().try_wait().is_ok_and(|ended| ended.is_some());
    until("it serves, or has ended", async || answers().await || has_ended()).await;
    let serves = answers().await;
    let mut child = child.into_inner();
    // If the node does not serve, it has ended.
    let _ = child.kill();
    child.wait().expect("it ends");
    assert!(serves, "it serves");
}

#[actix_web::test]
async fn an_operator_ends_the_sessions_of_one_account_or_of_all() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let sign_out = |whose: &str| Troupe::new(&["sign-out", whose]).set("DATABASE_URL", database.url()).output();
    let unknown = sign_out("nobody@example.org");
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    let one = sign_out(&ann.email);
    assert_eq!(one.code, Some(0), "{one:?}");
    assert!(one.out.starts_with("Sessions ended: 1."), "{one:?}");
    until("Ann's session has ended", async || ann.client.get("/api/me").await.status == 401).await;
    assert_eq!(ann.client.get("/api/me").await.refusal(), (401, "token_revoked".into()));
    assert_eq!(bob.client.get("/api/me").await.status, 200);
    assert_eq!(sign_out("--everybody").code, Some(0));
    until("Bob's session has ended", async || bob.client.get("/api/me").await.status == 401).await;
    assert_eq!(
        bob.client.post("/api/auth/refresh", &serde_json::json!({})).await.refusal(),
        (401, "refresh_revoked".into())
    );
    assert_eq!(Troupe::new(&["sign-out"]).output().code, Some(2));
}
