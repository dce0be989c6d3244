//! What the audit log of a workspace records: who the members are, what they may do, and how they sign in. Records of
//! commands are made from the writes of the decision, and stored by the commit that stores the decision.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;
use uuid::Uuid;

use super::{
    change::Write,
    decide::{Order, What},
    entity::{Entity, HeldRole, Member, MemberState, RoleRecord, Share, Workspace},
    ids::{RoleId, ScopeId},
    kinds::member::workspace_key::WorkspaceKey,
    world::World,
};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $word:literal => $name:ident;)+) => {
        /// The kinds of records. Each is declared here once.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        pub enum AuditKind {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $name,)+
        }

        impl AuditKind {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word of the kind in the database and on the wire.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.word() == word)
            }
        }
    };
}

kinds! {
    /// The workspace was founded.
    "workspaceCreated" => WorkspaceCreated;
    /// The name or the icon of the workspace changed.
    "workspaceChanged" => WorkspaceChanged;
    /// A person became an active member.
    "memberJoined" => MemberJoined;
    /// A member left.
    "memberLeft" => MemberLeft;
    /// A member was removed by another person.
    "memberRemoved" => MemberRemoved;
    /// A member was deactivated.
    "memberDeactivated" => MemberDeactivated;
    /// A deactivated member came back.
    "memberRestored" => MemberRestored;
    /// A member got another role.
    "memberRoleChanged" => MemberRoleChanged;
    /// A role was made.
    "roleCreated" => RoleCreated;
    /// The name, the description or the capabilities of a role changed.
    "roleChanged" => RoleChanged;
    /// A role was deleted.
    "roleDeleted" => RoleDeleted;
    /// A person got a share of a restricted list, lost it, or got another level. The record names the list by its id.
    "listSharingChanged" => ListSharingChanged;
    /// An invitation was sent by mail.
    "invitationSent" => InvitationSent;
    /// A link was made that lets people in.
    "invitationLinkCreated" => InvitationLinkCreated;
    /// The mail of an invitation was sent again.
    "invitationResent" => InvitationResent;
    /// An invitation was revoked.
    "invitationRevoked" => InvitationRevoked;
    /// The invited person declined.
    "invitationDeclined" => InvitationDeclined;
    /// A person accepted an invitation.
    "invitationAccepted" => InvitationAccepted;
    /// A person made an API key.
    "apiKeyCreated" => ApiKeyCreated;
    /// A person revoked an API key of theirs.
    "apiKeyRevoked" => ApiKeyRevoked;
    /// A person made an API key of the workspace.
    "workspaceKeyCreated" => WorkspaceKeyCreated;
    /// A person revoked an API key of the workspace.
    "workspaceKeyRevoked" => WorkspaceKeyRevoked;
    /// An app was registered. Apps ask people for API keys.
    "appRegistered" => AppRegistered;
    /// An app was removed.
    "appRemoved" => AppRemoved;
    /// The workspace began to require a second factor.
    "secondFactorRequired" => SecondFactorRequired;
    /// The workspace no longer requires a second factor.
    "secondFactorNotRequired" => SecondFactorNotRequired;
    /// A member without a second factor lost the workspace, which requires one.
    "memberBarred" => MemberBarred;
    /// A member who waited for a second factor got the workspace back.
    "memberAdmitted" => MemberAdmitted;
    /// An owner listed a mail domain whose people join, or changed its role.
    "joinDomainSet" => JoinDomainSet;
    /// An owner removed a mail domain from the list.
    "joinDomainRemoved" => JoinDomainRemoved;
    /// A member set or changed the password of the account, or reset a forgotten one.
    "passwordChanged" => PasswordChanged;
    /// A member removed the password of the account.
    "passwordRemoved" => PasswordRemoved;
    /// A member changed the address of the account.
    "emailChanged" => EmailChanged;
    /// A member set or changed the phone number of the account.
    "phoneChanged" => PhoneChanged;
    /// A member removed the phone number of the account.
    "phoneRemoved" => PhoneRemoved;
    /// A member turned the second factor on.
    "secondFactorTurnedOn" => SecondFactorTurnedOn;
    /// A member, or the operator, turned the second factor of the account off.
    "secondFactorTurnedOff" => SecondFactorTurnedOff;
    /// A member got new recovery codes.
    "recoveryCodesReplaced" => RecoveryCodesReplaced;
    /// A member added a passkey.
    "passkeyAdded" => PasskeyAdded;
    /// A passkey of a member was removed.
    "passkeyRemoved" => PasskeyRemoved;
    /// A member linked the account with one at a provider.
    "accountLinked" => AccountLinked;
    /// A link of a member's account with one at a provider was removed.
    "accountUnlinked" => AccountUnlinked;
    /// The operator disabled the account of a member.
    "accountDisabled" => AccountDisabled;
    /// The operator enabled the account of a member.
    "accountEnabled" => AccountEnabled;
    /// The time for which the workspace keeps these records changed.
    "retentionChanged" => RetentionChanged;
}

/// What happened to one thing. Of a change, `before` and `after` hold the fields that differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub kind: AuditKind,
    /// The id of the person, role, list, invitation, API key or app.
    pub subject: Uuid,
    pub before: Option<Map<String, Value>>,
    pub after: Option<Map<String, Value>>,
}

/// The records of a decision, each with the scope of the write that it is about. Kinds of entities that nothing of the
/// audit log is about, such as tickets, cost one comparison a write.
pub fn records(order: &Order, writes: &[(ScopeId, Write)], world: &World) -> Vec<(ScopeId, Record)> {
    let of = |(scope, write): &(ScopeId, Write)| Some((*scope, record(order, write, writes, world)?));
    writes.iter().filter_map(of).collect()
}

fn record(order: &Order, write: &Write, all: &[(ScopeId, Write)], world: &World) -> Option<Record> {
    use AuditKind::*;
    let (kind, before, after) = match (&write.before, &write.after) {
        (before, Some(Entity::Member(after))) if after.is_key() => {
            let name = ("name", json!(after.lastname));
            match (before, &order.what) {
                (None, What::WorkspaceKey(WorkspaceKey::Make { capabilities, expires_at, .. })) => {
                    let made = fields([name, ("capabilities", json!(capabilities)), ("expiresAt", json!(expires_at))]);
                    (WorkspaceKeyCreated, None, Some(made))
                }
                _ => (WorkspaceKeyRevoked, Some(fields([name])), None),
            }
        }
        (before, Some(Entity::Member(after))) => {
            let before = match before {
                Some(Entity::Member(before)) => Some(before),
                _ => None,
            };
            let kind = member_kind(order, before, after)?;
            let shown = |member: &Member| of_member(member, all, world);
            let mut fields = shown(after);
            if let (MemberJoined, What::Join(join)) = (kind, &order.what) {
                fields.extend(join.invited_by.map(|by| ("invitedBy".to_owned(), json!(by))));
            }
            if let (MemberJoined, What::DomainJoin(join)) = (kind, &order.what) {
                fields.insert("domain".to_owned(), json!(join.domain));
            }
            if let What::GroupRole(role) = &order.what {
                fields.insert("provider".to_owned(), json!(role.provider));
            }
            (kind, before.map(shown), Some(fields))
        }
        (before, Some(Entity::Role(after))) if after.system.is_none() => match before {
            Some(Entity::Role(before)) => (RoleChanged, Some(of_role(before)), Some(of_role(after))),
            _ => (RoleCreated, None, Some(of_role(after))),
        },
        (Some(Entity::Role(before)), None) => (RoleDeleted, Some(of_role(before)), None),
        (None, Some(Entity::Workspace(after))) => (WorkspaceCreated, None, Some(of_workspace(after))),
        (Some(Entity::Workspace(before)), Some(Entity::Workspace(after))) => {
            (WorkspaceChanged, Some(of_workspace(before)), Some(of_workspace(after)))
        }
        (None, Some(Entity::SecondFactorRule(_))) => (SecondFactorRequired, None, None),
        (Some(Entity::SecondFactorRule(_)), None) => (SecondFactorNotRequired, None, None),
        (before, Some(Entity::Share(after))) => {
            let before = match before {
                Some(Entity::Share(before)) => Some(of_share(before)),
                _ => None,
            };
            (ListSharingChanged, before, Some(of_share(after)))
        }
        (Some(Entity::Share(before)), None) => (ListSharingChanged, Some(of_share(before)), None),
        _ => return None,
    };
    let (before, mut after) = differing(before, after);
    let subject = match write.entity()? {
        // The id of a share says nothing to a reader of the log.
        Entity::Share(share) => {
            let after = after.get_or_insert_default();
            after.insert("listId".to_owned(), json!(share.list_id));
            if let What::Join(join) = &order.what {
                after.extend(join.invited_by.map(|by| ("invitedBy".to_owned(), json!(by))));
            }
            share.user_id.0
        }
        // The rule is about the whole workspace.
        Entity::SecondFactorRule(_) => world.workspace.id.0,
        entity => entity.id(),
    };
    Some(Record { kind, subject, before, after })
}

/// What happened to a member; none for a person whom an import has named.
fn member_kind(order: &Order, before: Option<&Member>, after: &Member) -> Option<AuditKind> {
    match (before.map(|it| it.state), after.state) {
        // What people say about themselves is no matter of rights.
        _ if matches!(order.what, What::Profile(_)) => None,
        // The person had left before. Only the name is removed, which changes no right.
        _ if matches!(order.what, What::Erase(_)) && before.is_some_and(has_left) => None,
        (Some(MemberState::Active), MemberState::Active) => {
            before.is_some_and(|before| before.role != after.role).then_some(AuditKind::MemberRoleChanged)
        }
        _ if matches!(order.what, What::FactorGate(_)) => {
            Some(if after.waits() { AuditKind::MemberBarred } else { AuditKind::MemberAdmitted })
        }
        // The order that checks the second factor of the account follows.
        _ if after.waits() => {
            let joins = matches!(order.what, What::Join(_) | What::DomainJoin(_));
            Some(if joins { AuditKind::MemberJoined } else { AuditKind::MemberRestored })
        }
        _ if after.deactivated_at.is_some() => Some(AuditKind::MemberDeactivated),
        (_, MemberState::Active) if before.is_some_and(|it| it.deactivated_at.is_some()) => {
            Some(AuditKind::MemberRestored)
        }
        (_, MemberState::Active) => Some(AuditKind::MemberJoined),
        (_, MemberState::Left) if order.by == after.id => Some(AuditKind::MemberLeft),
        (_, MemberState::Left) => Some(AuditKind::MemberRemoved),
        (_, MemberState::Pending) => None,
    }
}

fn has_left(member: &Member) -> bool {
    member.state == MemberState::Left && member.deactivated_at.is_none()
}

fn of_share(share: &Share) -> Map<String, Value> {
    fields([("level", json!(share.level))])
}

fn fields<const N: usize>(all: [(&str, Value); N]) -> Map<String, Value> {
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A role by id has its name of that moment beside it: the role may be gone when the record is read.
fn of_member(member: &Member, all: &[(ScopeId, Write)], world: &World) -> Map<String, Value> {
    let mut shown = fields([("role", json!(member.role)), ("state", json!(member.state))]);
    if member.waits() {
        shown.insert("waits".to_owned(), json!(true));
    } else if member.deactivated_at.is_some() {
        shown.insert("deactivated".to_owned(), json!(true));
    }
    if let HeldRole::Record(id) = member.role {
        shown.extend(role_name(id, all, world).map(|name| ("roleName".to_owned(), json!(name))));
    }
    shown
}

fn role_name<'n>(id: RoleId, all: &'n [(ScopeId, Write)], world: &'n World) -> Option<&'n str> {
    let deleted = all.iter().find_map(|(_, write)| match &write.before {
        Some(Entity::Role(role)) if role.id == id => Some(role),
        _ => None,
    });
    deleted.or_else(|| world.tables.roles.get(&id)).map(|role| role.name.as_str())
}

fn of_role(role: &RoleRecord) -> Map<String, Value> {
    let RoleRecord { id: _, name, description, capabilities, system: _, created_at: _ } = role;
    fields([("name", json!(name)), ("description", json!(description)), ("capabilities", json!(capabilities))])
}

fn of_workspace(workspace: &Workspace) -> Map<String, Value> {
    let Workspace { id: _, name, icon, key, estimate_id, created_at: _ } = workspace;
    fields([("name", json!(name)), ("icon", json!(icon)), ("key", json!(key)), ("estimateId", json!(estimate_id))])
}

type Fields = Option<Map<String, Value>>;

/// The fields that differ, if both sides are there.
fn differing(before: Fields, after: Fields) -> (Fields, Fields) {
    let (Some(mut before), Some(mut after)) = (before.clone(), after.clone()) else { return (before, after) };
    let whole = after.clone();
    after.retain(|name, value| before.get(name) != Some(value));
    before.retain(|name, value| whole.get(name) != Some(value));
    (Some(before), Some(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        command::Command,
        date::Instant,
        entity::Role,
        ids::{CommandId, UserId, WorkspaceId},
        kinds::member::leaving::MemberRemove,
        rights::Narrowing,
    };

    const ANN: UserId = UserId(Uuid::from_u128(1));
    const BOB: UserId = UserId(Uuid::from_u128(2));
    const TRIAGE: RoleId = RoleId(Uuid::from_u128(3));

    fn at() -> Instant {
        Instant::new(time::OffsetDateTime::UNIX_EPOCH)
    }

    fn workspace() -> Workspace {
        Workspace {
            id: WorkspaceId(Uuid::nil()),
            name: "One".into(),
            icon: None,
            key: "ONE".into(),
            estimate_id: None,
            created_at: at(),
        }
    }

    fn role(capabilities: &[&str], system: Option<&str>) -> Entity {
        let capabilities = capabilities.iter().map(|it| (*it).to_owned()).collect();
        let (name, description, system) = ("Triage".into(), String::new(), system.map(str::to_owned));
        Entity::Role(RoleRecord { id: TRIAGE, name, description, capabilities, system, created_at: at() })
    }

    fn member(id: UserId, role: HeldRole, state: MemberState) -> Entity {
        let (firstname, lastname, username) = (String::new(), String::new(), "any".into());
        Entity::Member(Member {
            id,
            role,
            state,
            firstname,
            lastname,
            username,
            avatar_url: None,
            department: String::new(),
            designation: String::new(),
            second_factor_missing: false,
            api_key: None,
            created_at: at(),
            deactivated_at: None,
        })
    }

    /// What one order of Ann records: kind, before and after.
    fn told(writes: Vec<Write>) -> Vec<(AuditKind, Value, Value)> {
        let what = What::Command(Command::from(MemberRemove { user_id: BOB }));
        let order = Order { id: CommandId(Uuid::nil()), by: ANN, narrowing: Narrowing::NONE, from: None, what };
        let writes: Vec<_> = writes.into_iter().map(|write| (ScopeId(Uuid::nil()), write)).collect();
        let records = records(&order, &writes, &World::new(workspace()));
        records.into_iter().map(|(_, it)| (it.kind, json!(it.before), json!(it.after))).collect()
    }

    #[test]
    fn q11_a_role_is_recorded_with_the_fields_that_differ_and_a_built_in_one_is_not() {
        let whole = |words: Value| json!({"name": "Triage", "description": "", "capabilities": words});
        let made = told(vec![Write::create(role(&["read"], None))]);
        assert_eq!(made, [(AuditKind::RoleCreated, Value::Null, whole(json!(["read"])))]);
        let changed = told(vec![Write::update(role(&["read"], None), role(&["read", "invite"], None))]);
        let (before, after) = (json!({"capabilities": ["read"]}), json!({"capabilities": ["read", "invite"]}));
        assert_eq!(changed, [(AuditKind::RoleChanged, before, after)]);
        let deleted = told(vec![Write::delete(role(&[], None))]);
        assert_eq!(deleted, [(AuditKind::RoleDeleted, whole(json!([])), Value::Null)]);
        assert_eq!(told(vec![Write::create(role(&["read"], Some("viewer")))]), []);
    }

    #[test]
    fn q11_the_holders_of_a_deleted_role_are_recorded_with_its_name() {
        let active = |role: HeldRole| member(BOB, role, MemberState::Active);
        let all = told(vec![
            Write::update(active(TRIAGE.into()), active(Role::Guest.into())),
            Write::delete(role(&[], None)),
        ]);
        let before = json!({"role": TRIAGE, "roleName": "Triage"});
        assert_eq!(all[0], (AuditKind::MemberRoleChanged, before, json!({"role": "guest"})));
        assert_eq!(all[1].0, AuditKind::RoleDeleted);
    }

    #[test]
    fn q11_a_person_whom_an_import_names_and_a_member_with_another_name_are_not_recorded() {
        let role = HeldRole::from(Role::Member);
        assert_eq!(told(vec![Write::create(member(BOB, role, MemberState::Pending))]), []);
        let active = || member(BOB, role, MemberState::Active);
        assert_eq!(told(vec![Write::update(active(), active())]), []);
        let left =
            |id| told(vec![Write::update(member(id, role, MemberState::Active), member(id, role, MemberState::Left))]);
        assert_eq!((left(ANN)[0].0, left(BOB)[0].0), (AuditKind::MemberLeft, AuditKind::MemberRemoved));
    }

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        for kind in AuditKind::ALL {
            assert_eq!(AuditKind::named(kind.word()), Some(*kind));
            assert_eq!(json!(kind), kind.word());
        }
    }
}
