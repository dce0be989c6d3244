//! How long texts wait.

use std::time::Duration;

/// The times of texts.
#[derive(Clone, Copy, Debug)]
pub struct TextTimes {
    /// How often a text looks at what is due.
    pub tick: Duration,
    /// The description is written this long after the last update.
    pub quiet: Duration,
    /// The description is written at the latest this long after the first update that it lacks.
    pub latest: Duration,
    /// The shortest time between two attempts to write the description.
    pub again: Duration,
    /// A text without sockets leaves the stage after this time.
    pub idle: Duration,
}

impl Default for TextTimes {
    fn default() -> Self {
        Self {
            tick: Duration::from_millis(250),
            quiet: Duration::from_secs(2),
            latest: Duration::from_secs(10),
            again: Duration::from_secs(1),
            idle: Duration::from_secs(30),
        }
    }
}
