//! Makes sure that there is a folder to embed, and that new migrations are noticed.

use std::path::Path;
use std::{env, fs};

const WEB_APP: &str = "../web/dist";

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../migrations");
    // A build of the server alone has no web app; it says so where the app would be.
    fs::create_dir_all(WEB_APP)?;
    // Files that are embedded are watched by the compiler; the first one to come is not.
    let page = Path::new(WEB_APP).join("index.html");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") && !page.exists() {
        println!("cargo:rerun-if-changed={}", page.display());
    }
    Ok(())
}
