//! Where log lines and spans go, and their form.

use std::fmt;
use std::io::{IsTerminal, Write};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use crate::config::{LogConfig, LogFormat};
use crate::socket::TRACED;
use crate::traces::Spans;

/// Writes a line to the standard output. A closed standard output is no reason to stop the node.
pub(super) fn say(line: fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Sends logs to the standard error.
pub(super) fn start(config: &LogConfig) {
    start_with(config, None);
}

/// Sends logs to the standard error, and spans to a collector.
pub(super) fn start_with(config: &LogConfig, spans: Option<Spans>) {
    let filter = EnvFilter::try_new(&config.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // The error would be logged to the standard error, which is exactly the stream that failed.
        .log_internal_errors(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match config.format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(true).boxed(),
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).with_target(false).boxed(),
    };
    // The spans of requests and commands are for the collector only.
    let ours = ["server", "actors"].map(|room| (room, LevelFilter::INFO));
    let traced = Targets::new().with_targets(ours).with_target(TRACED, LevelFilter::TRACE);
    let all = tracing_subscriber::registry().with(lines.with_filter(filter));
    // Fails only if a test has set up logs before.
    let _ = match spans {
        Some(spans) => all.with(spans.with_filter(traced)).try_init(),
        None => all.try_init(),
    };
}
