//! What the database leaves out of a unique violation, and the model knows: PostgreSQL and MySQL name the index, SQLite
//! the columns.

use tempest_dialects::{Statement, TableDef};

use crate::error::Error;

/// Adds the columns to the index's name, or the index's name to the columns.
pub(super) fn complete(mut error: Error, statement: &Statement) -> Error {
    let table = match statement {
        Statement::Insert(insert) => insert.table,
        Statement::Update(update) => update.table,
        _ => return error,
    };
    if let Error::UniqueViolation { constraint, columns, .. } = &mut error {
        match constraint {
            Some(name) if columns.is_empty() => *columns = columns_of(table, name),
            None if !columns.is_empty() => *constraint = index_of(table, columns),
            _ => {}
        }
    }
    error
}

fn columns_of(table: &TableDef, name: &str) -> Vec<String> {
    match table.unique.iter().find(|index| index.name == name) {
        Some(index) => names(table, index.columns),
        // MySQL's name for every primary key.
        None if name == "PRIMARY" => names(table, table.primary_key),
        None => Vec::new(),
    }
}

fn index_of(table: &TableDef, columns: &[String]) -> Option<String> {
    let mut same = table.unique.iter().filter(|index| names(table, index.columns) == columns);
    match (same.next(), same.next()) {
        (Some(index), None) if names(table, table.primary_key) != columns => Some(index.name.to_owned()),
        // Two indexes over the same columns: either may be meant.
        _ => None,
    }
}

fn names(table: &TableDef, positions: &[usize]) -> Vec<String> {
    positions.iter().filter_map(|position| table.columns.get(*position)).map(|column| column.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use tempest_dialects::ColumnType;
    use tempest_dialects::table::{ColumnDef, IndexDef};

    use super::*;

    const TABLE: TableDef = TableDef::new(
        "t",
        &[
            ColumnDef::new("id", "id", ColumnType::Integer),
            ColumnDef::new("a", "a", ColumnType::Integer),
            ColumnDef::new("b", "b", ColumnType::Integer),
        ],
    )
    .primary_key(&[0])
    .unique(&[IndexDef::new("t_ab", &[1, 2]), IndexDef::new("t_b", &[2]), IndexDef::new("t_b_again", &[2])]);

    #[test]
    fn the_model_knows_the_other_half() {
        assert_eq!(columns_of(&TABLE, "t_ab"), ["a", "b"]);
        assert_eq!(columns_of(&TABLE, "PRIMARY"), ["id"]);
        assert_eq!(columns_of(&TABLE, "other"), Vec::<String>::new());
        assert_eq!(index_of(&TABLE, &["a".to_owned(), "b".to_owned()]).as_deref(), Some("t_ab"));
        assert_eq!(index_of(&TABLE, &["b".to_owned()]), None);
        assert_eq!(index_of(&TABLE, &["id".to_owned()]), None);
    }
}
