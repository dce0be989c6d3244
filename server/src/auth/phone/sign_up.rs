//! Sign-up with a phone number. The answer and the work behind it are the same whether or not an account has the
//! number.

use serde::Deserialize;
use sqlx::PgPool;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::codes::{Confirmed, NewAccount, NewRequest, spend_text};
use super::number::Phone;
use super::purpose::Purpose;
use crate::auth::input;
use crate::auth::mailed_code::Pending;
use crate::auth::session::Session;
use crate::auth::user::{User, user_columns};
use crate::auth::{Auth, Invited, Requester};
use crate::config::SignUpRule;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The fields of a sign-up with a phone number.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct PhoneSignUp {
    /// A number with its calling code, at which the person receives text messages.
    pub phone: String,
    /// 8 to 128 characters.
    pub password: String,
    /// At most 100 characters.
    pub firstname: Option<String>,
    /// At most 100 characters.
    pub lastname: Option<String>,
    /// The token of an invitation, if the server needs one to sign up.
    pub invitation: Option<String>,
}

impl Auth {
    /// Queues a text message: with a code if the number is new, or with a hint to its owner if an account has it.
    ///
    /// # Errors
    /// `not_found` if the server sends no text messages. If a field is not allowed, the person may not sign up, too many messages
    /// were sent, or the node is too busy.
    pub async fn sign_up_by_phone(
        &self,
        sign_up: PhoneSignUp,
        invited: Option<&Invited>,
        from: &Requester,
    ) -> Result<Pending, Refusal> {
        self.allow_phones()?;
        let phone = Phone::parse(&sign_up.phone)?;
        self.may_sign_up_by_phone(&phone, invited)?;
        // This is stored now, because the invitation may be used up when the code is entered.
        let is_invited = invited.is_some_and(|invited| invited.is_for(phone.as_str()));
        input::new_password(&sign_up.password)?;
        let firstname = input::name("firstname", sign_up.firstname)?;
        let lastname = input::name("lastname", sign_up.lastname)?;
        self.may_text(&phone, from).await?;
        let password_hash = Some(self.inner.passwords.hash(sign_up.password).await?);
        let account = NewAccount { password_hash, firstname, lastname, invited: is_invited };
        self.request_text(NewRequest { purpose: Purpose::SignUp, phone, user: None, account }).await
    }

    /// Creates the user of the sign-up that this code confirms, and signs them in.
    ///
    /// # Errors
    /// `validation_failed` for a wrong code or an unknown sign-up; `gone` for the right code of a sign-up that was used or has
    /// expired; `forbidden` if the settings do not allow the sign-up.
    pub async fn confirm_phone(&self, request: Uuid, code: &str, from: &Requester) -> Result<Session, Refusal> {
        self.allow_phones()?;
        let confirmed = self.check_text(Purpose::SignUp, request, code).await?;
        let Confirmed { phone, reference, invited, .. } = confirmed;
        let invited = invited.then_some(Invited { email_key: None });
        self.may_sign_up_by_phone(&Phone::stored(phone), invited.as_ref())?;
        let made = self.inner.db.run(move |pool| async move { make_user(&pool, request, &reference).await }).await;
        let user = match made {
            // Another account has taken the number in the meantime.
            Err(error) if error.as_database_error().is_some_and(|it| it.is_unique_violation()) => None,
            made => made?,
        };
        let user = user.ok_or(Code::Gone)?;
        tracing::info!(user = %user.id, "a user confirmed their phone number");
        self.begin(user, None, None, from).await
    }

    /// As [`Auth::may_sign_up`], with a message about numbers: a number belongs to no mail domain.
    fn may_sign_up_by_phone(&self, phone: &Phone, invited: Option<&Invited>) -> Result<(), Refusal> {
        self.may_sign_up(&phone.in_place_of_email(), invited).map_err(|refusal| match self.sign_up_rule() {
            SignUpRule::Domains(domains) => {
                let listed = domains.join(", ");
                refusal.field("phone").message(words::sign_up_domains_only(&listed))
            }
            SignUpRule::Open | SignUpRule::Invitation => refusal.field("phone"),
        })
    }
}

/// Spends the sign-up and creates the user. If several requests arrive at once, one succeeds. `None` if another request came first.
async fn make_user(pool: &PgPool, request: Uuid, reference: &str) -> Result<Option<User>, sqlx::Error> {
    let mut tx = pool.begin().await?;
    if !spend_text(request, &mut tx).await? {
        return Ok(None);
    }
    let firstname: String =
        sqlx::query_scalar("select firstname from phone_codes where id = $1").bind(request).fetch_one(&mut *tx).await?;
    let user: User = sqlx::query_as(concat!(
        "insert into users (id, email, email_key, password_hash, firstname, lastname, username)
         select $2, phone, phone, password_hash, firstname, lastname, $3 from phone_codes where id = $1
         returning ",
        user_columns!()
    ))
    .bind(request)
    .bind(Uuid::now_v7())
    .bind(username(&firstname, reference))
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query("insert into phone_numbers (phone, user_id) values ($1, $2)")
        .bind(&user.email)
        .bind(user.id)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Some(user))
}

/// The name for mentions. Other people see it, so it does not contain the number.
fn username(firstname: &str, reference: &str) -> String {
    let name: String =
        firstname.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    if name.is_empty() { format!("user-{}", reference.to_ascii_lowercase()) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ph3_a_username_never_tells_the_number() {
        assert_eq!(username("Ann Marie", "7KQF"), "annmarie");
        assert_eq!(username("", "7KQF"), "user-7kqf");
        assert_eq!(username("مريم", "7KQF"), "user-7kqf");
    }
}
