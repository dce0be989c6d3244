//! House rules that a compiler does not check: imports point down, no files import each other in a circle, and no file
//! imports everything.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};

use imports::{Module, Sources};

/// The rooms of the server from the bottom up. Rooms in one line may not import each other.
const ROOMS: [&[&str]; 14] = [
    &["words"],
    &["config", "error", "db"],
    &["files"],
    &["postgres", "mail", "queries", "traces", "export", "outbound"],
    &["metrics", "pages", "sms"],
    &["auth"],
    &["push", "backup"],
    &["invitations", "notifications"],
    &["import"],
    &["http"],
    &["jobs", "socket"],
    &["openapi"],
    &["node"],
    &["verbs", "typescript"],
];

/// The rooms of `http` from the bottom up.
const ROOMS_OF_HTTP: [&[&str]; 6] = [&["limits"], &["request"], &["door"], &["layers"], &["routes"], &["transport"]];

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

/// The sources of the server, without `main.rs`.
fn server() -> Sources {
    let folder = root().join("server/src");
    let paths = files(&folder, &[".rs"]).into_iter().filter(|path| !path.ends_with("main.rs"));
    let texts = paths.map(|path| {
        let inside = path.strip_prefix(&folder).expect("inside").to_string_lossy().into_owned();
        (inside, fs::read_to_string(&path).expect("text"))
    });
    Sources::read(texts)
}

/// Imports among the rooms below `above` that do not point down.
fn upward(sources: &Sources, above: &[&str], rooms: &[&[&str]]) -> Vec<String> {
    let floor = |module: &Module| {
        let room = module.get(above.len()).filter(|_| module.iter().zip(above).all(|(part, above)| part == above))?;
        rooms.iter().position(|rooms| rooms.contains(&room.as_str())).map(|floor| (floor, room.clone()))
    };
    let mut wrong = Vec::new();
    for (module, used) in sources.imports() {
        let (Some((here, room)), Some((there, other))) = (floor(module), floor(used)) else { continue };
        if there > here || (there == here && other != room) {
            wrong.push(format!("{} uses {}", module.join("::"), used.join("::")));
        }
    }
    wrong
}

#[test]
fn imports_point_down() {
    let sources = server();
    let mut wrong = upward(&sources, &[], &ROOMS);
    wrong.extend(upward(&sources, &["http"], &ROOMS_OF_HTTP));
    assert!(wrong.is_empty(), "imports that do not point down:\n{}", wrong.join("\n"));
}

#[test]
fn every_room_has_its_floor() {
    let folder = root().join("server/src");
    for (inside, rooms) in [("", &ROOMS[..]), ("http", &ROOMS_OF_HTTP)] {
        for entry in fs::read_dir(folder.join(inside)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().trim_end_matches(".rs").to_owned();
            let known = ["lib", "main", "mod"].contains(&name.as_str());
            assert!(known || rooms.iter().any(|rooms| rooms.contains(&name.as_str())), "{name} has no floor");
        }
    }
}

#[test]
fn no_files_of_the_server_import_each_other_in_a_circle() {
    let circles = server().circles();
    assert!(circles.is_empty(), "files that import each other in a circle:\n{}", circles.join("\n"));
}

#[test]
fn no_file_has_more_than_600_lines() {
    let written_by_hand = |path: &PathBuf| !path.to_string_lossy().ends_with("generated.ts");
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
