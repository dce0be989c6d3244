//! A preview of all mails with sample values. Exists only beside the development mailbox.

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Data, Path, ServiceConfig};

use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::mail::{Language, Mailer, Sample, list, samples};

/// The address of the preview. It is not under `/api`, because the answers there forbid styles.
const FOLDER: &str = "/dev/mails";

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource(FOLDER).get(index)).service(web::resource("/dev/mails/{name}").get(read));
}

/// The samples. `not_found` on a node without the development mailbox.
fn samples_of(door: &Door) -> Result<Vec<Sample>, Refusal> {
    match door.mailer {
        Mailer::DevMailbox(_) => Ok(samples(Language::default(), door.auth.site().public_url())),
        Mailer::Smtp(_) | Mailer::None => Err(Code::NotFound.into()),
    }
}

/// A page with a link to each mail, on a developer's machine without a mail server.
#[utoipa::path(get, path = "/dev/mails", tag = "development", responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn index(door: Data<Door>) -> Result<HttpResponse, Refusal> {
    let page = list(Language::default(), &samples_of(&door)?, FOLDER);
    Ok(HttpResponse::Ok().content_type(ContentType::html()).body(page))
}

/// A mail as HTML (`name.html`) or as text (`name.txt`), with sample values.
#[utoipa::path(get, path = "/dev/mails/{name}", tag = "development", params(("name" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn read(door: Data<Door>, name: Path<String>) -> Result<HttpResponse, Refusal> {
    let (name, form) = name.rsplit_once('.').ok_or(Code::NotFound)?;
    let found = samples_of(&door)?.into_iter().find(|sample| sample.name == name).ok_or(Code::NotFound)?;
    match form {
        "html" => Ok(HttpResponse::Ok().content_type(ContentType::html()).body(found.mail.html)),
        "txt" => Ok(HttpResponse::Ok().content_type(ContentType::plaintext()).body(found.mail.text)),
        _ => Err(Code::NotFound.into()),
    }
}
