//! A server that still runs after its node was killed or crashed.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use super::StartError;
use super::folder::Layout;

/// Stops such a server. This process holds the lock of the data folder, so no living node owns the server.
pub(super) async fn stop(layout: &Layout) -> Result<(), StartError> {
    let file = layout.cluster.join("postmaster.pid");
    let Some(pid) = read_pid(&file) else { return Ok(()) };
    if !is_ours(pid, &layout.cluster) {
        // The process id belongs to another program by now. PostgreSQL would refuse to start for as long as that
        // program runs.
        return match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StartError::folder(&file)(error)),
            _ => Ok(()),
        };
    }
    tracing::warn!(pid = pid.as_raw_pid(), "stopping a database that an earlier node left behind");
    let stays = || StartError::OrphanStays(pid.as_raw_pid());
    kill_process(pid, Signal::INT).map_err(|_| stays())?;
    let deadline = Instant::now() + Duration::from_secs(15);
    while file.exists() || test_kill_process(pid).is_ok() && is_ours(pid, &layout.cluster) {
        if Instant::now() > deadline {
            return Err(stays());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

fn read_pid(file: &Path) -> Option<Pid> {
    let text = fs::read_to_string(file).ok()?;
    Pid::from_raw(text.lines().next()?.trim().parse().ok()?)
}

/// PostgreSQL works inside its data directory.
fn is_ours(pid: Pid, cluster: &Path) -> bool {
    let at = fs::read_link(format!("/proc/{}/cwd", pid.as_raw_pid()));
    let ours = fs::canonicalize(cluster);
    matches!((at, ours), (Ok(at), Ok(ours)) if at == ours)
}
