//! From a text to a filter: what the names in it mean in a workspace.

use super::{
    fault::{Fault, FaultKind},
    language::{Form, Known, Language},
    syntax::{Op, Syntax, Test, Word, parse},
    tree::{Condition, Day, Filter, Span, Want},
};
use crate::domain::date::PlainDate;

/// The most characters of a text that a condition looks for.
pub const WANTED_CHARS: usize = 200;
const NUMBER_CHARS: usize = 40;

/// Reads a filter that a person has typed. Every name must be known.
///
/// # Errors
/// The first fault.
pub fn read(text: &str, language: &Language) -> Result<Filter, Fault> {
    Ok(Reader { language, left_out: None }.filter(&parse(text)?)?.unwrap_or(Filter::EVERY))
}

/// Reads a filter that was stored. A condition that names something that is gone is left out, and the group that held it
/// loses it; of several values, those that are left count. So a deleted option or attribute never makes a view useless.
/// Returns the filter and how many names were left out.
pub fn read_stored(text: &str, language: &Language) -> (Filter, usize) {
    let mut reader = Reader { language, left_out: Some(0) };
    let filter = parse(text).and_then(|syntax| reader.filter(&syntax));
    let left_out = reader.left_out.unwrap_or(0);
    match filter {
        Ok(filter) => (filter.unwrap_or(Filter::EVERY), left_out),
        // The node stores no such text.
        Err(_) => (Filter::EVERY, left_out + 1),
    }
}

struct Reader<'l> {
    language: &'l Language,
    /// `None`: an unknown name is a fault.
    left_out: Option<usize>,
}

impl Reader<'_> {
    /// `None` if nothing of the filter is left.
    fn filter(&mut self, syntax: &Syntax) -> Result<Option<Filter>, Fault> {
        let group = |parts: Vec<Filter>, make: fn(Vec<Filter>) -> Filter| (!parts.is_empty()).then(|| make(parts));
        Ok(match syntax {
            Syntax::All(parts) => group(self.parts(parts)?, Filter::all),
            Syntax::Any(parts) => group(self.parts(parts)?, Filter::any),
            Syntax::Not(inner) => self.filter(inner)?.map(Filter::negated),
            Syntax::Test(test) => match self.condition(test) {
                Ok(condition) => condition,
                Err(fault) => {
                    self.leave_out(fault)?;
                    None
                }
            },
        })
    }

    fn parts(&mut self, parts: &[Syntax]) -> Result<Vec<Filter>, Fault> {
        let mut read = Vec::new();
        for part in parts {
            read.extend(self.filter(part)?);
        }
        Ok(read)
    }

    fn leave_out(&mut self, fault: Fault) -> Result<(), Fault> {
        let Some(count) = &mut self.left_out else { return Err(fault) };
        *count += 1;
        Ok(())
    }

    fn condition(&mut self, test: &Test) -> Result<Option<Filter>, Fault> {
        let language = self.language;
        let Test { field, op, op_at, values } = test;
        let known = if field.quoted {
            language.named(&field.text)
        } else {
            language.called(&field.text).or_else(|| language.named(&field.text))
        };
        let known = known.ok_or_else(|| field.fault(FaultKind::UnknownField))?;
        let fits = match op {
            Op::Is | Op::IsNot => true,
            Op::Has | Op::HasNot => known.form == Form::Text,
            Op::Least | Op::Most => matches!(known.form, Form::Number | Form::Date),
        };
        if !fits {
            return Err(Fault::new(*op_at, FaultKind::WrongOperator, op.sign()));
        }
        if let (Op::Least | Op::Most, Some(second)) = (op, values.get(1)) {
            return Err(second.fault(FaultKind::TooManyValues));
        }
        let mut wants: Vec<Want> = Vec::new();
        for value in values {
            match want(known, *op, value) {
                Ok(want) if wants.contains(&want) => {}
                Ok(want) => wants.push(want),
                Err(fault) => self.leave_out(fault)?,
            }
        }
        if wants.is_empty() {
            return Ok(None);
        }
        let filter = Filter::Is(Condition { field: known.field, wants });
        Ok(Some(if op.is_negative() { filter.negated() } else { filter }))
    }
}

fn want(known: &Known, op: Op, value: &Word) -> Result<Want, Fault> {
    if matches!(op, Op::Is | Op::IsNot) {
        if value.is("none") {
            return Ok(Want::None);
        }
        if value.is("any") {
            return Ok(Want::Any);
        }
    }
    match known.form {
        Form::Choice => choice(known, value),
        Form::Text => {
            let text = text(value)?;
            Ok(if matches!(op, Op::Has | Op::HasNot) { Want::Has(text) } else { Want::Same(text) })
        }
        Form::Number => {
            let (from, to) = bounds(op, value, |text| is_number(text).then(|| text.to_owned()))
                .ok_or_else(|| value.fault(FaultKind::NotANumber))?;
            Ok(Want::Numbers { from, to })
        }
        Form::Date => {
            if let Some(span) = Span::ALL.into_iter().find(|span| value.is(span.word())).filter(|_| is_equal(op)) {
                return Ok(Want::Span(span));
            }
            let (from, to) = bounds(op, value, day).ok_or_else(|| value.fault(FaultKind::NotADate))?;
            Ok(Want::Days { from, to })
        }
    }
}

fn is_equal(op: Op) -> bool {
    matches!(op, Op::Is | Op::IsNot)
}

/// Without quotes a value may be an id; in quotes it is a name.
fn choice(known: &Known, value: &Word) -> Result<Want, Fault> {
    if known.is_of_people && value.is("me") {
        return Ok(Want::Me);
    }
    let id = value.text.to_ascii_lowercase();
    if !value.quoted && known.has(&id) {
        return Ok(Want::Choice(id));
    }
    let mut called = known.called(&value.text);
    match (called.next(), called.next()) {
        (Some(only), None) => Ok(Want::Choice(only.id.clone())),
        (Some(_), Some(_)) => Err(value.fault(FaultKind::AmbiguousValue)),
        (None, _) => Err(value.fault(FaultKind::UnknownValue)),
    }
}

/// Spaces at the ends do not count.
fn text(value: &Word) -> Result<String, Fault> {
    let text = value.text.trim_matches([' ', '\t', '\n', '\r']);
    if text.is_empty() {
        return Err(value.fault(FaultKind::BlankText));
    }
    if text.chars().count() > WANTED_CHARS {
        return Err(Fault::new(value.at, FaultKind::LongText, ""));
    }
    Ok(text.to_owned())
}

/// One value, or two with `..` between them, of which one may be missing.
fn bounds<T: Clone>(op: Op, value: &Word, read: impl Fn(&str) -> Option<T>) -> Option<(Option<T>, Option<T>)> {
    let open = |text: &str| if text.is_empty() { Some(None) } else { read(text).map(Some) };
    match (op, value.text.split_once("..")) {
        (Op::Least, _) => Some((Some(read(&value.text)?), None)),
        (Op::Most, _) => Some((None, Some(read(&value.text)?))),
        (_, None) => read(&value.text).map(|only| (Some(only.clone()), Some(only))),
        (_, Some(("", ""))) => None,
        (_, Some((from, to))) => Some((open(from)?, open(to)?)),
    }
}

/// `-2`, `3.5`, `1e6`.
fn is_number(text: &str) -> bool {
    let (number, exponent) = text.split_once('e').map_or((text, None), |(number, exponent)| (number, Some(exponent)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = number.strip_prefix('-').unwrap_or(number);
    let is_plain = number.split_once('.').map_or_else(|| digits(number), |(whole, part)| digits(whole) && digits(part));
    let is_exponent = |text: &str| digits(text.strip_prefix(['-', '+']).unwrap_or(text));
    text.len() <= NUMBER_CHARS && is_plain && exponent.is_none_or(is_exponent)
}

/// `2026-11-25`, `today`, or days from today: `7d`, `-7d`.
fn day(text: &str) -> Option<Day> {
    for (word, days) in [("today", 0), ("tomorrow", 1), ("yesterday", -1)] {
        if text.eq_ignore_ascii_case(word) {
            return Some(Day::Distance(days));
        }
    }
    if let Some(days) = text.strip_suffix('d') {
        let digits = days.strip_prefix(['-', '+']).unwrap_or(days);
        let is_distance = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        return is_distance.then(|| days.parse().ok().map(Day::Distance))?;
    }
    PlainDate::parse(text).map(Day::Date)
}
