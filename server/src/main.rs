//! The binary `troupe`.

use std::process::ExitCode;

use rust_embed::RustEmbed;

/// The web app. It is here and not in the library, so that a new one means linking anew and not
/// compiling the library. A debug build reads it from the disk while it runs.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct WebApp;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Thousands of idle sockets hold a little memory each, here and there: huge pages would keep all that lies between.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        eprintln!("troupe: huge pages stay on, more memory will be used: {error}");
    }
    // One provider for all that speaks TLS; the other one would need a C build of its own.
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        eprintln!("troupe: TLS was set up twice");
    }
    server::verbs::run(std::env::args_os(), WebApp::get)
}
