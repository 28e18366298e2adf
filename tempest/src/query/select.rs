//! `SELECT`.

use std::fmt;
use std::marker::PhantomData;

use super::projection::{Picked, Project, Projection};
use super::scope::InScope;
use super::state::{HasTable, IsLocked, KeyLocked, LockState, Locked, RunsOn, Unlocked};
use super::terminal;
use crate::engine::{Executor, Finish, Run, ToStatement};
use crate::error::BuildError;
use crate::expr::{IntoCondition, IntoOrder, condition_and, unordered};
use crate::model::{ColumnEnum, Relation, column_tree};
use tempest_dialects::tree::{self, Lock, LockStrength, LockWait, Projected};
use tempest_dialects::{Dialect, Statement};

/// A `SELECT` over the tables `F`, whose rows become `P`; `L` is [`Unlocked`], or says which lock it has.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model)]
/// struct Job {
///     #[tempest(primary_key)]
///     id: i64,
///     queue: String,
///     priority: i32,
/// }
///
/// let next = Job::select()
///     .columns(Job::id)
///     .where_(Job::queue.eq("mail"))
///     .order_by((Job::priority.desc(), Job::id))
///     .limit(10)
///     .for_update()
///     .skip_locked();
/// assert_eq!(
///     next.to_sql(&Postgres)?,
///     r#"SELECT "id" FROM "job" WHERE "queue" = $1 ORDER BY "priority" DESC, "id" LIMIT $2 FOR UPDATE SKIP LOCKED"#
/// );
/// assert_eq!(
///     next.to_sql(&MariaDb)?,
///     "SELECT `id` FROM `job` WHERE `queue` = ? ORDER BY `priority` DESC, `id` LIMIT ? FOR UPDATE SKIP LOCKED"
/// );
/// assert!(next.to_sql(&Sqlite).is_err()); // SQLite has no row locks
/// # Ok::<(), tempest::Error>(())
/// ```
#[must_use = "a query does nothing until `all`, `first`, `one` or another terminal runs it"]
pub struct Select<F, P, L = Unlocked> {
    tree: tree::Select,
    marker: PhantomData<fn() -> (F, P, L)>,
}

impl<R: Relation> Select<(R,), R, Unlocked> {
    pub(crate) fn table() -> Self {
        Self::from_tree(tree::Select { projection: R::WHOLE.into(), from: Some(R::FROM), ..tree::Select::default() })
    }
}

impl<F, P, L> Select<F, P, L> {
    pub(super) fn from_tree(tree: tree::Select) -> Self {
        Self { tree, marker: PhantomData }
    }

    pub(crate) fn into_tree(self) -> tree::Select {
        self.tree
    }

    /// Selects columns or expressions in place of whole rows: one, or a tuple of up to 12.
    pub fn columns<C, I>(mut self, columns: C) -> Select<F, C::Selected, L>
    where
        C: Project<F, I>,
    {
        self.tree.projection = columns.projected();
        Select::from_tree(self.tree)
    }

    /// Selects columns that are known only at run time, by the model's column enum. A row is a list of their values, in
    /// the same order; each is as a field of its type would bind it, and NULL is [`Value::Null`](crate::types::Value).
    ///
    /// ```
    /// use tempest::prelude::*;
    /// use tempest::types::Value;
    ///
    /// #[derive(Model)]
    /// struct User {
    ///     #[tempest(primary_key)]
    ///     id: i64,
    ///     name: String,
    ///     password: String,
    /// }
    ///
    /// let engine = BlockingEngine::open_in_memory()?;
    /// engine.create_tables::<User>()?;
    /// insert!(User { id: 7, name: "Ada", password: "secret" }).execute(&engine)?;
    ///
    /// let asked: Vec<UserColumn> = "name,id".split(',').map(str::parse).collect::<Result<_, _>>()?;
    /// let rows = User::select().pick(asked).all(&engine)?;
    /// assert_eq!(rows, [[Value::Text("Ada".into()), Value::I64(7)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pick<C, I>(mut self, columns: impl IntoIterator<Item = C>) -> Select<F, Picked<C>, L>
    where
        C: ColumnEnum,
        C::Model: InScope<F, I>,
    {
        let tree = |column: C| Projected::Expr(column_tree::<C::Model>(column.position()));
        self.tree.projection = columns.into_iter().map(tree).collect();
        Select::from_tree(self.tree)
    }

    /// Keeps the rows for which the condition is true. Several calls are joined by AND.
    pub fn where_<C, S, I>(mut self, condition: C) -> Self
    where
        C: IntoCondition<S>,
        S: InScope<F, I>,
    {
        condition_and(&mut self.tree.filter, condition.into_condition().tree);
        self
    }

    /// Makes one row of all rows that are equal in a column, an expression, or a tuple of these. Several calls add terms.
    ///
    /// What is selected beside aggregates must have one value in each group: what is grouped by, and all columns of a table
    /// that is grouped by its primary key. Anything else is an error when the query is built.
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Film { #[tempest(primary_key)] id: i64, rating: String, minutes: i32 }
    /// let lengths = Film::select().columns((Film::rating, Film::minutes.max())).group_by(Film::rating);
    /// assert_eq!(lengths.to_sql(&Postgres)?, r#"SELECT "rating", max("minutes") FROM "film" GROUP BY "rating""#);
    /// assert!(lengths.order_by(Film::minutes).to_sql(&Postgres).is_err());
    /// # Ok::<(), tempest::Error>(())
    /// ```
    pub fn group_by<G, S, I>(mut self, by: G) -> Self
    where
        G: IntoOrder<S>,
        S: InScope<F, I>,
    {
        let mut terms = Vec::new();
        by.append_to(&mut terms);
        self.tree.group_by.extend(unordered("GROUP BY", terms));
        self
    }

    /// Keeps the groups for which the condition is true. Several calls are joined by AND.
    pub fn having<C, S, I>(mut self, condition: C) -> Self
    where
        C: IntoCondition<S>,
        S: InScope<F, I>,
    {
        condition_and(&mut self.tree.having, condition.into_condition().tree);
        self
    }

    /// Sorts by a column, an expression, `column.desc()`, or a tuple of these. Several calls add terms.
    pub fn order_by<O, S, I>(mut self, order: O) -> Self
    where
        O: IntoOrder<S>,
        S: InScope<F, I>,
    {
        order.append_to(&mut self.tree.order_by);
        self
    }

    /// Takes so many rows at most.
    pub fn limit(mut self, rows: u64) -> Self {
        self.tree.limit = Some(rows);
        self
    }

    /// Leaves out so many rows at the beginning.
    pub fn offset(mut self, rows: u64) -> Self {
        self.tree.offset = Some(rows);
        self
    }

    /// Takes equal rows once.
    pub fn distinct(mut self) -> Self {
        self.tree.distinct = true;
        self
    }

    /// `DISTINCT ON`: of the rows that are equal in a column, an expression or a tuple of these, takes the first by
    /// `order_by`, which must begin with the same. PostgreSQL has it; elsewhere it is an error when the query is built.
    pub fn distinct_on<O, S, I>(mut self, by: O) -> Self
    where
        O: IntoOrder<S>,
        S: InScope<F, I>,
    {
        let mut terms = Vec::new();
        by.append_to(&mut terms);
        self.tree.distinct_on.extend(unordered("DISTINCT ON", terms));
        self
    }

    /// Renders the query for a database, without running it.
    ///
    /// # Errors
    /// If the database cannot do what the query asks.
    pub fn to_sql(&self, dialect: &dyn Dialect) -> Result<String, BuildError> {
        Ok(self.tree.render(dialect)?.text)
    }
}

/// Row locks. They end with the transaction, so a locked query runs on a transaction, or stands as a subquery in a
/// statement. PostgreSQL has all four strengths, MySQL and MariaDB have the first two that are named here, SQLite none.
impl<F, P> Select<F, P, Unlocked> {
    fn lock<L>(mut self, strength: LockStrength) -> Select<F, P, L> {
        self.tree.lock = Some(Lock { strength, of: Vec::new(), wait: LockWait::Wait });
        Select::from_tree(self.tree)
    }

    /// Locks the rows against all changes and other locks.
    pub fn for_update(self) -> Select<F, P, Locked> {
        self.lock(LockStrength::Update)
    }

    /// Locks the rows against changes; others may lock them so as well.
    pub fn for_share(self) -> Select<F, P, Locked> {
        self.lock(LockStrength::Share)
    }

    /// Locks the rows against changes, but lets others refer to them with foreign keys (PostgreSQL).
    pub fn for_no_key_update(self) -> Select<F, P, KeyLocked> {
        self.lock(LockStrength::NoKeyUpdate)
    }

    /// Locks the rows against deletion and changes of their keys (PostgreSQL).
    pub fn for_key_share(self) -> Select<F, P, KeyLocked> {
        self.lock(LockStrength::KeyShare)
    }
}

impl<F, P, L: IsLocked> Select<F, P, L> {
    fn wait(mut self, wait: LockWait) -> Self {
        if let Some(lock) = &mut self.tree.lock {
            lock.wait = wait;
        }
        self
    }
}

impl<F, P, L: LockState> Select<F, P, L> {
    /// Leaves out rows that another transaction has locked.
    pub fn skip_locked(self) -> Self
    where
        L: IsLocked,
    {
        self.wait(LockWait::SkipLocked)
    }

    /// Fails at once at a row that another transaction has locked.
    pub fn no_wait(self) -> Self
    where
        L: IsLocked,
    {
        self.wait(LockWait::NoWait)
    }

    /// Locks the rows of this table only. Several calls name several tables. MariaDB has no `OF`.
    pub fn of<R: Relation>(mut self) -> Select<F, P, L::Of>
    where
        L: IsLocked,
        F: HasTable<R>,
    {
        if let Some(lock) = &mut self.tree.lock {
            lock.of.push(R::NAME);
        }
        Select::from_tree(self.tree)
    }
}

/// Terminals: they run the query on an engine or a transaction.
impl<F, P: Projection, L> Select<F, P, L> {
    fn run<U: Send + 'static>(self, finish: Finish<P::Output, U>) -> Run<P::Output, U> {
        Run::new(Statement::Select(self.tree), decode::<P>, finish)
    }

    /// At most `rows`, or as many as `limit` asked for if that is less.
    fn at_most(mut self, rows: u64) -> Self {
        terminal::at_most(&mut self.tree, rows);
        self
    }

    /// All rows.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn all<E>(self, executor: E) -> E::Output<Vec<P::Output>>
    where
        E: Executor,
        L: RunsOn<E>,
    {
        executor.run(self.run(terminal::all))
    }

    /// The rows one by one, as the database finds them: few are in memory at a time. See [`Rows`](crate::engine::Rows).
    ///
    /// ```
    /// use tempest::prelude::*;
    ///
    /// # #[derive(Model)]
    /// # struct Task { #[tempest(primary_key)] id: i64, title: String }
    /// async fn titles(engine: &Engine) -> tempest::Result<()> {
    ///     let mut titles = Task::select().columns(Task::title).order_by(Task::id).stream(engine);
    ///     while let Some(title) = titles.next().await {
    ///         println!("{}", title?);
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// As items; see [`Error`](crate::Error).
    pub fn stream<E>(self, executor: E) -> E::Rows<P::Output>
    where
        E: Executor,
        L: RunsOn<E>,
    {
        executor.stream(Statement::Select(self.tree), decode::<P>)
    }

    /// The first row, if there is one. Without `order_by`, any row may be the first.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn first<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor,
        L: RunsOn<E>,
    {
        executor.run(self.at_most(1).run(terminal::first))
    }

    /// The only row.
    ///
    /// # Errors
    /// [`RowNotFound`](crate::Error::RowNotFound) if there is none, [`TooManyRows`](crate::Error::TooManyRows) if
    /// there are several.
    pub fn one<E>(self, executor: E) -> E::Output<P::Output>
    where
        E: Executor,
        L: RunsOn<E>,
    {
        executor.run(self.at_most(2).run(terminal::one))
    }

    /// The only row, if there is one.
    ///
    /// # Errors
    /// [`TooManyRows`](crate::Error::TooManyRows) if there are several.
    pub fn optional<E>(self, executor: E) -> E::Output<Option<P::Output>>
    where
        E: Executor,
        L: RunsOn<E>,
    {
        executor.run(self.at_most(2).run(terminal::optional))
    }
}

impl<F, P> Select<F, P, Unlocked> {
    /// The number of rows.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn count<E: Executor>(self, executor: E) -> E::Output<u64> {
        executor.run(Run::new(terminal::count_of(self.tree), decode_one::<i64>, terminal::count))
    }

    /// Whether there is a row.
    ///
    /// # Errors
    /// See [`Error`](crate::Error).
    pub fn exists<E: Executor>(self, executor: E) -> E::Output<bool> {
        executor.run(Run::new(terminal::exists_of(self.tree), decode_one::<bool>, terminal::exists))
    }
}

pub(super) fn decode<P: Projection>(row: &crate::row::Row<'_>) -> Result<P::Output, crate::row::DecodeError> {
    P::decode(row, 0)
}

fn decode_one<T: crate::types::ColumnValue>(row: &crate::row::Row<'_>) -> Result<T, crate::row::DecodeError> {
    row.decode(0)
}

impl<F, P, L> ToStatement for Select<F, P, L> {
    fn to_statement(&self) -> Result<Option<Statement>, BuildError> {
        Ok(Some(Statement::Select(self.tree.clone())))
    }
}

impl<F, P, L> Clone for Select<F, P, L> {
    fn clone(&self) -> Self {
        Self::from_tree(self.tree.clone())
    }
}

impl<F, P, L> fmt::Debug for Select<F, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
