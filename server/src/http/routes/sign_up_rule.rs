//! Who may sign up, and the invitation of a person who does.

use actix_web::HttpRequest;
use actix_web::web::{self, Data, Json, ServiceConfig};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::invitations::accept::opened_by;
use crate::auth::Invited;
use crate::config::SignUpRule as Rule;
use crate::error::{Code, Refusal};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/auth/sign-up-rule").get(read));
}

/// Who may make an account on this server.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct SignUpRule {
    rule: SignUpKind,
    /// The mail domains of the rule `domains`; empty for other rules.
    domains: Vec<String>,
}

/// Whom the rule lets sign up.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SignUpKind {
    /// Everyone.
    Open,
    /// People with an invitation.
    Invitation,
    /// People with an address at one of the domains, and people with an invitation.
    Domains,
}

/// Who may make an account on this server.
#[utoipa::path(get, path = "/api/auth/sign-up-rule", tag = "identity", responses((status = 200, body = SignUpRule)))]
pub(crate) async fn read(door: Data<Door>) -> Json<SignUpRule> {
    Json(match door.auth.sign_up_rule() {
        Rule::Open => SignUpRule { rule: SignUpKind::Open, domains: Vec::new() },
        Rule::Invitation => SignUpRule { rule: SignUpKind::Invitation, domains: Vec::new() },
        Rule::Domains(domains) => SignUpRule { rule: SignUpKind::Domains, domains: domains.clone() },
    })
}

/// The invitation that a person who signs up has named; `None` if it is not open.
pub(super) async fn invited_by(
    request: &HttpRequest,
    door: &Door,
    token: Option<&str>,
) -> Result<Option<Invited>, Refusal> {
    let Some(token) = token else { return Ok(None) };
    match opened_by(request, door, token).await {
        Ok(stored) => Ok(Some(Invited { email_key: stored.email_key })),
        Err(refusal) if matches!(refusal.code, Code::RateLimited | Code::Unavailable | Code::Internal) => Err(refusal),
        Err(_) => Ok(None),
    }
}
