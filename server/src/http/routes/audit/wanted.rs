//! What a caller wants of the log, read from the query of the address.

use actors::domain::audit::AuditKind;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::error::Refusal;
use crate::queries::audit::read::Filter;
use crate::words::refusals as words;

/// The size of a page if the caller names none.
const PAGE: i64 = 50;
const MOST: i64 = 200;

/// The query of the address.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    by: Option<String>,
    kind: Option<String>,
    from: Option<String>,
    to: Option<String>,
    before: Option<String>,
    limit: Option<String>,
    format: Option<String>,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Page { before: Option<Uuid>, limit: i64 },
    Csv,
    Json,
}

impl Wanted {
    /// # Errors
    /// `validation_failed`, with the name of the value that cannot be read.
    pub(super) fn parse(self) -> Result<(Filter, Form), Refusal> {
        let Self { by, kind, from, to, before, limit, format } = self;
        let kind = kind.map(|word| AuditKind::named(&word).ok_or_else(|| Refusal::invalid("kind", words::AUDIT_KIND)));
        let filter = Filter {
            by: by.map(|text| id("by", &text)).transpose()?,
            kind: kind.transpose()?.map(AuditKind::word),
            from: from.map(|text| instant("from", &text)).transpose()?,
            to: to.map(|text| instant("to", &text)).transpose()?,
        };
        let before = before.map(|text| id("before", &text)).transpose()?;
        let form = match format.as_deref() {
            None => Form::Page { before, limit: limit.map_or(Ok(PAGE), |text| size(&text))? },
            Some("csv") => Form::Csv,
            Some("json") => Form::Json,
            Some(_) => return Err(Refusal::invalid("format", words::FILE_FORMAT)),
        };
        Ok((filter, form))
    }
}

fn id(field: &str, text: &str) -> Result<Uuid, Refusal> {
    Uuid::parse_str(text).map_err(|_| Refusal::invalid(field, actors::words::ID_EXPECTED))
}

fn instant(field: &str, text: &str) -> Result<OffsetDateTime, Refusal> {
    OffsetDateTime::parse(text, &Rfc3339).map_err(|_| Refusal::invalid(field, words::TIME_EXPECTED))
}

fn size(text: &str) -> Result<i64, Refusal> {
    let limit = text.parse().ok().filter(|limit| (1..=MOST).contains(limit));
    limit.ok_or_else(|| Refusal::invalid("limit", words::whole_number_to(MOST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m02_a_filter_takes_known_kinds_ids_and_times_only() {
        let with = |set: fn(&mut Wanted)| {
            let mut wanted = Wanted::default();
            set(&mut wanted);
            wanted.parse().map_err(|refusal| refusal.field.unwrap_or_default())
        };
        assert_eq!(with(|_| {}), Ok((Filter::default(), Form::Page { before: None, limit: 50 })));
        let kind = Filter { kind: Some("roleCreated"), ..Filter::default() };
        assert_eq!(with(|it| it.kind = Some("roleCreated".into())), Ok((kind, Form::Page { before: None, limit: 50 })));
        assert_eq!(with(|it| it.format = Some("csv".into())), Ok((Filter::default(), Form::Csv)));
        assert_eq!(with(|it| it.kind = Some("role.password".into())), Err("kind".into()));
        assert_eq!(with(|it| it.by = Some("' or true".into())), Err("by".into()));
        assert_eq!(with(|it| it.from = Some("yesterday".into())), Err("from".into()));
        assert_eq!(with(|it| it.to = Some("2030-05-01".into())), Err("to".into()));
        assert_eq!(with(|it| it.before = Some("1".into())), Err("before".into()));
        assert_eq!(with(|it| it.format = Some("xlsx".into())), Err("format".into()));
        for limit in ["0", "201", "-1", "1000000000", "many"] {
            let wanted = Wanted { limit: Some(limit.into()), ..Wanted::default() };
            assert_eq!(wanted.parse().map_err(|refusal| refusal.field), Err(Some("limit".to_owned())), "{limit}");
        }
    }
}
