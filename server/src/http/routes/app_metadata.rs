//! The metadata that programs need to ask people for API keys (RFC 8414). docs/APPS.md has the rules.

use actix_web::web::{self, Data, Json, ServiceConfig};
use actors::domain::capability::Capability;
use serde::Serialize;
use utoipa::ToSchema;

use super::{app_tokens, device_codes};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/.well-known/oauth-authorization-server").get(metadata));
}

/// The metadata of the authorization server (RFC 8414).
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorizationServer {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    device_authorization_endpoint: String,
    revocation_endpoint: String,
    scopes_supported: Vec<&'static str>,
    response_types_supported: Vec<&'static str>,
    response_modes_supported: Vec<&'static str>,
    grant_types_supported: Vec<&'static str>,
    token_endpoint_auth_methods_supported: Vec<&'static str>,
    revocation_endpoint_auth_methods_supported: Vec<&'static str>,
    code_challenge_methods_supported: Vec<&'static str>,
    authorization_response_iss_parameter_supported: bool,
}

/// The metadata that programs need to ask for an API key (RFC 8414).
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", tag = "apps",
    responses((status = 200, body = AuthorizationServer)))]
pub(crate) async fn metadata(door: Data<Door>) -> Json<AuthorizationServer> {
    let issuer = door.auth.site().public_url().to_owned();
    Json(AuthorizationServer {
        authorization_endpoint: format!("{issuer}/authorization"),
        token_endpoint: format!("{issuer}{}", app_tokens::TOKEN_PATH),
        device_authorization_endpoint: format!("{issuer}{}", device_codes::BEGIN_PATH),
        revocation_endpoint: format!("{issuer}{}", app_tokens::REVOKE_PATH),
        issuer,
        scopes_supported: Capability::ALL.iter().map(|it| it.word()).collect(),
        response_types_supported: vec!["code"],
        response_modes_supported: vec!["query"],
        grant_types_supported: vec!["authorization_code", app_tokens::DEVICE_GRANT],
        token_endpoint_auth_methods_supported: vec!["none"],
        revocation_endpoint_auth_methods_supported: vec!["none"],
        code_challenge_methods_supported: vec!["S256"],
        authorization_response_iss_parameter_supported: true,
    })
}
