//! A file of 1 GiB (`BENCH_UPLOAD_MIB`) over HTTP in parts, in turn with the same bytes written to the same disk: the rate
//! and the memory of the node. An upload that is cut twice and goes on. The bytes read back.

mod sender;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::figures::{Report, median, percentiles, spread};
use crate::node::{Failure, Node};
use crate::settings::setting;
use sender::{Sender, Upload};

const RUNS: usize = 3;
const MIB: usize = 1 << 20;
/// The nodes of the part accept each other's tokens, and have one folder for files.
const SECRET: &str = "e81c4f07a95d3b62c0f7184e9ad253b6704cf8e21d96b35a";
/// The allocator has given back what it gives back.
const SETTLED: Duration = Duration::from_secs(5);

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let mib = setting("BENCH_UPLOAD_MIB", 1_024)?;
    let folder = Folder::new()?;
    let files = folder.0.to_string_lossy().into_owned();
    let settings = [("TROUPE_SECRET", SECRET), ("TROUPE_FILES_DIR", files.as_str())];
    let name = format!("upload{}", std::process::id());
    let node = Node::start_with(&settings).await?;
    let sender = Sender::new(&node, node.person(&name)?)?;
    drop(node);

    let mut node = Node::start_with(&settings).await?;
    let idle = node.memory();
    let (mut rates, mut disk, mut times, mut most, mut cpu) = (Vec::new(), Vec::new(), Vec::new(), 0, 0.0);
    let mut last = None;
    for _ in 0..RUNS {
        let Some(upload) = sender.begin(&node, mib * MIB).await? else {
            report.row("upload", "left out: the build has no files", "");
            return Ok(());
        };
        disk.push(folder.write(&upload)?);
        let (start, before) = (Instant::now(), node.cpu());
        let (sent, highest) = watched(&node, || sender.send(&node, &upload, 0..upload.parts()));
        times.extend(sent?);
        sender.complete(&node, &upload)?;
        rates.push(mib as f64 / start.elapsed().as_secs_f64());
        cpu += (node.cpu() - before) / RUNS as f64;
        most = most.max(highest);
        last = Some(upload);
    }
    let ratio = median(rates.clone()) / median(disk.clone());
    report.row(
        &format!("upload of {mib} MiB in parts of {} MiB, MiB/s", last.as_ref().map_or(0, |it| it.part / MIB)),
        format!(
            "{}; {ratio:.2} × the disk; parts {}; {:.1} s of the node's CPU a GiB",
            spread(rates),
            percentiles(times),
            cpu * 1_024.0 / mib as f64
        ),
        "",
    );
    report.row("the same bytes written to the disk, each part synced, MiB/s", spread(disk), "");
    tokio::time::sleep(SETTLED).await;
    let megabytes = |bytes: u64| bytes as f64 / MIB as f64;
    report.row(
        "memory of the node over these uploads",
        format!(
            "{:.0} MiB before, {:.0} at most, {:.0} after {RUNS} uploads",
            megabytes(idle),
            megabytes(most),
            megabytes(node.memory())
        ),
        "at most a few parts more",
    );

    // Both cuts come in the middle of a part: first of the connection, then of the node.
    let Some(upload) = sender.begin(&node, mib * MIB).await? else { return Ok(()) };
    let cuts = [upload.parts() / 3, upload.parts() * 2 / 3];
    let start = Instant::now();
    sender.send(&node, &upload, 0..cuts[0])?;
    drop(sender.half_of(&node, &upload, cuts[0])?);
    let missing = sender.missing(&node, &upload)?;
    sender.send(&node, &upload, missing.start..cuts[1])?;
    let half = sender.half_of(&node, &upload, cuts[1])?;
    drop(node);
    drop(half);
    node = Node::start_with(&settings).await?;
    let again = Instant::now();
    let rest = sender.missing(&node, &upload)?;
    let asked = again.elapsed();
    sender.send(&node, &upload, rest.clone())?;
    sender.complete(&node, &upload)?;
    let kept = if [missing.start, rest.start] == cuts { "every whole part was kept" } else { "whole parts were lost" };
    report.row(
        &format!("upload of {mib} MiB, its connection cut at a third and the node killed at two thirds"),
        format!(
            "{kept}; {} MiB sent twice; the missing parts known after {:.1} ms, the last {} sent in {:.1} s; {:.1} s in all, with the start of a node",
            upload.part / MIB,
            asked.as_secs_f64() * 1e3,
            rest.len(),
            (again.elapsed() - asked).as_secs_f64(),
            start.elapsed().as_secs_f64()
        ),
        "only the parts under way are sent again",
    );
    let before = node.memory();
    let (read, highest) = watched(&node, || sender.read_back(&node, &upload));
    report.row(
        "… read back",
        format!(
            "{:.0} MiB/s, all bytes as sent; the node took {:.0} MiB more at most",
            mib as f64 / read?.as_secs_f64(),
            megabytes(highest.saturating_sub(before))
        ),
        "",
    );
    Ok(())
}

/// Does `work`, and returns its value with the most memory that the node had meanwhile.
fn watched<T>(node: &Node, work: impl FnOnce() -> T) -> (T, u64) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let mut most = 0;
            loop {
                most = most.max(node.memory());
                if over.load(Ordering::Relaxed) {
                    return most;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let value = work();
        over.store(true, Ordering::Relaxed);
        (value, watching.join().unwrap_or_default())
    })
}

/// The folder of the files, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("troupe-bench-files-{}", Uuid::new_v4()));
        std::fs::create_dir(&path)?;
        Ok(Self(path))
    }

    /// Writes the bytes of an upload as the node stores them, a synced file for each part, and removes them. Returns MiB a
    /// second.
    fn write(&self, upload: &Upload) -> Result<f64, Failure> {
        let folder = self.0.join("baseline");
        std::fs::create_dir(&folder)?;
        let start = Instant::now();
        for part in 0..upload.parts() {
            let mut file = std::fs::File::create(folder.join(part.to_string()))?;
            file.write_all(&upload.bytes(part))?;
            file.sync_data()?;
        }
        let took = start.elapsed();
        std::fs::remove_dir_all(&folder)?;
        Ok((upload.size / MIB) as f64 / took.as_secs_f64())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
