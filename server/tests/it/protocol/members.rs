//! C09, C10, C25, R12: attacks on ranks, on the last owner, and by a member who is being removed, from outside.

use futures_util::future::{join, join_all, join3, select_all};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use super::socket::{Frame, Socket, patiently};
use super::team::{Stillness, Team};
use crate::support::{Answer, TestDatabase, TestNode};

fn set_role(user: &str, role: &str) -> Value {
    json!({"kind": "member.setRole", "userId": user, "role": role})
}

fn remove(user: &str) -> Value {
    json!({"kind": "member.remove", "userId": user})
}

/// A command over HTTP at a given node.
async fn post_at(team: &Team, n: usize, node: &TestNode, command: &Value) -> Answer {
    let order = json!({"id": Uuid::now_v7(), "command": command});
    team.people[n].client.at(node.url()).post(&team.path("commands"), &order).await
}

#[actix_web::test]
async fn c09_no_member_raises_their_own_role_or_changes_an_equal_rank_through_any_interface_of_any_node() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "adam", "amy", "mia", "zoe", "gus"]).await;
    let [olga, adam, amy, mia, zoe, gus] = [0, 1, 2, 3, 4, 5].map(|n| team.people[n].id.as_str());
    for command in [set_role(adam, "admin"), set_role(amy, "admin"), set_role(gus, "guest")] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    let before = Stillness::of(&database).await;
    let by_admin = [
        set_role(adam, "owner"),
        set_role(adam, "member"),
        set_role(amy, "owner"),
        set_role(amy, "member"),
        set_role(olga, "admin"),
        set_role(olga, "guest"),
        set_role(mia, "admin"),
        set_role(mia, "owner"),
        remove(amy),
        remove(olga),
    ];
    let by_member = [
        set_role(mia, "owner"),
        set_role(mia, "admin"),
        set_role(mia, "guest"),
        set_role(zoe, "guest"),
        set_role(gus, "member"),
        set_role(olga, "member"),
        remove(zoe),
        remove(gus),
        remove(adam),
        remove(olga),
    ];
    for (who, commands) in [(1, &by_admin), (3, &by_member)] {
        let mut sockets = [team.socket(who).await, team.socket_at(who, &there).await];
        for command in commands {
            for socket in &mut sockets {
                assert_eq!(socket.refused(command).await.0, "forbidden", "{command}");
            }
            for node in [&here, &there] {
                let answer = post_at(&team, who, node, command).await;
                assert_eq!(answer.refusal(), (403, "forbidden".into()), "{command}");
            }
        }
    }
    // A guest may only leave.
    for command in [set_role(gus, "member"), set_role(gus, "owner"), set_role(zoe, "guest"), remove(zoe), remove(olga)]
    {
        assert_eq!(team.post(5, &command).await.refusal(), (403, "forbidden".into()), "{command}");
    }
    // An invitation cannot give a rank above its maker's own.
    for (who, role) in [(1, "owner"), (0, "owner")] {
        let answer = team.people[who].client.post(&team.path("invitations"), &json!({"role": role})).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{role}");
    }
    assert_eq!(Stillness::of(&database).await, before);
    // An owner may: the rank decides.
    assert_eq!(team.post(0, &set_role(mia, "admin")).await.status, 200);
    assert_eq!(team.post(3, &remove(zoe)).await.status, 200);
}

#[actix_web::test]
async fn c10_the_last_owner_neither_leaves_nor_steps_down_through_any_interface_of_any_node() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "bob", "cem"]).await;
    let [olga, bob, cem] = [0, 1, 2].map(|n| team.people[n].id.as_str());
    // Former owners do not count: one left, one stepped down.
    for (by, command) in
        [(0, set_role(bob, "owner")), (0, set_role(cem, "owner")), (1, remove(bob)), (2, set_role(cem, "member"))]
    {
        assert_eq!(team.post(by, &command).await.status, 200, "{command}");
    }
    let before = Stillness::of(&database).await;
    let mut sockets = [team.socket(0).await, team.socket_at(0, &there).await];
    for command in [remove(olga), set_role(olga, "admin"), set_role(olga, "member"), set_role(olga, "guest")] {
        for socket in &mut sockets {
            assert_eq!(socket.refused(&command).await.0, "last_owner", "{command}");
        }
        for node in [&here, &there] {
            let answer = post_at(&team, 0, node, &command).await;
            assert_eq!(answer.refusal(), (409, "last_owner".into()), "{command}");
        }
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn c10_of_two_owners_who_leave_at_once_on_two_nodes_one_stays() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let people = vec![here.sign_up_user("olga").await, here.sign_up_user("bob").await];
    let [olga, bob] = [0, 1].map(|n| people[n].id.clone());
    let ways = [
        ("both leave", remove(&olga), remove(&bob), "last_owner"),
        ("both step down", set_role(&olga, "member"), set_role(&bob, "guest"), "last_owner"),
        ("each removes the other", remove(&bob), remove(&olga), "not_found"),
        ("each demotes the other", set_role(&bob, "member"), set_role(&olga, "member"), "forbidden"),
    ];
    for (way, by_olga, by_bob, late) in &ways {
        for round in 0..4 {
            let team = Team::of(people.clone()).await;
            assert_eq!(team.post(0, &set_role(&bob, "owner")).await.status, 200);
            // Both nodes know the workspace, so both judge at once.
            let known = there.client().with_token(team.people[1].token()).get(&team.path("snapshot")).await;
            assert_eq!(known.status, 200);
            let (one, two) = join(post_at(&team, 0, &here, by_olga), post_at(&team, 1, &there, by_bob)).await;
            let answers = [&one, &two].map(|answer| answer.json());
            let done = answers.iter().filter(|answer| answer["seq"].is_i64()).count();
            assert_eq!(done, 1, "{way}, round {round}: {answers:?}");
            assert!(answers.iter().any(|answer| answer["error"]["code"] == *late), "{way}: {answers:?}");
            assert_eq!(owners(&database, &team).await, 1, "{way}, round {round}: {answers:?}");
        }
    }
}

async fn owners(database: &TestDatabase, team: &Team) -> i64 {
    sqlx::query_scalar("select count(*) from members where workspace_id = $1 and role = 'owner' and state = 'active'")
        .bind(Uuid::parse_str(&team.workspace).expect("an id"))
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count")
}

/// Sends this many edits without waiting for an answer.
async fn write(socket: &mut Socket, count: usize) {
    for _ in 0..count {
        let name = Uuid::now_v7();
        socket.command(&json!({"kind": "label.create", "labelId": name, "name": name.to_string()})).await;
    }
}

#[actix_web::test]
async fn c25_of_two_hundred_writes_of_a_member_who_is_removed_meanwhile_none_comes_after_the_removal() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    for how in ["removed", "a guest"] {
        let name = how.replace(' ', "-");
        let team = Team::new(&here, &[&format!("olga-{name}"), &format!("bob-{name}")]).await;
        let bob = team.people[1].id.clone();
        let mut writers = [team.socket(1).await, team.socket_at(1, &there).await];
        let mut olga = team.socket(0).await;
        for writer in &mut writers {
            write(writer, 50).await;
        }
        let (mut acked, mut refused, mut ended) = (Vec::new(), 0, Vec::new());
        // Some are done before, most are under way.
        acked.extend(writers[0].next_of("ack").await["seq"].as_i64());
        let end = if how == "removed" { remove(&bob) } else { set_role(&bob, "guest") };
        let order = olga.command(&end).await;
        for writer in &mut writers {
            write(writer, 50).await;
        }
        let removal = olga.answer_to(order).await["seq"].as_i64().expect("removed");
        for (unanswered, writer) in [99, 100].into_iter().zip(&mut writers) {
            let mut unanswered = unanswered;
            // A guest stays, and gets all answers.
            while how == "removed" || unanswered > 0 {
                match writer.next().await {
                    Ok(frame) if frame["type"] == "ack" => {
                        unanswered -= 1;
                        acked.extend(frame["seq"].as_i64());
                    }
                    Ok(frame) if frame["type"] == "refused" => {
                        let code = frame["error"]["code"].as_str().expect("a code");
                        assert!(matches!(code, "not_found" | "forbidden"), "{frame}");
                        unanswered -= 1;
                        refused += 1;
                    }
                    Ok(_) => {}
                    Err(end) => {
                        ended.push(end);
                        break;
                    }
                }
            }
        }
        let late: Vec<&i64> = acked.iter().filter(|seq| **seq >= removal).collect();
        assert!(late.is_empty(), "{how} at {removal}, and {late:?} were acked; {refused} refused; {ended:?}");
        let last: Option<i64> = sqlx::query_scalar("select max(seq) from events where scope_id = $1 and user_id = $2")
            .bind(Uuid::parse_str(&team.commons).expect("an id"))
            .bind(Uuid::parse_str(&bob).expect("an id"))
            .fetch_one(&mut database.connect().await)
            .await
            .expect("a seq");
        assert!(last < Some(removal), "{how} at {removal}, and wrote at {last:?}");
    }
}

#[actix_web::test]
async fn r12_right_behind_a_loss_at_one_node_a_node_that_may_not_know_of_it_reveals_nothing() {
    let database = TestDatabase::new().await;
    // Without a bus, a node learns of the other's commits only by reading the journal.
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "ann", "bob", "cem", "dan", "eve", "fay"]).await;
    let ticket = team.ticket(0).await;
    let paths = ["snapshot".to_owned(), format!("tickets/{ticket}"), format!("tickets/{ticket}/activities")];
    for n in 1..team.people.len() {
        let (user, client) = (team.people[n].id.as_str(), team.people[n].client.at(there.url()));
        for path in &paths {
            assert_eq!(client.get(&team.path(path)).await.status, 200);
        }
        // These sockets were open before the loss, and ask only now.
        let mut waiting = Socket::open(there.url()).await;
        let becomes_guest = n % 2 == 0;
        let end = if becomes_guest { set_role(user, "guest") } else { remove(user) };
        assert_eq!(team.post(0, &end).await.status, 200);
        let entering = waiting.try_hello(team.people[n].token(), &team.workspace, &json!(null));
        let edit = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Late"}});
        let reads = join_all(paths.iter().map(|path| {
            let (client, path) = (client.clone(), team.path(path));
            async move { client.get(&path).await.status.as_u16() }
        }));
        let (entered, statuses, edited) = join3(entering, reads, post_at(&team, n, &there, &edit)).await;
        if becomes_guest {
            // The commons are left. A node that does not know of the loss yet reads them a moment later.
            assert!(matches!(statuses[..], [200 | 503, 404, 404]), "{end}: {statuses:?}");
        } else {
            assert!(statuses.iter().all(|status| *status == 404), "{end}: {statuses:?}");
        }
        assert_eq!(edited.status, 404, "{end}: the ticket is out of sight");
        // A node that has not learnt of the removal may still accept a socket. That socket receives nothing from after
        // the loss, and closes as soon as the node learns.
        let later = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": format!("CANARY {n}")});
        assert_eq!(team.post(0, &later).await.status, 200);
        if becomes_guest {
            let welcome = entered.expect("guests are let in");
            if welcome["scopes"].as_array().expect("scopes").iter().any(|it| it["scope"] == team.workspace.as_str()) {
                assert_eq!(waiting.next_of("unfollow").await["scope"], team.workspace.as_str());
            }
            let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("Behind {n}")});
            let seq = team.post(0, &label).await.json()["seq"].as_i64().expect("a seq");
            waiting.read_to(&team.commons, seq).await;
        } else {
            let code = match entered {
                Ok(_) => waiting.end().await,
                Err(Frame::Close(code, _)) => code,
                Err(other) => panic!("{other:?}"),
            };
            assert!(matches!(code, 4403 | 4404), "{end}: {code}");
        }
        assert!(!format!("{:?}", waiting.events).contains(&format!("CANARY {n}")), "{end}: {:?}", waiting.events);
    }
}

/// The status of an answer.
async fn status_of(stream: &mut TcpStream) -> String {
    let mut head = [0; 12];
    patiently(stream.read_exact(&mut head)).await.expect("an answer");
    String::from_utf8_lossy(&head[9..]).into_owned()
}

#[actix_web::test]
async fn c25_an_upload_that_began_before_a_removal_is_worth_nothing_behind_it() {
    let database = TestDatabase::new().await;
    // More calls at the same time than one account may have uploads.
    let settings = [("TROUPE_DATABASE_POOL", "12")];
    let (here, there) =
        (TestNode::start_with(&database, &settings).await, TestNode::start_with(&database, &settings).await);
    let team = Team::new(&here, &["olga", "ann", "bob", "cem", "dan"]).await;
    team.ticket(0).await;
    let field =
        |name: &str, value: &str| format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    for (n, node, dry_run, how) in [
        (1, &here, "true", "removed"),
        (2, &there, "true", "removed"),
        (3, &there, "false", "removed"),
        (4, &there, "false", "a guest"),
    ] {
        let user = team.people[n].id.as_str();
        let first = format!("{}{}", field("format", "csv"), field("dryRun", dry_run));
        let rest = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\ntitle\nCANARY\n\r\n--b--\r\n";
        let host = node.url().trim_start_matches("http://");
        let head = format!(
            "POST {} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\nauthorization: Bearer {}\r\n\
             content-type: multipart/form-data; boundary=b\r\ncontent-length: {}\r\n\r\n",
            team.path("import"),
            team.people[n].token(),
            first.len() + rest.len()
        );
        let mut uploads = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(host).await.expect("a connection");
            stream.write_all(format!("{head}{first}").as_bytes()).await.expect("sent");
            uploads.push(stream);
        }
        // Two are accepted. The third is one too many, and is answered first.
        let (status, too_many, _) = select_all(uploads.iter_mut().map(|stream| Box::pin(status_of(stream)))).await;
        assert_eq!(status, "503", "{how}, {dry_run}");
        uploads.remove(too_many);
        let end = if how == "removed" { remove(user) } else { set_role(user, "guest") };
        assert_eq!(team.post(0, &end).await.status, 200);
        let before = Stillness::of(&database).await;
        for mut stream in uploads {
            stream.write_all(rest.as_bytes()).await.expect("sent");
            let refused = if how == "removed" { "404" } else { "403" };
            assert_eq!(status_of(&mut stream).await, refused, "{how}, {dry_run}");
        }
        assert_eq!(Stillness::of(&database).await, before, "{how}, {dry_run}");
    }
    let snapshot = team.people[0].client.get(&team.path("snapshot")).await.body;
    assert!(!String::from_utf8_lossy(&snapshot).contains("CANARY"), "nor did any come later");
}
