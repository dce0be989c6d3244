//! The node, from outside: real sockets, a real PostgreSQL (`DATABASE_URL`, see `troupe
//! with-postgres`), a database of its own for each test.

mod support;

mod abuse;
mod admin;
mod audit;
mod backup;
mod catalogue;
mod coverage;
mod database;
mod deployment;
mod doctor;
mod guessing;
mod headers;
mod house_rules;
mod import;
mod import_abandoned;
mod import_verb;
mod input;
mod invitations;
mod invitations_by_mail;
mod invitations_closed;
mod invitations_for_several;
mod invitations_with_lists;
mod keys;
mod layers;
mod mail;
mod metrics;
mod openapi;
mod origins;
mod others_address;
mod people;
mod private_postgres;
mod protocol;
mod queues;
mod races;
mod refresh;
mod search;
mod sign_in;
mod sign_up;
mod starting;
mod sweeping;
mod tokens;
mod traces;
mod trash;
mod web_app;
