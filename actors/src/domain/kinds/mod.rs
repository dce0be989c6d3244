//! The kinds of entities. One room a kind: its row here, and beside the row its commands with their rights and
//! decisions.

pub mod activity;
pub mod attribute;
pub mod baseline;
pub mod color;
pub mod component;
pub mod file;
pub mod fix_version;
pub mod group;
pub mod import;
pub mod label;
pub mod link;
pub mod link_lag;
pub mod list;
pub mod member;
mod named;
pub mod patch;
pub mod preferences;
pub mod reaction;
pub mod recurrence;
pub mod roadmap_place;
pub mod role;
pub mod saved_view;
pub mod second_factor_rule;
pub mod share;
pub mod sprint;
pub mod status;
mod strict;
pub mod subscription;
pub mod system_attribute;
pub mod task_type;
pub mod template;
pub mod ticket;
pub mod url_link;
pub mod work_calendar;
pub mod workspace;
