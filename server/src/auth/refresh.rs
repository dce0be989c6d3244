//! Exchanging a refresh token for its successor.
//!
//! The successor is computed from the token and a secret key. So the server can give out
//! the same successor again, although it stores only hashes.
//!
//! Each token is spent by the one request that exchanges it. If a spent token is sent again shortly after, a second tab sent
//! it, or the answer was lost. The request gets the same successor, so all requests of a session share one live token. A
//! spent token that is sent later is treated as a stolen copy: the session ends.

use sqlx::PgPool;
use uuid::Uuid;

use super::keys::{Keys, digest};
use super::session::{RefreshToken, Session};
use super::{AccountMail, Auth, Requester, user};
use crate::config::TokenConfig;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The most successors to follow from a spent token to the live one. Each of them was spent within the grace period,
/// and no browser refreshes that often.
const MAX_SUCCESSORS: usize = 64;

/// The stored row of a token.
#[derive(sqlx::FromRow)]
struct Known {
    session_id: Uuid,
    revoked_because: Option<String>,
    spent: bool,
    in_grace: bool,
    expired: bool,
    /// The account was deleted.
    gone: bool,
}

/// The decision about a token that could not be spent.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// The token is live. A request that sent one of its predecessors gets this token.
    Live,
    /// The token was spent a moment ago: follow its successor.
    Follow,
    /// The token was spent earlier: this is probably a stolen copy.
    Reused,
    /// The token is refused.
    Refuse(Code),
}

fn judge(token: Option<&Known>) -> Verdict {
    match token {
        None => Verdict::Refuse(Code::Unauthenticated),
        Some(Known { revoked_because: Some(because), .. }) if because == "reuse" => {
            Verdict::Refuse(Code::RefreshReused)
        }
        Some(Known { revoked_because: Some(_), .. }) => Verdict::Refuse(Code::RefreshRevoked),
        Some(Known { spent: true, in_grace: true, .. }) => Verdict::Follow,
        Some(Known { spent: true, .. }) => Verdict::Reused,
        Some(Known { expired: true, .. }) => Verdict::Refuse(Code::RefreshExpired),
        Some(_) => Verdict::Live,
    }
}

impl Auth {
    /// Exchanges a refresh token.
    ///
    /// # Errors
    /// `unauthenticated`, `refresh_expired`, `refresh_revoked`, `refresh_reused`.
    pub async fn refresh(&self, token: &str, from: &Requester) -> Result<Session, Refusal> {
        let token = RefreshToken::bytes(token).ok_or(Code::Unauthenticated)?;
        let (session_id, next) = match self.spend(token, from).await? {
            Some(session_id) => (session_id, self.inner.keys.successor(&token)),
            None => self.follow(token).await?,
        };
        let user = self.inner.db.run(move |pool| async move { owner(&pool, session_id).await }).await?;
        let user = user.ok_or(Code::RefreshRevoked)?;
        self.session(user, session_id, RefreshToken::from_bytes(&next))
    }

    /// Spends a token and stores its successor, in one statement: of many requests at once, one succeeds.
    async fn spend(&self, token: [u8; 32], from: &Requester) -> Result<Option<Uuid>, Refusal> {
        let next = digest(&self.inner.keys.successor(&token));
        let (life, age) = (self.inner.lives.refresh.as_secs_f64(), self.inner.lives.session.as_secs_f64());
        let (address, browser) = (from.address(), from.browser());
        let spent: Result<Option<Uuid>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "with spent as (
                         update refresh_tokens t set spent_at = now()
                         from sessions s
                         where t.hash = $1 and t.spent_at is null and t.expires_at > now()
                           and s.id = t.session_id and s.revoked_at is null
                           and s.created_at > now() - make_interval(secs => $4)
                         returning t.session_id, least(now() + make_interval(secs => $3),
                                                       s.created_at + make_interval(secs => $4)) as expires_at
                     ), seen as (
                         update sessions s set expires_at = spent.expires_at, seen_at = now(),
                             address = coalesce($5, s.address), device = coalesce($6, s.device)
                         from spent where s.id = spent.session_id and s.revoked_at is null
                     )
                     insert into refresh_tokens (hash, session_id, expires_at)
                     select $2, session_id, expires_at from spent
                     returning session_id",
                )
                .bind(digest(&token))
                .bind(next)
                .bind(life)
                .bind(age)
                .bind(address)
                .bind(browser)
                .fetch_optional(&pool)
                .await
            })
            .await;
        Ok(spent?)
    }

    /// Follows the successors from a spent token to the live one of its family.
    async fn follow(&self, token: [u8; 32]) -> Result<(Uuid, [u8; 32]), Refusal> {
        let lives = self.inner.lives;
        let keys = self.inner.keys.clone();
        let (known, last) =
            self.inner.db.run(move |pool| async move { last_successor(&pool, &keys, token, &lives).await }).await?;
        match (judge(known.as_ref()), known) {
            (Verdict::Live, Some(known)) => Ok((known.session_id, last)),
            (Verdict::Reused, Some(known)) => {
                self.end_family(known.session_id).await?;
                Err(Code::RefreshReused.into())
            }
            (Verdict::Refuse(code), Some(known)) if known.gone => {
                Err(Refusal::new(code).message(words::USER_GONE).field("user"))
            }
            (Verdict::Refuse(code), _) => Err(code.into()),
            // The token has more successors than `MAX_SUCCESSORS`.
            _ => Err(Code::Unauthenticated.into()),
        }
    }

    /// Ends the session and stores the notice to its owner, in one commit. Then closes the sockets of the session.
    async fn end_family(&self, session_id: Uuid) -> Result<(), Refusal> {
        let owner = self.inner.db.run(move |pool| async move { owner(&pool, session_id).await }).await?;
        // If no owner is found, another request has already ended the session.
        if let Some(owner) = owner {
            let email_key = owner.email.to_ascii_lowercase();
            let notice = self.mail_notice(&AccountMail::SessionEnded { user: owner.id }, &email_key)?;
            let ended: Result<(), sqlx::Error> = self
                .inner
                .db
                .run(move |pool| async move {
                    let mut tx = pool.begin().await?;
                    let ended = sqlx::query(
                        "update sessions set revoked_at = now(), revoked_because = 'reuse'
                         where id = $1 and revoked_at is null",
                    )
                    .bind(session_id)
                    .execute(&mut *tx)
                    .await?;
                    // Of several requests at once, one ends the family and tells its owner.
                    if ended.rows_affected() > 0 {
                        notice.store(&mut tx).await?;
                    }
                    tx.commit().await
                })
                .await;
            ended?;
            self.inner.jobs.wake();
        }
        self.inner.ended.note(&[session_id]);
        tracing::warn!(session = %session_id, "a refresh token was used twice: its session was ended");
        Ok(())
    }
}

/// Reads a token, and the successors of tokens that were spent a moment ago. Returns the last one.
async fn last_successor(
    pool: &PgPool,
    keys: &Keys,
    mut token: [u8; 32],
    lives: &TokenConfig,
) -> Result<(Option<Known>, [u8; 32]), sqlx::Error> {
    let mut known = read(pool, &token, lives).await?;
    for _ in 0..MAX_SUCCESSORS {
        if judge(known.as_ref()) != Verdict::Follow {
            break;
        }
        let mut next = None;
        // During a rotation of the secret, a node with the other secret may have made the successor.
        for successor in keys.successors(&token) {
            known = read(pool, &successor, lives).await?;
            next = Some(successor);
            if known.is_some() {
                break;
            }
        }
        token = next.unwrap_or(token);
    }
    Ok((known, token))
}

async fn read(pool: &PgPool, token: &[u8], lives: &TokenConfig) -> Result<Option<Known>, sqlx::Error> {
    sqlx::query_as(
        "select t.session_id, s.revoked_because,
                t.spent_at is not null as spent,
                coalesce(t.spent_at > now() - make_interval(secs => $2), false) as in_grace,
                t.expires_at <= now() or s.created_at <= now() - make_interval(secs => $3) as expired,
                u.deleted_at is not null as gone
         from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
         where t.hash = $1",
    )
    .bind(digest(token))
    .bind(lives.grace.as_secs_f64())
    .bind(lives.session.as_secs_f64())
    .fetch_optional(pool)
    .await
}

/// The owner of a session that has not ended.
async fn owner(pool: &PgPool, session_id: Uuid) -> Result<Option<user::User>, sqlx::Error> {
    sqlx::query_as(
        "select u.id, u.email, u.firstname, u.lastname, u.username, u.avatar_url, u.department, u.designation,
             u.active_workspace_id, u.created_at
         from sessions s join users u on u.id = s.user_id
         where s.id = $1 and s.revoked_at is null",
    )
    .bind(session_id)
    .fetch_optional(pool)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(because: Option<&str>, spent: bool, in_grace: bool, expired: bool) -> Known {
        let revoked_because = because.map(str::to_owned);
        Known { session_id: Uuid::nil(), revoked_because, spent, in_grace, expired, gone: false }
    }

    #[test]
    fn a_refresh_token_is_judged_by_its_state() {
        let cases = [
            (None, Verdict::Refuse(Code::Unauthenticated)),
            (Some(known(None, false, false, false)), Verdict::Live),
            (Some(known(None, false, false, true)), Verdict::Refuse(Code::RefreshExpired)),
            (Some(known(None, true, true, false)), Verdict::Follow),
            (Some(known(None, true, false, false)), Verdict::Reused),
            (Some(known(None, true, false, true)), Verdict::Reused),
            (Some(known(Some("sign_out"), false, false, false)), Verdict::Refuse(Code::RefreshRevoked)),
            (Some(known(Some("sign_out"), true, true, false)), Verdict::Refuse(Code::RefreshRevoked)),
            (Some(known(Some("reuse"), true, false, false)), Verdict::Refuse(Code::RefreshReused)),
        ];
        for (token, verdict) in cases {
            assert_eq!(judge(token.as_ref()), verdict);
        }
    }
}
