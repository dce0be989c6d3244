//! Runs many seeds, each twice, and checks the histories with the checker that also checks the real nodes.
//!
//! `TROUPE_SIM_SEEDS=100000` runs more seeds. `TROUPE_SEED=…` runs one seed, and writes its history to
//! `TROUPE_SIM_HISTORY`.

use super::seeds::{check_each, number};
use super::{Sabotage, run};
use crate::checker::{Verdict, check};

/// The number of seeds that a test can run in time on two busy cores.
const SEEDS: u64 = 500;

fn check_seed(seed: u64) -> Result<(), String> {
    let history = run(seed, None);
    let verdict = check(&history);
    if !verdict.holds() {
        return Err(format!("seed {seed}: {verdict}; TROUPE_SEED={seed} runs it again"));
    }
    if run(seed, None) != history {
        return Err(format!("seed {seed} gives another history the second time"));
    }
    Ok(())
}

#[test]
fn every_seed_holds_and_gives_the_same_history_twice() {
    if let Some(seed) = number("TROUPE_SEED") {
        if let Ok(path) = std::env::var("TROUPE_SIM_HISTORY") {
            run(seed, None).write(std::fs::File::create(path).expect("a file")).expect("written");
        }
        return check_seed(seed).unwrap_or_else(|words| panic!("{words}"));
    }
    check_each(check_seed, SEEDS, 50);
}

/// Runs seeds until the checker finds a broken invariant, within this many seeds.
fn noticed(sabotage: Sabotage, invariant: &str, within: u64) -> Verdict {
    let verdicts = (1..=within).map(|seed| check(&run(seed, Some(sabotage))));
    let mut red = verdicts.filter(|verdict| verdict.broken().contains(&invariant));
    red.next().unwrap_or_else(|| panic!("{sabotage:?} was not noticed"))
}

#[test]
fn inv6_without_the_read_of_the_heads_a_client_stays_behind() {
    noticed(Sabotage::Heads, "INV-6", 60);
}

#[test]
fn inv2_inv3_without_the_dedup_a_command_that_comes_again_is_carried_out_or_refused_again() {
    noticed(Sabotage::Dedup, "INV-2", 60);
    noticed(Sabotage::Dedup, "INV-3", 60);
}

#[test]
fn inv4_inv7_without_the_sequencer_frames_have_holes_and_go_back() {
    noticed(Sabotage::Sequencer, "INV-4", 60);
    noticed(Sabotage::Sequencer, "INV-7", 60);
}

#[test]
fn inv8_without_the_revocation_check_frames_reach_removed_users() {
    let verdict = noticed(Sabotage::Revocation, "INV-8", 60);
    assert!(verdict.figures.after_revocation > 0);
}

#[test]
fn inv8_ev3_events_that_do_not_wait_for_the_commons_reach_users_who_have_lost_the_scope() {
    let verdict = noticed(Sabotage::Commons, "INV-8", 400);
    assert!(verdict.figures.after_revocation > 0);
}

#[test]
fn inv8_fo1_sockets_that_go_on_to_follow_a_list_receive_events_after_the_share_was_removed() {
    let verdict = noticed(Sabotage::Unfollow, "INV-8", 1_000);
    assert!(verdict.figures.after_revocation > 0);
}

#[test]
fn a_seed_always_gives_the_same_random_numbers() {
    let mut rng = super::rng::Rng::new(7);
    let numbers: Vec<u64> = (0..4).map(|_| rng.between(0, 1_000)).collect();
    assert_eq!(numbers, [487, 804, 346, 203]);
}
