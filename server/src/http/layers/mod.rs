//! What is done around every request, whatever its route.

mod admission;
pub(super) mod headers;
pub(super) mod large_answers;
pub(super) mod observe;
