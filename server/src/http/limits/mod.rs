//! The rate limits of this node. They are kept in memory, because they must be cheap and need not add up over nodes.
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

/// Searches of one account: more than a person types, and few enough that a script leaves the database to others.
const SEARCHES_PER_SECOND: u32 = 10;
const SEARCH_BURST: u32 = 40;

/// Browsers that one account adds for web push, at one node: twenty at once, and one a minute.
const PUSH_DEVICES_BURST: u32 = 20;

/// Titles of pages that one account asks for, at one node: thirty at once, and one a second. Each one asks another server.
const TITLES_PER_SECOND: u32 = 1;
const TITLE_BURST: u32 = 30;

/// Edits that weigh less than this are no bulk edits.
const LIGHT: usize = 16;

/// The rate limits of this node. Cheap to clone.
#[derive(Clone)]
pub struct Limits {
    limiters: Arc<Limiters>,
}

struct Limiters {
    calls_from: DefaultKeyedRateLimiter<IpAddr>,
    calls_by: DefaultKeyedRateLimiter<Uuid>,
    guesses_from: DefaultKeyedRateLimiter<IpAddr>,
    searches_by: DefaultKeyedRateLimiter<Uuid>,
    push_devices_by: DefaultKeyedRateLimiter<Uuid>,
    titles_by: DefaultKeyedRateLimiter<Uuid>,
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
    /// Starts counting, for a node with `connections` connections to its database. A task on `runtime` drops counters
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
            searches_by: RateLimiter::keyed(quota(SEARCHES_PER_SECOND, SEARCH_BURST)),
            guesses_from: RateLimiter::keyed(quota(config.auth_per_second, config.auth_burst)),
            push_devices_by: RateLimiter::keyed(rarely(PUSH_DEVICES_BURST)),
            titles_by: RateLimiter::keyed(quota(TITLES_PER_SECOND, TITLE_BURST)),
            bulk_by: RateLimiter::keyed(quota(config.bulk_per_second, config.bulk_burst)),
            bulk_burst: config.bulk_burst,
            held_back: Mutex::default(),
            at_work: Mutex::default(),
            // Two accounts that send only slow calls still leave a connection to the others.
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
                limiters.searches_by.retain_recent();
                limiters.push_devices_by.retain_recent();
                limiters.titles_by.retain_recent();
                limiters.bulk_by.retain_recent();
                // A call that runs or waits holds a reference to the semaphore of its account.
                held(&limiters.at_work).retain(|_, turns| Arc::strong_count(turns) > 1);
                held(&limiters.held_back).retain(|_, places| Arc::strong_count(places) > 1);
                held(&limiters.founding).retain(|_, turn| Arc::strong_count(turn) > 1);
                limiters.large_answers.forget();
                held(&limiters.sockets).retain(|_, seats| Arc::strong_count(seats) > 1);
            }
        });
        Self { limiters }
    }

    /// Counts a call from an address.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn call_from(&self, address: IpAddr) -> Result<(), Refusal> {
        check(&self.limiters.calls_from, &client_network(address))
    }

    /// Counts a call of an account.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn call_by(&self, user_id: Uuid) -> Result<(), Refusal> {
        check(&self.limiters.calls_by, &user_id)
    }

    /// Counts a search of an account.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn search_by(&self, user_id: Uuid) -> Result<(), Refusal> {
        check(&self.limiters.searches_by, &user_id)
    }

    /// Counts a browser that an account adds for web push: each one names an address that this node then asks.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn push_device_by(&self, user_id: Uuid) -> Result<(), Refusal> {
        check(&self.limiters.push_devices_by, &user_id)
    }

    /// Counts a title of a page that an account asks for.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn page_title_by(&self, user_id: Uuid) -> Result<(), Refusal> {
        check(&self.limiters.titles_by, &user_id)
    }

    /// Counts an edit of an account that names `tickets` tickets in `bytes` bytes. Small edits are not counted here:
    /// their number is limited. A bulk edit takes a node a hundred times as long as a small one.
    ///
    /// # Errors
    /// The time until the account may make such an edit.
    pub fn bulk_by(&self, user_id: Uuid, tickets: usize, bytes: usize) -> Result<(), Duration> {
        let weight = tickets + bytes / 1024;
        if weight < LIGHT {
            return Ok(());
        }
        // An edit that weighs more than the burst is allowed for an account that has made none for a while.
        let weight = u32::try_from(weight).unwrap_or(u32::MAX).min(self.limiters.bulk_burst);
        let weight = NonZeroU32::new(weight).unwrap_or(NonZeroU32::MIN);
        match self.limiters.bulk_by.check_key_n(&user_id, weight) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(until.wait_time_from(DefaultClock::default().now())),
            // Cannot happen: the weight is at most the burst.
            Err(_) => Err(FORGET),
        }
    }

    /// The same for a call. The refusal is held back until such an edit is allowed, at most for a second. Callers that
    /// repeat a refused edit without a pause would otherwise keep a node busy with refusals. Only a few refusals of one
    /// account are held back at once; further ones are answered immediately.
    ///
    /// # Errors
    /// `rate_limited`, with the rest of the time.
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

    /// Waits until few enough calls of an account are under way. So its calls, however slow, leave connections of the
    /// database to others. The turn is held until the call is answered.
    ///
    /// # Errors
    /// `unavailable` if no turn is free in time.
    pub async fn turn(&self, user_id: Uuid) -> Result<OwnedSemaphorePermit, Refusal> {
        let fresh = || Arc::new(Semaphore::new(self.limiters.at_once));
        let turns = held(&self.limiters.at_work).entry(user_id).or_insert_with(fresh).clone();
        let turn = tokio::time::timeout(TURN, turns.acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| Refusal::new(Code::Unavailable).retry_after(TURN))
    }

    /// Waits until this node founds no other workspace for the account. Otherwise several calls at once would each
    /// count the workspaces before the others are stored.
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

    /// Counts a socket of an account for as long as the seat is held. `None` if the account has as many sockets as it
    /// may.
    #[must_use]
    pub fn socket(&self, user_id: Uuid) -> Option<OwnedSemaphorePermit> {
        let fresh = || Arc::new(Semaphore::new(self.limiters.sockets_each));
        let seats = held(&self.limiters.sockets).entry(user_id).or_insert_with(fresh).clone();
        seats.try_acquire_owned().ok()
    }

    /// Counts a call from an address to a route where guesses are made or mail is caused.
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

/// A burst, and one a minute.
fn rarely(burst: u32) -> Quota {
    Quota::per_minute(NonZeroU32::MIN).allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN))
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
        // A caller that has gone leaves its place to others.
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
