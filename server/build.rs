//! Makes sure that there is a folder to embed, and that a change in it or in the migrations is
//! noticed.

use std::fs;

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../migrations");
    println!("cargo:rerun-if-changed=../web/dist");
    // A build of the server alone has no web app; it says so where the app would be.
    fs::create_dir_all("../web/dist")
}
