// Whole statements: rows as models, tuples and values, and lists of every form.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    data: String,
}

async fn run<E: Executor>(engine: &Engine, executor: E) -> tempest::Result<()> {
    let ids = vec![1_i64, 2];
    let slice = &ids[..];
    let texts = ["a".to_owned(), "b".to_owned()];
    let borrowed = ["a", "b"];
    let maybe: &Vec<Option<i64>> = &vec![None];
    let _: Vec<Job> = sql!("SELECT * FROM job WHERE id IN ({ids..}) OR id NOT IN ({slice..})").rows().all(engine).await?;
    let _: Option<(i64, String)> = sql!("SELECT id, data FROM job WHERE data in( {texts..} )").rows().first(engine).await?;
    let _: Option<i64> = sql!("SELECT max(id) FROM job WHERE data IN ({borrowed..})").values().one(engine).await?;
    let _: u64 = sql!("DELETE FROM job WHERE id IN ({maybe..})").execute(engine).await?;
    let _ = sql!("SELECT id FROM job").values::<i64>().stream(executor);
    let query = sql!("SELECT id FROM job").values::<i64>();
    engine.verify(&query).await?;
    engine.verify(&Job::select().where_(sql!("id IN ({ids..})"))).await
}

fn main() {
    let _ = |engine: Engine| async move { run(&engine, &engine).await };
}
