//! Ending the mails about a workspace without signing in (RFC 8058). Mail readers send the POST request by themselves; people
//! get a page with a button, because programs that look into mails open every link.

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::command::Command;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::preferences::commands::{PreferencesPatch, PreferencesUpdate};
use actors::domain::refusal::RefusalCode;
use actors::domain::rights::Narrowing;
use uuid::Uuid;

use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::queries::notifications::content::{Addressed, addressed};
use crate::words::notifications as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/unsubscribe/{token}").get(ask).post(end));
}

/// A page with a button that ends the mails about a workspace. Changes nothing.
#[utoipa::path(get, path = "/unsubscribe/{token}", tag = "mail", params(("token" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 404, body = String, content_type = "text/html"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn ask(request: HttpRequest, door: Data<Door>, token: Path<String>) -> Result<HttpResponse, Refusal> {
    let Some((_, _, name)) = named(&request, &door, &token).await? else { return Ok(unknown()) };
    Ok(page(StatusCode::OK, &words::unsubscribe_question(&name), words::UNSUBSCRIBE_TEXT, Some(words::STOP)))
}

/// Ends the mails about a workspace. Answers the same if they have ended before.
#[utoipa::path(post, path = "/unsubscribe/{token}", tag = "mail", params(("token" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 404, body = String, content_type = "text/html"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn end(request: HttpRequest, door: Data<Door>, token: Path<String>) -> Result<HttpResponse, Refusal> {
    let Some((workspace, user, name)) = named(&request, &door, &token).await? else { return Ok(unknown()) };
    let patch = PreferencesPatch { mails: Some(false), ..PreferencesPatch::default() };
    let what = What::Command(Command::from(PreferencesUpdate { patch }));
    let order = Order { id: CommandId(Uuid::now_v7()), by: UserId(user), narrowing: Narrowing::NONE, from: None, what };
    match door.stage.submit(WorkspaceId(workspace), order).await {
        Ok(_) => {}
        // A person who has left gets no mails anyway.
        Err(refusal) if matches!(refusal.code, RefusalCode::NotFound | RefusalCode::Forbidden) => {}
        Err(refusal) => return Err(refusal.into()),
    }
    Ok(page(StatusCode::OK, &words::unsubscribed(&name), words::UNSUBSCRIBED_TEXT, None))
}

/// The workspace and the person that a token names, with the name of the workspace.
async fn named(request: &HttpRequest, door: &Door, token: &str) -> Result<Option<(Uuid, Uuid, String)>, Refusal> {
    if let Some(from) = door.address_of(request) {
        door.limits.call_from(from)?;
    }
    let Some((workspace, user)) = door.auth.unsubscribes(token) else { return Ok(None) };
    let found = addressed(&door.db, workspace, user).await?;
    Ok(found.map(|Addressed { workspace: name, .. }| (workspace, user, name)))
}

fn unknown() -> HttpResponse {
    page(StatusCode::NOT_FOUND, words::UNSUBSCRIBE_UNKNOWN, words::UNSUBSCRIBE_UNKNOWN_TEXT, None)
}

fn page(status: StatusCode, title: &str, text: &str, button: Option<&str>) -> HttpResponse {
    let form = button.map(|name| format!("<form method=\"post\"><button type=\"submit\">{name}</button></form>"));
    let html = include_str!("unsubscribe.html")
        .replace("{form}", &form.unwrap_or_default())
        .replace("{text}", text)
        // Last, because it holds the name of a workspace.
        .replace("{title}", &crate::mail::escaped(title));
    HttpResponse::build(status).content_type(ContentType::html()).body(html)
}
