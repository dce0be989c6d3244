//! Imports point down, from the façade to the domain, and never sideways.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the bottom up; rooms of one line may not import each other. `db` is apart: only `journal` and `jobs` may
/// use it.
const ROOMS: [&[&str]; 9] = [
    &["words"],
    &["domain"],
    &["sync"],
    &["workspace"],
    &["wire"],
    &["text"],
    &["journal"],
    &["bus", "jobs"],
    &["actor"],
];

pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

fn floor(room: &str) -> Option<usize> {
    ROOMS.iter().position(|rooms| rooms.contains(&room))
}

/// The rooms that a source imports through `crate::`, one by one or in braces.
fn rooms_used(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let Some(braced) = rest.strip_prefix('{') else {
            used.push(first_word(rest));
            continue;
        };
        let mut depth = 0;
        let mut item = 0;
        for (place, letter) in braced.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' | ',' if depth == 0 => {
                    used.push(first_word(&braced[item..place]));
                    item = place + 1;
                    if letter == '}' {
                        break;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    used.retain(|word| !word.is_empty());
    used
}

fn first_word(text: &str) -> String {
    text.trim_start().chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
}

#[test]
fn imports_point_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for path in sources(&source) {
        let inside = path.strip_prefix(&source).expect("inside");
        let first = inside.components().next().expect("a part").as_os_str().to_string_lossy();
        let room = first.trim_end_matches(".rs").to_owned();
        let Some(here) = floor(&room) else { continue };
        for used in rooms_used(&fs::read_to_string(&path).expect("text")) {
            let up = floor(&used).is_some_and(|there| there > here || (there == here && used != room));
            let to_the_database = used == "db" && !["journal", "jobs"].contains(&room.as_str());
            if up || to_the_database || used == "stage" {
                wrong.push(format!("{} uses {used}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that do not point down:\n{}", wrong.join("\n"));
}

#[test]
fn the_stage_knows_no_http() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("text");
    let dependencies = manifest.split("[dev-dependencies]").next().expect("a part");
    for door in ["actix-web", "actix-http", "awc", "hyper", "reqwest", "server"] {
        assert!(!dependencies.lines().any(|line| line.starts_with(door)), "{door}");
    }
}

#[test]
fn imports_in_braces_are_found() {
    let text = "use crate::{domain::{ids::UserId, change::Event}, wire::NodeFrame};\nfn f() { crate::sync::resume() }";
    assert_eq!(rooms_used(text), vec!["domain", "wire", "sync"]);
}
