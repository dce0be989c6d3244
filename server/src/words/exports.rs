//! The heads of the columns in files that people download.

pub const PEOPLE: [&str; 9] =
    ["Name", "Email", "Role", "State", "Restricted lists", "Last active", "Joined", "Department", "Job title"];
/// The state of a person with an open invitation by mail.
pub const INVITED: &str = "invited";
pub const AUDIT: [&str; 10] =
    ["Time", "Person", "Person ID", "Kind", "Subject", "Subject ID", "Before", "After", "IP address", "Device"];
