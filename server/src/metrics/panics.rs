//! Panics anywhere in the process; each is a bug.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::sync::LazyLock;

use prometheus::IntCounter;

static COUNTED: LazyLock<IntCounter> = LazyLock::new(|| {
    IntCounter::new("troupe_panics_total", "Panics, in whatever part").unwrap_or_else(|error| panic!("{error}"))
});

/// The number of panics since the process started.
#[must_use]
pub fn counter() -> IntCounter {
    COUNTED.clone()
}

/// Counts and logs panics from now on, like all other errors, instead of writing them past the log.
pub fn watch() {
    std::panic::set_hook(Box::new(note));
}

fn note(panic: &PanicHookInfo<'_>) {
    COUNTED.inc();
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let words = panic.payload_as_str().unwrap_or("without a word");
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("without a name");
    tracing::error!(thread, trace = %Backtrace::capture(), "panicked at {place}: {words}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p09_a_panic_of_any_thread_is_counted() {
        watch();
        let before = counter().get();
        let panicked = std::thread::spawn(|| panic!("as asked")).join();
        assert!(panicked.is_err());
        assert!(counter().get() > before);
    }
}
