//! One statement beside its SQL and parameters, or its error, for all four databases.

mod render {
    mod aggregate;
    mod arithmetic;
    mod conflict;
    mod create_tables;
    mod delete;
    mod drop_tables;
    mod expected;
    mod function;
    mod identifier;
    mod insert;
    mod join;
    mod limit;
    mod list;
    mod lock;
    mod logic;
    mod many_rows;
    mod order;
    mod raw;
    mod returning;
    mod sample;
    mod select;
    mod subquery;
    mod text;
    mod time;
    mod update;
    mod value;
    mod window;
}
