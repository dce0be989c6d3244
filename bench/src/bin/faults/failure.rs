//! Why a fault could not be brought about.

pub use bench::process::Failure;

/// This machine lacks something that a fault needs. The report names the fault as left out.
#[derive(Debug)]
pub struct NotHere(pub &'static str);

impl std::fmt::Display for NotHere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NotHere {}
