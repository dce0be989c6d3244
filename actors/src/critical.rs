//! Tasks that a node cannot do without. A panic ends the task in which it happens. A request, a socket, a workspace or
//! a thread's hub recovers by itself. A critical task runs once for the life of the node, and its loss would go
//! unnoticed. So if a critical task panics, the node ends, and its supervisor starts it again. A panic in one step of a
//! critical task is caught instead: its cause may be in the data, and then every node would end again and again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::watch;

/// Records whether a critical task has failed. Cheap to clone; all clones share their state.
#[derive(Clone, Debug, Default)]
pub struct CriticalTasks(Arc<watch::Sender<Option<&'static str>>>);

impl CriticalTasks {
    /// A guard that reports `what` as failed when a panic drops it.
    #[must_use]
    pub fn guard(&self, what: &'static str) -> Guard {
        Guard { what, tasks: self.clone() }
    }

    /// Runs work under a guard.
    pub async fn watch<W: Future>(self, what: &'static str, work: W) -> W::Output {
        let _guard = self.guard(what);
        work.await
    }

    /// Waits until a critical task has failed, and returns its name.
    pub async fn failed(&self) -> &'static str {
        let mut told = self.0.subscribe();
        // This clone holds a sender, so the channel stays open.
        let found = told.wait_for(Option::is_some).await.ok().and_then(|what| *what);
        found.unwrap_or("the watch itself")
    }
}

/// Runs one step of a critical task; `None` if the step panicked, which the panic hook has counted and logged. Only for
/// steps that leave no partial state behind on which the next step relies.
pub async fn catch_panic<W: Future>(work: W) -> Option<W::Output> {
    AssertUnwindSafe(work).catch_unwind().await.ok()
}

/// Like [`catch_panic`], for a step without waiting.
pub fn catch_panic_now<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// See [`CriticalTasks::guard`].
#[derive(Debug)]
pub struct Guard {
    what: &'static str,
    tasks: CriticalTasks,
}

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(what = self.what, "failed; a node cannot do without it");
            self.tasks.0.send_replace(Some(self.what));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn f08_a_task_that_panics_is_reported_and_a_task_that_ends_is_not() {
        let tasks = CriticalTasks::default();
        let well = tokio::spawn(tasks.clone().watch("the one that ends", async {}));
        well.await.expect("no panic");
        let badly = tokio::spawn(tasks.clone().watch("the other", async { panic!("as asked") }));
        assert!(badly.await.is_err());
        assert_eq!(tasks.failed().await, "the other");
    }

    #[tokio::test]
    async fn f08_a_critical_task_outlives_a_step_that_panics() {
        let tasks = CriticalTasks::default();
        let work = async {
            assert_eq!(catch_panic(async { panic!("as asked") }).await, None::<()>);
            assert_eq!(catch_panic_now(|| panic!("as asked")), None::<()>);
            catch_panic(async { 7 }).await
        };
        assert_eq!(tokio::spawn(tasks.clone().watch("it", work)).await.expect("no panic"), Some(7));
        assert!(tasks.0.borrow().is_none(), "nothing has broken down");
    }
}
