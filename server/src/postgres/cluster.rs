//! The cluster on disk: made once, with a password that only files of the data folder hold.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::StartError;
use super::account::Account;
use super::durability::Durability;
use super::folder::Layout;

/// The major version of the cluster, and its folder; `None` if there is no cluster yet.
pub(super) fn version(layout: &Layout) -> Result<Option<(u32, PathBuf)>, StartError> {
    let path = layout.cluster.join("PG_VERSION");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.trim().parse().ok().map(|major| (major, layout.cluster.clone()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StartError::folder(&path)(error)),
    }
}

/// Makes the cluster if there is none, and returns its password.
pub(super) async fn ensure(
    layout: &Layout,
    binaries: &Path,
    account: &Account,
    durability: Durability,
) -> Result<String, StartError> {
    let unusable = || StartError::folder(&layout.home);
    if let Ok(password) = fs::read_to_string(&layout.password)
        && layout.cluster.join("PG_VERSION").is_file()
    {
        return Ok(password.trim().to_owned());
    }
    // An initdb that was interrupted leaves a cluster without its password file. That file is written last, so such a
    // cluster holds no data.
    if layout.cluster.join("PG_VERSION").exists() || fs::read_dir(&layout.cluster).is_ok_and(|mut d| d.next().is_some())
    {
        fs::remove_dir_all(&layout.cluster).map_err(unusable())?;
        fs::create_dir(&layout.cluster).map_err(unusable())?;
        account.own(&layout.cluster).map_err(unusable())?;
    }
    let password = random_password();
    let given = layout.home.join("password.new");
    write_private(&given, &password, account).map_err(unusable())?;
    tracing::info!(folder = %layout.cluster.display(), "making a private database");
    initdb(layout, binaries, account, &given, durability).await?;
    fs::rename(&given, &layout.password).map_err(unusable())?;
    Ok(password)
}

async fn initdb(
    layout: &Layout,
    binaries: &Path,
    account: &Account,
    password: &Path,
    durability: Durability,
) -> Result<(), StartError> {
    // By default, each connection hashes the password 4,096 times. Tests open thousands of connections, and their code
    // is not optimised.
    let hashes: &[&str] = match durability {
        Durability::Durable => &[],
        Durability::Fast => &["-c", "scram_iterations=1"],
    };
    let failed = |said: String| StartError::Tool { what: "initdb failed".to_owned(), said };
    let output = account
        .command(&binaries.join("initdb"), &layout.home)
        .args(["-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"])
        .args(hashes)
        .arg("--pwfile")
        .arg(password)
        .arg("-D")
        .arg(&layout.cluster)
        .kill_on_drop(true)
        .output()
        .await
        .map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(failed(said.trim().lines().rev().take(3).collect::<Vec<_>>().join(" / ")))
}

fn write_private(path: &Path, text: &str, account: &Account) -> std::io::Result<()> {
    let mut file = fs::File::options().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    account.own(path)
}

fn random_password() -> String {
    rand::random::<[u8; 24]>().iter().map(|byte| format!("{byte:02x}")).collect()
}
