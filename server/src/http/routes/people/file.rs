//! The people of a workspace as a file for spreadsheets.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::export::csv;
use crate::queries::invitations::Stored;
use crate::queries::people::Row;
use crate::queries::shares::SharedList;
use crate::words::exports as words;

/// The people, and the open invitations by mail behind them. `shares` are the restricted lists that the reader sees, by
/// person; `seen` are these lists.
pub(super) fn of(
    rows: Vec<Row>,
    shares: &HashMap<Uuid, Vec<String>>,
    invited: Vec<Stored>,
    seen: &[SharedList],
) -> HttpResponse {
    let head = words::PEOPLE.map(str::to_owned);
    let people = rows.into_iter().map(|row| {
        let lists = shares.get(&row.id).map(|names| names.join(BETWEEN)).unwrap_or_default();
        cells(row, lists)
    });
    let invited = invited.into_iter().filter_map(|it| cells_of_invited(it, seen));
    let lines = csv::lines(std::iter::once(head).chain(people).chain(invited));
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, csv::MEDIA_TYPE))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"people.csv\""))
        .body(lines)
}

/// Between the names of lists.
const BETWEEN: &str = ", ";

fn cells(row: Row, lists: String) -> [String; 9] {
    let Row { id: _, email, last_active_at, state, role, name, created_at, department, designation } = row;
    let last_active = last_active_at.map(text).unwrap_or_default();
    [name, email.unwrap_or_default(), role, state, lists, last_active, text(created_at), department, designation]
}

/// None for a link, which is for no known person.
fn cells_of_invited(invitation: Stored, seen: &[SharedList]) -> Option<[String; 9]> {
    let named = |list: &&SharedList| invitation.lists.iter().any(|it| it.list_id == list.id());
    let lists: Vec<&str> = seen.iter().filter(named).map(|it| it.name.as_str()).collect();
    let role = invitation.role_name.unwrap_or(invitation.role);
    let nothing = String::new;
    let lists = lists.join(BETWEEN);
    let invited = words::INVITED.to_owned();
    Some([nothing(), invitation.email?, role, invited, lists, nothing(), nothing(), nothing(), nothing()])
}

fn text(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}
