//! Makes sure that new and changed migrations are noticed: `src/db/shape.rs` embeds them, and the compiler does not watch the folder.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
