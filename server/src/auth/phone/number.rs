//! Phone numbers in E.164 format.

use std::fmt;

use crate::auth::input::Email;
use crate::error::Refusal;
use crate::words::refusals as words;

/// Digits of a number, without the plus sign (E.164).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// The most characters that a person may type, with spaces.
const LONGEST: usize = 40;
/// The calling codes of two digits that the ITU has assigned. 1 and 7 have one digit; all others have three.
const TWO_DIGITS: [&str; 44] = [
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49", "51",
    "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86", "90",
    "91", "92", "93", "94", "95", "98",
];
/// Calling codes of services that belong to no country: satellites, universal and premium numbers. No person signs up with
/// one, and messages to them are expensive.
const SERVICES: [&str; 9] = ["800", "808", "870", "878", "881", "882", "883", "888", "979"];

/// A phone number, such as +447700900123.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone(String);

impl Phone {
    /// Parses a number that begins with its calling code. Spaces, hyphens, dots and parentheses are allowed.
    ///
    /// # Errors
    /// `validation_failed` on `phone`.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::invalid("phone", words::PHONE_EMPTY));
        }
        read(text).map(Self).ok_or_else(|| Refusal::invalid("phone", words::NOT_A_PHONE))
    }

    /// The number, in E.164 format.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The calling code of the number's country.
    pub(super) fn calling_code(&self) -> &str {
        calling_code(self.0.trim_start_matches('+'))
    }

    /// The number as the `email` of an account that has no address.
    pub(super) fn in_place_of_email(&self) -> Email {
        Email { text: self.0.clone(), key: self.0.clone() }
    }

    /// A number that was read from the database.
    pub(super) const fn stored(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn read(text: &str) -> Option<String> {
    // In "+44 (0)20 …", the zero is not dialled from abroad. In some other countries, the zero belongs to the number.
    if text.len() > LONGEST || text.contains("(0)") {
        return None;
    }
    let rest = text.strip_prefix('+')?;
    let mut digits = String::with_capacity(*DIGITS.end());
    for character in rest.chars() {
        match character {
            '0'..='9' => digits.push(character),
            ' ' | '\u{a0}' | '-' | '\u{2011}' | '.' | '(' | ')' => {}
            _ => return None,
        }
    }
    let code = calling_code(&digits);
    let is_number = DIGITS.contains(&digits.len()) && !digits.starts_with('0') && !SERVICES.contains(&code);
    is_number.then(|| format!("+{digits}"))
}

fn calling_code(digits: &str) -> &str {
    let length = match digits.get(..2) {
        _ if digits.starts_with(['1', '7']) => 1,
        Some(two) if TWO_DIGITS.contains(&two) => 2,
        _ => 3,
    };
    digits.get(..length).unwrap_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ph2_a_number_is_read_with_its_calling_code_and_stored_in_one_form() {
        for (typed, stored) in [
            ("+447700900123", "+447700900123"),
            (" +44 7700 900-123 ", "+447700900123"),
            ("+1 (555) 010.9999", "+15550109999"),
            ("+49\u{a0}1512\u{a0}3456789", "+4915123456789"),
        ] {
            assert_eq!(Phone::parse(typed).expect(typed).as_str(), stored, "{typed}");
        }
        for wrong in [
            "07700 900123",
            "00447700900123",
            "+",
            "+123456",
            "+1234567890123456",
            "+0447700900123",
            "+44 (0)7700 900123",
            "+44770090012a",
            "+44 7700 900123\r\nx",
            "++447700900123",
            "+٤٤٧٧٠٠٩٠٠١٢٣",
            "+447700900123,+447700900124",
            "+88216123456",
            "+979123456789",
            "ann@example.org",
            &format!("+44{}7700900123", " ".repeat(40)),
        ] {
            let refusal = Phone::parse(wrong).expect_err(wrong);
            assert_eq!(
                (refusal.field.as_deref(), refusal.message.as_ref()),
                (Some("phone"), words::NOT_A_PHONE),
                "{wrong}"
            );
        }
        assert_eq!(Phone::parse("  ").expect_err("empty").message, "Phone number cannot be empty");
    }

    #[test]
    fn ph7_the_calling_code_names_the_country() {
        for (number, code) in [
            ("+15550109999", "1"),
            ("+79161234567", "7"),
            ("+447700900123", "44"),
            ("+353871234567", "353"),
            ("+99890123456", "998"),
        ] {
            assert_eq!(Phone::parse(number).expect(number).calling_code(), code, "{number}");
        }
    }
}
