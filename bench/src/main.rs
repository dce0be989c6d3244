//! The benchmarks: many simulated users. They run a release build of `troupe` on the database in `DATABASE_URL` (`make
//! bench` starts a private, durable one).

mod caller;
mod client;
mod figures;
mod generator;
mod naive;
mod node;
mod peer;
mod scenarios;
mod settings;
mod slope;
mod statistics;
mod team;
mod timetable;
mod two_samples;

use figures::Report;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    generator::take_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let Ok(runtime) = runtime else { return eprintln!("no threads") };
    let mut failed = 0;
    let report = runtime.block_on(async {
        let mut report = Report::new();
        for (name, run) in scenarios::ALL {
            if wanted.is_empty() || wanted.iter().any(|it| it == name) {
                eprintln!("… {name}");
                // Print the figures measured so far, even if a later part fails.
                if let Err(error) = run(&mut report).await {
                    report.row(name, format!("stopped: {error}"), "");
                    failed += 1;
                }
            }
        }
        report
    });
    print!("{report}");
    std::process::exit(failed.min(1));
}
