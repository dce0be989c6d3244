//! Second factors: codes of an authenticator app (RFC 6238), and recovery codes. docs/IDENTITY.md has the rules (SF1 to SF6).

mod app;
mod challenge;
mod check;
mod enrol;
mod qr;
mod recovery;

pub use challenge::SignIn;
pub use enrol::{Enrolment, FactorState, forget_second_factor};
pub use qr::QrCode;
