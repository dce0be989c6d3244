//! The timing oracle: whether response times reveal that an address has an account. Calls with known and unknown addresses
//! come in random order, one at a time. The case is A04 of docs/ABUSE.md.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::caller::{self, BEHIND_PROXY};
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node, PASSWORD};
use crate::settings::setting;
use crate::two_samples::{Comparison, interval};

/// Samples of each kind.
const SAMPLES: u32 = 200;
/// Pairs of calls before the first sample.
const WARM_UP: u32 = 20;
/// The pause after each call, in which its mail is sent. Otherwise this work would slow the next call.
const PAUSE: Duration = Duration::from_millis(25);
/// The number of known addresses, and of unknown ones.
const ADDRESSES: u32 = 10;
const GOAL: &str = "medians within 10 % and p > 0.01";

/// A call and the status that it must answer.
struct Call {
    name: &'static str,
    path: &'static str,
    status: u16,
    /// Whether the body has a password.
    password: bool,
}

const CALLS: [Call; 4] = [
    Call { name: "sign-in with a wrong password", path: "sign-in", status: 401, password: true },
    Call { name: "sign-up", path: "sign-up", status: 202, password: true },
    Call { name: "forgot-password", path: "forgot-password", status: 202, password: false },
    Call { name: "sign-in-code", path: "sign-in-code", status: 202, password: false },
];

impl Call {
    fn body(&self, email: &str) -> Value {
        if self.password {
            json!({"email": email, "password": format!("not {PASSWORD}")})
        } else {
            json!({"email": email})
        }
    }

    /// The time of one answer, in milliseconds.
    async fn time(&self, node: &Node, email: &str, network: &str) -> Result<f64, Failure> {
        let path = format!("/api/auth/{}", self.path);
        let answer = caller::post(&node.addr, &path, network, &self.body(email)).await?;
        tokio::time::sleep(PAUSE).await;
        if answer.status != self.status {
            return Err(format!("{path}: {} instead of {}", answer.status, self.status).into());
        }
        Ok(answer.took.as_secs_f64() * 1_000.0)
    }
}

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let samples = setting("BENCH_SAMPLES", SAMPLES)?;
    // The limits are out of reach: the time of a refusal would say nothing.
    let settings = [BEHIND_PROXY, ("TROUPE_SIGN_IN_CODES", "1"), ("TROUPE_MAILS_PER_HOUR", "10000")];
    let node = Node::start_with(&settings).await?;
    let address = |kind: &str, n| format!("{kind}{}x{n}", std::process::id());
    for n in 0..ADDRESSES {
        node.person(&address("known", n))?;
    }
    let mut dice = StdRng::seed_from_u64(14);
    let mut calls = 0_u32;
    for call in &CALLS {
        let before = caller::hashes(&node)?;
        let mut times = [Vec::new(), Vec::new()];
        for n in 0..WARM_UP + samples {
            let first = usize::from(dice.random_bool(0.5));
            for kind in [first, 1 - first] {
                let email = format!("{}@bench.example", address(["known", "unknown"][kind], n % ADDRESSES));
                calls += 1;
                let network = format!("10.1.{}.{}", calls / 256, calls % 256);
                let time = call.time(&node, &email, &network).await?;
                if n >= WARM_UP {
                    times[kind].push(time);
                }
            }
        }
        show(report, call, &times, caller::hashes(&node)? - before)?;
    }
    Ok(())
}

fn show(report: &mut Report, call: &Call, times: &[Vec<f64>; 2], hashed: u64) -> Result<(), Failure> {
    let found = Comparison::of(&times[0], &times[1]).ok_or("no samples")?;
    let spread = |times: &[f64]| percentiles(times.iter().map(|ms| Duration::from_secs_f64(ms / 1_000.0)).collect());
    let verdict = if found.is_distinguishable() { "distinguishable" } else { "not distinguishable" };
    let (low, high) = interval(&times[0], &times[1]);
    report.row(
        &format!("{}, known and unknown addresses", call.name),
        format!(
            "{verdict}: medians {:.2} and {:.2} ms, {:.1} % apart; p {:.3}; the known one takes longer in {:.1} % of pairs \
             ({:.1} to {:.1}); {} samples each; known {}; unknown {}; {hashed} hashes",
            found.medians[0],
            found.medians[1],
            found.difference() * 100.0,
            found.p,
            found.auc * 100.0,
            low * 100.0,
            high * 100.0,
            times[0].len(),
            spread(&times[0]),
            spread(&times[1]),
        ),
        GOAL,
    );
    Ok(())
}
