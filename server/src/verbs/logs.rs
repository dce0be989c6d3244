//! Where log lines go, and what they look like.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::{LogConfig, LogFormat};

/// Sends logs to the standard error.
pub(super) fn start(config: &LogConfig) {
    let filter = EnvFilter::try_new(&config.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // It fails only where somebody (a test) has set up logs before.
    let _ = match config.format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(true).try_init(),
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).with_target(false).try_init(),
    };
}
