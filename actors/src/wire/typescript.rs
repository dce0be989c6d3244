//! Writes the web app's types; a test fails when the committed file is stale.

use serde::Deserialize;
use ts_rs::{Config, TS};

use super::{ClientFrame, Column, HttpAck, NodeFrame, SnapshotColumns, SnapshotEnd, SnapshotHead};
use crate::{
    domain::{
        audit::AuditKind,
        change::{Change, Event},
        command::Command,
        entity::{EntityKind, Label, visit_rows},
        search::found::FoundTicket,
    },
    sync::Cursor,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/wire/generated.ts");

/// An entity's line of a snapshot. The web app reads the lines before it knows their kinds, so the type is looser than
/// [`Entity`](crate::domain::entity::Entity), which writes them.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct SnapshotLine {
    entity: EntityKind,
    #[ts(type = "Record<string, unknown>")]
    data: serde_json::Map<String, serde_json::Value>,
}

/// Collects declarations, each once, in the order of their names.
struct Declarations {
    config: Config,
    found: std::collections::BTreeMap<String, String>,
}

impl ts_rs::TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            // A box or the like: its content has a declaration.
            return T::visit_generics(self);
        }
        if self.found.contains_key(&T::ident(&self.config)) {
            return;
        }
        self.found.insert(T::ident(&self.config), T::decl(&self.config));
        T::visit_dependencies(self);
    }
}

fn generate() -> String {
    use ts_rs::TypeVisitor as _;
    let mut all = Declarations { config: Config::default(), found: std::collections::BTreeMap::new() };
    all.visit::<ClientFrame>();
    all.visit::<NodeFrame>();
    all.visit::<SnapshotHead>();
    all.visit::<SnapshotLine>();
    all.visit::<Column>();
    all.visit::<SnapshotColumns>();
    all.visit::<SnapshotEnd>();
    all.visit::<HttpAck>();
    all.visit::<Command>();
    all.visit::<Cursor>();
    all.visit::<Change>();
    all.visit::<Event>();
    all.visit::<AuditKind>();
    all.visit::<FoundTicket>();
    visit_rows(&mut all);
    let mut text = String::from("// Generated from actors/src/wire and actors/src/domain. Written by: make types\n");
    for declaration in all.found.values() {
        text.push_str("\nexport ");
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

#[test]
fn the_types_of_the_web_app_are_those_of_the_wire() {
    let now = generate();
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &now).expect("the web app's folder is there");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == now, "web/src/wire/generated.ts is stale: run `make types`");
}

#[test]
fn entities_are_written_as_the_lines_that_the_web_app_reads() {
    let label = crate::domain::entity::Entity::Label(Label {
        id: crate::domain::ids::LabelId(uuid::Uuid::from_u128(1)),
        name: "Bug".to_owned(),
        color: crate::domain::entity::Color::Red,
        created_at: crate::domain::date::Instant::new(time::OffsetDateTime::UNIX_EPOCH),
    });
    let line = serde_json::to_string(&label).expect("JSON");
    let read: SnapshotLine = serde_json::from_str(&line).expect("a line of a snapshot");
    assert_eq!((read.entity, &read.data["name"]), (EntityKind::Label, &"Bug".into()));
}
