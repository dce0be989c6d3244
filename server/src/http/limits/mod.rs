//! How fast is too fast, for this node: in memory, because it has to be cheap and need not add up.
//! Guesses at accounts are counted in the database instead (`auth::guesses`).

mod client_network;
pub mod imports;
pub mod large_answers;
pub mod minimum_rate;
pub mod without_hello;

pub(crate) use client_network::client_network;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actors::domain::command::Command;
use actors::domain::limits::TICKETS_AN_EVENT;
use actors::domain::refusal::{Refusal as StageRefusal, RefusalCode};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use large_answers::LargeAnswers;
use without_hello::WithoutHello;

use crate::config::{LimitConfig, SocketConfig};
use crate::error::{Code, Refusal};

const FORGET: Duration = Duration::from_secs(60);
/// How long a call waits for its account's other calls.
const TURN: Duration = Duration::from_secs(5);

/// Refusals of one account that are held back at once.
const HELD_BACK: usize = 16;
/// The longest time for which a refusal is held back.
const PAUSE: Duration = Duration::from_secs(1);

/// Edits that weigh less than this are no bulk edits.
const LIGHT: usize = 16;

/// How fast is too fast. Cheap to clone.
#[derive(Clone)]
pub struct Limits {
    limiters: Arc<Limiters>,
}

struct Limiters {
    calls_from: DefaultKeyedRateLimiter<IpAddr>,
    calls_by: DefaultKeyedRateLimiter<Uuid>,
    guesses_from: DefaultKeyedRateLimiter<IpAddr>,
    bulk_by: DefaultKeyedRateLimiter<Uuid>,
    bulk_burst: u32,
    held_back: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    at_work: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    at_once: usize,
    founding: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    sockets: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    sockets_each: usize,
    large_answers: LargeAnswers,
    without_hello: WithoutHello,
}

/// How many tickets an edit counts for. One that is refused as too large counts as the largest that is allowed: reading
/// it has cost the node as much.
#[must_use]
pub fn tickets_of<C: std::borrow::Borrow<Command>>(command: &Result<C, StageRefusal>) -> usize {
    match command {
        Ok(command) => command.borrow().tickets(),
        Err(refusal) if refusal.code == RefusalCode::TooMany => TICKETS_AN_EVENT,
        Err(_) => 0,
    }
}

impl Limits {
    /// Starts counting, for a node with so many connections to its database. A task on `runtime` drops the counters
    /// that are no longer needed.
    #[must_use]
    pub fn new(
        config: &LimitConfig,
        connections: usize,
        sockets: &SocketConfig,
        runtime: &tokio::runtime::Handle,
    ) -> Self {
        let limiters = Arc::new(Limiters {
            calls_from: RateLimiter::keyed(quota(config.api_per_second, config.api_burst)),
            calls_by: RateLimiter::keyed(quota(config.api_per_second, config.api_burst)),
            guesses_from: RateLimiter::keyed(quota(config.auth_per_second, config.auth_burst)),
            bulk_by: RateLimiter::keyed(quota(config.bulk_per_second, config.bulk_burst)),
            bulk_burst: config.bulk_burst,
            held_back: Mutex::default(),
            at_work: Mutex::default(),
            // Two accounts with nothing but slow calls leave a connection to the others.
            at_once: (connections / 3).max(1),
            founding: Mutex::default(),
            sockets: Mutex::default(),
            sockets_each: sockets.per_account,
            large_answers: LargeAnswers::default(),
            without_hello: WithoutHello::new(sockets.silent),
        });
        let forgetting = Arc::downgrade(&limiters);
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(FORGET).await;
                let Some(limiters) = forgetting.upgrade() else { return };
                limiters.calls_from.retain_recent();
                limiters.calls_by.retain_recent();
                limiters.guesses_from.retain_recent();
                limiters.bulk_by.retain_recent();
                // Whoever is at work or waits holds their account's own.
                held(&limiters.at_work).retain(|_, turns| Arc::strong_count(turns) > 1);
                held(&limiters.held_back).retain(|_, places| Arc::strong_count(places) > 1);
                held(&limiters.founding).retain(|_, turn| Arc::strong_count(turn) > 1);
                limiters.large_answers.forget();
                held(&limiters.sockets).retain(|_, seats| Arc::strong_count(seats) > 1);
            }
        });
        Self { limiters }
    }

    /// A call from an address.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn call_from(&self, address: IpAddr) -> Result<(), Refusal> {
        check(&self.limiters.calls_from, &client_network(address))
    }

    /// A call of an account.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn call_by(&self, user_id: Uuid) -> Result<(), Refusal> {
        check(&self.limiters.calls_by, &user_id)
    }

    /// An edit of an account that names so many tickets and has so many bytes. Small edits are not counted: they have
    /// limits by number. A bulk edit takes a node a hundred times as long as a small one.
    ///
    /// # Errors
    /// The time until the account may make such an edit.
    pub fn bulk_by(&self, user_id: Uuid, tickets: usize, bytes: usize) -> Result<(), Duration> {
        let weight = tickets + bytes / 1024;
        if weight < LIGHT {
            return Ok(());
        }
        // An edit that weighs more than the burst may be made by an account that has made none for a while.
        let weight = u32::try_from(weight).unwrap_or(u32::MAX).min(self.limiters.bulk_burst);
        let weight = NonZeroU32::new(weight).unwrap_or(NonZeroU32::MIN);
        match self.limiters.bulk_by.check_key_n(&user_id, weight) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(until.wait_time_from(DefaultClock::default().now())),
            // Cannot be: the weight is at most the burst.
            Err(_) => Err(FORGET),
        }
    }

    /// The same for a call. Its refusal is held back until such an edit may be made, at most for a second: callers
    /// that repeat a refused edit without a pause would otherwise keep a node busy with refusals. Of each account, so many
    /// refusals are held back at once; further ones are answered immediately.
    ///
    /// # Errors
    /// `rate_limited`, with what is left of the time.
    pub async fn bulk_call_by(&self, user_id: Uuid, tickets: usize, bytes: usize) -> Result<(), Refusal> {
        let Err(wait) = self.bulk_by(user_id, tickets, bytes) else { return Ok(()) };
        let fresh = || Arc::new(Semaphore::new(HELD_BACK));
        let held_back = held(&self.limiters.held_back).entry(user_id).or_insert_with(fresh).clone();
        let mut left = wait;
        if let Ok(_place) = held_back.try_acquire() {
            let pause = wait.min(PAUSE);
            tokio::time::sleep(pause).await;
            left = wait.saturating_sub(pause);
        }
        Err(Refusal::new(Code::RateLimited).retry_after(left.max(Duration::from_millis(1))))
    }

    /// Waits until few enough calls of an account are under way: however slow they are, they leave the database's
    /// connections to others. Held until the call is answered.
    ///
    /// # Errors
    /// `unavailable` when it does not come to that.
    pub async fn turn(&self, user_id: Uuid) -> Result<OwnedSemaphorePermit, Refusal> {
        let fresh = || Arc::new(Semaphore::new(self.limiters.at_once));
        let turns = held(&self.limiters.at_work).entry(user_id).or_insert_with(fresh).clone();
        let turn = tokio::time::timeout(TURN, turns.acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| Refusal::new(Code::Unavailable).retry_after(TURN))
    }

    /// Waits until no other workspace is being founded for an account at this node: else several at once would each
    /// count the workspaces before the others are there.
    ///
    /// # Errors
    /// `unavailable` after five seconds.
    pub async fn founding(&self, user_id: Uuid) -> Result<OwnedSemaphorePermit, Refusal> {
        let turn = held(&self.limiters.founding).entry(user_id).or_insert_with(|| Arc::new(Semaphore::new(1))).clone();
        let turn = tokio::time::timeout(TURN, turn.acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| Refusal::new(Code::Unavailable).retry_after(TURN))
    }

    /// The large answers that are being sent.
    pub(crate) fn large_answers(&self) -> &LargeAnswers {
        &self.limiters.large_answers
    }

    /// The sockets that have not sent a valid `hello` yet.
    #[must_use]
    pub fn without_hello(&self) -> &WithoutHello {
        &self.limiters.without_hello
    }

    /// One of an account's sockets, for as long as it is held; nothing where it has as many as it may.
    #[must_use]
    pub fn socket(&self, user_id: Uuid) -> Option<OwnedSemaphorePermit> {
        let fresh = || Arc::new(Semaphore::new(self.limiters.sockets_each));
        let seats = held(&self.limiters.sockets).entry(user_id).or_insert_with(fresh).clone();
        seats.try_acquire_owned().ok()
    }

    /// A call from an address that guesses, or causes mail.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn guess_from(&self, address: IpAddr) -> Result<(), Refusal> {
        check(&self.limiters.guesses_from, &client_network(address))
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn quota(per_second: u32, burst: u32) -> Quota {
    let at_least_one = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst))
}

fn check<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Refusal> {
    limiter.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Refusal::new(Code::RateLimited).retry_after(wait)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use futures_util::FutureExt;

    use super::*;
    use crate::config::Config;

    #[actix_web::test]
    async fn p04_refusals_of_bulk_edits_are_held_back_and_never_more_than_a_few_of_an_account() {
        let config = Config::load(&HashMap::new(), Path::new("/nowhere")).expect("the defaults");
        let limits = Limits::new(&config.limits, 16, &config.sockets, &tokio::runtime::Handle::current());
        let [ann, ben] = [1, 2].map(Uuid::from_u128);
        let edit = |user| limits.bulk_call_by(user, 700, 0).boxed_local();
        let all_at_once = limits.bulk_call_by(ann, config.limits.bulk_burst as usize, 0).now_or_never();
        assert_eq!(all_at_once, Some(Ok(())));
        let mut held_back: Vec<_> = (0..HELD_BACK).map(|_| edit(ann)).collect();
        for refused in &mut held_back {
            assert_eq!(refused.now_or_never(), None);
        }
        let one_more = edit(ann).now_or_never().expect("an answer at once").expect_err("refused");
        assert_eq!(one_more.code, Code::RateLimited);
        assert_eq!(edit(ben).now_or_never(), Some(Ok(())), "another account has a share of its own");
        // A caller who has gone away leaves their place to others.
        held_back.pop();
        assert_eq!(edit(ann).now_or_never(), None);
    }

    #[test]
    fn p04_an_edit_that_is_refused_as_too_large_counts_as_much_as_the_largest() {
        let ids: Vec<Uuid> = (0..20).map(Uuid::from_u128).collect();
        let edit = |bytes: usize| {
            let patch = serde_json::json!({"description": "x".repeat(bytes)});
            Command::from_json(
                &serde_json::json!({"kind": "tickets.update", "ticketIds": ids, "patch": patch}).to_string(),
            )
        };
        assert_eq!(tickets_of(&edit(10)), 20);
        assert_eq!(tickets_of(&edit(99_000)), TICKETS_AN_EVENT);
        assert_eq!(tickets_of(&Command::from_json("{}")), 0);
    }
}
