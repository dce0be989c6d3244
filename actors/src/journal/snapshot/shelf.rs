//! What has been encoded and is kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Shared by all who read snapshots. Bounded: beyond `most` bytes everything is forgotten at once, which costs one
/// encoding each.
#[derive(Debug)]
pub(super) struct Shelf<K, V> {
    kept: Arc<Mutex<Kept<K, V>>>,
    most: usize,
}

#[derive(Debug)]
struct Kept<K, V> {
    things: HashMap<K, (V, usize)>,
    bytes: usize,
}

impl<K, V> Clone for Shelf<K, V> {
    fn clone(&self) -> Self {
        Self { kept: self.kept.clone(), most: self.most }
    }
}

impl<K: Eq + Hash, V: Clone> Shelf<K, V> {
    pub(super) fn of(most: usize) -> Self {
        Self { kept: Arc::new(Mutex::new(Kept { things: HashMap::new(), bytes: 0 })), most }
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept under a key, if it is still true.
    pub(super) fn get(&self, key: &K, is_true: impl FnOnce(&V) -> bool) -> Option<V> {
        self.lock().things.get(key).map(|(thing, _)| thing).filter(|thing| is_true(thing)).cloned()
    }

    /// Keeps a thing of so many bytes in place of what was there.
    pub(super) fn put(&self, key: K, thing: V, bytes: usize) {
        let mut kept = self.lock();
        if kept.bytes + bytes > self.most {
            kept.things.clear();
            kept.bytes = 0;
        }
        kept.bytes += bytes;
        if let Some((_, before)) = kept.things.insert(key, (thing, bytes)) {
            kept.bytes -= before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded_and_what_is_no_longer_true_is_not_found() {
        let shelf = Shelf::of(100);
        shelf.put("a", 1, 40);
        shelf.put("a", 2, 60);
        shelf.put("b", 3, 40);
        assert_eq!(shelf.get(&"a", |it| *it == 2), Some(2));
        assert_eq!(shelf.get(&"a", |it| *it == 1), None);
        shelf.put("c", 4, 1);
        assert_eq!(shelf.get(&"a", |_| true), None, "one byte too many");
        assert_eq!(shelf.get(&"c", |_| true), Some(4));
    }
}
