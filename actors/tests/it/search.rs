//! Search on a database: what is found, and what must not be found (SE10 to SE17 of docs/decisions/search.md).

use std::time::Duration;

use actors::domain::ids::ListId;
use actors::domain::refusal::RefusalCode;
use actors::domain::search::document::Part;
use actors::domain::search::marks::Piece;
use actors::domain::search::query::{PAGE, Search};
use actors::journal::SearchAnswer;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use crate::support::{Fixture, open_stage};

const OWNER: usize = 0;
const OTHER: usize = 1;
const GUEST: usize = 2;

/// Reads all texts that have changed.
async fn fill(fixture: &Fixture) {
    while fixture.stage.journal().fill_search().await.expect("read") > 0 {}
}

fn shown(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| if piece.hit { format!("[{}]", piece.text) } else { piece.text.clone() }).collect()
}

async fn ask(fixture: &Fixture, by: usize, search: Search) -> SearchAnswer {
    fixture.stage.search(fixture.workspace, fixture.people[by], search).await.expect("an answer")
}

fn words(text: &str) -> Search {
    Search { text: text.into(), limit: PAGE, ..Search::default() }
}

/// The titles that a person finds, marked.
async fn titles(fixture: &Fixture, by: usize, text: &str) -> Vec<String> {
    ask(fixture, by, words(text)).await.found.iter().map(|(_, found)| shown(&found.title)).collect()
}

async fn create(fixture: &Fixture, title: &str, more: Value) -> Uuid {
    let id = Uuid::now_v7();
    let mut command = json!({"kind": "ticket.create", "ticketId": id, "title": title});
    command.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    fixture.does(fixture.people[OWNER], command).await;
    id
}

async fn comment(fixture: &Fixture, ticket: Uuid, message: &str) -> Uuid {
    let id = Uuid::now_v7();
    let comment = json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": message});
    fixture.does(fixture.people[OWNER], comment).await;
    id
}

#[actix::test]
async fn se10_titles_descriptions_comments_attributes_and_keys_are_found_and_titles_come_first() {
    let fixture = Fixture::with_commons(2).await;
    let owner = fixture.people[OWNER];
    let customer = Uuid::now_v7();
    fixture
        .does(owner, json!({"kind": "attribute.create", "attributeId": customer, "name": "Customer", "type": "text"}))
        .await;
    let talked = create(&fixture, "Agree on sizes", json!({})).await;
    comment(&fixture, talked, "The maximum *label* length is 18 bytes.").await;
    create(&fixture, "Table of keys", json!({"description": "One table with the label and its length."})).await;
    create(&fixture, "For a customer", json!({"fields": {customer.to_string(): "Label & Sons"}})).await;
    create(&fixture, "Shorter Lábels", json!({})).await;
    assert_eq!(titles(&fixture, OWNER, "label").await, Vec::<String>::new(), "nothing is read yet");
    fill(&fixture).await;

    let answer = ask(&fixture, OWNER, words("label")).await;
    let found: Vec<String> = answer.found.iter().map(|(_, found)| shown(&found.title)).collect();
    assert_eq!(found, ["Shorter [Lábels]", "For a customer", "Table of keys", "Agree on sizes"]);
    assert!(answer.corrects && answer.complete && answer.next.is_none());
    assert_eq!(shown(&answer.found[1].1.fields[0].text), "[Label] & Sons");
    assert_eq!(
        shown(answer.found[2].1.description.as_ref().expect("a match")),
        "One table with the [label] and its length."
    );
    assert_eq!(shown(&answer.found[3].1.comments[0].text), "The maximum *[label]* length is 18 bytes.");
    assert_eq!(titles(&fixture, OWNER, "LENGTH tab").await, ["[Table] of keys"], "all words, as beginnings");
    assert_eq!(titles(&fixture, OWNER, "length nothing").await, Vec::<String>::new());
    let key: String = sqlx::query_scalar("select key from workspaces")
        .fetch_one(&mut fixture.database.connect().await)
        .await
        .expect("a key");
    for text in [format!("{key}-2"), "#2".into(), "2".into(), key.to_lowercase() + " 2"] {
        assert_eq!(titles(&fixture, OWNER, &text).await.first().map(String::as_str), Some("Table of keys"), "{text}");
    }
    let only = |part| Search { parts: vec![part], ..words("label") };
    for (part, title) in [
        (Part::Title, "Shorter [Lábels]"),
        (Part::Field, "For a customer"),
        (Part::Description, "Table of keys"),
        (Part::Comment, "Agree on sizes"),
    ] {
        let found = ask(&fixture, OWNER, only(part)).await.found;
        assert_eq!(found.iter().map(|(_, found)| shown(&found.title)).collect::<Vec<_>>(), [title], "{part:?}");
    }
}

#[actix::test]
async fn se11_mistyped_words_of_titles_are_found_and_without_the_extension_search_does_less_and_says_so() {
    let fixture = Fixture::with_commons(2).await;
    create(&fixture, "Handshake transcript", json!({"description": "certificates"})).await;
    fill(&fixture).await;
    for text in ["handhsake", "Handshke trans", "hanndshake"] {
        assert_eq!(titles(&fixture, OWNER, text).await.len(), 1, "{text}");
    }
    assert_eq!(titles(&fixture, OWNER, "handhsake").await, ["[Handshake] transcript"]);
    assert_eq!(titles(&fixture, OWNER, "certifcates").await, Vec::<String>::new(), "other texts are found as typed");
    fixture.database.connect().await.execute("drop extension pg_trgm cascade").await.expect("dropped");
    let answer = ask(&fixture, OWNER, words("handhsake")).await;
    assert!(answer.found.is_empty() && !answer.corrects);
    assert_eq!(
        titles(&fixture, OWNER, "hands").await,
        ["[Hands]hake transcript".replace("[Hands]hake", "[Handshake]")]
    );
}

#[actix::test]
async fn se11_results_stay_when_the_correction_fails_and_the_answer_says_so() {
    let fixture = Fixture::with_commons(2).await;
    create(&fixture, "Handshake", json!({})).await;
    fill(&fixture).await;
    fixture.database.connect().await.execute("alter table search_words rename word to gone").await.expect("renamed");
    let answer = ask(&fixture, OWNER, words("handshake")).await;
    assert_eq!((answer.found.len(), answer.corrects), (1, false));
}

#[actix::test]
async fn se6_a_number_keeps_to_the_list_and_its_ticket_is_on_one_page_only() {
    let fixture = Fixture::with_commons(2).await;
    let list = Uuid::now_v7();
    fixture.does(fixture.people[OWNER], json!({"kind": "list.create", "listId": list, "name": "One"})).await;
    let listed = create(&fixture, "First", json!({"listIds": [list]})).await;
    for n in 0..4 {
        create(&fixture, &format!("2 and {n}"), json!({})).await;
    }
    fill(&fixture).await;
    let in_list = async |text| {
        let found = ask(&fixture, OWNER, Search { list: Some(ListId(list)), ..words(text) }).await.found;
        found.iter().map(|(_, found)| found.ticket_id.0).collect::<Vec<_>>()
    };
    assert_eq!(in_list("1").await, [listed]);
    assert_eq!(in_list("2").await, Vec::<Uuid>::new(), "the ticket with this number is in no list");
    let (mut after, mut numbers) = (Some(0), vec![]);
    while let Some(from) = after {
        let page = ask(&fixture, OWNER, Search { after: from, limit: 2, ..words("2") }).await;
        assert!(page.found.len() <= 2, "a page has its size");
        numbers.extend(page.found.iter().map(|(_, found)| found.number));
        after = page.next;
    }
    assert_eq!(numbers.first(), Some(&2));
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 3, 4, 5]);
}

#[actix::test]
async fn se5_scopes_whose_words_begin_with_the_same_digits_take_no_places_of_each_other() {
    let fixture = Fixture::with_commons(2).await;
    create(&fixture, "Mine", json!({})).await;
    fill(&fixture).await;
    // More documents than are ranked, of another workspace, with the same words.
    let others = "insert into search_documents (workspace_id, id, ticket_id, scope_id, is_comment, at, words)
                  select gen_random_uuid(), gen_random_uuid(), ticket_id, gen_random_uuid(), false, at, words
                  from search_documents, generate_series(1, 2100);
                  delete from search_documents d where exists (select from tickets t where t.id = d.id);";
    let mut db = fixture.database.connect().await;
    db.execute(others).await.expect("stored");
    assert_eq!(titles(&fixture, OWNER, "mine").await, Vec::<String>::new(), "the words of others name no ticket");
    db.execute("insert into search_changes (workspace_id, document_id, is_comment) select workspace_id, id, false from tickets")
        .await
        .expect("noted");
    fill(&fixture).await;
    assert_eq!(titles(&fixture, OWNER, "mine").await, ["[Mine]"]);
}

#[actix::test]
async fn m01_nobody_finds_what_they_do_not_see_not_even_by_number_or_by_a_slip() {
    let fixture = Fixture::with_commons(2).await;
    let owner = fixture.people[OWNER];
    let (secret, elsewhere) = (Uuid::now_v7(), fixture.found_another().await);
    fixture.does(owner, json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true})).await;
    let private = create(&fixture, "Canary private", json!({"private": true})).await;
    let listed = create(&fixture, "Canary listed", json!({"listIds": [secret]})).await;
    let trashed = create(&fixture, "Canary trashed", json!({})).await;
    let deleted = create(&fixture, "Canary deleted", json!({})).await;
    for ticket in [private, listed, trashed, deleted] {
        comment(&fixture, ticket, "Canary of a comment").await;
    }
    fill(&fixture).await;
    for ticket in [trashed, deleted] {
        fixture.does(owner, json!({"kind": "ticket.trash", "ticketId": ticket})).await;
    }
    fixture.does(owner, json!({"kind": "ticket.delete", "ticketId": deleted})).await;
    // Before and after the index has heard of it.
    for _ in 0..2 {
        assert_eq!(titles(&fixture, OWNER, "canary").await.len(), 2, "one's own");
        for by in [OTHER, GUEST] {
            for text in ["canary", "canery", "1", "2", "3", "4"] {
                let answer = ask(&fixture, by, words(text)).await;
                assert!(answer.found.is_empty() && answer.next.is_none(), "{by} {text}: {answer:?}");
            }
        }
        let answer = fixture.stage.search(elsewhere, owner, words("canary")).await.expect("an answer");
        assert!(answer.found.is_empty(), "another workspace");
        fill(&fixture).await;
    }
    let stranger = fixture.stage.search(elsewhere, fixture.people[OTHER], words("canary")).await.expect_err("refused");
    assert_eq!(stranger.code, RefusalCode::NotFound);
    // A share gives the ticket at once; the end of the share takes it away at once.
    fixture
        .does(owner, json!({"kind": "share.set", "listId": secret, "userId": fixture.people[GUEST], "level": "view"}))
        .await;
    assert_eq!(titles(&fixture, GUEST, "canary").await, ["[Canary] listed"]);
    fixture.does(owner, json!({"kind": "share.remove", "listId": secret, "userId": fixture.people[GUEST]})).await;
    assert_eq!(titles(&fixture, GUEST, "canary").await, Vec::<String>::new());
}

#[actix::test]
async fn m01_words_of_hidden_titles_take_no_places_among_the_corrections() {
    let fixture = Fixture::with_commons(2).await;
    let seen = create(&fixture, "Handshake", json!({})).await;
    fill(&fixture).await;
    assert_eq!(titles(&fixture, OTHER, "hxndshake").await, ["[Handshake]"]);
    // Nearer words than the one that the other member sees, more than there are places.
    for letter in 'a'..='z' {
        let near = format!("hxndshak{letter} hxndsha{letter}e");
        create(&fixture, &near, json!({"private": true})).await;
    }
    fill(&fixture).await;
    assert_eq!(titles(&fixture, OTHER, "hxndshake").await, ["[Handshake]"], "as before");
    // The words of a title go with it, when it changes and when it leaves the scope.
    let db = &mut fixture.database.connect().await;
    let commons: Uuid = sqlx::query_scalar("select scope_id from tickets where id = $1")
        .bind(seen)
        .fetch_one(&mut *db)
        .await
        .expect("a scope");
    let mut words_of_commons = async || -> Vec<(String, i32)> {
        sqlx::query_as("select word, titles from search_words where scope_id = $1 order by word")
            .bind(commons)
            .fetch_all(&mut *db)
            .await
            .expect("words")
    };
    let known = |words: &[(&str, i32)]| words.iter().map(|(word, n)| ((*word).to_owned(), *n)).collect::<Vec<_>>();
    assert_eq!(words_of_commons().await, known(&[("handshake", 1)]));
    let title = |title: &str| json!({"kind": "ticket.update", "ticketId": seen, "patch": {"title": title}});
    fixture.does(fixture.people[OWNER], title("Handshake of walruses")).await;
    let other = create(&fixture, "A handshake", json!({})).await;
    fill(&fixture).await;
    assert_eq!(words_of_commons().await, known(&[("handshake", 2), ("walruses", 1)]));
    fixture.does(fixture.people[OWNER], title("Walruses")).await;
    let secret = Uuid::now_v7();
    let list = json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true});
    fixture.does(fixture.people[OWNER], list).await;
    fixture.does(fixture.people[OWNER], json!({"kind": "ticket.move", "ticketId": other, "listId": secret})).await;
    fill(&fixture).await;
    assert_eq!(words_of_commons().await, known(&[("walruses", 1)]));
}

#[actix::test]
async fn se12_a_ticket_that_moves_out_of_sight_is_gone_at_once_and_its_comments_follow_it() {
    let fixture = Fixture::with_commons(2).await;
    let owner = fixture.people[OWNER];
    let secret = Uuid::now_v7();
    fixture.does(owner, json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true})).await;
    let ticket = create(&fixture, "Open at first", json!({})).await;
    comment(&fixture, ticket, "A remark").await;
    fill(&fixture).await;
    assert_eq!(titles(&fixture, OTHER, "remark").await, ["Open at first"]);
    fixture.does(owner, json!({"kind": "ticket.move", "ticketId": ticket, "listId": secret})).await;
    assert_eq!(titles(&fixture, OTHER, "remark").await, Vec::<String>::new(), "before the index has heard of it");
    assert_eq!(titles(&fixture, OTHER, "open").await, Vec::<String>::new());
    fill(&fixture).await;
    assert_eq!(titles(&fixture, OWNER, "remark").await, ["Open at first"], "the comment lies in the new scope");
    assert_eq!(titles(&fixture, OTHER, "remark").await, Vec::<String>::new());
}

#[actix::test]
async fn se13_a_changed_text_is_found_by_its_new_words_only() {
    let fixture = Fixture::with_commons(2).await;
    let owner = fixture.people[OWNER];
    let ticket = create(&fixture, "Walrus", json!({"description": "Tusks"})).await;
    let remark = comment(&fixture, ticket, "Whiskers").await;
    fill(&fixture).await;
    fixture
        .does(
            owner,
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Otter", "description": "Paws"}}),
        )
        .await;
    fixture.does(owner, json!({"kind": "comment.update", "commentId": remark, "message": "Fur"})).await;
    for text in ["walrus", "tusks", "whiskers"] {
        assert_eq!(
            titles(&fixture, OWNER, text).await,
            Vec::<String>::new(),
            "{text}, before the index has heard of it"
        );
    }
    fill(&fixture).await;
    for text in ["otter", "paws", "fur"] {
        assert_eq!(titles(&fixture, OWNER, text).await.len(), 1, "{text}");
    }
    fixture.does(owner, json!({"kind": "comment.delete", "commentId": remark})).await;
    assert_eq!(titles(&fixture, OWNER, "fur").await, Vec::<String>::new());
    fill(&fixture).await;
    let documents: i64 = sqlx::query_scalar("select count(*) from search_documents where is_comment")
        .fetch_one(&mut fixture.database.connect().await)
        .await
        .expect("a count");
    assert_eq!(documents, 0, "the words of a deleted comment go");
}

#[actix::test]
async fn se14_edits_that_change_no_text_leave_no_note() {
    let fixture = Fixture::with_commons(2).await;
    let ticket = create(&fixture, "Quiet", json!({})).await;
    fill(&fixture).await;
    let edit =
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"priority": "day", "dueDate": "2030-05-01"}});
    fixture.does(fixture.people[OWNER], edit).await;
    fixture.does(fixture.people[OWNER], json!({"kind": "ticket.trash", "ticketId": ticket})).await;
    let notes: i64 = sqlx::query_scalar("select count(*) from search_changes")
        .fetch_one(&mut fixture.database.connect().await)
        .await
        .expect("a count");
    assert_eq!(notes, 0);
}

#[actix::test]
async fn se15_texts_from_before_search_are_read_in_pieces_and_the_answer_says_until_when() {
    let fixture = Fixture::with_commons(2).await;
    for n in 0..3 {
        let ticket = create(&fixture, &format!("Old {n}"), json!({})).await;
        comment(&fixture, ticket, "Old remark").await;
    }
    let mut db = fixture.database.connect().await;
    db.execute(
        "delete from search_changes; delete from search_documents; delete from search_fills;
                insert into search_fills (is_comment) values (false), (true)",
    )
    .await
    .expect("as before search");
    assert!(!ask(&fixture, OWNER, words("old")).await.complete);
    fill(&fixture).await;
    let answer = ask(&fixture, OWNER, words("old remark")).await;
    assert!(answer.complete);
    assert_eq!(answer.found.len(), 3);
}

#[actix::test]
async fn se18_a_text_with_too_many_words_is_found_by_the_first_of_them_and_holds_up_no_other() {
    let fixture = Fixture::with_commons(2).await;
    let first = create(&fixture, "First", json!({})).await;
    // Folding makes eighteen letters of each of these.
    let long: String = (0..10_800).map(|n| format!("\u{FDFA}{n} ")).collect();
    let remark: String = (0..1_000).map(|n| format!("r{n} ")).collect();
    create(&fixture, "Endless", json!({"description": format!("walrus {long}")})).await;
    let refused = create(&fixture, "Refused", json!({"description": "otter"})).await;
    comment(&fixture, first, &remark).await;
    create(&fixture, "Behind", json!({})).await;
    let mut db = fixture.database.connect().await;
    let check = format!("alter table search_documents add check (id <> '{refused}' or length(words) = 0)");
    sqlx::query(sqlx::AssertSqlSafe(check))
        .execute(&mut db)
        .await
        .expect("a database that refuses the words of a text");
    for notes in [true, false] {
        fill(&fixture).await;
        for (text, title) in
            [("walrus", "Endless"), ("endless", "[Endless]"), ("r999", "First"), ("behind", "[Behind]")]
        {
            assert_eq!(titles(&fixture, OWNER, text).await, [title], "{notes} {text}");
        }
        assert_eq!(titles(&fixture, OWNER, "otter").await, Vec::<String>::new());
        // Once more, as texts from before search.
        db.execute(
            "delete from search_changes; delete from search_documents; delete from search_words; delete from search_fills;
             insert into search_fills (is_comment) values (false), (true)",
        )
        .await
        .expect("as before search");
    }
}

#[actix::test]
async fn se16_two_nodes_that_read_at_once_lose_no_change() {
    let fixture = Fixture::with_commons(2).await;
    let other = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let writing = async {
        for n in 0..60 {
            create(&fixture, &format!("Number{n} title"), json!({})).await;
        }
    };
    let reading = async |stage: &actors::Stage| {
        for _ in 0..60 {
            stage.journal().fill_search().await.expect("read");
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(writing, reading(&fixture.stage), reading(&other));
    fill(&fixture).await;
    let documents: i64 = sqlx::query_scalar("select count(*) from search_documents")
        .fetch_one(&mut fixture.database.connect().await)
        .await
        .expect("a count");
    assert_eq!(documents, 60);
}

#[actix::test]
async fn se17_pages_of_a_common_word_follow_each_other_without_doubles_and_a_list_filters() {
    let fixture = Fixture::with_commons(2).await;
    let list = Uuid::now_v7();
    fixture.does(fixture.people[OWNER], json!({"kind": "list.create", "listId": list, "name": "One"})).await;
    for n in 0..70 {
        let lists = if n < 3 { json!({"listIds": [list]}) } else { json!({}) };
        create(&fixture, &format!("Common {n}"), lists).await;
    }
    fill(&fixture).await;
    let (mut after, mut seen) = (Some(0), std::collections::HashSet::new());
    while let Some(from) = after {
        let page = ask(&fixture, OWNER, Search { after: from, limit: 30, ..words("common") }).await;
        assert!(page.found.iter().all(|(_, found)| seen.insert(found.ticket_id)), "a double");
        after = page.next;
    }
    assert_eq!(seen.len(), 70);
    let filtered = ask(&fixture, OWNER, Search { list: Some(ListId(list)), ..words("common") }).await;
    assert_eq!(filtered.found.len(), 3);
}

#[actix::test]
async fn se17_better_matches_in_the_trash_hide_no_ticket() {
    let fixture = Fixture::with_commons(2).await;
    let alive = create(&fixture, "Something", json!({"description": "the word is only here"})).await;
    for n in 0..70 {
        let ticket = create(&fixture, &format!("Word {n}"), json!({})).await;
        fixture.does(fixture.people[OWNER], json!({"kind": "ticket.trash", "ticketId": ticket})).await;
    }
    fill(&fixture).await;
    let found = ask(&fixture, OWNER, words("word")).await.found;
    assert_eq!(found.iter().map(|(_, found)| found.ticket_id.0).collect::<Vec<_>>(), [alive]);
}

#[actix::test]
async fn m07_queries_of_special_characters_and_of_any_words_are_answered() {
    let fixture = Fixture::with_commons(2).await;
    create(&fixture, "100% [C++] a|b (c) $5 ^x \\y", json!({})).await;
    fill(&fixture).await;
    for text in ["[ ] \\ ^ $ . | ? * + ( )", "{ } - / # %", "'", "''", ":*", "a & !b <-> c", "\u{0}", ""] {
        let found = fixture.stage.search(fixture.workspace, fixture.people[OWNER], words(text)).await;
        assert!(found.is_ok(), "{text:?}: {found:?}");
    }
    for text in ["[C++]", "100%", "$5", "\\y", "a|b", "(c)"] {
        assert_eq!(titles(&fixture, OWNER, text).await.len(), 1, "{text}");
    }
    let long = fixture.stage.search(fixture.workspace, fixture.people[OWNER], words(&"(a+)+$ ".repeat(2_000))).await;
    assert_eq!(long.expect_err("refused").field.as_deref(), Some("q"));
}
