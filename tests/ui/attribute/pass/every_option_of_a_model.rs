// Every option, said right.
use tempest::prelude::*;
use time::OffsetDateTime;

#[derive(Model)]
#[tempest(table = "jobs", schema = "app", naming = "camelCase", column_enum = "JobField", condition = false)]
#[tempest(unique(columns(queue, key), where = key.is_not_null()), index(columns(due_at), name = "due"))]
#[tempest(check(attempts.le(most), name = "few"), references(columns(queue, tenant), Queue(name, tenant)))]
struct Job {
    #[tempest(primary_key, auto, column = "legacyID")]
    id: i64,
    #[tempest(varchar(40))]
    queue: String,
    #[tempest(unique, references(Queue::tenant, on_delete = cascade, on_update = restrict))]
    tenant: i64,
    key: Option<String>,
    #[tempest(default = 0, check = attempts.ge(0))]
    attempts: i32,
    most: i32,
    #[tempest(index, default = now(), on_update = now())]
    due_at: OffsetDateTime,
}

#[derive(Model)]
#[tempest(primary_key(tenant, name))]
struct Queue {
    name: String,
    tenant: i64,
}

fn main() {
    let _ = (JobField::DueAt, QueueWhere { tenant: 1.into(), ..Default::default() });
}
