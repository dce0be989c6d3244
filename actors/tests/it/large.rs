//! A workspace that is too large to be read at once.

use crate::support::{House, Session};

/// Rows of one ticket, again and again.
const MANY: &str = "insert into tickets (workspace_id, id, scope_id, version, number, private, title, description_sum, status_id,
        created_user_id, assignees_ids, labels, lists, subtasks_order, completed, comments, commented_by_user_ids, in_progress_for, created_at, updated_at)
    select s.workspace_id, gen_random_uuid(), s.workspace_id, 1, g, false, 'Ticket ' || g, 0, s.id, m.id, '{}', '{}', '[]', '{}', false, 0, '{}', 0, now(), now()
    from generate_series($2::int, $3::int) g,
      (select * from statuses where workspace_id = $1 limit 1) s, (select * from members where workspace_id = $1 limit 1) m";

#[actix::test]
async fn a_workspace_comes_on_stage_whole_however_many_tickets_it_has() {
    let house = House::new(1).await;
    let session = Session::of(&house, house.people[0]).await;
    let mut database = house.database.connect().await;
    // At the end of a page, right behind it, and pages later.
    for (from, to) in [(1, 5_000), (5_001, 5_001), (5_002, 12_345)] {
        sqlx::query(MANY).bind(house.workspace.0).bind(from).bind(to).execute(&mut database).await.expect("made");
        let (world, ..) = session.load(&[]).await;
        assert_eq!(world.index.len() as i32, to);
        let scope = house.workspace.scope();
        assert!((1..=i64::from(to)).all(|number| world.index.by_number(scope, number).is_some()));
    }
}
