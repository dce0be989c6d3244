//! Writes plain text so that Markdown reads it as the same plain text.

/// How the two sides of a delimiter count in CommonMark's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// White space, or the begin or end of the text.
    Space,
    /// ASCII punctuation.
    Punctuation,
    Letter,
    /// Other characters. Parsers differ on whether some of them are punctuation.
    Unsure,
}

impl Side {
    pub(super) fn of(c: Option<char>) -> Self {
        match c {
            None => Self::Space,
            Some(c) if c.is_whitespace() => Self::Space,
            Some(c) if c.is_ascii_punctuation() => Self::Punctuation,
            Some(c) if c.is_alphanumeric() => Self::Letter,
            Some(_) => Self::Unsure,
        }
    }

    /// True if a delimiter may open after, and close before, any character on its other side.
    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Space | Self::Punctuation)
    }
}

/// A character that no rule of Markdown reads as more than itself.
pub(super) fn entity(c: char) -> String {
    format!("&#{};", u32::from(c))
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub in_table: bool,
    /// The character before the text in the same line; `None` at the begin of a line.
    pub before: Option<char>,
    pub at_line_start: bool,
    /// True if more follows in the same line.
    pub goes_on: bool,
}

/// Writes a text without line breaks.
pub(super) fn escaped(text: &str, place: Place) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = place.before;
    let mut rest = text;
    if place.at_line_start {
        rest = escape_line_start(text, place.goes_on, &mut out);
        before = text[..text.len() - rest.len()].chars().next_back().or(before);
    }
    for (at, c) in rest.char_indices() {
        let after = rest[at + c.len_utf8()..].chars().next();
        if needs_backslash(c, before, after, &rest[at..], place) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
    out
}

fn needs_backslash(c: char, before: Option<char>, after: Option<char>, rest: &str, place: Place) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' | '`' | '*' | '~' | '[' | ']' => true,
        // Within a word, an underscore marks nothing. Names with underscores stay readable.
        '_' => !(is_letter(before) && is_letter(after)),
        '<' => after.map_or(place.goes_on, |c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => match after {
            None => place.goes_on,
            Some(c) => (c == '#' || c.is_ascii_alphanumeric()) && (place.goes_on || may_be_entity(rest)),
        },
        // An image would begin if a link follows.
        '!' => after.is_none() && place.goes_on,
        '|' => place.in_table,
        _ => false,
    }
}

/// Names of entities are at most 33 bytes long.
fn may_be_entity(text: &str) -> bool {
    text.bytes().take(40).any(|byte| byte == b';')
}

/// The first character of a text as it is written in the middle of a line.
pub(super) fn first_escaped(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let place = Place { goes_on: true, ..Place::default() };
    Some(if needs_backslash(first, None, chars.next(), text, place) { '\\' } else { first })
}

/// Escapes what would begin a block. Returns the rest of the text.
fn escape_line_start<'t>(text: &'t str, goes_on: bool, out: &mut String) -> &'t str {
    let Some(first) = text.chars().next() else { return text };
    let rest = &text[first.len_utf8()..];
    let ends_or = |rest: &str, is: fn(char) -> bool| rest.chars().next().is_none_or(is);
    match first {
        c if c.is_whitespace() => {
            out.push_str(&entity(c));
            rest
        }
        '#' => {
            let behind = text.trim_start_matches('#');
            let begins = text.len() - behind.len() <= 6 && ends_or(behind, char::is_whitespace);
            if begins {
                out.push('\\');
            }
            out.push('#');
            rest
        }
        '>' | '|' => {
            out.push('\\');
            out.push(first);
            rest
        }
        '+' | '-' | '=' | ':' if ends_or(rest, |c| !c.is_alphanumeric()) => {
            out.push('\\');
            out.push(first);
            rest
        }
        '0'..='9' => {
            let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = text.len() - behind.len();
            let begins = behind.is_empty() && goes_on
                || (behind.starts_with(['.', ')']) && ends_or(&behind[1..], char::is_whitespace));
            if digits > 9 || !begins {
                return text;
            }
            if behind.is_empty() {
                // The number may go on in the next run of text.
                out.push_str(&entity(first));
                return rest;
            }
            out.push_str(&text[..digits]);
            out.push('\\');
            out.push_str(&behind[..1]);
            &behind[1..]
        }
        _ => text,
    }
}

/// The destination of a link or an image.
pub(super) fn destination(address: &str, in_table: bool) -> String {
    backslashed(address, |c| matches!(c, '\\' | '(' | ')' | '<' | '>') || (in_table && c == '|'))
}

/// The title of a link or an image, with its quotation marks and the space before it.
pub(super) fn title(title: &str, in_table: bool) -> String {
    if title.is_empty() {
        return String::new();
    }
    let text = backslashed(title, |c| matches!(c, '\\' | '"' | '<' | '>') || (in_table && c == '|'));
    format!(" \"{text}\"")
}

fn backslashed(text: &str, escape: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if escape(c) || c == '&' && is_entity(&text[at..]) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// True if a text begins as a name or number of a character does.
fn is_entity(text: &str) -> bool {
    let behind = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    behind.starts_with(';')
}

/// A span of code.
pub(super) fn code(text: &str, in_table: bool) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let spaced = text.starts_with(' ') && text.ends_with(' ') && !text.trim_matches(' ').is_empty();
    let pad = if text.starts_with('`') || text.ends_with('`') || spaced { " " } else { "" };
    let text = if in_table { text.replace('|', "\\|") } else { text };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, of: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
