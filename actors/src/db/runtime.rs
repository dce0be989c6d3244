//! A tokio runtime that may be dropped anywhere.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};

/// Tokio panics when a runtime is dropped inside another one. This one is shut down in the background instead.
#[derive(Debug)]
pub(super) struct OwnRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl OwnRuntime {
    pub(super) fn new(name: &str, threads: usize) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().thread_name(name).worker_threads(threads).enable_all().build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    pub(super) const fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
