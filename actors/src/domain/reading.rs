//! Reads typed values from a client's JSON. Every error has a code, the field that is wrong, and words for people.
//!
//! serde's own errors name Rust types, and serde reads a struct from an array as well. So values are read by a
//! deserializer with an error type of its own, which knows what was expected where.

use std::fmt;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor, value::StringDeserializer,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Number, Value};

use super::refusal::{Refusal, RefusalCode};
use crate::words;

/// Why a value cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    pub code: RefusalCode,
    /// What was expected, in words for people.
    pub message: String,
    /// The names of the fields down to the wrong one.
    path: Vec<String>,
}

impl Unreadable {
    pub(super) fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), path: Vec::new() }
    }

    fn expected(words: &str) -> Self {
        Self::new(RefusalCode::ValidationFailed, words)
    }

    pub(super) fn within(mut self, field: &str) -> Self {
        self.path.insert(0, field.to_owned());
        self
    }

    /// The field to name in a refusal. A field that is missing or unknown is named itself. Of a wrong value, the
    /// field of the object or of its patch is named, not a part of the field.
    pub fn field(&self) -> Option<&str> {
        let at = match self.path.first().map(String::as_str) {
            _ if self.names_itself() => self.path.len().saturating_sub(1),
            Some("patch") if self.path.len() > 1 => 1,
            _ => 0,
        };
        self.path.get(at).map(String::as_str)
    }

    /// The path to the wrong field: `patch.title`. Empty if the whole value is wrong.
    pub fn path(&self) -> String {
        self.path.join(".")
    }

    fn names_itself(&self) -> bool {
        self.code == RefusalCode::UnknownField || self.message == words::FIELD_MISSING
    }
}

impl From<Unreadable> for Refusal {
    fn from(error: Unreadable) -> Self {
        let field = error.field().map(str::to_owned);
        Self { field, ..Self::new(error.code, error.message) }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unreadable {}

/// The words in which our own types say what they expect.
const SAID_BY_TYPES: [&str; 2] = [words::ID_EXPECTED, words::DATE_EXPECTED];

impl Error for Unreadable {
    fn custom<T: fmt::Display>(said: T) -> Self {
        let said = said.to_string();
        let known = SAID_BY_TYPES.into_iter().find(|words| *words == said);
        Self::expected(known.unwrap_or(words::VALUE_NOT_ALLOWED))
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::expected(words::VALUE_NOT_ALLOWED)
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self::expected(&words::one_expected_of(names))
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Self::new(RefusalCode::UnknownField, words::no_such_field(name)).within(name)
    }

    fn missing_field(name: &'static str) -> Self {
        Self::expected(words::FIELD_MISSING).within(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::expected(words::VALUE_NOT_ALLOWED).within(name)
    }
}

/// Reads JSON text as a value. A name that an object has twice is refused.
///
/// # Errors
/// `validation_failed`.
pub fn json(text: &[u8]) -> Result<Value, Unreadable> {
    match serde_json::from_slice(text) {
        Ok(Strict(value)) => Ok(value),
        Err(error) if error.is_data() => Err(Unreadable::expected(words::VALUE_NOT_ALLOWED)),
        Err(_) => Err(Unreadable::expected(words::NOT_JSON)),
    }
}

/// Reads a typed value from JSON.
///
/// # Errors
/// `unknown_field` or `validation_failed`, with the field that is wrong.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Unreadable> {
    T::deserialize(Reader(value))
}

/// JSON without a name that an object has twice: of two values, a reader would silently take one.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some((name, Strict(value))) = fields.next_entry::<String, Strict>()? {
            if all.insert(name, value).is_some() {
                return Err(A::Error::custom("an object has a name twice"));
            }
        }
        Ok(Value::Object(all))
    }
}

/// Reads a value that is already JSON.
struct Reader(Value);

macro_rules! read_numbers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            match self.0 {
                Value::Number(_) => self.deserialize_any(visitor),
                _ => Err(Unreadable::expected(words::NUMBER_EXPECTED)),
            }
        }
    )+};
}

macro_rules! read_texts {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            match self.0 {
                Value::String(text) => visitor.visit_string(text),
                _ => Err(Unreadable::expected(words::TEXT_EXPECTED)),
            }
        }
    )+};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                (.., Some(number)) => visitor.visit_f64(number),
                _ => Err(Unreadable::expected(words::NUMBER_EXPECTED)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            Value::Object(fields) => visitor.visit_map(Fields { rest: fields.into_iter(), value: None }),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(value),
            _ => Err(Unreadable::expected(words::BOOLEAN_EXPECTED)),
        }
    }

    read_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
    }

    read_texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Array(_) => self.deserialize_any(visitor),
            _ => Err(Unreadable::expected(words::LIST_EXPECTED)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Object(_) => self.deserialize_any(visitor),
            _ => Err(Unreadable::expected(words::OBJECT_EXPECTED)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            _ => Err(Unreadable::expected(words::TEXT_EXPECTED)),
        }
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct tuple tuple_struct ignored_any }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        self.0.next().map(|item| seed.deserialize(Reader(item))).transpose()
    }
}

struct Fields {
    rest: serde_json::map::IntoIter,
    value: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        let key: StringDeserializer<Unreadable> = name.clone().into_deserializer();
        self.value = Some((name, value));
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unreadable> {
        let (name, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Reader(value)).map_err(|error| error.within(&name))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::domain::{date::PlainDate, ids::TicketId};

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Sample {
        #[serde(rename = "title")]
        _title: String,
        #[serde(default, rename = "count")]
        _count: Option<i64>,
        #[serde(default, rename = "done")]
        _done: Option<bool>,
        #[serde(default, rename = "ids")]
        _ids: Vec<TicketId>,
        #[serde(default, rename = "due")]
        _due: Option<PlainDate>,
        #[serde(default, rename = "role")]
        _role: Option<crate::domain::entity::Role>,
        #[serde(default, rename = "parent")]
        _parent: Option<Named>,
        #[serde(default, rename = "patch")]
        _patch: Option<Box<Sample>>,
    }

    #[derive(Debug, Deserialize)]
    struct Named {
        #[serde(rename = "id")]
        _id: TicketId,
    }

    fn fault(value: Value) -> (RefusalCode, String, Option<String>) {
        let error = read::<Sample>(value.clone()).expect_err(&value.to_string());
        let field = error.field().map(str::to_owned);
        (error.code, error.message, field)
    }

    #[test]
    fn f02_an_error_names_the_field_and_the_expected_value() {
        for (value, field, said) in [
            (json!({"title": 1}), "title", words::TEXT_EXPECTED),
            (json!({"title": "a", "count": "x"}), "count", words::NUMBER_EXPECTED),
            (json!({"title": "a", "done": 0}), "done", words::BOOLEAN_EXPECTED),
            (json!({"title": "a", "ids": {}}), "ids", words::LIST_EXPECTED),
            (json!({"title": "a", "ids": ["x"]}), "ids", words::ID_EXPECTED),
            (json!({"title": "a", "ids": [7]}), "ids", words::TEXT_EXPECTED),
            (json!({"title": "a", "due": "tomorrow"}), "due", words::DATE_EXPECTED),
            (json!({"title": "a", "patch": []}), "patch", words::OBJECT_EXPECTED),
            (json!({"title": "a", "patch": {"title": 1}}), "title", words::TEXT_EXPECTED),
            (json!({"title": "a", "patch": {}}), "title", words::FIELD_MISSING),
            (json!({}), "title", words::FIELD_MISSING),
            (json!({"title": "a", "parent": {}}), "id", words::FIELD_MISSING),
        ] {
            let found = fault(value.clone());
            assert_eq!(found, (RefusalCode::ValidationFailed, said.into(), Some(field.into())), "{value}");
        }
    }

    #[test]
    fn f02_an_unknown_field_has_a_code_of_its_own_and_an_unknown_word_is_answered_with_the_known_ones() {
        let found = fault(json!({"title": "a", "patch": {"title": "b", "moon": 1}}));
        assert_eq!(found, (RefusalCode::UnknownField, words::no_such_field("moon"), Some("moon".into())));
        let (code, said, field) = fault(json!({"title": "a", "role": "king"}));
        assert_eq!((code, field), (RefusalCode::ValidationFailed, Some("role".into())));
        assert!(said.contains("owner"), "{said}");
    }

    #[test]
    fn f02_a_struct_is_never_read_from_an_array() {
        assert_eq!(fault(json!(["a"])), (RefusalCode::ValidationFailed, words::OBJECT_EXPECTED.into(), None));
    }

    #[test]
    fn f02_a_name_that_an_object_has_twice_is_refused() {
        assert!(json(br#"{"a": {"b": 1, "b": 2}}"#).is_err());
        assert_eq!(json(b"{").expect_err("cut").message, words::NOT_JSON);
        assert_eq!(json(br#"{"a": [1, -1, 1.5, "x", null, true]}"#), Ok(json!({"a": [1, -1, 1.5, "x", null, true]})));
    }
}
