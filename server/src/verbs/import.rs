//! `troupe import`: imports a file on behalf of a user.

mod arguments;
mod show;

use std::cell::Cell;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use actors::domain::entity::ImportState;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::rights::Narrowing;
use actors::journal::Journal;
use actors::{RegistryOptions, Stage};

pub(super) use self::arguments::Arguments;
use self::show::Progress;
use super::database::Database;
use super::logs;
use super::stop::StopSignals;
use crate::auth::User;
use crate::config::{Config, LogConfig};
use crate::db::Db;
use crate::import::csv::Mapping;
use crate::import::importer::Importer;
use crate::import::{Format, ImportRefusal, Read, job, read};
use crate::node::{Failure, open_bus};

/// How long to wait at the end for work of the stage.
const DRAIN: Duration = Duration::from_secs(3);

pub(super) async fn import(arguments: Arguments) -> Result<ExitCode, Failure> {
    let config = Config::from_process()?;
    // The usual log lines would break the progress bar.
    let filter = if config.log.filter == "info" { "warn".to_owned() } else { config.log.filter.clone() };
    logs::start(&LogConfig { filter, ..config.log.clone() });
    let stop = StopSignals::new()?;
    // The files are read first: a missing file is reported at once.
    let file = load(&arguments.file, config.http.upload_limit)?;
    let mapping = arguments.mapping.as_deref().map(load_mapping).transpose()?;
    let database = Database::open_or_join(&config).await?;
    let outcome = run(&arguments, &config, database.db.clone(), file, mapping, stop).await;
    database.close().await;
    outcome
}

async fn run(
    arguments: &Arguments,
    config: &Config,
    db: Db,
    file: Vec<u8>,
    mapping: Option<Mapping>,
    stop: StopSignals,
) -> Result<ExitCode, Failure> {
    let user = User::by_email(&db, &arguments.by).await?;
    let user = user.ok_or_else(|| format!("no account has the email address {}", arguments.by))?;
    // A node without HTTP: the other nodes learn of its commits as of each other's.
    let bus = open_bus(config, &db)?;
    let stage = Stage::start(Journal::new(db), bus, RegistryOptions::default(), config.sockets.heartbeat).await?;
    let workspace = find_workspace(&stage, UserId(user.id), &arguments.workspace).await?;
    let importer = Importer::enter(stage.clone(), workspace, UserId(user.id), Narrowing::NONE).await?;
    let code = import_file(arguments, importer, file, mapping, stop).await?;
    stage.drain(DRAIN).await;
    Ok(code)
}

async fn import_file(
    arguments: &Arguments,
    importer: Importer,
    file: Vec<u8>,
    mapping: Option<Mapping>,
    mut stop: StopSignals,
) -> Result<ExitCode, Failure> {
    let name = arguments.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let format = arguments.format.or_else(|| Format::of_file(&name)).ok_or("add --format github or --format csv")?;
    let context = importer.context().await?;
    let now = context.now;
    let Read { inspection, plan, .. } = match read(format, &file, &name, mapping, &context) {
        Ok(reading) => reading,
        Err(no) => return Ok(refused(&no)),
    };
    drop(file);
    if let (Some(inspection), true) = (&inspection, arguments.dry_run || plan.is_err()) {
        show::columns(inspection);
    }
    let plan = match plan {
        Ok(plan) => plan,
        Err(no) => return Ok(refused(&no)),
    };
    if arguments.dry_run {
        show::preview(&plan, importer.known(&plan).await?);
        return Ok(ExitCode::SUCCESS);
    }
    let stopping = Rc::new(Cell::new(false));
    let told = stopping.clone();
    actix_web::rt::spawn(async move {
        stop.next().await;
        told.set(true);
    });
    let mut progress = Progress::new();
    let job = job::new(format.as_str(), &name, &plan, now);
    let job = importer.run(job, plan, || stopping.get(), |job| progress.show(job)).await;
    progress.end();
    show::outcome(&job);
    Ok(if job.state == ImportState::Done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn refused(no: &ImportRefusal) -> ExitCode {
    show::report(&no.report.entries());
    eprintln!("troupe: nothing was imported. {}", no.message);
    ExitCode::FAILURE
}

/// The workspace with this id, or with this key among those of the user.
async fn find_workspace(stage: &Stage, user: UserId, wanted: &str) -> Result<WorkspaceId, Failure> {
    let theirs = stage.workspaces_of(user).await?;
    let named = |key: &str, id: WorkspaceId| key.eq_ignore_ascii_case(wanted) || id.to_string() == wanted;
    let mut found = theirs.iter().filter(|it| named(&it.key, it.id));
    match (found.next(), found.next()) {
        (Some(workspace), None) => Ok(workspace.id),
        (Some(_), Some(_)) => Err(format!("several workspaces have the key {wanted}: use the workspace's ID").into()),
        (None, _) => {
            let keys: Vec<&str> = theirs.iter().map(|it| it.key.as_str()).collect();
            Err(format!("this account is not in a workspace {wanted}; its workspaces: {}", keys.join(", ")).into())
        }
    }
}

fn load(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let unreadable = |error| format!("{} cannot be read: {error}", path.display());
    let length = std::fs::metadata(path).map_err(unreadable)?.len();
    if usize::try_from(length).is_ok_and(|length| length <= limit) {
        return Ok(std::fs::read(path).map_err(unreadable)?);
    }
    Err(format!("{} has {length} bytes; the limit is {limit} (TROUPE_UPLOAD_LIMIT)", path.display()).into())
}

fn load_mapping(path: &Path) -> Result<Mapping, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not a valid mapping: {error}", path.display()).into())
}
