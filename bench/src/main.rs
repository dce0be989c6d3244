//! Many simulated people, and the figures. Runs against a release build of `troupe`, on the database that
//! `DATABASE_URL` names (`make bench` gives it a private one, durable).

mod client;
mod figures;
mod naive;
mod node;
mod peer;
mod scenarios;

use figures::Report;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let Ok(runtime) = runtime else { return eprintln!("no threads") };
    let outcome = runtime.block_on(async {
        let mut report = Report::new();
        for (name, run) in scenarios::ALL {
            if wanted.is_empty() || wanted.iter().any(|it| it == name) {
                eprintln!("… {name}");
                run(&mut report).await?;
            }
        }
        Ok::<_, Box<dyn std::error::Error>>(report)
    });
    match outcome {
        Ok(report) => print!("{report}"),
        Err(error) => {
            eprintln!("the bench stopped: {error}");
            std::process::exit(1);
        }
    }
}
