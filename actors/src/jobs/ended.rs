//! Decides the state of a job after a run. Pure.

use std::time::Duration;

use super::job::{Done, Failure, Plan};

/// The longest wait that another service may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// The state of a job after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The job has ended, and its payload goes.
    Done,
    /// The job has ended without doing anything, and its payload goes.
    Obsolete,
    /// The job runs again after a pause.
    Again { pause: Duration, error: String },
    /// The job runs again after a pause. The run did not count as a try.
    Later { pause: Duration },
    /// The job waits for an admin.
    Dead { error: String },
    /// The periodic job runs again after its period; the tries begin anew.
    NextPeriod { pause: Duration, error: Option<String> },
}

/// The state of a job after the run with this number. A periodic job never becomes a dead letter: after its tries, it
/// waits for its next period and keeps the error.
#[must_use]
pub fn after(plan: &Plan, tries: i32, result: Result<Done, Failure>) -> Ended {
    match (result, plan.every) {
        (Ok(_), Some(every)) => Ended::NextPeriod { pause: every, error: None },
        (Ok(Done::Done), None) => Ended::Done,
        (Ok(Done::Obsolete), None) => Ended::Obsolete,
        (Ok(Done::Later(pause)), None) => Ended::Later { pause },
        (Err(Failure::Passing(error)), _) if tries < plan.tries => Ended::Again { pause: pause(plan, tries), error },
        (Err(Failure::Wait(error, wait)), _) if tries < plan.tries => {
            Ended::Again { pause: pause(plan, tries).max(wait.min(LONGEST_WAIT)), error }
        }
        (Err(failure), Some(every)) => Ended::NextPeriod { pause: every, error: Some(failure.text().to_owned()) },
        (Err(failure), None) => Ended::Dead { error: failure.text().to_owned() },
    }
}

fn pause(plan: &Plan, tries: i32) -> Duration {
    let factor = 3_u32.saturating_pow(u32::try_from(tries - 1).unwrap_or_default());
    plan.first_pause.saturating_mul(factor).min(plan.longest_pause)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONCE: Plan = Plan {
        tries: 3,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(12),
        time_limit: Duration::from_secs(1),
        every: None,
    };
    const PERIODIC: Plan = Plan { every: Some(Duration::from_secs(60)), ..ONCE };

    fn passing() -> Result<Done, Failure> {
        Err(Failure::Passing("away".to_owned()))
    }

    #[test]
    fn jb4_pauses_grow_up_to_the_longest_and_the_last_failure_leaves_a_dead_letter() {
        let error = "away".to_owned();
        let seconds = Duration::from_secs;
        assert_eq!(after(&ONCE, 1, passing()), Ended::Again { pause: seconds(5), error: error.clone() });
        assert_eq!(after(&ONCE, 2, passing()), Ended::Again { pause: seconds(12), error: error.clone() });
        assert_eq!(after(&ONCE, 3, passing()), Ended::Dead { error });
        assert_eq!(pause(&Plan { tries: 100, ..ONCE }, 99), seconds(12), "no pause overflows");
    }

    #[test]
    fn jb4_a_lasting_failure_is_not_tried_again() {
        let failed = Err(Failure::Lasting("refused".to_owned()));
        assert_eq!(after(&ONCE, 1, failed), Ended::Dead { error: "refused".to_owned() });
    }

    #[test]
    fn jb4_a_service_may_ask_for_a_longer_pause_but_for_no_more_than_an_hour() {
        let error = "busy".to_owned();
        let wait = |seconds| Err(Failure::Wait("busy".to_owned(), Duration::from_secs(seconds)));
        for (asked, waits) in [(1, 5), (60, 60), (100_000, 3_600)] {
            let pause = Duration::from_secs(waits);
            assert_eq!(after(&ONCE, 1, wait(asked)), Ended::Again { pause, error: error.clone() });
        }
        assert_eq!(after(&ONCE, 3, wait(60)), Ended::Dead { error });
    }

    #[test]
    fn jb4_a_job_that_may_not_run_yet_waits_and_keeps_its_tries() {
        let pause = Duration::from_secs(600);
        assert_eq!(after(&ONCE, 3, Ok(Done::Later(pause))), Ended::Later { pause });
    }

    #[test]
    fn jb7_a_periodic_job_waits_for_its_next_period_whatever_happened() {
        let every = Duration::from_secs(60);
        assert_eq!(after(&PERIODIC, 1, Ok(Done::Done)), Ended::NextPeriod { pause: every, error: None });
        let error = Some("away".to_owned());
        assert_eq!(after(&PERIODIC, 3, passing()), Ended::NextPeriod { pause: every, error });
        let again = after(&PERIODIC, 1, passing());
        assert_eq!(again, Ended::Again { pause: Duration::from_secs(5), error: "away".to_owned() });
    }
}
