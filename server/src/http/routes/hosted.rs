//! Signing in at another provider.

use actix_web::http::header::{LOCATION, ORIGIN};
use actix_web::web::{self, Data, Form, FormConfig, Json, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::code_needed::{CodeNeeded, waits};
use super::cookies::{end_replaced, hosted_cookie, hosted_secret, requester, signed_in};
use super::sign_up_rule::invited_by;
use super::web_app;
use crate::auth::{Begun, Browser, ProviderAnswer, Session, SignIn};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

/// The page that a provider sends the browser back to.
const RETURN_PATH: &str = "/oauth";
/// The largest form of a provider, in bytes.
const FORM_BYTES: usize = 16 * 1024;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/hosted").get(list))
        .service(web::resource("/api/auth/hosted/begin").post(begin))
        .service(web::resource("/api/auth/hosted/finish").post(finish))
        .service(
            web::resource(RETURN_PATH)
                .app_data(
                    FormConfig::default().limit(FORM_BYTES).error_handler(|_, _| Refusal::from(Code::Malformed).into()),
                )
                .post(answer)
                .default_service(web::to(web_app::answer)),
        );
}

/// The ways to sign in other than with a password.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Providers {
    providers: Vec<ProviderName>,
    /// Whether people may sign in with a mailed code.
    sign_in_codes: bool,
    /// Whether people may sign up and sign in with a phone number.
    phones: bool,
}

/// A provider.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct ProviderName {
    /// Its id in the settings of the server.
    id: String,
    /// Its name for people.
    name: String,
}

/// The provider to sign in with.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeginHosted {
    provider: String,
}

/// Where the browser goes.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct SentToProvider {
    /// The address at the provider.
    pub(super) url: String,
}

/// What the provider has added to the address that the browser returned to.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct HostedAnswer {
    /// The state of the sign-in.
    pub(super) state: String,
    /// Left out if the provider has refused, or has sent it as a form.
    code: Option<String>,
    /// The issuer that answers (RFC 9207).
    iss: Option<String>,
    /// Why the provider has refused.
    error: Option<String>,
    /// The token of an invitation, if the server needs one to sign up.
    pub(super) invitation: Option<String>,
}

impl HostedAnswer {
    pub(super) fn split(self) -> (String, ProviderAnswer) {
        let Self { state, code, iss, error, invitation: _ } = self;
        (state, ProviderAnswer { code, iss, error, user: None })
    }
}

/// The same as a form, which a provider makes the browser send from its own site. Unknown fields are ignored.
#[derive(Deserialize)]
pub(crate) struct AnswerForm {
    state: String,
    code: Option<String>,
    iss: Option<String>,
    error: Option<String>,
    user: Option<String>,
}

/// The ways to sign in other than with an email address and a password: the providers, in the order of the buttons,
/// mailed codes, and phone numbers.
#[utoipa::path(get, path = "/api/auth/hosted", tag = "identity", responses((status = 200, body = Providers)))]
pub(crate) async fn list(door: Data<Door>) -> Json<Providers> {
    let name = |(id, name): (&str, &str)| ProviderName { id: id.to_owned(), name: name.to_owned() };
    let providers = door.auth.providers().map(name).collect();
    Json(Providers { providers, sign_in_codes: door.auth.has_sign_in_codes(), phones: door.auth.has_phones() })
}

/// Begins a sign-in at a provider, and marks the browser with a cookie.
#[utoipa::path(post, path = "/api/auth/hosted/begin", tag = "identity", request_body = BeginHosted, responses(
    (status = 200, body = SentToProvider),
    (status = 404, body = ErrorBody, description = "There is no such provider"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody, description = "The provider does not answer"),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<BeginHosted>,
) -> Result<HttpResponse, Refusal> {
    let secret = hosted_secret(&request, &door);
    let begun = door.auth.begin_hosted(&body.provider, browser(&request, secret.as_deref())).await?;
    Ok(sent(&door, begun))
}

/// Signs in, or signs up, with the answer of a provider. If the account has a second factor, the answer is 202.
#[utoipa::path(post, path = "/api/auth/hosted/finish", tag = "identity", request_body = HostedAnswer, responses(
    (status = 200, body = Session), (status = 202, body = CodeNeeded),
    (status = 403, body = ErrorBody, description = "The provider has refused, or its answer is not valid"),
    (status = 409, body = ErrorBody, description = "The address has an account, which the identity is not linked with"),
    (status = 410, body = ErrorBody, description = "The state was used, has expired or is of another browser"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody, description = "The provider does not answer"),
))]
pub(crate) async fn finish(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<HostedAnswer>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let invited = invited_by(&request, &door, body.invitation.as_deref()).await?;
    let (state, answer) = body.split();
    let secret = hosted_secret(&request, &door);
    let entered = door.auth.sign_in_hosted(&state, secret.as_deref(), answer, invited.as_ref(), &from, &door.stage);
    Ok(match entered.await? {
        SignIn::Session(session) => {
            end_replaced(&request, &door).await?;
            signed_in(&door, *session, &from)
        }
        SignIn::Challenge(challenge) => waits(challenge),
    })
}

/// Takes an answer as a form. The browser sends it from the site of the provider, without cookies: so the answer is kept, and
/// the page that follows asks for it with the cookie. Neither a code nor a name is in an address.
pub(crate) async fn answer(
    request: HttpRequest,
    door: Data<Door>,
    Form(form): Form<AnswerForm>,
) -> Result<HttpResponse, Refusal> {
    if let Some(from) = door.address_of(&request) {
        door.limits.guess_from(from)?;
    }
    let AnswerForm { state, code, iss, error, user } = form;
    door.auth.keep_answer(&state, &ProviderAnswer { code, iss, error, user }).await?;
    let query: String = url::form_urlencoded::byte_serialize(state.as_bytes()).collect();
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, format!("{RETURN_PATH}?state={query}"))).finish())
}

/// The browser of a request. The origin was checked before.
pub(super) fn browser<'a>(request: &'a HttpRequest, secret: Option<&'a str>) -> Browser<'a> {
    let origin = request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok());
    Browser { origin, secret }
}

/// The answer that sends a browser to a provider.
pub(super) fn sent(door: &Door, begun: Begun) -> HttpResponse {
    let Begun { url, browser } = begun;
    HttpResponse::Ok().cookie(hosted_cookie(door, browser)).json(SentToProvider { url })
}
