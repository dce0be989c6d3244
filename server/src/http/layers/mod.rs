//! The layers around every route.

mod admission;
pub(super) mod headers;
pub(super) mod large_answers;
pub(super) mod observe;
