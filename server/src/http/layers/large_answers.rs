//! Sends large answers in pieces, each under its permits.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use bytes::Bytes;

use crate::auth::user_of;
use crate::http::Door;
use crate::http::limits::large_answers::{LARGE, Place};

/// The most bytes passed to the connection at a time.
const PIECE: usize = 16 * 1024;

/// Takes permits for large answers and sends them in pieces. This layer is inside the compressing one, so that an
/// answer is compressed only as fast as it is read.
pub(in crate::http) async fn bounded<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(request).await?.map_into_boxed_body();
    let BodySize::Sized(size) = answer.response().body().size() else { return Ok(answer) };
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    if size < LARGE {
        return Ok(answer);
    }
    let account = user_of(&answer.request().extensions());
    let limits = answer.request().app_data::<web::Data<Door>>().map(|door| door.limits.clone());
    let place = match (account, limits) {
        (Some(user_id), Some(limits)) => match limits.large_answers().enter(user_id, size).await {
            Ok(place) => Some(place),
            Err(refusal) => return Ok(answer.into_response(refusal.error_response())),
        },
        // Files of the app are exempt: all their readers share the bytes.
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
pub(in crate::http) fn stream<E: Into<Box<dyn std::error::Error>> + 'static>(
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
