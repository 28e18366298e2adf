//! DROP TABLE and DROP TYPE.

use tempest_dialects::table::{ColumnDef, ReferenceDef};
use tempest_dialects::types::EnumDef;
use tempest_dialects::{ColumnType, Dialect, MariaDb, MySql, Postgres, Sqlite, TableDef, drop_tables};

use super::expected::Expected;

static MOOD: EnumDef = EnumDef::native("mood", &["sad", "glad"]);

/// Two tables that refer to each other.
pub(super) static HENS: TableDef = TableDef::new(
    "hens",
    &[
        ColumnDef::new("id", "id", ColumnType::BigInt),
        ColumnDef::new("egg", "egg", ColumnType::BigInt).nullable(true),
        ColumnDef::new("mood", "mood", ColumnType::Enum(&MOOD)),
    ],
)
.primary_key(&[0])
.references(&[ReferenceDef::new("hens_egg", &[1], eggs)]);

pub(super) static EGGS: TableDef = TableDef::new(
    "eggs",
    &[ColumnDef::new("id", "id", ColumnType::BigInt), ColumnDef::new("hen", "hen", ColumnType::BigInt)],
)
.primary_key(&[0])
.references(&[ReferenceDef::new("eggs_hen", &[1], hens)]);

fn hens() -> (&'static TableDef, Vec<usize>) {
    (&HENS, vec![0])
}

fn eggs() -> (&'static TableDef, Vec<usize>) {
    (&EGGS, vec![0])
}

#[track_caller]
fn drops(tables: &[&'static TableDef], expected: Expected) {
    let dropped = |dialect: &dyn Dialect| match drop_tables(tables, dialect) {
        Ok(statements) => statements.join(";\n"),
        Err(error) => format!("error: {error}"),
    };
    expected.check([dropped(&Postgres), dropped(&Sqlite), dropped(&MySql), dropped(&MariaDb)]);
}

#[test]
fn a_table_goes_before_those_that_it_refers_to() {
    static FEATHERS: TableDef = TableDef::new("feathers", &[ColumnDef::new("hen", "hen", ColumnType::BigInt)])
        .references(&[ReferenceDef::new("feathers_hen", &[0], plain_hens)]);
    static PLAIN_HENS: TableDef =
        TableDef::new("hens", &[ColumnDef::new("id", "id", ColumnType::BigInt)]).primary_key(&[0]);
    fn plain_hens() -> (&'static TableDef, Vec<usize>) {
        (&PLAIN_HENS, vec![0])
    }
    drops(
        &[&PLAIN_HENS, &FEATHERS],
        Expected {
            postgres: r#"DROP TABLE IF EXISTS "feathers";
DROP TABLE IF EXISTS "hens""#,
            sqlite: r#"DROP TABLE IF EXISTS "feathers";
DROP TABLE IF EXISTS "hens""#,
            mysql: "DROP TABLE IF EXISTS `feathers`;
DROP TABLE IF EXISTS `hens`",
            mariadb: "DROP TABLE IF EXISTS `feathers`;
DROP TABLE IF EXISTS `hens`",
        },
    );
}

#[test]
fn tables_that_refer_to_each_other() {
    drops(&[&HENS, &EGGS], Expected {
            postgres: r#"ALTER TABLE IF EXISTS "hens" DROP CONSTRAINT IF EXISTS "hens_egg";
DROP TABLE IF EXISTS "eggs";
DROP TABLE IF EXISTS "hens";
DROP TYPE IF EXISTS "mood""#,
            sqlite: r#"PRAGMA defer_foreign_keys = ON;
DROP TABLE IF EXISTS "eggs";
DROP TABLE IF EXISTS "hens""#,
            mysql: "SET @tempest = IF(EXISTS (SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = 'hens' AND constraint_name = 'hens_egg'), 'ALTER TABLE `hens` DROP FOREIGN KEY `hens_egg`', 'DO 0');
PREPARE tempest FROM @tempest;
EXECUTE tempest;
DEALLOCATE PREPARE tempest;
DROP TABLE IF EXISTS `eggs`;
DROP TABLE IF EXISTS `hens`",
            mariadb: "SET @tempest = IF(EXISTS (SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = 'hens' AND constraint_name = 'hens_egg'), 'ALTER TABLE `hens` DROP FOREIGN KEY `hens_egg`', 'DO 0');
PREPARE tempest FROM @tempest;
EXECUTE tempest;
DEALLOCATE PREPARE tempest;
DROP TABLE IF EXISTS `eggs`;
DROP TABLE IF EXISTS `hens`",
        });
}
