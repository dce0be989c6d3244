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
        linked::Linked,
        tree::{Condition, Field, Filter, Want},
    },
    ids::{AttributeId, ScopeId, WorkspaceId},
};

type Sql = QueryBuilder<Postgres>;

/// What a filter is applied to: the tickets of these scopes, by this person on this day.
pub(super) struct Around<'q> {
    pub workspace: WorkspaceId,
    pub scopes: &'q [ScopeId],
    pub reference: &'q Reference,
}

/// True if the database alone decides the filter.
pub(super) fn is_exact(filter: &Filter) -> bool {
    match filter {
        Filter::All(parts) | Filter::Any(parts) => parts.iter().all(is_exact),
        Filter::Not(inner) => is_exact(inner),
        Filter::Is(Condition { wants, .. }) => !wants.iter().any(Want::compares_texts),
    }
}

/// Appends the filter as a condition on the table alias `t`: as a superset, or as a subset below a `not`.
pub(super) fn push(sql: &mut Sql, filter: &Filter, around: &Around<'_>, superset: bool) {
    match filter {
        Filter::All(parts) => group(sql, parts, "(true", " and ", around, superset),
        Filter::Any(parts) => group(sql, parts, "(false", " or ", around, superset),
        Filter::Not(inner) => {
            sql.push("not ");
            push(sql, inner, around, !superset);
        }
        Filter::Is(Condition { field, wants }) => {
            let column = Column::of(*field);
            sql.push("(false");
            for want in wants {
                sql.push(" or ");
                column.push(sql, want, around, superset);
            }
            sql.push(")");
        }
    }
}

fn group(sql: &mut Sql, parts: &[Filter], start: &str, word: &str, around: &Around<'_>, superset: bool) {
    sql.push(start);
    for part in parts {
        sql.push(word);
        push(sql, part, around, superset);
    }
    sql.push(")");
}

/// How the database holds the value of a field.
enum Column {
    Ids(&'static str),
    Id(&'static str),
    Linked,
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
            Field::Linked => Self::Linked,
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
    fn push(&self, sql: &mut Sql, want: &Want, around: &Around<'_>, superset: bool) {
        let reference = around.reference;
        match want {
            Want::None => self.is_empty(sql, around),
            Want::Any => {
                sql.push("not ");
                self.is_empty(sql, around);
            }
            Want::Me => self.has(sql, &reference.me.to_string(), around),
            Want::Choice(id) => self.has(sql, id, around),
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

    fn is_empty(&self, sql: &mut Sql, around: &Around<'_>) {
        match self {
            Self::Ids(column) => sql.push("(cardinality(").push(column).push(") = 0)"),
            Self::Id(column) | Self::Date(column) | Self::Moment(column) => {
                sql.push("(").push(column).push(" is null)")
            }
            Self::Linked => {
                sql.push("(not ");
                push_any_link(sql, around);
                sql.push(")")
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

    fn has(&self, sql: &mut Sql, id: &str, around: &Around<'_>) {
        let uuid = Uuid::try_parse(id).ok();
        match (self, uuid) {
            (Self::Ids(column), Some(id)) => sql.push("(").push_bind(id).push(" = any (").push(column).push("))"),
            (Self::Id(column), Some(id)) => {
                sql.push("coalesce(").push(column).push(" = ").push_bind(id).push(", false)")
            }
            (Self::Linked, None) => match Linked::ALL.into_iter().find(|it| it.word() == id) {
                Some(linked) => push_linked(sql, linked, around),
                None => sql.push("false"),
            },
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

/// Adds whether the ticket is linked in this way, by the rules of `domain/filter/linked.rs`.
pub(super) fn push_linked<'s>(sql: &'s mut Sql, linked: Linked, around: &Around<'_>) -> &'s mut Sql {
    let (ends, condition): (&[_], _) = match linked {
        Linked::Blocked => (&[TO], "l.kind = 'blocks' and not (a.completed or b.completed)"),
        Linked::Blocking => (&[FROM], "l.kind = 'blocks' and not (a.completed or b.completed)"),
        Linked::Dependency => (&[FROM, TO], "l.kind = 'blocks'"),
        Linked::Duplicate => (&[FROM, TO], "l.kind = 'duplicates'"),
        Linked::Related => (&[FROM, TO], "l.kind = 'relates'"),
    };
    push_ends(sql, ends, condition, around)
}

fn push_any_link<'s>(sql: &'s mut Sql, around: &Around<'_>) -> &'s mut Sql {
    push_ends(sql, &[FROM, TO], "true", around)
}

/// The columns of the ticket's own end and of the other end.
type Ends = (&'static str, &'static str);
const FROM: Ends = ("from_ticket_id", "to_ticket_id");
const TO: Ends = ("to_ticket_id", "from_ticket_id");

/// The subquery names no column of `t`, so the database runs it once for a statement. Links have no index by ticket.
fn push_ends<'s>(sql: &'s mut Sql, ends: &[Ends], condition: &str, around: &Around<'_>) -> &'s mut Sql {
    let scopes: Vec<Uuid> = around.scopes.iter().map(|scope| scope.0).collect();
    sql.push("(false");
    for (own, other) in ends {
        sql.push(" or t.id in (select l.").push(own).push(" from links l");
        for (alias, end) in [("a", own), ("b", other)] {
            sql.push(format_args!(
                " join tickets {alias} on {alias}.workspace_id = l.workspace_id and {alias}.id = l.{end}"
            ));
        }
        sql.push(" where b.trashed_at is null and l.workspace_id = ").push_bind(around.workspace.0);
        sql.push(" and l.scope_id = any (").push_bind(scopes.clone());
        sql.push(") and b.scope_id = any (").push_bind(scopes.clone());
        sql.push(") and ").push(condition).push(")");
    }
    sql.push(")")
}
