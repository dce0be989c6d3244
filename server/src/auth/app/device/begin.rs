//! A program asks for its codes.

use std::net::IpAddr;

use actors::domain::capability::CapabilitySet;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::user_code::UserCode;
use crate::auth::Auth;
use crate::auth::app::fault::{Fault, Word};
use crate::auth::app::question::scope;
use crate::auth::app::registered::App;
use crate::auth::keys::digest;
use crate::error::{Code, Refusal};
use crate::words::apps as words;

/// The lifetime of both codes, in seconds.
const LIFE: u32 = 10 * 60;
/// How long a program must wait between calls, in seconds.
pub(super) const INTERVAL: u32 = 5;
/// Random user codes hardly ever collide, so a few tries are enough.
const TRIES: usize = 3;

/// The parameters of a call for codes.
#[derive(Clone, Debug, Default)]
pub struct BeginDevice {
    /// `client_id`
    pub client_id: Option<String>,
    /// `scope`
    pub scope: Option<String>,
}

/// The codes of a program. Later, only the hash of the device code is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCodes {
    /// The code with which the program asks for the answer. The program keeps it secret.
    pub device_code: String,
    /// The code that the program shows to the person, such as `WDJB-MJHT`.
    pub user_code: String,
    /// The seconds after which both codes expire.
    pub expires_in: u32,
    /// How long the program must wait between calls, in seconds.
    pub interval: u32,
}

impl Auth {
    /// Gives a program a device code and a user code. `network` is the network of the program, and `from` its address.
    ///
    /// # Errors
    /// `rate_limited` for too many codes; `unavailable` when the database does not answer. The inner error says what is wrong
    /// with the call itself.
    pub async fn begin_device(
        &self,
        call: BeginDevice,
        network: &str,
        from: Option<IpAddr>,
    ) -> Result<Result<DeviceCodes, Fault>, Refusal> {
        let BeginDevice { client_id, scope: wanted } = call;
        let Some(client) = client_id else {
            return Ok(Err(Fault::new(Word::InvalidRequest, words::CLIENT_MISSING)));
        };
        let Some(app) = self.app(&client).await? else { return Ok(Err(Fault::NO_CLIENT)) };
        if !app.device_codes {
            return Ok(Err(Fault::new(Word::UnauthorizedClient, words::NO_DEVICE_CODES)));
        }
        let wanted = match scope(wanted.as_deref().unwrap_or_default(), CapabilitySet::named(&app.capabilities)) {
            Ok(wanted) => wanted,
            Err(fault) => return Ok(Err(fault)),
        };
        self.inner.guesses.may_ask_for_codes(app.id, network).await?;
        for _ in 0..TRIES {
            let device_code = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
            let user_code = UserCode::random();
            if self.keep_codes(&app, wanted, &device_code, &user_code, from).await? {
                let user_code = user_code.shown();
                return Ok(Ok(DeviceCodes { device_code, user_code, expires_in: LIFE, interval: INTERVAL }));
            }
        }
        Err(Code::Unavailable.into())
    }

    /// Stores the codes of a program; false if another program has the same user code.
    async fn keep_codes(
        &self,
        app: &App,
        wanted: CapabilitySet,
        device_code: &str,
        user_code: &UserCode,
        from: Option<IpAddr>,
    ) -> Result<bool, Refusal> {
        let (hash, user_hash) = (digest(device_code.as_bytes()), self.inner.keys.user_code(user_code.letters()));
        let (app, workspace, from) = (app.id, app.workspace_id, from.map(|address| address.to_string()));
        let words: Vec<String> = wanted.iter().map(|it| it.word().to_owned()).collect();
        let stored: Result<_, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query(
                    "insert into app_device_codes
                         (hash, user_hash, app_id, workspace_id, wanted, asked_from, expires_at, poll_seconds)
                     values ($1, $2, $3, $4, $5, $6::inet, now() + make_interval(secs => $7), $8)
                     on conflict (user_hash) do nothing",
                )
                .bind(hash)
                .bind(user_hash)
                .bind(app)
                .bind(workspace)
                .bind(words)
                .bind(from)
                .bind(f64::from(LIFE))
                .bind(INTERVAL.cast_signed())
                .execute(&pool)
                .await
            })
            .await;
        Ok(stored?.rows_affected() == 1)
    }
}
