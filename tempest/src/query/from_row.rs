//! What a row of SQL written in the program becomes.

use crate::model::Model;
use crate::row::{Columns, DecodeError, Row};
use crate::types::ColumnValue;

/// What [`Raw::rows`](crate::expr::Raw::rows) makes of each row: a model or a struct with
/// [`#[derive(Row)]`](macro@crate::Row), which find their columns by their names, or a tuple of up to 12 values, by their
/// places.
#[diagnostic::on_unimplemented(
    message = "a row cannot become a `{Self}`",
    label = "neither a struct nor a tuple of values",
    note = "add #[derive(Row)] to the struct `{Self}`",
    note = "rows become a model, a struct with #[derive(Row)], or a tuple such as `(i64, String)`; one value per row: `.values::<{Self}>()`"
)]
pub trait FromRow: Sized + Send + 'static {
    /// The columns that it takes.
    #[doc(hidden)]
    const COLUMNS: Columns;

    /// Decodes a row that has these columns and no others, in their order.
    ///
    /// # Errors
    /// If a cell does not fit.
    #[doc(hidden)]
    fn decode_row(row: &Row<'_>) -> Result<Self, DecodeError>;
}

impl<M: Model> FromRow for M {
    const COLUMNS: Columns =
        Columns::Named { of: M::TABLE.name, name: |index| M::TABLE.columns.get(index).map(|column| column.name) };

    fn decode_row(row: &Row<'_>) -> Result<M, DecodeError> {
        M::decode(row, 0)
    }
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)+))*) => {$(
        impl<$($part: ColumnValue),+> FromRow for ($($part,)+) {
            const COLUMNS: Columns = Columns::Counted($count);

            fn decode_row(row: &Row<'_>) -> Result<Self, DecodeError> {
                Ok(($(row.decode::<$part>($index)?,)+))
            }
        }
    )*};
}

tuples!(1 (A 0) 2 (A 0 B 1) 3 (A 0 B 1 C 2) 4 (A 0 B 1 C 2 D 3) 5 (A 0 B 1 C 2 D 3 E 4) 6 (A 0 B 1 C 2 D 3 E 4 F 5)
    7 (A 0 B 1 C 2 D 3 E 4 F 5 G 6) 8 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7) 9 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    10 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9) 11 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    12 (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11));
