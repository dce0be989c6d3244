//! Where the value of a setting comes from, and the list of problems.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::{Table, Value};

use super::variables::{VARIABLES, variable_of};

const DEFAULTS: &str = include_str!("../../config.default.toml");

/// The settings by their dotted keys, and the problems found so far.
pub(super) struct Reader {
    defaults: BTreeMap<String, Value>,
    values: BTreeMap<String, Value>,
    problems: Vec<String>,
}

impl Reader {
    pub(super) fn new(environment: &HashMap<String, String>) -> Self {
        let defaults = flat(&toml::from_str::<Table>(DEFAULTS).unwrap_or_default());
        let mut reader = Self { values: defaults.clone(), defaults, problems: Vec::new() };
        if let Some(path) = environment.get("TROUPE_CONFIG").filter(|path| !path.is_empty()) {
            reader.add_file(path);
        }
        for (variable, key, _) in VARIABLES {
            if let Some(text) = environment.get(*variable) {
                reader.add_variable(key, text);
            }
        }
        reader
    }

    fn add_file(&mut self, path: &str) {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                return self.problems.push(format!("TROUPE_CONFIG ({path}) cannot be read: {error}"));
            }
        };
        match toml::from_str::<Table>(&text) {
            Ok(table) => {
                for (key, value) in flat(&table) {
                    match self.defaults.get(&key) {
                        None => self.problems.push(format!("{path}: there is no setting `{key}`")),
                        Some(default) if !default.same_type(&value) => self.problems.push(format!(
                            "{path}: `{key}` must be {}, not {}",
                            named(default),
                            named(&value)
                        )),
                        Some(_) => drop(self.values.insert(key, value)),
                    }
                }
            }
            Err(error) => self.problems.push(format!("{path} is not TOML: {}", error.message())),
        }
    }

    fn add_variable(&mut self, key: &str, text: &str) {
        let text = text.trim();
        let value = match self.defaults.get(key) {
            Some(Value::Integer(_)) => text.parse().ok().map(Value::Integer),
            Some(Value::Boolean(_)) => match text {
                "1" | "true" | "yes" => Some(Value::Boolean(true)),
                "" | "0" | "false" | "no" => Some(Value::Boolean(false)),
                _ => None,
            },
            Some(Value::Array(_)) => Some(Value::Array(
                text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(Value::from).collect(),
            )),
            _ => Some(Value::from(text)),
        };
        match (value, self.defaults.get(key)) {
            (Some(value), _) => drop(self.values.insert(key.to_owned(), value)),
            (None, Some(default)) => self.problem(key, format!("must be {}", named(default))),
            (None, None) => {}
        }
    }

    /// Records a problem of a setting. The value is never repeated: it may be a secret.
    pub(super) fn problem(&mut self, key: &str, what: impl Display) {
        let name = variable_of(key).unwrap_or(key);
        self.problems.push(format!("{name} {what}"));
    }

    pub(super) fn into_problems(self) -> Vec<String> {
        self.problems
    }

    /// The value in force.
    pub(super) fn value(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// A text, or None if it is empty.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.value(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    pub(super) fn flag(&self, key: &str) -> bool {
        self.value(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// The items of a list.
    pub(super) fn list(&self, key: &str) -> Vec<String> {
        let items = self.value(key).and_then(Value::as_array).cloned().unwrap_or_default();
        items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A whole number within bounds.
    pub(super) fn number<T>(&mut self, key: &str, bounds: RangeInclusive<T>) -> T
    where
        T: TryFrom<i64> + PartialOrd + Display + Copy,
    {
        let given = self.value(key).and_then(Value::as_integer);
        match given.and_then(|number| T::try_from(number).ok()) {
            Some(number) if bounds.contains(&number) => number,
            _ => {
                self.problem(key, format!("must be from {} to {}", bounds.start(), bounds.end()));
                *bounds.start()
            }
        }
    }

    /// A text that can be parsed; the default if it cannot.
    pub(super) fn parsed<T: FromStr>(&mut self, key: &str, what: &str) -> Option<T> {
        let text = self.text(key)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.problem(key, format!("must be {what}"));
            return self.defaults.get(key).and_then(Value::as_str)?.parse().ok();
        }
        parsed
    }
}

fn flat(table: &Table) -> BTreeMap<String, Value> {
    let mut flat = BTreeMap::new();
    for (section, value) in table {
        match value {
            Value::Table(inner) => {
                flat.extend(inner.iter().map(|(k, v)| (format!("{section}.{k}"), v.clone())));
            }
            other => drop(flat.insert(section.clone(), other.clone())),
        }
    }
    flat
}

const fn named(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) => "a whole number",
        Value::Boolean(_) => "true or false",
        Value::Array(_) => "a list of texts",
        _ => "another kind of value",
    }
}
