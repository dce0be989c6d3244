//! The form of a filter's text: fields, operators and values, joined by `and`, `or`, `not` and parentheses. What the names
//! mean is decided elsewhere (`read.rs`).

use super::fault::{Fault, FaultKind};

/// The most characters of a filter's text.
pub const TEXT_CHARS: usize = 4_000;
/// How deep parentheses and `not` may nest.
pub const DEPTH: usize = 8;
/// The most conditions of a filter.
pub const CONDITIONS: usize = 50;
/// The most values of a condition.
pub const VALUES: usize = 100;

/// A filter's text as a tree. `All` without parts is the empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Test(Test),
}

/// `due <= today`: a field, an operator, and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    pub field: Word,
    pub op: Op,
    pub op_at: usize,
    pub values: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// True if it stands in quotes: then it is a name or a text, and no keyword.
    pub quoted: bool,
    pub at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Is,
    IsNot,
    Has,
    HasNot,
    Least,
    Most,
}

impl Op {
    pub const ALL: [Self; 6] = [Self::IsNot, Self::HasNot, Self::Least, Self::Most, Self::Is, Self::Has];

    pub fn sign(self) -> &'static str {
        match self {
            Self::Is => "=",
            Self::IsNot => "!=",
            Self::Has => "~",
            Self::HasNot => "!~",
            Self::Least => ">=",
            Self::Most => "<=",
        }
    }

    /// True for the two operators that say that something is not so.
    pub fn is_negative(self) -> bool {
        matches!(self, Self::IsNot | Self::HasNot)
    }
}

impl Word {
    /// True if this is the keyword, in any case.
    pub fn is(&self, keyword: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(keyword)
    }

    pub(super) fn fault(&self, kind: FaultKind) -> Fault {
        Fault::new(self.at, kind, &self.text)
    }
}

/// Reads the form of a text.
///
/// # Errors
/// The first fault.
pub fn parse(text: &str) -> Result<Syntax, Fault> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > TEXT_CHARS {
        return Err(Fault::new(TEXT_CHARS, FaultKind::TooLong, ""));
    }
    let mut parser = Parser { tokens: tokens(&chars)?, next: 0, end: chars.len(), tests: 0 };
    if parser.tokens.is_empty() {
        return Ok(Syntax::All(Vec::new()));
    }
    let filter = parser.either(0)?;
    match parser.peek() {
        None => Ok(filter),
        Some(token) => Err(Fault::new(token.at(), FaultKind::Unexpected, token.text())),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(Word),
    Op(Op, usize),
    Open(usize),
    Close(usize),
    Comma(usize),
}

impl Token {
    fn at(&self) -> usize {
        match self {
            Self::Word(word) => word.at,
            Self::Op(_, at) | Self::Open(at) | Self::Close(at) | Self::Comma(at) => *at,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Word(word) => &word.text,
            Self::Op(op, _) => op.sign(),
            Self::Open(_) => "(",
            Self::Close(_) => ")",
            Self::Comma(_) => ",",
        }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{A0}')
}

/// Whether a word without quotes may contain the character.
fn is_bare(c: char) -> bool {
    !is_space(c) && !matches!(c, '(' | ')' | ',' | '"' | '=' | '!' | '~' | '<' | '>')
}

fn tokens(chars: &[char]) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at;
        at += 1;
        tokens.push(match c {
            c if is_space(c) => continue,
            '(' => Token::Open(start),
            ')' => Token::Close(start),
            ',' => Token::Comma(start),
            '"' => {
                let (text, end) = quoted(chars, start)?;
                at = end;
                Token::Word(Word { text, quoted: true, at: start })
            }
            c if is_bare(c) => {
                while chars.get(at).copied().is_some_and(is_bare) {
                    at += 1;
                }
                Token::Word(Word { text: chars[start..at].iter().collect(), quoted: false, at: start })
            }
            c => {
                let two: String = chars[start..].iter().take(2).collect();
                let op = Op::ALL.into_iter().find(|op| two.starts_with(op.sign()));
                let op = op.ok_or_else(|| Fault::new(start, FaultKind::Unexpected, c))?;
                at = start + op.sign().len();
                Token::Op(op, start)
            }
        });
    }
    Ok(tokens)
}

/// A text in quotes, and the place behind it. A backslash stands before a quote or a backslash that belongs to the text.
fn quoted(chars: &[char], start: usize) -> Result<(String, usize), Fault> {
    let mut text = String::new();
    let mut at = start + 1;
    loop {
        match chars.get(at) {
            None => return Err(Fault::new(start, FaultKind::OpenQuote, "")),
            Some('"') => return Ok((text, at + 1)),
            Some('\\') if at + 1 < chars.len() => {
                text.push(chars[at + 1]);
                at += 2;
            }
            Some(c) => {
                text.push(*c);
                at += 1;
            }
        }
    }
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    /// The place behind the text.
    end: usize,
    tests: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.next += 1;
        token
    }

    fn takes(&mut self, keyword: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(word)) if word.is(keyword));
        self.next += usize::from(found);
        found
    }

    fn either(&mut self, depth: usize) -> Result<Syntax, Fault> {
        let mut parts = vec![self.both(depth)?];
        while self.takes("or") {
            parts.push(self.both(depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Syntax::Any(parts) })
    }

    fn both(&mut self, depth: usize) -> Result<Syntax, Fault> {
        let mut parts = vec![self.one(depth)?];
        while self.takes("and") {
            parts.push(self.one(depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Syntax::All(parts) })
    }

    fn one(&mut self, depth: usize) -> Result<Syntax, Fault> {
        let at = self.peek().map_or(self.end, Token::at);
        let negated = self.takes("not");
        let opened = !negated && matches!(self.peek(), Some(Token::Open(_)));
        if !negated && !opened {
            return self.test();
        }
        if depth == DEPTH {
            return Err(Fault::new(at, FaultKind::TooDeep, ""));
        }
        if negated {
            return Ok(Syntax::Not(Box::new(self.one(depth + 1)?)));
        }
        self.next += 1;
        let inner = self.either(depth + 1)?;
        match self.take() {
            Some(Token::Close(_)) => Ok(inner),
            other => Err(self.unexpected(other)),
        }
    }

    fn test(&mut self) -> Result<Syntax, Fault> {
        let field = match self.take() {
            Some(Token::Word(word)) if !word.is("and") && !word.is("or") => word,
            other => return Err(self.unexpected(other)),
        };
        self.tests += 1;
        if self.tests > CONDITIONS {
            return Err(Fault::new(field.at, FaultKind::TooManyConditions, ""));
        }
        let (op, op_at) = match self.take() {
            Some(Token::Op(op, at)) => (op, at),
            other => return Err(self.unexpected(other)),
        };
        let mut values = vec![self.value()?];
        while matches!(self.peek(), Some(Token::Comma(_))) {
            self.next += 1;
            let value = self.value()?;
            if values.len() == VALUES {
                return Err(value.fault(FaultKind::TooManyValues));
            }
            values.push(value);
        }
        Ok(Syntax::Test(Test { field, op, op_at, values }))
    }

    fn value(&mut self) -> Result<Word, Fault> {
        match self.take() {
            Some(Token::Word(word)) if !word.is("and") && !word.is("or") && !word.is("not") => Ok(word),
            other => Err(self.unexpected(other)),
        }
    }

    fn unexpected(&self, token: Option<Token>) -> Fault {
        match token {
            Some(token) => Fault::new(token.at(), FaultKind::Unexpected, token.text()),
            None => Fault::new(self.end, FaultKind::Unfinished, ""),
        }
    }
}
