//! The prepared statements that a connection keeps.

use std::num::NonZeroUsize;

use lru::LruCache;

/// The statements that were used last, at most so many. The key says which statement it is: the text, and on MySQL
/// the types of the parameters too.
#[derive(Debug)]
pub(super) struct StatementCache<K: std::hash::Hash + Eq, S> {
    statements: LruCache<K, S>,
}

impl<K: std::hash::Hash + Eq, S> StatementCache<K, S> {
    /// A cache of at most `capacity` statements; 0 counts as 1.
    pub(super) fn new(capacity: usize) -> Self {
        Self { statements: LruCache::new(NonZeroUsize::new(capacity).unwrap_or(NonZeroUsize::MIN)) }
    }

    /// The statement of this key, which becomes the one used last.
    pub(super) fn get<Q>(&mut self, key: &Q) -> Option<&S>
    where
        K: std::borrow::Borrow<Q>,
        Q: std::hash::Hash + Eq + ?Sized,
    {
        self.statements.get(key)
    }

    /// Keeps a statement, and gives back the one that had to go, so that it can be closed.
    pub(super) fn put(&mut self, key: K, statement: S) -> Option<S> {
        self.statements.push(key, statement).map(|(_, evicted)| evicted)
    }

    /// Forgets all statements.
    #[cfg(feature = "postgres")]
    pub(super) fn clear(&mut self) {
        self.statements.clear();
    }

    /// Forgets a statement.
    pub(super) fn forget<Q>(&mut self, key: &Q) -> Option<S>
    where
        K: std::borrow::Borrow<Q>,
        Q: std::hash::Hash + Eq + ?Sized,
    {
        self.statements.pop(key)
    }
}

#[cfg(test)]
mod tests {
    use super::StatementCache;

    #[test]
    fn the_statement_used_longest_ago_goes_first() {
        let mut cache = StatementCache::<String, u32>::new(2);
        assert_eq!(cache.put("a".to_owned(), 1), None);
        assert_eq!(cache.put("b".to_owned(), 2), None);
        assert_eq!(cache.get("a"), Some(&1));
        assert_eq!(cache.put("c".to_owned(), 3), Some(2));
        assert_eq!(cache.forget("a"), Some(1));
        assert_eq!(cache.get("a"), None);
    }

    #[test]
    fn a_capacity_of_nothing_is_one() {
        let mut cache = StatementCache::<String, u32>::new(0);
        assert_eq!(cache.put("a".to_owned(), 1), None);
        assert_eq!(cache.put("b".to_owned(), 2), Some(1));
    }
}
