//! What a node does when it hears of a gain or a loss before it has delivered all earlier events.

use super::*;
use crate::domain::{
    entity::{MemberState, Share},
    kinds::share::Level,
    scope::list_scope,
};
use crate::sync::Gained;
use crate::workspace::{Caller, Join};

/// Bob as a guest, who does not follow the workspace scope. The commons is at seq 0, the workspace scope at seq 1.
fn with_guest(host: &Still) -> (WorkspaceCore<Still>, ScopeId, Epoch) {
    let (commons, mut loaded) = (commons_of(HOME), loaded());
    let position = loaded.positions[&HOME.scope()];
    let own = personal_scope(HOME, BOB);
    loaded.world.scopes.commons = Some(commons);
    loaded.world.apply(commons, &Write::create(Entity::Member(bob(Role::Guest, host))));
    for scope in [commons, own] {
        loaded.positions.insert(scope, ScopePosition { seq: 0, ..position });
    }
    let seqs = |workspace| Gained::from_iter([(commons, 0), (own, 0), (HOME.scope(), workspace)]);
    loaded.gained = [(ANN, seqs(1)), (BOB, seqs(0))].into();
    let mut core = WorkspaceCore::new(HOME);
    core.loaded(Ok(Some(loaded)), host);
    effects(&mut core);
    (core, commons, position.epoch)
}

fn bob(role: Role, host: &Still) -> Member {
    let text = String::new;
    Member {
        id: BOB,
        role: role.into(),
        state: MemberState::Active,
        firstname: text(),
        lastname: text(),
        username: "bob".into(),
        avatar_url: None,
        department: String::new(),
        designation: String::new(),
        second_factor_missing: false,
        api_key: None,
        created_at: host.now(),
        deactivated_at: None,
    }
}

/// Bob becomes a member, as the first event of the commons.
fn promotion(host: &Still) -> Arc<Event> {
    let [guest, member] = [Role::Guest, Role::Member].map(|role| Entity::Member(bob(role, host)));
    let change = Write::update(guest, member).change().expect("a change");
    Arc::new(Event { changes: vec![change], ..nothing(1) })
}

/// The scopes that the sockets of Bob follow, and whether they have to come back, by each effect.
fn told(effects: &Effects) -> Vec<(Vec<ScopeId>, bool)> {
    let told = |effect: &Effect<Still>| match effect {
        Effect::SetFollowedScopes { user: BOB, scopes, has_unopened } => {
            Some((scopes.iter().map(|it| it.scope).collect(), *has_unopened))
        }
        _ => None,
    };
    effects.iter().filter_map(told).collect()
}

fn reread(effects: Effects) -> Caller<Still> {
    let asked = effects.into_iter().find_map(|effect| match effect {
        Effect::Recheck(caller, _) => Some(caller),
        _ => None,
    });
    asked.expect("the journal is read first")
}

#[test]
fn ev3_an_open_socket_gains_a_scope_only_when_the_node_has_delivered_the_events_from_before_the_gain() {
    let host = still();
    let (mut core, commons, epoch) = with_guest(&host);
    let (home, own) = (HOME.scope(), personal_scope(HOME, BOB));
    // Another node has written the second event of the workspace scope, and then promoted Bob.
    core.advanced(commons, epoch, (0, 1), 1, Some(vec![promotion(&host)]), &host);
    let early = effects(&mut core);
    assert_eq!(told(&early), [(vec![commons, own], false)]);
    core.rechecked(reread(early), Ok(vec![(home, vec![nothing(2)])]), &host);
    let done = effects(&mut core);
    assert_eq!((delivered(&done), told(&done)), (vec![(home, 1, 2)], vec![(vec![home, commons, own], false)]));
}

#[test]
fn ev3_the_sockets_come_back_if_the_events_from_before_a_gain_cannot_be_read_or_delivered_yet() {
    let host = still();
    for found in [Err(away()), Ok(vec![(HOME.scope(), vec![nothing(3)])])] {
        let (mut core, commons, epoch) = with_guest(&host);
        core.advanced(commons, epoch, (0, 1), 1, Some(vec![promotion(&host)]), &host);
        let caller = reread(effects(&mut core));
        core.rechecked(caller, found, &host);
        assert_eq!(told(&effects(&mut core)), [(vec![], true)]);
    }
}

#[test]
fn ev3_a_new_socket_is_let_in_only_when_the_node_has_delivered_the_events_from_before_the_gain() {
    let host = still();
    for (found, welcomed) in [(vec![(HOME.scope(), vec![nothing(2)])], true), (vec![], false)] {
        let (mut core, ..) = with_guest(&host);
        let seqs = [(commons_of(HOME), 0), (personal_scope(HOME, ANN), 0), (HOME.scope(), 2)];
        core.gained.insert(ANN, Gained::from_iter(seqs));
        core.join(Join { connection: Uuid::from_u128(80), user: ANN, cursors: HashMap::new(), socket: () });
        let caller = reread(effects(&mut core));
        core.rechecked(caller, Ok(found), &host);
        let let_in = |effect: &Effect<Still>| match effect {
            Effect::Welcome(_, scopes) => Some(scopes.iter().all(|it| it.scope != HOME.scope() || it.head == 2)),
            Effect::RefuseSocket(..) => Some(false),
            _ => None,
        };
        assert_eq!(effects(&mut core).iter().find_map(let_in), Some(welcomed));
    }
}

#[test]
fn ev3_rights_follow_the_delivered_events_also_after_the_workspace_was_read_anew() {
    let host = still();
    let (commons, list) = (commons_of(HOME), ListId(id(60).0));
    let (scope, share) = (list_scope(HOME, list), share_of_ann(list, &host));
    let read = |seq: i64, shared: bool| {
        let mut loaded = loaded();
        let position = loaded.positions[&HOME.scope()];
        loaded.world.scopes.commons = Some(commons);
        loaded.world.add_list_scope(scope);
        if shared {
            loaded.world.apply(scope, &Write::create(Entity::Share(share.clone())));
        }
        loaded
            .positions
            .extend([(commons, ScopePosition { seq: 0, ..position }), (scope, ScopePosition { seq, ..position })]);
        loaded
    };
    let mut core = WorkspaceCore::new(HOME);
    core.loaded(Ok(Some(read(1, true))), &host);
    effects(&mut core);
    // Another node makes a list, and takes the share. This node reads the workspace anew before it hears of that.
    core.heads(vec![Head { scope: ScopeId(Uuid::from_u128(70)), epoch: Epoch(Uuid::from_u128(7)), seq: 0 }]);
    core.loaded(Ok(Some(read(2, false))), &host);
    assert_eq!(followed_by_ann(&effects(&mut core)), Vec::<Vec<ScopeId>>::new());
    let gone = Write::delete(Entity::Share(share)).change().expect("a change");
    core.gap_read((scope, 1, 2), Ok(vec![Event { changes: vec![gone], ..nothing(2) }]), &host);
    assert_eq!(followed_by_ann(&effects(&mut core)), [[HOME.scope(), commons, personal_scope(HOME, ANN)]]);
}

/// The scopes that the sockets of Ann follow, by each effect.
fn followed_by_ann(effects: &Effects) -> Vec<Vec<ScopeId>> {
    let told = |effect: &Effect<Still>| match effect {
        Effect::SetFollowedScopes { user: ANN, scopes, .. } => Some(scopes.iter().map(|it| it.scope).collect()),
        _ => None,
    };
    effects.iter().filter_map(told).collect()
}

fn share_of_ann(list_id: ListId, host: &Still) -> Share {
    let (id, level) = (Share::id_of(list_id, ANN), Level::Manage.word().to_owned());
    Share { id, list_id, user_id: ANN, level, created_at: host.now() }
}
