//! Device codes (RFC 8628): a program without a browser shows a short code, and a signed-in person enters the code on a page
//! of Troupe. docs/APPS.md has the rules (OA11 to OA16).
//!
//! `begin` gives the program its codes, `user_code` has the format of the short code, `answer` stores the answer of the person,
//! and `poll` gives the answer to the program.

mod answer;
mod begin;
mod poll;
mod user_code;

pub use answer::{DeviceRequest, wrong_user_code};
pub use begin::{BeginDevice, DeviceCodes};
pub use poll::PollDevice;
