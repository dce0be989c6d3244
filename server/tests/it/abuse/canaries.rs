//! C26, D07, D09, D12: random people, roles, lists, shares, moves and removals. Every private text is a canary. No door ever
//! shows a canary, or the id of a list, ticket or comment, to a person without the right.

pub mod model;

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rustix::process::Signal;
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use self::model::{Canary, Rights, Thing, canaries_in, ids_in};
use crate::protocol::socket::{Frame, Socket};
use crate::protocol::team::Team;
use crate::support::{Client, Person, TestDatabase, Troupe};

const SEEDS: [u64; 2] = [20_261_123, 7];
const STEPS: usize = 90;
const NAMES: [&str; 6] = ["olga", "adam", "mia", "max", "gus", "gina"];

/// A person's socket, with what to send in its next hello.
struct Seat {
    socket: Option<Socket>,
    cursors: Map<String, Value>,
}

/// A run: two nodes, people with sockets, and what the test has written so far.
struct Run<'a> {
    team: &'a Team,
    urls: [&'a str; 2],
    database: PgConnection,
    random: StdRng,
    seats: Vec<Seat>,
    lists: Vec<Uuid>,
    tickets: Vec<Uuid>,
    comments: Vec<(Uuid, Uuid)>,
    /// The thing to which each canary belongs, by its number.
    canaries: Vec<Thing>,
    /// What each person has had the right to read at any time.
    ever: Vec<BTreeSet<Canary>>,
    /// The lists, tickets and comments that each person has seen at any time.
    ever_ids: Vec<BTreeSet<Uuid>>,
    rights: Rights,
    /// How many commands were acked, by kind.
    done: BTreeMap<String, usize>,
}

impl Run<'_> {
    /// A new text that belongs to a thing.
    fn canary(&mut self, thing: Thing) -> String {
        self.canaries.push(thing);
        Canary(self.canaries.len() - 1).to_string()
    }

    /// One of these things: mostly one that the person sees, so that many commands are allowed.
    fn one_of(&mut self, person: usize, all: fn(&Self) -> &Vec<Uuid>, thing: fn(Uuid) -> Thing) -> Uuid {
        let user = &self.team.people[person].id;
        let seen = |id: &Uuid| self.rights.sees(user, thing(*id));
        let seen: Vec<Uuid> = all(self).iter().copied().filter(seen).collect();
        let any = seen.is_empty() || self.random.random_bool(0.1);
        let known = if any { all(self).clone() } else { seen };
        known.choose(&mut self.random).copied().unwrap_or_else(Uuid::now_v7)
    }

    fn list(&mut self, person: usize) -> Uuid {
        self.one_of(person, |it| &it.lists, Thing::List)
    }

    fn ticket(&mut self, person: usize) -> Uuid {
        self.one_of(person, |it| &it.tickets, Thing::Ticket)
    }

    /// A random command. Many commands are refused, and a refusal must not name a canary either.
    fn command(&mut self, by: usize) -> Value {
        let fresh = Uuid::now_v7();
        let (list, other) = (self.list(by), self.list(by));
        let (ticket, second) = (self.ticket(by), self.ticket(by));
        let other_person = self.random.random_range(0..NAMES.len());
        let user = &self.team.people[other_person].id;
        match self.random.random_range(0..100) {
            0..8 => {
                let restricted = self.random.random_bool(0.7);
                self.lists.push(fresh);
                let name = self.canary(Thing::List(fresh));
                json!({"kind": "list.create", "listId": fresh, "name": name, "restricted": restricted})
            }
            8..11 => {
                let name = self.canary(Thing::List(list));
                json!({"kind": "list.update", "listId": list, "patch": {"name": name}})
            }
            11..14 => json!({"kind": "list.restrict", "listId": list}),
            14..16 => json!({"kind": "list.open", "listId": list}),
            16 => json!({"kind": "list.delete", "listId": list, "moveTo": other}),
            17..29 => {
                let level = ["view", "comment", "edit", "manage"].choose(&mut self.random);
                json!({"kind": "share.set", "listId": list, "userId": user, "level": level})
            }
            29..33 => json!({"kind": "share.remove", "listId": list, "userId": user}),
            33..48 => {
                self.tickets.push(fresh);
                let (private, below) = (self.random.random_bool(0.2), self.random.random_bool(0.3));
                let title = self.canary(Thing::Ticket(fresh));
                let description = self.canary(Thing::Ticket(fresh));
                let mut new = json!({"kind": "ticket.create", "ticketId": fresh, "title": title, "private": private,
                                     "description": description, "assigneesIds": [self.team.people[by].id]});
                if below {
                    new["parentTicketId"] = json!(ticket);
                }
                if self.random.random_bool(0.7) {
                    new["listIds"] = json!([list]);
                }
                new
            }
            48..51 => {
                let description = self.canary(Thing::Ticket(ticket));
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": description}})
            }
            51..58 => {
                let title = self.canary(Thing::Ticket(ticket));
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}})
            }
            58..60 => {
                let Some((comment, ticket)) = self.comments.choose(&mut self.random).copied() else {
                    return json!({"kind": "ticket.restore", "ticketId": ticket});
                };
                let message = self.canary(Thing::Ticket(ticket));
                json!({"kind": "comment.update", "commentId": comment, "message": message})
            }
            60..66 => {
                self.comments.push((fresh, ticket));
                let message = self.canary(Thing::Ticket(ticket));
                json!({"kind": "comment.create", "commentId": fresh, "ticketId": ticket, "message": message})
            }
            66..74 => {
                let lists = json!({"lists": {"add": [other], "remove": [list]}});
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": lists})
            }
            74..80 => json!({"kind": "ticket.move", "ticketId": ticket, "listId": list}),
            80..82 => json!({"kind": "tickets.move", "ticketIds": [ticket, second], "listId": list}),
            82..85 => {
                let private = self.random.random_bool(0.5);
                json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": private}})
            }
            85..89 => {
                let kind = ["relates", "duplicates", "blocks"].choose(&mut self.random);
                json!({"kind": "link.create", "linkId": fresh, "linkKind": kind, "fromTicketId": ticket, "toTicketId": second})
            }
            89..91 => json!({"kind": "tickets.trash", "ticketIds": [ticket]}),
            91 => json!({"kind": "ticket.delete", "ticketId": ticket}),
            92..94 => json!({"kind": "member.remove", "userId": user}),
            _ => {
                let built_in = |word: &str| {
                    let space = Uuid::parse_str(&self.team.workspace).expect("an id");
                    Uuid::new_v5(&space, format!("role {word}").as_bytes()).to_string()
                };
                let roles =
                    ["admin".into(), "member".into(), "guest".into(), built_in("commenter"), built_in("viewer")];
                json!({"kind": "member.setRole", "userId": user, "role": roles.choose(&mut self.random)})
            }
        }
    }

    /// Checks what a person has received on the socket. An answer may name what the person has asked about.
    fn check_frame(&self, person: usize, frame: &Value, asked: &BTreeSet<Uuid>) {
        let text = frame.to_string();
        for id in self.rights.hidden_ids(&self.team.people[person].id, &text) {
            let known = self.ever_ids[person].contains(&id) || asked.contains(&id);
            assert!(known, "{} got the id {id} on the socket: {text}", NAMES[person]);
        }
        for canary in canaries_in(&text) {
            assert!(self.ever[person].contains(&canary), "{} got {canary} on the socket: {text}", NAMES[person]);
        }
        if frame["type"] == "presence" {
            let places = frame["members"].as_array().expect("members").iter();
            for place in places.filter_map(|it| Uuid::parse_str(it["ticketId"].as_str()?).ok()) {
                let names = self.canaries.iter().enumerate().filter(|(_, thing)| **thing == Thing::Ticket(place));
                let has_seen = names.into_iter().any(|(n, _)| self.ever[person].contains(&Canary(n)));
                assert!(has_seen, "{} is told of a person in {place}: {text}", NAMES[person]);
            }
        }
    }

    /// A person shows which ticket they look at: mostly one that they see.
    async fn show(&mut self, person: usize) {
        let ticket = self.ticket(person);
        if let Some(socket) = &mut self.seats[person].socket {
            socket.send(&json!({"type": "presence", "ticketId": ticket, "state": "viewing"})).await;
        }
    }

    /// A former member comes back by an invitation, which names restricted lists if the inviter may share them. Another
    /// invitation with lists stays pending.
    async fn bring_back(&mut self, person: usize) {
        let role = ["member", "guest"].choose(&mut self.random).expect("a role");
        // The owner has a list of her own from the start, so that one invitation at least names a list.
        let inviter = self.random.random_range(0..2) * usize::from(self.done.contains_key("invitation with lists"));
        let level = *["view", "comment", "edit"].choose(&mut self.random).expect("a level");
        let client = self.team.people[inviter].client.at(self.urls[inviter]);
        let mut all = self.lists.clone();
        all.shuffle(&mut self.random);
        let mut made = None;
        for list in all {
            let body = json!({"role": role, "lists": [{"listId": list, "level": level}]});
            let answer = client.post(&self.team.path("invitations"), &body).await;
            assert_eq!(canaries_in(&String::from_utf8_lossy(&answer.body)), vec![], "{body}");
            if answer.status == 201 {
                made = Some((body["lists"].clone(), answer.json()));
                break;
            }
        }
        let Some((lists, made)) = made else {
            return self.team.invite(&self.team.people[person], role).await;
        };
        let address = format!("{}@example.org", Uuid::now_v7());
        let mail = json!({"addresses": address, "role": "guest", "lists": lists});
        let mailed = client.post(&self.team.path("invitations/mail"), &mail).await;
        assert_eq!(mailed.status, 201, "{:?}", mailed.json());
        let mails = client.get(&format!("/api/dev/mailbox?to={address}")).await;
        assert_eq!(canaries_in(&String::from_utf8_lossy(&mails.body)), vec![], "a mail names no list");
        *self.done.entry("invitation with lists".to_owned()).or_default() += 1;
        let token = made["token"].as_str().expect("a token").to_owned();
        let accepted =
            self.team.people[person].client.post(&format!("/api/invitations/{token}/accept"), &json!({})).await;
        assert!([200, 410].contains(&accepted.status.as_u16()), "{:?}", accepted.json());
    }

    /// Sends a command, and reads until its answer. `None` if the socket was closed.
    async fn ask(&mut self, person: usize, command: &Value) -> Option<Value> {
        let mut socket = self.seats[person].socket.take()?;
        let id = socket.command(command).await;
        let mut frames = Vec::new();
        let answer = loop {
            match socket.next().await {
                Ok(frame) => {
                    let is_answer = (frame["type"] == "ack" || frame["type"] == "refused") && frame["id"] == json!(id);
                    frames.push(frame.clone());
                    if is_answer {
                        break Some(frame);
                    }
                }
                Err(end) => {
                    assert!(matches!(end, Frame::Close(4403, _)), "{}: {end:?}", NAMES[person]);
                    break None;
                }
            }
        };
        if answer.as_ref().is_none_or(|answer| answer["type"] == "ack") {
            self.learn().await;
        }
        let asked = ids_in(&command.to_string());
        let nothing = BTreeSet::new();
        for frame in &frames {
            let is_answer = frame["id"] == json!(id);
            self.check_frame(person, frame, if is_answer { &asked } else { &nothing });
        }
        let seat = &mut self.seats[person];
        // The cursors of lost scopes are kept: the node must not resume from them.
        seat.cursors.extend(socket.resume_cursors().as_object().cloned().expect("cursors"));
        seat.socket = Some(socket).filter(|_| answer.is_some());
        answer
    }

    /// Reads who may read what from the database, and adds it to what each person has had.
    async fn learn(&mut self) {
        self.rights = Rights::read(&mut self.database, &self.team.workspace).await;
        for (person, ever) in self.team.people.iter().zip(&mut self.ever) {
            let seen = self.canaries.iter().enumerate().filter(|(_, thing)| self.rights.sees(&person.id, **thing));
            ever.extend(seen.map(|(n, _)| Canary(n)));
        }
        for (person, ever) in self.team.people.iter().zip(&mut self.ever_ids) {
            ever.extend(self.rights.seen_ids(&person.id));
        }
    }

    /// Opens a socket for a person who has none, often with the cursors of the last one.
    async fn sit(&mut self, person: usize) {
        if self.seats[person].socket.is_some() || !self.rights.is_active(&self.team.people[person].id) {
            return;
        }
        let mut socket = Socket::open(self.urls[person % 2]).await;
        let resumes = self.random.random_bool(0.7) && !self.seats[person].cursors.is_empty();
        let cursors = if resumes { json!(self.seats[person].cursors) } else { json!(null) };
        let (token, workspace) = (self.team.people[person].token(), &self.team.workspace);
        // The other node may not have heard that the person came back.
        if let Ok(welcome) = socket.try_hello(token, workspace, &cursors).await {
            self.check_frame(person, &welcome, &BTreeSet::new());
            self.seats[person].socket = Some(socket);
        }
    }

    /// Asks the doors for what a person may read, and checks that they show nothing else. Asks for some scopes, or for all.
    async fn knock(&mut self, person: usize, scopes: usize) {
        let client = self.team.people[person].client.at(self.urls[self.random.random_range(0..2)]);
        let mut paths = vec![self.team.path("snapshot"), "/api/me".to_owned(), "/api/me/invitations".to_owned()];
        let doors = [
            "invitations",
            "people",
            "people?format=csv",
            "audit",
            "audit?format=csv",
            // A canary is one word, so a highlight does not divide it.
            "search?q=canary&limit=50",
            "search?q=canary&in=description,comment&limit=50",
            "tickets?limit=200",
            "tickets?filter=title%20~%20canary",
            "components",
            "fix-versions",
            "deleted-tickets",
        ];
        paths.extend(doors.map(|door| self.team.path(door)));
        let all = self.rights.scopes();
        let scopes = all.choose_multiple(&mut self.random, scopes);
        paths.extend(scopes.map(|scope| self.team.path(&format!("snapshot?scope={scope}"))));
        for _ in 0..2 {
            // Often one that the person does not see.
            let ticket = self.tickets.choose(&mut self.random).copied().unwrap_or_else(Uuid::now_v7);
            paths.extend(
                ["", "/activities", "/descriptions"].map(|rest| self.team.path(&format!("tickets/{ticket}{rest}"))),
            );
        }
        if let Some((comment, ticket)) = self.comments.choose(&mut self.random) {
            paths.push(self.team.path(&format!("tickets/{ticket}/comments/{comment}/versions")));
        }
        let list = self.lists.choose(&mut self.random).copied().unwrap_or_else(Uuid::now_v7);
        paths.push(self.team.path(&format!("lists/{list}/descriptions")));
        // Whichever version there is, also of a ticket that the person does not see.
        let version: Option<(Uuid, Uuid)> =
            sqlx::query_as("select ticket_id, id from text_versions order by random() limit 1")
                .fetch_optional(&mut self.database)
                .await
                .expect("a version");
        if let Some((ticket, version)) = version {
            paths.push(self.team.path(&format!("tickets/{ticket}/versions")));
            paths.push(self.team.path(&format!("tickets/{ticket}/versions/{version}")));
        }
        for path in paths {
            // Snapshots alone have two forms.
            let columns = !path.contains("/search") && self.random.random_bool(0.5);
            let client =
                if columns { client.with_header("accept", "application/vnd.troupe.columns") } else { client.clone() };
            let answer = client.get(&path).await;
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            for canary in canaries_in(&text) {
                let (who, thing) = (&self.team.people[person].id, self.canaries[canary.0]);
                assert!(self.rights.sees(who, thing), "{} got {canary} of {thing:?} from {path}", NAMES[person]);
            }
            // Only the audit log names restricted lists, by their ids.
            if !path.contains("/audit") {
                let hidden = self.rights.hidden_ids(&self.team.people[person].id, &text);
                assert!(hidden.is_empty(), "{} got the ids {hidden:?} from {path}: {text}", NAMES[person]);
            }
        }
    }

    /// The doors of operators show no private text and no such id at all. Mails show only what their reader had the right to read.
    async fn knock_as_operator(&self) {
        let client = &self.team.people[0].client;
        for path in ["/metrics", "/api/admin/overview", "/api/admin/jobs", "/api/openapi.json", "/readyz"] {
            for url in self.urls {
                let answer = client.at(url).get(path).await;
                let text = String::from_utf8_lossy(&answer.body).into_owned();
                assert_eq!((answer.status.as_u16(), canaries_in(&text)), (200, vec![]), "{path}");
                let named = ids_in(&text);
                assert!(self.ever_ids.iter().all(|seen| seen.is_disjoint(&named)), "{path} names {named:?}");
            }
        }
        // A notification that stays unread is mailed, with the name of the list or task that it is about.
        for (n, person) in self.team.people.iter().enumerate() {
            let answer = client.get(&format!("/api/dev/mailbox?to={}", person.email)).await;
            let text = String::from_utf8_lossy(&answer.body);
            for canary in canaries_in(&text) {
                assert!(self.ever[n].contains(&canary), "{canary} in a mail to {}", person.email);
            }
            for id in self.rights.hidden_ids(&person.id, &text) {
                assert!(self.ever_ids[n].contains(&id), "the id {id} in a mail to {}", person.email);
            }
        }
    }

    /// Sends a command of a run, and counts it if it is acked.
    async fn send(&mut self, by: usize, command: &Value) {
        if self.ask(by, command).await.is_some_and(|answer| answer["type"] == "ack") {
            *self.done.entry(command["kind"].as_str().expect("a kind").to_owned()).or_default() += 1;
        }
    }

    /// An open list, a restricted one that is shared with both guests, and tickets in both.
    async fn begin(&mut self) {
        for person in 0..NAMES.len() {
            self.sit(person).await;
        }
        let [open, restricted] = [(); 2].map(|()| Uuid::now_v7());
        self.lists.extend([open, restricted]);
        let names = self.lists.clone().into_iter().map(|list| self.canary(Thing::List(list))).collect::<Vec<_>>();
        let share = |n: usize, level: &str| {
            let user = &self.team.people[n].id;
            json!({"kind": "share.set", "listId": restricted, "userId": user, "level": level})
        };
        let mut commands = vec![
            json!({"kind": "list.create", "listId": open, "name": names[0]}),
            json!({"kind": "list.create", "listId": restricted, "name": names[1], "restricted": true}),
            share(3, "manage"),
            share(4, "edit"),
            share(5, "view"),
        ];
        for list in [open, restricted, open, restricted] {
            let (ticket, part) = (Uuid::now_v7(), Uuid::now_v7());
            self.tickets.extend([ticket, part]);
            let [title, below] = [ticket, part].map(|id| self.canary(Thing::Ticket(id)));
            commands.extend([
                json!({"kind": "ticket.create", "ticketId": ticket, "title": title, "listIds": [list]}),
                json!({"kind": "ticket.create", "ticketId": part, "title": below, "parentTicketId": ticket}),
            ]);
        }
        for command in commands {
            self.send(2, &command).await;
        }
        // A list that was open, one that was restricted, and one whose maker may invite.
        for (maker, restricted, then) in
            [(2, false, Some("list.restrict")), (2, true, Some("list.open")), (0, true, None)]
        {
            let list = Uuid::now_v7();
            self.lists.push(list);
            let name = self.canary(Thing::List(list));
            self.send(maker, &json!({"kind": "list.create", "listId": list, "name": name, "restricted": restricted}))
                .await;
            if let Some(kind) = then {
                self.send(maker, &json!({"kind": kind, "listId": list})).await;
            }
        }
        // She comes back by an invitation.
        let gina = self.team.people[5].id.clone();
        self.send(0, &json!({"kind": "member.remove", "userId": gina})).await;
    }

    async fn step(&mut self, step: usize) {
        for person in 0..NAMES.len() {
            self.sit(person).await;
        }
        let seated: Vec<usize> = (0..NAMES.len()).filter(|n| self.seats[*n].socket.is_some()).collect();
        let by = seated.choose(&mut self.random).copied().unwrap_or(0);
        let command = self.command(by);
        self.send(by, &command).await;
        self.show(by).await;
        // The answer to a command that changes nothing comes behind what was queued before.
        let nothing = json!({"kind": "reaction.remove", "activityId": Uuid::now_v7(), "emoji": "👀"});
        for person in 0..NAMES.len() {
            self.ask(person, &nothing).await;
        }
        if self.random.random_bool(0.1) {
            // The next socket comes back with old cursors.
            let person = self.random.random_range(0..NAMES.len());
            self.seats[person].socket = None;
        }
        let gone: Vec<usize> = (1..NAMES.len()).filter(|n| !self.rights.is_active(&self.team.people[*n].id)).collect();
        if let Some(person) = gone.choose(&mut self.random).filter(|_| gone.len() > 1 || step.is_multiple_of(5)) {
            self.bring_back(*person).await;
            self.learn().await;
        }
        let other = self.random.random_range(0..NAMES.len());
        self.knock(other, 2).await;
    }
}

#[actix_web::test]
async fn c26_d07_d09_d12_no_door_shows_a_private_text_to_a_person_without_the_right() {
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    for seed in SEEDS {
        let database = TestDatabase::new().await;
        let node = || Troupe::node_to_be(database.url()).set("TROUPE_AUTH_BURST", "1000").serve();
        let (here, there) = (node(), node());
        let mut people = Vec::new();
        for name in NAMES {
            people.push(Person::sign_up(Client::new(&here.url), name).await);
        }
        let team = Team::of(people).await;
        for (n, role) in [(1, "admin"), (4, "guest"), (5, "guest")] {
            let role = json!({"kind": "member.setRole", "userId": team.people[n].id, "role": role});
            assert_eq!(team.post(0, &role).await.status, 200);
        }
        let mut connection = database.connect().await;
        let rights = Rights::read(&mut connection, &team.workspace).await;
        let seats = NAMES.iter().map(|_| Seat { socket: None, cursors: Map::new() }).collect();
        let mut run = Run {
            team: &team,
            urls: [&here.url, &there.url],
            database: connection,
            random: StdRng::seed_from_u64(seed),
            seats,
            lists: Vec::new(),
            tickets: Vec::new(),
            comments: Vec::new(),
            canaries: Vec::new(),
            ever: vec![BTreeSet::new(); NAMES.len()],
            ever_ids: vec![BTreeSet::new(); NAMES.len()],
            rights,
            done: BTreeMap::new(),
        };
        run.begin().await;
        for step in 0..STEPS {
            run.step(step).await;
            run.rights.check_homes();
            if step % 25 == 24 {
                for person in 0..NAMES.len() {
                    run.knock(person, usize::MAX).await;
                }
                run.knock_as_operator().await;
            }
        }
        for (kind, times) in &run.done {
            *done.entry(kind.clone()).or_default() += times;
        }
        drop(run);
        for node in [here, there] {
            let log = node.log_at_the_end(Signal::TERM);
            assert!(!log.is_empty(), "the node wrote a log");
            assert_eq!(canaries_in(&log), vec![], "{log}");
        }
    }
    // Runs that did next to nothing would show nothing.
    for kind in [
        "list.restrict",
        "list.open",
        "share.set",
        "ticket.move",
        "ticket.update",
        "comment.create",
        "invitation with lists",
    ] {
        assert!(done.contains_key(kind), "no {kind} in {done:?}");
    }
}
