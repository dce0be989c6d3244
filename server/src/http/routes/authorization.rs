//! The calls of the consent page: RFC 6749 with PKCE (RFC 7636). docs/APPS.md has the rules.

use actix_web::web::{self, Data, Json, ServiceConfig};
use actors::domain::capability::{Capability, CapabilitySet};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Narrowing;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Answered, App, AppRequest, Principal};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::words::apps as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/authorization/ask").post(ask))
        .service(web::resource("/api/authorization/answer").post(answer));
}

/// The parameters with which an app opened the consent page.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct AppAsks {
    client_id: String,
    redirect_uri: String,
    response_type: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    /// The words of capabilities, with spaces between them.
    scope: Option<String>,
    state: Option<String>,
}

/// The person's answer.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct AnswerApp {
    asks: AppAsks,
    /// The words of the capabilities that the page showed; left out if the person denies access.
    #[ts(as = "Option<Vec<Capability>>")]
    allowed: Option<Vec<String>>,
}

/// Either a question to the person, or the redirect URL that the browser must open.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppAnswer {
    question: Option<AppQuestion>,
    return_to: Option<String>,
}

/// A question to the person.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppQuestion {
    /// The name of the app.
    name: String,
    workspace_id: Uuid,
    /// The name of the workspace.
    workspace_name: String,
    /// The words of the capabilities that the app would get.
    #[ts(as = "Vec<Capability>")]
    capabilities: Vec<String>,
}

impl AppAsks {
    fn split(self) -> (String, String, AppRequest) {
        let Self { client_id, redirect_uri, response_type, code_challenge, code_challenge_method, scope, state } = self;
        let request = AppRequest { response_type, code_challenge, code_challenge_method, scope, state };
        (client_id, redirect_uri, request)
    }
}

/// The app, and what the person may do in its workspace. To people who are not members, the app is unknown.
async fn app_for(principal: &Principal, door: &Door, client: &str) -> Result<(App, CapabilitySet), Refusal> {
    let none = || Refusal::new(Code::NotFound).message(words::NO_APP);
    let app = door.auth.app(client).await?.ok_or_else(none)?;
    let has = has_for(principal, door, &app).await?.ok_or_else(none)?;
    Ok((app, has))
}

/// What the person may do in the workspace of an app; `None` if the person is not a member.
pub(super) async fn has_for(principal: &Principal, door: &Door, app: &App) -> Result<Option<CapabilitySet>, Refusal> {
    let asked = door.stage.standing(WorkspaceId(app.workspace_id), UserId(principal.user_id), Narrowing::NONE).await;
    match asked.map_err(Refusal::from) {
        Ok(standing) => Ok(Some(standing.capabilities)),
        Err(refusal) if refusal.code == Code::NotFound => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Builds the question whether an app may get these capabilities; `None` if the person has left the workspace.
pub(super) async fn question_of(
    principal: &Principal,
    door: &Door,
    app: &App,
    capabilities: CapabilitySet,
) -> Result<Option<AppQuestion>, Refusal> {
    door.auth.check_room_for_key(principal.user_id, app.workspace_id, app.id).await?;
    let workspaces = door.stage.workspaces_of(UserId(principal.user_id)).await?;
    let workspace = workspaces.into_iter().find(|it| it.id.0 == app.workspace_id);
    Ok(workspace.map(|workspace| AppQuestion {
        name: app.name.clone(),
        workspace_id: app.workspace_id,
        workspace_name: workspace.name,
        capabilities: capabilities.iter().map(|it| it.word().to_owned()).collect(),
    }))
}

/// Reads the request of an app, and returns the question to the person. For an invalid request, returns the redirect URL
/// with an error. An unknown app or redirect URL is refused, and the browser must not be redirected.
#[utoipa::path(post, path = "/api/authorization/ask", tag = "apps", request_body = AppAsks,
    security(("bearer" = [])), responses(
    (status = 200, body = AppAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "There is no such app, or the caller is not a member of its workspace"),
    (status = 409, body = ErrorBody, description = "`too_many`: the person has 20 keys in the workspace"),
    (status = 422, body = ErrorBody, description = "The redirect URL is not registered for the app"),
))]
pub(crate) async fn ask(
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<AppAsks>,
) -> Result<Json<AppAnswer>, Refusal> {
    let (client, redirect, request) = body.split();
    let (app, has) = app_for(&principal, &door, &client).await?;
    let capabilities = match door.auth.read_app_request(&app, &redirect, &request, has)? {
        Answered::Ask(capabilities) => capabilities,
        Answered::Return(address) => return Ok(Json(AppAnswer { question: None, return_to: Some(address) })),
    };
    let question = question_of(&principal, &door, &app, capabilities).await?;
    let question = question.ok_or_else(|| Refusal::new(Code::NotFound).message(words::NO_APP))?;
    Ok(Json(AppAnswer { question: Some(question), return_to: None }))
}

/// Takes the answer of the person, and returns the redirect URL with a code or an error.
#[utoipa::path(post, path = "/api/authorization/answer", tag = "apps", request_body = AnswerApp,
    security(("bearer" = [])), responses(
    (status = 200, body = AppAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "There is no such app, or the caller is not a member of its workspace"),
    (status = 422, body = ErrorBody, description = "The redirect URL is not registered for the app"),
))]
pub(crate) async fn answer(
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<AnswerApp>,
) -> Result<Json<AppAnswer>, Refusal> {
    let AnswerApp { asks, allowed } = body;
    let (client, redirect, request) = asks.split();
    let (app, has) = app_for(&principal, &door, &client).await?;
    let address = door.auth.answer_app(&principal, &app, &redirect, &request, has, allowed.as_deref()).await?;
    Ok(Json(AppAnswer { question: None, return_to: Some(address) }))
}
