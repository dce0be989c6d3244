//! From a filter to its text. Reading the text gives the same filter.

use super::{
    language::Language,
    syntax::Op,
    tree::{Condition, Day, Field, Filter, Want},
};

/// The text with ids, as it is stored: it means the same after a name has changed.
pub fn with_ids(filter: &Filter, language: &Language) -> String {
    Printer { language, names: false }.filter(filter, Around::Nothing)
}

/// The text with names, for people. An option whose name is not unique is named by its id.
pub fn with_names(filter: &Filter, language: &Language) -> String {
    Printer { language, names: true }.filter(filter, Around::Nothing)
}

/// What a part stands in: that decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    Nothing,
    Any,
    All,
    Not,
}

struct Printer<'l> {
    language: &'l Language,
    names: bool,
}

impl Printer<'_> {
    fn filter(&self, filter: &Filter, around: Around) -> String {
        let group = |parts: &[Filter], word: &str, inside: Around, most: Around| {
            let parts: Vec<String> = parts.iter().map(|part| self.filter(part, inside)).collect();
            let text = parts.join(word);
            if around > most { format!("({text})") } else { text }
        };
        match filter {
            Filter::All(parts) => group(parts, " and ", Around::All, Around::Any),
            Filter::Any(parts) => group(parts, " or ", Around::Any, Around::Nothing),
            Filter::Not(inner) => match &**inner {
                Filter::Is(condition) => self.condition(condition, true),
                inner => format!("not {}", self.filter(inner, Around::Not)),
            },
            Filter::Is(condition) => self.condition(condition, false),
        }
    }

    fn condition(&self, condition: &Condition, negated: bool) -> String {
        let Condition { field, wants } = condition;
        let op = match wants.as_slice() {
            [Want::Has(_), ..] => Op::Has,
            _ if negated => Op::Is,
            [Want::Days { from: Some(_), to: None } | Want::Numbers { from: Some(_), to: None }] => Op::Least,
            [Want::Days { from: None, .. } | Want::Numbers { from: None, .. }] => Op::Most,
            _ => Op::Is,
        };
        let sign = match (op, negated) {
            (Op::Is, true) => Op::IsNot,
            (Op::Has, true) => Op::HasNot,
            (op, _) => op,
        };
        let values: Vec<String> = wants.iter().map(|want| self.want(*field, want, op)).collect();
        format!("{} {} {}", self.field(*field), sign.sign(), values.join(", "))
    }

    fn field(&self, field: Field) -> String {
        match self.language.get(field) {
            Some(known) => match &known.name {
                Some(name) if self.names => quoted(name),
                _ => known.word.clone(),
            },
            None => String::new(),
        }
    }

    fn want(&self, field: Field, want: &Want, op: Op) -> String {
        match want {
            Want::None => "none".to_owned(),
            Want::Any => "any".to_owned(),
            Want::Me => "me".to_owned(),
            Want::Choice(id) => self.choice(field, id),
            Want::Has(text) | Want::Same(text) => quoted(text),
            Want::Span(span) => span.word().to_owned(),
            Want::Days { from, to } => range(op, from.map(day), to.map(day)),
            Want::Numbers { from, to } => range(op, from.clone(), to.clone()),
        }
    }

    fn choice(&self, field: Field, id: &str) -> String {
        let known = self.language.get(field).filter(|_| self.names);
        let name = known.and_then(|known| {
            let own = known.choices.iter().find(|choice| choice.id == id && choice.is_named)?;
            (known.called(&own.name).count() == 1).then_some(&own.name)
        });
        name.map_or_else(|| id.to_owned(), |name| quoted(name))
    }
}

fn range(op: Op, from: Option<String>, to: Option<String>) -> String {
    if from == to || op != Op::Is {
        return from.or(to).unwrap_or_default();
    }
    format!("{}..{}", from.unwrap_or_default(), to.unwrap_or_default())
}

fn day(day: Day) -> String {
    match day {
        Day::Date(date) => date.to_string(),
        Day::Distance(0) => "today".to_owned(),
        Day::Distance(1) => "tomorrow".to_owned(),
        Day::Distance(-1) => "yesterday".to_owned(),
        Day::Distance(days) => format!("{days}d"),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
