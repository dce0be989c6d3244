//! The people of a workspace as a file for spreadsheets.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::export::csv;
use crate::queries::people::Row;
use crate::words::exports as words;

pub(super) fn of(rows: Vec<Row>) -> HttpResponse {
    let head = words::PEOPLE.map(str::to_owned);
    let lines = csv::lines(std::iter::once(head).chain(rows.into_iter().map(cells)));
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, csv::MEDIA_TYPE))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"people.csv\""))
        .body(lines)
}

fn cells(row: Row) -> [String; 6] {
    let Row { id: _, email, last_active_at, state, role, name, created_at } = row;
    [name, email.unwrap_or_default(), role, state, last_active_at.map(text).unwrap_or_default(), text(created_at)]
}

fn text(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}
