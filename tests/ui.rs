//! What the compiler says about programs that are wrong. Each file in `ui/<theme>/fail/` makes the one mistake that its
//! first line names; `ui/<theme>/pass/` shows that the right program compiles. After a change of messages that is meant:
//! `TRYBUILD=overwrite cargo test -p tempest-tests --test ui`, and read every changed `.stderr` as a user would.

#[test]
fn messages() {
    let tests = trybuild::TestCases::new();
    tests.pass("ui/*/pass/*.rs");
    tests.compile_fail("ui/*/fail/*.rs");
}
