//! Links to addresses, and the lags and kinds of links between tickets (UL1 to UL3, UL5, LG1 to LG3).

use super::restricted::{SECRET, scope_of, secret_ticket, with_secret};
use super::*;
use crate::domain::{
    entity::{LinkLag, UrlLink},
    ids::{LinkId, SiteIconId, UrlLinkId},
    kinds::{link_lag::LinkEnds, url_link::order::PageRead},
};

fn page(n: u32, ticket: Uuid, url: &str) -> Value {
    json!({"kind": "urlLink.create", "urlLinkId": id(n), "ticketId": ticket, "url": url})
}

fn page_of(fixture: &Fixture, n: u32) -> Option<&UrlLink> {
    fixture.world.tables.url_links.get(&UrlLinkId(id(n)))
}

fn blocks(n: u32, from: Uuid, to: Uuid) -> Value {
    json!({"kind": "link.create", "linkId": id(n), "linkKind": "blocks", "fromTicketId": from, "toTicketId": to})
}

fn lag(n: u32, days: i32) -> Value {
    json!({"kind": "linkLag.set", "linkId": id(n), "days": days})
}

fn ends(n: u32, ends: &str) -> Value {
    json!({"kind": "linkLag.set", "linkId": id(n), "ends": ends})
}

fn row_of(fixture: &Fixture, n: u32) -> Option<&LinkLag> {
    fixture.world.tables.link_lags.get(&LinkLag::id_of(LinkId(id(n))))
}

fn lag_of(fixture: &Fixture, n: u32) -> Option<i32> {
    row_of(fixture, n).map(|it| it.days)
}

#[test]
fn ul1_a_ticket_links_to_addresses_of_the_web_and_to_nothing_else() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    fixture.does(MEMBER, page(20, ticket, " https://example.org/a?b#c "));
    assert_eq!(
        page_of(&fixture, 20).map(|it| (it.url.as_str(), it.title.as_str())),
        Some(("https://example.org/a?b#c", ""))
    );
    let wrong = (RefusalCode::ValidationFailed, Some("url".to_owned()));
    let long = format!("https://example.org/{}", "a".repeat(2_000));
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://example.org",
        "file:///etc/passwd",
        "example.org",
        "http://",
        "",
        "a\nb",
        long.as_str(),
    ] {
        assert_eq!(fixture.refused(MEMBER, page(21, ticket, url)), wrong, "{url}");
    }
    fixture.does(MEMBER, json!({"kind": "urlLink.update", "urlLinkId": id(20), "patch": {"title": " Plans "}}));
    assert_eq!(page_of(&fixture, 20).map(|it| it.title.as_str()), Some("Plans"));
    assert_eq!(fixture.refused(MEMBER, page(20, ticket, "https://example.org")).0, RefusalCode::AlreadyExists);
    fixture.does(MEMBER, json!({"kind": "urlLink.delete", "urlLinkId": id(20)}));
    assert!(page_of(&fixture, 20).is_none());
}

#[test]
fn ul1_a_ticket_has_at_most_100_links_to_addresses() {
    let mut fixture = Fixture::new();
    let ticket = fixture.ticket(1);
    for n in 0..100 {
        fixture.does(MEMBER, page(1_000 + n, ticket, "https://example.org"));
    }
    assert_eq!(fixture.refused(MEMBER, page(2_000, ticket, "https://example.org")).0, RefusalCode::TooMany);
    let other = fixture.ticket(2);
    fixture.does(MEMBER, page(2_000, other, "https://example.org"));
}

#[test]
fn ul2_who_may_edit_the_ticket_may_link_and_others_learn_nothing() {
    let mut fixture = with_secret();
    let open = fixture.ticket(1);
    let secret = secret_ticket(&mut fixture, 2);
    fixture.does(MEMBER, page(20, open, "https://example.org"));
    fixture.does(MEMBER, page(21, secret, "https://example.org"));
    let update = |n: u32| json!({"kind": "urlLink.update", "urlLinkId": id(n), "patch": {"title": "Mine"}});
    let delete = |n: u32| json!({"kind": "urlLink.delete", "urlLinkId": id(n)});
    for by in [VIEWER, COMMENTER] {
        for command in [page(22, open, "https://example.org"), update(20), delete(20)] {
            assert_eq!(fixture.refused(by, command).0, RefusalCode::Forbidden);
        }
    }
    for command in [update, delete] {
        assert_eq!(fixture.refusal(ZOE, command(21)), fixture.refusal(ZOE, command(29)), "as if it did not exist");
    }
    fixture.does(ZOE, update(20));
}

#[test]
fn ul3_links_to_addresses_move_with_their_ticket_and_go_with_it() {
    let mut fixture = with_secret();
    let (top, below) = (fixture.ticket(1), fixture.ticket(2));
    fixture.patch(MEMBER, below, json!({"parentTicketId": top}));
    fixture.does(MEMBER, page(20, top, "https://example.org/1"));
    fixture.does(MEMBER, page(21, below, "https://example.org/2"));
    let homes = |fixture: &Fixture| [20, 21].map(|n| fixture.world.home_of(EntityKind::UrlLink, id(n)));
    fixture.patch(MEMBER, top, json!({"lists": {"add": [SECRET]}}));
    assert_eq!(homes(&fixture), [scope_of(&fixture, SECRET); 2]);
    fixture.patch(MEMBER, top, json!({"lists": {"remove": [SECRET], "add": [LIST]}}));
    assert_eq!(homes(&fixture), [fixture.home(); 2]);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": top}));
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": top}));
    assert!(page_of(&fixture, 20).is_none() && page_of(&fixture, 21).is_some());
}

fn read(n: u32, url: &str) -> PageRead {
    let (page_url, page_title) = (url.to_owned(), " The\nplans ".to_owned());
    PageRead { url_link_id: UrlLinkId(id(n)), page_url, page_title, icon_id: Some(SiteIconId(id(60))) }
}

impl Fixture {
    fn notes_page(&mut self, by: UserId, page: PageRead) -> Decision {
        let order = Order { id: self.next(), by, narrowing: Narrowing::NONE, from: None, what: What::Page(page) };
        let decision = decide(&self.world, &order, self.now).expect("noted");
        self.take(&decision);
        decision
    }
}

#[test]
fn ul5_what_a_page_says_is_noted_without_history_and_beside_the_title_that_a_person_gave() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.does(MEMBER, page(20, ticket, "https://example.org/1"));
    fixture.does(MEMBER, json!({"kind": "urlLink.update", "urlLinkId": id(20), "patch": {"title": "Mine"}}));
    // The person may have left.
    let decision = fixture.notes_page(STRANGER, read(20, "https://example.org/1"));
    assert_eq!(decision.writes.len(), 1, "no activity and no change of the ticket: {:?}", decision.writes);
    let link = page_of(&fixture, 20).expect("there").clone();
    assert_eq!((link.title.as_str(), link.page_title.as_str()), ("Mine", "The plans"));
    assert_eq!(link.icon_id, Some(SiteIconId(id(60))));
    assert!(fixture.notes_page(MEMBER, read(20, "https://example.org/1")).writes.is_empty(), "the same again");
    fixture.does(
        MEMBER,
        json!({"kind": "urlLink.update", "urlLinkId": id(20), "patch": {"title": "", "url": "https://example.org/1"}}),
    );
    assert_eq!(page_of(&fixture, 20).map(|it| it.page_title.as_str()), Some("The plans"), "the same address");
}

#[test]
fn ul5_what_another_page_says_is_not_noted_and_another_address_forgets_it() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.does(MEMBER, page(20, ticket, "https://example.org/1"));
    fixture.notes_page(MEMBER, read(20, "https://example.org/1"));
    fixture.does(
        MEMBER,
        json!({"kind": "urlLink.update", "urlLinkId": id(20), "patch": {"url": "https://example.org/2"}}),
    );
    let link = page_of(&fixture, 20).expect("there");
    assert_eq!((link.page_title.as_str(), link.icon_id), ("", None));
    for late in [read(20, "https://example.org/1"), read(21, "https://example.org/1")] {
        assert!(fixture.notes_page(MEMBER, late).writes.is_empty());
    }
}

#[test]
fn ul5_what_a_page_says_stays_in_the_home_of_the_ticket_and_moves_with_it() {
    let mut fixture = with_secret();
    let secret = secret_ticket(&mut fixture, 1);
    fixture.does(MEMBER, page(20, secret, "https://example.org/1"));
    let decision = fixture.notes_page(ZOE, read(20, "https://example.org/1"));
    let scopes: Vec<ScopeId> = decision.writes.iter().map(|(scope, _)| *scope).collect();
    assert_eq!(scopes, [scope_of(&fixture, SECRET)]);
    fixture.patch(MEMBER, secret, json!({"lists": {"remove": [SECRET], "add": [LIST]}}));
    assert_eq!(fixture.world.home_of(EntityKind::UrlLink, id(20)), fixture.home());
    assert_eq!(page_of(&fixture, 20).map(|it| it.page_title.as_str()), Some("The plans"));
}

#[test]
fn lg1_a_link_that_blocks_has_a_lag_in_days_and_no_other_link() {
    let mut fixture = Fixture::with_commons();
    fixture.tickets(1..=2);
    fixture.does(MEMBER, blocks(20, id(1), id(2)));
    fixture.does(MEMBER, json!({"kind": "link.create", "linkId": id(21), "linkKind": "relates", "fromTicketId": id(1), "toTicketId": id(2)}));
    for (days, kept) in [(3, Some(3)), (-2, Some(-2)), (0, None), (0, None)] {
        fixture.does(MEMBER, lag(20, days));
        assert_eq!(lag_of(&fixture, 20), kept);
    }
    assert_eq!(fixture.refused(MEMBER, lag(21, 1)).0, RefusalCode::Conflict);
    assert_eq!(fixture.refused(MEMBER, lag(29, 1)).0, RefusalCode::NotFound);
    for days in [10_000, -10_000, i32::MAX, i32::MIN] {
        assert_eq!(fixture.refused(MEMBER, lag(20, days)), (RefusalCode::ValidationFailed, Some("days".into())));
    }
    assert_eq!(fixture.refused(VIEWER, lag(20, 1)).0, RefusalCode::Forbidden);
}

#[test]
fn lg2_a_lag_moves_and_goes_with_its_link() {
    let mut fixture = with_secret();
    fixture.tickets(1..=3);
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    fixture.does(MEMBER, blocks(20, id(1), id(2)));
    fixture.does(MEMBER, blocks(21, id(1), id(3)));
    fixture.does(MEMBER, lag(20, 4));
    fixture.does(MEMBER, lag(21, 5));
    fixture.patch(MEMBER, id(1), json!({"lists": {"add": [SECRET]}}));
    assert_eq!((lag_of(&fixture, 20), lag_of(&fixture, 21)), (Some(4), None), "a link into another home goes");
    let row = LinkLag::id_of(LinkId(id(20)));
    assert_eq!(fixture.world.home_of(EntityKind::LinkLag, row.0), scope_of(&fixture, SECRET));
    fixture.does(MEMBER, json!({"kind": "link.delete", "linkId": id(20)}));
    assert_eq!(lag_of(&fixture, 20), None);
}

#[test]
fn lg3_a_link_that_blocks_has_one_of_four_kinds_and_keeps_its_lag_when_the_kind_changes() {
    let mut fixture = Fixture::with_commons();
    fixture.tickets(1..=2);
    fixture.does(MEMBER, blocks(20, id(1), id(2)));
    fixture.does(MEMBER, json!({"kind": "link.create", "linkId": id(21), "linkKind": "relates", "fromTicketId": id(1), "toTicketId": id(2)}));
    let kept = |fixture: &Fixture| row_of(fixture, 20).map(|it| (it.days, it.ends));
    fixture.does(MEMBER, ends(20, "startToStart"));
    assert_eq!(kept(&fixture), Some((0, Some(LinkEnds::StartToStart))));
    fixture.does(MEMBER, lag(20, 3));
    assert_eq!(kept(&fixture), Some((3, Some(LinkEnds::StartToStart))));
    fixture.does(MEMBER, ends(20, "finishToFinish"));
    assert_eq!(kept(&fixture), Some((3, Some(LinkEnds::FinishToFinish))));
    fixture.does(MEMBER, lag(20, 0));
    assert_eq!(kept(&fixture), Some((0, Some(LinkEnds::FinishToFinish))), "the kind stays when the lag is removed");
    fixture.does(MEMBER, json!({"kind": "linkLag.set", "linkId": id(20), "days": -2, "ends": "startToFinish"}));
    assert_eq!(kept(&fixture), Some((-2, Some(LinkEnds::StartToFinish))));
    fixture.does(MEMBER, ends(20, "finishToStart"));
    assert_eq!(kept(&fixture), Some((-2, None)), "the default kind is stored as no value");
    fixture.does(MEMBER, lag(20, 0));
    assert_eq!(kept(&fixture), None);
    fixture.does(MEMBER, json!({"kind": "linkLag.set", "linkId": id(20)}));
    assert_eq!(kept(&fixture), None, "a command without fields changes nothing");
    assert_eq!(fixture.refused(MEMBER, ends(21, "startToStart")).0, RefusalCode::Conflict);
    assert_eq!(fixture.refused(MEMBER, ends(29, "startToStart")).0, RefusalCode::NotFound);
    assert_eq!(fixture.refused(VIEWER, ends(20, "startToStart")).0, RefusalCode::Forbidden);
}

#[test]
fn lg2_lg3_a_kind_moves_with_its_link_and_is_deleted_with_it() {
    let mut fixture = with_secret();
    fixture.tickets(1..=2);
    fixture.patch(MEMBER, id(2), json!({"parentTicketId": id(1)}));
    fixture.does(MEMBER, blocks(20, id(1), id(2)));
    fixture.does(MEMBER, ends(20, "startToStart"));
    fixture.patch(MEMBER, id(1), json!({"lists": {"add": [SECRET]}}));
    assert_eq!(row_of(&fixture, 20).and_then(|it| it.ends), Some(LinkEnds::StartToStart));
    let row = LinkLag::id_of(LinkId(id(20)));
    assert_eq!(fixture.world.home_of(EntityKind::LinkLag, row.0), scope_of(&fixture, SECRET));
    fixture.does(MEMBER, json!({"kind": "link.delete", "linkId": id(20)}));
    assert_eq!(row_of(&fixture, 20), None);
}

#[test]
fn lg3_a_row_of_the_previous_version_is_finish_to_start() {
    let row = json!({"id": LinkLag::id_of(LinkId(id(20))), "linkId": id(20), "days": 3});
    let read: LinkLag = serde_json::from_value(row).expect("readable");
    assert_eq!((read.days, read.ends), (3, None));
}
