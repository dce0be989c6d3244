//! Signals and errors of child processes.

use rustix::process::{Pid, Signal, kill_process};

/// Any error while driving processes.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Sends a signal to a running process.
///
/// # Errors
/// When the process has ended or the system refuses.
pub fn signal(pid: Option<u32>, signal: Signal) -> Result<(), Failure> {
    let pid = pid.and_then(|id| Pid::from_raw(id.try_into().ok()?)).ok_or("it does not run")?;
    Ok(kill_process(pid, signal)?)
}
