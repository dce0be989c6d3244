//! The environment variable of each setting.

/// Variable, setting, and whether its value is a secret.
pub(super) const VARIABLES: &[(&str, &str, Shown)] = &[
    ("TROUPE_ADDR", "http.addr", Shown::Whole),
    ("TROUPE_PUBLIC_URL", "http.public_url", Shown::Whole),
    ("TROUPE_ORIGINS", "http.origins", Shown::Whole),
    ("TROUPE_TRUSTED_PROXIES", "http.trusted_proxies", Shown::Whole),
    ("TROUPE_BODY_LIMIT", "http.body_limit", Shown::Whole),
    ("TROUPE_UPLOAD_LIMIT", "http.upload_limit", Shown::Whole),
    ("TROUPE_STALL_SECONDS", "http.stall_seconds", Shown::Whole),
    ("TROUPE_WORKERS", "http.workers", Shown::Whole),
    ("TROUPE_METRICS_TOKEN", "http.metrics_token", Shown::Hidden),
    ("TROUPE_STOP_NOTICE_MS", "http.stop_notice_ms", Shown::Whole),
    ("TROUPE_DATA_DIR", "storage.data_dir", Shown::Whole),
    ("TROUPE_FILES_DIR", "files.folder", Shown::Whole),
    ("TROUPE_FILES_S3_ENDPOINT", "files.s3_endpoint", Shown::WithoutPassword),
    ("TROUPE_FILES_S3_BUCKET", "files.s3_bucket", Shown::Whole),
    ("TROUPE_FILES_S3_REGION", "files.s3_region", Shown::Whole),
    ("TROUPE_FILES_S3_ACCESS_KEY", "files.s3_access_key", Shown::Whole),
    ("TROUPE_FILES_S3_SECRET_KEY", "files.s3_secret_key", Shown::Hidden),
    ("TROUPE_FILES_S3_WAIT_MS", "files.s3_wait_ms", Shown::Whole),
    ("TROUPE_FILE_LIMIT", "files.limit", Shown::Whole),
    ("TROUPE_FILES_QUOTA", "files.quota", Shown::Whole),
    ("TROUPE_FILE_PART", "files.part", Shown::Whole),
    ("DATABASE_URL", "database.url", Shown::WithoutPassword),
    ("TROUPE_DATABASE_POOL", "database.pool_size", Shown::Whole),
    ("TROUPE_DATABASE_WAIT_MS", "database.wait_ms", Shown::Whole),
    ("TROUPE_POSTGRES_BIN", "database.postgres_bin", Shown::Whole),
    ("REDIS_URL", "redis.url", Shown::WithoutPassword),
    ("TROUPE_SECRET", "secret.value", Shown::Hidden),
    ("TROUPE_SECRET_PREVIOUS", "secret.previous", Shown::Hidden),
    ("TROUPE_INSTANCE_OWNER", "instance.owner", Shown::Whole),
    ("TROUPE_MAIL_URL", "mail.url", Shown::WithoutPassword),
    ("TROUPE_MAIL_FROM", "mail.from", Shown::Whole),
    ("TROUPE_DEV_MAILBOX", "mail.dev_mailbox", Shown::Whole),
    ("TROUPE_OUTBOUND_PRIVATE", "outbound.private", Shown::Whole),
    ("TROUPE_PUSH_KEY", "push.key", Shown::Hidden),
    ("TROUPE_LINK_TITLES", "outbound.link_titles", Shown::Whole),
    ("TROUPE_LOG", "log.filter", Shown::Whole),
    ("TROUPE_LOG_FORMAT", "log.format", Shown::Whole),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "traces.endpoint", Shown::WithoutPassword),
    ("OTEL_SERVICE_NAME", "traces.service", Shown::Whole),
    ("TROUPE_ACCESS_SECONDS", "tokens.access_seconds", Shown::Whole),
    ("TROUPE_REFRESH_SECONDS", "tokens.refresh_seconds", Shown::Whole),
    ("TROUPE_SESSION_SECONDS", "tokens.session_seconds", Shown::Whole),
    ("TROUPE_REFRESH_GRACE_SECONDS", "tokens.grace_seconds", Shown::Whole),
    ("TROUPE_ARGON2_MEMORY_KIB", "passwords.memory_kib", Shown::Whole),
    ("TROUPE_ARGON2_ITERATIONS", "passwords.iterations", Shown::Whole),
    ("TROUPE_ARGON2_PARALLEL", "passwords.parallel", Shown::Whole),
    ("TROUPE_ARGON2_QUEUE", "passwords.queue", Shown::Whole),
    ("TROUPE_GUESSES", "limits.guesses", Shown::Whole),
    ("TROUPE_GUESSES_EVERYWHERE", "limits.guesses_everywhere", Shown::Whole),
    ("TROUPE_GUESS_WINDOW_SECONDS", "limits.guess_window_seconds", Shown::Whole),
    ("TROUPE_MAILS_PER_HOUR", "limits.mails_per_hour", Shown::Whole),
    ("TROUPE_AUTH_PER_SECOND", "limits.auth_per_second", Shown::Whole),
    ("TROUPE_AUTH_BURST", "limits.auth_burst", Shown::Whole),
    ("TROUPE_WORKSPACES_PER_ACCOUNT", "limits.workspaces_per_account", Shown::Whole),
    ("TROUPE_API_PER_SECOND", "limits.api_per_second", Shown::Whole),
    ("TROUPE_API_BURST", "limits.api_burst", Shown::Whole),
    ("TROUPE_BULK_PER_SECOND", "limits.bulk_per_second", Shown::Whole),
    ("TROUPE_BULK_BURST", "limits.bulk_burst", Shown::Whole),
    ("TROUPE_HEARTBEAT_MS", "sockets.heartbeat_ms", Shown::Whole),
    ("TROUPE_SOCKETS_PER_ACCOUNT", "sockets.per_account", Shown::Whole),
    ("TROUPE_SILENT_SOCKETS", "sockets.silent", Shown::Whole),
    ("TROUPE_COMMANDS_PER_SECOND", "sockets.commands_per_second", Shown::Whole),
    ("TROUPE_COMMANDS_BURST", "sockets.commands_burst", Shown::Whole),
];

/// How much of a value `troupe config` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The whole value.
    Whole,
    /// An address, but not the password in it.
    WithoutPassword,
    /// Only whether it is set.
    Hidden,
}

/// The variable of a setting.
pub(super) fn variable_of(key: &str) -> Option<&'static str> {
    VARIABLES.iter().find(|(_, known, _)| *known == key).map(|(variable, ..)| *variable)
}
