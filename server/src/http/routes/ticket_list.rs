//! The tickets of a workspace that pass a filter.

use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actors::TicketSearch;
use actors::domain::date::PlainDate;
use actors::domain::entity::Ticket;
use actors::domain::filter::page::{MOST, Order, PAGE, Place};
use actors::domain::ids::{UserId, WorkspaceId};
use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, UtcOffset};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/tickets").get(list));
}

/// The query of the address.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    filter: Option<String>,
    sort: Option<String>,
    after: Option<String>,
    limit: Option<String>,
    today: Option<String>,
    offset: Option<String>,
}

impl Wanted {
    /// # Errors
    /// `validation_failed`, with the name of the value that cannot be read.
    fn parse(self, now: OffsetDateTime) -> Result<TicketSearch, Refusal> {
        let Self { filter, sort, after, limit, today, offset } = self;
        let order = sort.map_or(Some(Order::NEWEST), |text| Order::read(&text));
        let order = order.ok_or_else(|| Refusal::invalid("sort", words::SORT_EXPECTED))?;
        let after =
            after.map(|text| Place::read(&text).ok_or_else(|| Refusal::invalid("after", words::AFTER_EXPECTED)));
        let limit = match limit {
            None => PAGE,
            Some(text) => {
                let limit = text.parse::<usize>().ok().filter(|limit| (1..=MOST).contains(limit));
                limit.ok_or_else(|| Refusal::invalid("limit", words::whole_number_to(MOST as i64)))?
            }
        };
        let minutes = offset.map_or(Some(0), |text| text.parse::<i32>().ok());
        let offset = minutes.filter(|minutes| (-720..=840).contains(minutes));
        let offset = offset.and_then(|minutes| UtcOffset::from_whole_seconds(minutes * 60).ok());
        let offset = offset.ok_or_else(|| Refusal::invalid("offset", words::OFFSET_EXPECTED))?;
        let day = today.map_or(Some(PlainDate(now.to_offset(offset).date())), |text| PlainDate::parse(&text));
        let day = day.ok_or_else(|| Refusal::invalid("today", actors::words::DATE_EXPECTED))?;
        Ok(TicketSearch { filter: filter.unwrap_or_default(), order, after: after.transpose()?, limit, day, offset })
    }
}

/// A page of tickets.
#[derive(Serialize, ToSchema)]
pub(crate) struct TicketPage {
    /// Without their descriptions.
    tickets: Vec<Ticket>,
    /// The `after` of the next page; null if this page is the last. A page may be short, or empty, before the last one.
    next: Option<String>,
}

/// The tickets that the caller sees, are not in the trash, and pass a filter.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets", tag = "tickets",
    params(
        ("id" = Uuid, Path),
        ("filter" = Option<String>, Query, description = "The text of a filter, such as `status = done and due <= today`; all tickets if missing"),
        ("sort" = Option<String>, Query, description = "`created`, `updated`, `due`, `start` or `number`, with `-` in front for the reverse; `-created` if missing. Tickets without a value come last"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
        ("limit" = Option<usize>, Query, description = "At most 200; 50 if missing"),
        ("today" = Option<String>, Query, description = "The day from which relative days are counted; the present day at `offset` if missing"),
        ("offset" = Option<i32>, Query, description = "Minutes east of UTC, -720 to 840, which decide the day of an instant; 0 if missing"),
    ), security(("bearer" = [])), responses(
    (status = 200, body = TicketPage, description = "A page of tickets"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    wanted: Result<Query<Wanted>, actix_web::Error>,
) -> Result<Json<TicketPage>, Refusal> {
    door.limits.search_by(caller.user_id)?;
    let wanted = wanted.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::TICKETS_QUERY))?;
    let search = wanted.into_inner().parse(OffsetDateTime::now_utc())?;
    let page = door.stage.tickets(WorkspaceId(id.into_inner()), UserId(caller.user_id), search).await?;
    let tickets = page.tickets.into_iter().map(|(_, ticket)| ticket).collect();
    Ok(Json(TicketPage { tickets, next: page.next.map(|place| place.to_string()) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fl11_a_list_of_tickets_takes_known_orders_places_days_and_numbers_only() {
        let now = time::macros::datetime!(2030-05-01 23:30 UTC);
        let with = |set: fn(&mut Wanted)| {
            let mut wanted = Wanted::default();
            set(&mut wanted);
            wanted.parse(now).map_err(|refusal| refusal.field.unwrap_or_default())
        };
        let day = |set| with(set).map(|search| search.day.to_string());
        assert_eq!(day(|_| {}), Ok("2030-05-01".into()));
        assert_eq!(day(|it| it.offset = Some("60".into())), Ok("2030-05-02".into()));
        assert_eq!(day(|it| it.today = Some("2031-01-01".into())), Ok("2031-01-01".into()));
        assert_eq!(day(|it| it.today = Some("soon".into())), Err("today".into()));
        assert_eq!(day(|it| it.offset = Some("900".into())), Err("offset".into()));
        assert_eq!(day(|it| it.sort = Some("mood".into())), Err("sort".into()));
        assert_eq!(day(|it| it.after = Some("' or true".into())), Err("after".into()));
        for limit in ["0", "201", "-1", "many"] {
            let wanted = Wanted { limit: Some(limit.into()), ..Wanted::default() };
            assert_eq!(wanted.parse(now).err().and_then(|refusal| refusal.field), Some("limit".into()), "{limit}");
        }
    }
}
