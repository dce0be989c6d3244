//! Figures of sprints: what the job has stored equals a recount, and each person reads the sum of what they see.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, until};
