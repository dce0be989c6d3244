//! The heads of the columns in files that people download.

pub const PEOPLE: [&str; 6] = ["Name", "Email", "Role", "State", "Last active", "Joined"];
