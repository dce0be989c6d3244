//! Reads which source file imports which. Names that a file only re-exports lead to the file that declares them.

use std::collections::{BTreeMap, BTreeSet};

/// A file as the path of its module: `http/door.rs` is `["http", "door"]`, `lib.rs` is empty.
pub type Module = Vec<String>;

/// The sources of a crate with the imports among them.
pub struct Sources {
    imports: BTreeMap<Module, BTreeSet<Module>>,
}

/// A path behind `use` or in the code, and whether it is re-exported.
type Named = (Vec<String>, bool);

impl Sources {
    /// Reads files by their paths inside `src` and their texts.
    pub fn read(files: impl Iterator<Item = (String, String)>) -> Self {
        let texts: BTreeMap<Module, String> = files.map(|(path, text)| (module_of(&path), code_of(&text))).collect();
        let modules: BTreeSet<Module> = texts.keys().cloned().collect();
        let named: BTreeMap<&Module, Vec<Named>> =
            texts.iter().map(|(module, text)| (module, paths_in(text, module, &modules))).collect();
        let mut known = Known { modules, exports: BTreeMap::new() };
        // Each pass follows one more re-export of a re-export.
        for _ in 0..4 {
            let exports = named.iter().flat_map(|(module, paths)| {
                let exported = paths.iter().filter(|(_, exported)| *exported);
                exported.filter_map(|(path, _)| {
                    let there = known.resolve(module, path)?;
                    Some((((*module).clone(), path.last()?.clone()), there))
                })
            });
            known.exports = exports.collect();
        }
        let imports = named.into_iter().map(|(module, paths)| {
            let used =
                paths.iter().filter(|(_, exported)| !exported).filter_map(|(path, _)| known.resolve(module, path));
            (module.clone(), used.filter(|used| used != module).collect())
        });
        Self { imports: imports.collect() }
    }

    /// Each import as the importing and the imported file.
    pub fn imports(&self) -> impl Iterator<Item = (&Module, &Module)> {
        self.imports.iter().flat_map(|(module, used)| used.iter().map(move |used| (module, used)))
    }

    /// The groups of files that import each other in a circle.
    pub fn circles(&self) -> Vec<String> {
        let reached = |from: &Module| {
            let mut seen = BTreeSet::new();
            let mut open = vec![from];
            while let Some(module) = open.pop() {
                for used in self.imports.get(module).into_iter().flatten() {
                    if seen.insert(used) {
                        open.push(used);
                    }
                }
            }
            seen
        };
        let all: BTreeMap<&Module, BTreeSet<&Module>> =
            self.imports.keys().map(|module| (module, reached(module))).collect();
        let circle = |module: &Module| -> Vec<String> {
            let with = all[module].iter().filter(|other| all.get(*other).is_some_and(|back| back.contains(module)));
            with.map(|other| other.join("::")).collect()
        };
        let circles: BTreeSet<String> = all.keys().map(|module| circle(module).join(", ")).collect();
        circles.into_iter().filter(|circle| !circle.is_empty()).collect()
    }
}

struct Known {
    modules: BTreeSet<Module>,
    /// The file that declares a name, by the file that re-exports it and the name.
    exports: BTreeMap<(Module, String), Module>,
}

impl Known {
    /// The file that a path in `module` leads to; `None` for a path into another crate.
    fn resolve(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.clone(), &path[1..]),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                (module[..module.len().checked_sub(up)?].to_vec(), &path[up..])
            }
            first if self.modules.contains(&child(module, first)) => (module.clone(), path),
            _ => return None,
        };
        while let Some((name, after)) = rest.split_first() {
            let inner = child(&at, name);
            if self.modules.contains(&inner) {
                (at, rest) = (inner, after);
            } else if let Some(there) = self.exports.get(&(at.clone(), name.clone())).filter(|there| **there != at) {
                at = there.clone();
                // The name of a whole file that is re-exported is no name inside the file.
                rest = if at.last() == Some(name) { after } else { rest };
            } else {
                break;
            }
        }
        Some(at)
    }
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().map(String::as_str).chain([name]).map(str::to_owned).collect()
}

fn module_of(path: &str) -> Module {
    let mut parts: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib")) {
        parts.pop();
    }
    parts
}

/// The text without comments and without the tests inside.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths of a text: those of its `use` lines, and those in the code that begin at the crate, at a module above, or
/// at a module inside.
fn paths_in(text: &str, module: &Module, modules: &BTreeSet<Module>) -> Vec<Named> {
    let mut found = Vec::new();
    let mut code = String::new();
    for (nth, part) in text.split("use ").enumerate() {
        let is_import = nth > 0 && text_before(text, part).is_some_and(begins_a_line);
        let Some((tree, rest)) = part.split_once(';').filter(|_| is_import) else {
            code.push_str(part);
            continue;
        };
        let exported = text_before(text, part).is_some_and(|before| last_line(before).contains("pub"));
        found.extend(expand(tree).into_iter().map(|path| (path, exported)));
        code.push_str(rest);
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    for path in code.split(|c| !is_name(c)).filter(|path| path.contains("::")) {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        let inside = modules.contains(&child(module, &path[0]));
        if inside || ["crate", "self", "super"].contains(&path[0].as_str()) {
            found.push((path, false));
        }
    }
    found
}

/// The text before a part of a text.
fn text_before<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let offset = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    text.get(..offset)?.strip_suffix("use ")
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}

/// Whether only a visibility stands before the part in its line.
fn begins_a_line(before: &str) -> bool {
    let line = last_line(before).trim();
    line.is_empty() || line.starts_with("pub")
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((front, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()];
    };
    let front: Vec<String> =
        front.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let mut depth = 0;
    let items = inner.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    items
        .filter(|item| !item.trim().is_empty())
        .flat_map(expand)
        .map(|path| front.iter().cloned().chain(path.into_iter().filter(|part| part != "self")).collect())
        .collect()
}

#[test]
fn imports_are_found_through_re_exports_and_circles_are_named() {
    let files = [
        ("lib.rs", "pub mod a;\npub mod b;"),
        ("a/mod.rs", "mod inner;\npub use inner::Thing;\nfn f() { inner::go() }"),
        ("a/inner.rs", "use crate::b::{self, Other};\npub struct Thing;"),
        ("b.rs", "// use crate::a::inner;\npub struct Other(crate::a::Thing);"),
        ("c.rs", "pub(crate) use super::b::Other;\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}"),
    ];
    let sources = Sources::read(files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())));
    let imports: Vec<String> =
        sources.imports().map(|(module, used)| format!("{} {}", module.join("::"), used.join("::"))).collect();
    assert_eq!(imports, ["a a::inner", "a::inner b", "b a::inner"]);
    assert_eq!(sources.circles(), ["a::inner, b"]);
}
