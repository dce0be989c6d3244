//! Who is notified of what, and when a mail leaves. Pure: the server reads the rows and sends.
//! docs/decisions/notifications.md lists the rules NT1 to NT16.

pub mod departure;
pub mod noted;
pub mod recipients;
