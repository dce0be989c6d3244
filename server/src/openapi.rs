//! The OpenAPI document of all calls, generated from the code.

mod complete;

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use actix_web::web::{self, ServiceConfig};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::http::routes::{
    account, admin, api_keys, app_metadata, app_tokens, apps, audit, auth, authorization, baselines, confirm_link,
    deleted_tickets, dev_mailbox, dev_mails, device_codes, factor_rule, files, health, hosted, icons, import,
    invitations, join_domains, me, page_titles, people, pictures, push, records, search, sign_up_rule, sprints,
    ticket_list, tickets, unsubscribe, versions, workspace_keys, workspaces,
};
use crate::socket;

/// The route of the document.
pub fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/openapi.json").get(read));
}

/// Every route of the node.
#[derive(OpenApi)]
#[openapi(
    info(title = "Troupe", description = "See docs/PROTOCOL.md."),
    modifiers(&Bearer),
    paths(
        auth::sign_up,
        auth::confirm,
        confirm_link::confirm,
        confirm_link::wait,
        auth::resend,
        auth::sign_in,
        auth::new_password,
        auth::refresh,
        auth::sign_out,
        sign_up_rule::read,
        hosted::list,
        hosted::begin,
        hosted::finish,
        account::passkeys::begin_sign_in,
        account::passkeys::sign_in,
        account::forgot::begin,
        account::forgot::resend,
        account::forgot::reset,
        account::sign_in_code::begin,
        account::sign_in_code::resend,
        account::sign_in_code::finish,
        account::phone::sign_up,
        account::phone::confirm,
        account::phone::resend,
        account::phone::sign_in,
        account::phone::forgot,
        account::phone::reset,
        account::phone::read,
        account::phone::change,
        account::phone::confirm_new,
        account::phone::remove,
        account::second_factor::answer,
        account::second_factor::state,
        account::second_factor::begin,
        account::second_factor::confirm,
        account::second_factor::recovery_codes,
        account::second_factor::off,
        account::linked::list,
        account::linked::begin,
        account::linked::finish,
        account::linked::unlink,
        account::passkeys::list,
        account::passkeys::begin_proof,
        account::passkeys::prove,
        account::passkeys::begin,
        account::passkeys::finish,
        account::passkeys::rename,
        account::passkeys::remove,
        account::password::change,
        account::password::remove,
        account::email::change,
        account::email::resend,
        account::email::confirm,
        account::remembered::list,
        account::remembered::forget,
        account::remembered::forget_all,
        account::sessions::list,
        account::sessions::end,
        account::sessions::end_others,
        account::export::read,
        account::delete::delete,
        api_keys::read,
        api_keys::list,
        api_keys::make,
        api_keys::revoke,
        workspace_keys::list,
        workspace_keys::make,
        workspace_keys::revoke,
        apps::list,
        apps::register,
        apps::remove,
        authorization::ask,
        authorization::answer,
        app_metadata::metadata,
        app_tokens::token,
        app_tokens::revoke,
        device_codes::begin,
        device_codes::ask,
        device_codes::answer,
        me::read,
        push::list,
        push::add,
        push::remove,
        me::change_profile,
        me::open_workspace,
        pictures::change,
        pictures::remove,
        pictures::read,
        admin::overview,
        admin::jobs::jobs,
        admin::jobs::retry,
        admin::jobs::discard,
        workspaces::found,
        workspaces::snapshot,
        workspaces::command,
        records::components,
        records::fix_versions,
        sprints::days,
        sprints::velocity,
        baselines::dates,
        ticket_list::list,
        tickets::whole,
        tickets::activities,
        tickets::comment_versions,
        tickets::descriptions,
        tickets::descriptions_of_list,
        versions::list,
        versions::read,
        versions::restore,
        deleted_tickets::list,
        files::upload::begin,
        files::upload::state,
        files::upload::part,
        files::upload::complete,
        files::upload::cancel,
        files::addresses::list,
        files::content::read,
        icons::read,
        import::import,
        invitations::make::link,
        invitations::make::mail,
        invitations::accept::read,
        invitations::accept::accept,
        invitations::pending::list,
        invitations::pending::revoke,
        invitations::pending::resend,
        invitations::mine::list,
        invitations::mine::accept,
        invitations::mine::decline,
        people::list,
        page_titles::read,
        search::search,
        audit::read::list,
        audit::keep::set,
        factor_rule::read,
        factor_rule::set,
        join_domains::list,
        join_domains::set,
        join_domains::remove,
        unsubscribe::ask,
        unsubscribe::end,
        socket::upgrade,
        dev_mailbox::read,
        dev_mails::index,
        dev_mails::read,
        health::live,
        health::ready,
        health::figures,
        read,
    )
)]
pub struct Description;

const BEARER: &str = "The access token of a session. The calls of one workspace (`/api/workspaces/{id}/…`) also take an \
     API key, except those about API keys, apps, mail domains, the retention of the audit log and the rule about \
     second factors. All other calls that need a session answer `forbidden` to a key. See docs/IDENTITY.md, AK1 \
     to AK9.";

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some(BEARER.to_owned());
        let bearer = SecurityScheme::Http(bearer);
        description.components.get_or_insert_default().add_security_scheme("bearer", bearer);
    }
}

/// Built once: nothing in the document changes while the node runs.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let document = serde_json::to_value(Description::openapi()).unwrap_or_default();
    complete::complete(document).to_string()
});

/// The OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "health", responses(
    (status = 200, body = Object, description = "OpenAPI 3.1"),
))]
pub(crate) async fn read() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::json()).body(DOCUMENT.as_str())
}
