//! A filter as SQL. Every part is a boolean that is never null.
//!
//! The database cannot compare texts by Unicode's rules for upper and lower case. So the SQL finds a superset of the
//! tickets that pass: a comparison of texts becomes `true`. Below a `not` it becomes `false`, so that the whole stays a
//! superset. The caller checks each ticket with `holds`.

use sqlx::{Postgres, QueryBuilder, types::Json};
use time::Date;
use uuid::Uuid;

use crate::domain::{
    date::PlainDate,
    filter::{
        holds::{Reference, days_of, number_of, span_of},
        language::TRUE,
        tree::{Condition, Field, Filter, Want},
    },
    ids::AttributeId,
};

type Sql = QueryBuilder<Postgres>;

/// True if the database alone decides the filter.
pub(super) fn is_exact(filter: &Filter) -> bool {
    match filter {
        Filter::All(parts) | Filter::Any(parts) => parts.iter().all(is_exact),
        Filter::Not(inner) => is_exact(inner),
        Filter::Is(Condition { wants, .. }) => !wants.iter().any(Want::compares_texts),
    }
}

/// Appends the filter as a condition on the table alias `t`: as a superset, or as a subset below a `not`.
pub(super) fn push(sql: &mut Sql, filter: &Filter, reference: &Reference, superset: bool) {
    match filter {
        Filter::All(parts) => group(sql, parts, "(true", " and ", reference, superset),
        Filter::Any(parts) => group(sql, parts, "(false", " or ", reference, superset),
        Filter::Not(inner) => {
            sql.push("not ");
            push(sql, inner, reference, !superset);
        }
        Filter::Is(Condition { field, wants }) => {
            let column = Column::of(*field);
            sql.push("(false");
            for want in wants {
                sql.push(" or ");
                column.push(sql, want, reference, superset);
            }
            sql.push(")");
        }
    }
}

fn group(sql: &mut Sql, parts: &[Filter], start: &str, word: &str, reference: &Reference, superset: bool) {
    sql.push(start);
    for part in parts {
        sql.push(word);
        push(sql, part, reference, superset);
    }
    sql.push(")");
}

/// How the database holds the value of a field.
enum Column {
    Ids(&'static str),
    Id(&'static str),
    Lists,
    Priority,
    Private,
    Date(&'static str),
    Moment(&'static str),
    Title,
    Value(AttributeId),
}

impl Column {
    fn of(field: Field) -> Self {
        match field {
            Field::Assignee => Self::Ids("t.assignees_ids"),
            Field::Completed => Self::Moment("t.completed_at"),
            Field::CompletedBy => Self::Id("t.completed_by_user_id"),
            Field::Component => Self::Ids("t.components_ids"),
            Field::Created => Self::Moment("t.created_at"),
            Field::Creator => Self::Id("t.created_user_id"),
            Field::Due => Self::Date("t.due_date"),
            Field::Label => Self::Ids("t.labels"),
            Field::List => Self::Lists,
            Field::Parent => Self::Id("t.parent_ticket_id"),
            Field::Priority => Self::Priority,
            Field::Private => Self::Private,
            Field::Reporter => Self::Id("t.report_by"),
            Field::Sprint => Self::Id("t.sprint_id"),
            Field::Start => Self::Date("t.start_date"),
            Field::Status => Self::Id("t.status_id"),
            Field::Title => Self::Title,
            Field::Type => Self::Id("t.task_type_id"),
            Field::Version => Self::Ids("t.fix_versions_ids"),
            Field::Attribute(id) => Self::Value(id),
        }
    }

    /// Adds whether the value meets one want.
    fn push(&self, sql: &mut Sql, want: &Want, reference: &Reference, superset: bool) {
        match want {
            Want::None => self.is_empty(sql),
            Want::Any => {
                sql.push("not ");
                self.is_empty(sql);
            }
            Want::Me => self.has(sql, &reference.me.to_string()),
            Want::Choice(id) => self.has(sql, id),
            Want::Has(_) | Want::Same(_) => {
                sql.push(if superset { "true" } else { "false" });
            }
            Want::Span(span) => {
                let (first, last) = span_of(*span, reference.day);
                self.within(sql, Some(first), Some(last), reference);
            }
            Want::Days { from, to } => {
                let (first, last) = days_of(*from, *to, reference.day);
                self.within(sql, first, last, reference);
            }
            Want::Numbers { from, to } => {
                let bound = |text: &Option<String>| text.as_ref().map(|text| number_of(text));
                self.between(sql, bound(from), bound(to));
            }
        }
    }

    fn is_empty(&self, sql: &mut Sql) {
        match self {
            Self::Ids(column) => sql.push("(cardinality(").push(column).push(") = 0)"),
            Self::Id(column) | Self::Date(column) | Self::Moment(column) => {
                sql.push("(").push(column).push(" is null)")
            }
            Self::Lists => sql.push("(jsonb_array_length(t.lists) = 0)"),
            Self::Priority => sql.push("(t.priority is null)"),
            Self::Private => sql.push("(not t.private)"),
            Self::Title => sql.push("(false)"),
            Self::Value(id) => {
                sql.push("(coalesce(t.fields -> ").push_bind(id.to_string());
                sql.push(", 'null') in ('null', 'false', '[]'))")
            }
        };
    }

    fn has(&self, sql: &mut Sql, id: &str) {
        let uuid = Uuid::try_parse(id).ok();
        match (self, uuid) {
            (Self::Ids(column), Some(id)) => sql.push("(").push_bind(id).push(" = any (").push(column).push("))"),
            (Self::Id(column), Some(id)) => {
                sql.push("coalesce(").push(column).push(" = ").push_bind(id).push(", false)")
            }
            (Self::Lists, Some(id)) => {
                sql.push("(t.lists @> ").push_bind(Json(serde_json::json!([{ "listId": id }]))).push(")")
            }
            (Self::Priority, _) => sql.push("coalesce(t.priority = ").push_bind(id.to_owned()).push(", false)"),
            (Self::Private, None) if id == TRUE => sql.push("t.private"),
            (Self::Value(attribute), Some(_)) => {
                sql.push("coalesce(t.fields -> ").push_bind(attribute.to_string());
                sql.push(" @> ").push_bind(Json(serde_json::json!([id]))).push(", false)")
            }
            (Self::Value(attribute), None) if id == TRUE => {
                sql.push("coalesce(t.fields -> ").push_bind(attribute.to_string()).push(" = 'true', false)")
            }
            _ => sql.push("false"),
        };
    }

    fn within(&self, sql: &mut Sql, first: Option<Date>, last: Option<Date>, reference: &Reference) {
        match self {
            Self::Date(column) => {
                sql.push("(").push(column).push(" is not null");
                for (sign, bound) in [(" >= ", first), (" <= ", last)] {
                    if let Some(bound) = bound {
                        sql.push(" and ").push(column).push(sign).push_bind(bound);
                    }
                }
                sql.push(")");
            }
            Self::Moment(column) => {
                let minutes = i32::from(reference.offset.whole_minutes());
                sql.push("(").push(column).push(" is not null");
                for (sign, bound) in [(" >= ", first), (" <= ", last)] {
                    if let Some(bound) = bound {
                        sql.push(" and (").push(column).push(" at time zone 'UTC' + make_interval(mins => ");
                        sql.push_bind(minutes).push("))::date").push(sign).push_bind(bound);
                    }
                }
                sql.push(")");
            }
            Self::Value(id) => {
                sql.push("(case when jsonb_typeof(t.fields -> ")
                    .push_bind(id.to_string())
                    .push(") = 'string' then true");
                for (sign, bound) in [(" >= ", first), (" <= ", last)] {
                    if let Some(bound) = bound {
                        sql.push(" and (t.fields ->> ").push_bind(id.to_string()).push(r#") collate "C""#).push(sign);
                        sql.push_bind(PlainDate(bound).to_string());
                    }
                }
                sql.push(" else false end)");
            }
            _ => {
                sql.push("false");
            }
        }
    }

    fn between(&self, sql: &mut Sql, min: Option<f64>, max: Option<f64>) {
        let Self::Value(id) = self else {
            sql.push("false");
            return;
        };
        sql.push("(case when jsonb_typeof(t.fields -> ").push_bind(id.to_string()).push(") = 'number' then true");
        for (sign, bound) in [(" >= ", min), (" <= ", max)] {
            if let Some(bound) = bound {
                sql.push(" and (t.fields ->> ").push_bind(id.to_string()).push(")::float8").push(sign).push_bind(bound);
            }
        }
        sql.push(" else false end)");
    }
}
