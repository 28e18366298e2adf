//! A model, its table, and the four statements. Runs on a SQLite database in memory:
//!
//! ```text
//! cargo run --example quickstart
//! ```

use tempest::prelude::*;
use time::OffsetDateTime;

/// A table is a plain struct.
#[derive(Model, Debug, Clone)]
#[tempest(table = "tasks")]
struct Task {
    #[tempest(primary_key, auto)]
    id: i64,
    #[tempest(unique)]
    title: String,
    #[tempest(default = State::Open)]
    state: State,
    notes: Option<String>,
    due: OffsetDateTime,
}

#[derive(DbEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

#[tokio::main]
async fn main() -> tempest::Result<()> {
    let engine = Engine::connect("sqlite::memory:").await?;
    engine.create_tables::<(Task,)>().await?;

    // Insert: the columns that are left out have defaults. Leaving out `title` would not compile.
    let milk = insert!(Task { title: "buy milk", due: now() + seconds(3600) }).returning().one(&engine).await?;
    println!("inserted   {milk:?}");

    // Many rows in one statement; a title that is there already is skipped.
    let titles = ["buy milk", "write a book", "plant a tree"];
    let inserted = Task::insert_many(titles.map(|title| insert!(Task { title: title, due: now() })))
        .on_conflict_do_nothing(Task::title)
        .execute(&engine)
        .await?;
    println!("inserted   {inserted} of {}", titles.len());

    // Query: whole rows, or the columns that are asked for.
    let due: Vec<Task> = Task::select()
        .where_(Task::state.eq(State::Open).and(Task::due.le(now())))
        .order_by(Task::title)
        .all(&engine)
        .await?;
    for Task { id, title, .. } in &due {
        println!("due        {id}: {title}");
    }
    let later: Option<String> = Task::select().columns(Task::title).where_(Task::due.gt(now())).first(&engine).await?;
    println!("later      {later:?}");

    // Update and delete say which rows, or `all_rows()`.
    let done = Task::update()
        .set(Task::state, State::Done)
        .set(Task::notes, "with oat milk")
        .where_(Task::id.eq(milk.id))
        .execute(&engine)
        .await?;
    let deleted = Task::delete().where_(Task::state.ne(State::Done)).execute(&engine).await?;
    println!("done       {done}, deleted {deleted}");

    // Several statements, all or nothing.
    let left = engine
        .transaction(async |tx| {
            Task::update().set(Task::state, State::Open).where_(Task::title.contains("milk")).execute(tx).await?;
            Task::select().one(tx).await
        })
        .await?;
    println!("left       {left:?}");
    Ok(())
}
