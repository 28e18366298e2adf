//! Joins: the tables of a query grow, and with them what its conditions may mention and what its rows are.

use std::fmt;
use std::marker::PhantomData;

use super::projection::Projection;
use super::scope::InScope;
use super::select::Select;
use crate::expr::IntoCondition;
use crate::model::Relation;
use crate::row::{DecodeError, Row};
use tempest_dialects::tree::{self, JoinKind};

/// A table whose row may be missing: the nullable side of an outer join. A whole row of it is an `Option`, and so is a
/// column that is selected from it.
#[derive(Debug)]
pub struct Left<R>(PhantomData<fn() -> R>);

/// One of the tables that a query reads: a model, or [`Left`] of one.
pub trait Source {
    /// The same table on the nullable side of an outer join.
    type Nullable: Source;
}

impl<R: Relation> Source for R {
    type Nullable = Left<R>;
}

impl<R: Relation> Source for Left<R> {
    type Nullable = Self;
}

/// The tables that a query reads, to which one more can be joined: a tuple of up to seven.
#[diagnostic::on_unimplemented(
    message = "a query reads eight tables at most",
    label = "one table too many",
    note = "put some of the tables into a subquery"
)]
pub trait Sources {
    /// These tables and one more.
    type And<T>;
    /// These tables, each on the nullable side of an outer join.
    type Nullable: Sources;
}

/// Whole rows of the tables `F`: what a query selects until `columns` says otherwise.
#[diagnostic::on_unimplemented(
    message = "a join comes before `columns(…)`: the columns are chosen from all tables",
    label = "this query has chosen its columns",
    note = "first `.join::<…>().on(…)`, then `.columns(…)`"
)]
pub trait WholeRows<F> {}

impl<R: Relation> WholeRows<(R,)> for R {}

macro_rules! sources {
    ($(($($table:ident)+))*) => {$(
        impl<$($table: Source),+> Sources for ($($table,)+) {
            type And<T> = ($($table,)+ T);
            type Nullable = ($($table::Nullable,)+);
        }
    )*};
}

sources!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G));

macro_rules! whole_rows {
    ($(($($table:ident)+))*) => {$(
        impl<$($table: Source),+> WholeRows<Self> for ($($table,)+) {}
    )*};
}

whole_rows!((A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

impl<R: Relation> Left<R> {
    /// A column that is never NULL in a row that is there.
    const PRESENT: Option<usize> = {
        let columns = R::DEFINITION.columns;
        let mut index = 0;
        while index < columns.len() && columns[index].nullable {
            index += 1;
        }
        if index < columns.len() { Some(index) } else { None }
    };
}

impl<R: Relation> Projection for Left<R> {
    type Scope = R;
    type Output = Option<R::Row>;
    const WIDTH: usize = R::DEFINITION.columns.len();

    fn decode(row: &Row<'_>, at: usize) -> Result<Self::Output, DecodeError> {
        let cells = match Self::PRESENT {
            Some(column) => at + column..at + column + 1,
            None => at..at + Self::WIDTH,
        };
        if row.is_null(cells) { Ok(None) } else { R::decode_row(row, at).map(Some) }
    }
}

/// A join that still needs its condition.
#[must_use = "a join needs its condition: `.on(…)`"]
pub struct Join<F, P, L> {
    select: tree::Select,
    marker: PhantomData<fn() -> (F, P, L)>,
}

impl<F, P, L> Join<F, P, L> {
    pub(super) fn new(select: tree::Select) -> Self {
        Self { select, marker: PhantomData }
    }

    /// Says which rows belong together. The condition may mention every table that is joined so far.
    pub fn on<C, S, I>(mut self, condition: C) -> Select<F, P, L>
    where
        C: IntoCondition<S>,
        S: InScope<F, I>,
    {
        if let Some(join) = self.select.joins.last_mut() {
            join.on = Some(condition.into_condition().tree);
        }
        Select::from_tree(self.select)
    }
}

impl<F, P, L> Clone for Join<F, P, L> {
    fn clone(&self) -> Self {
        Self::new(self.select.clone())
    }
}

impl<F, P, L> fmt::Debug for Join<F, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.select.fmt(f)
    }
}

/// What a query becomes when `R` is joined to the tables `F`.
type Joined<F, R> = <F as Sources>::And<R>;
type LeftJoined<F, R> = <F as Sources>::And<Left<R>>;
type RightJoined<F, R> = <<F as Sources>::Nullable as Sources>::And<R>;
type FullJoined<F, R> = <<F as Sources>::Nullable as Sources>::And<Left<R>>;

/// Joins. They come before `columns`; a row is then a tuple of whole rows, one of each table, until `columns` says
/// otherwise.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model, Debug, PartialEq)]
/// struct Customer {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
/// }
///
/// #[derive(Model, Debug, PartialEq)]
/// struct Payment {
///     #[tempest(primary_key)]
///     id: i64,
///     #[tempest(references(Customer::id))]
///     customer_id: i64,
///     amount: i64,
/// }
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<(Customer, Payment)>()?;
/// let customer = |id, name: &str| Customer { id, name: name.to_owned() };
/// Customer::insert_many([customer(1, "Ada"), customer(2, "Grace")]).execute(&engine)?;
/// insert!(Payment { id: 1, customer_id: 1, amount: 250 }).execute(&engine)?;
///
/// let pairs: Vec<(Customer, Option<Payment>)> = Customer::select()
///     .left_join::<Payment>()
///     .on(Payment::customer_id.eq(Customer::id))
///     .order_by(Customer::id)
///     .all(&engine)?;
/// assert_eq!(pairs[0].1, Some(Payment { id: 1, customer_id: 1, amount: 250 }));
/// assert_eq!(pairs[1], (customer(2, "Grace"), None));
///
/// let amounts: Vec<(String, Option<i64>)> = Customer::select()
///     .left_join::<Payment>()
///     .on(Payment::customer_id.eq(Customer::id))
///     .columns((Customer::name, Payment::amount))
///     .order_by(Customer::id)
///     .all(&engine)?;
/// assert_eq!(amounts, [("Ada".to_owned(), Some(250)), ("Grace".to_owned(), None)]);
/// # Ok::<(), tempest::Error>(())
/// ```
impl<F: Sources, P, L> Select<F, P, L> {
    fn joined<R: Relation>(self, kind: JoinKind) -> tree::Select {
        add_join(self.into_tree(), kind, R::FROM, R::WHOLE)
    }

    /// `JOIN`: only rows that have a partner.
    pub fn join<R: Relation>(self) -> Join<Joined<F, R>, Joined<F, R>, L>
    where
        P: WholeRows<F>,
    {
        Join::new(self.joined::<R>(JoinKind::Inner))
    }

    /// `LEFT JOIN`: all rows of the tables before it; where they have no partner, the joined row is `None`.
    pub fn left_join<R: Relation>(self) -> Join<LeftJoined<F, R>, LeftJoined<F, R>, L>
    where
        P: WholeRows<F>,
    {
        Join::new(self.joined::<R>(JoinKind::Left))
    }

    /// `RIGHT JOIN`: all rows of the joined table; where they have no partner, the rows before it are `None`.
    pub fn right_join<R: Relation>(self) -> Join<RightJoined<F, R>, RightJoined<F, R>, L>
    where
        P: WholeRows<F>,
    {
        Join::new(self.joined::<R>(JoinKind::Right))
    }

    /// `FULL OUTER JOIN`: all rows of both sides; what has no partner stands beside `None`. MySQL and MariaDB have none.
    pub fn full_join<R: Relation>(self) -> Join<FullJoined<F, R>, FullJoined<F, R>, L>
    where
        P: WholeRows<F>,
    {
        Join::new(self.joined::<R>(JoinKind::Full))
    }

    /// `CROSS JOIN`: every row beside every other.
    pub fn cross_join<R: Relation>(self) -> Select<Joined<F, R>, Joined<F, R>, L>
    where
        P: WholeRows<F>,
    {
        Select::from_tree(self.joined::<R>(JoinKind::Cross))
    }
}

/// Not generic, so that it is compiled once.
fn add_join(
    mut select: tree::Select,
    kind: JoinKind,
    to: tree::From,
    whole: &'static [tree::Projected],
) -> tree::Select {
    select.joins.push(tree::Join { kind, to, on: None, lateral: false });
    select.projection.to_mut().extend_from_slice(whole);
    select
}
