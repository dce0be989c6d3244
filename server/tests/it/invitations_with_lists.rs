//! LS6, L13: invitations that share restricted lists.

use futures_util::future::join;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::socket::text;
use crate::protocol::team::Team;
use crate::support::{Answer, Person, TestDatabase, TestNode, mailbox};

const NAME: &str = "CANARY of a client";

/// Makes a restricted list as the n-th person, with one ticket.
async fn restricted(team: &Team, by: usize, name: &str) -> Uuid {
    let list = Uuid::now_v7();
    for command in [
        json!({"kind": "list.create", "listId": list, "name": name, "restricted": true}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Inside", "listIds": [list]}),
    ] {
        does(team, by, &command).await;
    }
    list
}

async fn does(team: &Team, by: usize, command: &Value) {
    let answer = team.post(by, command).await;
    assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
}

fn of(list: Uuid, level: &str) -> Value {
    json!({"listId": list, "level": level})
}

async fn mail(team: &Team, by: usize, email: &str, role: &str, lists: &[Value]) -> Answer {
    let body = json!({"addresses": email, "role": role, "lists": lists});
    team.people[by].client.post(&team.path("invitations/mail"), &body).await
}

/// A link with lists for some people.
async fn link(team: &Team, uses: u32, lists: &[Value]) -> String {
    let body = json!({"role": "guest", "uses": uses, "lists": lists});
    let answer = team.people[0].client.post(&team.path("invitations"), &body).await;
    assert_eq!(answer.status, 201, "{:?}", answer.json());
    text(&answer.json()["token"])
}

async fn accept(person: &Person, token: &str) -> Answer {
    person.client.post(&format!("/api/invitations/{token}/accept"), &json!({})).await
}

async fn pending(team: &Team, by: usize) -> Vec<Value> {
    let answer = team.people[by].client.get(&team.path("invitations")).await.json();
    answer["invitations"].as_array().cloned().expect("a list")
}

async fn snapshot(team: &Team, person: &Person) -> String {
    let answer = person.client.get(&team.path("snapshot")).await;
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body).expect("text")
}

/// The level of a person in a list; none without a share.
async fn level(database: &TestDatabase, list: Uuid, person: &Person) -> Option<String> {
    sqlx::query_scalar("select level from shares where list_id = $1 and user_id = $2::uuid")
        .bind(list)
        .bind(&person.id)
        .fetch_optional(&mut database.connect().await)
        .await
        .expect("a level")
}

#[actix_web::test]
async fn ls6_an_invited_guest_sees_the_lists_of_the_invitation_from_the_commit_that_lets_them_in_and_no_open_list() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let (list, other) = (restricted(&team, 0, NAME).await, restricted(&team, 0, "Another").await);
    does(&team, 0, &json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Open to members"})).await;
    assert_eq!(mail(&team, 0, "gus@example.org", "guest", &[of(list, "comment")]).await.status, 201);
    assert_eq!(pending(&team, 0).await[0]["lists"], json!([of(list, "comment")]));

    let gus = node.sign_up_user("gus").await;
    let mails = mailbox(&gus.client, "gus@example.org").await;
    let token = mails.iter().find_map(|mail| mail["link"].as_str()?.split("/invite/").nth(1)).expect("a token");
    assert_eq!(accept(&gus, token).await.status, 200);
    let seen = snapshot(&team, &gus).await;
    assert!(seen.contains(NAME) && seen.contains("Inside"), "{seen}");
    assert!(!seen.contains("Another") && !seen.contains("Open to members"), "{seen}");
    assert_eq!(level(&database, list, &gus).await.as_deref(), Some("comment"));
    assert_eq!(level(&database, other, &gus).await, None);

    let commands: i64 = sqlx::query_scalar(
        "select count(distinct e.command_id) from events e
         where e.changes::text like '%\"share\"%' and e.changes::text like '%' || $1 || '%'
            or e.changes::text like '%\"member\"%' and e.changes::text like '%' || $1 || '%'",
    )
    .bind(&gus.id)
    .fetch_one(&mut database.connect().await)
    .await
    .expect("a count");
    assert_eq!(commands, 1, "one commit made the member and the share");

    let records = team.people[0].client.get(&team.path("audit")).await.json();
    let of_kind = |kind: &str| {
        let all = records["records"].as_array().expect("records").iter().filter(|it| it["kind"] == kind);
        all.map(|it| json!([it["userId"], it["subjectId"], it["after"]])).collect::<Vec<_>>()
    };
    let shared = json!([gus.id, gus.id, {"level": "comment", "listId": list, "invitedBy": team.people[0].id}]);
    assert!(of_kind("listSharingChanged").contains(&shared), "{records}");
    assert_eq!(of_kind("invitationSent")[0][2]["lists"], json!([of(list, "comment")]));
    assert!(!records.to_string().contains(NAME), "the audit log names a list by its id");
}

#[actix_web::test]
async fn l13_an_inviter_shares_only_lists_that_they_manage_and_an_unseen_list_answers_like_none() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (hers, seen, mine) =
        (restricted(&team, 1, NAME).await, restricted(&team, 1, "Seen").await, restricted(&team, 0, "Mine").await);
    does(&team, 1, &json!({"kind": "share.set", "listId": seen, "userId": team.people[0].id, "level": "edit"})).await;
    let open = Uuid::now_v7();
    does(&team, 0, &json!({"kind": "list.create", "listId": open, "name": "Open"})).await;
    let refused = |status: u16, code: &str| (status, code.to_owned());
    let many: Vec<Value> = (0..51).map(|_| of(Uuid::now_v7(), "view")).collect();
    for (lists, refusal) in [
        (vec![of(hers, "view")], refused(404, "not_found")),
        (vec![of(mine, "view"), of(hers, "view")], refused(404, "not_found")),
        (vec![of(Uuid::now_v7(), "view")], refused(404, "not_found")),
        (vec![of(seen, "view")], refused(403, "forbidden")),
        (vec![of(open, "view")], refused(409, "conflict")),
        (vec![of(mine, "manage")], refused(409, "conflict")),
        (vec![of(mine, "view"), of(mine, "edit")], refused(422, "validation_failed")),
        (many, refused(422, "validation_failed")),
    ] {
        let by_mail = mail(&team, 0, "gus@example.org", "guest", &lists).await;
        assert_eq!((by_mail.refusal(), by_mail.field()), (refusal.clone(), Some("lists".into())), "{lists:?}");
        let body = json!({"role": "guest", "lists": lists});
        let by_link = team.people[0].client.post(&team.path("invitations"), &body).await;
        assert_eq!((by_link.refusal(), &by_link.body), (refusal, &by_mail.body), "{lists:?}");
    }
    let unseen = mail(&team, 0, "gus@example.org", "guest", &[of(hers, "view")]).await;
    let missing = mail(&team, 0, "gus@example.org", "guest", &[of(Uuid::now_v7(), "view")]).await;
    assert_eq!(unseen.body, missing.body, "byte for byte");
    let wrong = mail(&team, 0, "gus@example.org", "guest", &[of(mine, "own")]).await;
    assert_eq!(wrong.refusal(), refused(422, "validation_failed"));
    assert_eq!(pending(&team, 0).await, [] as [Value; 0]);
}

#[actix_web::test]
async fn l13_the_names_of_the_lists_are_shown_to_the_invited_address_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam"]).await;
    let role = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    does(&team, 0, &role).await;
    let list = restricted(&team, 0, NAME).await;
    assert_eq!(mail(&team, 0, "gus@example.org", "guest", &[of(list, "view")]).await.status, 201);
    let mails = mailbox(&node.client(), "gus@example.org").await;
    assert!(!mails[0].to_string().contains(NAME), "{mails:?}");
    let token = mails[0]["link"].as_str().and_then(|link| link.split("/invite/").nth(1)).expect("a token").to_owned();
    let preview = node.client().get(&format!("/api/invitations/{token}")).await.json();
    assert_eq!((&preview["lists"], &preview["listNames"]), (&json!(1), &json!(null)));
    let gus = node.sign_up_user("gus").await;
    let mine = async || gus.client.get("/api/me/invitations").await.json()["invitations"][0].clone();
    assert_eq!((&mine().await["lists"], &mine().await["listNames"]), (&json!(1), &json!([NAME])));

    // Another admin sees the invitation, and no trace of a list that they do not see.
    let theirs = pending(&team, 1).await;
    assert_eq!((theirs.len(), &theirs[0]["lists"]), (1, &json!([])));
    does(&team, 0, &json!({"kind": "share.set", "listId": list, "userId": team.people[1].id, "level": "view"})).await;
    assert_eq!(pending(&team, 1).await[0]["lists"], json!([of(list, "view")]));

    does(&team, 0, &json!({"kind": "list.open", "listId": list})).await;
    assert_eq!((&mine().await["lists"], &mine().await["listNames"]), (&json!(0), &json!([])));
    let accepted =
        gus.client.post(&format!("/api/me/invitations/{}/accept", text(&mine().await["id"])), &json!({})).await;
    assert_eq!(accepted.status, 200, "the guest joins without the list");
    assert!(!snapshot(&team, &gus).await.contains(NAME));
}

#[actix_web::test]
async fn ls6_a_member_gains_the_lists_of_a_link_once() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (one, two) = (restricted(&team, 0, "One").await, restricted(&team, 0, "Two").await);
    let (olga, mia) = (&team.people[0], &team.people[1]);
    does(&team, 0, &json!({"kind": "share.set", "listId": two, "userId": mia.id, "level": "manage"})).await;
    let token = link(&team, 1, &[of(one, "view"), of(two, "edit")]).await;
    assert_eq!(accept(olga, &token).await.status, 200, "the inviter gains nothing, and is not counted");
    assert_eq!(accept(mia, &token).await.status, 200);
    assert_eq!(level(&database, one, mia).await.as_deref(), Some("view"));
    assert_eq!(level(&database, two, mia).await.as_deref(), Some("manage"), "no level is lowered");
    let gus = node.sign_up_user("gus").await;
    assert_eq!(accept(&gus, &token).await.refusal(), (410, "invite_used".to_owned()), "one use");

    does(&team, 0, &json!({"kind": "share.remove", "listId": one, "userId": mia.id})).await;
    assert_eq!(accept(mia, &token).await.status, 200, "she is a member");
    assert_eq!(level(&database, one, mia).await, None, "the same invitation gives no share again");
}

#[actix_web::test]
async fn ls6_a_person_who_was_counted_by_a_node_that_stopped_gains_the_lists_at_the_next_attempt() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let list = restricted(&team, 0, "One").await;
    let token = link(&team, 1, &[of(list, "view")]).await;
    // The node stopped between the count and the commit.
    let count = "with used as (update invitations set uses = 1, accepted_by = $1::uuid, accepted_at = now()
                               where uses = 0 and most_uses = 1 and token_hash in (select token_hash from invitation_lists)
                               returning token_hash)
                 insert into invitation_uses (token_hash, user_id) select token_hash, $1::uuid from used";
    let mut connection = database.connect().await;
    let counted = sqlx::query(count).bind(&team.people[1].id).execute(&mut connection).await.expect("counted");
    assert_eq!(counted.rows_affected(), 1);
    assert_eq!(accept(&team.people[1], &token).await.status, 200);
    assert_eq!(level(&database, list, &team.people[1]).await.as_deref(), Some("view"));

    // After a revocation, such a person gains nothing.
    let token = link(&team, 1, &[of(list, "edit")]).await;
    let counted = sqlx::query(count).bind(&team.people[1].id).execute(&mut connection).await.expect("counted");
    assert_eq!(counted.rows_affected(), 1);
    let revoke =
        "update invitations set revoked_at = now() where token_hash in (select token_hash from invitation_lists)";
    sqlx::query(revoke).execute(&mut connection).await.expect("revoked");
    assert_eq!(accept(&team.people[1], &token).await.status, 200, "she is a member");
    assert_eq!(level(&database, list, &team.people[1]).await.as_deref(), Some("view"));
}

#[actix_web::test]
async fn l13_who_accepts_while_a_list_goes_or_the_inviter_loses_it_gets_it_before_or_not_at_all() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "mia"]).await;
    let (olga, mia) = (team.people[0].id.clone(), team.people[1].id.clone());
    for n in 0..12 {
        let list = restricted(&team, 0, &format!("List {n}")).await;
        let share =
            |user: &str, level: &str| json!({"kind": "share.set", "listId": list, "userId": user, "level": level});
        does(&team, 0, &share(&mia, "manage")).await;
        let token = link(&team, 1, &[of(list, "view")]).await;
        let mut gus = here.sign_up_user(&format!("gus{n}")).await;
        gus.client = gus.client.at(there.url());
        // Mia ends what the invitation relies on.
        let command = match n % 3 {
            0 => json!({"kind": "list.open", "listId": list}),
            1 => share(&olga, "edit"),
            _ => json!({"kind": "share.remove", "listId": list, "userId": olga}),
        };
        let (ended, accepted) = join(team.post(1, &command), accept(&gus, &token)).await;
        assert_eq!((ended.status.as_u16(), accepted.status.as_u16()), (200, 200), "{command}");
        let has = level(&database, list, &gus).await;
        if n % 3 == 0 {
            assert_eq!(has, None, "an open list has no shares");
            continue;
        }
        // The guest follows the list if, and only if, the acceptance came first.
        let order: Vec<(String, i64)> = sqlx::query_as(
            "select case when changes::text like '%' || $2 || '%' then 'accepted' else 'ended' end, seq from events e
             where e.scope_id = (select scope_id from shares where list_id = $1 limit 1) order by seq desc limit 2",
        )
        .bind(list)
        .bind(&gus.id)
        .fetch_all(&mut database.connect().await)
        .await
        .expect("events");
        let came_first = order.iter().any(|(what, _)| what == "accepted");
        assert_eq!(has.is_some(), came_first, "{order:?}");
        if came_first {
            assert_eq!(order[0].0, "ended", "{order:?}");
        }
    }
}

#[actix_web::test]
async fn l13_who_accepts_while_the_inviter_is_demoted_joins_with_the_list_before_or_gets_neither() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "adam"]).await;
    let role = |role: &str| json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
    for n in 0..8 {
        does(&team, 0, &role("admin")).await;
        let list = restricted(&team, 1, &format!("List {n}")).await;
        let body = json!({"role": "guest", "lists": [of(list, "edit")]});
        let made = team.people[1].client.post(&team.path("invitations"), &body).await;
        let token = text(&made.json()["token"]);
        let mut gus = here.sign_up_user(&format!("gus{n}")).await;
        gus.client = gus.client.at(there.url());
        let (demoted, accepted) = join(team.post(0, &role("member")), accept(&gus, &token)).await;
        assert_eq!(demoted.status, 200);
        let has = level(&database, list, &gus).await;
        let me = gus.client.get("/api/me").await.json();
        let workspaces = me["workspaces"].as_array().expect("a list").len();
        match accepted.status.as_u16() {
            200 => assert_eq!((has.as_deref(), workspaces), (Some("edit"), 1)),
            410 => assert_eq!((has, workspaces), (None, 0)),
            other => panic!("{other}"),
        }
    }
}

#[actix_web::test]
async fn l13_a_node_of_the_build_before_finds_no_invitation_with_lists_by_its_token() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let list = restricted(&team, 0, "One").await;
    let token = link(&team, 1, &[of(list, "view")]).await;
    let theirs = "select count(*) from invitations
                  where token_hash in (sha256($1::bytea), sha256('invitation 2'::bytea || '\\x00'::bytea || $1::bytea))";
    let mut connection = database.connect().await;
    let found: i64 =
        sqlx::query_scalar(theirs).bind(token.as_bytes()).fetch_one(&mut connection).await.expect("a count");
    assert_eq!(found, 0);
    let other = link(&team, 2, &[]).await;
    let found: i64 =
        sqlx::query_scalar(theirs).bind(other.as_bytes()).fetch_one(&mut connection).await.expect("a count");
    assert_eq!(found, 1, "such a node finds an invitation without lists");
}
