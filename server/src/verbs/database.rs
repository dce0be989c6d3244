//! The database: the one from the settings, or a private one.

use crate::config::Config;
use crate::db::{self, Db, DbOptions};
use crate::node::Failure;
use crate::postgres::{Durability, Options, PrivatePostgres, StartError};

/// A database with the schema of this version.
pub(super) struct Database {
    pub(super) db: Db,
    pub(super) url: String,
    /// The private database, if the node runs one.
    pub(super) postgres: Option<PrivatePostgres>,
}

impl Database {
    /// Starts the private database if there is one, migrates the database, and opens the pool.
    pub(super) async fn open(config: &Config) -> Result<Self, Failure> {
        let (url, postgres) = match &config.database.url {
            Some(url) => (url.reveal().to_owned(), None),
            None => {
                let postgres = PrivatePostgres::start(&Options {
                    data_dir: config.data_dir.path().to_owned(),
                    binaries: config.database.postgres_bin.clone(),
                    durability: Durability::Durable,
                })
                .await?;
                (postgres.url(), Some(postgres))
            }
        };
        match Self::ready(config, &url).await {
            Ok(db) => Ok(Self { db, url, postgres }),
            Err(failure) => {
                if let Some(postgres) = postgres {
                    postgres.stop().await;
                }
                Err(failure)
            }
        }
    }

    /// The same beside a running node; uses that node's private database, if it has one.
    pub(super) async fn open_or_join(config: &Config) -> Result<Self, Failure> {
        match Self::open(config).await {
            Err(failure) if matches!(failure.downcast_ref(), Some(StartError::InUse(_))) => {
                let url = PrivatePostgres::of_another(config.data_dir.path()).ok_or(failure)?;
                Ok(Self { db: Self::ready(config, &url).await?, url, postgres: None })
            }
            opened => opened,
        }
    }

    async fn ready(config: &Config, url: &str) -> Result<Db, Failure> {
        db::migrate(url).await?;
        let options = DbOptions {
            pool_size: config.database.pool_size,
            acquire_timeout: config.database.wait,
            ..DbOptions::default()
        };
        Ok(Db::connect(url, &options).await?)
    }

    /// Warns of settings of the database with which it could lose acknowledged commits.
    pub(super) async fn warn_of_forgetting(&self) -> Result<(), Failure> {
        let forgets = self.db.run(|pool| async move { db::forgets(&mut *pool.acquire().await?).await }).await?;
        for forgets in forgets {
            tracing::warn!("the database may lose acknowledged commits: {forgets}");
        }
        Ok(())
    }

    /// Waits until a private database ends by itself, and returns the path of its log.
    pub(super) async fn ended(&mut self) -> String {
        match &mut self.postgres {
            Some(postgres) => {
                // The process has ended, so there is nothing to stop.
                let _ = postgres.ended().await;
                postgres.log().display().to_string()
            }
            None => std::future::pending().await,
        }
    }

    /// Waits for work under way, and stops the private database.
    pub(super) async fn close(self) {
        self.db.close().await;
        if let Some(postgres) = self.postgres {
            postgres.stop().await;
        }
    }
}
