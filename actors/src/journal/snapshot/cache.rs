//! A bounded cache of encoded parts.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Shared by all readers of snapshots. If an entry would exceed `most` bytes, the whole cache is cleared first, which
/// costs one encoding for each entry.
#[derive(Debug)]
pub(super) struct Cache<K, V> {
    entries: Arc<Mutex<Entries<K, V>>>,
    most: usize,
}

#[derive(Debug)]
struct Entries<K, V> {
    by_key: HashMap<K, (V, usize)>,
    bytes: usize,
}

impl<K, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), most: self.most }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    pub(super) fn of(most: usize) -> Self {
        Self { entries: Arc::new(Mutex::new(Entries { by_key: HashMap::new(), bytes: 0 })), most }
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value under a key, if it is still valid.
    pub(super) fn get(&self, key: &K, is_valid: impl FnOnce(&V) -> bool) -> Option<V> {
        self.lock().by_key.get(key).map(|(value, _)| value).filter(|value| is_valid(value)).cloned()
    }

    /// Puts a value of so many bytes in place of an earlier one.
    pub(super) fn put(&self, key: K, value: V, bytes: usize) {
        let mut entries = self.lock();
        if entries.bytes + bytes > self.most {
            entries.by_key.clear();
            entries.bytes = 0;
        }
        entries.bytes += bytes;
        if let Some((_, before)) = entries.by_key.insert(key, (value, bytes)) {
            entries.bytes -= before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_bounded_and_an_invalid_value_is_not_found() {
        let cache = Cache::of(100);
        cache.put("a", 1, 40);
        cache.put("a", 2, 60);
        cache.put("b", 3, 40);
        assert_eq!(cache.get(&"a", |it| *it == 2), Some(2));
        assert_eq!(cache.get(&"a", |it| *it == 1), None);
        cache.put("c", 4, 1);
        assert_eq!(cache.get(&"a", |_| true), None, "one byte too many");
        assert_eq!(cache.get(&"c", |_| true), Some(4));
    }
}
