//! CREATE TABLE, CREATE TYPE and CREATE INDEX.

use tempest_dialects::table::{CheckDef, ColumnDef, IndexDef, ReferenceAction, ReferenceDef};
use tempest_dialects::tree::{BinaryOperator, ColumnRef, Expr};
use tempest_dialects::types::{EnumDef, IntegerEnumDef};
use tempest_dialects::{ColumnType, Dialect, MariaDb, MySql, Postgres, Sqlite, TableDef, Value, create_tables};

use super::expected::Expected;
use super::sample::{STATUS, binary, eq, int};

#[track_caller]
fn creates(tables: &[&'static TableDef], expected: Expected) {
    let created = |dialect: &dyn Dialect| match create_tables(tables, dialect) {
        Ok(statements) => statements.join(";\n"),
        Err(error) => format!("error: {error}"),
    };
    expected.check([created(&Postgres), created(&Sqlite), created(&MySql), created(&MariaDb)]);
}

const ID: ColumnDef = ColumnDef::new("id", "id", ColumnType::BigInt);

fn column(column: &'static str) -> Expr {
    Expr::Column(ColumnRef { table: "things", column })
}

#[test]
fn every_type() {
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ColumnDef::new("a", "a", ColumnType::Boolean),
            ColumnDef::new("b", "b", ColumnType::SmallInt),
            ColumnDef::new("c", "c", ColumnType::Integer),
            ColumnDef::new("d", "d", ColumnType::BigInt),
            ColumnDef::new("e", "e", ColumnType::UnsignedInteger),
            ColumnDef::new("f", "f", ColumnType::Real),
            ColumnDef::new("g", "g", ColumnType::Double),
            ColumnDef::new("h", "h", ColumnType::Text),
            ColumnDef::new("i", "i", ColumnType::Varchar(40)),
            ColumnDef::new("j", "j", ColumnType::Bytes),
            ColumnDef::new("k", "k", ColumnType::Uuid),
            ColumnDef::new("l", "l", ColumnType::TimestampTz),
            ColumnDef::new("m", "m", ColumnType::Timestamp),
            ColumnDef::new("n", "n", ColumnType::Date),
            ColumnDef::new("o", "o", ColumnType::Time),
            ColumnDef::new("p", "p", ColumnType::Json).nullable(true),
            ColumnDef::new("q", "q", ColumnType::TinyInt),
            ColumnDef::new("r", "r", ColumnType::UnsignedTinyInt),
            ColumnDef::new("s", "s", ColumnType::UnsignedSmallInt),
            ColumnDef::new("t", "t", ColumnType::UnsignedBigInt),
        ],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("a" BOOLEAN NOT NULL, "b" SMALLINT NOT NULL, "c" INTEGER NOT NULL, "d" BIGINT NOT NULL, "e" BIGINT NOT NULL, "f" REAL NOT NULL, "g" DOUBLE PRECISION NOT NULL, "h" TEXT NOT NULL, "i" VARCHAR(40) NOT NULL, "j" BYTEA NOT NULL, "k" UUID NOT NULL, "l" TIMESTAMPTZ NOT NULL, "m" TIMESTAMP NOT NULL, "n" DATE NOT NULL, "o" TIME NOT NULL, "p" JSONB, "q" SMALLINT NOT NULL, "r" SMALLINT NOT NULL, "s" INTEGER NOT NULL, "t" BIGINT NOT NULL, CONSTRAINT "things_e_range" CHECK ("e" BETWEEN 0 AND 4294967295), CONSTRAINT "things_q_range" CHECK ("q" BETWEEN -128 AND 127), CONSTRAINT "things_r_range" CHECK ("r" BETWEEN 0 AND 255), CONSTRAINT "things_s_range" CHECK ("s" BETWEEN 0 AND 65535), CONSTRAINT "things_t_range" CHECK ("t" >= 0))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("a" INTEGER NOT NULL, "b" INTEGER NOT NULL, "c" INTEGER NOT NULL, "d" INTEGER NOT NULL, "e" INTEGER NOT NULL, "f" REAL NOT NULL, "g" REAL NOT NULL, "h" TEXT NOT NULL, "i" TEXT NOT NULL, "j" BLOB NOT NULL, "k" BLOB NOT NULL, "l" TEXT NOT NULL, "m" TEXT NOT NULL, "n" TEXT NOT NULL, "o" TEXT NOT NULL, "p" TEXT, "q" INTEGER NOT NULL, "r" INTEGER NOT NULL, "s" INTEGER NOT NULL, "t" INTEGER NOT NULL, CONSTRAINT "things_a_range" CHECK ("a" IN (0, 1)), CONSTRAINT "things_b_range" CHECK ("b" BETWEEN -32768 AND 32767), CONSTRAINT "things_c_range" CHECK ("c" BETWEEN -2147483648 AND 2147483647), CONSTRAINT "things_e_range" CHECK ("e" BETWEEN 0 AND 4294967295), CONSTRAINT "things_i_length" CHECK (length("i") <= 40), CONSTRAINT "things_q_range" CHECK ("q" BETWEEN -128 AND 127), CONSTRAINT "things_r_range" CHECK ("r" BETWEEN 0 AND 255), CONSTRAINT "things_s_range" CHECK ("s" BETWEEN 0 AND 65535), CONSTRAINT "things_t_range" CHECK ("t" >= 0)) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`a` BOOLEAN NOT NULL, `b` SMALLINT NOT NULL, `c` INT NOT NULL, `d` BIGINT NOT NULL, `e` INT UNSIGNED NOT NULL, `f` FLOAT NOT NULL, `g` DOUBLE NOT NULL, `h` LONGTEXT NOT NULL, `i` VARCHAR(40) NOT NULL, `j` LONGBLOB NOT NULL, `k` BINARY(16) NOT NULL, `l` DATETIME(6) NOT NULL, `m` DATETIME(6) NOT NULL, `n` DATE NOT NULL, `o` TIME(6) NOT NULL, `p` JSON, `q` TINYINT NOT NULL, `r` TINYINT UNSIGNED NOT NULL, `s` SMALLINT UNSIGNED NOT NULL, `t` BIGINT UNSIGNED NOT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`a` BOOLEAN NOT NULL, `b` SMALLINT NOT NULL, `c` INT NOT NULL, `d` BIGINT NOT NULL, `e` INT UNSIGNED NOT NULL, `f` FLOAT NOT NULL, `g` DOUBLE NOT NULL, `h` LONGTEXT NOT NULL, `i` VARCHAR(40) NOT NULL, `j` LONGBLOB NOT NULL, `k` BINARY(16) NOT NULL, `l` DATETIME(6) NOT NULL, `m` DATETIME(6) NOT NULL, `n` DATE NOT NULL, `o` TIME(6) NOT NULL, `p` JSON, `q` TINYINT NOT NULL, `r` TINYINT UNSIGNED NOT NULL, `s` SMALLINT UNSIGNED NOT NULL, `t` BIGINT UNSIGNED NOT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn a_key_that_the_database_makes() {
    static TABLE: TableDef = TableDef::new("things", &[ID.auto()]).primary_key(&[0]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT GENERATED BY DEFAULT AS IDENTITY NOT NULL, PRIMARY KEY ("id"))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT AUTO_INCREMENT NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT AUTO_INCREMENT NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

/// Text in a key or an index has a limited length where it must.
#[test]
fn text_and_bytes_in_keys() {
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ColumnDef::new("name", "name", ColumnType::Text),
            ColumnDef::new("hash", "hash", ColumnType::Bytes),
            ColumnDef::new("body", "body", ColumnType::Text),
        ],
    )
    .primary_key(&[0, 1]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("name" TEXT NOT NULL, "hash" BYTEA NOT NULL, "body" TEXT NOT NULL, PRIMARY KEY ("name", "hash"))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("name" TEXT NOT NULL, "hash" BLOB NOT NULL, "body" TEXT NOT NULL, PRIMARY KEY ("name", "hash")) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`name` VARCHAR(255) NOT NULL, `hash` VARBINARY(255) NOT NULL, `body` LONGTEXT NOT NULL, PRIMARY KEY (`name`, `hash`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`name` VARCHAR(255) NOT NULL, `hash` VARBINARY(255) NOT NULL, `body` LONGTEXT NOT NULL, PRIMARY KEY (`name`, `hash`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn enums() {
    static NATIVE: EnumDef = EnumDef::native("mood", &["sad", "it's ok"]);
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ColumnDef::new("status", "status", ColumnType::Enum(&STATUS)),
            ColumnDef::new("mood", "mood", ColumnType::Enum(&NATIVE)),
            ColumnDef::new("other_mood", "other_mood", ColumnType::Enum(&NATIVE)).nullable(true),
        ],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"DO $$ BEGIN CREATE TYPE "mood" AS ENUM ('sad', 'it''s ok'); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
CREATE TABLE IF NOT EXISTS "things" ("status" TEXT NOT NULL, "mood" "mood" NOT NULL, "other_mood" "mood", CONSTRAINT "things_status_labels" CHECK ("status" IN ('queued', 'sent')))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("status" TEXT NOT NULL, "mood" TEXT NOT NULL, "other_mood" TEXT, CONSTRAINT "things_status_labels" CHECK ("status" IN ('queued', 'sent')), CONSTRAINT "things_mood_labels" CHECK ("mood" IN ('sad', 'it''s ok')), CONSTRAINT "things_other_mood_labels" CHECK ("other_mood" IN ('sad', 'it''s ok'))) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`status` VARCHAR(255) NOT NULL, `mood` ENUM('sad', 'it''s ok') NOT NULL, `other_mood` ENUM('sad', 'it''s ok'), CONSTRAINT `things_status_labels` CHECK (`status` IN ('queued', 'sent'))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`status` VARCHAR(255) NOT NULL, `mood` ENUM('sad', 'it''s ok') NOT NULL, `other_mood` ENUM('sad', 'it''s ok'), CONSTRAINT `things_status_labels` CHECK (`status` IN ('queued', 'sent'))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

/// SQLite puts a list of more than two into a table, for each row that it checks.
#[test]
fn more_than_two_labels() {
    static MOOD: EnumDef = EnumDef::text("mood", &["sad", "it's ok", "glad"]);
    static TABLE: TableDef = TableDef::new("things", &[ColumnDef::new("mood", "mood", ColumnType::Enum(&MOOD))]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("mood" TEXT NOT NULL, CONSTRAINT "things_mood_labels" CHECK ("mood" IN ('sad', 'it''s ok', 'glad')))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("mood" TEXT NOT NULL, CONSTRAINT "things_mood_labels" CHECK ("mood" = 'sad' OR "mood" = 'it''s ok' OR "mood" = 'glad')) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`mood` VARCHAR(255) NOT NULL, CONSTRAINT `things_mood_labels` CHECK (`mood` IN ('sad', 'it''s ok', 'glad'))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`mood` VARCHAR(255) NOT NULL, CONSTRAINT `things_mood_labels` CHECK (`mood` IN ('sad', 'it''s ok', 'glad'))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

/// MySQL would take the digits for the position of a label.
#[test]
fn a_label_of_digits() {
    static NATIVE: EnumDef = EnumDef::native("size", &["36", "38"]);
    static TABLE: TableDef = TableDef::new("things", &[ColumnDef::new("size", "size", ColumnType::Enum(&NATIVE))]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"DO $$ BEGIN CREATE TYPE "size" AS ENUM ('36', '38'); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
CREATE TABLE IF NOT EXISTS "things" ("size" "size" NOT NULL)"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("size" TEXT NOT NULL, CONSTRAINT "things_size_labels" CHECK ("size" IN ('36', '38'))) STRICT"#,
            mysql: "error: MySQL cannot do the enum label `36`: an ENUM takes digits for the position of a label, and no text for an error; use another label, or keep the enum as text",
            mariadb: "error: MariaDB cannot do the enum label `36`: an ENUM takes digits for the position of a label, and no text for an error; use another label, or keep the enum as text",
        },
    );
}

#[test]
fn two_enums_of_one_name() {
    static ONE: EnumDef = EnumDef::native("mood", &["sad"]);
    static OTHER: EnumDef = EnumDef::native("mood", &["glad"]);
    static TABLE: TableDef = TableDef::new(
        "things",
        &[ColumnDef::new("a", "a", ColumnType::Enum(&ONE)), ColumnDef::new("b", "b", ColumnType::Enum(&OTHER))],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: SQL cannot do CREATE TYPE: two enums with different labels are both named `mood`; give one of them another name",
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("a" TEXT NOT NULL, "b" TEXT NOT NULL, CONSTRAINT "things_a_labels" CHECK ("a" IN ('sad')), CONSTRAINT "things_b_labels" CHECK ("b" IN ('glad'))) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`a` ENUM('sad') NOT NULL, `b` ENUM('glad') NOT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`a` ENUM('sad') NOT NULL, `b` ENUM('glad') NOT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn an_enum_without_labels() {
    static NONE: EnumDef = EnumDef::text("mood", &[]);
    static TABLE: TableDef = TableDef::new("things", &[ColumnDef::new("mood", "mood", ColumnType::Enum(&NONE))]);
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: SQL cannot do an enum: `mood` has no labels; give it a label",
            sqlite: "error: SQL cannot do an enum: `mood` has no labels; give it a label",
            mysql: "error: SQL cannot do an enum: `mood` has no labels; give it a label",
            mariadb: "error: SQL cannot do an enum: `mood` has no labels; give it a label",
        },
    );
}

#[test]
fn defaults() {
    fn number() -> Expr {
        int(-3)
    }
    fn text() -> Expr {
        Expr::Value(Value::Text(r"it's a \".into()))
    }
    fn yes() -> Expr {
        Expr::Value(Value::Bool(true))
    }
    fn now() -> Expr {
        Expr::Now
    }
    fn tomorrow() -> Expr {
        Expr::AddSeconds(Box::new((Expr::Now, int(86_400))))
    }
    fn instant() -> Expr {
        Expr::Value(Value::TimestampTz(1_000_001))
    }
    fn uuid() -> Expr {
        Expr::Value(Value::Uuid([0xab; 16]))
    }
    fn bytes() -> Expr {
        Expr::Value(Value::Bytes(vec![0, 255]))
    }
    fn document() -> Expr {
        Expr::Value(Value::Json("[]".into()))
    }
    fn third() -> Expr {
        Expr::Value(Value::F64(1.0 / 3.0))
    }
    fn midnight() -> Expr {
        Expr::Value(Value::Time(0))
    }
    fn day() -> Expr {
        Expr::Value(Value::Date(0))
    }
    fn absent() -> Expr {
        Expr::Value(Value::Null)
    }
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ColumnDef::new("a", "a", ColumnType::Integer).default(number),
            ColumnDef::new("b", "b", ColumnType::Text).default(text),
            ColumnDef::new("c", "c", ColumnType::Boolean).default(yes),
            ColumnDef::new("d", "d", ColumnType::TimestampTz).default(now),
            ColumnDef::new("e", "e", ColumnType::Timestamp).default(now),
            ColumnDef::new("f", "f", ColumnType::TimestampTz).default(tomorrow),
            ColumnDef::new("g", "g", ColumnType::TimestampTz).default(instant),
            ColumnDef::new("h", "h", ColumnType::Uuid).default(uuid),
            ColumnDef::new("i", "i", ColumnType::Bytes).default(bytes),
            ColumnDef::new("j", "j", ColumnType::Json).default(document),
            ColumnDef::new("k", "k", ColumnType::Double).default(third),
            ColumnDef::new("l", "l", ColumnType::Time).default(midnight),
            ColumnDef::new("m", "m", ColumnType::Date).default(day),
            ColumnDef::new("n", "n", ColumnType::Date).default(absent).nullable(true),
        ],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("a" INTEGER NOT NULL DEFAULT -3, "b" TEXT NOT NULL DEFAULT 'it''s a \', "c" BOOLEAN NOT NULL DEFAULT TRUE, "d" TIMESTAMPTZ NOT NULL DEFAULT now(), "e" TIMESTAMP NOT NULL DEFAULT (now() AT TIME ZONE 'UTC'), "f" TIMESTAMPTZ NOT NULL DEFAULT now() + 86400 * interval '1 second', "g" TIMESTAMPTZ NOT NULL DEFAULT '1970-01-01 00:00:01.000001+00', "h" UUID NOT NULL DEFAULT 'abababab-abab-abab-abab-abababababab', "i" BYTEA NOT NULL DEFAULT '\x00ff'::bytea, "j" JSONB NOT NULL DEFAULT '[]', "k" DOUBLE PRECISION NOT NULL DEFAULT 0.3333333333333333, "l" TIME NOT NULL DEFAULT '00:00:00.000000', "m" DATE NOT NULL DEFAULT '1970-01-01', "n" DATE DEFAULT NULL)"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("a" INTEGER NOT NULL DEFAULT -3, "b" TEXT NOT NULL DEFAULT 'it''s a \', "c" INTEGER NOT NULL DEFAULT 1, "d" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now') || '000'), "e" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now') || '000'), "f" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now', 86400 || ' seconds') || '000'), "g" TEXT NOT NULL DEFAULT '1970-01-01 00:00:01.000001', "h" BLOB NOT NULL DEFAULT X'abababababababababababababababab', "i" BLOB NOT NULL DEFAULT X'00ff', "j" TEXT NOT NULL DEFAULT '[]', "k" REAL NOT NULL DEFAULT 0.3333333333333333, "l" TEXT NOT NULL DEFAULT '00:00:00.000000', "m" TEXT NOT NULL DEFAULT '1970-01-01', "n" TEXT DEFAULT NULL, CONSTRAINT "things_a_range" CHECK ("a" BETWEEN -2147483648 AND 2147483647), CONSTRAINT "things_c_range" CHECK ("c" IN (0, 1))) STRICT"#,
            mysql: r"CREATE TABLE IF NOT EXISTS `things` (`a` INT NOT NULL DEFAULT -3, `b` LONGTEXT NOT NULL DEFAULT ('it''s a \\'), `c` BOOLEAN NOT NULL DEFAULT TRUE, `d` DATETIME(6) NOT NULL DEFAULT now(6), `e` DATETIME(6) NOT NULL DEFAULT now(6), `f` DATETIME(6) NOT NULL DEFAULT (now(6) + INTERVAL 86400 SECOND), `g` DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:01.000001', `h` BINARY(16) NOT NULL DEFAULT X'abababababababababababababababab', `i` LONGBLOB NOT NULL DEFAULT (X'00ff'), `j` JSON NOT NULL DEFAULT ('[]'), `k` DOUBLE NOT NULL DEFAULT 0.3333333333333333, `l` TIME(6) NOT NULL DEFAULT '00:00:00.000000', `m` DATE NOT NULL DEFAULT '1970-01-01', `n` DATE DEFAULT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: r"CREATE TABLE IF NOT EXISTS `things` (`a` INT NOT NULL DEFAULT -3, `b` LONGTEXT NOT NULL DEFAULT ('it''s a \\'), `c` BOOLEAN NOT NULL DEFAULT TRUE, `d` DATETIME(6) NOT NULL DEFAULT now(6), `e` DATETIME(6) NOT NULL DEFAULT now(6), `f` DATETIME(6) NOT NULL DEFAULT (now(6) + INTERVAL 86400 SECOND), `g` DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:01.000001', `h` BINARY(16) NOT NULL DEFAULT X'abababababababababababababababab', `i` LONGBLOB NOT NULL DEFAULT (X'00ff'), `j` JSON NOT NULL DEFAULT ('[]'), `k` DOUBLE NOT NULL DEFAULT 0.3333333333333333, `l` TIME(6) NOT NULL DEFAULT '00:00:00.000000', `m` DATE NOT NULL DEFAULT '1970-01-01', `n` DATE DEFAULT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn a_default_that_is_no_literal() {
    fn infinite() -> Expr {
        Expr::Value(Value::F64(f64::INFINITY))
    }
    static TABLE: TableDef = TableDef::new("things", &[ColumnDef::new("a", "a", ColumnType::Double).default(infinite)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: PostgreSQL cannot do a literal: inf is no number; use a finite number",
            sqlite: "error: SQLite cannot do a literal: inf is no number; use a finite number",
            mysql: "error: MySQL cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
            mariadb: "error: MariaDB cannot do NaN or an infinite number: its floating point types do not hold it; use NULL or a finite number",
        },
    );
}

#[test]
fn indexes_and_checks() {
    fn is_queued() -> Expr {
        eq(column("status"), Expr::Value(Value::Enum("queued")))
    }
    fn is_small() -> Expr {
        binary(tempest_dialects::tree::BinaryOperator::Lt, column("id"), int(100))
    }
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ID,
            ColumnDef::new("status", "status", ColumnType::Varchar(9)),
            ColumnDef::new("name", "name", ColumnType::Text),
        ],
    )
    .schema("app")
    .primary_key(&[0])
    .unique(&[IndexDef::new("things_name", &[2])])
    .indexes(&[IndexDef::new("things_status", &[1, 0]), IndexDef::new("things_queued", &[0]).predicate(is_queued)])
    .checks(&[CheckDef::new("things_small", is_small)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "app"."things" ("id" BIGINT NOT NULL, "status" VARCHAR(9) NOT NULL, "name" TEXT NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "things_name" UNIQUE ("name"), CONSTRAINT "things_small" CHECK ("id" < 100));
CREATE INDEX IF NOT EXISTS "things_status" ON "app"."things" ("status", "id");
CREATE INDEX IF NOT EXISTS "things_queued" ON "app"."things" ("id") WHERE "status" = 'queued'"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "app"."things" ("id" INTEGER NOT NULL, "status" TEXT NOT NULL, "name" TEXT NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "things_name" UNIQUE ("name"), CONSTRAINT "things_status_length" CHECK (length("status") <= 9), CONSTRAINT "things_small" CHECK ("id" < 100)) STRICT;
CREATE INDEX IF NOT EXISTS "app"."things_status" ON "things" ("status", "id");
CREATE INDEX IF NOT EXISTS "app"."things_queued" ON "things" ("id") WHERE "status" = 'queued'"#,
            mysql: "CREATE TABLE IF NOT EXISTS `app`.`things` (`id` BIGINT NOT NULL, `status` VARCHAR(9) NOT NULL, `name` VARCHAR(255) NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `things_name` UNIQUE (`name`), INDEX `things_status` (`status`, `id`), INDEX `things_queued` (`id`), CONSTRAINT `things_small` CHECK (`id` < 100)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `app`.`things` (`id` BIGINT NOT NULL, `status` VARCHAR(9) NOT NULL, `name` VARCHAR(255) NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `things_name` UNIQUE (`name`), INDEX `things_status` (`status`, `id`), INDEX `things_queued` (`id`), CONSTRAINT `things_small` CHECK (`id` < 100)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

/// NULLs are never equal, so a plain unique index is the same where the predicate is only that its columns are there.
#[test]
fn a_partial_unique_index_of_rows_that_have_a_value() {
    fn is_there() -> Expr {
        Expr::All(vec![Expr::IsNotNull(Box::new(column("key"))), Expr::IsNotNull(Box::new(column("id")))])
    }
    static TABLE: TableDef =
        TableDef::new("things", &[ID, ColumnDef::new("key", "key", ColumnType::Text).nullable(true)])
            .unique(&[IndexDef::new("things_key", &[0, 1]).predicate(is_there)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT NOT NULL, "key" TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS "things_key" ON "things" ("id", "key") WHERE "key" IS NOT NULL AND "id" IS NOT NULL"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("id" INTEGER NOT NULL, "key" TEXT) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS "things_key" ON "things" ("id", "key") WHERE "key" IS NOT NULL AND "id" IS NOT NULL"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT NOT NULL, `key` VARCHAR(255), CONSTRAINT `things_key` UNIQUE (`id`, `key`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT NOT NULL, `key` VARCHAR(255), CONSTRAINT `things_key` UNIQUE (`id`, `key`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn a_partial_unique_index_of_other_rows() {
    fn is_queued() -> Expr {
        eq(column("status"), Expr::Value(Value::Enum("queued")))
    }
    static TABLE: TableDef = TableDef::new("things", &[ID, ColumnDef::new("status", "status", ColumnType::Text)])
        .unique(&[IndexDef::new("things_queued", &[0]).predicate(is_queued)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT NOT NULL, "status" TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS "things_queued" ON "things" ("id") WHERE "status" = 'queued'"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("id" INTEGER NOT NULL, "status" TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS "things_queued" ON "things" ("id") WHERE "status" = 'queued'"#,
            mysql: "error: MySQL cannot do a partial unique index: `things_queued` has a predicate other than IS NOT NULL of its own columns; index a nullable column that is NULL in the rows that may repeat",
            mariadb: "error: MariaDB cannot do a partial unique index: `things_queued` has a predicate other than IS NOT NULL of its own columns; index a nullable column that is NULL in the rows that may repeat",
        },
    );
}

/// The column is not one of the index's, so that a plain index would not be the same.
#[test]
fn a_partial_unique_index_of_rows_that_have_another_value() {
    fn is_there() -> Expr {
        Expr::IsNotNull(Box::new(column("key")))
    }
    static TABLE: TableDef =
        TableDef::new("things", &[ID, ColumnDef::new("key", "key", ColumnType::Text).nullable(true)])
            .unique(&[IndexDef::new("things_key", &[0]).predicate(is_there)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT NOT NULL, "key" TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS "things_key" ON "things" ("id") WHERE "key" IS NOT NULL"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("id" INTEGER NOT NULL, "key" TEXT) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS "things_key" ON "things" ("id") WHERE "key" IS NOT NULL"#,
            mysql: "error: MySQL cannot do a partial unique index: `things_key` has a predicate other than IS NOT NULL of its own columns; index a nullable column that is NULL in the rows that may repeat",
            mariadb: "error: MariaDB cannot do a partial unique index: `things_key` has a predicate other than IS NOT NULL of its own columns; index a nullable column that is NULL in the rows that may repeat",
        },
    );
}

static PARENTS: TableDef = TableDef::new("parents", &[ID]).primary_key(&[0]);

fn parents() -> (&'static TableDef, Vec<usize>) {
    (&PARENTS, vec![0])
}

#[test]
fn a_table_comes_after_those_that_it_refers_to() {
    static TABLE: TableDef = TableDef::new("children", &[ID, ColumnDef::new("parent", "parent", ColumnType::BigInt)])
        .primary_key(&[0])
        .references(&[ReferenceDef::new("children_parent", &[1], parents)
            .on_delete(ReferenceAction::Cascade)
            .on_update(ReferenceAction::Restrict)]);
    creates(&[&TABLE, &PARENTS, &TABLE], Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "parents" ("id" BIGINT NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE IF NOT EXISTS "children" ("id" BIGINT NOT NULL, "parent" BIGINT NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "children_parent" FOREIGN KEY ("parent") REFERENCES "parents" ("id") ON DELETE CASCADE ON UPDATE RESTRICT)"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "parents" ("id" INTEGER NOT NULL, PRIMARY KEY ("id")) STRICT;
CREATE TABLE IF NOT EXISTS "children" ("id" INTEGER NOT NULL, "parent" INTEGER NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "children_parent" FOREIGN KEY ("parent") REFERENCES "parents" ("id") ON DELETE CASCADE ON UPDATE RESTRICT) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `parents` (`id` BIGINT NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
CREATE TABLE IF NOT EXISTS `children` (`id` BIGINT NOT NULL, `parent` BIGINT NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `children_parent` FOREIGN KEY (`parent`) REFERENCES `parents` (`id`) ON DELETE CASCADE ON UPDATE RESTRICT) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `parents` (`id` BIGINT NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE TABLE IF NOT EXISTS `children` (`id` BIGINT NOT NULL, `parent` BIGINT NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `children_parent` FOREIGN KEY (`parent`) REFERENCES `parents` (`id`) ON DELETE CASCADE ON UPDATE RESTRICT) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        });
}

#[test]
fn set_default() {
    static TABLE: TableDef =
        TableDef::new("children", &[ID])
            .references(&[ReferenceDef::new("children_parent", &[0], parents).on_delete(ReferenceAction::SetDefault)]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "children" ("id" BIGINT NOT NULL, CONSTRAINT "children_parent" FOREIGN KEY ("id") REFERENCES "parents" ("id") ON DELETE SET DEFAULT)"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "children" ("id" INTEGER NOT NULL, CONSTRAINT "children_parent" FOREIGN KEY ("id") REFERENCES "parents" ("id") ON DELETE SET DEFAULT) STRICT"#,
            mysql: "error: MySQL cannot do SET DEFAULT of a foreign key: InnoDB does not do it; use SET NULL, or another action",
            mariadb: "error: MariaDB cannot do SET DEFAULT of a foreign key: InnoDB does not do it; use SET NULL, or another action",
        },
    );
}

#[test]
fn tables_that_refer_to_each_other() {
    creates(&[&super::drop_tables::HENS, &super::drop_tables::EGGS], Expected {
            postgres: r#"DO $$ BEGIN CREATE TYPE "mood" AS ENUM ('sad', 'glad'); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
CREATE TABLE IF NOT EXISTS "hens" ("id" BIGINT NOT NULL, "egg" BIGINT, "mood" "mood" NOT NULL, PRIMARY KEY ("id"));
CREATE TABLE IF NOT EXISTS "eggs" ("id" BIGINT NOT NULL, "hen" BIGINT NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "eggs_hen" FOREIGN KEY ("hen") REFERENCES "hens" ("id"));
DO $$ BEGIN ALTER TABLE "hens" ADD CONSTRAINT "hens_egg" FOREIGN KEY ("egg") REFERENCES "eggs" ("id"); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "hens" ("id" INTEGER NOT NULL, "egg" INTEGER, "mood" TEXT NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "hens_mood_labels" CHECK ("mood" IN ('sad', 'glad')), CONSTRAINT "hens_egg" FOREIGN KEY ("egg") REFERENCES "eggs" ("id")) STRICT;
CREATE TABLE IF NOT EXISTS "eggs" ("id" INTEGER NOT NULL, "hen" INTEGER NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "eggs_hen" FOREIGN KEY ("hen") REFERENCES "hens" ("id")) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `hens` (`id` BIGINT NOT NULL, `egg` BIGINT, `mood` ENUM('sad', 'glad') NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
CREATE TABLE IF NOT EXISTS `eggs` (`id` BIGINT NOT NULL, `hen` BIGINT NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `eggs_hen` FOREIGN KEY (`hen`) REFERENCES `hens` (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
SET @tempest = IF(EXISTS (SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = 'hens' AND constraint_name = 'hens_egg'), 'DO 0', 'ALTER TABLE `hens` ADD CONSTRAINT `hens_egg` FOREIGN KEY (`egg`) REFERENCES `eggs` (`id`)');
PREPARE tempest FROM @tempest;
EXECUTE tempest;
DEALLOCATE PREPARE tempest",
            mariadb: "CREATE TABLE IF NOT EXISTS `hens` (`id` BIGINT NOT NULL, `egg` BIGINT, `mood` ENUM('sad', 'glad') NOT NULL, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
CREATE TABLE IF NOT EXISTS `eggs` (`id` BIGINT NOT NULL, `hen` BIGINT NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `eggs_hen` FOREIGN KEY (`hen`) REFERENCES `hens` (`id`)) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
SET @tempest = IF(EXISTS (SELECT 1 FROM information_schema.table_constraints WHERE constraint_schema = DATABASE() AND table_name = 'hens' AND constraint_name = 'hens_egg'), 'DO 0', 'ALTER TABLE `hens` ADD CONSTRAINT `hens_egg` FOREIGN KEY (`egg`) REFERENCES `eggs` (`id`)');
PREPARE tempest FROM @tempest;
EXECUTE tempest;
DEALLOCATE PREPARE tempest",
        });
}

#[test]
fn a_numbered_column_beside_the_key() {
    static TABLE: TableDef =
        TableDef::new("things", &[ID, ColumnDef::new("number", "number", ColumnType::Integer).auto()])
            .primary_key(&[0]);
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT NOT NULL, "number" INTEGER GENERATED BY DEFAULT AS IDENTITY NOT NULL, PRIMARY KEY ("id"))"#,
            sqlite: "error: SQLite cannot do a column that the database numbers: `number` is not the primary key by itself; make it the primary key, alone",
            mysql: "error: MySQL cannot do a column that the database numbers: `number` is not the first column of a key or index; make it the primary key, or give it an index",
            mariadb: "error: MariaDB cannot do a column that the database numbers: `number` is not the first column of a key or index; make it the primary key, or give it an index",
        },
    );
}

#[test]
fn a_numbered_text() {
    static TABLE: TableDef = TableDef::new("things", &[ColumnDef::new("name", "name", ColumnType::Text).auto()]);
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: SQL cannot do a column that the database numbers: `name` is no integer; use an integer type",
            sqlite: "error: SQL cannot do a column that the database numbers: `name` is no integer; use an integer type",
            mysql: "error: SQL cannot do a column that the database numbers: `name` is no integer; use an integer type",
            mariadb: "error: SQL cannot do a column that the database numbers: `name` is no integer; use an integer type",
        },
    );
}

#[test]
fn a_key_over_a_column_that_is_not_there() {
    static TABLE: TableDef = TableDef::new("things", &[ID]).primary_key(&[4]);
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: SQL cannot do a key: `things` has no column at position 4; name a column by its position in the table",
            sqlite: "error: SQL cannot do a key: `things` has no column at position 4; name a column by its position in the table",
            mysql: "error: SQL cannot do a key: `things` has no column at position 4; name a column by its position in the table",
            mariadb: "error: SQL cannot do a key: `things` has no column at position 4; name a column by its position in the table",
        },
    );
}

#[test]
fn the_names_of_checks_can_be_too_long() {
    static TABLE: TableDef = TableDef::new(
        "a_table_with_a_name_of_forty_characters_",
        &[ColumnDef::new("a_column_of_20_chars", "a", ColumnType::Enum(&STATUS))],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: "error: PostgreSQL cannot do the identifier `a_table_with_a_name_of_forty_characters__a_column_of_20_chars_labels`: it is longer than 63 bytes; give it another name",
            sqlite: r#"CREATE TABLE IF NOT EXISTS "a_table_with_a_name_of_forty_characters_" ("a_column_of_20_chars" TEXT NOT NULL, CONSTRAINT "a_table_with_a_name_of_forty_characters__a_column_of_20_chars_labels" CHECK ("a_column_of_20_chars" IN ('queued', 'sent'))) STRICT"#,
            mysql: "error: MySQL cannot do the identifier `a_table_with_a_name_of_forty_characters__a_column_of_20_chars_labels`: it is longer than 64 characters; give it another name",
            mariadb: "error: MariaDB cannot do the identifier `a_table_with_a_name_of_forty_characters__a_column_of_20_chars_labels`: it is longer than 64 characters; give it another name",
        },
    );
}

/// PostgreSQL and SQLite would take the second for one that is there, and make none.
#[test]
fn two_indexes_of_one_name() {
    static ORDERS: TableDef = TableDef::new("orders", &[ID]).indexes(&[IndexDef::new("by_id", &[0])]);
    static USERS: TableDef = TableDef::new("users", &[ID]).unique(&[IndexDef::new("by_id", &[0])]);
    const REFUSED: &str = "error: SQL cannot do CREATE INDEX: `by_id` is the name of an index of `orders` and of `users`; give one of them another name";
    let expected = Expected { postgres: REFUSED, sqlite: REFUSED, mysql: REFUSED, mariadb: REFUSED };
    creates(&[&ORDERS, &USERS], expected);
}

#[test]
fn types_that_not_every_database_has() {
    static LEVEL: IntegerEnumDef = IntegerEnumDef::new("Level", &[-1, 20], ColumnType::SmallInt);
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ColumnDef::new("a", "a", ColumnType::HugeInt),
            ColumnDef::new("b", "b", ColumnType::Decimal),
            ColumnDef::new("c", "c", ColumnType::Numeric(12, 2)).default(|| Expr::Value(Value::Decimal("0.5".into()))),
            ColumnDef::new("d", "d", ColumnType::Interval).default(|| Expr::Value(Value::Interval(5))),
            ColumnDef::new("e", "e", ColumnType::Inet),
            ColumnDef::new("f", "f", ColumnType::IntegerEnum(&LEVEL)),
            ColumnDef::new("g", "g", ColumnType::Array(&ColumnType::BigInt))
                .default(|| Expr::Value(Value::Array(ColumnType::BigInt, vec![Value::I64(1), Value::I64(2)]))),
            ColumnDef::new("h", "h", ColumnType::Array(&ColumnType::IntegerEnum(&LEVEL))),
            ColumnDef::new("i", "i", ColumnType::Array(&ColumnType::Enum(&STATUS))),
        ],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("a" NUMERIC(39) NOT NULL, "b" NUMERIC NOT NULL, "c" NUMERIC(12, 2) NOT NULL DEFAULT 0.5, "d" INTERVAL NOT NULL DEFAULT '5 microseconds'::interval, "e" INET NOT NULL, "f" SMALLINT NOT NULL, "g" BIGINT[] NOT NULL DEFAULT ARRAY[1, 2]::bigint[], "h" SMALLINT[] NOT NULL, "i" TEXT[] NOT NULL, CONSTRAINT "things_a_range" CHECK ("a" BETWEEN -170141183460469231731687303715884105728 AND 170141183460469231731687303715884105727), CONSTRAINT "things_f_numbers" CHECK ("f" IN (-1, 20)), CONSTRAINT "things_h_numbers" CHECK ("h" <@ ARRAY[-1, 20]::smallint[]), CONSTRAINT "things_i_labels" CHECK ("i" <@ ARRAY['queued', 'sent']))"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("a" TEXT COLLATE decimal NOT NULL, "b" TEXT COLLATE decimal NOT NULL, "c" TEXT COLLATE decimal NOT NULL DEFAULT '0.5', "d" INTEGER NOT NULL DEFAULT 5, "e" TEXT NOT NULL, "f" INTEGER NOT NULL, "g" TEXT NOT NULL DEFAULT '[1,2]', "h" TEXT NOT NULL, "i" TEXT NOT NULL, CONSTRAINT "things_a_range" CHECK ("a" BETWEEN '-170141183460469231731687303715884105728' AND '170141183460469231731687303715884105727'), CONSTRAINT "things_f_numbers" CHECK ("f" IN (-1, 20))) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`a` DECIMAL(39) NOT NULL, `b` DECIMAL(57, 28) NOT NULL, `c` DECIMAL(12, 2) NOT NULL DEFAULT 0.5, `d` BIGINT NOT NULL DEFAULT 5, `e` VARCHAR(49) NOT NULL, `f` SMALLINT NOT NULL, `g` JSON NOT NULL DEFAULT ('[1,2]'), `h` JSON NOT NULL, `i` JSON NOT NULL, CONSTRAINT `things_a_range` CHECK (`a` BETWEEN -170141183460469231731687303715884105728 AND 170141183460469231731687303715884105727), CONSTRAINT `things_f_numbers` CHECK (`f` IN (-1, 20))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`a` DECIMAL(39) NOT NULL, `b` DECIMAL(57, 28) NOT NULL, `c` DECIMAL(12, 2) NOT NULL DEFAULT 0.5, `d` BIGINT NOT NULL DEFAULT 5, `e` VARCHAR(49) NOT NULL, `f` SMALLINT NOT NULL, `g` JSON NOT NULL DEFAULT ('[1,2]'), `h` JSON NOT NULL, `i` JSON NOT NULL, CONSTRAINT `things_a_range` CHECK (`a` BETWEEN -170141183460469231731687303715884105728 AND 170141183460469231731687303715884105727), CONSTRAINT `things_f_numbers` CHECK (`f` IN (-1, 20))) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}

#[test]
fn a_generated_column() {
    static TABLE: TableDef = TableDef::new(
        "things",
        &[
            ID,
            ColumnDef::new("twice", "twice", ColumnType::BigInt)
                .generated(|| binary(BinaryOperator::Multiply, column("id"), int(2))),
        ],
    );
    creates(
        &[&TABLE],
        Expected {
            postgres: r#"CREATE TABLE IF NOT EXISTS "things" ("id" BIGINT NOT NULL, "twice" BIGINT GENERATED ALWAYS AS ("id" * 2) STORED NOT NULL)"#,
            sqlite: r#"CREATE TABLE IF NOT EXISTS "things" ("id" INTEGER NOT NULL, "twice" INTEGER GENERATED ALWAYS AS ("id" * 2) STORED NOT NULL) STRICT"#,
            mysql: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT NOT NULL, `twice` BIGINT GENERATED ALWAYS AS (`id` * 2) STORED NOT NULL) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
            mariadb: "CREATE TABLE IF NOT EXISTS `things` (`id` BIGINT NOT NULL, `twice` BIGINT GENERATED ALWAYS AS (`id` * 2) STORED) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
        },
    );
}
