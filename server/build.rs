//! Makes sure that there is a folder to embed, and that a change in it or in the migrations is
//! noticed.

use std::{env, fs};

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../migrations");
    // A debug build reads the web app from the disk while it runs.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../web/dist");
    }
    // A build of the server alone has no web app; it says so where the app would be.
    fs::create_dir_all("../web/dist")
}
