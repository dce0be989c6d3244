//! The caller.

use actix_web::web::{self, Json, ServiceConfig};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use actors::domain::entity::HeldRole;
use actors::domain::ids::UserId;

use crate::auth::{Principal, User};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/me").get(read));
}

/// A workspace, as a member sees it in the list of their workspaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Membership {
    /// Its id, which is also the id of its scope.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A picture or an emoji.
    pub icon: Option<String>,
    /// The key of its ticket numbers: `KEY-12`.
    pub key: String,
    /// The role of the caller.
    #[schema(value_type = String)]
    pub role: HeldRole,
}

/// The user, with their workspaces.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Me {
    /// The user.
    pub user: User,
    /// Their workspaces.
    pub workspaces: Vec<Membership>,
    /// Whether they own the instance.
    #[serde(rename = "instanceOwner")]
    pub instance_owner: bool,
}

/// The caller, with their workspaces.
#[utoipa::path(get, path = "/api/me", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = Me),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn read(principal: Principal, door: web::Data<Door>) -> Result<Json<Me>, Refusal> {
    let user = door.auth.user(&principal).await?;
    let found = door.stage.workspaces_of(UserId(user.id)).await?;
    let workspaces = found
        .into_iter()
        .map(|it| Membership { id: it.id.0, name: it.name, icon: it.icon, key: it.key, role: it.role })
        .collect();
    let instance_owner = door.owner.is(&user, &door.db).await?;
    Ok(Json(Me { user, workspaces, instance_owner }))
}
