//! Which words a mistyped word is close to.

/// The most words that one word may stand for.
const MOST: usize = 10;

/// The words that the typed word may be a slip of, nearest first. A word of up to seven letters may have one slip, a
/// longer one two. A slip is a letter too many, too few, another letter, or two letters in the wrong order.
pub fn nearest(typed: &str, known: Vec<String>) -> Vec<String> {
    let slips = if typed.chars().count() <= 7 { 1 } else { 2 };
    let mut near: Vec<(usize, String)> = known
        .into_iter()
        .filter(|word| word != typed)
        .map(|word| (distance(typed, &word), word))
        .filter(|(distance, _)| *distance <= slips)
        .collect();
    near.sort();
    near.truncate(MOST);
    near.into_iter().map(|(_, word)| word).collect()
}

/// The number of slips between two words.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, against) in other.iter().enumerate() {
            let mut least =
                (last[column] + usize::from(letter != against)).min(last[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && *letter == other[column - 1] && one[row - 1] == *against {
                least = least.min(before[column - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn se7_a_slip_is_a_letter_too_many_too_few_another_or_two_in_the_wrong_order() {
        for (typed, meant, slips) in [
            ("lable", "label", 1),
            ("labl", "label", 1),
            ("labbel", "label", 1),
            ("lapel", "label", 1),
            ("handhsake", "handshake", 1),
            ("hanshaek", "handshake", 2),
            ("label", "label", 0),
            ("", "abc", 3),
        ] {
            assert_eq!(distance(typed, meant), slips, "{typed} {meant}");
            assert_eq!(distance(meant, typed), slips, "{meant} {typed}");
        }
    }

    #[test]
    fn se7_short_words_may_have_one_slip_and_long_words_two() {
        let known = || ["label", "labels", "cable", "handshake", "table"].map(str::to_owned).to_vec();
        assert_eq!(nearest("lable", known()), ["cable", "label", "table"]);
        assert_eq!(nearest("hanshaek", known()), ["handshake"]);
        assert_eq!(nearest("laebls", known()), ["labels"]);
        assert_eq!(nearest("label", known()), ["labels"]);
    }
}
