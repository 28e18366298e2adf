// Text with a CHECK, a type of the database's own, and labels of every kind.
use tempest::prelude::*;

#[derive(DbEnum, Clone, Copy)]
#[tempest(naming = "kebab-case")]
enum Status {
    InWork,
    #[tempest(label = "done!")]
    Done,
}

#[derive(DbEnum)]
#[tempest(native = "mood_type")]
enum Mood {
    Happy,
}

#[derive(Model)]
struct Job {
    #[tempest(primary_key)]
    id: i64,
    #[tempest(default = Status::InWork)]
    status: Status,
    mood: Option<Mood>,
}

fn main() {
    let _ = Job::select().where_(Job::status.ne(Status::Done).and(Job::mood.eq(Mood::Happy)));
}
