//! Whether two samples of times can be told apart: the Mann–Whitney test, and the share of pairs in which the first time
//! is the longer one.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Above this p, the test does not tell the samples apart.
const P: f64 = 0.01;
/// Medians that differ by less than this share count as equal.
const DIFFERENCE: f64 = 0.1;
const RESAMPLES: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    pub medians: [f64; 2],
    /// The share of pairs in which the first value is the larger one; equal values count half. 0.5 if the samples are alike.
    pub auc: f64,
    /// Of the Mann–Whitney test, for both sides, by the normal approximation with its correction for equal values.
    pub p: f64,
}

impl Comparison {
    /// Compares two samples; `None` if one is empty.
    pub fn of(first: &[f64], second: &[f64]) -> Option<Self> {
        let medians = [median(first)?, median(second)?];
        let (auc, ties) = auc_of(first, second);
        let (n, m) = (first.len() as f64, second.len() as f64);
        let all = n + m;
        let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
        let z = if variance > 0.0 { (auc - 0.5) * n * m / variance.sqrt() } else { 0.0 };
        let p = libm::erfc(z.abs() / std::f64::consts::SQRT_2);
        Some(Self { medians, auc, p })
    }

    /// The difference of the medians, as a share of the second one.
    pub fn difference(&self) -> f64 {
        (self.medians[0] - self.medians[1]).abs() / self.medians[1]
    }

    /// True if the medians differ by a tenth or more, or the test finds a difference.
    pub fn is_distinguishable(&self) -> bool {
        self.difference() >= DIFFERENCE || self.p <= P
    }
}

/// The middle value, or the mean of the two middle values.
fn median(sample: &[f64]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len().is_multiple_of(2) { f64::midpoint(*sorted.get(middle - 1)?, upper) } else { upper })
}

/// The share of pairs, and the sum of `t³ - t` over the sizes `t` of all groups of equal values.
fn auc_of(first: &[f64], second: &[f64]) -> (f64, f64) {
    let mut all: Vec<(f64, bool)> =
        first.iter().map(|it| (*it, true)).chain(second.iter().map(|it| (*it, false))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut wins, mut below, mut ties) = (0.0, 0.0, 0.0);
    for group in all.chunk_by(|a, b| a.0 == b.0) {
        let ours = group.iter().filter(|(_, is_first)| *is_first).count() as f64;
        let size = group.len() as f64;
        let theirs = size - ours;
        wins += ours * (below + theirs / 2.0);
        below += theirs;
        ties += size.powi(3) - size;
    }
    (wins / (first.len() as f64 * second.len() as f64), ties)
}

/// The 95 % interval of `auc` by a bootstrap: both samples are drawn again and again, with a fixed seed.
pub fn interval(first: &[f64], second: &[f64]) -> (f64, f64) {
    let mut dice = StdRng::seed_from_u64(1);
    let mut draw = |sample: &[f64]| -> Vec<f64> {
        (0..sample.len()).map(|_| sample[dice.random_range(0..sample.len())]).collect()
    };
    let mut found: Vec<f64> = (0..RESAMPLES).map(|_| auc_of(&draw(first), &draw(second)).0).collect();
    found.sort_by(f64::total_cmp);
    (found[RESAMPLES * 25 / 1_000], found[RESAMPLES * 975 / 1_000 - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 200 times around 25, with a few much longer ones, as on a busy machine.
    fn times(seed: u64, shift: f64) -> Vec<f64> {
        let mut dice = StdRng::seed_from_u64(seed);
        let mut time = || 25.0 + shift + dice.random_range(-1.5..1.5) + if dice.random_bool(0.05) { 40.0 } else { 0.0 };
        (0..200).map(|_| time()).collect()
    }

    fn compared(first: &[f64], second: &[f64]) -> Comparison {
        Comparison::of(first, second).expect("two samples")
    }

    #[test]
    fn the_test_gives_the_figures_of_a_worked_example() {
        let found = compared(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
        assert_eq!((found.medians, found.auc), ([2.0, 5.0], 0.0));
        // U = 0, its mean 4.5 and its variance 5.25, so z = -1.964.
        assert!((found.p - 0.049_53).abs() < 1e-4, "{found:?}");
        let equal = compared(&[1.0, 2.0, 2.0, 4.0], &[1.0, 2.0, 2.0, 4.0]);
        assert_eq!((equal.medians, equal.auc, equal.p), ([2.0, 2.0], 0.5, 1.0));
        assert_eq!(compared(&[7.0; 9], &[7.0; 9]).p, 1.0, "without any spread");
        assert_eq!(Comparison::of(&[], &[1.0]), None);
    }

    #[test]
    fn samples_of_one_kind_are_seldom_told_apart() {
        let found =
            (0..200).filter(|n| compared(&times(2 * n, 0.0), &times(2 * n + 1, 0.0)).is_distinguishable()).count();
        assert!(found <= 8, "{found} of 200; p allows about two");
    }

    #[test]
    fn a_shift_below_the_spread_is_found_in_either_direction() {
        for shift in [-0.8, 0.8] {
            let (first, second) = (times(1, shift), times(2, 0.0));
            let found = compared(&first, &second);
            assert!(found.is_distinguishable() && found.difference() < DIFFERENCE, "{found:?}");
            let (low, high) = interval(&first, &second);
            assert!(
                low <= found.auc && found.auc <= high && (shift > 0.0) == (low > 0.5),
                "{found:?}: {low} to {high}"
            );
        }
    }

    #[test]
    fn medians_a_tenth_apart_are_told_apart_whatever_the_test_says() {
        let found = compared(&[20.0, 30.0], &[20.0, 25.0]);
        assert!(found.p > P && found.is_distinguishable(), "{found:?}");
    }
}
