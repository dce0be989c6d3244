//! Apps: programs that ask a person for an API key, by an authorization code with PKCE or by a device code (OAuth 2.0).
//! docs/APPS.md has the rules (OA1 to OA17).
//!
//! `registered` holds the apps of a workspace, `question` reads what an app asks for, `consent` makes a code when the person
//! allows access, and `exchange` takes the code. `device` is the flow of programs without a browser. Both use `given`, which
//! gives the app an API key. With `give_back`, an app revokes its key.

mod consent;
mod device;
mod exchange;
mod fault;
mod give_back;
mod given;
mod question;
mod redirect;
mod registered;

pub use consent::Answered;
pub(in crate::auth) use consent::end_codes_of;
pub use device::{BeginDevice, DeviceCodes, DeviceRequest, PollDevice, wrong_user_code};
pub use exchange::Exchange;
pub use fault::Fault;
pub use give_back::GiveBack;
pub use given::Granted;
pub use question::AppRequest;
pub use registered::{App, NewApp};
