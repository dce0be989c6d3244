//! The log as a file. It is read from the database while it is sent, a page at a time.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Data;
use bytes::Bytes;
use futures_util::stream::try_unfold;
use uuid::Uuid;

use super::cells::csv_of;
use super::record::Sight;
use crate::auth::Caller;
use crate::error::{Code, Refusal};
use crate::export::csv;
use crate::http::Door;
use crate::http::limits::large_answers::Place;
use crate::queries::audit::read::{Filter, Row, has_more_than, page};
use crate::words::refusals as words;

/// The most records of a file.
const MOST: i64 = 100_000;
/// The records that are read at a time.
const PAGE: i64 = 1_000;
/// The memory that one file takes at a time, in bytes.
const MEMORY: usize = 1024 * 1024;

/// A file under way.
struct Export {
    door: Data<Door>,
    workspace: Uuid,
    caller: Caller,
    filter: Filter,
    is_csv: bool,
    /// The records that were sent.
    sent: i64,
    /// The last one of them.
    before: Option<Uuid>,
    has_ended: bool,
    _place: Place,
}

/// # Errors
/// `too_many` if the filter lets too many records through.
pub(super) async fn stream(
    door: Data<Door>,
    workspace: Uuid,
    caller: Caller,
    filter: Filter,
    is_csv: bool,
) -> Result<HttpResponse, Refusal> {
    if has_more_than(&door.db, workspace, filter.clone(), MOST).await? {
        return Err(Refusal::new(Code::TooMany).message(words::too_many_records(MOST)));
    }
    let place = door.limits.large_answers().enter(caller.user_id, MEMORY).await?;
    let export =
        Export { door, workspace, caller, filter, is_csv, sent: 0, before: None, has_ended: false, _place: place };
    let (kind, name) = if is_csv { (csv::MEDIA_TYPE, "audit-log.csv") } else { ("application/json", "audit-log.json") };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .streaming(try_unfold(export, |mut export| async move {
            Ok::<_, Refusal>(export.next().await?.map(|piece| (piece, export)))
        })))
}

impl Export {
    /// The next piece of the file; none at its end. The right of the reader is checked before each piece.
    async fn next(&mut self) -> Result<Option<Bytes>, Refusal> {
        if self.has_ended {
            return Ok(None);
        }
        let sight = Sight::of(&self.door, self.workspace, self.caller).await?;
        let rows = page(&self.door.db, self.workspace, self.filter.clone(), self.before, PAGE).await?;
        let is_first = self.sent == 0;
        self.before = rows.last().map(|row| row.id).or(self.before);
        let read = i64::try_from(rows.len()).unwrap_or(PAGE);
        self.sent = self.sent.saturating_add(read);
        // Records that are written while the file is sent are newer than its first record.
        self.has_ended = read < PAGE || self.sent >= MOST;
        let piece = if self.is_csv { csv_of(rows, sight, is_first) } else { self.json_of(rows, sight, is_first) };
        Ok(Some(Bytes::from(piece)))
    }

    /// A list of the records as the pages hold them.
    fn json_of(&self, rows: Vec<Row>, sight: Sight, is_first: bool) -> Vec<u8> {
        let records = rows.into_iter().map(|row| serde_json::to_string(&sight.shown(row)).unwrap_or_default());
        let lines = records.collect::<Vec<_>>().join(",\n");
        let start = match (is_first, lines.is_empty()) {
            (true, _) => "[\n",
            (false, true) => "",
            (false, false) => ",\n",
        };
        let end = if self.has_ended { "\n]\n" } else { "" };
        format!("{start}{lines}{end}").into_bytes()
    }
}
