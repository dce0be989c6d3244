//! Rules for every file of the repository: short enough to read, and without names of a particular machine.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LONGEST: usize = 600;

/// Files that are generated, or not meant to be read from top to bottom.
const LONG_ON_PURPOSE: [&str; 6] =
    ["package-lock.json", "Cargo.lock", "generated.ts", "http.generated.ts", "common_passwords.txt", "messages.pot"];

/// Folders that tools make and that are not committed.
const NOT_KEPT: [&str; 7] = [".git", "target", "node_modules", "python", "dist", "test-results", "data"];

/// Every text file of the repository.
pub fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if NOT_KEPT.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            found.extend(texts(&path));
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.push((path, text));
        }
    }
    found
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn no_file_of_the_repository_is_longer_than_six_hundred_lines() {
    let long: Vec<String> = texts(&root())
        .into_iter()
        .filter(|(path, _)| !LONG_ON_PURPOSE.iter().any(|name| path.ends_with(name)))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(path, lines)| format!("{} has {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The numbers of four digits directly behind `word`.
fn codes_behind(text: &str, word: &str) -> BTreeSet<u16> {
    let ends = text.match_indices(word).map(|(at, _)| at + word.len());
    ends.filter_map(|end| text.get(end..end + 4)?.parse().ok()).filter(|code| *code >= 1_000).collect()
}

#[test]
fn by1_every_code_that_closes_a_socket_is_in_the_protocols_list_and_no_other() {
    let root = root();
    let mut used = BTreeSet::new();
    for folder in ["server/src/socket", "actors/src/actor"] {
        for (_, text) in texts(&root.join(folder)) {
            used.extend(codes_behind(&text, "close("));
            used.extend(codes_behind(&text, "code: "));
            // The library has names for the codes of WebSocket itself.
            used.extend(text.contains("CloseCode::Protocol").then_some(1002));
            used.extend(text.contains("CloseCode::Invalid").then_some(1007));
        }
    }
    let protocol = fs::read_to_string(root.join("docs/PROTOCOL.md")).expect("the protocol");
    let rule = protocol.lines().find(|line| line.starts_with("- **BY1**")).expect("the rule");
    let listed: BTreeSet<u16> =
        rule.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    assert_eq!(used, listed.into_iter().filter(|code| *code >= 1_000).collect());
}

#[test]
fn every_case_in_the_table_of_abuse_has_its_test() {
    let root = root();
    let is_test = |path: &Path| {
        path.extension().is_some_and(|ending| ending == "rs") || path.to_string_lossy().ends_with(".e2e.ts")
    };
    let tests: String = texts(&root).into_iter().filter(|(path, _)| is_test(path)).map(|(_, text)| text).collect();
    let table = fs::read_to_string(root.join("docs/ABUSE.md")).expect("the table");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ") && line.contains("_`")).collect();
    assert!(rows.len() > 50, "{} rows are read", rows.len());
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(2) {
        let shown_by = row.trim_end_matches(" |").rsplit(" | ").next().expect("a cell");
        let names: Vec<&str> = shown_by.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "{row}");
        for name in names {
            let by_name = [format!("fn {name}"), format!("it(\"{name}")];
            // Unit tests of the browser are named by their file.
            let shown =
                by_name.iter().any(|test| tests.contains(test)) || name.contains('/') && root.join(name).exists();
            assert!(shown, "there is no test {name}: {row}");
        }
    }
}

#[test]
fn no_file_names_a_path_of_one_machine_or_a_private_registry() {
    // Assembled here, so that this file does not contain the names.
    let homes = ["work", "root", "home", "Users"].map(|folder| format!("/{folder}/"));
    let mut wrong = Vec::new();
    for (path, text) in texts(&root()) {
        let source = path.extension().is_some_and(|ending| ending != "svg");
        for line in text.lines().filter(|_| source) {
            let place = homes.iter().find(|home| {
                line.match_indices(home.as_str()).any(|(at, _)| {
                    // A path of its own, not the end of an address or of a longer path.
                    !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-*/".contains(before))
                })
            });
            let registry = line.trim_start().starts_with("\"resolved\": \"") && !line.contains("//registry.npmjs.org/");
            let index = line.starts_with("source = \"registry+") && !line.contains("rust-lang/crates.io-index");
            if place.is_some() || registry || index {
                wrong.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
