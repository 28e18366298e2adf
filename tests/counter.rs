//! Two counters that always have the same value, for the tests with several processes.

use tempest::Result;
use tempest::engine::Transaction;
use tempest::prelude::*;

/// A counter.
#[derive(Model, Debug, Clone, PartialEq, Eq)]
#[tempest(table = "counters")]
pub struct Counter {
    /// 1 or 2.
    #[tempest(primary_key)]
    pub id: i64,
    /// How often it was turned.
    pub value: i64,
}

impl Counter {
    /// Makes both.
    ///
    /// # Errors
    /// If the database refuses them.
    pub async fn make(engine: &Engine) -> Result<()> {
        engine.create_tables::<Self>().await?;
        Self::insert_many([1, 2].map(|id| Self { id, value: 0 })).execute(engine).await.map(drop)
    }

    /// Adds 1 to the one, and then, read and written back, to the other.
    ///
    /// # Errors
    /// If the database refuses it.
    pub async fn turn(tx: &Transaction) -> Result<()> {
        let one = |id: i64| Self::id.eq(id);
        Self::update().set(Self::value, Self::value + 1).where_(one(1)).execute(tx).await?;
        let second = Self::select().where_(one(2)).one(tx).await?;
        Self::update().set(Self::value, second.value + 1).where_(one(2)).execute(tx).await.map(drop)
    }
}
