//! `/metrics`: docs/OPERATIONS.md explains every metric, and the dashboard and the alarms use no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

async fn text(node: &TestNode) -> String {
    let answer = node.client().get("/metrics").await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body).expect("text")
}

/// The names of the metrics of a node.
fn exported(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect()
}

/// The words of a text that look like names of metrics; for a histogram, the name without its suffix.
fn named(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("troupe_") || word.starts_with("process_"))
        .map(|word| word.strip_suffix("_bucket").unwrap_or(word))
        .collect()
}

fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not there")).parse().expect("a number")
}

#[actix_web::test]
async fn every_figure_is_explained_and_nothing_else_is_shown_or_watched() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    // A metric with labels appears after its first event.
    let team = Team::new(&node, &["ann"]).await;
    team.socket(0).await.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "label"})).await;
    let text = text(&node).await;
    let there = exported(&text);
    let explained = read("docs/OPERATIONS.md");
    let missing: Vec<_> = there.iter().filter(|name| !explained.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/OPERATIONS.md says nothing of {missing:?}");
    let dashboard: Value = serde_json::from_str(&read("deploy/grafana/troupe.json")).expect("JSON");
    let shown: Vec<String> = dashboard["panels"]
        .as_array()
        .expect("panels")
        .iter()
        .flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default())
        .map(|target| target["expr"].as_str().expect("an expression").to_owned())
        .collect();
    let shown = shown.join("\n");
    for (file, names) in [
        ("docs/OPERATIONS.md", named(&explained)),
        ("deploy/grafana/troupe.json", named(&shown)),
        ("deploy/prometheus-alerts.yml", named(&read("deploy/prometheus-alerts.yml"))),
    ] {
        let unknown: Vec<_> = names.difference(&there).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}, which no node has");
        assert!(names.len() > 5, "{file}: {names:?}");
    }
    let unseen: Vec<_> = there.difference(&named(&shown)).copied().collect();
    assert!(unseen.is_empty(), "nothing shows {unseen:?}");
}

#[actix_web::test]
async fn every_alarm_is_explained() {
    let explained = read("docs/OPERATIONS.md");
    let alerts = read("deploy/prometheus-alerts.yml");
    let names: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(names.len() >= 10);
    for name in names {
        assert!(explained.contains(&format!("`{name}`")), "docs/OPERATIONS.md says nothing of {name}");
    }
}

#[actix_web::test]
async fn the_figures_show_the_counts_of_this_node_and_the_facts_of_the_database() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut socket = team.socket(0).await;
    let label = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "label"});
    socket.does(&label).await;
    socket.refused(&label).await;
    let text = text(&node).await;
    assert_eq!(figure(&text, "troupe_commands_total{answer=\"acked\"}"), 1.0);
    assert_eq!(figure(&text, "troupe_commands_total{answer=\"refused\"}"), 1.0);
    assert_eq!(figure(&text, "troupe_command_seconds_count"), 2.0);
    assert_eq!(figure(&text, "troupe_sockets"), 1.0);
    assert_eq!(figure(&text, "troupe_workspaces_on_stage"), 1.0);
    assert_eq!(figure(&text, "troupe_database_up"), 1.0);
    assert_eq!(figure(&text, "troupe_users"), 2.0);
    assert_eq!(figure(&text, "troupe_sessions"), 2.0);
    assert_eq!(figure(&text, "troupe_workspaces"), 1.0);
    assert_eq!(figure(&text, "troupe_journal_days_ahead"), 7.0);
    assert!(figure(&text, "troupe_journal_oldest_days") >= 7.0);
    assert!(figure(&text, "troupe_database_bytes") > 1e6);
    // The databases of most tests lose commits in a power cut, and the metrics say so.
    let fsync: String =
        sqlx::query_scalar("show fsync").fetch_one(&mut database.connect().await).await.expect("on or off");
    assert_eq!(figure(&text, "troupe_database_durable") == 1.0, fsync == "on");
    assert!(figure(&text, "process_open_fds") > 3.0);
    assert!(figure(&text, "process_cpu_seconds_total") > 0.0);
    let newest = server::db::MIGRATIONS.iter().map(|migration| migration.version).max().expect("one");
    assert_eq!(figure(&text, "troupe_migration"), newest as f64);
}

#[actix_web::test]
async fn a_database_that_is_gone_shows_in_the_figures_and_does_not_stop_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    drop(database);
    assert_eq!(figure(&text(&node).await, "troupe_database_up"), 0.0);
}
