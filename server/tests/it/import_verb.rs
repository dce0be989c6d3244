//! `troupe import`, as an operator sees it on a terminal.

use std::fs;

use rustix::process::Signal;
use serde_json::json;

use crate::import::{entities, found};
use crate::support::{Client, Output, Person, TestDatabase, TestNode, Troupe, scratch_folder};

const FILE: &str = "key,title,points\nA-7,Seven,3\nA-8,,1\n";

#[actix_web::test]
async fn a_file_comes_in_beside_a_running_node_which_then_works_with_it() {
    let data = scratch_folder();
    let set = |troupe: Troupe| {
        troupe
            .set("TROUPE_ADDR", "127.0.0.1:0")
            .set("TROUPE_DATA_DIR", data.path())
            .set("TROUPE_ARGON2_MEMORY_KIB", "8")
            .set("TROUPE_ARGON2_ITERATIONS", "1")
    };
    let node = set(Troupe::new(&["serve"])).serve();
    let ada = Person::sign_up(Client::new(&node.url), "ada").await.client;
    let workspace = found(&ada).await;
    let file = data.path().join("work.csv");
    let mapping = data.path().join("mapping.json");
    fs::write(&file, FILE).expect("a file");
    fs::write(&mapping, json!({"key": "key", "title": "title", "points": null}).to_string()).expect("a file");
    let import = |more: &[&str]| -> Output {
        let (file, mapping) = (file.to_string_lossy(), mapping.to_string_lossy());
        let fixed = ["import", "--workspace", "trp", "--as", "Ada@example.org", "--mapping", &mapping, &file];
        set(Troupe::new(&[&fixed, more].concat())).output()
    };

    let output = import(&["--dry-run"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("1 tasks for the list \"work\", 1 of them new"), "{output:?}");
    assert!(entities(&ada, &workspace, "ticket").await.is_empty());

    let output = import(&[]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("row 3: validation_failed: The title is empty."), "{output:?}");
    assert!(output.out.contains("Imported: 1 created, 0 updated, 0 unchanged, 1 refused of 2 tasks."), "{output:?}");
    assert!(output.err.contains("2 of 2 tasks"), "{output:?}");
    let tickets = entities(&ada, &workspace, "ticket").await;
    assert_eq!((tickets.len(), &tickets[0]["title"]), (1, &json!("Seven")));

    // The node learns of the import when it next reads the heads.
    let path = format!("/api/workspaces/{workspace}/commands");
    let update = json!({"kind": "ticket.update", "ticketId": tickets[0]["id"], "patch": {"priority": "week"}});
    let command = || json!({"id": uuid::Uuid::now_v7(), "command": update});
    while ada.post(&path, &command()).await.status != 200 {
        tokio::task::yield_now().await;
    }

    let output = import(&[]);
    assert!(output.out.contains("Imported: 0 created, 0 updated, 1 unchanged, 1 refused of 2"), "{output:?}");
    assert_eq!(node.end(Signal::INT), Some(0));
}

#[actix_web::test]
async fn a_file_that_cannot_be_imported_is_refused_in_one_sentence_and_changes_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    node.sign_up_user("mallory").await;
    let workspace = found(&ada).await;
    let folder = scratch_folder();
    let file = folder.path().join("work.csv");
    let import = |workspace: &str, by: &str, text: &str| {
        fs::write(&file, text).expect("a file");
        let path = file.to_string_lossy();
        let troupe = Troupe::new(&["import", "--workspace", workspace, "--as", by, &path]);
        troupe.set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", folder.path()).output()
    };
    for (place, by, text, said) in [
        ("TRP", "ada@example.org", FILE, "The column \"points\" isn't mapped"),
        ("TRP", "ada@example.org", "key,title\nA-1,\"One", "A quotation mark in row 2"),
        ("NOPE", "ada@example.org", FILE, "this account is not in a workspace NOPE; its workspaces: TRP"),
        (&workspace, "mallory@example.org", FILE, "this account is not in a workspace"),
        ("TRP", "nobody@example.org", FILE, "no account has the email address nobody@example.org"),
    ] {
        let output = import(place, by, text);
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.err.contains(said), "{output:?}");
    }
    assert_eq!(Troupe::new(&["import", "--as"]).output().code, Some(2));
    assert!(entities(&ada, &workspace, "ticket").await.is_empty());
    assert!(entities(&ada, &workspace, "import").await.is_empty());
}
