//! What a node cannot do without. A panic takes down the task that it happens in: a request, a socket, a workspace or
//! a thread's hub come back by themselves. Of other work there is one for as long as the node lives, and nobody would
//! miss it before long: where that breaks down the node is told, and ends, so that whoever watches it starts it anew.
//! It goes on where one of its turns panics: what makes one panic may be in the data, and every node would end, again
//! and again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::watch;

/// Knows whether anything vital has broken down. Cheap to clone; all clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Vital(Arc<watch::Sender<Option<&'static str>>>);

impl Vital {
    /// Says that `what` has broken down, where it is dropped by a panic.
    #[must_use]
    pub fn guard(&self, what: &'static str) -> Guard {
        Guard { what, vital: self.clone() }
    }

    /// Carries work out under a guard.
    pub async fn watch<W: Future>(self, what: &'static str, work: W) -> W::Output {
        let _guard = self.guard(what);
        work.await
    }

    /// Waits until something has broken down, and answers what; in a good life for ever.
    pub async fn broken(&self) -> &'static str {
        let mut told = self.0.subscribe();
        // The sender is this clone's own.
        let found = told.wait_for(Option::is_some).await.ok().and_then(|what| *what);
        found.unwrap_or("the watch itself")
    }
}

/// One turn of what goes on whatever becomes of it; `None` where it panicked, which has been counted and logged. Only
/// for turns that leave nothing half done behind which the next one relies on.
pub async fn turn<W: Future>(work: W) -> Option<W::Output> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

/// The same of a turn that waits for nothing.
pub fn turn_at_once<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// See [`Vital::guard`].
#[derive(Debug)]
pub struct Guard {
    what: &'static str,
    vital: Vital,
}

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(what = self.what, "broke down; a node cannot do without it");
            self.vital.0.send_replace(Some(self.what));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn f08_what_breaks_down_by_a_panic_is_told_and_what_ends_well_is_not() {
        let vital = Vital::default();
        let well = tokio::spawn(vital.clone().watch("the one that ends", async {}));
        well.await.expect("no panic");
        let badly = tokio::spawn(vital.clone().watch("the other", async { panic!("as asked") }));
        assert!(badly.await.is_err());
        assert_eq!(vital.broken().await, "the other");
    }

    #[tokio::test]
    async fn f08_what_goes_on_outlives_a_turn_that_panics() {
        let vital = Vital::default();
        let work = async {
            assert_eq!(turn(async { panic!("as asked") }).await, None::<()>);
            assert_eq!(turn_at_once(|| panic!("as asked")), None::<()>);
            turn(async { 7 }).await
        };
        assert_eq!(tokio::spawn(vital.clone().watch("it", work)).await.expect("no panic"), Some(7));
        assert!(vital.0.borrow().is_none(), "nothing has broken down");
    }
}
