//! The addresses that an inviter has pasted.

use std::collections::HashSet;

use crate::auth::Email;
use crate::error::{ErrorItem, ItemProblem, Refusal};
use crate::words::refusals as words;

/// The most addresses of one call.
pub const MOST: usize = 50;
/// A refused value is shown up to this many characters.
const SHOWN: usize = 254;
/// The field of the call.
pub const FIELD: &str = "addresses";

/// Reads addresses between commas, semicolons and white space. All of them are good, or all are refused.
///
/// # Errors
/// `validation_failed`, with each address that is not one or stands twice.
pub fn read(text: &str) -> Result<Vec<Email>, Refusal> {
    let parts: Vec<&str> = text
        .split(|letter: char| matches!(letter, ',' | ';') || letter.is_whitespace())
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        return Err(Refusal::invalid(FIELD, words::NO_ADDRESS));
    }
    if parts.len() > MOST {
        return Err(Refusal::invalid(FIELD, words::too_many_addresses(MOST)));
    }
    let (mut good, mut seen, mut bad) = (Vec::new(), HashSet::new(), Vec::new());
    for part in parts {
        match Email::parse(part) {
            Err(_) => bad.push(item(part, ItemProblem::Invalid)),
            Ok(email) if !seen.insert(email.key.clone()) => bad.push(item(part, ItemProblem::Repeated)),
            Ok(email) => good.push(email),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(refused(bad)) }
}

/// The refusal that names each bad address.
#[must_use]
pub fn refused(bad: Vec<ErrorItem>) -> Refusal {
    Refusal::invalid(FIELD, words::ADDRESSES_REFUSED).items(bad)
}

/// One bad address.
#[must_use]
pub fn item(value: &str, problem: ItemProblem) -> ErrorItem {
    ErrorItem { value: value.chars().take(SHOWN).collect(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        read(text).expect("addresses").into_iter().map(|email| email.key).collect()
    }

    fn problems(text: &str) -> Vec<(String, ItemProblem)> {
        let items = read(text).expect_err("refused").items.expect("each by itself");
        items.into_iter().map(|item| (item.value, item.problem)).collect()
    }

    #[test]
    fn addresses_are_divided_by_commas_semicolons_and_white_space() {
        let text = " Ann@x.org,bob@x.org;\tcem@x.org\r\n\r\ndan@x.org  ,; eve@x.org";
        assert_eq!(keys(text), ["ann@x.org", "bob@x.org", "cem@x.org", "dan@x.org", "eve@x.org"]);
    }

    #[test]
    fn each_bad_address_is_named_and_none_is_invited() {
        let found = problems("ann@x.org, bob, <cem@x.org>, ANN@x.org ann@x.org");
        let found: Vec<(&str, ItemProblem)> = found.iter().map(|(value, problem)| (value.as_str(), *problem)).collect();
        assert_eq!(
            found,
            [
                ("bob", ItemProblem::Invalid),
                ("<cem@x.org>", ItemProblem::Invalid),
                ("ANN@x.org", ItemProblem::Repeated),
                ("ann@x.org", ItemProblem::Repeated)
            ]
        );
        let long = "ä".repeat(5_000);
        assert_eq!(problems(&long)[0].0.chars().count(), SHOWN);
    }

    #[test]
    fn a_call_invites_1_to_50_people() {
        let many = |count: usize| (0..count).map(|n| format!("p{n}@x.org")).collect::<Vec<_>>().join("\n");
        assert_eq!(keys(&many(MOST)).len(), MOST);
        for wrong in ["", " ,; \n", &many(MOST + 1)] {
            let refusal = read(wrong).expect_err("refused");
            assert_eq!((refusal.field.as_deref(), refusal.items), (Some(FIELD), None));
        }
    }
}
