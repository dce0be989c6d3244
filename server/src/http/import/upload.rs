//! The form of an import, read as it comes.

use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_util::StreamExt;

use crate::error::{Code, Refusal};
use crate::import::Format;
use crate::import::csv::Mapping;

/// The fields beside the file, and the form's own lines.
const BESIDE: usize = 64 * 1024;
/// A sender that is silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(30);
const LONGEST_NAME: usize = 255;

/// A form that was read whole.
pub(super) struct Upload {
    pub file: Vec<u8>,
    pub file_name: String,
    pub format: Format,
    pub mapping: Option<Mapping>,
    pub dry_run: bool,
}

impl Upload {
    /// # Errors
    /// `unsupported_media_type` for what is no form, `payload_too_large` above the limit,
    /// `unknown_field` and `validation_failed` for what is in it.
    pub async fn receive(request: &HttpRequest, mut form: Multipart, limit: usize) -> Result<Self, Refusal> {
        check_headers(request, limit)?;
        let mut file = None;
        let (mut format, mut mapping, mut dry_run) = (None, None, None);
        while let Some(field) = patient(form.next()).await? {
            let mut field = field.map_err(broken)?;
            let name = field.name().unwrap_or_default().to_owned();
            let once = match name.as_str() {
                "file" => {
                    let name = file_name(&field);
                    let bytes = collect(&mut field, limit).await?;
                    file.replace((name, bytes)).is_none()
                }
                "format" => format.replace(text(&mut field, &name).await?).is_none(),
                "mapping" => mapping.replace(text(&mut field, &name).await?).is_none(),
                "dryRun" => dry_run.replace(text(&mut field, &name).await?).is_none(),
                _ => {
                    let name: String = name.chars().take(100).collect();
                    return Err(Refusal::new(Code::UnknownField).field(name));
                }
            };
            if !once {
                return Err(Refusal::invalid(name, "This field is there twice."));
            }
        }
        let (file_name, file) = file.ok_or_else(|| Refusal::invalid("file", "A file is needed."))?;
        let format = format.as_deref().and_then(Format::from_name);
        Ok(Self {
            file,
            file_name,
            format: format.ok_or_else(|| Refusal::invalid("format", "Either github or csv."))?,
            mapping: mapping.filter(|json| !json.trim().is_empty()).map(|json| parse_mapping(&json)).transpose()?,
            dry_run: match dry_run.as_deref() {
                None | Some("" | "false") => false,
                Some("true") => true,
                Some(_) => return Err(Refusal::invalid("dryRun", "Either true or false.")),
            },
        })
    }
}

fn check_headers(request: &HttpRequest, limit: usize) -> Result<(), Refusal> {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !text(CONTENT_TYPE).trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Err(Refusal::new(Code::UnsupportedMediaType).message("Send multipart/form-data."));
    }
    // Nothing is read of what is too large anyway.
    if text(CONTENT_LENGTH).parse().is_ok_and(|length: usize| length > limit.saturating_add(BESIDE)) {
        return Err(too_large(limit));
    }
    Ok(())
}

fn parse_mapping(json: &str) -> Result<Mapping, Refusal> {
    serde_json::from_str(json)
        .map_err(|error| Refusal::invalid("mapping", format!("The mapping is not valid: {error}.")))
}

async fn text(field: &mut Field, name: &str) -> Result<String, Refusal> {
    let bytes = collect(field, BESIDE).await?;
    String::from_utf8(bytes).map_err(|_| Refusal::invalid(name, "This is not UTF-8."))
}

async fn collect(field: &mut Field, limit: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    while let Some(chunk) = patient(field.next()).await? {
        let chunk = chunk.map_err(broken)?;
        if bytes.len() + chunk.len() > limit {
            return Err(too_large(limit));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

async fn patient<T>(next: impl Future<Output = T>) -> Result<T, Refusal> {
    tokio::time::timeout(SILENCE, next)
        .await
        .map_err(|_| Refusal::new(Code::ValidationFailed).message("The file did not arrive in time."))
}

fn too_large(limit: usize) -> Refusal {
    Refusal::new(Code::PayloadTooLarge).message(format!("A file may have {limit} bytes at most.")).field("file")
}

fn broken(error: MultipartError) -> Refusal {
    match error {
        MultipartError::ContentTypeMissing
        | MultipartError::ContentTypeParse
        | MultipartError::ContentTypeIncompatible
        | MultipartError::BoundaryMissing => {
            Refusal::new(Code::UnsupportedMediaType).message("Send multipart/form-data with a boundary.")
        }
        _ => Refusal::new(Code::ValidationFailed).message("The form is broken, or ended before it was complete."),
    }
}

/// What the sender calls the file, as something that can be shown.
fn file_name(field: &Field) -> String {
    let given = field.content_disposition().and_then(|disposition| disposition.get_filename()).unwrap_or_default();
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if name.trim().is_empty() { "import".to_owned() } else { name.trim().to_owned() }
}
