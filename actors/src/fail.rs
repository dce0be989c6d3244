//! Points at which a test can request a panic, so that `make faults` (F-08) and tests can see its effects. They exist
//! in debug builds only. The points belong to the process, so a test may arm one only if it has the process to itself
//! (`cargo nextest`, or one thread).

#[cfg(debug_assertions)]
mod armed {
    use std::collections::HashMap;
    use std::sync::{LazyLock, PoisonError, RwLock};

    /// Counts the passes of a point, and holds the passes at which it panics.
    struct Point {
        passes: u64,
        every: u64,
        once: bool,
    }

    type Points = RwLock<HashMap<String, Point>>;

    /// `TROUPE_FAIL_POINTS=socket=50,hub=400` panics at every fiftieth pass of the first point and at every four
    /// hundredth of the second.
    static POINTS: LazyLock<Points> = LazyLock::new(|| {
        let asked = std::env::var("TROUPE_FAIL_POINTS").unwrap_or_default();
        let points = asked.split(',').filter_map(|point| point.split_once('='));
        let point = |every: &str| Some(Point { passes: 0, every: every.parse().ok()?, once: false });
        RwLock::new(points.filter_map(|(name, every)| Some((name.to_owned(), point(every)?))).collect())
    });

    /// Requests a panic at the next pass of a point.
    pub fn arm_once(point: &str) {
        let armed = Point { passes: 0, every: 1, once: true };
        POINTS.write().unwrap_or_else(PoisonError::into_inner).insert(point.to_owned(), armed);
    }

    /// True if the requested panic has not happened yet.
    pub fn is_armed(point: &str) -> bool {
        POINTS.read().unwrap_or_else(PoisonError::into_inner).contains_key(point)
    }

    pub fn point(name: &'static str) {
        if !POINTS.read().unwrap_or_else(PoisonError::into_inner).contains_key(name) {
            return;
        }
        let mut points = POINTS.write().unwrap_or_else(PoisonError::into_inner);
        let Some(point) = points.get_mut(name) else { return };
        point.passes += 1;
        let now = point.every > 0 && point.passes % point.every == 0;
        if now && point.once {
            points.remove(name);
        }
        drop(points);
        assert!(!now, "the fail point {name}");
    }
}

#[cfg(debug_assertions)]
pub use armed::{arm_once, is_armed, point};

/// Does nothing in a release build.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub const fn point(_: &'static str) {}
