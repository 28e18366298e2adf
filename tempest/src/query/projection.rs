//! What a query selects.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::scope::{InScope, Place};
use crate::expr::Expr;
use crate::model::{Column, ColumnEnum, Model, Position, Relation};
use crate::row::{DecodeError, Row};
use crate::types::{ColumnValue, Value};
use tempest_dialects::tree::Projected;

/// What `columns` takes and what a query's rows become: a column, an expression, a tuple of up to 12 of these, or a
/// whole model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be selected",
    label = "expected a column, an expression or a tuple of these",
    note = "tuples have up to 12 elements"
)]
pub trait Projection {
    /// The models that it mentions.
    type Scope;
    /// What a row becomes.
    type Output: Send + 'static;
    /// How many cells of the row it takes.
    #[doc(hidden)]
    const WIDTH: usize;

    /// Decodes a row whose cells for this begin at position `at`.
    ///
    /// # Errors
    /// If a cell does not fit.
    fn decode(row: &Row<'_>, at: usize) -> Result<Self::Output, DecodeError>;
}

/// What `columns` takes in a query over `F`: a column, an expression, [`whole`] rows, or a tuple of up to 12 of these.
/// On the nullable side of an outer join it becomes an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be selected",
    label = "expected a column, an expression or a tuple of these",
    note = "tuples have up to 12 elements"
)]
pub trait Project<F, I> {
    /// What is selected.
    type Selected: Projection;

    /// Appends what is selected.
    #[doc(hidden)]
    fn append_to(self, projection: &mut Vec<Projected>);

    /// What is selected, alone.
    #[doc(hidden)]
    fn projected(self) -> Cow<'static, [Projected]>
    where
        Self: Sized,
    {
        let mut projection = Vec::with_capacity(Self::Selected::WIDTH);
        self.append_to(&mut projection);
        Cow::Owned(projection)
    }
}

impl<F, I: Place, R: Relation + InScope<F, I>, T: ColumnValue, P: Position> Project<F, I> for Column<R, T, P> {
    type Selected = I::Selected<Self>;

    fn append_to(self, projection: &mut Vec<Projected>) {
        projection.push(Projected::Expr(self.to_tree()));
    }
}

impl<F, I: Place, S: InScope<F, I>, T: ColumnValue> Project<F, I> for Expr<S, T> {
    type Selected = I::Selected<Self>;

    fn append_to(self, projection: &mut Vec<Projected>) {
        projection.push(Projected::Expr(self.tree));
    }
}

/// Whole rows of one of a query's tables, beside other columns.
///
/// ```
/// use tempest::prelude::*;
///
/// #[derive(Model, Debug, PartialEq)]
/// struct Author {
///     #[tempest(primary_key)]
///     id: i64,
///     name: String,
/// }
///
/// #[derive(Model)]
/// struct Book {
///     #[tempest(primary_key)]
///     id: i64,
///     author_id: i64,
///     title: String,
/// }
///
/// let books = Book::select()
///     .join::<Author>()
///     .on(Book::author_id.eq(Author::id))
///     .columns((Book::title, whole::<Author>()));
/// assert_eq!(
///     books.to_sql(&Sqlite)?,
///     r#"SELECT "book"."title", "author"."id", "author"."name" FROM "book" JOIN "author" ON "book"."author_id" = "author"."id""#
/// );
///
/// let engine = BlockingEngine::open_in_memory()?;
/// engine.create_tables::<(Author, Book)>()?;
/// let rows: Vec<(String, Author)> = books.all(&engine)?;
/// # Ok::<(), tempest::Error>(())
/// ```
pub fn whole<R: Relation>() -> Whole<R> {
    Whole(PhantomData)
}

/// Whole rows of one table: [`whole`] makes it.
#[derive(Debug, Clone, Copy)]
pub struct Whole<R>(PhantomData<fn() -> R>);

impl<F, I: Place, R: Relation + InScope<F, I>> Project<F, I> for Whole<R> {
    type Selected = I::Whole<R>;

    fn append_to(self, projection: &mut Vec<Projected>) {
        projection.extend_from_slice(R::WHOLE);
    }
}

impl<R: Relation> Projection for R {
    type Scope = R;
    type Output = R::Row;
    const WIDTH: usize = R::DEFINITION.columns.len();

    fn decode(row: &Row<'_>, at: usize) -> Result<R::Row, DecodeError> {
        R::decode_row(row, at)
    }
}

/// A column or an expression on the nullable side of an outer join.
#[derive(Debug)]
pub struct Nullable<P>(PhantomData<fn() -> P>);

impl<P: Projection<Output: ColumnValue>> Projection for Nullable<P> {
    type Scope = P::Scope;
    type Output = Option<<P::Output as ColumnValue>::Inner>;
    const WIDTH: usize = 1;

    fn decode(row: &Row<'_>, at: usize) -> Result<Self::Output, DecodeError> {
        if row.is_null(at..at + 1) { Ok(None) } else { P::decode(row, at).map(P::Output::into_option) }
    }
}

impl<M: Relation, T: ColumnValue, P: Position> Projection for Column<M, T, P> {
    type Scope = M;
    type Output = T;
    const WIDTH: usize = 1;

    fn decode(row: &Row<'_>, at: usize) -> Result<T, DecodeError> {
        row.decode_column(at, M::DEFINITION, P::INDEX)
    }
}

impl<S, T: ColumnValue> Projection for Expr<S, T> {
    type Scope = S;
    type Output = T;
    const WIDTH: usize = 1;

    fn decode(row: &Row<'_>, at: usize) -> Result<T, DecodeError> {
        row.decode(at)
    }
}

/// Columns that were picked at run time: a row is their values, in the order in which they were picked.
#[derive(Debug)]
pub struct Picked<C>(PhantomData<fn() -> C>);

impl<C: ColumnEnum> Projection for Picked<C> {
    type Scope = C::Model;
    type Output = Vec<Value>;
    const WIDTH: usize = 0;

    fn decode(row: &Row<'_>, at: usize) -> Result<Vec<Value>, DecodeError> {
        row.values(at, C::Model::TABLE)
    }
}

macro_rules! tuples {
    ($(($($part:ident $index:ident)+))*) => {$(
        impl<From, $($index, $part: Project<From, $index>),+> Project<From, ($($index,)+)> for ($($part,)+) {
            type Selected = ($($part::Selected,)+);

            #[allow(non_snake_case, reason = "the variables are named like their types")]
            fn append_to(self, projection: &mut Vec<Projected>) {
                let ($($part,)+) = self;
                $($part.append_to(projection);)+
            }
        }

        impl<$($part: Projection),+> Projection for ($($part,)+) {
            type Scope = tuples!(@scope () $($part)+);
            type Output = ($($part::Output,)+);
            const WIDTH: usize = 0 $(+ $part::WIDTH)+;

            #[allow(unused_assignments, reason = "the last part moves the position past the row's end")]
            fn decode(row: &Row<'_>, mut at: usize) -> Result<Self::Output, DecodeError> {
                Ok(($({
                    let part = $part::decode(row, at)?;
                    at += $part::WIDTH;
                    part
                },)+))
            }
        }
    )*};
    (@scope $scope:ty,) => { $scope };
    (@scope () $first:ident $($rest:ident)*) => { tuples!(@pairs ($first::Scope) $($rest)*) };
    (@pairs ($scope:ty)) => { $scope };
    (@pairs ($scope:ty) $next:ident $($rest:ident)*) => { tuples!(@pairs (($scope, $next::Scope)) $($rest)*) };
}

tuples!((A AI)(A AI B BI)(A AI B BI C CI)(A AI B BI C CI D DI)(A AI B BI C CI D DI E EI)(A AI B BI C CI D DI E EI F FI)(A AI B BI C CI D DI E EI F FI G GI)(A AI B BI C CI D DI E EI F FI G GI H HI)(A AI B BI C CI D DI E EI F FI G GI H HI I II)(A AI B BI C CI D DI E EI F FI G GI H HI I II J JI)(A AI B BI C CI D DI E EI F FI G GI H HI I II J JI K KI)(A AI B BI C CI D DI E EI F FI G GI H HI I II J JI K KI L LI));
