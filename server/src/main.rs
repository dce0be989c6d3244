//! The binary `troupe`.

use std::process::ExitCode;

use rust_embed::RustEmbed;

/// The web app. It is in the binary and not in the library, so a new web app needs linking but no compilation of the
/// library. A debug build reads it from the disk while it runs.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct WebApp;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Thousands of idle sockets hold a little memory each, scattered over the heap. Huge pages would keep the memory
    // between them too.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        eprintln!("troupe: huge pages stay on, more memory will be used: {error}");
    }
    // One crypto provider for all users of TLS; the other provider would need a C build of its own.
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        eprintln!("troupe: TLS was set up twice");
    }
    server::verbs::run(std::env::args_os(), WebApp::get)
}
