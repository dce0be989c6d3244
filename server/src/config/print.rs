//! `troupe config`: the settings in force, with secrets hidden.

use std::fmt::Write;

use toml::Value;

use super::reader::Reader;
use super::variables::{Shown, VARIABLES};

/// A file like `config.default.toml`, with the values in force.
pub(super) fn print(reader: &Reader) -> String {
    let mut out = String::new();
    let mut section = "";
    // The table of variables has the order of the documented file.
    for (variable, key, shown) in VARIABLES {
        let Some((head, name)) = key.split_once('.') else { continue };
        let Some(value) = reader.value(key) else { continue };
        if head != section {
            let gap = if section.is_empty() { "" } else { "\n" };
            let _ = writeln!(out, "{gap}[{head}]");
            section = head;
        }
        let _ = writeln!(out, "{name} = {} # {variable}", shown_value(value, *shown));
    }
    out
}

fn shown_value(value: &Value, shown: Shown) -> Value {
    match (value.as_str(), shown) {
        (None, _) | (_, Shown::Whole) => value.clone(),
        (Some(""), _) => Value::from(""),
        (Some(_), Shown::Hidden) => Value::from("(hidden)"),
        (Some(url), Shown::WithoutPassword) => Value::from(without_password(url)),
    }
}

/// `scheme://user:password@host` without the password, wherever the address appears.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "(hidden)".to_owned() };
    let (authority, tail) = match rest.find(['/', '?']) {
        // The password itself may hold a slash that is not escaped: so look behind the last `@`.
        Some(at) if !rest[at..].contains('@') => rest.split_at(at),
        _ => (rest, ""),
    };
    let host = authority.rsplit_once('@').map_or_else(
        || authority.to_owned(),
        |(user, host)| {
            let name = user.split_once(':').map_or(user, |(name, _)| name);
            format!("{name}:(hidden)@{host}")
        },
    );
    let tail = match tail.split_once('?') {
        Some((path, query)) if query.to_ascii_lowercase().contains("pass") => {
            format!("{path}?(hidden)")
        }
        _ => tail.to_owned(),
    };
    format!("{scheme}://{host}{tail}")
}
