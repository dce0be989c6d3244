//! Spans in the JSON of OTLP: ids in hex, 64-bit numbers as texts.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value as Json, json};

/// SPAN_KIND_SERVER: the span answers a request.
const SERVER: u8 = 2;

/// A field of a span or of a log line.
pub(super) type Attribute = (&'static str, Value);

#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Whole(i64),
    Number(f64),
    Flag(bool),
}

/// A span that has ended.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub trace: u128,
    pub id: u64,
    pub parent: Option<u64>,
    pub name: &'static str,
    pub began: SystemTime,
    pub ended: SystemTime,
    pub attributes: Vec<Attribute>,
    /// The log lines of the span.
    pub events: Vec<(SystemTime, Vec<Attribute>)>,
}

/// The service that the spans belong to.
pub(super) struct Origin {
    attributes: Json,
}

impl Origin {
    pub(super) fn new(service: &str) -> Self {
        let attributes = [
            ("service.name", Value::Text(service.to_owned())),
            ("service.version", Value::Text(env!("CARGO_PKG_VERSION").to_owned())),
            ("service.instance.id", Value::Text(uuid::Uuid::new_v4().to_string())),
        ];
        Self { attributes: written(&attributes) }
    }
}

/// The body of an `ExportTraceServiceRequest`.
pub(super) fn body(origin: &Origin, spans: &[Finished]) -> Vec<u8> {
    let spans: Vec<Json> = spans.iter().map(span).collect();
    let scope = json!({"name": "troupe", "version": env!("CARGO_PKG_VERSION")});
    let body = json!({"resourceSpans": [{
        "resource": {"attributes": origin.attributes},
        "scopeSpans": [{"scope": scope, "spans": spans}],
    }]});
    body.to_string().into_bytes()
}

fn span(span: &Finished) -> Json {
    let events: Vec<Json> = span
        .events
        .iter()
        .map(|(at, fields)| {
            let (messages, others): (Vec<_>, Vec<_>) = fields.iter().cloned().partition(|(name, _)| *name == "message");
            let name = match messages.first() {
                Some((_, Value::Text(message))) => message.clone(),
                _ => "log".to_owned(),
            };
            json!({"timeUnixNano": nanos(*at), "name": name, "attributes": written(&others)})
        })
        .collect();
    let mut json = json!({
        "traceId": format!("{:032x}", span.trace),
        "spanId": format!("{:016x}", span.id),
        "name": span.name,
        "kind": SERVER,
        "startTimeUnixNano": nanos(span.began),
        "endTimeUnixNano": nanos(span.ended),
        "attributes": written(&span.attributes),
        "events": events,
    });
    if let Some(parent) = span.parent {
        json["parentSpanId"] = format!("{parent:016x}").into();
    }
    json
}

fn written(attributes: &[Attribute]) -> Json {
    let one = |(name, value): &Attribute| {
        let value = match value {
            Value::Text(text) => json!({"stringValue": text}),
            Value::Whole(number) => json!({"intValue": number.to_string()}),
            Value::Number(number) => json!({"doubleValue": number}),
            Value::Flag(flag) => json!({"boolValue": flag}),
        };
        json!({"key": name, "value": value})
    };
    attributes.iter().map(one).collect()
}

fn nanos(at: SystemTime) -> String {
    at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos()).to_string()
}
