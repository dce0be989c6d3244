//! INV-25: what people have typed into one text is there in the end.

use std::collections::{BTreeMap, BTreeSet};

use super::verdict::Verdict;
use crate::history::{Entry, History};

/// The text of each copy in the end, by its name.
type Ends<'a> = BTreeMap<&'a str, &'a str>;

/// Every copy has each piece that a node has acknowledged, and each piece that another person was shown, exactly once. No
/// copy has a piece twice, or a piece that no person has typed. All copies are equal.
pub(super) fn check(history: &History, verdict: &mut Verdict) {
    let (mut typed, mut kept, mut shown) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut ends = Ends::new();
    for entry in &history.entries {
        match entry {
            Entry::Typed { token, .. } => {
                typed.insert(token.as_str());
            }
            Entry::Kept { tokens, .. } => kept.extend(tokens.iter().map(String::as_str)),
            Entry::Shown { tokens, .. } => shown.extend(tokens.iter().map(String::as_str)),
            Entry::Ended { of, text, .. } => {
                ends.insert(of, text);
            }
            _ => {}
        }
    }
    (verdict.figures.typed, verdict.figures.kept) = (typed.len() as u64, kept.len() as u64);
    if typed.is_empty() {
        return;
    }
    if ends.len() < 2 {
        verdict.violated("INV-25", "fewer than two copies of the text were compared");
    }
    for (of, text) in &ends {
        let mut found: BTreeMap<&str, u64> = BTreeMap::new();
        for token in pieces(text) {
            *found.entry(token).or_insert(0) += 1;
        }
        for (what, wanted) in [("acknowledged", &kept), ("shown to another person", &shown)] {
            for token in wanted.iter().filter(|token| !found.contains_key(*token)) {
                verdict.violated("INV-25", format!("{of} lacks {token}, which was {what}"));
            }
        }
        for (token, count) in &found {
            if *count > 1 {
                verdict.violated("INV-25", format!("{of} has {token} {count} times"));
            }
            if !typed.contains(token) {
                verdict.violated("INV-25", format!("{of} has {token}, which nobody has typed"));
            }
        }
    }
    if let Some((first, text)) = ends.first_key_value() {
        for (of, _) in ends.iter().filter(|(_, other)| *other != text) {
            verdict.violated("INV-25", format!("{of} and {first} have different texts"));
        }
    }
}

/// The pieces of a text: `{3.17}` is the 17th of writer 3.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('}').filter_map(|part| part.find('{').map(|at| &part[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(entries: Vec<Entry>) -> Vec<String> {
        let mut verdict = Verdict::default();
        check(&History { entries }, &mut verdict);
        verdict.violations.into_iter().map(|it| it.words).collect()
    }

    fn typed(token: &str) -> Entry {
        Entry::Typed { at: 1, client: 1, token: token.to_owned() }
    }

    fn kept(tokens: &[&str]) -> Entry {
        Entry::Kept { at: 2, client: 1, tokens: tokens.iter().map(|it| (*it).to_owned()).collect() }
    }

    fn ended(of: &str, text: &str) -> Entry {
        Entry::Ended { at: 3, of: of.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn inv25_equal_copies_with_all_that_was_acknowledged_hold() {
        let all = |text: &str| {
            let typed = ["{1.1}", "{1.2}", "{2.1}"].map(typed);
            [&typed[..], &[kept(&["{1.1}", "{2.1}"]), ended("one", text), ended("two", text)]].concat()
        };
        assert_eq!(judged(all("Begin:{2.1}{1.1}")), Vec::<String>::new());
        assert_eq!(
            judged(all("Begin:{2.1}{1.2}{1.1}")),
            Vec::<String>::new(),
            "what was not acknowledged may be there"
        );
        assert_eq!(judged(Vec::new()), Vec::<String>::new(), "nobody has written");
    }

    #[test]
    fn inv25_each_way_to_lose_text_is_found() {
        let with = |more: Vec<Entry>| {
            let begin = vec![typed("{1.1}"), typed("{1.2}"), kept(&["{1.1}"])];
            judged([begin, more].concat())
        };
        let lost = with(vec![ended("one", "{1.1}"), ended("two", "")]);
        assert!(lost.contains(&"two lacks {1.1}, which was acknowledged".to_owned()), "{lost:?}");
        assert!(lost.contains(&"two and one have different texts".to_owned()), "{lost:?}");
        let twice = with(vec![ended("one", "{1.1}{1.1}"), ended("two", "{1.1}{1.1}")]);
        assert!(twice.contains(&"one has {1.1} 2 times".to_owned()), "{twice:?}");
        let unknown = with(vec![ended("one", "{1.1}{9.9}"), ended("two", "{1.1}{9.9}")]);
        assert!(unknown.contains(&"one has {9.9}, which nobody has typed".to_owned()), "{unknown:?}");
        let seen = Entry::Shown { at: 2, client: 2, tokens: vec!["{1.2}".to_owned()] };
        let gone = with(vec![seen, ended("one", "{1.1}"), ended("two", "{1.1}")]);
        assert!(gone.contains(&"one lacks {1.2}, which was shown to another person".to_owned()), "{gone:?}");
        let other = with(vec![ended("one", "{1.1}{1.2}"), ended("two", "{1.2}{1.1}")]);
        assert_eq!(other, ["two and one have different texts"]);
        assert_eq!(with(vec![ended("one", "{1.1}")]), ["fewer than two copies of the text were compared"]);
    }
}
