//! Everything that a role can allow, each capability named once.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::kinds::share::Level;

macro_rules! capabilities {
    ($($(#[doc = $doc:literal])+ $word:literal => $name:ident, from $level:ident $(, $own:ident for own)?;)+) => {
        /// Something that a role can allow.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
        pub enum Capability {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $name,)+
        }

        impl Capability {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word of the capability in roles and on the wire.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// What the capability allows, in words.
            #[cfg(test)]
            pub(crate) fn description(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+),)+
                }
            }

            /// The lowest level of a share at which the person keeps the capability in the restricted list.
            pub fn level(self) -> Level {
                match self {
                    $(Self::$name => Level::$level,)+
                }
            }

            /// The capability that allows the same for a person's own things.
            pub fn for_own(self) -> Option<Self> {
                match self {
                    $($(Self::$name => Some(Self::$own),)?)+
                    _ => None,
                }
            }
        }
    };
}

capabilities! {
    /// See the open lists with their tickets.
    "read" => Read, from View;
    /// Change the workspace's name and icon.
    "updateWorkspace" => UpdateWorkspace, from Manage;
    /// Make, list and revoke invitations.
    "invite" => Invite, from Manage;
    /// Change the roles of members and remove members.
    "manageMembers" => ManageMembers, from Manage;
    /// Make, change and delete roles.
    "manageRoles" => ManageRoles, from Manage;
    /// Read and export the audit log.
    "readAudit" => ReadAudit, from Manage;
    /// Make, list and revoke the API keys of the workspace.
    "manageApiKeys" => ManageApiKeys, from Manage;
    /// Make, change, move and delete statuses.
    "manageStatuses" => ManageStatuses, from Manage;
    /// Make, change and delete labels.
    "manageLabels" => ManageLabels, from Manage;
    /// Make, change, order and delete attributes, their options and their label sets.
    "manageAttributes" => ManageAttributes, from Manage;
    /// Make lists.
    "createLists" => CreateLists, from Manage;
    /// Rename, colour and order lists.
    "editLists" => EditLists, from Manage;
    /// Make restricted lists, restrict open ones, open restricted ones, and share them.
    "restrictLists" => RestrictLists, from Manage;
    /// Delete lists.
    "deleteLists" => DeleteLists, from Manage;
    /// Make tickets.
    "createTickets" => CreateTickets, from Edit;
    /// Change all tickets, their links and their places.
    "editTickets" => EditTickets, from Edit, EditOwnTickets for own;
    /// Change tickets that the person made or is assigned to.
    "editOwnTickets" => EditOwnTickets, from Edit;
    /// Put all tickets into the trash, take them out, and delete them for good.
    "deleteTickets" => DeleteTickets, from Edit, DeleteOwnTickets for own;
    /// Put the person's own tickets into the trash, take them out, and delete them for good.
    "deleteOwnTickets" => DeleteOwnTickets, from Edit;
    /// Write comments, react to them, and resolve threads.
    "comment" => Comment, from Comment;
    /// Delete other people's comments.
    "moderateComments" => ModerateComments, from Manage;
    /// Import tickets from files. New lists and labels, and changes of known tickets, take their own capabilities.
    "import" => Import, from Edit;
}

impl Capability {
    /// Whether an API key of the workspace may hold the capability. Such a key cannot give people access, see
    /// restricted lists or make other keys. It cannot import, because only the person who started an import can follow it.
    pub fn is_for_workspace_keys(self) -> bool {
        !matches!(
            self,
            Self::Invite
                | Self::ManageMembers
                | Self::ManageRoles
                | Self::ManageApiKeys
                | Self::RestrictLists
                | Self::Import
        )
    }
}

/// What a role allows: a set of capabilities. It fits into a word, because a node asks for it with every command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CapabilitySet(u32);

impl CapabilitySet {
    /// The set of these capabilities. A capability for all things includes the one for one's own.
    pub fn of(capabilities: impl IntoIterator<Item = Capability>) -> Self {
        let bit = |capability: Capability| 1 << capability as u32;
        let bits = capabilities.into_iter().map(|it| bit(it) | it.for_own().map_or(0, bit));
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// The capabilities that these words name. A word that this build does not know gives nothing.
    pub fn named<'w>(words: impl IntoIterator<Item = &'w String>) -> Self {
        let known = |word: &String| Capability::ALL.iter().copied().find(|it| it.word() == *word);
        Self::of(words.into_iter().filter_map(known))
    }

    pub fn all() -> Self {
        Self::of(Capability::ALL.iter().copied())
    }

    /// All capabilities that an API key of the workspace may hold.
    pub fn for_workspace_keys() -> Self {
        Self::of(Capability::ALL.iter().copied().filter(|it| it.is_for_workspace_keys()))
    }

    pub fn has(self, capability: Capability) -> bool {
        self.0 & (1 << capability as u32) != 0
    }

    /// What both sets allow.
    pub fn and(self, other: Self) -> Self {
        // Both sets name the capabilities for own things beside those for all things.
        Self(self.0 & other.0)
    }

    /// Whether everything in this set is in the other one.
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Capability> {
        Capability::ALL.iter().copied().filter(move |it| self.has(*it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_has_a_bit_and_a_word_of_its_own() {
        assert!(Capability::ALL.len() <= 32);
        for capability in Capability::ALL.iter().copied() {
            let set = CapabilitySet::of([capability]);
            assert!(set.has(capability) && set.is_within(CapabilitySet::all()), "{capability:?}");
            assert_eq!(serde_json::to_value(capability).expect("a word"), capability.word());
            let others = Capability::ALL.iter().filter(|it| **it != capability && Some(**it) != capability.for_own());
            assert!(others.clone().all(|it| !set.has(*it)), "{capability:?}");
            assert!(others.clone().all(|it| it.word() != capability.word()), "{capability:?}");
        }
    }

    #[test]
    fn a_capability_for_all_things_includes_the_one_for_own_things_and_unknown_words_give_nothing() {
        let words = ["editTickets", "Read", "paint"].map(str::to_owned);
        let set = CapabilitySet::named(&words);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Capability::EditTickets, Capability::EditOwnTickets]);
    }

    #[test]
    fn ak3_two_sets_leave_what_both_allow_and_own_things_if_one_of_them_allows_only_these() {
        let (all, own) =
            (CapabilitySet::of([Capability::EditTickets]), CapabilitySet::of([Capability::EditOwnTickets]));
        assert_eq!((all.and(own), own.and(all), all.and(all)), (own, own, all));
        assert_eq!(all.and(CapabilitySet::of([Capability::Comment])), CapabilitySet::default());
        assert_eq!(own.and(CapabilitySet::all()), own);
    }
}
