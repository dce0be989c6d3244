//! A program polls for the answer of the person.

use uuid::Uuid;

use crate::auth::Auth;
use crate::auth::app::fault::{Fault, Word};
use crate::auth::app::given::{Given, Granted, Statements, spend};
use crate::auth::keys::digest;
use crate::error::Refusal;
use crate::queries::audit::Author;
use crate::words::apps as words;

const DEVICE_CODES: Statements = Statements {
    spend: "update app_device_codes set spent_at = now() where hash = $1 and spent_at is null",
    given_key: "select key_id from app_device_codes where hash = $1",
    keep_key: "update app_device_codes set key_id = $2 where hash = $1",
};

/// The seconds that each early call adds to the interval (RFC 8628, 3.5).
const SLOWER: i32 = 5;
/// The longest interval, in seconds.
const SLOWEST: i32 = 60;

/// The parameters of a call for an answer.
#[derive(Clone, Debug, Default)]
pub struct PollDevice {
    /// `device_code`
    pub device_code: Option<String>,
    /// `client_id`
    pub client_id: Option<String>,
}

/// The request of a program as it is now.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Asked {
    app_id: Uuid,
    workspace_id: Uuid,
    is_answered: bool,
    user_id: Option<Uuid>,
    capabilities: Option<Vec<String>>,
    has_expired: bool,
    is_spent: bool,
}

/// The state of a request, which decides the answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The code belongs to another app. Someone else may have read it, so it is used up.
    Foreign,
    /// The code was used before.
    Used,
    Expired,
    Waiting,
    Denied,
    Allowed,
}

impl Asked {
    fn step(&self, app: Uuid) -> Step {
        if self.app_id != app {
            Step::Foreign
        } else if self.is_spent {
            Step::Used
        } else if self.has_expired {
            Step::Expired
        } else if !self.is_answered {
            Step::Waiting
        } else if self.capabilities.is_none() {
            Step::Denied
        } else {
            Step::Allowed
        }
    }
}

impl Auth {
    /// Gives a program its key, once, if the person has allowed access. Otherwise, the inner error says what the state is.
    ///
    /// # Errors
    /// When the database does not answer. The inner error describes the mistake in the call, or says that the person has not answered yet.
    pub async fn poll_device(&self, call: PollDevice, author: Author) -> Result<Result<Granted, Fault>, Refusal> {
        let (Some(code), Some(client)) = (call.device_code, call.client_id) else {
            return Ok(Err(Fault::new(Word::InvalidRequest, words::DEVICE_PARAMETER_MISSING)));
        };
        let Ok(app) = client.parse::<Uuid>() else { return Ok(Err(Fault::NO_CLIENT)) };
        let hash = digest(code.as_bytes());
        let found: Result<(Option<Asked>, bool), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let asked = sqlx::query_as(
                    "select app_id, workspace_id, answered_at is not null as is_answered, user_id, capabilities,
                         expires_at <= now() as has_expired, spent_at is not null as is_spent
                     from app_device_codes where hash = $1",
                )
                .bind(hash)
                .fetch_optional(&pool)
                .await?;
                let is_app = sqlx::query_scalar("select exists (select from apps where id = $1)");
                Ok((asked, is_app.bind(app).fetch_one(&pool).await?))
            })
            .await;
        let (asked, is_app) = found?;
        if !is_app {
            return Ok(Err(Fault::NO_CLIENT));
        }
        let Some(asked) = asked else { return Ok(Err(Fault::NOT_VALID)) };
        let step = asked.step(app);
        match step {
            Step::Expired => Ok(Err(Fault::new(Word::ExpiredToken, words::DEVICE_CODE_EXPIRED))),
            Step::Denied => Ok(Err(Fault::DENIED)),
            Step::Waiting => Ok(Err(self.pace(hash).await?)),
            Step::Foreign | Step::Used | Step::Allowed => self.end_device(asked, hash, step, author).await,
        }
    }

    /// Uses the code up. The app gets a key if `step` is `Allowed`.
    async fn end_device(
        &self,
        asked: Asked,
        hash: [u8; 32],
        step: Step,
        author: Author,
    ) -> Result<Result<Granted, Fault>, Refusal> {
        let Asked { app_id: app, workspace_id: workspace, user_id, capabilities, .. } = asked;
        let (Some(person), Some(capabilities)) = (user_id, capabilities) else {
            let spent: Result<bool, sqlx::Error> = self
                .inner
                .db
                .run(move |pool| async move { spend(&DEVICE_CODES, &hash, &mut *pool.acquire().await?).await })
                .await;
            spent?;
            return Ok(Err(Fault::NOT_VALID));
        };
        let given = Given { statements: &DEVICE_CODES, hash, app, workspace, person, capabilities };
        self.give_key(given, step == Step::Allowed, author).await
    }

    /// Notes the time of a call before the person has answered. A call that comes too early makes the interval longer, on all
    /// nodes. A call may be one second early, because network delays vary.
    async fn pace(&self, hash: [u8; 32]) -> Result<Fault, Refusal> {
        let paced: Result<Option<bool>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "with before as (
                         select hash, coalesce(polled_at > now() - make_interval(secs => poll_seconds - 1), false) as early
                         from app_device_codes where hash = $1 for update
                     )
                     update app_device_codes c set polled_at = now(),
                         poll_seconds = case when early then least(poll_seconds + $2, $3) else poll_seconds end
                     from before where c.hash = before.hash returning early",
                )
                .bind(hash)
                .bind(SLOWER)
                .bind(SLOWEST)
                .fetch_optional(&pool)
                .await
            })
            .await;
        Ok(if paced? == Some(true) {
            Fault::new(Word::SlowDown, words::TOO_OFTEN)
        } else {
            Fault::new(Word::AuthorizationPending, words::NOT_ANSWERED)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(change: impl FnOnce(&mut Asked)) -> Step {
        let mut asked = Asked {
            app_id: Uuid::from_u128(1),
            workspace_id: Uuid::from_u128(2),
            is_answered: false,
            user_id: None,
            capabilities: None,
            has_expired: false,
            is_spent: false,
        };
        change(&mut asked);
        asked.step(Uuid::from_u128(1))
    }

    #[test]
    fn oa15_a_program_learns_the_state_of_its_request() {
        let allow = |it: &mut Asked| {
            (it.is_answered, it.user_id, it.capabilities) = (true, Some(Uuid::from_u128(3)), Some(Vec::new()));
        };
        assert_eq!(asked(|_| ()), Step::Waiting);
        assert_eq!(asked(|it| it.is_answered = true), Step::Denied);
        assert_eq!(asked(allow), Step::Allowed);
        assert_eq!(asked(|it| it.has_expired = true), Step::Expired);
        for change in
            [|it: &mut Asked| it.is_spent = true, |it: &mut Asked| (it.is_spent, it.has_expired) = (true, true)]
        {
            assert_eq!(asked(change), Step::Used);
        }
        // An allowed request expires as well if the program does not fetch the key.
        assert_eq!(
            asked(|it| {
                allow(it);
                it.has_expired = true;
            }),
            Step::Expired
        );
        // Another app learns nothing about the state.
        assert_eq!(
            asked(|it| {
                allow(it);
                it.app_id = Uuid::from_u128(9);
            }),
            Step::Foreign
        );
    }
}
