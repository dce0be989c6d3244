//! Support for tests: a database, nodes on it, and people who use them.

mod binary;
mod client;
#[path = "../../../../actors/tests/it/support/database.rs"]
mod database;
mod fake_provider;
mod gate;
mod node;
mod passkey;
mod people;
mod push_service;
// The same server as in the stage's tests.
#[path = "../../../../actors/tests/it/support/redis.rs"]
mod redis;
mod s3;
mod smtp;
mod statements;
// The same copy as in the stage's tests.
#[path = "../../../../actors/tests/it/support/text_copy.rs"]
mod text_copy;

pub use self::redis::RedisServer;
pub use binary::{Output, ScratchFolder, Serving, Troupe, scratch_folder};
pub use client::{Answer, Client};
pub use database::TestDatabase;
pub use fake_provider::FakeProvider;
pub use gate::Gate;
pub use node::TestNode;
pub use passkey::Passkey;
pub use people::{PASSWORD, Person, mailbox, newest_code};
pub use push_service::{Browser, PushService};
pub use s3::S3;
pub use smtp::{MailServer, free_port};
pub use statements::Statements;
pub use text_copy::{TextCopy, Told};

use std::future::Future;
use std::time::{Duration, Instant};

/// Waits until a condition holds; fails with its name if it never does.
pub async fn until<F, Fut>(what: &str, mut is_so: F)
where
    F: FnMut() -> Fut,
    Fut: Future<Output = bool>,
{
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so().await {
        assert!(Instant::now() < deadline, "never so: {what}");
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Asks again while a busy node answers 503, for ten seconds at most. For reads that only prepare a test.
pub async fn served<F, Fut>(mut ask: F) -> Answer
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Answer>,
{
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let answer = ask().await;
        if answer.status != 503 || Instant::now() > deadline {
            return answer;
        }
        actix_web::rt::time::sleep(Duration::from_millis(50)).await;
    }
}
