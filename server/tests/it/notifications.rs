//! Notifications by mail, from the event to the mail (NT3 to NT10 of docs/decisions/notifications.md).

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Client, MailServer, Person, TestDatabase, TestNode, Troupe, free_port, until};

/// A mail in the development mailbox: the address, the subject and the text.
pub type Kept = (String, String, String);

/// A workspace of Olga, Mia and Bob on a node.
pub struct Stand {
    pub database: TestDatabase,
    node: TestNode,
    pub team: Team,
}

impl Stand {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// The same with some settings changed.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::new().await;
        let node = TestNode::start_with(&database, settings).await;
        let team = Team::new(&node, &["olga", "mia", "bob"]).await;
        Self { database, node, team }
    }

    pub async fn does(&self, n: usize, command: Value) {
        let answer = self.team.post(n, &command).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    }

    pub async fn change(&self, sql: &str) {
        self.database.connect().await.execute(AssertSqlSafe(sql.to_owned())).await.expect("changed");
    }

    pub async fn count(&self, sql: &str) -> i64 {
        count(&self.database, sql).await
    }

    pub fn user(&self, n: usize) -> &str {
        &self.team.people[n].id
    }

    pub async fn create(&self, n: usize, title: &str, assignees: &[usize]) -> Uuid {
        let id = Uuid::now_v7();
        let assignees: Vec<&str> = assignees.iter().map(|n| self.user(*n)).collect();
        self.does(n, json!({"kind": "ticket.create", "ticketId": id, "title": title, "assigneesIds": assignees})).await;
        id
    }

    pub async fn comment(&self, n: usize, ticket: Uuid, message: &str) -> Uuid {
        let id = Uuid::now_v7();
        self.does(n, json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": message})).await;
        id
    }

    /// Waits until everything that has happened is sorted.
    async fn sorted(&self) {
        sorted(&self.database).await;
    }

    /// Sends all that waits, now, and waits until it has been sent.
    pub async fn sent(&self) {
        sent(&self.database).await;
    }

    /// The mails to a person about tasks, the oldest first.
    pub async fn mails(&self, n: usize) -> Vec<Kept> {
        mails(&self.database, &self.team.people[n].email).await
    }
}

pub async fn count(database: &TestDatabase, sql: &str) -> i64 {
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a number")
}

pub async fn run(database: &TestDatabase, sql: &'static str) {
    database.connect().await.execute(sql).await.expect("changed");
}

/// Notes that were not read, and events that were not noted: the follower stores its cursor at once only if it notes something.
const BEHIND: &str = "select (select count(*) from follower_notes) + (select count(*) from events e
    join streams s on s.id = e.scope_id
    left join follower_cursors c on c.follower = 'notifications' and c.scope_id = e.scope_id
    where e.seq > coalesce(c.seq, 0) and exists (
        select from jsonb_array_elements(e.changes::jsonb) a
        where a ->> 'entity' = 'share' and a ->> 'op' <> 'update'
           or a ->> 'entity' = 'member' and a ->> 'op' = 'update' and a -> 'data' ? 'state'
           or a ->> 'entity' = 'ticketSubscription' and s.user_id is not null and s.user_id <> e.user_id
           or a ->> 'entity' = 'activity' and a ->> 'op' = 'create' and exists (
               select from jsonb_array_elements(e.changes::jsonb) t where t ->> 'entity' = 'ticket'
                   and t -> 'data' -> 'lastActivity' ->> 'at' = a -> 'data' ->> 'createdAt')))";

pub async fn sorted(database: &TestDatabase) {
    until("all events are sorted", || async {
        run(database, "update jobs set due_at = now() where kind = 'notifications.sort' and state = 'waiting'").await;
        count(database, BEHIND).await == 0
    })
    .await;
}

pub async fn sent(database: &TestDatabase) {
    sorted(database).await;
    let open = "select count(*) from jobs where kind in ('mail.notification', 'push.notification') and state in ('waiting', 'running')";
    until("all is sent", || async {
        run(database, "update jobs set due_at = now() where kind in ('mail.notification', 'push.notification') and state = 'waiting'").await;
        count(database, open).await == 0
    })
    .await;
}

async fn mails(database: &TestDatabase, to: &str) -> Vec<Kept> {
    let sql = "select recipient, subject, body from dev_mailbox where recipient = $1 and body like '%member of Team on%' order by id";
    sqlx::query_as(sql).bind(to).fetch_all(&mut database.connect().await).await.expect("mails")
}

/// The path of the address in a mail that ends such mails.
fn unsubscribe(text: &str) -> String {
    let link = text.lines().find_map(|line| line.strip_prefix("Unsubscribe: ")).expect("an address");
    format!("/unsubscribe/{}", link.rsplit('/').next().expect("a token"))
}

/// A mail about a team's task to its second person, from which the path of the address is that ends such mails.
pub async fn unsubscribe_path(database: &TestDatabase, team: &Team) -> String {
    let ticket = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Yours", "assigneesIds": [team.people[1].id]});
    assert_eq!(team.post(0, &ticket).await.status, 200);
    sent(database).await;
    let all = mails(database, &team.people[1].email).await;
    unsubscribe(&all.first().expect("a mail").2)
}

#[actix_web::test]
async fn nt5_a_burst_is_one_mail_to_each_person_and_none_to_its_author() {
    let stand = Stand::new().await;
    let roof = stand.create(0, "Mend the roof", &[1]).await;
    let first = stand.comment(0, roof, "Word 0").await;
    for n in 1..5 {
        stand.comment(0, roof, &format!("Word {n}")).await;
    }
    let cellar = stand.create(0, "Clean the cellar", &[]).await;
    stand.comment(0, cellar, "Ask @mia first").await;
    stand.comment(2, roof, "I can help").await;
    stand.sorted().await;
    let doubles = "select count(*) - count(distinct payload ->> 'user') from jobs where kind = 'mail.notification'";
    assert_eq!(stand.count(doubles).await, 0, "one job a person");
    let early = "select count(*) from jobs where kind = 'mail.notification' and due_at < now() + interval '1 minute'";
    assert_eq!(stand.count(early).await, 0, "the first news waits for more");
    stand.sent().await;

    let [(_, subject, text)] = stand.mails(1).await.try_into().expect("one mail");
    assert_eq!(subject, "2 updates in Team");
    for part in [
        "Mend the roof\n",
        "- olga assigned this task to you\n",
        "- olga commented\n  > Word 0\n",
        "> Word 4\n",
        "- bob commented\n  > I can help\n",
        "Clean the cellar\n",
        "- olga mentioned you\n  > Ask @mia first\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text.contains(&format!("/w/{}/all/", stand.team.workspace)), "{text}");
    assert!(text.contains(&format!("?comment={first}\n")), "the first comment is linked: {text}");
    assert_eq!(text.matches("?comment=").count(), 2, "each task is linked once: {text}");
    let [(_, subject, text)] = stand.mails(0).await.try_into().expect("one mail");
    assert!(subject.ends_with("Mend the roof") && text.contains("bob commented") && !text.contains("olga"), "{text}");
    assert!(stand.mails(2).await.is_empty());
    // What was sent is not sent again, and Bob is told only of what came after his own comment.
    stand.comment(0, roof, "Later").await;
    stand.sent().await;
    let later = stand.mails(1).await.pop().expect("a mail");
    assert!(later.2.contains("> Later") && !later.2.contains("Word 0"), "{}", later.2);
    let [(_, _, text)] = stand.mails(2).await.try_into().expect("one mail");
    assert!(text.contains("> Later") && !text.contains("Word"), "{text}");
}

#[actix_web::test]
async fn nt5_a_burst_of_comments_on_a_ticket_of_eleven_thousand_subscribers_is_one_mail_to_each_member() {
    let stand = Stand::new().await;
    let roof = stand.create(0, "Mend the roof", &[1]).await;
    // Subscribers who are no members get nothing, and count as people all the same.
    let copies = format!(
        "insert into ticket_subscriptions
         select (r).* from (
             select jsonb_populate_record(s, jsonb_build_object(
                 'id', gen_random_uuid(), 'scope_id', gen_random_uuid(), 'workspace_user_id', gen_random_uuid())) as r
             from ticket_subscriptions s cross join generate_series(1, 11000)
             where s.ticket_id = '{roof}' and s.workspace_user_id = '{}'
         ) copies",
        stand.user(1)
    );
    stand.change(&copies).await;
    for n in 0..4 {
        stand.comment(0, roof, &format!("Word {n}")).await;
    }
    stand.sent().await;
    let [(_, _, text)] = stand.mails(1).await.try_into().expect("one mail");
    let words: Vec<&str> = text.matches("> Word ").collect();
    assert_eq!(words.len(), 4, "{text}");
    assert_eq!(stand.count("select count(*) from follower_notes").await, 0);
}

#[actix_web::test]
async fn nt4_each_of_the_nine_kinds_has_its_sentence() {
    let stand = Stand::new().await;
    let all = json!({"createTicket": ["mail"], "mention": ["mail"], "comment": ["mail"], "assigneAdd": ["mail"],
        "assigneRemove": ["mail"], "userAdd": ["mail"], "userRemove": ["mail"], "status": ["mail"], "name": ["mail"]});
    stand.does(1, json!({"kind": "preferences.update", "patch": {"notifications": all}})).await;
    let status = Uuid::now_v7();
    let list = Uuid::now_v7();
    let ticket = stand.create(1, "Roof", &[]).await;
    let patch = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    for command in [
        json!({"kind": "status.create", "statusId": status, "name": "Doing", "category": "started"}),
        patch(json!({"title": "The roof"})),
        patch(json!({"statusId": status})),
        patch(json!({"assigneesIds": {"add": [stand.user(1)]}})),
        patch(json!({"assigneesIds": {"remove": [stand.user(1)]}})),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Tiles", "parentTicketId": ticket}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Nails", "description": "For @mia."}),
        json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true}),
        json!({"kind": "share.set", "listId": list, "userId": stand.user(1), "level": "view"}),
    ] {
        stand.does(0, command).await;
    }
    stand.comment(0, ticket, "Soon").await;
    stand.sent().await;
    let [(_, _, text)] = stand.mails(1).await.try_into().expect("one mail");
    for says in [
        "olga renamed this task",
        "olga changed the status to Doing",
        "olga assigned this task to you",
        "olga removed you as an assignee",
        "olga commented",
        "Tiles",
        "olga created this task",
        "Nails",
        "olga mentioned you",
        "olga shared the list Secret with you",
    ] {
        assert!(text.contains(says), "{says} in {text}");
    }
    stand.does(0, json!({"kind": "share.remove", "listId": list, "userId": stand.user(1)})).await;
    stand.sent().await;
    let text = stand.mails(1).await.pop().expect("a mail").2;
    assert!(text.contains("A list is no longer shared with you") && !text.contains("Secret"), "{text}");
    stand.does(0, json!({"kind": "member.deactivate", "userId": stand.user(1)})).await;
    stand.sent().await;
    let text = stand.mails(1).await.pop().expect("a mail").2;
    assert!(text.contains("You're no longer a member of Team"), "{text}");
    stand.does(0, json!({"kind": "member.restore", "userId": stand.user(1)})).await;
    stand.sent().await;
    let text = stand.mails(1).await.pop().expect("a mail").2;
    assert!(text.contains("olga made you a member of Team again"), "{text}");
    assert_eq!(stand.mails(1).await.len(), 4);
}

#[actix_web::test]
async fn nt5_what_was_read_hidden_deleted_or_left_meanwhile_is_left_out() {
    let stand = Stand::new().await;
    let list = Uuid::now_v7();
    stand.does(0, json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true})).await;
    let [read, hidden, binned, muted, gone] =
        ["Read", "Hidden", "Binned", "Muted", "Gone"].map(|title| (title, Uuid::now_v7()));
    for (title, id) in [read, hidden, binned, muted, gone] {
        let new = json!({"kind": "ticket.create", "ticketId": id, "title": title});
        stand.does(1, new).await;
        stand.comment(0, id, "Private words").await;
    }
    let comment = stand.comment(0, gone.1, "Wrong words").await;
    stand.sorted().await;
    let last =
        stand.count(&format!("select (last_activity ->> 'number')::bigint from tickets where id = '{}'", read.1)).await;
    let activity: Uuid = sqlx::query_scalar("select (last_activity ->> 'id')::uuid from tickets where id = $1")
        .bind(read.1)
        .fetch_one(&mut stand.database.connect().await)
        .await
        .expect("an id");
    let of = |ticket: Uuid, patch: Value| json!({"kind": "subscription.update", "ticketId": ticket, "patch": patch});
    stand.does(1, of(read.1, json!({"lastRead": {"activityId": activity, "number": last}}))).await;
    stand.does(1, of(muted.1, json!({"muted": true}))).await;
    stand.does(1, json!({"kind": "ticket.trash", "ticketId": binned.1})).await;
    stand.does(0, json!({"kind": "ticket.update", "ticketId": hidden.1, "patch": {"lists": {"add": [list]}}})).await;
    stand.does(0, json!({"kind": "comment.delete", "commentId": comment})).await;
    stand.sent().await;
    let [(_, subject, text)] = stand.mails(1).await.try_into().expect("one mail");
    assert!(subject.ends_with("Gone"), "{subject}");
    assert!(text.contains("Private words") && !text.contains("Wrong words"), "{text}");

    // A person who has left hears nothing of the tasks.
    stand.comment(0, gone.1, "After that").await;
    stand.sorted().await;
    stand.does(1, json!({"kind": "member.remove", "userId": stand.user(1)})).await;
    stand.sent().await;
    assert_eq!(stand.mails(1).await.len(), 1);
}

#[actix_web::test]
async fn nt8_quiet_hours_that_were_chosen_since_hold_a_mail_back() {
    let stand = Stand::new().await;
    stand.create(0, "Roof", &[1]).await;
    stand.sorted().await;
    let hour = i32::from(time::OffsetDateTime::now_utc().hour());
    let quiet = json!({"from": hour, "to": (hour + 2) % 24});
    stand.does(1, json!({"kind": "preferences.update", "patch": {"quietHours": quiet}})).await;
    stand.change("update jobs set due_at = now() where kind = 'mail.notification'").await;
    let later = "select count(*) from jobs where kind = 'mail.notification' and state = 'waiting' and due_at > now() + interval '50 minutes'";
    until("the mail waits", || async { stand.count(later).await == 1 }).await;
    stand.create(0, "Cellar", &[1]).await;
    stand.sorted().await;
    assert_eq!(stand.count(later).await, 1, "more news wait for the same mail");
    assert!(stand.mails(1).await.is_empty());
    stand.does(1, json!({"kind": "preferences.update", "patch": {"quietHours": null}})).await;
    stand.sent().await;
    assert_eq!(stand.mails(1).await[0].1, "2 updates in Team");
}

#[actix_web::test]
async fn nt7_a_digest_gathers_until_its_hour() {
    let stand = Stand::new().await;
    let hour = (i32::from(time::OffsetDateTime::now_utc().hour()) + 3) % 24;
    let patch = json!({"digest": "daily", "digestHour": hour, "timeZone": "UTC"});
    stand.does(1, json!({"kind": "preferences.update", "patch": patch})).await;
    for title in ["Roof", "Cellar"] {
        stand.create(0, title, &[1]).await;
        stand.sorted().await;
    }
    let due = format!(
        "select count(*) from jobs where kind = 'mail.notification' and extract(hour from due_at at time zone 'UTC') = {hour}
         and extract(minute from due_at) = 0 and due_at > now()"
    );
    assert_eq!(stand.count(&due).await, 1);
    stand.sent().await;
    assert_eq!(stand.mails(1).await[0].1, "2 updates in Team");
}

#[actix_web::test]
async fn nt9_one_request_without_signing_in_ends_the_mails_about_one_workspace() {
    let stand = Stand::new().await;
    stand.create(0, "Roof", &[1]).await;
    stand.sent().await;
    let path = unsubscribe(&stand.mails(1).await[0].2);
    let visitor = stand.node.client();
    let chosen = "select count(*) from preferences where not mails";
    let page = visitor.get(&path).await;
    let html = String::from_utf8(page.body).expect("text");
    assert!(page.status == 200 && html.contains("Stop emails about Team?") && html.contains("<form method=\"post\">"));
    assert_eq!(stand.count(chosen).await, 0, "looking changes nothing");
    for forged in ["/unsubscribe/x", &format!("{}A", path), &path.replace(&path[20..30], "AAAAAAAAAA")] {
        for answer in [visitor.get(forged).await, post(&visitor, forged).await] {
            assert_eq!(answer.status, 404, "{forged}");
        }
    }
    assert_eq!(stand.count(chosen).await, 0);
    for _ in 0..2 {
        let answer = post(&visitor, &path).await;
        assert_eq!(answer.status, 200);
        assert!(String::from_utf8(answer.body).expect("text").contains("unsubscribed from Team"));
    }
    assert_eq!(stand.count(chosen).await, 1);
    let ticket = stand.create(0, "Cellar", &[1, 2]).await;
    stand.comment(0, ticket, "@mia and @bob").await;
    stand.sent().await;
    assert_eq!((stand.mails(1).await.len(), stand.mails(2).await.len()), (1, 1), "others get theirs");
    // The rows of a person who has left stay as they are.
    stand.does(1, json!({"kind": "member.remove", "userId": stand.user(1)})).await;
    assert_eq!(post(&visitor, &path).await.status, 200);
}

/// The request of a mail reader (RFC 8058).
async fn post(client: &Client, path: &str) -> crate::support::Answer {
    let body = b"List-Unsubscribe=One-Click".to_vec();
    client.send(awc::http::Method::POST, path, Some("application/x-www-form-urlencoded"), body).await
}

#[actix_web::test]
async fn nt10_assignees_are_reminded_once_of_a_due_date_in_their_time_zone() {
    let stand = Stand::new().await;
    let patch = json!({"reminders": ["onDay", "dayBefore"], "digestHour": 0, "timeZone": "Pacific/Auckland", "digest": "weekly"});
    stand.does(1, json!({"kind": "preferences.update", "patch": patch})).await;
    let today = "select (now() at time zone 'Pacific/Auckland')::date::text";
    let today: String = sqlx::query_scalar(today).fetch_one(&mut stand.database.connect().await).await.expect("a day");
    let day = |days: i64| {
        let format = time::macros::format_description!("[year]-[month]-[day]");
        let date = time::Date::parse(&today, format).expect("a day") + time::Duration::days(days);
        date.format(format).expect("text")
    };
    let done: Uuid = sqlx::query_scalar("select id from statuses where category = 'completed'")
        .fetch_one(&mut stand.database.connect().await)
        .await
        .expect("a status");
    for (title, n, due, done_at_once) in [
        ("Today", 1, 0, false),
        ("Tomorrow", 1, 1, false),
        ("Later", 1, 2, false),
        ("Finished", 1, 0, true),
        ("Other", 2, 0, false),
    ] {
        let ticket = stand.create(n, title, &[n]).await;
        stand.does(n, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"dueDate": day(due)}})).await;
        if done_at_once {
            stand.does(n, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"statusId": done}})).await;
        }
    }
    let reminded = "select count(*) from notification_days";
    for _ in 0..2 {
        stand.change("update jobs set due_at = now() where kind = 'notifications.remind' and state = 'waiting'").await;
        until("the day is noted", || async { stand.count(reminded).await == 1 }).await;
    }
    stand.sent().await;
    let [(_, subject, text)] = stand.mails(1).await.try_into().expect("one mail");
    assert_eq!(subject, "2 updates in Team");
    assert!(text.contains("Today\n") && text.contains("Tomorrow\n") && text.contains("- Due on "), "{text}");
    assert!(!text.contains("Later") && !text.contains("Finished") && !text.contains("Other"), "{text}");
    assert!(stand.mails(2).await.is_empty(), "Bob has not asked for reminders");
}

#[actix_web::test]
async fn nt3_a_node_that_is_killed_loses_no_notification_and_stores_none_twice() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::node(&database);
    let mut people = Vec::new();
    for name in ["olga", "mia"] {
        people.push(Person::sign_up(Client::new(&node.url), name).await);
    }
    let mut team = Team::of(people).await;
    let mut tickets: Vec<Uuid> = Vec::new();
    for round in 0..6 {
        for n in 0..5 {
            let (id, title) = (Uuid::now_v7(), format!("Task {round}-{n}."));
            let new =
                json!({"kind": "ticket.create", "ticketId": id, "title": title, "assigneesIds": [team.people[1].id]});
            assert_eq!(team.post(0, &new).await.status, 200);
            tickets.push(id);
        }
        // Everything is due, so that the node dies somewhere between the event and the mail.
        run(&database, "update jobs set due_at = now() where kind in ('mail.notification', 'notifications.sort') and state = 'waiting'").await;
        node.child.kill().expect("killed");
        node.child.wait().expect("dead");
        // As if the leases of the dead node had ended.
        run(&database, "update jobs set due_at = now() where state = 'running'").await;
        run(&database, "update followers set taken_until = now()").await;
        node = Troupe::node(&database);
        for person in &mut team.people {
            person.client = person.client.at(&node.url);
        }
    }
    sent(&database).await;
    let all = mails(&database, &team.people[1].email).await;
    for round in 0..6 {
        for n in 0..5 {
            let task = format!("Task {round}-{n}.");
            let told = all.iter().filter(|(_, _, text)| text.contains(&task)).count();
            assert!(told >= 1, "{task} is lost: {all:?}");
        }
    }
    assert_eq!(count(&database, "select count(*) from notifications").await, 30, "each is stored once");
    assert_eq!(count(&database, "select count(*) from notifications where ended_at is null").await, 0);
}

#[actix_web::test]
async fn nt6_a_mail_that_is_sent_twice_has_the_same_message_id_and_text_and_names_no_address_in_its_job() {
    let stand = Stand::new().await;
    stand.create(0, "Roof", &[1]).await;
    stand.sorted().await;
    let Stand { database, node, team } = stand;
    drop(node);
    let server = free_port();
    let url = format!("smtp://127.0.0.1:{server}");
    let settings = [("TROUPE_MAIL_URL", url.as_str()), ("TROUPE_MAIL_FROM", "Troupe <troupe@example.net>")];
    let server = MailServer::start(server, "250 taken");
    let payload: Value = sqlx::query_scalar("select payload from jobs where kind = 'mail.notification'")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a payload");
    assert_eq!(payload, json!({"workspace": team.workspace, "user": team.people[1].id, "channel": "mail"}));
    let _node = TestNode::start_with(&database, &settings).await;
    sent(&database).await;
    // As if the node had died between the server's 250 and its own commit.
    run(&database, "update notifications set ended_at = null").await;
    let again =
        sqlx::query("update jobs set state = 'waiting', payload = $1, due_at = now() where kind = 'mail.notification'");
    again.bind(payload).execute(&mut database.connect().await).await.expect("again");
    until("the mail was sent again", || async { server.mails().len() == 2 }).await;
    sent(&database).await;
    let [one, two] = server.mails().try_into().expect("two mails");
    let line = |mail: &str, name: &str| mail.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    for name in ["Message-ID: ", "Subject: ", "List-Unsubscribe: ", "List-Unsubscribe-Post: "] {
        assert!(line(&one, name).is_some(), "{name} in {one}");
        assert_eq!(line(&one, name), line(&two, name));
    }
    assert!(one.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
}
