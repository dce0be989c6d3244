//! The bytes of a file, for whoever holds its address and may see its ticket now. Nothing in them runs: every answer of the
//! API has a policy that forbids it (`http/layers/headers.rs`), and only types in which nothing could run are shown in
//! place.

use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, RANGE,
};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::entity::File;
use actors::domain::ids::{FileId, UserId, WorkspaceId};
use bytes::Bytes;
use futures_util::stream::try_unfold;
use serde::Deserialize;
use uuid::Uuid;

use super::upload::silent;
use crate::auth::{Credential, FileAddress, Variant};
use crate::error::{Code, ErrorBody, Refusal};
use crate::files::store::{Piece, Store};
use crate::files::{content_type, is_shown};
use crate::http::Door;
use crate::http::limits::large_answers::Place;
use crate::queries::files;
use crate::words::refusals as words;

/// The memory that one file takes while it is sent, in bytes.
const MEMORY: usize = 1 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Signed {
    user: Uuid,
    session: Option<Uuid>,
    key: Option<Uuid>,
    until: i64,
    signature: String,
}

/// The bytes of a file or of a preview.
#[utoipa::path(get, path = "/api/workspaces/{id}/files/{fileId}/{variant}", tag = "files",
    params(("id" = Uuid, Path), ("fileId" = Uuid, Path), ("variant" = String, Path, description = "`content`, `download`, `small` or `large`"),
        ("user" = Uuid, Query), ("session" = Option<Uuid>, Query), ("key" = Option<Uuid>, Query), ("until" = i64, Query), ("signature" = String, Query)), responses(
    (status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "The bytes"),
    (status = 206, content_type = "application/octet-stream", body = Vec<u8>, description = "A range of the bytes"),
    (status = 404, body = ErrorBody, description = "No such file, not for this person, or the address is void"),
    (status = 416, body = ErrorBody, description = "The file has no such range"),
))]
pub(crate) async fn read(
    request: HttpRequest,
    door: Data<Door>,
    path: Path<(Uuid, Uuid, String)>,
    signed: Result<Query<Signed>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, file, word) = path.into_inner();
    let (Ok(Query(Signed { user, session, key, until, signature })), Some(variant)) = (signed, Variant::named(&word))
    else {
        return Err(Code::NotFound.into());
    };
    let credential = match (session, key) {
        (Some(session), None) => Credential::Session(session),
        (None, Some(key)) => Credential::Key(key),
        _ => return Err(Code::NotFound.into()),
    };
    let address = FileAddress { workspace, file, variant, user, credential, until };
    if !door.auth.is_file_address(&address, &signature, door.stage.now().get().unix_timestamp()).await? {
        return Err(Code::NotFound.into());
    }
    let missing = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Code::NotFound.into(),
        _ => silent(error),
    };
    let row = door.stage.file(WorkspaceId(workspace), UserId(user), FileId(file)).await.map_err(|refusal| {
        let refusal = Refusal::from(refusal);
        if refusal.code == Code::NotFound { Code::NotFound.into() } else { refusal }
    })?;
    let stored = files::find(&door.db, workspace, file).await?.ok_or(Code::NotFound)?;
    let place = door.limits.large_answers().enter(user, MEMORY).await?;
    let preview = match variant {
        Variant::Small => Some(Piece::Small),
        Variant::Large => Some(Piece::Large),
        Variant::Content | Variant::Download => None,
    };
    let key = stored.store_key;
    let (size, part_size, kind) = match preview {
        None => (stored.size.unsigned_abs(), stored.part_size.unsigned_abs(), row.content_type.clone()),
        Some(piece) => {
            let size = door.files.size(key, piece).await.map_err(missing)?;
            let head = door.files.read(key, piece, 0, 64).await.map_err(missing)?;
            (size, size.max(1), content_type(&head).to_owned())
        }
    };
    let Ok(range) = wanted(request.headers().get(RANGE).and_then(|it| it.to_str().ok()), size) else {
        return Ok(HttpResponse::build(StatusCode::RANGE_NOT_SATISFIABLE)
            .insert_header((CONTENT_RANGE, format!("bytes */{size}")))
            .json(Refusal::invalid("range", words::NO_SUCH_RANGE).body()));
    };
    let (from, to) = range.unwrap_or((0, size));
    let sending = Sending { store: door.files.clone(), key, preview, part_size, at: from, to, _place: place };
    // A store that has lost the bytes is noticed before the answer begins.
    let (first, sending) = sending.next().await.map_err(silent)?;
    let rest = try_unfold(sending, |sending| async move {
        let (bytes, sending) = sending.next().await?;
        Ok::<_, std::io::Error>((!bytes.is_empty()).then_some((bytes, sending)))
    });
    let start = futures_util::stream::iter((!first.is_empty()).then_some(Ok(first)));
    let body = SizedStream::new(to - from, Box::pin(futures_util::StreamExt::chain(start, rest)));
    let is_inline = preview.is_some() || variant == Variant::Content && is_shown(&kind);
    let shown = if kind == "text/plain" { "text/plain; charset=utf-8".to_owned() } else { kind };
    let mut answer = HttpResponse::Ok();
    if range.is_some() {
        answer.status(StatusCode::PARTIAL_CONTENT);
        answer.insert_header((CONTENT_RANGE, format!("bytes {from}-{}/{size}", to - 1)));
    }
    Ok(answer
        .insert_header((CONTENT_TYPE, shown))
        .insert_header((CONTENT_DISPOSITION, disposition(&row, is_inline)))
        .insert_header((ACCEPT_RANGES, "bytes"))
        // A range counts the bytes of the file, so they are not compressed.
        .insert_header((CONTENT_ENCODING, "identity"))
        // The address changes with each reader, and is void in a few minutes.
        .insert_header((CACHE_CONTROL, "private, max-age=300, immutable"))
        .body(body))
}

/// A file that is being sent.
struct Sending {
    store: Store,
    key: Uuid,
    preview: Option<Piece>,
    part_size: u64,
    at: u64,
    to: u64,
    _place: Place,
}

impl Sending {
    /// The next piece; empty at the end.
    async fn next(mut self) -> std::io::Result<(Bytes, Self)> {
        let (part, from) = (self.at / self.part_size, self.at % self.part_size);
        let most = self.store.bytes_at_a_time().min(self.to - self.at).min(self.part_size - from);
        if most == 0 {
            return Ok((Bytes::new(), self));
        }
        let piece = self.preview.unwrap_or(Piece::Part(i32::try_from(part).unwrap_or(i32::MAX)));
        let bytes = self.store.read(self.key, piece, from, most).await?;
        if bytes.is_empty() {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof));
        }
        self.at += bytes.len() as u64;
        Ok((bytes, self))
    }
}

/// The range that a header asks for, from its first byte to the one behind its last; `None` for the whole file. Several
/// ranges, and units that are not bytes, are answered with the whole file.
///
/// # Errors
/// If the file has no byte of the range.
fn wanted(header: Option<&str>, size: u64) -> Result<Option<(u64, u64)>, ()> {
    let Some(range) = header.and_then(|it| it.strip_prefix("bytes=")).filter(|it| !it.contains(',')) else {
        return Ok(None);
    };
    let Some((first, last)) = range.split_once('-') else { return Ok(None) };
    match (first.trim().parse::<u64>(), last.trim()) {
        (Ok(first), "") if first < size => Ok(Some((first, size))),
        (Ok(first), last) => match last.parse::<u64>() {
            Ok(last) if first <= last && first < size => Ok(Some((first, last.saturating_add(1).min(size)))),
            Ok(last) if last < first => Ok(None),
            Ok(_) => Err(()),
            Err(_) if last.is_empty() => Err(()),
            Err(_) => Ok(None),
        },
        (Err(_), last) if first.trim().is_empty() => match last.parse::<u64>() {
            Ok(0) => Err(()),
            Ok(count) => Ok(Some((size.saturating_sub(count), size))),
            Err(_) => Ok(None),
        },
        (Err(_), _) => Ok(None),
    }
}

/// The header of RFC 6266: a name of plain characters for old clients, and the whole name for all others.
fn disposition(file: &File, is_inline: bool) -> String {
    let plain: String = file
        .name
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() || " .-_()".contains(it) { it } else { '_' })
        .collect();
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte);
    let mut whole = String::new();
    for byte in file.name.as_bytes() {
        if is_token(byte) {
            whole.push(char::from(*byte));
        } else {
            whole.push_str(&format!("%{byte:02X}"));
        }
    }
    let kind = if is_inline { "inline" } else { "attachment" };
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{whole}")
}

#[cfg(test)]
mod tests {
    use actors::domain::date::Instant;
    use actors::domain::ids::TicketId;

    use super::*;

    #[test]
    fn fs5_a_range_is_the_bytes_that_the_header_names() {
        for (header, range) in [
            (None, Ok(None)),
            (Some("bytes=0-"), Ok(Some((0, 100)))),
            (Some("bytes=10-19"), Ok(Some((10, 20)))),
            (Some("bytes=90-500"), Ok(Some((90, 100)))),
            (Some("bytes=-10"), Ok(Some((90, 100)))),
            (Some("bytes=-500"), Ok(Some((0, 100)))),
            (Some("bytes=100-"), Err(())),
            (Some("bytes=100-200"), Err(())),
            (Some("bytes=-0"), Err(())),
            (Some("bytes=20-10"), Ok(None)),
            (Some("bytes=0-1,5-6"), Ok(None)),
            (Some("bytes=x-y"), Ok(None)),
            (Some("lines=0-1"), Ok(None)),
            (Some("bytes=0-18446744073709551615"), Ok(Some((0, 100)))),
        ] {
            assert_eq!(wanted(header, 100), range, "{header:?}");
        }
    }

    #[test]
    fn g03_the_header_of_a_name_cannot_be_split_or_closed() {
        let named = |name: &str| {
            let file = File {
                id: FileId(Uuid::nil()),
                ticket_id: TicketId(Uuid::nil()),
                name: name.to_owned(),
                size: 1,
                content_type: "text/plain".to_owned(),
                width: None,
                height: None,
                preview: false,
                created_user_id: UserId(Uuid::nil()),
                created_at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
                deleted_at: None,
                deleted_by_user_id: None,
            };
            disposition(&file, false)
        };
        assert_eq!(
            named("a\"; b=\"c.txt"),
            "attachment; filename=\"a__ b__c.txt\"; filename*=UTF-8''a%22%3B%20b%3D%22c.txt"
        );
        assert_eq!(named("Plän.pdf"), "attachment; filename=\"Pl_n.pdf\"; filename*=UTF-8''Pl%C3%A4n.pdf");
        assert!(!named("a\r\nSet-Cookie: x").contains(['\r', '\n']));
    }
}
