// Values of every form, and braces that are braces.
use tempest::prelude::*;

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    attempts: i32,
    data: String,
}

fn main() {
    let (step, r#type, text) = (2, "mail", String::from("x"));
    let borrowed = &text;
    let _ = Job::update()
        .set(Job::attempts, sql!("attempts + {step}"))
        .set(Job::data, sql!("'{{\"type\": 1}}' || {type} || {text} || {borrowed}"))
        .where_(sql!(r#"length("data") > { step }"#));
}
