//! Runs many seeds of a simulation on two threads. The tests of both simulations share this.
//!
//! `TROUPE_SIM_SEEDS=100000` runs more seeds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(15);
const THREADS: u64 = 2;

/// The number in an environment variable, if it is set.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Checks seeds from 1 on: `TROUPE_SIM_SEEDS` of them, else up to `most` within the time limit, and at least `least`.
///
/// # Panics
/// If a seed fails, or if fewer seeds were run.
pub fn check_each(check_seed: fn(u64) -> Result<(), String>, most: u64, least: u64) {
    let wanted = number("TROUPE_SIM_SEEDS");
    let (next, begun) = (AtomicU64::new(1), Instant::now());
    let failures: Vec<String> = std::thread::scope(|threads| {
        let workers: Vec<_> = (0..THREADS)
            .map(|_| {
                threads.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        // A slow machine runs fewer seeds. An explicit number of seeds is always run in full.
                        if seed > wanted.unwrap_or(most) || (wanted.is_none() && begun.elapsed() > TIME_LIMIT) {
                            return None;
                        }
                        if let Err(words) = check_seed(seed) {
                            return Some(words);
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().expect("a worker")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let ran = next.load(Ordering::Relaxed).saturating_sub(1 + THREADS);
    eprintln!("{ran} seeds, each twice, in {:.1} s", begun.elapsed().as_secs_f64());
    assert!(ran >= wanted.unwrap_or(least), "only {ran} seeds were run");
}
