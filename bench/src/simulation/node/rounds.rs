//! Runs the steps of a round.

use std::sync::Arc;

use actors::sync::LoadedTickets;
use actors::workspace::{Round, Step, Wanted};

use super::host::VirtualHost;
use super::requests::{Query, Request};
use super::{Node, away};

impl Node {
    /// Carries out a step of a round.
    pub(super) fn step(&mut self, step: Step<VirtualHost>) {
        match step {
            Step::Open(round, scopes) => {
                self.wait_with(round);
                self.requests.push(Request::Read(Query::Open(scopes)));
            }
            Step::Fetch(round, wanted) => {
                self.wait_with(round);
                self.lent = wanted.tickets.iter().filter_map(|id| self.tickets.get(id).cloned()).collect();
                let tickets: Vec<_> = wanted.tickets.into_iter().filter(|id| !self.tickets.contains_key(id)).collect();
                let missing = Wanted { tickets, ..wanted };
                if missing.is_empty() {
                    return self.fetched(Some(LoadedTickets::default()));
                }
                self.requests.push(Request::Read(Query::Fetch(missing)));
            }
            Step::Commit(round, batch) => {
                self.wait_with(round);
                let batch = Arc::new(batch);
                self.batch = Some(batch.clone());
                self.requests.push(Request::Commit(batch));
            }
            Step::End(end) => self.end(end),
        }
    }

    fn wait_with(&mut self, mut round: Box<Round<VirtualHost>>) {
        for ((socket, id), answer) in round.take_early_answers() {
            self.answer(socket, id, answer);
        }
        self.round = Some(round);
    }

    /// Passes the rows that were read to the waiting round, with the lent tickets.
    pub(super) fn fetched(&mut self, fetched: Option<LoadedTickets>) {
        let Some(round) = self.round.take() else { return };
        let mut lent = std::mem::take(&mut self.lent);
        let fetched = fetched.map(|mut fetched| {
            lent.append(&mut fetched.tickets);
            fetched.tickets = lent;
            fetched
        });
        let step = round.fetched(fetched.ok_or_else(|| away(false)), &self.host);
        self.step(step);
    }
}
