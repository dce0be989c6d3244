//! The smaller groups of settings.

use std::path::PathBuf;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::Secret;
use super::http::HttpConfig;
use super::reader::Reader;
use super::s3::S3Config;

/// The database.
#[derive(Clone, Debug)]
pub struct DatabaseConfig {
    /// `DATABASE_URL`: the PostgreSQL to use; a private one if not set.
    pub url: Option<Secret>,
    /// `TROUPE_DATABASE_POOL`: the most connections of this node, besides eight for commits alone.
    pub pool_size: u32,
    /// `TROUPE_DATABASE_WAIT_MS`: how long a request waits for a free connection.
    pub wait: Duration,
    /// `TROUPE_POSTGRES_BIN`: the folder of `initdb` and `postgres`.
    pub postgres_bin: Option<PathBuf>,
}

impl DatabaseConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let url = reader.text("database.url");
        if url.as_ref().is_some_and(|url| !url.starts_with("postgres://") && !url.starts_with("postgresql://")) {
            reader.problem("database.url", "must begin with postgres://");
        }
        Self {
            url: url.map(Secret::from),
            pool_size: reader.number("database.pool_size", 2..=1_000),
            wait: Duration::from_millis(reader.number("database.wait_ms", 100..=60_000)),
            postgres_bin: reader.text("database.postgres_bin").map(PathBuf::from),
        }
    }
}

/// The files of tickets.
#[derive(Clone, Debug)]
pub struct FileConfig {
    /// `TROUPE_FILES_DIR`: the folder for their bytes; in the data folder if not set.
    pub folder: Option<PathBuf>,
    /// `TROUPE_FILES_S3_…`: the bucket for their bytes, instead of a folder.
    pub s3: Option<S3Config>,
    /// `TROUPE_FILE_LIMIT`: the largest file, in bytes.
    pub limit: u64,
    /// `TROUPE_FILES_QUOTA`: the bytes of all files of a workspace.
    pub quota: u64,
    /// `TROUPE_FILE_PART`: the bytes of one part of an upload.
    pub part: u64,
}

impl FileConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            folder: reader.text("files.folder").map(PathBuf::from),
            s3: S3Config::read(reader),
            limit: reader.number("files.limit", 1..=1 << 40),
            quota: reader.number("files.quota", 1..=1 << 50),
            part: reader.number("files.part", 64..=64 << 20),
        }
    }
}

/// The bus between nodes.
#[derive(Clone, Debug)]
pub struct RedisConfig {
    /// `REDIS_URL`: the Redis over which several nodes wake each other.
    pub url: Option<Secret>,
}

impl RedisConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let url = reader.text("redis.url");
        let known = ["redis://", "rediss://", "redis+unix://", "unix://"];
        if url.as_ref().is_some_and(|url| !known.iter().any(|scheme| url.starts_with(scheme))) {
            reader.problem("redis.url", "must begin with redis:// or rediss://");
        }
        Self { url: url.map(Secret::from) }
    }
}

/// The instance as a whole.
#[derive(Clone, Debug)]
pub struct InstanceConfig {
    /// `TROUPE_INSTANCE_OWNER`: the address of the person who administers the instance.
    pub owner: Option<String>,
}

impl InstanceConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let owner = reader.text("instance.owner");
        if owner.as_ref().is_some_and(|owner| !owner.contains('@')) {
            reader.problem("instance.owner", "must be an e-mail address");
        }
        Self { owner }
    }
}

/// Mail.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// `TROUPE_MAIL_URL`: the mail server.
    pub url: Option<Secret>,
    /// `TROUPE_MAIL_FROM`: the sender of mails.
    pub from: Option<String>,
    /// `TROUPE_MAIL_REPLY_TO`: where answers to mails go.
    pub reply_to: Option<String>,
    /// `TROUPE_DEV_MAILBOX`: keep mail in the database and show it.
    pub dev_mailbox: bool,
    /// `TROUPE_SIGN_IN_CODES`: people may sign in with a code that is mailed to them.
    pub sign_in_codes: bool,
}

impl MailConfig {
    pub(super) fn read(reader: &mut Reader, http: &HttpConfig) -> Self {
        let config = Self {
            url: reader.text("mail.url").map(Secret::from),
            from: reader.text("mail.from"),
            reply_to: reader.text("mail.reply_to"),
            dev_mailbox: reader.flag("mail.dev_mailbox"),
            sign_in_codes: reader.flag("mail.sign_in_codes"),
        };
        let smtp = |url: &Secret| ["smtp://", "smtps://"].iter().any(|s| url.reveal().starts_with(s));
        if config.url.as_ref().is_some_and(|url| !smtp(url)) {
            reader.problem("mail.url", "must begin with smtp:// or smtps://");
        }
        match &config.from {
            Some(from) if from.parse::<lettre::message::Mailbox>().is_err() => {
                reader.problem("mail.from", "must be an address, such as \"Troupe <troupe@example.org>\"")
            }
            None if config.url.is_some() => reader.problem("mail.from", "is needed with a mail server"),
            _ => {}
        }
        if config.reply_to.as_ref().is_some_and(|to| to.parse::<lettre::message::Mailbox>().is_err()) {
            reader.problem("mail.reply_to", "must be an address, such as \"Help <help@example.org>\"");
        }
        if config.dev_mailbox && !http.is_loopback() {
            reader.problem("mail.dev_mailbox", "is only for a loopback address: it shows every mail");
        }
        config
    }
}

/// Requests to other servers.
#[derive(Clone, Copy, Debug)]
pub struct OutboundConfig {
    /// `TROUPE_OUTBOUND_PRIVATE`: requests may also go to private addresses.
    pub private: bool,
    /// `TROUPE_LINK_TITLES`: read titles and icons of linked pages.
    pub link_titles: bool,
}

impl OutboundConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self { private: reader.flag("outbound.private"), link_titles: reader.flag("outbound.link_titles") }
    }
}

/// Web push.
#[derive(Clone, Debug)]
pub struct PushConfig {
    /// `TROUPE_PUSH_KEY`: the private key by which push services know this cluster; derived from the secret if not set.
    pub key: Option<Secret>,
}

impl PushConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let key = reader.text("push.key");
        let is_key = |text: &String| {
            let bytes = URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
            p256::SecretKey::from_slice(&bytes).is_ok() && bytes.len() == 32
        };
        if key.as_ref().is_some_and(|key| !is_key(key)) {
            reader.problem("push.key", "must be a private key of P-256: 32 bytes in base64url; or leave it out");
        }
        Self { key: key.map(Secret::from) }
    }
}

/// Logs.
#[derive(Clone, Debug)]
pub struct LogConfig {
    /// `TROUPE_LOG`: which log lines are written.
    pub filter: String,
    /// `TROUPE_LOG_FORMAT`: for people or for programs.
    pub format: LogFormat,
}

/// The form of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl LogConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let filter = reader.text("log.filter").unwrap_or_else(|| "info".to_owned());
        if tracing_subscriber::EnvFilter::try_new(&filter).is_err() {
            reader.problem("log.filter", "must be a level such as info, or levels by module");
        }
        let format = match reader.text("log.format").as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(_) => {
                reader.problem("log.format", "must be text or json");
                LogFormat::Text
            }
        };
        Self { filter, format }
    }
}

/// How long tokens live.
#[derive(Clone, Copy, Debug)]
pub struct TokenConfig {
    /// `TROUPE_ACCESS_SECONDS`: how long an access token is valid.
    pub access: Duration,
    /// `TROUPE_REFRESH_SECONDS`: how long a user may stay away without signing in again.
    pub refresh: Duration,
    /// `TROUPE_SESSION_SECONDS`: the longest life of a session, however often it is refreshed.
    pub session: Duration,
    /// `TROUPE_REFRESH_GRACE_SECONDS`: how long a spent refresh token may come from a second tab.
    pub grace: Duration,
}

impl TokenConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            access: Duration::from_secs(reader.number("tokens.access_seconds", 1..=86_400)),
            refresh: Duration::from_secs(reader.number("tokens.refresh_seconds", 1..=31_536_000)),
            session: Duration::from_secs(reader.number("tokens.session_seconds", 1..=315_360_000)),
            grace: Duration::from_secs(reader.number("tokens.grace_seconds", 0..=300)),
        }
    }
}

/// The cost of a password hash.
#[derive(Clone, Copy, Debug)]
pub struct PasswordConfig {
    /// `TROUPE_ARGON2_MEMORY_KIB`: the memory of one hash.
    pub memory_kib: u32,
    /// `TROUPE_ARGON2_ITERATIONS`: the passes over that memory.
    pub iterations: u32,
    /// `TROUPE_ARGON2_PARALLEL`: the hashes computed at the same time.
    pub parallel: usize,
    /// `TROUPE_ARGON2_QUEUE`: the requests that may wait for a hash.
    pub queue: usize,
}

impl PasswordConfig {
    /// The minimum that OWASP recommends for Argon2id.
    const LEAST: (u32, u32) = (19_456, 2);

    pub(super) fn read(reader: &mut Reader, http: &HttpConfig) -> Self {
        let config = Self {
            memory_kib: reader.number("passwords.memory_kib", 8..=1_048_576),
            iterations: reader.number("passwords.iterations", 1..=100),
            parallel: reader.number("passwords.parallel", 1..=64),
            queue: reader.number("passwords.queue", 1..=10_000),
        };
        let (memory, iterations) = Self::LEAST;
        if !http.is_loopback() && (config.memory_kib < memory || config.iterations < iterations) {
            reader.problem(
                "passwords.memory_kib",
                "and TROUPE_ARGON2_ITERATIONS are too weak for an address that others can reach: \
                 take 19456 and 2, or more",
            );
        }
        config
    }
}

/// The rate limits.
#[derive(Clone, Copy, Debug)]
pub struct LimitConfig {
    /// `TROUPE_GUESSES`: the passwords tried at one account in a window, from one device or network.
    pub guesses: i32,
    /// `TROUPE_GUESSES_EVERYWHERE`: the same from all networks together, known devices not counted.
    pub guesses_everywhere: i32,
    /// `TROUPE_GUESS_WINDOW_SECONDS`: the length of that window.
    pub guess_window: Duration,
    /// `TROUPE_MAILS_PER_HOUR`: mails to one address that one network may cause.
    pub mails_per_hour: i32,
    /// `TROUPE_AUTH_PER_SECOND`: sign-ups, codes and sign-ins from one address.
    pub auth_per_second: u32,
    /// `TROUPE_AUTH_BURST`: the size of a burst of them.
    pub auth_burst: u32,
    /// `TROUPE_WORKSPACES_PER_ACCOUNT`: workspaces that one account may own.
    pub workspaces_per_account: usize,
    /// `TROUPE_API_PER_SECOND`: calls from one address, and calls of one account.
    pub api_per_second: u32,
    /// `TROUPE_API_BURST`: the size of a burst of them.
    pub api_burst: u32,
    /// `TROUPE_BULK_PER_SECOND`: the weight of the bulk edits of one account: tickets and KiB.
    pub bulk_per_second: u32,
    /// `TROUPE_BULK_BURST`: the weight of a burst of them.
    pub bulk_burst: u32,
}

impl LimitConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            guesses: reader.number("limits.guesses", 1..=1_000),
            guesses_everywhere: reader.number("limits.guesses_everywhere", 1..=100_000),
            guess_window: Duration::from_secs(reader.number("limits.guess_window_seconds", 1..=86_400)),
            mails_per_hour: reader.number("limits.mails_per_hour", 1..=10_000),
            auth_per_second: reader.number("limits.auth_per_second", 1..=1_000_000),
            auth_burst: reader.number("limits.auth_burst", 1..=1_000_000),
            workspaces_per_account: reader.number("limits.workspaces_per_account", 1..=1_000_000),
            api_per_second: reader.number("limits.api_per_second", 1..=1_000_000),
            api_burst: reader.number("limits.api_burst", 1..=1_000_000),
            bulk_per_second: reader.number("limits.bulk_per_second", 1..=1_000_000),
            bulk_burst: reader.number("limits.bulk_burst", 1..=1_000_000),
        }
    }
}

/// The sockets.
#[derive(Clone, Copy, Debug)]
pub struct SocketConfig {
    /// `TROUPE_HEARTBEAT_MS`: how often a socket is pinged. After three pings without an answer, it is closed.
    pub heartbeat: Duration,
    /// `TROUPE_SOCKETS_PER_ACCOUNT`: the most sockets of one account at a node.
    pub per_account: usize,
    /// `TROUPE_SILENT_SOCKETS`: sockets from one address that have not sent a valid `hello` yet.
    pub silent: usize,
    /// `TROUPE_COMMANDS_PER_SECOND`: the sustained rate of commands from one socket.
    pub commands_per_second: u32,
    /// `TROUPE_COMMANDS_BURST`: the size of a burst of them.
    pub commands_burst: u32,
}

impl SocketConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        Self {
            heartbeat: Duration::from_millis(reader.number("sockets.heartbeat_ms", 100..=25_000)),
            per_account: reader.number("sockets.per_account", 1..=1_000_000),
            silent: reader.number("sockets.silent", 1..=1_000_000),
            commands_per_second: reader.number("sockets.commands_per_second", 1..=1_000_000),
            commands_burst: reader.number("sockets.commands_burst", 1..=1_000_000),
        }
    }
}

/// Traces.
#[derive(Clone, Debug)]
pub struct TracesConfig {
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the collector.
    pub endpoint: Option<String>,
    /// `OTEL_SERVICE_NAME`: the name of the nodes at the collector.
    pub service: String,
}

impl TracesConfig {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let endpoint = reader.text("traces.endpoint");
        if endpoint.as_ref().is_some_and(|endpoint| !endpoint.starts_with("http://")) {
            reader.problem(
                "traces.endpoint",
                "must begin with http://: spans go to a collector nearby, which speaks TLS to the rest of the world",
            );
        }
        Self { endpoint, service: reader.text("traces.service").unwrap_or_else(|| "troupe".to_owned()) }
    }
}
