//! Notifications by web push, from the browser that turns it on to the message that it reads (NT12 to NT16 of
//! docs/decisions/notifications.md).

use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use crate::notifications::{Stand, count, run, sent, sorted};
use crate::protocol::team::Team;
use crate::support::{Browser, Client, Person, PushService, TestDatabase, TestNode, Troupe, until};

/// Lets the node reach the push service of the test.
const PRIVATE: (&str, &str) = ("TROUPE_OUTBOUND_PRIVATE", "1");

async fn server_key(client: &Client) -> String {
    client.get("/api/me/push").await.json()["serverKey"].as_str().expect("a key").to_owned()
}

/// Turns web push on, as the page of a browser does, and answers the id.
async fn turn_on(client: &Client, browser: &Browser) -> String {
    let answer = client.post("/api/me/push", &browser.subscription(&server_key(client).await)).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    answer.json()["id"].as_str().expect("an id").to_owned()
}

async fn devices(client: &Client) -> Vec<Value> {
    client.get("/api/me/push").await.json()["devices"].as_array().expect("devices").clone()
}

fn titles(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["title"].as_str().expect("a title")).collect()
}

/// A team of Olga, Mia and Bob, with a push service and Mia's browser, which gets all nine kinds.
async fn stand() -> (Stand, PushService, Browser) {
    let stand = Stand::with(&[PRIVATE]).await;
    let service = PushService::start();
    let browser = Browser::at(&service, "mia");
    turn_on(&stand.team.people[1].client, &browser).await;
    stand.does(1, json!({"kind": "preferences.update", "patch": {"notifications": all_by_push()}})).await;
    (stand, service, browser)
}

fn all_by_push() -> Value {
    let kinds = [
        "createTicket",
        "mention",
        "comment",
        "assigneAdd",
        "assigneRemove",
        "userAdd",
        "userRemove",
        "status",
        "name",
    ];
    kinds.iter().map(|kind| ((*kind).to_owned(), json!(["push"]))).collect::<serde_json::Map<_, _>>().into()
}

#[actix_web::test]
async fn nt12_a_browser_is_added_listed_and_removed_by_its_owner_alone_and_ends_with_its_session() {
    let stand = Stand::with(&[PRIVATE]).await;
    let service = PushService::start();
    let (olga, mia) = (&stand.team.people[0], &stand.team.people[1]);
    let mia_client =
        mia.client.with_header("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    let (one, two) = (Browser::at(&service, "one"), Browser::at(&service, "two"));
    let id = turn_on(&mia_client, &one).await;
    assert_eq!(turn_on(&mia_client, &one).await, id, "the same again changes nothing");
    let other = mia.sign_in_again().await.client;
    let second = turn_on(&other, &two).await;
    let all = devices(&mia_client).await;
    assert_eq!((all[0]["id"].as_str(), all[0]["name"].as_str()), (Some(id.as_str()), Some("Firefox on Linux")));
    let current = |all: &[Value]| all.iter().map(|it| it["current"] == true).collect::<Vec<_>>();
    assert_eq!((current(&all), current(&devices(&other).await)), (vec![true, false], vec![false, true]));
    assert!(devices(&olga.client).await.is_empty());

    let sealed =
        "select string_agg(encode(sealed, 'escape') || encode(endpoint_hash, 'escape'), ' ') from push_devices";
    let sealed: String = sqlx::query_scalar(sealed).fetch_one(&mut stand.database.connect().await).await.expect("text");
    assert!(!sealed.contains("127.0.0.1") && !sealed.contains("send/one"), "the database shows no endpoint");

    let remove = |id: &str| format!("/api/me/push/{id}/remove");
    assert_eq!(olga.client.post(&remove(&second), &json!({})).await.refusal(), (404, "not_found".to_owned()));
    assert_eq!(other.post(&remove(&id), &json!({})).await.status, 204, "another browser of the person may remove it");
    assert_eq!(other.post(&remove(&id), &json!({})).await.status, 404);
    assert_eq!(stand.count("select count(*) from push_devices").await, 1);
    assert_eq!(other.post("/api/auth/sign-out", &json!({})).await.status, 204);
    assert_eq!(stand.count("select count(*) from push_devices").await, 0, "signing out ends it");

    // Another person turns it on in the same browser: the person before hears nothing there any more.
    let before = turn_on(&mia_client, &one).await;
    let after = turn_on(&olga.client, &one).await;
    assert_ne!(before, after);
    assert!(devices(&mia_client).await.is_empty() && devices(&olga.client).await.len() == 1);
    // A browser that has subscribed anew is one device still.
    turn_on(&olga.client, &two).await;
    assert_eq!(devices(&olga.client).await.len(), 1);
    stand.change("update sessions set expires_at = now() - interval '1 second'").await;
    assert!(devices(&olga.client).await.is_empty(), "with its session, a browser ends");
}

#[actix_web::test]
async fn nt12_a_wrong_subscription_is_refused_with_its_field_and_an_account_has_ten_browsers() {
    let stand = Stand::with(&[PRIVATE]).await;
    let service = PushService::start();
    let mia = &stand.team.people[1];
    let key = server_key(&mia.client).await;
    let good = Browser::at(&service, "mia").subscription(&key);
    let with = |pointer: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).expect("a field") = value;
        body
    };
    let long = format!("https://push.example.net/{}", "a".repeat(1_024));
    for (pointer, value, field) in [
        ("/endpoint", json!("ftp://push.example.net/"), "endpoint"),
        ("/endpoint", json!("no address"), "endpoint"),
        ("/endpoint", json!(long), "endpoint"),
        ("/keys/p256dh", json!("AAAA"), "keys.p256dh"),
        ("/keys/auth", json!("AAAA"), "keys.auth"),
    ] {
        let answer = mia.client.post("/api/me/push", &with(pointer, value.clone())).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".to_owned()), "{value}");
        assert_eq!(answer.field().as_deref(), Some(field));
    }
    let answer = mia.client.post("/api/me/push", &with("/serverKey", json!("AAAA"))).await;
    assert_eq!((answer.refusal(), answer.field().as_deref()), ((409, "conflict".to_owned()), Some("serverKey")));
    for n in 0..10 {
        turn_on(&mia.sign_in_again().await.client, &Browser::at(&service, &format!("b{n}"))).await;
    }
    let answer = mia.client.post("/api/me/push", &good).await;
    assert_eq!(answer.refusal(), (409, "too_many".to_owned()));
    assert_eq!(devices(&mia.client).await.len(), 10);
    for _ in 0..20 {
        if mia.client.post("/api/me/push", &good).await.refusal().0 == 429 {
            return;
        }
    }
    panic!("browsers are added without a limit");
}

#[actix_web::test]
async fn nt12_no_endpoint_leads_into_the_internal_network() {
    let stand = Stand::new().await;
    let service = PushService::start();
    let mia = &stand.team.people[1];
    let browser = Browser::at(&service, "mia");
    let port = browser.endpoint.rsplit(':').next().and_then(|it| it.split('/').next()).expect("a port").to_owned();
    let key = server_key(&mia.client).await;
    let named = |endpoint: &str| {
        let mut body = browser.subscription(&key);
        body["endpoint"] = endpoint.into();
        body
    };
    for endpoint in [
        browser.endpoint.as_str(),
        "http://push.example.net/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        &format!("https://localhost:{port}/"),
        "https://user@push.example.net/",
    ] {
        let answer = mia.client.post("/api/me/push", &named(endpoint)).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".to_owned()), "{endpoint}");
    }
    // A name is judged when it is asked for: its addresses may change.
    assert_eq!(mia.client.post("/api/me/push", &named("https://localhost/")).await.status, 201);
    stand.create(0, "Roof", &[1]).await;
    let dead = "select count(*) from jobs where kind = 'push.notification' and state = 'dead' and last_error like '%not public%'";
    sorted(&stand.database).await;
    until("the job is a dead letter", || async {
        run(&stand.database, "update jobs set due_at = now() where kind = 'push.notification' and state = 'waiting'")
            .await;
        stand.count(dead).await == 1
    })
    .await;
    assert!(service.requests().is_empty());
}

#[actix_web::test]
async fn nt14_a_message_reaches_the_browser_encrypted_and_signed_and_opens_its_ticket() {
    let (stand, service, browser) = stand().await;
    let key = server_key(&stand.team.people[1].client).await;
    let roof = stand.create(0, "Mend the roof", &[1]).await;
    let comment = stand.comment(0, roof, "Look at\nthis, @mia").await;
    sorted(&stand.database).await;
    let early = "select count(*) from jobs where kind = 'push.notification' and due_at < now() + interval '5 seconds'";
    assert_eq!(stand.count(early).await, 0, "the first news waits a moment for more");
    stand.sent().await;
    let [pushed] = service.requests().try_into().expect("one request");
    let message = browser.read(&pushed);
    let title = message["title"].as_str().expect("a title");
    assert!(title.ends_with(" Mend the roof"), "{message}");
    assert_eq!(message["body"], "olga assigned this task to you\nolga mentioned you: Look at this, @mia");
    let ticket_key = title.split(' ').next().expect("a key");
    assert_eq!(message["path"], format!("/w/{}/all/{ticket_key}?comment={comment}", stand.team.workspace));
    assert_eq!(message["tag"], pushed.header("topic"));
    assert_eq!((pushed.header("ttl"), pushed.header("urgency")), ("86400", "high"));
    assert_eq!(pushed.claims(&key)["aud"], json!(browser.endpoint.split("/send").next()));
    assert!(!String::from_utf8_lossy(&pushed.body).contains("roof"));

    // A later message about the ticket takes the place of this one; a comment alone wakes no sleeping browser.
    stand.comment(0, roof, "Later").await;
    stand.sent().await;
    let [_, later] = service.requests().try_into().expect("two requests");
    assert_eq!((later.header("topic"), later.header("urgency")), (pushed.header("topic"), "normal"));
    assert_eq!(browser.read(&later)["body"], "olga commented: Later");
    assert!(stand.mails(1).await.is_empty(), "she has chosen push alone");
}

#[actix_web::test]
async fn nt15_many_tickets_are_one_message_and_each_device_has_its_own() {
    let (stand, service, browser) = stand().await;
    let second = Browser::at(&service, "second");
    turn_on(&stand.team.people[1].sign_in_again().await.client, &second).await;
    for n in 0..6 {
        stand.create(0, &format!("Task {n}"), &[1]).await;
    }
    stand.sent().await;
    for browser in [&browser, &second] {
        let [message] = browser.messages(&service).try_into().expect("one message");
        assert_eq!(message["title"], "6 updates in Team");
        assert!(message["body"].as_str().is_some_and(|body| body.contains("Task 0") && body.ends_with("and 2 more")));
        assert_eq!(message["path"], format!("/w/{}/inbox", stand.team.workspace));
    }
    let open = "select count(*) from notifications where ended_at is null";
    assert_eq!(stand.count(open).await, 0);
}

#[actix_web::test]
async fn nt15_a_device_that_is_gone_is_forgotten_and_others_get_theirs() {
    let (stand, service, browser) = stand().await;
    let bobs = Browser::at(&service, "bob");
    turn_on(&stand.team.people[2].client, &bobs).await;
    service.answer(&["410 Gone"]);
    stand.create(0, "Roof", &[1]).await;
    stand.sent().await;
    assert_eq!(browser.messages(&service).len(), 1);
    assert!(devices(&stand.team.people[1].client).await.is_empty());
    stand.create(0, "Cellar", &[1, 2]).await;
    stand.sent().await;
    assert_eq!((browser.messages(&service).len(), bobs.messages(&service).len()), (1, 1));
    assert_eq!(stand.count("select count(*) from notifications where ended_at is null").await, 0);
}

#[actix_web::test]
async fn nt15_a_busy_service_is_asked_later_and_gets_nothing_twice() {
    let (stand, service, browser) = stand().await;
    for title in ["One", "Two", "Three"] {
        stand.create(0, title, &[1]).await;
    }
    service.answer(&["201 Created", "429 Too Many Requests\r\nretry-after: 600", "503 Service Unavailable"]);
    sorted(&stand.database).await;
    stand.change("update jobs set due_at = now() where kind = 'push.notification'").await;
    let later = "select count(*) from jobs where kind = 'push.notification' and state = 'waiting' and due_at > now() + interval '9 minutes'";
    until("the job waits as long as the service asks", || async { stand.count(later).await == 1 }).await;
    assert_eq!(service.requests().len(), 2);
    stand.sent().await;
    let messages = browser.messages(&service);
    let of = |title: &str| titles(&messages).iter().filter(|it| it.ends_with(title)).count();
    assert_eq!((of("One"), of("Two"), of("Three")), (1, 3, 1), "the second one was refused twice");
    assert_eq!(stand.count("select count(*) from push_devices where failing_since is not null").await, 0);
    assert_eq!(stand.count("select count(*) from jobs where kind = 'push.notification' and state <> 'done'").await, 0);

    // A refusal for good is a dead letter for the owner of the instance.
    service.answer(&["403 Forbidden"]);
    stand.create(0, "Four", &[1]).await;
    stand.sent().await;
    let dead = "select count(*) from jobs where kind = 'push.notification' and state = 'dead' and last_error like '%status 403%'";
    assert_eq!(stand.count(dead).await, 1);
    // A service that fails for days is not asked for ever.
    stand.change("update push_devices set failing_since = now() - interval '4 days'").await;
    service.answer(&["500 Internal Server Error"]);
    stand.create(0, "Five", &[1]).await;
    stand.sent().await;
    assert_eq!(stand.count("select count(*) from push_devices").await, 0);
}

#[actix_web::test]
async fn nt13_quiet_hours_hold_a_message_back_and_a_digest_does_not() {
    let (stand, service, browser) = stand().await;
    stand.does(1, json!({"kind": "preferences.update", "patch": {"digest": "weekly"}})).await;
    stand.create(0, "Roof", &[1]).await;
    sorted(&stand.database).await;
    let soon = "select count(*) from jobs where kind = 'push.notification' and due_at < now() + interval '1 minute'";
    assert_eq!(stand.count(soon).await, 1, "no digest holds it up");
    let hour = i32::from(time::OffsetDateTime::now_utc().hour());
    let quiet = json!({"from": hour, "to": (hour + 2) % 24});
    // The service is away when the message leaves first, and the person sleeps when it is tried again.
    service.answer(&["503 Service Unavailable"]);
    stand.change("update jobs set due_at = now() where kind = 'push.notification'").await;
    until("the first try", || async { service.requests().len() == 1 }).await;
    stand.does(1, json!({"kind": "preferences.update", "patch": {"quietHours": quiet}})).await;
    let later = "select count(*) from jobs where kind = 'push.notification' and state = 'waiting' and due_at > now() + interval '50 minutes'";
    until("the message waits", || async {
        stand
            .change(
                "update jobs set due_at = now() where kind = 'push.notification' and state = 'waiting' and tries > 0",
            )
            .await;
        stand.count(later).await == 1
    })
    .await;
    stand.create(0, "Cellar", &[1]).await;
    sorted(&stand.database).await;
    assert_eq!((stand.count(later).await, service.requests().len()), (2, 1));
    stand.does(1, json!({"kind": "preferences.update", "patch": {"quietHours": null}})).await;
    stand.sent().await;
    assert_eq!(browser.messages(&service).len(), 3, "the refused one, and both after it");
}

#[actix_web::test]
async fn nt16_what_was_read_hidden_muted_or_left_meanwhile_is_shown_on_no_screen() {
    let (stand, service, browser) = stand().await;
    let list = Uuid::now_v7();
    stand.does(0, json!({"kind": "list.create", "listId": list, "name": "Canary list", "restricted": true})).await;
    let [read, hidden, binned, muted, gone] =
        ["Canary read", "Canary hidden", "Canary binned", "Canary muted", "Gone"].map(|title| (title, Uuid::now_v7()));
    for (title, id) in [read, hidden, binned, muted, gone] {
        stand.does(1, json!({"kind": "ticket.create", "ticketId": id, "title": title})).await;
        stand.comment(0, id, "Private words").await;
    }
    let comment = stand.comment(0, gone.1, "Canary words").await;
    sorted(&stand.database).await;
    let last: (i64, Uuid) = sqlx::query_as(
        "select (last_activity ->> 'number')::bigint, (last_activity ->> 'id')::uuid from tickets where id = $1",
    )
    .bind(read.1)
    .fetch_one(&mut stand.database.connect().await)
    .await
    .expect("an activity");
    let of = |ticket: Uuid, patch: Value| json!({"kind": "subscription.update", "ticketId": ticket, "patch": patch});
    stand.does(1, of(read.1, json!({"lastRead": {"activityId": last.1, "number": last.0}}))).await;
    stand.does(1, of(muted.1, json!({"muted": true}))).await;
    stand.does(1, json!({"kind": "ticket.trash", "ticketId": binned.1})).await;
    stand.does(0, json!({"kind": "ticket.update", "ticketId": hidden.1, "patch": {"lists": {"add": [list]}}})).await;
    stand.does(0, json!({"kind": "comment.delete", "commentId": comment})).await;
    stand.sent().await;
    let messages = browser.messages(&service);
    assert!(messages.iter().all(|it| !it.to_string().contains("Canary")), "{messages:?}");
    assert_eq!(titles(&messages).len(), 1, "{messages:?}");

    // A person who has left hears of that alone.
    stand.comment(0, gone.1, "Canary after").await;
    sorted(&stand.database).await;
    stand.does(0, json!({"kind": "member.deactivate", "userId": stand.user(1)})).await;
    stand.sent().await;
    let message = browser.messages(&service).pop().expect("a message");
    assert_eq!(
        (message["title"].as_str(), message["body"].as_str()),
        (Some("Team"), Some("You're no longer a member of Team"))
    );
    assert!(!message.to_string().contains("Canary"));
    // What was turned off meanwhile is not sent either.
    stand.does(0, json!({"kind": "member.restore", "userId": stand.user(1)})).await;
    stand.sent().await;
    let before = service.requests().len();
    stand.comment(0, gone.1, "More").await;
    sorted(&stand.database).await;
    stand.does(1, json!({"kind": "preferences.update", "patch": {"notifications": {"comment": ["mail"]}}})).await;
    stand.sent().await;
    assert_eq!(service.requests().len(), before);
}

#[actix_web::test]
async fn nt15_a_node_that_is_killed_loses_no_message_and_a_double_takes_the_place_of_the_first() {
    let database = TestDatabase::new().await;
    let service = PushService::start();
    let start = || Troupe::node_to_be(database.url()).set(PRIVATE.0, PRIVATE.1).serve();
    let mut node = start();
    let mut people = Vec::new();
    for name in ["olga", "mia"] {
        people.push(Person::sign_up(Client::new(&node.url), name).await);
    }
    let mut team = Team::of(people).await;
    let browser = Browser::at(&service, "mia");
    turn_on(&team.people[1].client, &browser).await;
    for round in 0..6 {
        for n in 0..3 {
            let title = format!("Task {round}-{n}.");
            let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": title, "assigneesIds": [team.people[1].id]});
            assert_eq!(team.post(0, &new).await.status, 200);
        }
        // Everything is due, so that the node dies somewhere between the event and the message.
        database
            .connect()
            .await
            .execute("update jobs set due_at = now() where kind in ('push.notification', 'notifications.sort') and state = 'waiting'")
            .await
            .expect("due");
        node.child.kill().expect("killed");
        node.child.wait().expect("dead");
        // As if the leases of the dead node had ended.
        run(&database, "update jobs set due_at = now() where state = 'running'").await;
        run(&database, "update followers set taken_until = now()").await;
        node = start();
        for person in &mut team.people {
            person.client = person.client.at(&node.url);
        }
    }
    sent(&database).await;
    let messages = browser.messages(&service);
    let open = "select count(*) from notifications where channel like 'push%' and ended_at is null";
    assert_eq!(count(&database, open).await, 0);
    // Many at once are one message, which names some and counts the rest.
    let counted: usize = messages.iter().map(tasks_of).sum();
    assert!(counted >= 18, "{counted}: {messages:?}");
    let mut shown = std::collections::HashMap::new();
    for message in &messages {
        let tag = message["tag"].as_str().expect("a tag");
        let title = message["title"].as_str().expect("a title");
        let before = shown.insert(tag.to_owned(), title.to_owned());
        assert!(before.is_none_or(|before| before == title || title.contains("updates")), "{messages:?}");
    }
}

/// How many tasks a message is about.
fn tasks_of(message: &Value) -> usize {
    let title = message["title"].as_str().expect("a title");
    title.strip_suffix(" updates in Team").map_or(1, |number| number.parse().expect("a number"))
}

#[actix_web::test]
async fn nt14_a_change_of_the_secret_keeps_browsers_and_a_second_one_makes_them_subscribe_again() {
    const SECRETS: [&str; 3] =
        ["b7e1c4a95d0f38269acd7be1f04c5d3a", "0f38269acd7be1f04c5d3ab7e1c4a95d", "9acd7be1f04c5d3ab7e1c4a95d0f3826"];
    let database = TestDatabase::new().await;
    let service = PushService::start();
    let mut node = TestNode::start_with(&database, &[PRIVATE, ("TROUPE_SECRET", SECRETS[0])]).await;
    let mut team = Team::new(&node, &["olga", "mia"]).await;
    let browser = Browser::at(&service, "mia");
    turn_on(&team.people[1].client, &browser).await;
    let first_key = server_key(&team.people[1].client).await;
    for (n, (secret, previous)) in [(SECRETS[1], SECRETS[0]), (SECRETS[2], SECRETS[1])].into_iter().enumerate() {
        drop(node);
        let settings = [PRIVATE, ("TROUPE_SECRET", secret), ("TROUPE_SECRET_PREVIOUS", previous)];
        node = TestNode::start_with(&database, &settings).await;
        // As if the lease of the node before had ended.
        run(&database, "update followers set taken_until = now()").await;
        for person in &mut team.people {
            person.client = person.client.at(node.url());
            let refreshed = person.client.post("/api/auth/refresh", &json!({})).await;
            person.take(&refreshed);
        }
        let client = &team.people[1].client;
        assert_ne!(server_key(client).await, first_key);
        let answer = client.post("/api/me/push", &browser.subscription(&first_key)).await;
        assert_eq!((answer.refusal(), answer.field().as_deref()), ((409, "conflict".to_owned()), Some("serverKey")));
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Roof", "assigneesIds": [team.people[1].id]});
        assert_eq!(team.post(0, &new).await.status, 200);
        sent(&database).await;
        let requests = service.requests();
        assert_eq!(requests.len(), 1, "after change {n}");
        requests[0].claims(&first_key);
        assert_eq!(devices(&team.people[1].client).await.len(), 1 - n, "after change {n}");
    }
    turn_on(&team.people[1].client, &browser).await;
    assert_eq!(devices(&team.people[1].client).await.len(), 1);
}
