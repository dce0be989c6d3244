//! The person for whom a call to a workspace acts: by a session, or by an API key.

use actix_web::dev::{Extensions, Payload};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use actors::domain::rights::Narrowing;
use futures_util::future::LocalBoxFuture;
use uuid::Uuid;

use super::api_key::ApiKey;
use super::principal::Principal;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The person for whom a call to a workspace acts, and what is left of the person's rights.
///
/// A handler that takes a caller is open to API keys, each in its own workspace. The path names the workspace as `{id}`.
/// Handlers that take a [`Principal`] are closed to keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The person.
    pub user_id: Uuid,
    /// What the person has shown.
    pub credential: Credential,
    /// What is left of the person's rights. All that a call does must respect it.
    pub narrowing: Narrowing,
}

/// What a caller has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// The access token of this session.
    Session(Uuid),
    /// This API key.
    Key(Uuid),
}

impl From<Principal> for Caller {
    fn from(principal: Principal) -> Self {
        let Principal { user_id, session_id, expires_at: _ } = principal;
        Self { user_id, credential: Credential::Session(session_id), narrowing: Narrowing::NONE }
    }
}

impl From<ApiKey> for Caller {
    fn from(key: ApiKey) -> Self {
        Self { user_id: key.user_id, credential: Credential::Key(key.id), narrowing: key.narrowing() }
    }
}

impl Caller {
    /// The caller of a request to the workspace that the path names. In any other workspace, a key is like the token of a
    /// person who is not a member.
    async fn checked(request: HttpRequest) -> Result<Self, Refusal> {
        let key = request.extensions().get::<ApiKey>().copied();
        let Some(key) = key else { return Principal::checked(request).await.map(Self::from) };
        let workspace = request.match_info().get("id").and_then(|id| id.parse::<Uuid>().ok());
        if workspace == Some(key.workspace_id) {
            Ok(key.into())
        } else {
            Err(Refusal::new(Code::NotFound).message(actors::words::NO_WORKSPACE))
        }
    }
}

impl FromRequest for Caller {
    type Error = Refusal;
    type Future = LocalBoxFuture<'static, Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        Box::pin(Self::checked(request.clone()))
    }
}

/// The key of a request, for the call that tells a program about its key.
impl FromRequest for ApiKey {
    type Error = Refusal;
    type Future = LocalBoxFuture<'static, Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let key = request.extensions().get::<Self>().copied();
            match key {
                Some(key) => Ok(key),
                // Without any credential, the answer is 401.
                None => Err(Principal::checked(request)
                    .await
                    .map_or_else(|refusal| refusal, |_| Refusal::new(Code::Forbidden).message(words::ONLY_WITH_KEY))),
            }
        })
    }
}

/// The account of a request that was admitted.
#[must_use]
pub fn user_of(admitted: &Extensions) -> Option<Uuid> {
    let session = admitted.get::<Principal>().map(|principal| principal.user_id);
    session.or_else(|| admitted.get::<ApiKey>().map(|key| key.user_id))
}
