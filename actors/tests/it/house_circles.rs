//! No circle between files: a file that uses another is not used by it, not even by a detour.
//!
//! The test reads `use` lines and paths in the code. A re-export is followed to the file that it names, and is no use by
//! itself: a room's `mod.rs` may re-export from its files while they use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::layers::sources;

/// A file by its module path: `["journal", "commit", "queue"]`.
type File = Vec<String>;
/// A path in a `use` line, segment by segment.
type Segments = Vec<String>;

/// The crates with their folders of sources.
const CRATES: [&str; 4] = ["actors/src", "server/src", "bench/src", "bench/src/bin/faults"];

/// What one file says about others.
#[derive(Default)]
struct Uses {
    paths: BTreeSet<Segments>,
    /// Names that the file re-exports.
    exports: BTreeMap<String, Segments>,
}

struct Sources {
    files: BTreeMap<File, Uses>,
}

impl Sources {
    fn read(folder: &Path) -> Self {
        let mut texts: BTreeMap<File, String> = BTreeMap::new();
        for path in sources(folder) {
            let inside = path.strip_prefix(folder).expect("inside").with_extension("");
            let mut file: File = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if matches!(file.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                file.pop();
            }
            let is_test = file.iter().any(|part| part == "tests");
            if !is_test {
                texts.entry(file).or_default().push_str(&without_tests(&fs::read_to_string(&path).expect("text")));
            }
        }
        let files = texts.iter().map(|(file, text)| {
            let children: Vec<&str> = texts
                .keys()
                .filter(|it| it.len() == file.len() + 1 && it.starts_with(file))
                .map(|it| it[file.len()].as_str())
                .collect();
            (file.clone(), uses_of(text, &children))
        });
        Self { files: files.collect() }
    }

    /// The file that a path in `from` leads to, through re-exports.
    fn resolve(&self, from: &File, path: &[String], depth: usize) -> Option<File> {
        if depth > 10 {
            return None;
        }
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (File::new(), &path[1..]),
            "self" | "super" => (from.clone(), path),
            child => {
                let inside: File = from.iter().cloned().chain([child.to_owned()]).collect();
                (from.clone(), if self.files.contains_key(&inside) { path } else { return None })
            }
        };
        while let Some(step @ ("self" | "super")) = rest.first().map(String::as_str) {
            if step == "super" {
                at.pop();
            }
            rest = &rest[1..];
        }
        while let Some(next) = rest.first() {
            at.push(next.clone());
            if !self.files.contains_key(&at) {
                at.pop();
                break;
            }
            rest = &rest[1..];
        }
        let exported = rest.first().and_then(|name| self.files.get(&at)?.exports.get(name));
        match exported {
            Some(path) if path.as_slice() != rest => self.resolve(&at, path, depth + 1).or(Some(at)),
            _ => self.files.contains_key(&at).then_some(at),
        }
    }

    fn edges(&self) -> BTreeMap<&File, BTreeSet<File>> {
        let to = |file: &File, uses: &Uses| {
            uses.paths.iter().filter_map(|path| self.resolve(file, path, 0)).filter(|to| to != file).collect()
        };
        self.files.iter().map(|(file, uses)| (file, to(file, uses))).collect()
    }

    /// Every file that reaches itself, with the files that it reaches and that reach it.
    fn circles(&self) -> BTreeSet<Vec<File>> {
        let edges = self.edges();
        let reached = |from: &File| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(file) = next.pop() {
                for to in edges.get(&file).into_iter().flatten() {
                    if seen.insert(to.clone()) {
                        next.push(to.clone());
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<&File, BTreeSet<File>> = self.files.keys().map(|file| (file, reached(file))).collect();
        let circle = |(file, to): (&&File, &BTreeSet<File>)| {
            let back = to.iter().filter(|other| reach.get(other).is_some_and(|to| to.contains(*file)));
            back.cloned().collect::<Vec<File>>()
        };
        reach.iter().map(circle).filter(|circle| circle.len() > 1).collect()
    }
}

/// The text without comments and without the module of tests at its end.
fn without_tests(text: &str) -> String {
    let text = text.find("#[cfg(test)]\nmod tests {").map_or(text, |end| &text[..end]);
    let line = |line: &str| line.find("//").map_or(line, |end| &line[..end]).to_owned() + "\n";
    text.lines().map(line).collect()
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

fn uses_of(text: &str, children: &[&str]) -> Uses {
    let mut uses = Uses::default();
    let mut code = String::new();
    for statement in text.split_inclusive(';') {
        let start = statement.rfind("use ").filter(|at| {
            let before = statement[..*at].trim_end();
            let before = before.rsplit(['\n', '}']).next().unwrap_or_default().trim();
            before.is_empty() || before == "pub" || before.starts_with("pub(") && before.ends_with(')')
        });
        let Some(start) = start else {
            code.push_str(statement);
            continue;
        };
        let (before, tree) = statement.split_at(start);
        let exported =
            before.trim_end().ends_with("pub") || before.trim_end().ends_with(')') && before.contains("pub(");
        code.push_str(before);
        for path in paths_of(tree["use ".len()..].trim_end_matches(';'), &[]) {
            match (exported, path.last()) {
                (true, Some(name)) => drop(uses.exports.insert(name.clone(), path)),
                _ => drop(uses.paths.insert(path)),
            }
        }
    }
    // Paths in the code: those that begin at the root or above, and those into a child.
    for path in code.split(|letter: char| !is_of_a_word(letter) && letter != ':') {
        let segments: Segments = path.split("::").map(str::to_owned).collect();
        let first = segments[0].as_str();
        if segments.len() > 1 && (["crate", "super"].contains(&first) || children.contains(&first)) {
            uses.paths.insert(segments);
        }
    }
    uses
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths_of(tree: &str, before: &[String]) -> Vec<Segments> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let tree = tree.split(" as ").next().unwrap_or_default();
        let segments = tree.split("::").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
        let path: Segments = before.iter().cloned().chain(segments).collect();
        return if path.len() > before.len() { vec![path] } else { Vec::new() };
    };
    let head: Segments = before
        .iter()
        .cloned()
        .chain(tree[..open].split("::").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned))
        .collect();
    let inside = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, letter) in inside.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                paths.extend(paths_of(&inside[start..at], &head));
                start = at + 1;
            }
            _ => {}
        }
    }
    paths.extend(paths_of(&inside[start..], &head));
    paths
}

#[test]
fn no_file_uses_itself_by_way_of_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    for folder in CRATES {
        for circle in Sources::read(&root.join(folder)).circles() {
            let files: Vec<String> = circle.iter().map(|file| format!("{folder}/{}", file.join("/"))).collect();
            wrong.push(files.join(", "));
        }
    }
    assert!(wrong.is_empty(), "circles between files:\n{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_found_through_braces_re_exports_and_paths_in_the_code() {
    let text = |file: &str| match file {
        "" => "mod a;\nmod b;\npub use b::{Thing, Other};\n",
        "a" => "use crate::{\n    Thing,\n    x::y,\n};\n// use super::nothing;\n",
        _ => "fn f() -> u32 {\n    super::a::count()\n}\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n",
    };
    let file = |name: &str| -> File { if name.is_empty() { File::new() } else { vec![name.to_owned()] } };
    let files = ["", "a", "b"].map(|name| {
        let children: &[&str] = if name.is_empty() { &["a", "b"] } else { &[] };
        (file(name), uses_of(&without_tests(text(name)), children))
    });
    let circles = Sources { files: files.into() }.circles();
    assert_eq!(circles.into_iter().collect::<Vec<_>>(), [vec![file("a"), file("b")]]);
}
