//! The addresses of a ticket's files, each good for five minutes and for one person.

use actix_web::web::{Data, Json, Path};
use actors::domain::ids::{FileId, TicketId, UserId, WorkspaceId};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Caller, FileAddress, Variant};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

/// The addresses of one file.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileAddresses {
    id: FileId,
    /// The bytes, shown in place if their type allows it.
    content: String,
    /// The bytes, to be saved.
    download: String,
    /// The small preview of a picture.
    small: Option<String>,
    /// The large preview of a picture.
    large: Option<String>,
}

/// The addresses of the files of a ticket.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TicketFiles {
    files: Vec<FileAddresses>,
    /// For how many seconds the addresses are good.
    #[ts(type = "number")]
    seconds: i64,
}

/// The addresses of a ticket's files.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/files", tag = "files",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = TicketFiles, description = "The addresses"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<TicketFiles>, Refusal> {
    let (workspace, ticket) = path.into_inner();
    let user = UserId(caller.user_id);
    let found = door.stage.files_of(WorkspaceId(workspace), user, TicketId(ticket)).await?;
    let until = door.stage.now().get().unix_timestamp() + FileAddress::SECONDS - 1;
    let files = found.into_iter().map(|(id, has_previews)| {
        let address = |variant| door.auth.file_address(caller, workspace, id.0, variant, until);
        FileAddresses {
            id,
            content: address(Variant::Content),
            download: address(Variant::Download),
            small: has_previews.then(|| address(Variant::Small)),
            large: has_previews.then(|| address(Variant::Large)),
        }
    });
    Ok(Json(TicketFiles { files: files.collect(), seconds: FileAddress::SECONDS }))
}
