//! Large answers that are being sent. Each stays in memory until its reader has read it to the end, so their number and
//! size are bounded for each account and for the node.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::Door;
use crate::auth::Principal;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// Answers above this size are large. Smaller ones are copied to the connection whole, and cost no more than the
/// connection itself.
const LARGE: usize = 64 * 1024;
/// The bytes that one permit stands for.
const UNIT: usize = 64 * 1024;
/// Permits of one account: 32 MiB in all.
const EACH: usize = 512;
/// The fewest permits that an answer takes, so an account has at most 16 large answers.
const LEAST: usize = 32;
/// Permits of this node: 256 MiB in all.
const ALL: usize = 4_096;
/// The most bytes passed to the connection at a time.
const PIECE: usize = 16 * 1024;
/// How long a large answer waits for its permits.
const PATIENCE: Duration = Duration::from_secs(5);

/// The large answers that are being sent. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Answers {
    all: Arc<Semaphore>,
    each: Arc<Mutex<HashMap<Uuid, Arc<Semaphore>>>>,
}

/// The permits of one large answer; dropping it returns them.
#[derive(Debug)]
pub struct Place {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

impl Default for Answers {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(ALL)), each: Arc::default() }
    }
}

impl Answers {
    /// Waits for the permits of an answer that holds so many bytes of its own.
    ///
    /// # Errors
    /// `unavailable` when the permits are not free in time.
    pub async fn enter(&self, user_id: Uuid, bytes: usize) -> Result<Place, Refusal> {
        let units = bytes.div_ceil(UNIT).max(1);
        let own = {
            let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
            each.entry(user_id).or_insert_with(|| Arc::new(Semaphore::new(EACH))).clone()
        };
        // An answer that is larger than the bound takes all permits and is sent alone.
        let permits = |units: usize, most: usize| u32::try_from(units.min(most)).unwrap_or(u32::MAX);
        let enter = async {
            let _own = own.acquire_many_owned(permits(units.max(LEAST), EACH)).await.ok()?;
            let _all = self.all.clone().acquire_many_owned(permits(units, ALL)).await.ok()?;
            Some(Place { _all, _own })
        };
        tokio::time::timeout(PATIENCE, enter)
            .await
            .ok()
            .flatten()
            .ok_or_else(|| Refusal::new(Code::Unavailable).message(words::TOO_MANY_LARGE_ANSWERS).retry_after(PATIENCE))
    }

    /// Drops the entries of accounts without large answers.
    pub(super) fn forget(&self) {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        each.retain(|_, own| Arc::strong_count(own) > 1 || own.available_permits() < EACH);
    }
}

/// Takes permits for large answers and sends them in pieces. This layer is inside the compressing one, so that an
/// answer is compressed only as fast as it is read.
pub(super) async fn bounded<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let BodySize::Sized(size) = answer.response().body().size() else { return Ok(answer) };
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size < LARGE {
        return Ok(answer);
    }
    let account = answer.request().extensions().get::<Principal>().map(|principal| principal.user_id);
    let limits = answer.request().app_data::<web::Data<Door>>().map(|door| door.limits.clone());
    let place = match (account, limits) {
        (Some(user_id), Some(limits)) => match limits.answers().enter(user_id, size).await {
            Ok(place) => Some(place),
            Err(refusal) => return Ok(answer.into_response(refusal.error_response())),
        },
        // Files of the app: their bytes are shared by all their readers.
        _ => None,
    };
    Ok(answer.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => BoxBody::new(Pieces { bytes, _place: place }),
        Err(body) => body,
    }))
}

/// A body that is sent in pieces.
struct Pieces {
    bytes: Bytes,
    _place: Option<Place>,
}

impl MessageBody for Pieces {
    type Error = std::convert::Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.bytes.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let length = self.bytes.len().min(PIECE);
        Poll::Ready((length > 0).then(|| Ok(self.bytes.split_to(length))))
    }
}

/// An answer whose pieces are made as they are read. It holds its permits until the last piece.
pub(super) fn stream<E: Into<Box<dyn std::error::Error>> + 'static>(
    pieces: impl Iterator<Item = Result<Bytes, E>> + Unpin + 'static,
    place: Place,
    mut response: actix_web::HttpResponseBuilder,
) -> HttpResponse {
    // The closure owns the permits, so they are held until the pieces are dropped.
    let pieces = pieces.inspect(move |_| {
        let _held = &place;
    });
    response.streaming(futures_util::stream::iter(pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn p13_an_account_has_sixteen_large_answers_or_32_mib_and_a_larger_one_alone() {
        let answers = Answers::default();
        let (ann, bob) = (Uuid::now_v7(), Uuid::now_v7());
        let now = async |user, bytes| {
            let enter = std::pin::pin!(answers.enter(user, bytes));
            futures_util::FutureExt::now_or_never(enter).and_then(Result::ok)
        };
        let mut held = Vec::new();
        for _ in 0..16 {
            held.push(now(ann, LARGE).await.expect("a place"));
        }
        assert!(now(ann, LARGE).await.is_none());
        held.push(now(bob, 20 << 20).await.expect("room for another account"));
        assert!(now(bob, 20 << 20).await.is_none());
        held.clear();
        let _alone = now(bob, 1 << 30).await.expect("alone");
        assert!(now(ann, LARGE).await.is_none(), "it takes all there is");
    }

    #[actix_web::test]
    async fn a_body_comes_through_piece_by_piece() {
        let whole: Vec<u8> = (0..100_000_u32).map(|n| n as u8).collect();
        let mut body = Pieces { bytes: whole.clone().into(), _place: None };
        let mut read = Vec::new();
        while let Some(Ok(piece)) = std::future::poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            assert!(piece.len() <= PIECE);
            read.extend_from_slice(&piece);
        }
        assert_eq!(read, whole);
    }
}
