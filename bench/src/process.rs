//! What is done to other processes.

use rustix::process::{Pid, Signal, kill_process};

/// Of what drives processes.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Sends a signal to a process that runs.
///
/// # Errors
/// Where it does not, or the system refuses.
pub fn signal(pid: Option<u32>, signal: Signal) -> Result<(), Failure> {
    let pid = pid.and_then(|id| Pid::from_raw(id.try_into().ok()?)).ok_or("it does not run")?;
    Ok(kill_process(pid, signal)?)
}
