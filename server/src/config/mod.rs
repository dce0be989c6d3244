//! The settings: one small struct per concern, checked as a whole before the node starts.
//!
//! `config.default.toml` holds every setting with its meaning and default; [`variables`] maps
//! environment variables to them.

mod data_dir;
mod hosted;
mod http;
mod key;
mod network;
mod print;
mod reader;
mod s3;
mod settings;
mod sign_up;
mod sms;
mod variables;

pub use data_dir::DataDir;
pub use hosted::{AppleKey, ClientSecret, GroupRoles, HostedConfig, ProviderConfig};
pub use http::HttpConfig;
pub use key::{Secret, Secrets};
pub use network::Network;
pub use s3::S3Config;
pub use settings::{
    DatabaseConfig, FileConfig, InstanceConfig, LimitConfig, LogConfig, LogFormat, MailConfig, OutboundConfig,
    PasswordConfig, PushConfig, RedisConfig, SocketConfig, TokenConfig, TracesConfig,
};
pub use sign_up::{SignUpConfig, SignUpRule, is_domain};
pub use sms::{SmsConfig, SmsGateway};

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use reader::Reader;

/// All settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on, and the clients that may come.
    pub http: HttpConfig,
    /// The folder for Troupe's own files.
    pub data_dir: DataDir,
    /// The files of tickets.
    pub files: FileConfig,
    /// The database.
    pub database: DatabaseConfig,
    /// The bus between nodes.
    pub redis: RedisConfig,
    /// `TROUPE_SECRET`, if it is set; see [`Config::secret`].
    given_secret: Option<Secret>,
    /// `TROUPE_SECRET_PREVIOUS`, if it is set.
    previous_secret: Option<Secret>,
    /// The instance as a whole.
    pub instance: InstanceConfig,
    /// Who may sign up.
    pub sign_up: SignUpConfig,
    /// Sign-in at other providers.
    pub hosted: HostedConfig,
    /// Mail.
    pub mail: MailConfig,
    /// Text messages.
    pub sms: SmsConfig,
    /// Requests to other servers.
    pub outbound: OutboundConfig,
    /// Web push.
    pub push: PushConfig,
    /// Logs.
    pub log: LogConfig,
    /// Traces.
    pub traces: TracesConfig,
    /// How long tokens live.
    pub tokens: TokenConfig,
    /// The cost of a password hash.
    pub passwords: PasswordConfig,
    /// The rate limits.
    pub limits: LimitConfig,
    /// The sockets.
    pub sockets: SocketConfig,
    /// The sources of the values, for `troupe config`.
    printed: String,
}

/// All problems of the settings, at once.
#[derive(Debug)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [only] = self.0.as_slice() else {
            writeln!(f, "These settings are wrong:")?;
            return self.0.iter().try_for_each(|problem| writeln!(f, "  - {problem}"));
        };
        write!(f, "{only}")
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Reads the settings of this process.
    ///
    /// # Errors
    /// Names all problems.
    pub fn from_process() -> Result<Self, ConfigError> {
        let environment = std::env::vars().collect();
        let folder = std::env::current_dir().unwrap_or_default();
        Self::load(&environment, &folder)
    }

    /// Reads the settings from these variables, as if started in `folder`.
    ///
    /// # Errors
    /// Names all problems.
    pub fn load(environment: &HashMap<String, String>, folder: &Path) -> Result<Self, ConfigError> {
        let mut reader = Reader::new(environment);
        let http = HttpConfig::read(&mut reader);
        let instance = InstanceConfig::read(&mut reader);
        let outbound = OutboundConfig::read(&mut reader);
        let config = Self {
            data_dir: DataDir::read(&mut reader, environment, folder),
            files: FileConfig::read(&mut reader),
            database: DatabaseConfig::read(&mut reader),
            redis: RedisConfig::read(&mut reader),
            given_secret: key::read(&mut reader),
            previous_secret: key::read_previous(&mut reader),
            sign_up: SignUpConfig::read(&mut reader, &instance),
            instance,
            hosted: HostedConfig::read(&mut reader, environment),
            mail: MailConfig::read(&mut reader, &http),
            sms: SmsConfig::read(&mut reader, &http, &outbound),
            outbound,
            push: PushConfig::read(&mut reader),
            log: LogConfig::read(&mut reader),
            traces: TracesConfig::read(&mut reader),
            tokens: TokenConfig::read(&mut reader),
            passwords: PasswordConfig::read(&mut reader, &http),
            limits: LimitConfig::read(&mut reader),
            sockets: SocketConfig::read(&mut reader),
            http,
            printed: print::print(&reader),
        };
        if config.redis.url.is_some() && config.given_secret.is_none() {
            reader.problem(
                "secret.value",
                "is needed where REDIS_URL is set: all nodes must share it (for example the \
                 output of `openssl rand -hex 32`)",
            );
        }
        let problems = reader.into_problems();
        if problems.is_empty() { Ok(config) } else { Err(ConfigError(problems)) }
    }

    /// The secret from the settings, else the one in the data folder, which is made if there is none.
    ///
    /// # Errors
    /// If the data folder cannot be written, or does not hold a secret.
    pub fn secret(&self) -> Result<Secret, String> {
        match &self.given_secret {
            Some(secret) => Ok(secret.clone()),
            None => key::keep(self.data_dir.path()),
        }
    }

    /// The valid secrets: [`Config::secret`], and the previous one if it is set.
    ///
    /// # Errors
    /// As [`Config::secret`].
    pub fn secrets(&self) -> Result<Secrets, String> {
        Ok(Secrets { current: self.secret()?, previous: self.previous_secret.clone() })
    }

    /// The settings in force as a file, with secrets hidden.
    #[must_use]
    pub fn printed(&self) -> &str {
        &self.printed
    }
}

#[cfg(test)]
mod tests;
