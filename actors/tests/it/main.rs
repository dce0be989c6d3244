//! Tests of the stage from outside: a real PostgreSQL (`DATABASE_URL`, see `troupe with-postgres`), a database for each
//! test, and no HTTP.

mod support;

mod attribute_lists;
mod baselines;
mod bus;
mod cold;
mod commit;
mod commons;
mod convergence;
mod filtered;
mod followers;
mod hidden;
mod house_circles;
mod inbox;
mod jobs;
mod label_sets;
mod large;
mod layers;
mod leaving;
mod nodes;
mod removal;
mod restricted;
mod roadmap_places;
mod scopes;
mod search;
mod slow;
mod slow_readers;
mod sprints;
mod stage;
mod texts;
mod together;
