//! The fault runs: real nodes, a real PostgreSQL, a real Redis, and faults between them. Each run is recorded as a
//! history and judged by the checker; the report is a table.
//!
//! `faults` runs all faults, `faults --short` those of `make test`, `faults F-01 F-24` the named ones. `--judge FILE`
//! judges a recorded history again. `--older FILE` names a build of an older version,
//! `--newer FILE` one that knows one kind of entity more.

mod cgroup;
mod client;
mod cluster;
mod disk_image;
mod edits;
mod failure;
mod fault;
mod http;
mod listeners;
mod locks;
mod mails;
mod meter;
mod next_version;
mod node;
mod postgres;
mod probe;
mod proxy;
mod record;
mod report;
mod resp;
mod schedule;
mod tmpfs;
mod workspaces;
mod writers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::checker::{Verdict, check};
use bench::history::History;

use tokio::signal::unix::{SignalKind, signal};

use cluster::{Cluster, ClusterOptions};
use failure::{Failure, Unsupported};
use fault::Fault;
use postgres::Postgres;
use report::{Report, Row};

/// The time limit of one fault.
const LONGEST: Duration = Duration::from_secs(600);

struct Arguments {
    short: bool,
    wanted: Vec<String>,
    seed: u64,
    judge: Option<PathBuf>,
    older: Option<PathBuf>,
    newer: Option<PathBuf>,
}

fn arguments() -> Result<Arguments, Failure> {
    let mut arguments =
        Arguments { short: false, wanted: Vec::new(), seed: 20_261_121, judge: None, older: None, newer: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--short" => arguments.short = true,
            "--seed" => arguments.seed = words.next().ok_or("--seed needs a number")?.parse()?,
            "--judge" => arguments.judge = Some(words.next().ok_or("--judge needs a file")?.into()),
            "--newer" => arguments.newer = Some(std::fs::canonicalize(words.next().ok_or("--newer needs a file")?)?),
            "--older" => arguments.older = Some(std::fs::canonicalize(words.next().ok_or("--older needs a file")?)?),
            id if id.starts_with("F-") => arguments.wanted.push(word),
            other => {
                return Err(format!(
                    "{other}? faults [--short] [--seed N] [--judge FILE] [--older FILE] [--newer FILE] [F-01 …]"
                )
                .into());
            }
        }
    }
    Ok(arguments)
}

fn main() -> ExitCode {
    let outcome = arguments().and_then(|arguments| {
        if let Some(path) = &arguments.judge {
            let verdict = check(&History::read(std::io::BufReader::new(std::fs::File::open(path)?))?);
            println!("{verdict}\n{}", verdict.figures);
            return Ok(verdict.holds());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(run(&arguments))
    });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("faults: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The binary beside this one, or `$TROUPE_BIN`.
fn troupe() -> Result<PathBuf, Failure> {
    match std::env::var_os("TROUPE_BIN") {
        Some(path) => Ok(PathBuf::from(path)),
        None => Ok(std::env::current_exe()?.with_file_name("troupe")),
    }
}

/// Runs the selected faults and returns true if all hold. No process survives, whatever happens.
async fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let troupe = troupe()?;
    let folder = std::env::temp_dir().join(format!("troupe-faults-{}", std::process::id()));
    let mut postgres = Postgres::start(&troupe, &folder.join("postgres")).await?;
    let mut terminate = signal(SignalKind::terminate())?;
    let outcome = tokio::select! {
        outcome = all(arguments, &troupe, &folder, &mut postgres) => outcome,
        _ = tokio::signal::ctrl_c() => Err("stopped by a signal".into()),
        _ = terminate.recv() => Err("stopped by a signal".into()),
    };
    postgres.down().await?;
    // Keep the logs only if something failed.
    match &outcome {
        Ok(report) if report.holds() => std::fs::remove_dir_all(&folder)?,
        _ => eprintln!("logs are in {}", folder.display()),
    }
    let report = outcome?;
    print!("{report}");
    Ok(report.holds())
}

async fn all(arguments: &Arguments, troupe: &Path, folder: &Path, postgres: &mut Postgres) -> Result<Report, Failure> {
    let mut report = Report::new(arguments.short, arguments.seed);
    for fault in schedule::ALL {
        let wanted = if arguments.wanted.is_empty() {
            fault.short || !arguments.short
        } else {
            arguments.wanted.iter().any(|id| id == fault.id)
        };
        if wanted {
            let began = Instant::now();
            eprintln!("{} {}", fault.id, fault.name);
            let options = ClusterOptions {
                name: fault.id,
                seed: arguments.seed,
                short: arguments.short,
                redis: fault.redis,
                troupe: troupe.to_owned(),
                older: arguments.older.clone(),
                newer: arguments.newer.clone(),
                folder: folder.join(fault.id),
            };
            let row = one(fault, postgres, &options).await?;
            let Row { verdict, figures, seen, .. } = &row;
            eprintln!("  {:.1} s: {verdict}\n  {figures}; {seen}", began.elapsed().as_secs_f64());
            let finished = row.finished;
            report.add(row);
            if !finished && let Err(error) = postgres.begin_anew(&format!("postgres-after-{}", fault.id)).await {
                eprintln!("faults: nothing can follow {}: {error}", fault.id);
                return Ok(report);
            }
        }
    }
    Ok(report)
}

/// An error in one fault becomes its row, and the other faults run.
async fn one(fault: &Fault, postgres: &mut Postgres, options: &ClusterOptions<'_>) -> Result<Row, Failure> {
    let mut history = History::default();
    let findings = happen(fault, postgres, options, &mut history).await;
    keep(&history, fault.id)?;
    let verdict = check(&history);
    Ok(findings.map_or_else(|error| unfinished(fault, &verdict, &error), |findings| row(fault, &verdict, findings)))
}

async fn happen(
    fault: &Fault,
    postgres: &mut Postgres,
    options: &ClusterOptions<'_>,
    history: &mut History,
) -> Result<Vec<String>, Failure> {
    postgres.ensure_up().await?;
    let mut cluster = Cluster::open(postgres, options).await?;
    let findings = tokio::time::timeout(LONGEST, (fault.run)(&mut cluster)).await;
    let mut findings = findings.unwrap_or_else(|_| Err("the fault did not end in time".into()));
    if findings.is_ok() {
        findings = cluster.finish().await.and(findings);
    }
    *history = cluster.record.take();
    findings
}

fn unfinished(fault: &Fault, verdict: &Verdict, error: &Failure) -> Row {
    let (id, name, figures, seen) = (fault.id, fault.name, verdict.figures.clone(), String::new());
    if error.is::<Unsupported>() {
        let verdict = format!("left out: {error}");
        return Row { id, name, figures, seen, verdict, holds: true, finished: true };
    }
    Row { id, name, figures, seen, verdict: format!("not finished: {error}"), holds: false, finished: false }
}

fn row(fault: &Fault, verdict: &Verdict, findings: Vec<String>) -> Row {
    let figures = verdict.figures.clone();
    let seen = findings.into_iter().chain(figures.remarks()).collect::<Vec<_>>().join("; ");
    let (id, name, broken) = (fault.id, fault.name, verdict.broken());
    if fault.must_break.is_empty() {
        return Row { id, name, figures, seen, verdict: verdict.to_string(), holds: verdict.holds(), finished: true };
    }
    let holds = fault.must_break.iter().any(|invariant| broken.contains(invariant));
    let words = if holds { "red, as it must be" } else { "not noticed" };
    Row { id, name, figures, seen, verdict: format!("{words}: {}", broken.join(", ")), holds, finished: true }
}

/// Writes the history beside the build, so that it can be read and judged again.
fn keep(history: &History, id: &str) -> Result<(), Failure> {
    let folder = Path::new("target/faults");
    std::fs::create_dir_all(folder)?;
    Ok(history.write(std::io::BufWriter::new(std::fs::File::create(folder.join(format!("{id}.jsonl")))?))?)
}
