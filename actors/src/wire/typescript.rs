//! Writes the web app's types; a test fails when the committed file is stale.

use ts_rs::{Config, TS};

use super::{ClientFrame, HttpAck, NodeFrame, SnapshotHead};
use crate::{
    domain::{
        change::{Change, Event},
        command::Command,
        entity::{Activity, ImportJob, Label, Link, List, Member, Reaction, Status, Ticket, Workspace},
    },
    sync::Cursor,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/wire/generated.ts");

/// Collects declarations, each once, in the order of their names.
struct Declarations {
    config: Config,
    found: std::collections::BTreeMap<String, String>,
}

impl ts_rs::TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.found.contains_key(&T::ident(&self.config)) {
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
    all.visit::<HttpAck>();
    all.visit::<Command>();
    all.visit::<Cursor>();
    all.visit::<Change>();
    all.visit::<Event>();
    all.visit::<Workspace>();
    all.visit::<Member>();
    all.visit::<Status>();
    all.visit::<List>();
    all.visit::<Label>();
    all.visit::<Ticket>();
    all.visit::<Link>();
    all.visit::<Activity>();
    all.visit::<Reaction>();
    all.visit::<ImportJob>();
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
