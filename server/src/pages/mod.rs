//! Pages that tickets link to: their titles, and the icons of their sites. docs/decisions/links.md has the reasons.

mod charset;
mod head;
mod icon;
mod read;
#[cfg(test)]
mod tests;
mod titles;

pub use icon::MOST_BYTES as MOST_ICON_BYTES;
pub use read::{Page, Reader, Unread};
pub use titles::Titles;
