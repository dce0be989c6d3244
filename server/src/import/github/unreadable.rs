//! Says in words for people why an archive or one of its entries cannot be read. The JSON reader's own errors name Rust
//! types. Its sentences are the only source for the expected type: an archive is too large to be parsed into a tree
//! first.

use actors::words as said;
use serde::Deserialize;
use serde_json::{error::Category, value::RawValue};
use serde_path_to_error::{Path, Segment};

use super::archive::{Archive, TOO_LONG};
use crate::import::plan::ImportRefusal;
use crate::words::import as words;

/// Reads the archive; its issues and pull requests stay unparsed.
pub(super) fn archive(text: &str) -> Result<Archive<'_>, ImportRefusal> {
    // The reader would take an array for an object, and its entries for the fields.
    if text.trim_start().starts_with('[') {
        let place = words::archive_place(None, 1, 1);
        return Err(ImportRefusal::broken(None, words::not_an_archive(&place, &object_expected())));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let archive = serde_path_to_error::deserialize(&mut json).map_err(|error: serde_path_to_error::Error<_>| {
        let path = error.path().clone();
        broken(&path, &error.into_inner())
    })?;
    json.end().map_err(|error| {
        let place = words::archive_place(None, error.line(), error.column());
        ImportRefusal::broken(None, words::archive_not_json(&place))
    })?;
    Ok(archive)
}

/// Reads one entry; the error describes the problem.
pub(super) fn entry<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Result<T, String> {
    if raw.get().starts_with('[') {
        return Err(object_expected());
    }
    let mut json = serde_json::Deserializer::from_str(raw.get());
    serde_path_to_error::deserialize(&mut json).map_err(|error: serde_path_to_error::Error<_>| {
        let path = error.path().clone();
        why(&path, &error.into_inner())
    })
}

/// The list and the entry, counted from 1, at which the file fails.
fn place_of(path: &Path) -> Option<(u64, &str)> {
    let mut path = path.iter();
    match (path.next()?, path.next()?) {
        (Segment::Map { key }, Segment::Seq { index }) => Some((u64::try_from(index + 1).ok()?, key)),
        _ => None,
    }
}

/// The report names the position of the entry: the number of an issue that cannot be read is unknown.
fn broken(path: &Path, error: &serde_json::Error) -> ImportRefusal {
    let entry = place_of(path);
    let place = words::archive_place(entry, error.line(), error.column());
    if error.to_string().starts_with(TOO_LONG) {
        return ImportRefusal::too_large(words::archive_list_too_long(error));
    }
    let message = match error.classify() {
        Category::Eof => words::archive_cut_short(&place),
        Category::Data => words::not_an_archive(&place, &why(path, error)),
        _ => words::archive_not_json(&place),
    };
    ImportRefusal::broken(entry.map(|(entry, _)| entry), message)
}

/// The problem at a position, as a sentence.
fn why(path: &Path, error: &serde_json::Error) -> String {
    let said = error.to_string();
    if let Some(field) = said.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        return words::archive_field_missing(field);
    }
    if said.starts_with(TOO_LONG) {
        return words::entry_list_too_long(said.split(" at line ").next().unwrap_or(TOO_LONG));
    }
    match path.iter().next() {
        Some(_) => words::archive_field(&path.to_string(), &expected(&said)),
        None => expected(&said),
    }
}

fn object_expected() -> String {
    expected("expected a map")
}

/// The expected value in plain words, from serde's error.
fn expected(error: &str) -> String {
    let expected = error.split_once("expected ").map_or("", |(_, expected)| expected);
    let expected = expected.split(" at line ").next().unwrap_or_default();
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    if error.starts_with("unknown variant") && !names.is_empty() {
        return said::one_expected_of(&names);
    }
    let text = match expected {
        it if it.starts_with("a string") || it.starts_with("a borrowed string") => said::TEXT_EXPECTED,
        it if it.starts_with("a boolean") => said::BOOLEAN_EXPECTED,
        it if it.starts_with("a sequence") || it.starts_with("an array") => said::LIST_EXPECTED,
        it if it.starts_with("struct") || it.starts_with("a map") || it.starts_with("internally tagged") => {
            said::OBJECT_EXPECTED
        }
        it if it.starts_with(['i', 'u'])
            && it.trim_start_matches(['i', 'u']).starts_with(|c: char| c.is_ascii_digit()) =>
        {
            said::NUMBER_EXPECTED
        }
        it if it.contains("UUID") => said::ID_EXPECTED,
        _ if error.contains("UUID") || error.contains("invalid length") && error.contains("simple format") => {
            said::ID_EXPECTED
        }
        _ => said::VALUE_NOT_ALLOWED,
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_expected_value_without_the_names_of_types() {
        for (sentence, plain) in [
            ("invalid type: sequence, expected a string at line 1 column 3", "Text is expected here."),
            ("invalid type: string \"x\", expected i64", "A whole number is expected here."),
            ("invalid type: map, expected u32", "A whole number is expected here."),
            ("invalid type: integer `1`, expected struct TicketPatch", "An object is expected here."),
            ("invalid type: null, expected a sequence", "A list is expected here."),
            ("invalid type: string \"no\", expected a boolean", "Either true or false is expected here."),
            ("unknown variant `x`, expected one of `owner`, `admin`", "One of owner, admin is expected here."),
            ("UUID parsing failed: invalid length: expected 32 for simple format, found 1", "An ID is expected here."),
            ("something else", "This value isn't allowed here."),
        ] {
            assert_eq!(expected(sentence), plain, "{sentence}");
        }
    }
}
