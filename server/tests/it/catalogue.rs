//! Every text of a refusal, a report or a mail is in the catalogue (`docs/decisions/words.md`).

use std::fs;
use std::path::{Path, PathBuf};

/// The modules that make texts for people.
const ROOMS: [&str; 15] = [
    "actors/src/actor",
    "actors/src/domain",
    "actors/src/jobs",
    "actors/src/stage.rs",
    "actors/src/wire",
    "actors/src/workspace",
    "server/src/auth",
    "server/src/error/refusal.rs",
    "server/src/error/stage.rs",
    "server/src/http",
    "server/src/import",
    "server/src/jobs",
    "server/src/mail",
    "server/src/notifications",
    "server/src/socket",
];

/// The calls whose arguments are checked.
const CALLS: [&str; 3] = ["Refusal::", ".message(", "report.note("];

/// Sentences that only the operator of a node reads, on the console.
const CONSOLE: [&str; 2] = ["server/src/http/transport/server.rs", "server/src/mail/smtp.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let inside = entries.map(|entry| entry.expect("an entry").path()).flat_map(|path| sources(&path));
    inside.filter(|path| path.extension().is_some_and(|ending| ending == "rs") && !is_test(path)).collect()
}

fn is_test(path: &Path) -> bool {
    let test = |part: &str| ["tests", "tests.rs", "testing.rs"].contains(&part);
    path.components().any(|part| part.as_os_str().to_str().is_some_and(test))
}

/// A source with its literals and comments blanked byte for byte, and the literals with their offsets.
fn read(text: &str) -> (String, Vec<(usize, &str)>) {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut literals = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = if rest.starts_with(b"//") {
            at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"'") && (rest.get(1) == Some(&b'\\') || rest.get(2) == Some(&b'\'')) {
            // A character literal, not a lifetime.
            at + 3 + rest[2..].iter().position(|byte| *byte == b'\'').unwrap_or(0)
        } else if rest.starts_with(b"r#\"") {
            at + text[at..].find("\"#").filter(|end| *end > 2).map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with(b"\"") {
            let mut end = 1;
            while end < rest.len() && rest[end] != b'"' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            literals.push((at, &text[at + 1..at + end.min(rest.len())]));
            at + end + 1
        } else {
            at += 1;
            continue;
        };
        let end = end.min(bytes.len());
        code[at..end].fill(b' ');
        at = end;
    }
    (String::from_utf8_lossy(&code).into_owned(), literals)
}

/// The range between the next parentheses after `from`.
fn arguments(code: &str, from: usize) -> std::ops::Range<usize> {
    let Some(open) = code[from..].find(['(', ';', '{']).map(|open| from + open) else { return 0..0 };
    if !code[open..].starts_with('(') {
        return 0..0;
    }
    let mut depth = 0;
    for (place, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open..place;
        }
    }
    open..code.len()
}

/// Prose in calls that refuse or report, and whole sentences anywhere in those modules: a text may be assembled before
/// the call.
fn texts_outside(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (code, literals) = read(source);
    let calls = CALLS.iter().flat_map(|call| {
        code.match_indices(call)
            .map(|(at, _)| arguments(&code, at + call.trim_end_matches('(').len()))
            .collect::<Vec<_>>()
    });
    let calls: Vec<_> = calls.collect();
    let is_prose = |text: &str| text.contains(' ');
    let is_sentence = |text: &str| {
        let begins = text.starts_with(|c: char| c.is_ascii_uppercase() || c == '{' || c == '`');
        is_prose(text) && begins && text.ends_with('.')
    };
    let outside =
        |(at, text): &(usize, &str)| is_sentence(text) || is_prose(text) && calls.iter().any(|call| call.contains(at));
    literals.into_iter().filter(outside).map(|(_, text)| text).collect()
}

#[test]
fn every_text_of_a_refusal_is_in_the_catalogue() {
    let root = root();
    let mut wrong = Vec::new();
    let mut read = 0;
    for path in ROOMS.iter().flat_map(|room| sources(&root.join(room))) {
        read += 1;
        let name = path.strip_prefix(&root).expect("inside").display().to_string();
        if CONSOLE.contains(&name.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        wrong.extend(texts_outside(&text).into_iter().map(|text| format!("{name}: {text}")));
    }
    assert!(read > 100, "{read} files are read");
    assert!(wrong.is_empty(), "move these to a words module:\n{}", wrong.join("\n"));
}

/// The names of a catalogue's texts.
fn names(catalogue: &str) -> Vec<&str> {
    catalogue
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ").or_else(|| line.strip_prefix("pub fn ")))
        .filter_map(|rest| Some(&rest[..rest.find(['(', ':'])?]))
        .collect()
}

#[test]
fn every_text_of_the_catalogue_is_used() {
    let root = root();
    let all = ["actors/src", "server/src"].iter().flat_map(|folder| sources(&root.join(folder)));
    let (catalogue, others): (Vec<_>, Vec<_>) = all.partition(|path| path.to_string_lossy().contains("src/words"));
    let read = |paths: &[PathBuf]| paths.iter().map(|path| fs::read_to_string(path).expect("text")).collect::<String>();
    let (catalogue, others) = (read(&catalogue), read(&others));
    let names = names(&catalogue);
    assert!(names.len() > 100, "{} names are read", names.len());
    let used = |name: &str| {
        others.match_indices(&format!("words::{name}")).any(|(at, found)| {
            !others[at + found.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
        })
    };
    let unused: Vec<_> = names.into_iter().filter(|name| !used(name)).collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

#[test]
fn ml2_every_text_of_the_catalogue_of_mails_is_used() {
    let root = root();
    let catalogue = fs::read_to_string(root.join("server/src/words/mails.rs")).expect("the catalogue");
    let names = catalogue.lines().filter_map(|line| line.strip_prefix("    fn ")?.split('(').next());
    let mails: String =
        sources(&root.join("server/src/mail")).iter().map(|path| fs::read_to_string(path).expect("text")).collect();
    let (used, unused): (Vec<_>, Vec<_>) = names.partition(|name| mails.contains(&format!(".{name}(")));
    assert!(used.len() > 30, "{} texts are used", used.len());
    assert!(unused.is_empty(), "no mail has {unused:?}");
}

#[test]
fn a_text_in_a_call_is_found_and_one_from_the_catalogue_is_not() {
    let source = r#"
        // Refusal::new(code, "in a comment")
        let quote = '"';
        fn borrowed<'a>(it: &'a str) -> &'a str { it }
        Refusal::invalid("after", words::AFTER_ITSELF);
        Refusal::invalid("after", "no (good) text");
        Refusal::new(code).field("file").message(format!("at most {most} bytes"));
        report.note(None, if many { "too \"many\" of them" } else { words::FEW });
        let message = "A whole sentence.";
        tracing::warn!("words for the log");
    "#;
    let found = ["no (good) text", "at most {most} bytes", "too \\\"many\\\" of them", "A whole sentence."];
    assert_eq!(texts_outside(source), found);
}
