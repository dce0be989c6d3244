//! The form of an import, read while it arrives.

use std::pin::pin;
use std::time::{Duration, Instant};

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_util::StreamExt;
use tokio::sync::OwnedSemaphorePermit;

use crate::error::{Code, Refusal};
use crate::http::limits::imports::UploadMemory;
use crate::http::limits::minimum_rate::{MinimumRate, TooSlow};
use crate::import::Format;
use crate::import::csv::Mapping;
use crate::words::refusals as words;

/// The fields beside the file, and the form's own lines.
const BESIDE: usize = 64 * 1024;
/// The longest time for an upload, even at a sufficient rate.
const LONGEST: Duration = Duration::from_secs(30 * 60);
const LONGEST_NAME: usize = 255;

/// A complete form.
pub(super) struct Upload {
    pub file: Held,
    pub file_name: String,
    pub format: Format,
    pub mapping: Option<Mapping>,
    pub dry_run: bool,
}

impl Upload {
    /// # Errors
    /// `unsupported_media_type` if the body is no form, `payload_too_large` above the limit, `timed_out` if the upload
    /// is too slow, `unavailable` if too many bytes arrive at once, `unknown_field` and `validation_failed` for its
    /// fields.
    pub async fn receive(
        request: &HttpRequest,
        form: Multipart,
        limit: usize,
        stall: Duration,
        memory: UploadMemory,
    ) -> Result<Self, Refusal> {
        check_headers(request, limit)?;
        let arriving = Arriving { limit, rate: MinimumRate::over(stall), memory };
        tokio::time::timeout(LONGEST, Self::read(form, arriving)).await.map_err(|_| Refusal::from(Code::TimedOut))?
    }

    async fn read(mut form: Multipart, mut arriving: Arriving) -> Result<Self, Refusal> {
        let mut file = None;
        let (mut format, mut mapping, mut dry_run) = (None, None, None);
        while let Some(field) = arriving.patient(form.next()).await? {
            let mut field = field.map_err(broken)?;
            let name = field.name().unwrap_or_default().to_owned();
            let once = match name.as_str() {
                "file" => {
                    let name = file_name(&field);
                    let limit = arriving.limit;
                    let bytes = arriving.collect(&mut field, limit).await?;
                    file.replace((name, bytes)).is_none()
                }
                "format" => format.replace(arriving.text(&mut field, &name).await?).is_none(),
                "mapping" => mapping.replace(arriving.text(&mut field, &name).await?).is_none(),
                "dryRun" => dry_run.replace(arriving.text(&mut field, &name).await?).is_none(),
                _ => {
                    let name: String = name.chars().take(100).collect();
                    return Err(Refusal::new(Code::UnknownField).field(name));
                }
            };
            if !once {
                return Err(Refusal::invalid(name, words::FIELD_TWICE));
            }
        }
        let (file_name, file) = file.ok_or_else(|| Refusal::invalid("file", words::FILE_MISSING))?;
        let format = format.as_deref().and_then(Format::from_name);
        Ok(Self {
            file,
            file_name,
            format: format.ok_or_else(|| Refusal::invalid("format", words::FORMAT))?,
            mapping: mapping.filter(|json| !json.trim().is_empty()).map(|json| parse_mapping(&json)).transpose()?,
            dry_run: match dry_run.as_deref() {
                None | Some("" | "false") => false,
                Some("true") => true,
                Some(_) => return Err(Refusal::invalid("dryRun", words::DRY_RUN)),
            },
        })
    }
}

fn check_headers(request: &HttpRequest, limit: usize) -> Result<(), Refusal> {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !text(CONTENT_TYPE).trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Err(Refusal::new(Code::UnsupportedMediaType).message(words::SEND_MULTIPART));
    }
    // A form that announces too many bytes is not read at all.
    if text(CONTENT_LENGTH).parse().is_ok_and(|length: usize| length > limit.saturating_add(BESIDE)) {
        return Err(too_large(limit));
    }
    Ok(())
}

fn parse_mapping(json: &str) -> Result<Mapping, Refusal> {
    serde_json::from_str(json).map_err(|_| Refusal::invalid("mapping", words::MAPPING_EXPECTED))
}

/// Received bytes, and their permits.
#[derive(Default)]
pub(super) struct Held {
    pub bytes: Vec<u8>,
    permits: Option<OwnedSemaphorePermit>,
}

/// A form that is being received.
struct Arriving {
    limit: usize,
    rate: MinimumRate,
    memory: UploadMemory,
}

impl Arriving {
    async fn text(&mut self, field: &mut Field, name: &str) -> Result<String, Refusal> {
        let held = self.collect(field, BESIDE).await?;
        String::from_utf8(held.bytes).map_err(|_| Refusal::invalid(name, words::NOT_UTF8))
    }

    async fn collect(&mut self, field: &mut Field, limit: usize) -> Result<Held, Refusal> {
        let mut held = Held::default();
        while let Some(chunk) = self.patient(field.next()).await? {
            let chunk = chunk.map_err(broken)?;
            self.rate.moved(chunk.len(), Instant::now());
            if held.bytes.len() + chunk.len() > limit {
                return Err(too_large(self.limit));
            }
            held.bytes.extend_from_slice(&chunk);
            // Counts the received bytes, not the announced length.
            self.memory.extend(&mut held.permits, held.bytes.len())?;
        }
        Ok(held)
    }

    /// Waits for the next piece, unless the upload is too slow.
    async fn patient<T>(&mut self, next: impl Future<Output = T>) -> Result<T, Refusal> {
        let mut next = pin!(next);
        loop {
            let until = self
                .rate
                .wait(Instant::now())
                .map_err(|TooSlow| Refusal::new(Code::TimedOut).message(words::FILE_TOO_SLOW).field("file"))?;
            if let Ok(come) = tokio::time::timeout_at(until.into(), &mut next).await {
                self.rate.moved(0, Instant::now());
                return Ok(come);
            }
        }
    }
}

fn too_large(limit: usize) -> Refusal {
    Refusal::new(Code::PayloadTooLarge).message(words::file_too_large(limit)).field("file")
}

fn broken(error: MultipartError) -> Refusal {
    match error {
        MultipartError::ContentTypeMissing
        | MultipartError::ContentTypeParse
        | MultipartError::ContentTypeIncompatible
        | MultipartError::BoundaryMissing => Refusal::new(Code::UnsupportedMediaType).message(words::SEND_BOUNDARY),
        _ => Refusal::new(Code::ValidationFailed).message(words::FORM_CUT_SHORT),
    }
}

/// The name of the file, as the sender gave it, in a form that can be shown.
fn file_name(field: &Field) -> String {
    let given = field.content_disposition().and_then(|disposition| disposition.get_filename()).unwrap_or_default();
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if name.trim().is_empty() { "import".to_owned() } else { name.trim().to_owned() }
}
