//! Adding metrics to a registry.

use prometheus::Registry;
use prometheus::core::Collector;

/// Adds a metric to the registry, and returns it.
pub(super) fn registered<C: Collector + Clone + 'static>(
    registry: &Registry,
    figure: C,
) -> Result<C, prometheus::Error> {
    registry.register(Box::new(figure.clone()))?;
    Ok(figure)
}
