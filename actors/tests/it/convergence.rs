//! Many clients, two stages, random edits, disconnects and restarts. At the end, all clients agree.
//!
//! A failing seed is printed; `TROUPE_SEED=…` runs that seed alone.

mod plan;
mod run;

use rand::random;

/// Seeds that always run, so that their failures are reproducible.
const SEEDS: [u64; 1] = [20_300_501];

struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {0} fails: TROUPE_SEED={0} runs it again", self.0);
        }
    }
}

#[actix::test]
async fn all_replicas_the_rows_and_a_fresh_snapshot_agree() {
    let given = std::env::var("TROUPE_SEED").ok().map(|seed| seed.parse().expect("TROUPE_SEED is a number"));
    let seeds = given.map_or_else(|| SEEDS.into_iter().chain([random()]).collect(), |seed: u64| vec![seed]);
    for seed in seeds {
        let _told = Told(seed);
        run::run(seed).await;
    }
}
