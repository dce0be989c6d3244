//! The house rules that a compiler does not keep: imports point down, and no file joins everything.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the server from the bottom up; what stands in one line may not see each other.
const ROOMS: [&[&str]; 10] = [
    &["words"],
    &["config", "error", "db"],
    &["postgres", "mail", "backup", "traces"],
    &["auth"],
    &["import"],
    &["http"],
    &["socket"],
    &["openapi"],
    &["node"],
    &["verbs"],
];

const LONGEST: usize = 600;

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !["node_modules", "dist", "target", "test-results"].contains(&name) {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn floor(room: &str) -> Option<usize> {
    ROOMS.iter().position(|rooms| rooms.contains(&room))
}

#[test]
fn imports_point_down() {
    let source = root().join("server/src");
    let mut wrong = Vec::new();
    for path in files(&source, &[".rs"]) {
        let inside = path.strip_prefix(&source).expect("inside");
        let first = inside.components().next().expect("a part").as_os_str().to_string_lossy();
        let room = first.trim_end_matches(".rs").to_owned();
        let Some(here) = floor(&room) else { continue };
        let text = fs::read_to_string(&path).expect("text");
        for (at, _) in text.match_indices("crate::") {
            let used: String =
                text[at + "crate::".len()..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if floor(&used).is_some_and(|there| there > here || (there == here && used != room)) {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that do not point down:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_is_longer_than_anybody_wants_to_read() {
    let written_by_hand = |path: &PathBuf| !path.ends_with("generated.ts");
    let folders = ["actors", "server/src", "server/tests", "bench", "migrations", "web/src", "web/e2e"];
    let long: Vec<String> = folders
        .iter()
        .map(|folder| root().join(folder))
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| files(&folder, &[".rs", ".ts", ".tsx", ".css", ".sql"]))
        .filter(written_by_hand)
        .filter_map(|path| {
            let lines = fs::read_to_string(&path).expect("text").lines().count();
            (lines > LONGEST).then(|| format!("{} has {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}
