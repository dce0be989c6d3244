//! Importing: a dry run that counts, or a job whose progress comes as events.

mod upload;

use actix_multipart::Multipart;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::entity::ImportJob;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::import::ReportEntry;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use self::upload::Upload;
use crate::auth::Caller;
use crate::error::{Code, ErrorBody, ErrorDetail, Refusal};
use crate::http::Door;
use crate::import::csv::{Column, Mapping, Target};
use crate::import::importer::Importer;
use crate::import::{Format, ImportRefusal, NewAttribute, Plan, Read, job, read};

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/import").post(import));
}

/// The form of an import.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what `Upload` reads")]
pub(crate) struct ImportForm {
    /// The file; best sent last.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    format: Format,
    /// For `csv`: JSON, the target of each column by its name; null leaves a column out.
    mapping: Option<String>,
    #[schema(rename = "dryRun")]
    dry_run: Option<bool>,
}

/// What an import would do. Nothing has changed.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportPreview {
    format: Format,
    file_name: String,
    /// Whether the import can begin with this mapping; otherwise columns must be mapped first.
    ready: bool,
    /// The list that gets the tickets.
    list: Option<String>,
    /// Tickets in the file.
    total: usize,
    /// Tickets that would be created.
    created: usize,
    /// Tickets that exist already, and would be updated if they differ.
    known: usize,
    refused: usize,
    people: usize,
    labels: usize,
    comments: usize,
    /// Task types, components and fix versions that would be created.
    records: usize,
    /// Attributes that would be created.
    attributes: Vec<NewAttribute>,
    /// The entries by row, at most a thousand.
    report: Vec<ReportEntry>,
    /// The columns of a CSV file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    columns: Option<Vec<Column>>,
    /// The mapping from the request, or the suggested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<Object>)]
    mapping: Option<Mapping>,
    /// The possible targets of a column, besides attributes: `{"attribute": id}` and `{"newAttribute": type}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<Target>>")]
    targets: Option<&'static [Target]>,
}

/// The refusal of an import: the usual error, with a report by row beside it.
#[derive(Serialize, TS)]
pub(crate) struct RefusedImport {
    error: ErrorDetail,
    report: Vec<ReportEntry>,
}

/// Imports a file. With `dryRun`, only counts.
#[utoipa::path(post, path = "/api/workspaces/{id}/import", tag = "workspaces", params(("id" = Uuid, Path)),
    request_body(content = ImportForm, content_type = "multipart/form-data"), security(("bearer" = [])), responses(
    (status = 200, body = ImportPreview, description = "With `dryRun`: what would be done"),
    (status = 202, body = ImportJob, description = "The import job; its progress comes as events"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 422, body = ErrorBody, description = "With a `report` by row beside the error"),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn import(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    form: Multipart,
) -> Result<HttpResponse, Refusal> {
    let workspace = WorkspaceId(id.into_inner());
    let importer = Importer::enter(door.stage.clone(), workspace, UserId(caller.user_id), caller.narrowing).await?;
    let own = door.imports.begin(caller.user_id)?;
    let http = &door.config.http;
    let upload = Upload::receive(&request, form, http.upload_limit, http.stall, door.imports.memory().clone()).await?;
    let Upload { file, file_name, format, mapping, dry_run } = upload;
    let turn = door.imports.turn().await?;
    importer.still_may().await?;
    let context = importer.context().await?;
    let now = context.now;
    let (name, mapped) = (file_name.clone(), mapping.is_some());
    let reading = web::block(move || read(format, &file.bytes, &name, mapping, &context)).await.map_err(|error| {
        tracing::error!(%error, "a file could not be read");
        Refusal::from(Code::Internal)
    })?;
    let reading = match reading {
        Ok(reading) => reading,
        Err(no) => return Ok(refused(no)),
    };
    if dry_run {
        return preview(&importer, format, file_name, reading, mapped).await;
    }
    let plan = match reading.plan {
        Ok(plan) => plan,
        Err(no) => return Ok(refused(no)),
    };
    let job = job::new(format.as_str(), &file_name, &plan, now);
    let answer = HttpResponse::Accepted().json(&job);
    tracing::info!(import = %job.id, %workspace, format = format.as_str(), tickets = plan.tickets.len(), "an import begins");
    let stopping = door.stopping.clone();
    actix_web::rt::spawn(async move {
        let job = importer.run(job, plan, || *stopping.borrow(), |_| {}).await;
        tracing::info!(
            import = %job.id, %workspace, state = ?job.state, created = job.created, updated = job.updated,
            refused = job.refused, "an import ended"
        );
        drop((turn, own));
    });
    Ok(answer)
}

async fn preview(
    importer: &Importer,
    format: Format,
    file_name: String,
    reading: Read,
    mapped: bool,
) -> Result<HttpResponse, Refusal> {
    let Read { inspection, mapping, plan } = reading;
    let rows = inspection.as_ref().map_or(0, |seen| usize::try_from(seen.rows).unwrap_or(usize::MAX));
    let (ready, plan, total) = match plan {
        Ok(plan) => {
            let total = plan.tickets.len() + plan.refused;
            (true, plan, total)
        }
        // No mapping was chosen yet: this answer shows the choices.
        Err(no) if inspection.is_some() && !mapped && no.code == Code::ValidationFailed => {
            (false, Plan { report: no.report, ..Plan::default() }, rows)
        }
        Err(no) => return Ok(refused(no)),
    };
    let counts = plan.counts();
    let known = importer.known(&plan).await?;
    Ok(HttpResponse::Ok().json(ImportPreview {
        format,
        file_name,
        ready,
        list: plan.frame.list.as_ref().map(|list| list.name.clone()),
        total,
        created: counts.tickets.saturating_sub(known),
        known,
        refused: counts.refused,
        people: counts.people,
        labels: counts.labels,
        comments: counts.comments,
        records: counts.records,
        attributes: plan.new_attributes,
        report: plan.report.entries(),
        targets: inspection.as_ref().map(|_| Target::ALL.as_slice()),
        columns: inspection.map(|seen| seen.columns),
        mapping,
    }))
}

/// The usual error, with the report beside it.
fn refused(no: ImportRefusal) -> HttpResponse {
    let ImportRefusal { code, message, field, report } = no;
    let mut refusal = Refusal::new(code).message(message);
    refusal.field = field;
    HttpResponse::build(code.status()).json(RefusedImport { error: refusal.body().error, report: report.entries() })
}
