//! A workspace and a history that are too large for one read.

use actors::domain::change::Event;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Fixture, Session, journal};

/// Repeats the row of one ticket.
const MANY: &str = "insert into tickets (workspace_id, id, scope_id, version, number, private, title, description_sum, status_id,
        created_user_id, assignees_ids, labels, lists, subtasks_order, completed, comments, commented_by_user_ids, in_progress_for, created_at, updated_at)
    select s.workspace_id, gen_random_uuid(), s.workspace_id, 1, g, false, 'Ticket ' || g, 0, s.id, m.id, '{}', '{}', '[]', '{}', false, 0, '{}', 0, now(), now()
    from generate_series($2::int, $3::int) g,
      (select * from statuses where workspace_id = $1 limit 1) s, (select * from members where workspace_id = $1 limit 1) m";

#[actix::test]
async fn a_workspace_of_any_size_is_loaded_whole() {
    let fixture = Fixture::new(1).await;
    let session = Session::of(&fixture, fixture.people[0]).await;
    let mut database = fixture.database.connect().await;
    // At the end of a page, directly behind it, and pages later.
    for (from, to) in [(1, 5_000), (5_001, 5_001), (5_002, 12_345)] {
        sqlx::query(MANY).bind(fixture.workspace.0).bind(from).bind(to).execute(&mut database).await.expect("made");
        let (world, ..) = session.load(&[]).await;
        assert_eq!(world.index.len() as i32, to);
        let scope = fixture.workspace.scope();
        assert!((1..=i64::from(to)).all(|number| world.index.by_number(scope, number).is_some()));
    }
}

#[actix::test]
async fn cm8_a_page_of_the_journal_ends_at_a_mebibyte_and_the_next_one_goes_on_from_there() {
    const PAGE: usize = 1 << 20;
    let fixture = Fixture::new(1).await;
    let owner = fixture.people[0];
    let ticket = Uuid::now_v7();
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "Long"})).await;
    let mut head = 0;
    for n in 0..50 {
        let message = n.to_string().repeat(49_000 / n.to_string().len());
        let comment =
            json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": message});
        head = fixture.does(owner, comment).await.seq;
    }
    let size = |event: &Event| serde_json::to_string(&event.changes).expect("JSON").len();
    let journal = journal(&fixture.database).await;
    let (mut read, mut pages) = (0, 0);
    while read < head {
        let page = journal.events_since(fixture.home(), read, head, 1_000).await.expect("a page");
        let (last, before) = page.split_last().expect("never an empty page");
        assert!(before.iter().map(size).sum::<usize>() <= PAGE, "it ends with the event that fills it");
        assert!(page.iter().map(|event| event.seq).eq(read + 1..=last.seq), "no hole and no double");
        read = last.seq;
        pages += 1;
    }
    assert!((3..=4).contains(&pages), "{pages} pages of some 2.5 MB");
}
