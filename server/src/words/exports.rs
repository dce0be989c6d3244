//! The heads of the columns in files that people download.

pub const PEOPLE: [&str; 6] = ["Name", "Email", "Role", "State", "Last active", "Joined"];
pub const AUDIT: [&str; 10] =
    ["Time", "Person", "Person ID", "Kind", "Subject", "Subject ID", "Before", "After", "IP address", "Device"];
