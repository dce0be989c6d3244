//! The files of a deployment, checked by reading: no secret has a default, and every name that one file uses is defined
//! in the other. `make lint` checks the same files with the programs that read them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in `${NAME…}`, with the text behind each name.
fn used(text: &str) -> Vec<(&str, &str)> {
    text.split("${")
        .skip(1)
        .filter_map(|rest| {
            let inside = rest.split('}').next()?;
            let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
            Some(inside.split_at(end))
        })
        .collect()
}

fn example() -> Vec<(String, String)> {
    let text = read(".env.example");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[test]
fn q01_the_compose_file_has_no_default_secret_and_stops_where_one_is_missing() {
    let compose = read("docker-compose.yml");
    let secrets = ["TROUPE_SECRET", "TROUPE_METRICS_TOKEN", "POSTGRES_PASSWORD", "REDIS_PASSWORD"];
    for name in secrets {
        let uses: Vec<_> = used(&compose).into_iter().filter(|(used, _)| *used == name).collect();
        assert!(!uses.is_empty(), "{name} is not used");
        assert!(uses.iter().all(|(_, rest)| rest.starts_with(":?")), "{name} may be empty: {uses:?}");
        assert!(example().contains(&(name.to_owned(), String::new())), "{name} has a value in .env.example");
        let example = read(".env.example");
        let line = example.lines().find(|line| line.contains("openssl rand") && line.contains("for name in"));
        assert!(line.is_some_and(|line| line.contains(name)), "{name} is not made by the one line");
    }
}

#[test]
fn the_example_explains_every_name_in_the_compose_file_and_no_other() {
    let compose = read("docker-compose.yml");
    let named: BTreeSet<String> = used(&compose).into_iter().map(|(name, _)| name.to_owned()).collect();
    let known: BTreeSet<String> = example().into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, known);
}

/// On a cluster that strangers can reach, the first account may be a stranger's.
#[test]
fn the_compose_file_stops_where_the_instance_has_no_owner() {
    let compose = read("docker-compose.yml");
    let owner = used(&compose).into_iter().find(|(name, _)| *name == "TROUPE_INSTANCE_OWNER");
    assert!(owner.is_some_and(|(_, rest)| rest.starts_with(":?")), "{owner:?}");
}

#[test]
fn every_variable_of_a_node_in_the_compose_file_is_a_setting() {
    let (compose, settings) = (read("docker-compose.yml"), read("server/config.default.toml"));
    let node = compose.split("x-node:").nth(1).and_then(|rest| rest.split("\nservices:").next()).expect("a node");
    let told = node.split("environment:").nth(1).and_then(|rest| rest.split("read_only:").next()).expect("settings");
    let names: Vec<&str> = told.lines().filter_map(|line| line.trim().split_once(": ")).map(|(name, _)| name).collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names.iter().filter(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_')) {
        assert!(settings.contains(&format!("# {name}:")), "{name} is no setting");
    }
}

#[test]
fn haproxy_gets_every_variable_that_its_file_uses() {
    let (compose, haproxy) = (read("docker-compose.yml"), read("deploy/haproxy.cfg"));
    let service = compose.split("\n  haproxy:").nth(1).expect("a service");
    for (name, _) in used(&haproxy) {
        assert!(service.contains(&format!("      {name}: ")), "{name} is not set");
    }
    assert!(haproxy.contains("uri /readyz"), "it asks whether a node takes new work");
    assert!(haproxy.contains("set-header X-Forwarded-For %[src]"), "p01: what a client says of itself does not count");
}

#[test]
fn the_image_is_small_and_not_root() {
    let dockerfile = read("Dockerfile");
    let last = dockerfile.rsplit("\nFROM ").next().expect("a stage");
    assert!(last.starts_with("gcr.io/distroless/"), "{last}");
    assert!(last.contains("USER 65532:65532"), "{last}");
    assert!(!last.contains("RUN "), "there is no shell to run anything in: {last}");
    let ignored = read(".dockerignore");
    assert!(ignored.lines().any(|line| line == "*"), "only what is named is sent to the builder");
    assert!(!ignored.contains("!.env"), "and no secret is");
}
