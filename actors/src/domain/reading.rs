//! Errors in a client's JSON: what was expected, in words for people, and which field is wrong. serde names Rust types
//! in its errors, and reads a struct from an array as well.

use serde_json::Value;

use super::refusal::{Refusal, RefusalCode};
use crate::words;

/// The expected value in plain words, from serde's error.
#[must_use]
pub fn expected(error: &str) -> String {
    let expected = error.split_once("expected ").map_or("", |(_, expected)| expected);
    let expected = expected.split(" at line ").next().unwrap_or_default();
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    if error.starts_with("unknown variant") && !names.is_empty() {
        return words::one_expected_of(&names);
    }
    let text = match expected {
        it if it.starts_with("a string") || it.starts_with("a borrowed string") => words::TEXT_EXPECTED,
        it if it.starts_with("a boolean") => words::BOOLEAN_EXPECTED,
        it if it.starts_with("a sequence") || it.starts_with("an array") => words::LIST_EXPECTED,
        it if it.starts_with("struct") || it.starts_with("a map") || it.starts_with("internally tagged") => {
            words::OBJECT_EXPECTED
        }
        it if it.starts_with(['i', 'u'])
            && it.trim_start_matches(['i', 'u']).starts_with(|c: char| c.is_ascii_digit()) =>
        {
            words::NUMBER_EXPECTED
        }
        it if it.contains("UUID") => words::ID_EXPECTED,
        _ if error.contains("UUID") || error.contains("invalid length") && error.contains("simple format") => {
            words::ID_EXPECTED
        }
        _ => words::VALUE_NOT_ALLOWED,
    };
    text.to_owned()
}

/// The fields of a command that may hold an array. In any other field serde would read an array as a struct, in the
/// order of the fields.
const SETS: [&str; 6] = ["ticketIds", "listIds", "assigneesIds", "labels", "add", "remove"];

/// Refuses a command with an array in any field but its sets, and names that field.
///
/// # Errors
/// `validation_failed`.
pub(super) fn no_array_for_an_object(text: &str) -> Result<(), Refusal> {
    // Most commands have no array at all.
    if !text.contains('[') {
        return Ok(());
    }
    let wrong = |field: Option<&str>| {
        let refusal = Refusal::new(RefusalCode::ValidationFailed, words::OBJECT_EXPECTED);
        Err(match field {
            Some(field) => refusal.with_field(field),
            None => refusal,
        })
    };
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => {
            for (name, value) in &fields {
                let in_patch = |name: &str, value: &Value| match value {
                    // In a patch, a set is changed by `add` and `remove`.
                    Value::Array(_) => !matches!(name, "add" | "remove"),
                    _ => false,
                };
                match value {
                    Value::Array(_) if !SETS.contains(&name.as_str()) => return wrong(Some(name)),
                    Value::Object(patch) => {
                        if let Some((name, _)) = patch.iter().find(|(name, value)| in_patch(name, value)) {
                            return wrong(Some(name));
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        }
        Ok(Value::Array(_)) => wrong(None),
        // The text is no object: reading the command reports that.
        _ => Ok(()),
    }
}

/// The field that causes this error: without it, reading succeeds or fails with another error.
pub(super) fn blamed(text: &str, words: &str, read: impl Fn(&Value) -> Result<(), String>) -> Option<String> {
    let whole: Value = serde_json::from_str(text).ok()?;
    // Errors from a parsed value lack the line and column of errors from a text.
    let words = read(&whole).err().filter(|again| words.starts_with(again.as_str()))?;
    let blamed_in = |object: &dyn Fn(&mut Value) -> Option<&mut serde_json::Map<String, Value>>| {
        let mut names: Vec<String> = object(&mut whole.clone())?.keys().cloned().collect();
        // Without `kind` no command can be read, so it is tried last.
        names.sort_by_key(|name| name == "kind");
        names.into_iter().find(|name| {
            let mut without = whole.clone();
            object(&mut without).and_then(|fields| fields.remove(name));
            read(&without).err().as_ref() != Some(&words)
        })
    };
    let outer = blamed_in(&|value| value.as_object_mut())?;
    let inner = blamed_in(&|value| value.get_mut(&outer)?.as_object_mut());
    Some(inner.unwrap_or(outer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f02_what_is_expected_is_said_without_the_names_of_types() {
        for (words, said) in [
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
            assert_eq!(expected(words), said, "{words}");
        }
    }
}
