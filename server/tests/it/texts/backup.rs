//! Texts in a backup.

use super::together::described;
use super::writer::{Writer, description};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told, Troupe, scratch_folder, until};

#[actix_web::test]
async fn tx16_a_restore_brings_the_text_back_in_a_new_epoch() {
    let (database, folder) = (TestDatabase::new().await, scratch_folder());
    let files = folder.path().join("files");
    let settings = [("TROUPE_FILES_DIR", files.to_str().expect("text"))];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let update = ann.paragraph("in the backup");
    ann.stores(&update).await;
    until("written", async || description(&team, 0, ticket).await.ends_with("in the backup")).await;
    let file = folder.path().join("a.backup");
    let does = |verb: &str| {
        let words = [verb, file.to_str().expect("text")];
        let troupe = Troupe::new(&words).set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", folder.path());
        let output = troupe.output();
        assert_eq!(output.code, Some(0), "{verb}: {}", output.err);
    };
    does("backup");
    let update = ann.paragraph("after the backup");
    ann.stores(&update).await;
    does("restore");
    // The node has noticed the restore when it closes the sockets. It also closes one that is opened before.
    assert_eq!(ann.socket.end().await, 1012);
    let mut again = Writer::new(team.socket(0).await, ticket);
    again.epoch = ann.epoch;
    let told = loop {
        // The node may still hold the text in its old epoch.
        match again.try_join().await {
            Told::Joined { other_epoch: false, .. } => {}
            // This is how the node notices the new epoch (TX14).
            Told::Refused { code, .. } if code == "gone" => {}
            told => break told,
        }
    };
    assert_eq!(told, Told::Joined { may_edit: true, other_epoch: true });
    assert_eq!(again.says(), "Hello\n\nin the backup");
}
