//! Pictures of people: the node draws them anew in two sizes, and keeps them in the store of files (PF4).

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{self, Data, Json, Path, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use uuid::Uuid;

use super::files::upload::silent;
use crate::auth::{Principal, User};
use crate::error::{Code, ErrorBody, Refusal};
use crate::files::content_type;
use crate::files::kind::{LOOKED_AT, has_preview};
use crate::files::previews::{in_turn, portrait};
use crate::files::store::Piece;
use crate::http::Door;
use crate::http::limits::minimum_rate::MinimumRate;
use crate::http::request::bytes::{check_headers, length_of, receive};
use crate::queries::files::remove_later;
use crate::words::refusals as words;

/// The most bytes of an uploaded picture.
const MOST: usize = 10 << 20;
/// The most bytes of a stored picture. A JPEG of 320 × 320 pixels is never that large.
const MOST_DRAWN: u64 = 1 << 20;
/// After how many hours the sweep removes the bytes of a picture that no account uses.
const KEEP_HOURS: i32 = 1;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/me/picture").post(change))
        .service(web::resource("/api/me/picture/remove").post(remove))
        .service(web::resource("/api/pictures/{id}/{size}").get(read));
}

/// Gives the caller a picture: PNG, JPEG, WebP or GIF, at most 10 MiB.
#[utoipa::path(post, path = "/api/me/picture", tag = "identity",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), security(("bearer" = [])), responses(
    (status = 200, body = User, description = "The user after the change"),
    (status = 401, body = ErrorBody),
    (status = 408, body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 415, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn change(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    payload: Payload,
) -> Result<Json<User>, Refusal> {
    check_headers(request.headers())?;
    let wrong = || Refusal::invalid("picture", words::NO_PICTURE);
    let length = length_of(request.headers()).ok_or_else(wrong)?;
    if length > MOST {
        return Err(Refusal::new(Code::PayloadTooLarge).message(words::PICTURE_TOO_LARGE).field("picture"));
    }
    let place = door.limits.large_answers().enter(principal.user_id, length).await?;
    let mut bytes = Vec::with_capacity(length);
    let rate = MinimumRate::over(door.config.http.stall);
    receive(payload, length, rate, wrong, async |chunk| {
        bytes.extend_from_slice(&chunk);
        Ok(())
    })
    .await?;
    if !has_preview(content_type(&bytes[..LOOKED_AT.min(length)])) {
        return Err(wrong());
    }
    let drawn = in_turn(move || portrait(&bytes)).await.ok_or_else(wrong)?;
    drop(place);
    let picture = Uuid::new_v4();
    // If this node ends before the person has the picture, the sweep removes its bytes.
    remove_later(&door.db, picture, KEEP_HOURS).await?;
    for (piece, bytes) in [(Piece::Small, drawn.small), (Piece::Large, drawn.large)] {
        door.files.put(picture, piece, Bytes::from(bytes)).await.map_err(silent)?;
    }
    door.auth.change_picture(&principal, Some(picture)).await.map(Json)
}

/// Takes the caller's picture away.
#[utoipa::path(post, path = "/api/me/picture/remove", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = User, description = "The user after the change"),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn remove(principal: Principal, door: Data<Door>) -> Result<Json<User>, Refusal> {
    door.auth.change_picture(&principal, None).await.map(Json)
}

/// The picture of a person. An `<img>` sends no token. A caller who knows the random id has seen a person who has the picture,
/// and the id is void as soon as the person has another picture or none.
#[utoipa::path(get, path = "/api/pictures/{pictureId}/{size}", tag = "files",
    params(("pictureId" = Uuid, Path), ("size" = String, Path, description = "`small` or `large`: at most 96 or 320 pixels wide and high")), responses(
    (status = 200, content_type = "image/jpeg", body = Vec<u8>, description = "The picture"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn read(door: Data<Door>, path: Path<(Uuid, String)>) -> Result<HttpResponse, Refusal> {
    let (picture, size) = path.into_inner();
    let piece = match size.as_str() {
        "small" => Piece::Small,
        "large" => Piece::Large,
        _ => return Err(Code::NotFound.into()),
    };
    if !door.auth.has_picture(picture).await? {
        return Err(Code::NotFound.into());
    }
    let bytes = door.files.read(picture, piece, 0, MOST_DRAWN).await.map_err(silent)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "image/jpeg"))
        .insert_header((CONTENT_DISPOSITION, "inline"))
        // A new picture has a new address, so the bytes at this address never change.
        .insert_header((CACHE_CONTROL, "private, max-age=31536000, immutable"))
        .body(bytes))
}
