//! The dates of baselines.

use super::Stage;
use crate::{
    domain::{
        ids::{BaselineId, UserId, WorkspaceId},
        limits,
        refusal::{Refusal, RefusalCode},
    },
    journal::DatesThen,
    words,
};

impl Stage {
    /// The dates that tickets had at the moment of a baseline, of the tickets that a person sees.
    ///
    /// # Errors
    /// `not_found`; `too_many` if there are more tickets than one answer holds; `unavailable` if the database took too long.
    pub async fn dates_of_baseline(
        &self,
        workspace: WorkspaceId,
        user: UserId,
        baseline: BaselineId,
    ) -> Result<Vec<DatesThen>, Refusal> {
        let (_, scopes) = self.sight(workspace, user).await?;
        let dates = match self.journal.dates_of_baseline(workspace, baseline, &scopes).await {
            Err(error) if error.is_statement_timeout() => {
                return Err(Refusal::new(RefusalCode::Unavailable, words::BASELINE_TOO_SLOW));
            }
            dates => dates?,
        };
        if !self.still_follows(workspace, user, &scopes).await? {
            return Err(Refusal::unavailable(1_000));
        }
        let dates = dates.ok_or_else(|| Refusal::not_found(words::NO_BASELINE))?;
        if dates.len() > limits::BASELINE_TICKETS {
            return Err(Refusal::new(RefusalCode::TooMany, words::BASELINE_TOO_LARGE));
        }
        Ok(dates)
    }
}
