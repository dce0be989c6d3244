//! The first rows of a new workspace.

use super::{
    change::Write,
    date::Instant,
    decider::Decision,
    entity::{Color, Entity, List, Member, MemberState, Role, Status, StatusCategory, Workspace},
    ids::{CommandId, ListId, StatusId, UserId, WorkspaceId, derived_v7},
    kinds::member::commands::NewMember,
    limits,
    rank::Rank,
    refusal::Refusal,
};
use crate::words;

/// A workspace to be founded.
#[derive(Clone, Debug)]
pub struct Founding {
    pub id: WorkspaceId,
    pub name: String,
    /// Made from the name if the request holds none.
    pub key: Option<String>,
    pub by: UserId,
    pub founder: NewMember,
}

/// The first event: the workspace, its owner, statuses Backlog, To do, Done, lists Backlog and General.
pub fn found(founding: &Founding, order: CommandId, at: Instant) -> Result<(Workspace, Decision), Refusal> {
    let name = limits::line("name", &founding.name, limits::NAME_CHARS)?;
    let key = match &founding.key {
        Some(key) => checked_key(key)?,
        None => key_of(&name),
    };
    let workspace = Workspace { id: founding.id, name, icon: None, key, estimate_id: None, created_at: at };
    let scope = founding.id.scope();
    let mut made = 0;
    let mut fresh = || {
        made += 1;
        derived_v7(at.millis(), order, made)
    };
    let mut entities = vec![Entity::Workspace(workspace.clone())];
    let founder = &founding.founder;
    entities.push(Entity::Member(Member {
        id: founding.by,
        role: Role::Owner.into(),
        state: MemberState::Active,
        firstname: founder.firstname.clone(),
        lastname: founder.lastname.clone(),
        username: founder.username.clone(),
        avatar_url: founder.avatar_url.clone(),
        created_at: at,
        deactivated_at: None,
        department: founder.department.clone(),
        designation: founder.designation.clone(),
        second_factor_missing: false,
        api_key: None,
    }));
    let mut rank = Rank::first();
    for (name, category) in [
        ("Backlog", StatusCategory::ByDefault),
        ("To do", StatusCategory::ByDefault),
        ("Done", StatusCategory::Completed),
    ] {
        let id = StatusId(fresh());
        entities.push(Entity::Status(Status { id, name: name.into(), category, rank: rank.clone(), created_at: at }));
        rank = Rank::between(Some(&rank), None);
    }
    for name in ["Backlog", "General"] {
        let id = ListId(fresh());
        let list = List {
            id,
            name: name.into(),
            color: Color::Grey,
            rank: rank.clone(),
            suggested: true,
            created_user_id: founding.by,
            created_at: at,
            icon: None,
            description: String::new(),
            group_id: None,
            archived_at: None,
        };
        entities.push(Entity::List(list));
        rank = Rank::between(Some(&rank), None);
    }
    let writes = entities.into_iter().map(|entity| (scope, Write::create(entity))).collect();
    Ok((workspace, Decision { writes, ..Decision::default() }))
}

/// Two to six capitals or digits, a letter first.
fn checked_key(key: &str) -> Result<String, Refusal> {
    let key = key.trim().to_ascii_uppercase();
    let good = (2..=6).contains(&key.len())
        && key.starts_with(|c: char| c.is_ascii_uppercase())
        && key.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    // Private tickets are shown with the key MY.
    if !good || key == "MY" {
        return Err(Refusal::invalid("key", words::WORKSPACE_KEY));
    }
    Ok(key)
}

/// The initials of a name of several words, else its first letters.
fn key_of(name: &str) -> String {
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase())
        .filter(|word| !word.is_empty())
        .collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).take(4).collect();
    let head: String = words.first().map(|word| word.chars().take(4).collect()).unwrap_or_default();
    [head, initials].into_iter().find_map(|key| checked_key(&key).ok()).unwrap_or_else(|| "TEAM".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_from_the_name() {
        for (name, key) in
            [("TLS 1.3", "TLS"), ("Acme", "ACME"), ("東京", "TEAM"), ("X factor", "XF"), ("my", "TEAM"), ("42", "TEAM")]
        {
            assert_eq!(key_of(name), key, "{name}");
        }
    }

    #[test]
    fn a_chosen_key_is_two_to_six_letters_or_digits() {
        for (key, good) in [
            ("tls", true),
            ("T1", true),
            ("T", false),
            ("TOOLONG", false),
            ("1AB", false),
            ("A-B", false),
            ("MY", false),
        ] {
            assert_eq!(checked_key(key).is_ok(), good, "{key}");
        }
    }
}
