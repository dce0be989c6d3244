//! Second factors: codes of an authenticator app (RFC 6238), and recovery codes. docs/IDENTITY.md has the rules (SF1 to SF6).

mod app;
mod challenge;
mod check;
mod enrol;
mod gate;
mod qr;
mod recovery;
mod renewal;
mod required;

pub use challenge::{Challenge, Needs, SignIn};
pub use enrol::{Enrolment, FactorState, forget_second_factor};
pub use gate::GateMembers;
pub use qr::QrCode;
pub use renewal::require_new_password;
pub use required::{MemberFactors, member_factors};
