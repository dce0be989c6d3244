//! Search in the tasks of a workspace.

use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actors::domain::ids::{ListId, UserId, WorkspaceId};
use actors::domain::search::document::Part;
use actors::domain::search::found::FoundTicket;
use actors::domain::search::query::{PAGE, Search};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/search").get(search));
}

/// The query of the address.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    q: Option<String>,
    #[serde(rename = "in")]
    parts: Option<String>,
    list: Option<String>,
    after: Option<String>,
    limit: Option<String>,
}

impl Wanted {
    /// # Errors
    /// `validation_failed`, with the name of the value that cannot be read.
    fn parse(self) -> Result<Search, Refusal> {
        let Self { q, parts, list, after, limit } = self;
        let text = q.ok_or_else(|| Refusal::invalid("q", words::SEARCH_EXPECTED))?;
        let list = list.map(|text| Uuid::parse_str(&text).map(ListId));
        let list = list.transpose().map_err(|_| Refusal::invalid("list", actors::words::ID_EXPECTED))?;
        let parts = parts.map_or(Ok(vec![]), |names| names.split(',').map(part).collect::<Result<Vec<_>, _>>())?;
        let number = |field: &str, text: Option<String>, otherwise| match text {
            None => Ok(otherwise),
            Some(text) => text.parse().map_err(|_| Refusal::invalid(field, words::NUMBER_EXPECTED)),
        };
        let (after, limit) = (number("after", after, 0)?, number("limit", limit, PAGE)?);
        Ok(Search { text, parts, list, after, limit })
    }
}

fn part(name: &str) -> Result<Part, Refusal> {
    match name {
        "title" => Ok(Part::Title),
        "attribute" => Ok(Part::Field),
        "description" => Ok(Part::Description),
        "comment" => Ok(Part::Comment),
        _ => Err(Refusal::invalid("in", words::SEARCH_PARTS)),
    }
}

/// A page of results.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct SearchResults {
    /// The tickets that match, the best first.
    results: Vec<FoundTicket>,
    /// The `after` of the next page; null if this page is the last.
    next: Option<usize>,
    /// Whether mistyped words of titles are corrected. Databases without the extension `pg_trgm` cannot.
    corrects: bool,
    /// False while the texts from before an upgrade are still being read. Then results may be missing.
    complete: bool,
}

/// Searches titles, descriptions, comments, texts of attributes and keys, in the tasks that the caller may see.
#[utoipa::path(get, path = "/api/workspaces/{id}/search", tag = "tickets",
    params(
        ("id" = Uuid, Path),
        ("q" = String, Query, description = "At most 200 characters"),
        ("in" = Option<String>, Query, description = "Some of `title`, `attribute`, `description` and `comment`, with commas between; all if missing"),
        ("list" = Option<Uuid>, Query, description = "Only tasks of this list"),
        ("after" = Option<usize>, Query, description = "`next` of the page before; at most 200"),
        ("limit" = Option<usize>, Query, description = "At most 50; 20 if missing"),
    ), security(("bearer" = [])), responses(
    (status = 200, body = SearchResults, description = "The best results first"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn search(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    wanted: Result<Query<Wanted>, actix_web::Error>,
) -> Result<Json<SearchResults>, Refusal> {
    door.limits.search_by(caller.user_id)?;
    let wanted = wanted.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::SEARCH_QUERY))?;
    let search = wanted.into_inner().parse()?;
    let answer = door.stage.search(WorkspaceId(id.into_inner()), UserId(caller.user_id), search).await?;
    let results = answer.found.into_iter().map(|(_, found)| found).collect();
    Ok(Json(SearchResults { results, next: answer.next, corrects: answer.corrects, complete: answer.complete }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m02_a_search_takes_known_parts_ids_and_numbers_only() {
        let with = |set: fn(&mut Wanted)| {
            let mut wanted = Wanted { q: Some("label".into()), ..Wanted::default() };
            set(&mut wanted);
            wanted.parse().map(|search| search.parts).map_err(|refusal| refusal.field.unwrap_or_default())
        };
        assert_eq!(with(|_| {}), Ok(vec![]));
        assert_eq!(with(|it| it.parts = Some("title,comment".into())), Ok(vec![Part::Title, Part::Comment]));
        assert_eq!(with(|it| it.parts = Some("title,password".into())), Err("in".into()));
        assert_eq!(with(|it| it.q = None), Err("q".into()));
        assert_eq!(with(|it| it.list = Some("' or true".into())), Err("list".into()));
        for number in ["-1", "1e9", "many", "99999999999999999999999"] {
            let wanted = |field: &str| Wanted {
                q: Some("a".into()),
                limit: (field == "limit").then(|| number.into()),
                after: (field == "after").then(|| number.into()),
                ..Wanted::default()
            };
            for field in ["limit", "after"] {
                let refusal = wanted(field).parse().map_err(|refusal| refusal.field);
                assert_eq!(refusal.err(), Some(Some(field.to_owned())), "{field} {number}");
            }
        }
    }
}
