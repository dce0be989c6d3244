//! The development mailbox; on a node without it, the address does not exist.

use actix_web::web::{self, Json, ServiceConfig};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::mail::{MailMessage, Mailer};
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/dev/mailbox").get(read));
}

/// The owner of the mails.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whose {
    /// The e-mail address.
    to: String,
}

/// The mails to an address, newest first.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct Messages {
    messages: Vec<MailMessage>,
}

/// The mails to an address, on a developer's machine without a mail server. Waits a moment for mails on their way.
#[utoipa::path(get, path = "/api/dev/mailbox", tag = "development", params(
        ("to" = String, Query, description = "the address"),
    ),
    responses(
    (status = 200, body = Messages),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn read(
    door: web::Data<Door>,
    whose: Result<web::Query<Whose>, actix_web::Error>,
) -> Result<Json<Messages>, Refusal> {
    let Mailer::DevMailbox(mailbox) = &door.mailer else {
        return Err(Code::NotFound.into());
    };
    let whose = whose.map_err(|_| Refusal::invalid("to", words::MAILBOX_ADDRESS_MISSING))?;
    door.auth.mails_under_way(&whose.to).await?;
    Ok(Json(Messages { messages: mailbox.read(&whose.to).await? }))
}
