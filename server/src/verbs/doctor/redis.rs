//! Checks Redis: whether it answers, accepts the password, and is new enough.

use std::time::{Duration, Instant};

use super::finding::Finding;

const PATIENCE: Duration = Duration::from_secs(5);
const OLDEST: u32 = 6;

pub(super) async fn look(url: &str) -> Finding {
    let begun = Instant::now();
    match tokio::time::timeout(PATIENCE, ask(url)).await {
        Ok(Ok(info)) => judge(&info, begun.elapsed()),
        Ok(Err(error)) => away(&error.to_string()),
        Err(_) => away(&format!("no answer in {} s", PATIENCE.as_secs())),
    }
}

async fn ask(url: &str) -> redis::RedisResult<String> {
    let mut connection = redis::Client::open(url)?.get_multiplexed_async_connection().await?;
    redis::cmd("INFO").arg("server").query_async(&mut connection).await
}

/// Nodes go on without Redis, each up to a second behind the others.
fn away(why: &str) -> Finding {
    let says = format!(
        "cannot be reached: {why}. Check REDIS_URL and its password; until then, nodes see each other's changes late"
    );
    Finding::wrong("redis", says)
}

fn judge(info: &str, took: Duration) -> Finding {
    let field = |name: &str| info.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':'));
    let version = field("valkey_version").or_else(|| field("redis_version")).unwrap_or_default();
    match version.split('.').next().and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major >= OLDEST => {
            Finding::good("redis", format!("version {version} answers in {} ms", took.as_millis()))
        }
        _ => Finding::wrong("redis", format!("version {version} is too old: use {OLDEST} or newer")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    #[test]
    fn an_old_redis_is_wrong_and_valkey_counts_by_its_own_version() {
        let judged = |info| judge(info, Duration::ZERO);
        assert_eq!(judged("# Server\r\nredis_version:7.0.15\r\n").state, State::Good);
        assert_eq!(judged("# Server\r\nredis_version:5.0.7\r\n").state, State::Wrong);
        let valkey = judged("redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.3\r\n");
        assert!(valkey.says.contains("8.1.3"), "{valkey}");
    }
}
