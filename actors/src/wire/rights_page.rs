//! Writes `docs/RIGHTS.md` from the code.

use std::fmt::Write as _;

use crate::domain::{capability::Capability, kinds::role::BuiltIn};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/RIGHTS.md");

const HEAD: &str = "# Rights

What each built-in role allows. `make types` writes this page from the code; a test fails if the page is old.

A role is a set of capabilities. A workspace defines further roles, in Settings → Roles or with `role.create`. In a restricted list, the share of a person narrows what their role allows: the column *share* names the lowest level of share at which the person keeps the capability. A guest sees only the lists that are shared with them. `own` stands for a person's own tasks: tasks that the person made, and for changes also tasks that the person is assigned to.

A thing that a person may not see answers `not_found`, like a thing that does not exist. Everything else that a role does not allow answers `forbidden`.

";

fn page() -> String {
    let mut text = HEAD.to_owned();
    let roles = BuiltIn::ALL.map(BuiltIn::name).join(" | ");
    writeln!(text, "| capability | allows to | {roles} | share |").expect("written");
    writeln!(text, "| --- | --- |{} --- |", " --- |".repeat(BuiltIn::ALL.len())).expect("written");
    let all = Capability::ALL.iter().copied();
    let only_own: Vec<Capability> = all.clone().filter_map(Capability::for_own).collect();
    for capability in all.filter(|it| !only_own.contains(it)) {
        let cells = BuiltIn::ALL.map(|role| {
            let own = capability.for_own().is_some_and(|own| role.capabilities().has(own));
            match (role.capabilities().has(capability), own) {
                (true, _) => "yes",
                (false, true) => "own",
                (false, false) => "",
            }
        });
        let (word, says) = (capability.word(), capability.description().trim().trim_end_matches('.'));
        let says = says[..1].to_lowercase() + &says[1..];
        let level = format!("{:?}", capability.level()).to_lowercase();
        writeln!(text, "| `{word}` | {says} | {} | {level} |", cells.join(" | ")).expect("written");
    }
    text.push_str(
        "\nTwo more words are for roles of a workspace: `editOwnTickets` and `deleteOwnTickets` allow the same as `editTickets` and `deleteTickets` for own tasks. Every member may leave.\n",
    );
    text
}

#[test]
fn the_page_of_rights_and_the_types_of_the_web_app_come_from_the_same_list() {
    let now = page();
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &now).expect("the folder is there");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == now, "docs/RIGHTS.md is stale: run `make types`");
}
