//! Writes the text of a paragraph as Markdown.

use super::escape::{Place, Side, code, destination, entity, escaped, first_escaped, title};
use crate::domain::rich_text::tree::{Attributes, Child, Element, Mark, Marks, Tag, Value};

/// The block whose text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Paragraph,
    Heading,
    Table,
}

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Open(Mark, Attributes),
    Close(Mark, Attributes),
    Text(String),
    Code(String),
    Break,
    /// Written as it is.
    Atom(String),
    Mention(String),
}

/// The children of a paragraph or a heading as Markdown.
pub(super) fn write_inline(children: &[Child], within: Within) -> String {
    let mut tokens = with_spaces_outside(tokens(children, within));
    tokens.retain(|token| !matches!(token, Token::Text(text) if text.is_empty()));
    // A line break at the end of a paragraph is lost when it is read.
    while tokens.last() == Some(&Token::Break) {
        tokens.pop();
    }
    let italics = italic_delimiters(&tokens);
    let mut writer = Writer { out: String::new(), within, last_text: None, encode_next: false, dropped: Vec::new() };
    for place in 0..tokens.len() {
        writer.write(&tokens, place, &italics);
    }
    writer.finish()
}

fn tokens(children: &[Child], within: Within) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut open: Vec<(Mark, Attributes)> = Vec::new();
    for child in children {
        match child {
            Child::Text(runs) => {
                for run in runs {
                    switch(&mut open, &run.marks, &mut tokens);
                    push_text(&run.text, run.marks.contains_key(&Mark::Code), &mut tokens);
                }
            }
            Child::Element(element) => {
                switch(&mut open, &Marks::new(), &mut tokens);
                tokens.push(atom(element, within));
            }
        }
    }
    switch(&mut open, &Marks::new(), &mut tokens);
    tokens
}

/// Closes and opens marks until those of the next run are open. Marks enclose each other in the order of [`Mark`].
fn switch(open: &mut Vec<(Mark, Attributes)>, next: &Marks, tokens: &mut Vec<Token>) {
    let wanted: Vec<(Mark, Attributes)> =
        next.iter().filter(|(mark, _)| **mark != Mark::Code).map(|(mark, it)| (*mark, it.clone())).collect();
    let same = open.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    for (mark, attributes) in open.drain(same..).rev() {
        tokens.push(Token::Close(mark, attributes));
    }
    for (mark, attributes) in &wanted[same..] {
        tokens.push(Token::Open(*mark, attributes.clone()));
        open.push((*mark, attributes.clone()));
    }
}

fn push_text(text: &str, is_code: bool, tokens: &mut Vec<Token>) {
    if is_code {
        // Two spans of code in a row would be read as one.
        match tokens.last_mut() {
            _ if text.is_empty() => {}
            Some(Token::Code(before)) => before.push_str(text),
            _ => tokens.push(Token::Code(text.to_owned())),
        }
        return;
    }
    let text = text.replace("\r\n", "\n");
    for (place, line) in text.split(['\n', '\r']).enumerate() {
        if place > 0 {
            tokens.push(Token::Break);
        }
        match tokens.last_mut() {
            _ if line.is_empty() => {}
            Some(Token::Text(before)) => before.push_str(line),
            _ => tokens.push(Token::Text(line.to_owned())),
        }
    }
}

fn atom(element: &Element, within: Within) -> Token {
    let in_table = within == Within::Table;
    let words = |text: &str| escaped(text, Place { in_table, ..Place::default() });
    match element.tag {
        Tag::HardBreak => Token::Break,
        // A page that sends a long update in parts may send a node before its attributes.
        Tag::Mention | Tag::TaskReference if element.text_of("label").is_empty() => Token::Text(String::new()),
        Tag::TaskReference if element.text_of("id").is_empty() => Token::Text(element.text_of("label").to_owned()),
        Tag::Image if element.text_of("src").is_empty() => Token::Text(element.text_of("alt").to_owned()),
        Tag::Mention => Token::Mention(format!("@{}", words(element.text_of("label")))),
        Tag::TaskReference => {
            Token::Atom(format!("[{}](ticket:{})", words(element.text_of("label")), element.text_of("id")))
        }
        Tag::Image => {
            let (alt, src) = (words(element.text_of("alt")), destination(element.text_of("src"), in_table));
            let image = format!("![{alt}]({src}{})", title(element.text_of("title"), in_table));
            match element.attributes.get("href") {
                Some(Value::Text(href)) => Token::Atom(format!("[{image}]({})", destination(href, in_table))),
                _ => Token::Atom(image),
            }
        }
        _ => Token::Text(element.plain_text()),
    }
}

fn is_delimited(mark: Mark) -> bool {
    matches!(mark, Mark::Bold | Mark::Italic | Mark::Strike | Mark::Underline)
}

/// A delimiter counts only beside a character that is no space. So spaces at the edges of a bold text are written outside
/// of it, and marks around nothing else are left out.
fn with_spaces_outside(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    // The spaces that stand behind the marks which are being closed.
    let mut behind: Vec<Token> = Vec::new();
    for token in tokens {
        match token {
            Token::Close(mark, attributes) if is_delimited(mark) => {
                take_spaces(&mut out, &mut behind);
                match out.last() {
                    Some(Token::Open(opened, _)) if *opened == mark => drop(out.pop()),
                    _ => out.push(Token::Close(mark, attributes)),
                }
            }
            token => {
                for space in behind.drain(..).rev() {
                    push_outside(&mut out, space);
                }
                push_outside(&mut out, token);
            }
        }
    }
    for space in behind.drain(..).rev() {
        push_outside(&mut out, space);
    }
    out
}

/// Takes the spaces and line breaks from the end, the last one first.
fn take_spaces(out: &mut Vec<Token>, taken: &mut Vec<Token>) {
    loop {
        match out.pop() {
            Some(Token::Break) => taken.push(Token::Break),
            Some(Token::Text(text)) if text.ends_with(char::is_whitespace) => {
                let rest = text.trim_end().to_owned();
                taken.push(Token::Text(text[rest.len()..].to_owned()));
                if !rest.is_empty() {
                    return out.push(Token::Text(rest));
                }
            }
            other => return out.extend(other),
        }
    }
}

/// Adds a token, and moves spaces at the beginning of marked text in front of the marks.
fn push_outside(out: &mut Vec<Token>, token: Token) {
    let (space, rest) = match token {
        Token::Break => (Some(Token::Break), None),
        Token::Text(text) if text.starts_with(char::is_whitespace) => {
            let rest = text.trim_start().to_owned();
            let space = text[..text.len() - rest.len()].to_owned();
            (Some(Token::Text(space)), (!rest.is_empty()).then_some(Token::Text(rest)))
        }
        token => (None, Some(token)),
    };
    if let Some(space) = space {
        let opened =
            out.iter().rev().take_while(|it| matches!(it, Token::Open(mark, _) if is_delimited(*mark))).count();
        let marks = out.split_off(out.len() - opened);
        push_merged(out, space);
        out.extend(marks);
    }
    if let Some(rest) = rest {
        push_merged(out, rest);
    }
}

fn push_merged(out: &mut Vec<Token>, token: Token) {
    match (out.last_mut(), token) {
        (Some(Token::Text(before)), Token::Text(text)) => before.push_str(&text),
        (_, token) => out.push(token),
    }
}

/// For each token that opens or closes an italic text, its delimiter. It is `_` beside an asterisk of another mark, since
/// three asterisks in a row can be read in several ways.
fn italic_delimiters(tokens: &[Token]) -> Vec<char> {
    let is_bold = |place: Option<usize>| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(Token::Open(Mark::Bold, _) | Token::Close(Mark::Bold, _)))
    };
    let touches = |place: usize| is_bold(place.checked_sub(1)) || is_bold(Some(place + 1));
    let mut delimiters = vec!['*'; tokens.len()];
    let mut opened = None;
    for (place, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(Mark::Italic, _) => opened = Some(place),
            Token::Close(Mark::Italic, _) => {
                if let Some(opened) = opened.take()
                    && (touches(opened) || touches(place))
                {
                    delimiters[opened] = '_';
                    delimiters[place] = '_';
                }
            }
            _ => {}
        }
    }
    delimiters
}

struct Writer {
    out: String,
    within: Within,
    /// The place and value of the last character of `out`, if it is one of the text's own.
    last_text: Option<(usize, char)>,
    /// The next character of text is written as an entity.
    encode_next: bool,
    /// The delimited marks that are open, each with whether its delimiters are left out.
    dropped: Vec<bool>,
}

impl Writer {
    fn write(&mut self, tokens: &[Token], place: usize, italics: &[char]) {
        match &tokens[place] {
            Token::Text(text) => {
                let goes_on = tokens.get(place + 1).is_some_and(|next| *next != Token::Break);
                return self.text(text, goes_on);
            }
            Token::Code(text) => self.out.push_str(&code(text, self.within == Within::Table)),
            Token::Atom(text) => self.out.push_str(text),
            Token::Mention(text) => {
                self.out.push_str(text);
                // Otherwise the next letter would be read as a part of the name.
                let goes_on =
                    |text: &String| text.starts_with(|c: char| c.is_ascii_alphanumeric() || "_.-/".contains(c));
                self.encode_next = matches!(tokens.get(place + 1), Some(Token::Text(text)) if goes_on(text));
            }
            Token::Break => self.line_break(),
            Token::Open(Mark::Link, _) => self.out.push('['),
            Token::Close(Mark::Link, attributes) => self.close_link(attributes),
            Token::Open(Mark::Underline, _) => self.out.push_str("<u>"),
            Token::Close(Mark::Underline, _) => self.out.push_str("</u>"),
            Token::Open(mark, _) => self.open(*mark, first_char(tokens, place + 1, italics), italics[place]),
            Token::Close(mark, _) => self.close(*mark, first_char(tokens, place + 1, italics), italics[place]),
        }
        self.last_text = None;
    }

    fn at_line_start(&self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    /// `goes_on` is true if more follows in the same line.
    fn text(&mut self, text: &str, goes_on: bool) {
        let mut text = text;
        if std::mem::take(&mut self.encode_next)
            && let Some(c) = text.chars().next()
        {
            self.out.push_str(&entity(c));
            self.last_text = None;
            text = &text[c.len_utf8()..];
        }
        let Some(last) = text.chars().next_back() else { return };
        let place = Place {
            in_table: self.within == Within::Table,
            before: self.out.chars().next_back().filter(|c| *c != '\n'),
            at_line_start: self.at_line_start(),
            goes_on,
        };
        // Encoded, a lone letter behind a delimiter would be punctuation, and the delimiter would not count.
        let is_bound = self.out.ends_with(['*', '~', '_']) && text.chars().nth(1).is_none();
        let before = self.out.len();
        self.out.push_str(&escaped(text, place));
        let length = self.out.len() - before;
        // A single space at the begin of a line is an entity already.
        let is_raw = self.out.ends_with(last) && length >= last.len_utf8() && !is_bound;
        self.last_text = is_raw.then(|| {
            let at = self.out.len() - last.len_utf8();
            let escapes = self.out[..at].len() - self.out[..at].trim_end_matches('\\').len();
            (if escapes % 2 == 1 { at - 1 } else { at }, last)
        });
    }

    /// Writes the last character of the text as an entity, so that punctuation stands before the next delimiter.
    fn encode_last(&mut self) -> bool {
        let Some((at, c)) = self.last_text.take() else { return false };
        self.out.truncate(at);
        self.out.push_str(&entity(c));
        true
    }

    fn line_break(&mut self) {
        match self.within {
            Within::Table => self.out.push_str("<br>"),
            Within::Heading if self.at_line_start() => {}
            Within::Heading => self.out.push(' '),
            Within::Paragraph => {
                if self.at_line_start() {
                    self.out.push('\\');
                }
                self.encode_trailing_space();
                self.out.push('\n');
            }
        }
    }

    /// Spaces at the end of a line would be lost, or be a line break.
    fn encode_trailing_space(&mut self) {
        if let Some(c) = self.out.chars().next_back().filter(|c| c.is_whitespace() && *c != '\n') {
            self.out.truncate(self.out.len() - c.len_utf8());
            self.out.push_str(&entity(c));
        }
    }

    fn close_link(&mut self, attributes: &Attributes) {
        let in_table = self.within == Within::Table;
        let text = |name| match attributes.get(name) {
            Some(Value::Text(text)) => text.as_str(),
            _ => "",
        };
        self.out.push_str("](");
        self.out.push_str(&destination(text("href"), in_table));
        self.out.push_str(&title(text("title"), in_table));
        self.out.push(')');
    }

    fn open(&mut self, mark: Mark, next: Option<char>, italic: char) {
        let before = Side::of(self.out.chars().next_back());
        let needs_open = Side::of(next) != Side::Letter || italic == '_' && mark == Mark::Italic;
        let works = !needs_open || before.is_open() || self.encode_last();
        self.dropped.push(!works);
        if works {
            self.delimiter(mark, italic);
        }
    }

    fn close(&mut self, mark: Mark, next: Option<char>, italic: char) {
        if self.dropped.pop().unwrap_or(false) {
            return;
        }
        let before = Side::of(self.out.chars().next_back());
        let needs_open = before != Side::Letter || italic == '_' && mark == Mark::Italic;
        self.encode_next = needs_open && !Side::of(next).is_open();
        self.delimiter(mark, italic);
    }

    fn delimiter(&mut self, mark: Mark, italic: char) {
        match mark {
            Mark::Bold => self.out.push_str("**"),
            Mark::Strike => self.out.push_str("~~"),
            _ => self.out.push(italic),
        }
    }

    fn finish(mut self) -> String {
        self.encode_trailing_space();
        if self.within == Within::Heading && self.out.ends_with('#') {
            self.out.pop();
            self.out.push_str("\\#");
        }
        self.out
    }
}

/// The character that will follow a delimiter.
fn first_char(tokens: &[Token], place: usize, italics: &[char]) -> Option<char> {
    match tokens.get(place)? {
        Token::Text(text) => first_escaped(text),
        Token::Code(_) => Some('`'),
        Token::Atom(text) | Token::Mention(text) => text.chars().next(),
        Token::Break => None,
        Token::Open(Mark::Link, _) => Some('['),
        Token::Close(Mark::Link, _) => Some(']'),
        Token::Open(Mark::Underline, _) | Token::Close(Mark::Underline, _) => Some('<'),
        Token::Open(Mark::Italic, _) | Token::Close(Mark::Italic, _) => italics.get(place).copied(),
        Token::Open(Mark::Strike, _) | Token::Close(Mark::Strike, _) => Some('~'),
        Token::Open(..) | Token::Close(..) => Some('*'),
    }
}
