//! Remembered devices: browsers that need no code of the second factor. docs/IDENTITY.md has the rules (DV1 to DV6).
//!
//! Triggers of the database forget the devices of an account (DV4), because nodes of earlier builds change accounts as well.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::keys::digest;
use super::{Auth, Principal, Requester};
use crate::error::{Code, Refusal};

/// How long a device is remembered, in days.
pub const REMEMBERED_DAYS: i64 = 30;
/// The devices on one page of the list.
const PAGE: usize = 60;
/// The most devices of an account; a new one replaces the oldest.
const DEVICES: i64 = 100;
/// The most accounts that remember one browser; a new one replaces the oldest.
const ACCOUNTS: usize = 5;
const TOKEN: usize = 32;
/// The length of a token as text.
const TEXT: usize = 43;

/// A device that is remembered.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RememberedDevice {
    /// The id.
    pub id: Uuid,
    hash: Vec<u8>,
    /// The browser and its operating system; `None` for other programs.
    pub device: Option<String>,
    /// The network address of its last use; `None` if it is unknown.
    pub address: Option<String>,
    /// When the person entered the code.
    pub created_at: OffsetDateTime,
    /// The time of the last sign-in.
    pub used_at: OffsetDateTime,
    /// When the device will need a code again.
    pub expires_at: OffsetDateTime,
    /// Whether the request came from this device.
    #[sqlx(skip)]
    pub current: bool,
}

/// A page of the list of devices.
#[derive(Clone, Debug)]
pub struct RememberedPage {
    /// The devices, the newest first.
    pub devices: Vec<RememberedDevice>,
    /// Whether older devices follow.
    pub more: bool,
}

/// The person who has entered a code, and the session that this has begun.
pub(super) struct Entered {
    pub(super) user: Uuid,
    pub(super) session: Uuid,
    /// The stored password that was checked.
    pub(super) password: String,
}

/// The tokens of a browser. A browser does not know to which account a token belongs.
#[derive(Clone, Debug, Default)]
struct Tokens(Vec<String>);

impl Tokens {
    /// Reads the cookie; entries that are no tokens, or beyond the limit, are ignored.
    fn of(from: &Requester) -> Self {
        let entries = from.remembered.iter().flat_map(|cookie| cookie.split('.'));
        Self(entries.filter(|entry| entry.len() == TEXT).take(ACCOUNTS).map(str::to_owned).collect())
    }

    fn hashes(&self, user: Uuid) -> Vec<Vec<u8>> {
        self.0.iter().filter_map(|entry| hash(user, entry)).collect()
    }

    /// The value of the cookie with a new token in front, and without the tokens of `user` that it replaces.
    fn with(&self, user: Uuid, token: &str, replaced: &[Vec<u8>]) -> String {
        let stays = |entry: &&String| hash(user, entry).is_some_and(|hash| !replaced.contains(&hash));
        let kept = self.0.iter().filter(stays).map(String::as_str);
        std::iter::once(token).chain(kept).take(ACCOUNTS).collect::<Vec<_>>().join(".")
    }
}

/// The stored form of a token. It depends on the account, so a token is valid for one account alone.
fn hash(user: Uuid, token: &str) -> Option<Vec<u8>> {
    let bytes: [u8; TOKEN] = URL_SAFE_NO_PAD.decode(token).ok()?.try_into().ok()?;
    Some(digest(&[&user.as_bytes()[..], &bytes].concat()).to_vec())
}

impl Auth {
    /// Whether the account remembers the device of a request. Notes the use.
    pub(super) async fn is_remembered(&self, user: Uuid, from: &Requester) -> Result<bool, Refusal> {
        let hashes = Tokens::of(from).hashes(user);
        if hashes.is_empty() {
            return Ok(false);
        }
        let (address, device) = (from.address(), from.browser());
        let used: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "update remembered_devices
                     set used_at = now(), address = coalesce($3, address), device = coalesce($4, device)
                     where user_id = $1 and hash = any ($2) and expires_at > now()",
                )
                .bind(user)
                .bind(hashes)
                .bind(address)
                .bind(device)
                .execute(&pool)
                .await
            })
            .await;
        Ok(used?.rows_affected() > 0)
    }

    /// Remembers the device of a request. Returns the value of its cookie; `None` if the account was changed, or the session
    /// has ended, since the code was checked.
    pub(super) async fn remember_device(&self, entered: Entered, from: &Requester) -> Result<Option<String>, Refusal> {
        let tokens = Tokens::of(from);
        let token = URL_SAFE_NO_PAD.encode(rand::random::<[u8; TOKEN]>());
        let user = entered.user;
        let new = New {
            hash: hash(user, &token).ok_or(Code::Internal)?,
            held: tokens.hashes(user),
            device: from.browser(),
            address: from.address(),
        };
        let replaced = self.inner.db.run(move |pool| async move { store(&pool, entered, new).await }).await?;
        Ok(replaced.map(|replaced| tokens.with(user, &token, &replaced)))
    }

    /// A page of the remembered devices of the caller's account, the newest first. `before` is the last device of the page
    /// before.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn remembered_devices(
        &self,
        principal: &Principal,
        before: Option<Uuid>,
        from: &Requester,
    ) -> Result<RememberedPage, Refusal> {
        let own = Tokens::of(from).hashes(principal.user_id);
        let mut devices = self.devices_of(principal.user_id, before, PAGE + 1).await?;
        let more = devices.len() > PAGE;
        devices.truncate(PAGE);
        for device in &mut devices {
            device.current = own.contains(&device.hash);
        }
        Ok(RememberedPage { devices, more })
    }

    /// All remembered devices of the caller's account, the newest first, for the file of own data. `current` is false for all.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn all_remembered_devices(&self, principal: &Principal) -> Result<Vec<RememberedDevice>, Refusal> {
        Ok(self.devices_of(principal.user_id, None, usize::try_from(DEVICES).unwrap_or(usize::MAX)).await?)
    }

    async fn devices_of(
        &self,
        user: Uuid,
        before: Option<Uuid>,
        most: usize,
    ) -> Result<Vec<RememberedDevice>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select id, hash, device, address, created_at, used_at, expires_at from remembered_devices
                     where user_id = $1 and expires_at > now() and ($2::uuid is null or id < $2)
                     order by id desc limit $3",
                )
                .bind(user)
                .bind(before)
                .bind(i64::try_from(most).unwrap_or(i64::MAX))
                .fetch_all(&pool)
                .await
            })
            .await
    }

    /// Forgets a device of the caller's account.
    ///
    /// # Errors
    /// `not_found` if the account remembers no such device.
    pub async fn forget_device(&self, principal: &Principal, device: Uuid) -> Result<(), Refusal> {
        let user = principal.user_id;
        let forgotten: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("delete from remembered_devices where id = $1 and user_id = $2 and expires_at > now()")
                    .bind(device)
                    .bind(user)
                    .execute(&pool)
                    .await
            })
            .await;
        if forgotten?.rows_affected() == 0 { Err(Code::NotFound.into()) } else { Ok(()) }
    }

    /// Forgets all devices of the caller's account.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn forget_devices(&self, principal: &Principal) -> Result<(), Refusal> {
        let user = principal.user_id;
        let forgotten: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query("delete from remembered_devices where user_id = $1").bind(user).execute(&pool).await
            })
            .await;
        Ok(forgotten.map(drop)?)
    }
}

/// A device to remember.
struct New {
    hash: Vec<u8>,
    /// The hashes, for this account, of the tokens that the browser already has.
    held: Vec<Vec<u8>>,
    device: Option<String>,
    address: Option<String>,
}

/// Forgets the devices of one account, or of all accounts. Comes last in its transaction, as the triggers do.
pub(in crate::auth) async fn forget_devices_of(user: Option<Uuid>, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from remembered_devices where $1::uuid is null or user_id = $1").bind(user).execute(tx).await?;
    Ok(())
}

/// Stores a device in place of the browser's earlier ones, and returns the hashes of those. `None` if the account was changed
/// or the session has ended. The locks wait for a change that is in progress, and a later change finds the device.
/// The account is locked before the session, as changes lock them.
async fn store(pool: &PgPool, entered: Entered, new: New) -> Result<Option<Vec<Vec<u8>>>, sqlx::Error> {
    let Entered { user, session, password } = entered;
    let mut tx = pool.begin().await?;
    let account =
        sqlx::query("select from users where id = $1 and deleted_at is null and password_hash = $2 for share")
            .bind(user)
            .bind(password)
            .execute(&mut *tx)
            .await?;
    let open = sqlx::query("select from sessions where id = $1 and revoked_at is null for share")
        .bind(session)
        .execute(&mut *tx)
        .await?;
    if account.rows_affected() == 0 || open.rows_affected() == 0 {
        return Ok(None);
    }
    let replaced =
        sqlx::query_scalar("delete from remembered_devices where user_id = $1 and hash = any ($2) returning hash")
            .bind(user)
            .bind(new.held)
            .fetch_all(&mut *tx)
            .await?;
    sqlx::query(
        "insert into remembered_devices (id, user_id, hash, device, address, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(days => $6::int))",
    )
    .bind(Uuid::now_v7())
    .bind(user)
    .bind(new.hash)
    .bind(new.device)
    .bind(new.address)
    .bind(i32::try_from(REMEMBERED_DAYS).unwrap_or(i32::MAX))
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "delete from remembered_devices where id in
             (select id from remembered_devices where user_id = $1 order by id desc offset $2)",
    )
    .bind(user)
    .bind(DEVICES)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Some(replaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> String {
        URL_SAFE_NO_PAD.encode(rand::random::<[u8; TOKEN]>())
    }

    fn with(cookie: String) -> Tokens {
        Tokens::of(&Requester { remembered: Some(cookie), ..Requester::default() })
    }

    #[test]
    fn dv3_a_token_has_another_hash_for_each_account() {
        let token = token();
        assert_ne!(hash(Uuid::from_u128(1), &token), hash(Uuid::from_u128(2), &token));
    }

    #[test]
    fn dv3_entries_that_are_not_tokens_are_ignored() {
        let token = token();
        assert_eq!(with(token.clone()).0, std::slice::from_ref(&token));
        for forged in ["", ".", "A", &"A".repeat(44), &"A".repeat(100_000), &"!".repeat(TEXT), &token[1..]] {
            assert_eq!(with(forged.to_owned()).hashes(Uuid::nil()), Vec::<Vec<u8>>::new(), "{forged}");
        }
    }

    #[test]
    fn dv3_a_browser_keeps_the_tokens_of_the_last_five_accounts_and_one_of_each() {
        let (mut cookie, mut tokens) = (String::new(), Vec::new());
        for n in 0..7 {
            let (user, new) = (Uuid::from_u128(n), token());
            let held = with(cookie.clone());
            cookie = held.with(user, &new, &[]);
            tokens.push(new);
        }
        tokens.reverse();
        assert_eq!(cookie.split('.').collect::<Vec<_>>(), tokens[..5]);
        let (user, new) = (Uuid::from_u128(5), token());
        let replaced = [hash(user, &tokens[1]).expect("a token")];
        let cookie = with(cookie).with(user, &new, &replaced);
        assert_eq!(cookie.split('.').collect::<Vec<_>>(), [&new, &tokens[0], &tokens[2], &tokens[3], &tokens[4]]);
    }
}
