//! Compares values with the schemas of the document, and finds texts without a bound.

use serde_json::{Value, json};
use uuid::Uuid;

/// Why a value does not match a schema; `None` if it does.
pub fn unlike(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name}"));
        return unlike(document, schema, value, at);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(some) = schema[key].as_array() {
            let all: Vec<_> = some.iter().map(|one| unlike(document, one, value, at)).collect();
            return if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() };
        }
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().flat_map(|one| unlike(document, one, value, at)).collect();
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allows = |allowed: &Value| allowed == kind || allowed == "number" && kind == "integer";
    let kinds = &schema["type"];
    if !(kinds.is_null() || allows(kinds) || kinds.as_array().is_some_and(|kinds| kinds.iter().any(allows))) {
        return vec![format!("{at} is {kind} and not {kinds}")];
    }
    let mut wrong = Vec::new();
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        wrong.push(format!("{at} is {value}, but must be one of {}", schema["enum"]));
    }
    if let Some(text) = value.as_str() {
        let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
        if text.chars().count() as u64 > most {
            wrong.push(format!("{at} is longer than {most}"));
        }
        let is = match schema["format"].as_str() {
            Some("uuid") => text.parse::<Uuid>().is_ok(),
            Some("date-time") => text.len() >= 20 && text.ends_with('Z'),
            Some("email") => text.contains('@'),
            Some("uri") => text.contains("://"),
            _ => true,
        };
        if !is {
            wrong.push(format!("{at} is no {}: {text}", schema["format"]));
        }
    }
    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
        wrong.extend(unlike(document, &schema["items"], item, &format!("{at}[{n}]")));
    }
    if let Some(fields) = value.as_object() {
        let known = schema["properties"].as_object();
        for (name, field) in fields {
            match known.and_then(|known| known.get(name)) {
                Some(schema) => wrong.extend(unlike(document, schema, field, &format!("{at}.{name}"))),
                None if schema["additionalProperties"].is_object() => {
                    wrong.extend(unlike(document, &schema["additionalProperties"], field, &format!("{at}.{name}")));
                }
                None if known.is_some() => wrong.push(format!("{at}.{name} is not described")),
                None => {}
            }
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                wrong.push(format!("{at}.{name} is missing"));
            }
        }
    }
    wrong
}

/// Texts without a format or a limit, anywhere in the document.
pub fn unbounded(schema: &Value, at: &str, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let kinds = &schema["type"];
            let is_text = kinds == "string" || kinds.as_array().is_some_and(|kinds| kinds.contains(&json!("string")));
            let bounds = ["format", "maxLength", "enum", "const", "pattern"];
            if is_text && !bounds.iter().any(|bound| fields.contains_key(*bound)) {
                found.push(at.to_owned());
            }
            for (name, inner) in fields {
                unbounded(inner, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| unbounded(item, at, found)),
        _ => {}
    }
}
