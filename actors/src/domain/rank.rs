//! Fractional ranks: strings that sort bytewise and always have room between two neighbours.
//!
//! A rank is a fraction in base 62 without its leading "0.". It never ends in the lowest digit, because
//! nothing would fit between `a` and `a0`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A place in an order. Ties (two people at once) are broken by the ticket's id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct Rank(pub String);

impl Rank {
    pub fn first() -> Self {
        Self("V".into())
    }

    /// A rank between two neighbours, either of which may be missing. If the two are equal or out of order, which only
    /// a tie can cause, the rank is right behind the lower one.
    pub fn between(low: Option<&Self>, high: Option<&Self>) -> Self {
        match (low, high) {
            (None, None) => Self::first(),
            (Some(low), None) => Self(after(low.0.as_bytes())),
            (low, Some(high)) => {
                let low_digits = low.map_or(&[][..], |rank| rank.0.as_bytes());
                if low_digits >= high.0.as_bytes() {
                    return Self(midpoint(low_digits, None));
                }
                Self(midpoint(low_digits, Some(high.0.as_bytes())))
            }
        }
    }

    /// Several ascending ranks between two neighbours. Each halves a remaining gap, so that no side is used up and
    /// hundreds of ranks stay short.
    pub fn spread(low: Option<&Self>, high: Option<&Self>, count: usize) -> Vec<Self> {
        let mut ranks: Vec<Self> = Vec::with_capacity(count);
        match high {
            None => {
                for _ in 0..count {
                    ranks.push(Self::between(ranks.last().or(low), None));
                }
            }
            Some(_) if count > 0 => {
                let middle = Self::between(low, high);
                let left = (count - 1) / 2;
                ranks.extend(Self::spread(low, Some(&middle), left));
                ranks.push(middle.clone());
                ranks.extend(Self::spread(Some(&middle), high, count - 1 - left));
            }
            Some(_) => {}
        }
        ranks
    }
}

fn value(digit: u8) -> usize {
    DIGITS.iter().position(|d| *d == digit).unwrap_or(0)
}

/// The next rank in a list that mostly grows at its end. It counts up in the first digits instead of halving the
/// remaining space, so that a thousand appended tickets have ranks of a few characters.
fn after(low: &[u8]) -> String {
    const HEAD: usize = 4;
    let mut digits: Vec<usize> = low.iter().take(HEAD).map(|d| value(*d)).collect();
    digits.resize(HEAD, 0);
    for place in (0..HEAD).rev() {
        if digits[place] + 1 < DIGITS.len() {
            digits[place] += 1;
            digits[place + 1..].fill(0);
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
            return text(&digits);
        }
    }
    midpoint(low, None)
}

/// The middle of two fractions; `high` of `None` is 1.
fn midpoint(low: &[u8], high: Option<&[u8]>) -> String {
    let mut out = Vec::new();
    let mut place = 0;
    let mut open = high.is_none();
    loop {
        let a = low.get(place).map_or(0, |d| value(*d));
        let b = match (open, high.and_then(|h| h.get(place))) {
            (true, _) => DIGITS.len(),
            (false, Some(d)) => value(*d),
            (false, None) => 0,
        };
        if a + 1 < b {
            out.push(usize::midpoint(a, b));
            return text(&out);
        }
        out.push(a);
        if a < b {
            // Neighbouring digits: from here on anything above the rest of `low` is below `high`.
            open = true;
        }
        place += 1;
    }
}

fn text(digits: &[usize]) -> String {
    digits.iter().map(|d| char::from(DIGITS[*d])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(text: &str) -> Rank {
        Rank(text.into())
    }

    #[test]
    fn a_rank_between_two_lies_between_them_and_never_ends_in_zero() {
        let mut low = rank("A");
        let mut high = rank("B");
        for turn in 0..200 {
            let middle = Rank::between(Some(&low), Some(&high));
            assert!(low < middle && middle < high, "{low:?} {middle:?} {high:?}");
            assert!(!middle.0.ends_with('0'));
            if turn % 3 == 0 { low = middle } else { high = middle }
        }
    }

    #[test]
    fn appending_ten_thousand_keeps_ranks_short_and_rising() {
        let mut last = Rank::first();
        for _ in 0..10_000 {
            let next = Rank::between(Some(&last), None);
            assert!(next > last);
            last = next;
        }
        assert!(last.0.len() <= 5, "{last:?}");
    }

    #[test]
    fn putting_first_a_thousand_times_works() {
        let mut first = Rank::first();
        for _ in 0..1_000 {
            let next = Rank::between(None, Some(&first));
            assert!(next < first);
            first = next;
        }
    }

    #[test]
    fn hundreds_spread_between_two_neighbours_rise_and_stay_short() {
        let (low, high) = (rank("A"), rank("B"));
        let bounds = [(None, None), (Some(&low), None), (None, Some(&high)), (Some(&low), Some(&high))];
        for (low, high) in bounds {
            for count in [0, 1, 2, 3, 700] {
                let ranks = Rank::spread(low, high, count);
                assert_eq!(ranks.len(), count);
                assert!(ranks.is_sorted_by(|a, b| a < b), "{low:?} {high:?} {count}");
                assert!(ranks.iter().all(|it| low.is_none_or(|low| low < it) && high.is_none_or(|high| it < high)));
                assert!(ranks.iter().all(|it| it.0.len() <= 5 && !it.0.ends_with('0')), "{low:?} {high:?} {count}");
            }
        }
        let words = |ranks: Vec<Rank>| ranks.into_iter().map(|rank| rank.0).collect::<Vec<_>>();
        assert_eq!(words(Rank::spread(Some(&rank("F")), Some(&rank("M")), 3)), ["G", "I", "K"]);
        assert_eq!(words(Rank::spread(Some(&rank("M")), None, 3)), ["M001", "M002", "M003"]);
        let tied = Rank::spread(Some(&low), Some(&low), 10);
        assert!(tied.is_sorted_by(|a, b| a < b) && tied[0] > low, "a tie leaves no room: behind both");
    }

    #[test]
    fn a_rank_between_equal_ones_is_behind_them() {
        assert!(Rank::between(Some(&rank("A")), Some(&rank("A"))) > rank("A"));
    }
}
