//! Names: each is quoted, and none is cut.

use tempest_dialects::table::ColumnDef;
use tempest_dialects::tree::{From, Projected, Select, Statement};
use tempest_dialects::{ColumnType, TableDef};

use super::expected::{Expected, renders};

const ID: ColumnDef = ColumnDef::new("id", "id", ColumnType::BigInt);

fn all(table: &'static TableDef) -> Statement {
    Statement::Select(Select {
        projection: vec![Projected::Table(table)].into(),
        from: Some(From::Table(table)),
        ..Select::default()
    })
}

#[test]
fn quotes_are_doubled() {
    static TABLE: TableDef = TableDef::new(r#"a"b`c"#, &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: r#"SELECT "id" FROM "a""b`c""#,
            sqlite: r#"SELECT "id" FROM "a""b`c""#,
            mysql: r#"SELECT `id` FROM `a"b``c`"#,
            mariadb: r#"SELECT `id` FROM `a"b``c`"#,
        },
    );
}

#[test]
fn an_empty_name() {
    static TABLE: TableDef = TableDef::new("", &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: "error: PostgreSQL cannot do the identifier ``: it is empty; give it another name",
            sqlite: "error: SQLite cannot do the identifier ``: it is empty; give it another name",
            mysql: "error: MySQL cannot do the identifier ``: it is empty; give it another name",
            mariadb: "error: MariaDB cannot do the identifier ``: it is empty; give it another name",
        },
    );
}

#[test]
fn a_name_with_a_nul() {
    static TABLE: TableDef = TableDef::new("a\0b", &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: r"error: PostgreSQL cannot do the identifier `a\0b`: it contains a NUL character; give it another name",
            sqlite: r"error: SQLite cannot do the identifier `a\0b`: it contains a NUL character; give it another name",
            mysql: r"error: MySQL cannot do the identifier `a\0b`: it contains a NUL character; give it another name",
            mariadb: r"error: MariaDB cannot do the identifier `a\0b`: it contains a NUL character; give it another name",
        },
    );
}

/// PostgreSQL would cut it, and two tables could become one. This one has 22 characters and 66 bytes.
#[test]
fn a_name_of_many_bytes() {
    static TABLE: TableDef = TableDef::new("名名名名名名名名名名名名名名名名名名名名名名", &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: "error: PostgreSQL cannot do the identifier `名名名名名名名名名名名名名名名名名名名名名名`: it is longer than 63 bytes; give it another name",
            sqlite: r#"SELECT "id" FROM "名名名名名名名名名名名名名名名名名名名名名名""#,
            mysql: "SELECT `id` FROM `名名名名名名名名名名名名名名名名名名名名名名`",
            mariadb: "SELECT `id` FROM `名名名名名名名名名名名名名名名名名名名名名名`",
        },
    );
}

#[test]
fn a_name_of_many_characters() {
    static TABLE: TableDef = TableDef::new("aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345", &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: "error: PostgreSQL cannot do the identifier `aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345`: it is longer than 63 bytes; give it another name",
            sqlite: r#"SELECT "id" FROM "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345""#,
            mysql: "error: MySQL cannot do the identifier `aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345`: it is longer than 64 characters; give it another name",
            mariadb: "error: MariaDB cannot do the identifier `aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345`: it is longer than 64 characters; give it another name",
        },
    );
}

#[test]
fn a_keyword() {
    static TABLE: TableDef = TableDef::new("order", &[ID]);
    renders(
        all(&TABLE),
        Expected {
            postgres: r#"SELECT "id" FROM "order""#,
            sqlite: r#"SELECT "id" FROM "order""#,
            mysql: "SELECT `id` FROM `order`",
            mariadb: "SELECT `id` FROM `order`",
        },
    );
}
