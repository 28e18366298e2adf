//! Several models at once.

use super::Table;
use tempest_dialects::TableDef;

/// A tuple of models, or one model: what `create_tables` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of models",
    note = "write `create_tables::<(User, Order)>()`, up to 12 models"
)]
pub trait Models {
    /// The tables.
    fn tables() -> Vec<&'static TableDef>;
}

impl<M: Table> Models for M {
    fn tables() -> Vec<&'static TableDef> {
        vec![M::TABLE]
    }
}

macro_rules! tuples {
    ($(($($model:ident)+))*) => {$(
        impl<$($model: Table),+> Models for ($($model,)+) {
            fn tables() -> Vec<&'static TableDef> {
                vec![$($model::TABLE),+]
            }
        }
    )*};
}

tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H)(A B C D E F G H I)
    (A B C D E F G H I J)(A B C D E F G H I J K)(A B C D E F G H I J K L));
