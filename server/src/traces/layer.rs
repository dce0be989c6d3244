//! Collects spans as they end.

use std::fmt::Debug;
use std::sync::mpsc::SyncSender;
use std::time::SystemTime;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::Message;
use super::otlp::{Attribute, Finished, Value};

/// No span keeps more events than this: a request that logs in a loop must not fill the memory.
const EVENTS: usize = 32;

/// Collects spans as they end.
pub struct Spans {
    queue: SyncSender<Message>,
}

impl Spans {
    pub(super) const fn new(queue: SyncSender<Message>) -> Self {
        Self { queue }
    }
}

/// The data of a span that has not ended.
struct Open(Finished);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let parent = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            extensions.get::<Open>().map(|open| (open.0.trace, open.0.id))
        });
        let (trace, parent) = match parent {
            Some((trace, parent)) => (trace, Some(parent)),
            None => (rand::random(), None),
        };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let name = span.name();
        let began = SystemTime::now();
        let open = Finished {
            trace,
            // Never zero: zero means that there is no id.
            id: rand::random::<u64>() | 1,
            parent,
            name,
            began,
            ended: began,
            attributes: fields.0,
            events: Vec::new(),
        };
        span.extensions_mut().insert(Open(open));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(Open(open)) = span.extensions_mut().get_mut::<Open>() {
            let mut fields = Fields::default();
            values.record(&mut fields);
            open.attributes.extend(fields.0);
        }
    }

    /// Adds a log line to the span around it.
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else { return };
        if let Some(Open(open)) = span.extensions_mut().get_mut::<Open>()
            && open.events.len() < EVENTS
        {
            let mut fields = Fields::default();
            event.record(&mut fields);
            open.events.push((SystemTime::now(), fields.0));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(Open(mut finished)) = span.extensions_mut().remove::<Open>() else { return };
        finished.ended = SystemTime::now();
        // If the queue is full, the span is lost: no request waits for a collector.
        let _ = self.queue.try_send(Message::Span(Box::new(finished)));
    }
}

#[derive(Default)]
struct Fields(Vec<Attribute>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push((field.name(), Value::Text(format!("{value:?}"))));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push((field.name(), Value::Text(value.to_owned())));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.push((field.name(), Value::Whole(value)));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.push((field.name(), Value::Whole(i64::try_from(value).unwrap_or(i64::MAX))));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.push((field.name(), Value::Number(value)));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.push((field.name(), Value::Flag(value)));
    }
}
