//! Runs many seeds, each twice, and checks the histories.
//!
//! `TROUPE_SIM_SEEDS=100000` runs more seeds. `TROUPE_SEED=…` runs one seed, and prints its history.

use super::{Rule, TextSabotage, check, run};
use crate::simulation::seeds::{check_each, number};

/// The number of seeds that a test can run in time on two busy cores.
const SEEDS: u64 = 300;

fn check_seed(seed: u64) -> Result<(), String> {
    let history = run(seed, None);
    let broken = check(&history);
    if let Some((rule, words)) = broken.first() {
        return Err(format!("seed {seed}: {rule:?}: {words}; TROUPE_SEED={seed} runs it again"));
    }
    if run(seed, None) != history {
        return Err(format!("seed {seed} gives another history the second time"));
    }
    Ok(())
}

#[test]
fn every_seed_of_texts_holds_and_gives_the_same_history_twice() {
    if let Some(seed) = number("TROUPE_SEED") {
        for entry in run(seed, None) {
            println!("{entry:?}");
        }
        return check_seed(seed).unwrap_or_else(|words| panic!("{words}"));
    }
    check_each(check_seed, SEEDS, 20);
}

/// Runs up to `within` seeds until the checker reports this rule.
fn noticed(sabotage: TextSabotage, rule: Rule, within: u64) {
    let is_red = |seed| check(&run(seed, Some(sabotage))).iter().any(|(broken, _)| *broken == rule);
    assert!((1..=within).any(is_red), "{sabotage:?} was not noticed");
}

#[test]
fn tx15_without_the_read_of_the_heads_a_copy_stays_behind() {
    noticed(TextSabotage::Heads, Rule::Converged, 400);
}

#[test]
fn tx15_without_the_read_of_missing_updates_a_copy_stays_behind() {
    noticed(TextSabotage::CatchUp, Rule::Converged, 60);
}

#[test]
fn tx10_without_the_check_of_rights_updates_of_removed_people_are_stored() {
    noticed(TextSabotage::Rights, Rule::Rights, 60);
}

#[test]
fn tx10_updates_that_are_read_after_a_move_reach_people_who_may_not_see_them() {
    noticed(TextSabotage::Moves, Rule::Revoked, 600);
}

#[test]
fn tx11_without_the_news_of_rights_frames_reach_removed_people() {
    noticed(TextSabotage::Revocation, Rule::Revoked, 60);
}

#[test]
fn tx6_an_ack_of_an_update_that_is_not_stored_is_noticed() {
    noticed(TextSabotage::Store, Rule::Acked, 20);
}

#[test]
fn tx8_pages_that_do_not_send_again_keep_text_that_nobody_else_has() {
    noticed(TextSabotage::Resend, Rule::Converged, 60);
}

#[test]
fn tx16_a_copy_of_another_epoch_writes_words_twice() {
    noticed(TextSabotage::Epochs, Rule::Once, 200);
}

#[test]
fn tx24_without_the_check_of_the_checksum_outside_text_is_overwritten() {
    noticed(TextSabotage::KnownSum, Rule::Outside, 100);
}

#[test]
fn tx24_a_node_that_mistakes_its_own_description_for_an_outside_one_writes_words_twice() {
    noticed(TextSabotage::NoteWrite, Rule::Once, 300);
}
