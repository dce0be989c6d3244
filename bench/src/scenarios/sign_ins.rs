//! Edits at a steady rate, by turns while 200 people sign in and while no person does.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::caller::{self, BEHIND_PROXY};
use crate::figures::{Report, median, percentiles};
use crate::generator::Busy;
use crate::node::{Failure, Node, PASSWORD};
use crate::settings::setting;
use crate::timetable::{Writer, play, took};

/// People who sign in at once. A refused person waits as long as the node asks, then tries again; a person who was
/// answered tries again at once.
const PEOPLE: u32 = 200;
/// The number of accounts that they sign in to.
const ACCOUNTS: u32 = 40;
/// Edits a second of all writers together; each writer has a workspace.
const RATE: f64 = 200.0;
const WRITERS: usize = 20;
const ROUNDS: usize = 6;
const RUN: Duration = Duration::from_secs(8);
/// How long the sign-ins run before the edits begin.
const AHEAD: Duration = Duration::from_secs(1);
const GOAL: f64 = 2.0;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let rounds = setting("BENCH_ROUNDS", ROUNDS)?;
    let node = Node::start_with(&[BEHIND_PROXY]).await?;
    let token = node.person(&format!("signing{}", std::process::id()))?;
    let names = (0..WRITERS).map(|n| node.workspace(&token, &format!("Signing {n}")));
    let workspaces = names.collect::<Result<Vec<_>, _>>()?;
    let accounts: Vec<String> = (0..ACCOUNTS).map(|n| format!("entering{}x{n}", std::process::id())).collect();
    for account in &accounts {
        node.person(account)?;
    }
    let (mut alone, mut beside, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let (mut entries, mut hashes, mut missing) = (Entries::default(), 0, [0, 0]);
    let (mut busy, mut time) = (0.0_f64, 0.0);
    for round in 0..rounds {
        let mut p99 = [0.0; 2];
        // The halves change places from round to round.
        for half in [round % 2, (round + 1) % 2] {
            let crowd = (half == 1).then(|| Crowd::begin(&node, &accounts, round));
            tokio::time::sleep(AHEAD).await;
            let (before, start, generator) = (caller::hashes(&node)?, Instant::now(), Busy::start());
            let acks = edits(&node, &token, &workspaces).await?;
            let cores = generator.cores();
            missing[half] += acks.1;
            p99[half] = percentiles(acks.0.clone()).p99.as_secs_f64();
            if let Some(crowd) = crowd {
                hashes += caller::hashes(&node)? - before;
                time += start.elapsed().as_secs_f64();
                busy = busy.max(cores);
                entries += crowd.end().await?;
                beside.extend(acks.0);
            } else {
                alone.extend(acks.0);
            }
        }
        ratios.push(p99[1] / p99[0]);
    }
    entries.all_were_judged()?;
    let (alone, beside) = (percentiles(alone), percentiles(beside));
    let ratio = beside.p99.as_secs_f64() / alone.p99.as_secs_f64();
    let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = ratios.iter().copied().fold(0.0, f64::max);
    report.row(
        &format!("edit → ack, {RATE} edits/s, nobody signs in"),
        format!("{alone}; {} not acked", missing[0]),
        "",
    );
    report.row(
        &format!("edit → ack, {RATE} edits/s, {PEOPLE} people sign in"),
        format!(
            "{beside}; {} not acked; p99 {ratio:.2} × the row above, by rounds {:.2} ({lowest:.2} to {highest:.2} in \
             {rounds} runs); generator {:.0} % of a core at most",
            missing[1],
            median(ratios),
            busy * 100.0
        ),
        &format!("p99 < {GOAL} × the row above"),
    );
    report.row(
        &format!("sign-ins of {PEOPLE} people, right and wrong passwords and unknown addresses"),
        format!("{:.0} hashes/s; {entries}", hashes as f64 / time),
        "no 429",
    );
    Ok(())
}

/// The times of the acks, and the number of edits without one.
async fn edits(node: &Node, token: &str, workspaces: &[String]) -> Result<(Vec<Duration>, usize), Failure> {
    let mut writers = Vec::new();
    for workspace in workspaces {
        writers.push(Writer::open(&node.addr, token, workspace).await?);
    }
    let acks = play(writers, Instant::now(), RATE, RUN).await?;
    Ok((took(&acks.samples), acks.missing))
}

/// People who sign in again and again.
struct Crowd {
    stop: watch::Sender<bool>,
    people: Vec<JoinHandle<Result<Entries, Failure>>>,
}

impl Crowd {
    fn begin(node: &Node, accounts: &[String], round: usize) -> Self {
        let (stop, stopped) = watch::channel(false);
        let people = (0..PEOPLE).zip(accounts.iter().cycle()).map(|(n, account)| {
            let (addr, account, stopped) = (node.addr.clone(), account.clone(), stopped.clone());
            tokio::spawn(enter(addr, account, n, round as u32, stopped))
        });
        Self { stop, people: people.collect() }
    }

    async fn end(self) -> Result<Entries, Failure> {
        self.stop.send_replace(true);
        let mut all = Entries::default();
        for person in self.people {
            all += person.await??;
        }
        Ok(all)
    }
}

/// One person. Each try comes from a network of its own, so no limit answers before a password is hashed.
async fn enter(
    addr: String,
    account: String,
    person: u32,
    round: u32,
    mut stopped: watch::Receiver<bool>,
) -> Result<Entries, Failure> {
    let mut entries = Entries::default();
    let mut tries = round * 2_000;
    while !*stopped.borrow() {
        let network = format!("10.{person}.{}.{}", tries / 256 % 256, tries % 256);
        let answer = caller::post(&addr, "/api/auth/sign-in", &network, &credentials(&account, person + tries)).await?;
        tries += 1;
        *entries.answers.entry(answer.status).or_default() += 1;
        if matches!(answer.status, 200 | 401) {
            entries.judged.push(answer.took);
        }
        if let Some(wait) = answer.retry_after {
            // The condition of the loop checks for the end.
            let _ = tokio::time::timeout(wait, stopped.changed()).await;
        }
    }
    Ok(entries)
}

/// In turn the right password, a wrong one, and an address without an account.
fn credentials(account: &str, turn: u32) -> Value {
    let email = format!("{account}@bench.example");
    match turn % 3 {
        0 => json!({"email": email, "password": PASSWORD}),
        1 => json!({"email": email, "password": "not the password of anyone"}),
        _ => json!({"email": format!("nobody-{email}"), "password": PASSWORD}),
    }
}

/// The answers to sign-ins, by status, and the times of those whose password was hashed.
#[derive(Default)]
struct Entries {
    answers: BTreeMap<u16, usize>,
    judged: Vec<Duration>,
}

impl Entries {
    /// Fails if a limit or an error answered before the password was checked.
    fn all_were_judged(&self) -> Result<(), Failure> {
        let only = self.answers.keys().all(|status| matches!(status, 200 | 401 | 503));
        let both = [200, 401].iter().all(|status| self.answers.contains_key(status));
        if only && both { Ok(()) } else { Err(format!("not all sign-ins reached the password check: {self}").into()) }
    }
}

impl AddAssign for Entries {
    fn add_assign(&mut self, other: Self) {
        for (status, count) in other.answers {
            *self.answers.entry(status).or_default() += count;
        }
        self.judged.extend(other.judged);
    }
}

impl std::fmt::Display for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "answers")?;
        for status in [200, 401, 429, 503] {
            write!(f, " {status}: {},", self.answers.get(&status).copied().unwrap_or_default())?;
        }
        for (status, count) in self.answers.iter().filter(|(status, _)| !matches!(status, 200 | 401 | 429 | 503)) {
            write!(f, " {status}: {count},")?;
        }
        write!(f, " password checked after {}", percentiles(self.judged.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_in_which_a_limit_has_answered_does_not_count() {
        let entries =
            |answers: &[(u16, usize)]| Entries { answers: answers.iter().copied().collect(), ..Entries::default() };
        assert!(entries(&[(200, 3), (401, 6), (503, 1)]).all_were_judged().is_ok());
        assert!(entries(&[(200, 3), (401, 6), (429, 1)]).all_were_judged().is_err());
        assert!(entries(&[(401, 6), (503, 1)]).all_were_judged().is_err(), "no right password");
    }
}
