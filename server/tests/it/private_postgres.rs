//! The private database of a node.

use std::path::Path;

use rustix::process::Signal;

use crate::support::{Client, Person, ScratchFolder, Serving, Troupe, scratch_folder};

fn serve(data: &ScratchFolder) -> Serving {
    Troupe::new(&["serve"])
        .set("TROUPE_ADDR", "127.0.0.1:0")
        .set("TROUPE_DATA_DIR", data.path())
        .set("TROUPE_ARGON2_MEMORY_KIB", "8")
        .set("TROUPE_ARGON2_ITERATIONS", "1")
        .serve()
}

fn is_stopped(data: &Path) -> bool {
    !data.join("postgres/cluster/postmaster.pid").exists()
}

#[actix_web::test]
async fn with_nothing_set_a_node_makes_its_database_and_the_next_start_finds_it() {
    let data = scratch_folder();
    let node = serve(&data);
    let ann = Person::sign_up(Client::new(&node.url), "ann").await;
    assert_eq!(node.end(Signal::INT), Some(0), "Ctrl-C is a good end");
    assert!(is_stopped(data.path()), "it stopped the database too");

    let node = serve(&data);
    let again = ann.client.at(&node.url).get("/api/me").await;
    assert_eq!(again.status, 200, "the user is there, and so is the secret that signed the token");
    assert_eq!(node.end(Signal::TERM), Some(0));
    assert!(is_stopped(data.path()));
}

#[actix_web::test]
async fn a_database_that_outlived_a_killed_node_is_stopped_and_nothing_is_lost() {
    let data = scratch_folder();
    let node = serve(&data);
    let ann = Person::sign_up(Client::new(&node.url), "ann").await;
    node.end(Signal::KILL);
    assert!(!is_stopped(data.path()), "it is still there");

    let node = serve(&data);
    assert_eq!(ann.client.at(&node.url).get("/api/me").await.status, 200);
    assert_eq!(node.end(Signal::INT), Some(0));
    assert!(is_stopped(data.path()));
}

#[test]
fn a_second_node_on_the_same_data_folder_is_refused_in_one_sentence() {
    let data = scratch_folder();
    let node = serve(&data);
    let output = Troupe::new(&[]).set("TROUPE_ADDR", "127.0.0.1:0").set("TROUPE_DATA_DIR", data.path()).output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("in use by another Troupe"), "{}", output.err);
    assert_eq!(node.end(Signal::INT), Some(0));
}

#[test]
fn a_stale_pid_file_does_not_harm_the_process_that_it_names() {
    let data = scratch_folder();
    assert_eq!(serve(&data).end(Signal::INT), Some(0));
    let cluster = data.path().join("postgres/cluster");
    let mut other = std::process::Command::new("sleep").arg("600").spawn().expect("a process");
    std::fs::write(cluster.join("postmaster.pid"), format!("{}\n", other.id())).expect("written");

    let node = serve(&data);
    assert!(other.try_wait().expect("asked").is_none(), "the process still runs");
    assert_eq!(node.end(Signal::INT), Some(0));
    other.kill().expect("ours");
    other.wait().expect("ended");
}

#[test]
fn a_cluster_of_a_newer_postgres_is_one_sentence() {
    let data = scratch_folder();
    let cluster = data.path().join("postgres/cluster");
    assert_eq!(serve(&data).end(Signal::INT), Some(0));
    std::fs::write(cluster.join("PG_VERSION"), "99\n").expect("written");
    let output = Troupe::new(&["migrate"]).set("TROUPE_DATA_DIR", data.path()).output();
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("made by PostgreSQL 99"), "{}", output.err);
    assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
}

#[test]
fn with_postgres_runs_a_command_and_passes_on_how_it_ended() {
    let data = scratch_folder();
    let path = data.path().to_str().expect("text");
    let script = "echo $DATABASE_URL; exit 7";
    let output = Troupe::new(&["with-postgres", "--data", path, "--fast", "--", "sh", "-c", script]).output();
    assert_eq!(output.code, Some(7), "{}", output.err);
    assert!(output.out.starts_with("postgres://postgres:"), "{}", output.out);
    assert!(is_stopped(data.path()));
}

#[test]
fn the_data_folder_keeps_its_secrets_from_others() {
    use std::os::unix::fs::PermissionsExt;
    let data = scratch_folder();
    assert_eq!(serve(&data).end(Signal::INT), Some(0));
    let mode = |name: &str| {
        let meta = std::fs::metadata(data.path().join(name)).expect(name);
        meta.permissions().mode() & 0o777
    };
    assert_eq!(mode("secret"), 0o600);
    assert_eq!(mode("postgres"), 0o700);
    assert_eq!(mode("postgres/password"), 0o600);
    assert_eq!(mode("postgres/cluster"), 0o700);
}
